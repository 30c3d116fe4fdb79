// A poller sleeps until one of many descriptors is ready. Its interface has seven functions and two back ends: epoll(7)
// on Linux, whose cost doesn't grow with the number of idle descriptors, and poll(2) everywhere. Both are
// level-triggered: what isn't read or written is reported again. The same tests cover both, so the back end used on a
// Mac is tested on Linux.
//
// A poller knows descriptors by number and its owner by tokens. It owns no descriptor: remove one before closing it,
// because its number may be reused at once. A token reported by `wait` may belong to a descriptor that was removed
// while the owner handled an earlier one of the same batch, so the owner must choose tokens that reveal this, and
// never reuse one.

/// Waits for many descriptors at once.
public struct Poller: Sendable {
    /// A system call to wait with.
    public enum Backend: CaseIterable, Sendable {
        #if os(Linux)
            /// epoll(7), on Linux.
            case epoll
        #endif
        /// poll(2), on every POSIX system.
        case poll

        /// The best one on this system; chosen only here.
        public static var native: Backend {
            #if os(Linux)
                .epoll
            #else
                .poll
            #endif
        }
    }

    /// Descriptors that a wait reports at most. Few enough that the data touched in a pass of the loop is still in the CPU
    /// caches when it sends: with 512, a flip cost 7 % more in a thousand matches.
    static let readyAtOnce = 32

    private var backend: any PollerBackend
    /// True if the last wait may not have reported everything, and reported some that are not preferred: where all are,
    /// they take turns.
    private var isCrowded = false
    /// True if the last wait was for preferred descriptors alone.
    private var hadPreferred = false
    /// The tokens of the preferred descriptors, also by the descriptors' numbers.
    private var preferred: Set<UInt64> = []
    private var preferredTokens: [Int32: UInt64] = [:]

    /// Creates a poller that watches nothing; throws if no descriptor is left for it.
    public init(backend: Backend = .native) throws(SystemError) {
        switch backend {
        #if os(Linux)
            case .epoll: self.backend = try EpollPoller()
        #endif
        case .poll: self.backend = PollPoller()
        }
    }

    /// Watches a descriptor; throws `isAlreadyThere` if it is already watched.
    ///
    /// With an empty interest, only hang-ups and errors are reported, which can't be turned off: to ignore a
    /// descriptor, remove it.
    public mutating func add(
        _ descriptor: FileDescriptor, interest: Conditions, token: UInt64
    ) throws(SystemError) {
        try backend.add(descriptor, interest: interest, token: token)
    }

    /// Changes the interest in a descriptor; throws `isNotFound` if it isn't watched.
    public mutating func change(
        _ descriptor: FileDescriptor, interest: Conditions, token: UInt64
    ) throws(SystemError) {
        let former = preferredTokens[descriptor.number]
        try backend.change(descriptor, interest: interest, token: token, isPreferred: former != nil)
        if let former, former != token {
            preferred.remove(former)
            preferred.insert(token)
            preferredTokens[descriptor.number] = token
        }
    }

    /// Prefers a descriptor that is watched with this interest and token, until it is removed: among very many that are
    /// ready, it is reported first.
    public mutating func prefer(_ descriptor: FileDescriptor, interest: Conditions, token: UInt64) {
        guard preferredTokens[descriptor.number] == nil else { return }
        do throws(SystemError) {
            try backend.prefer(descriptor, interest: interest, token: token)
        } catch {
            return  // It waits for its turn.
        }
        preferredTokens[descriptor.number] = token
        preferred.insert(token)
    }

    /// Stops watching a descriptor, which must still be open; does nothing if it isn't watched.
    public mutating func remove(_ descriptor: FileDescriptor) {
        let token = preferredTokens.removeValue(forKey: descriptor.number)
        if let token { preferred.remove(token) }
        backend.remove(descriptor, isPreferred: token != nil)
    }

    /// Waits until a descriptor is ready or the time is up, and replaces the contents of `ready`.
    ///
    /// 0 milliseconds means don't wait, nil wait forever. A signal ends the wait early. At most ``readyAtOnce`` are
    /// reported. If there may be more, the next wait reports the preferred ones, if any of them is ready, and the one
    /// after that goes on with the rest.
    public mutating func wait(milliseconds: Int?, into ready: inout [Readiness]) throws(SystemError) {
        while ready.popLast() != nil {}  // Usually there is one; `removeAll` would cost more.
        if isCrowded, !hadPreferred {
            try backend.wait(for: preferred, milliseconds: 0, into: &ready)
            hadPreferred = !ready.isEmpty
            if hadPreferred { return }
        }
        hadPreferred = false
        try backend.wait(for: nil, milliseconds: milliseconds, into: &ready)
        isCrowded = ready.count == Self.readyAtOnce && ready.contains { !preferred.contains($0.token) }
    }

    /// Closes the poller's own descriptor, if it has one; only another `close` may follow.
    public mutating func close() {
        backend.close()
        backend = PollPoller()
    }
}

/// A system call that a ``Poller`` waits with; see its functions.
protocol PollerBackend: Sendable {
    mutating func add(_ descriptor: FileDescriptor, interest: Conditions, token: UInt64) throws(SystemError)
    mutating func change(
        _ descriptor: FileDescriptor, interest: Conditions, token: UInt64, isPreferred: Bool
    ) throws(SystemError)
    mutating func prefer(_ descriptor: FileDescriptor, interest: Conditions, token: UInt64) throws(SystemError)
    mutating func remove(_ descriptor: FileDescriptor, isPreferred: Bool)
    /// Appends what is ready, at most ``Poller/readyAtOnce``: of all descriptors, or only of those that are preferred,
    /// which have these tokens.
    mutating func wait(
        for preferred: Set<UInt64>?, milliseconds: Int?, into ready: inout [Readiness]
    ) throws(SystemError)
    func close()
}

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
