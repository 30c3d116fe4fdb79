#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
#if os(Linux)
    import CEpoll
#endif

// MARK: - poll(2)

extension Platform {
    /// The kernel's entry for one descriptor: what to wait for, and what was found.
    typealias PollEntry = pollfd

    /// Creates an entry.
    static func pollEntry(_ descriptor: FileDescriptor, _ interest: Interest) -> PollEntry {
        var events: Int32 = 0
        if interest.contains(.readable) { events |= Int32(POLLIN) }
        if interest.contains(.writable) { events |= Int32(POLLOUT) }
        return pollfd(fd: descriptor.number, events: Int16(events), revents: 0)
    }

    /// Returns the descriptor of an entry.
    static func descriptor(of entry: PollEntry) -> FileDescriptor { FileDescriptor(number: entry.fd) }

    /// Returns the conditions found for an entry; empty if none.
    static func readyConditions(of entry: PollEntry) -> Readiness.Conditions {
        let events = Int32(entry.revents)
        var ready: Readiness.Conditions = []
        if events & Int32(POLLIN) != 0 { ready.insert(.readable) }
        if events & Int32(POLLOUT) != 0 { ready.insert(.writable) }
        if events & Int32(POLLERR | POLLHUP | POLLNVAL) != 0 { ready.formUnion([.readable, .hungUp]) }
        return ready
    }

    /// Waits and returns the number of entries with conditions; 0 if a signal arrived first.
    static func waitForEntries(_ entries: inout [PollEntry], milliseconds: Int?) throws(SystemError) -> Int {
        let count = unsafe entries.withUnsafeMutableBufferPointer {
            unsafe poll($0.baseAddress, nfds_t($0.count), timeout(milliseconds))
        }
        return try ready(Int(count), "poll")
    }

    /// Waits until the descriptor is readable, writable or broken; returns false if the time is up first.
    ///
    /// 0 milliseconds means don't wait, nil wait forever. A signal may end the wait early, with false.
    public static func waitUntilReady(
        _ descriptor: FileDescriptor, for interest: Interest, milliseconds: Int?
    ) throws(SystemError) -> Bool {
        var entry = pollEntry(descriptor, interest)
        let count = unsafe poll(&entry, 1, timeout(milliseconds))
        return try ready(Int(count), "poll") > 0
    }

    /// Returns a timeout as C expects it, −1 meaning forever.
    private static func timeout(_ milliseconds: Int?) -> Int32 {
        guard let milliseconds else { return -1 }
        return Int32(clamping: max(0, milliseconds))
    }

    /// Returns the result of a waiting call; 0 if a signal arrived first.
    private static func ready(_ count: Int, _ call: String) throws(SystemError) -> Int {
        if count >= 0 { return count }
        let error = lastError(call)
        if error.isInterrupted { return 0 }
        throw error
    }
}

// MARK: - epoll(7)

#if os(Linux)
    extension Platform {
        /// A buffer for the events of one wait.
        ///
        /// It is safe because only events filled in by the kernel are read.
        @safe struct EpollEvents: Sendable {
            private var events: [epoll_event]

            /// Creates a buffer for `count` events.
            init(count: Int) { unsafe events = [epoll_event](repeating: epoll_event(), count: count) }

            /// Waits and appends the events to `ready`; none if the time is up or a signal arrived first.
            mutating func wait(
                _ epoll: FileDescriptor, milliseconds: Int?, into ready: inout [Readiness]
            ) throws(SystemError) {
                let result = unsafe events.withUnsafeMutableBufferPointer {
                    unsafe epoll_wait(epoll.number, $0.baseAddress, Int32($0.count), timeout(milliseconds))
                }
                let count = try Platform.ready(Int(result), "epoll_wait")
                for index in 0..<count { unsafe ready.append(readiness(of: events[index])) }
            }
        }

        /// An operation on a descriptor in an `epoll`.
        enum EpollChange {
            case add(Interest, token: UInt64)
            case change(Interest, token: UInt64)
            case remove
        }

        /// Creates an `epoll` that watches nothing yet.
        static func makeEpoll() throws(SystemError) -> FileDescriptor {
            FileDescriptor(number: try checked("epoll_create1") { epoll_create1(O_CLOEXEC) })
        }

        /// Adds, changes or removes a descriptor.
        static func changeEpoll(
            _ epoll: FileDescriptor, _ descriptor: FileDescriptor, _ change: EpollChange
        ) throws(SystemError) {
            switch change {
            case .add(let interest, let token):
                try control(epoll, EPOLL_CTL_ADD, descriptor, interest, token)
            case .change(let interest, let token):
                try control(epoll, EPOLL_CTL_MOD, descriptor, interest, token)
            case .remove:
                try control(epoll, EPOLL_CTL_DEL, descriptor, [], 0)
            }
        }

        /// Converts an event.
        private static func readiness(of event: epoll_event) -> Readiness {
            let events = unsafe event.events
            var ready: Readiness.Conditions = []
            if events & EPOLLIN.rawValue != 0 { ready.insert(.readable) }
            if events & EPOLLOUT.rawValue != 0 { ready.insert(.writable) }
            if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { ready.formUnion([.readable, .hungUp]) }
            return Readiness(token: unsafe event.data.u64, conditions: ready)
        }

        private static func control(
            _ epoll: FileDescriptor, _ operation: Int32, _ descriptor: FileDescriptor, _ interest: Interest,
            _ token: UInt64
        ) throws(SystemError) {
            var event = unsafe epoll_event()
            if interest.contains(.readable) { unsafe event.events |= EPOLLIN.rawValue }
            if interest.contains(.writable) { unsafe event.events |= EPOLLOUT.rawValue }
            unsafe event.data.u64 = token
            try checked("epoll_ctl") { unsafe epoll_ctl(epoll.number, operation, descriptor.number, &event) }
        }
    }
#endif
