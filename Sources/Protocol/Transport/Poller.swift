// A poller sleeps until one of many descriptors is ready. Its seam is six functions wide and has two back-ends:
// epoll(7), whose cost does not grow with the descriptors that are idle, where the system is Linux, and poll(2)
// everywhere. Both are level-triggered: what is not read or written is reported again. The same tests hold both to
// the same behaviour, so that what a Mac runs is tested on Linux.
//
// A poller knows descriptors by their numbers and its owner by tokens. It owns no descriptor: whoever closes one
// removes it first, because the number may be given to another file at once. A token that `wait` reported may belong
// to a descriptor that was removed since, while the owner dealt with an earlier one of the same batch: the owner
// chooses tokens so that it can tell, and never uses one again.

/// Waits for many descriptors at once.
public struct Poller: Sendable {
    /// A way to wait that the system offers.
    public enum Backend: CaseIterable, Sendable {
        #if os(Linux)
            /// Linux's epoll(7).
            case epoll
        #endif
        /// The poll(2) of every POSIX system.
        case poll

        /// The best that this system has: the one place where that is chosen.
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

    /// Makes a poller that watches nothing; throws when no descriptor is left for it.
    public init(backend: Backend = .native) throws(SystemError) {
        switch backend {
        #if os(Linux)
            case .epoll: engine = .epoll(try EpollPoller())
        #endif
        case .poll: engine = .poll(PollPoller())
        }
    }

    /// Watches a descriptor; throws `isAlreadyThere` if it is watched already.
    ///
    /// With no interest, only hang-ups and errors are reported, which they always are: to ignore a descriptor, remove
    /// it.
    public mutating func add(
        _ descriptor: FileDescriptor, interest: Interest, token: UInt64
    ) throws(SystemError) {
        switch engine {
        #if os(Linux)
            case .epoll(let epoll): try epoll.add(descriptor, interest: interest, token: token)
        #endif
        case .poll(var poll):
            engine = .closed  // So that there is one owner of the arrays, and they change in place.
            defer { engine = .poll(poll) }
            try poll.add(descriptor, interest: interest, token: token)
        case .closed: preconditionFailure("the poller is closed")
        }
    }

    /// Changes what is waited for; throws `isNotFound` if the descriptor is not watched.
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

    /// Stops watching a descriptor, while it is still open; does nothing if it is not watched.
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

    /// Waits until a descriptor is ready or the time is over, and replaces `ready` by what it found.
    ///
    /// 0 milliseconds ask without waiting; nil waits for ever. A signal ends the wait early. With epoll at most
    /// `EpollPoller.eventsAtOnce` are reported; the next wait reports the others.
    public mutating func wait(milliseconds: Int?, into ready: inout [Readiness]) throws(SystemError) {
        while ready.popLast() != nil {}  // Mostly there was one: `removeAll` would cost more than all of this.
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

    /// Gives up the poller's own descriptor, if it has one; nothing but another `close` may follow.
    public mutating func close() {
        #if os(Linux)
            if case .epoll(let epoll) = engine { epoll.close() }
        #endif
        engine = .closed
    }
}
