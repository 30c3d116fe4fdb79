/// The conditions of a descriptor: those to wait for, or those found.
public struct Conditions: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: UInt8
    /// Creates conditions from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something can be read, or the peer has closed.
    public static var readable: Conditions { Conditions(rawValue: 1) }
    /// Something can be written.
    public static var writable: Conditions { Conditions(rawValue: 2) }
    /// The descriptor is closed from both sides or broken; found even if not waited for, and always with `readable`.
    public static var hungUp: Conditions { Conditions(rawValue: 4) }
}

/// The state of one descriptor, as reported by a poller.
public struct Readiness: Hashable, Sendable {
    /// The token that the descriptor was added with.
    public let token: UInt64
    /// The conditions found.
    public let conditions: Conditions

    /// Creates a readiness.
    public init(token: UInt64, conditions: Conditions) {
        self.token = token
        self.conditions = conditions
    }

    /// True if reading won't block: there are bytes, the end, or the error of a broken descriptor.
    public var isReadable: Bool { conditions.contains(.readable) }
    /// True if writing won't block.
    public var isWritable: Bool { conditions.contains(.writable) }
    /// True if the descriptor is closed from both sides or broken; it is also readable, and reading gives the details.
    public var isHungUp: Bool { conditions.contains(.hungUp) }
}
