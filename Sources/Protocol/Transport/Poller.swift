// A poller sleeps until one of many descriptors is ready. Its interface has six functions and two back ends: epoll(7)
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

    private enum Engine: Sendable {
        #if os(Linux)
            case epoll(EpollPoller)
        #endif
        case poll(PollPoller)
        case closed
    }

    private var engine: Engine

    /// Creates a poller that watches nothing; throws if no descriptor is left for it.
    public init(backend: Backend = .native) throws(SystemError) {
        switch backend {
        #if os(Linux)
            case .epoll: engine = .epoll(try EpollPoller())
        #endif
        case .poll: engine = .poll(PollPoller())
        }
    }

    /// Watches a descriptor; throws `isAlreadyThere` if it is already watched.
    ///
    /// With an empty interest, only hang-ups and errors are reported, which can't be turned off: to ignore a
    /// descriptor, remove it.
    public mutating func add(
        _ descriptor: FileDescriptor, interest: Interest, token: UInt64
    ) throws(SystemError) {
        switch engine {
        #if os(Linux)
            case .epoll(let epoll): try epoll.add(descriptor, interest: interest, token: token)
        #endif
        case .poll(var poll):
            engine = .closed  // Leaves one owner of the arrays, so that they change in place.
            defer { engine = .poll(poll) }
            try poll.add(descriptor, interest: interest, token: token)
        case .closed: preconditionFailure("the poller is closed")
        }
    }

    /// Changes the interest in a descriptor; throws `isNotFound` if it isn't watched.
    public mutating func change(
        _ descriptor: FileDescriptor, interest: Interest, token: UInt64
    ) throws(SystemError) {
        switch engine {
        #if os(Linux)
            case .epoll(let epoll): try epoll.change(descriptor, interest: interest, token: token)
        #endif
        case .poll(var poll):
            engine = .closed
            defer { engine = .poll(poll) }
            try poll.change(descriptor, interest: interest, token: token)
        case .closed: preconditionFailure("the poller is closed")
        }
    }

    /// Stops watching a descriptor, which must still be open; does nothing if it isn't watched.
    public mutating func remove(_ descriptor: FileDescriptor) {
        switch engine {
        #if os(Linux)
            case .epoll(let epoll): epoll.remove(descriptor)
        #endif
        case .poll(var poll):
            engine = .closed
            defer { engine = .poll(poll) }
            poll.remove(descriptor)
        case .closed: preconditionFailure("the poller is closed")
        }
    }

    /// Waits until a descriptor is ready or the time is up, and replaces the contents of `ready`.
    ///
    /// 0 milliseconds means don't wait, nil wait forever. A signal ends the wait early. With epoll, at most
    /// `EpollPoller.eventsAtOnce` are reported; the next wait reports the rest.
    public mutating func wait(milliseconds: Int?, into ready: inout [Readiness]) throws(SystemError) {
        while ready.popLast() != nil {}  // Usually there is one; `removeAll` would cost more.
        switch engine {
        #if os(Linux)
            case .epoll(var epoll):
                engine = .closed
                defer { engine = .epoll(epoll) }
                try epoll.wait(milliseconds: milliseconds, into: &ready)
        #endif
        case .poll(var poll):
            engine = .closed
            defer { engine = .poll(poll) }
            try poll.wait(milliseconds: milliseconds, into: &ready)
        case .closed: preconditionFailure("the poller is closed")
        }
    }

    /// Closes the poller's own descriptor, if it has one; only another `close` may follow.
    public mutating func close() {
        #if os(Linux)
            if case .epoll(let epoll) = engine { epoll.close() }
        #endif
        engine = .closed
    }
}
