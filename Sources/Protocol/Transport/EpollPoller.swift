#if os(Linux)
    /// The back-end over epoll(7): the kernel keeps the descriptors, and reports only those that are ready.
    struct EpollPoller: Sendable {
        /// Events that one wait reports; more would delay the first of them.
        static let eventsAtOnce = 512

        private let epoll: FileDescriptor
        private var events: Platform.EpollEvents

        init() throws(SystemError) {
            epoll = try Platform.makeEpoll()
            events = Platform.EpollEvents(count: Self.eventsAtOnce)
        }

        func add(_ descriptor: FileDescriptor, interest: Interest, token: UInt64) throws(SystemError) {
            try Platform.changeEpoll(epoll, descriptor, .add(interest, token: token))
        }

        func change(_ descriptor: FileDescriptor, interest: Interest, token: UInt64) throws(SystemError) {
            try Platform.changeEpoll(epoll, descriptor, .change(interest, token: token))
        }

        func remove(_ descriptor: FileDescriptor) {
            // It fails only for a descriptor that is not there, which is what is wanted.
            try? Platform.changeEpoll(epoll, descriptor, .remove)
        }

        mutating func wait(milliseconds: Int?, into ready: inout [Readiness]) throws(SystemError) {
            try events.wait(epoll, milliseconds: milliseconds, into: &ready)
        }

        func close() { Platform.closeDescriptor(epoll) }
    }
#endif
