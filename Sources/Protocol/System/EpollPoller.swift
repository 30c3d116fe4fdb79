#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
#if os(Linux)
    import CEpoll

    /// The back end for epoll(7): the kernel keeps the descriptors and reports only those that are ready.
    ///
    /// It is safe because only events filled in by the kernel are read.
    @safe struct EpollPoller: PollerBackend {
        private let epoll: FileDescriptor
        /// Another list of the kernel's, of those that are preferred.
        private let preferred: FileDescriptor
        private var events: [epoll_event]

        init() throws(SystemError) {
            epoll = try Self.create()
            do throws(SystemError) {
                preferred = try Self.create()
            } catch {
                epoll.close()
                throw error
            }
            unsafe events = [epoll_event](repeating: epoll_event(), count: Poller.readyAtOnce)
        }

        private static func create() throws(SystemError) -> FileDescriptor {
            FileDescriptor(number: try Platform.checked("epoll_create1") { epoll_create1(O_CLOEXEC) })
        }

        func add(_ descriptor: FileDescriptor, interest: Conditions, token: UInt64) throws(SystemError) {
            try control(epoll, EPOLL_CTL_ADD, descriptor, interest, token)
        }

        func change(
            _ descriptor: FileDescriptor, interest: Conditions, token: UInt64, isPreferred: Bool
        ) throws(SystemError) {
            try control(epoll, EPOLL_CTL_MOD, descriptor, interest, token)
            if isPreferred { try control(preferred, EPOLL_CTL_MOD, descriptor, interest, token) }
        }

        func prefer(_ descriptor: FileDescriptor, interest: Conditions, token: UInt64) throws(SystemError) {
            try control(preferred, EPOLL_CTL_ADD, descriptor, interest, token)
        }

        func remove(_ descriptor: FileDescriptor, isPreferred: Bool) {
            // It fails only if the descriptor isn't there, which is fine.
            try? control(epoll, EPOLL_CTL_DEL, descriptor, [], 0)
            if isPreferred { try? control(preferred, EPOLL_CTL_DEL, descriptor, [], 0) }
        }

        private func control(
            _ list: FileDescriptor, _ operation: Int32, _ descriptor: FileDescriptor, _ interest: Conditions,
            _ token: UInt64
        ) throws(SystemError) {
            var event = unsafe epoll_event()
            if interest.contains(.readable) { unsafe event.events |= EPOLLIN.rawValue }
            if interest.contains(.writable) { unsafe event.events |= EPOLLOUT.rawValue }
            unsafe event.data.u64 = token
            try Platform.checked("epoll_ctl") { unsafe epoll_ctl(list.number, operation, descriptor.number, &event) }
        }

        mutating func wait(
            for tokens: Set<UInt64>?, milliseconds: Int?, into ready: inout [Readiness]
        ) throws(SystemError) {
            let list = tokens == nil ? epoll : preferred
            let result = unsafe events.withUnsafeMutableBufferPointer {
                unsafe epoll_wait(list.number, $0.baseAddress, Int32($0.count), Platform.timeout(milliseconds))
            }
            let count = try Platform.readyCount(Int(result), "epoll_wait")
            for index in 0..<count { unsafe ready.append(Self.readiness(of: events[index])) }
        }

        private static func readiness(of event: epoll_event) -> Readiness {
            let events = unsafe event.events
            var ready: Conditions = []
            if events & EPOLLIN.rawValue != 0 { ready.insert(.readable) }
            if events & EPOLLOUT.rawValue != 0 { ready.insert(.writable) }
            if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { ready.formUnion([.readable, .hungUp]) }
            return Readiness(token: unsafe event.data.u64, conditions: ready)
        }

        func close() {
            epoll.close()
            preferred.close()
        }
    }
#endif
