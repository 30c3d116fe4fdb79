/// What to wait for at a descriptor.
public struct Interest: OptionSet, Hashable, Sendable {
    /// One bit a wish.
    public let rawValue: UInt8
    /// Wishes by their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something can be read, or the peer has closed.
    public static let readable = Interest(rawValue: 1)
    /// Something can be written.
    public static let writable = Interest(rawValue: 2)
}

/// What a poller found at one descriptor.
public struct Readiness: Hashable, Sendable {
    /// What a descriptor is ready for.
    public struct Conditions: OptionSet, Hashable, Sendable {
        /// One bit a condition.
        public let rawValue: UInt8
        /// Conditions by their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Something can be read, or the peer has closed.
        public static let readable = Conditions(rawValue: 1)
        /// Something can be written.
        public static let writable = Conditions(rawValue: 2)
        /// The descriptor is closed from both sides or broken; always together with `readable`.
        public static let hungUp = Conditions(rawValue: 4)
    }

    /// The number that the descriptor was added with.
    public let token: UInt64
    /// What was found.
    public let conditions: Conditions

    /// Names what was found.
    public init(token: UInt64, conditions: Conditions) {
        self.token = token
        self.conditions = conditions
    }

    /// Reading will not wait: there are bytes, the end, or the error of a broken descriptor.
    public var isReadable: Bool { conditions.contains(.readable) }
    /// Writing will not wait.
    public var isWritable: Bool { conditions.contains(.writable) }
    /// The descriptor is closed from both sides or broken; it is readable too, and reading tells more.
    public var isHungUp: Bool { conditions.contains(.hungUp) }
}
