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

// MARK: - Creating sockets

extension Platform {
    /// Creates a non-blocking TCP socket of the family.
    static func makeSocket(_ family: SocketAddress.Family) throws(SystemError) -> FileDescriptor {
        let number = try checked("socket") { socket(family == .ipv4 ? AF_INET : AF_INET6, stream, 0) }
        return try FileDescriptor.nonBlocking([number])[0]
    }
}

extension FileDescriptor {
    func bindSocket(to address: SocketAddress) throws(SystemError) {
        try Platform.checked("bind") {
            unsafe Platform.withCAddress(address) { unsafe bind(number, $0, $1) }
        }
    }

    /// Makes the socket listen, with up to `backlog` connections waiting to be accepted.
    func startListening(backlog: Int32) throws(SystemError) {
        try Platform.checked("listen") { listen(number, backlog) }
    }

    /// Starts connecting; an attempt still in progress is not an error.
    func startConnecting(to address: SocketAddress) throws(SystemError) {
        let result = unsafe Platform.withCAddress(address) { unsafe connect(number, $0, $1) }
        if result == 0 { return }
        let error = Platform.lastError("connect")
        if !error.isInProgress { throw error }
    }

    /// Accepts the next connection as non-blocking.
    func acceptConnection() throws(SystemError) -> (FileDescriptor, SocketAddress?) {
        var accepted: Int32 = -1
        let peer = unsafe Platform.filledAddress { form, length in
            accepted = Platform.uninterrupted {
                #if os(Linux)
                    // The flags have the values of SOCK_NONBLOCK and SOCK_CLOEXEC on every Linux.
                    unsafe accept4(number, form, length, O_NONBLOCK | O_CLOEXEC)
                #else
                    unsafe accept(number, form, length)
                #endif
            }
        }
        if accepted < 0 { throw Platform.lastError("accept") }
        #if os(Linux)
            return (FileDescriptor(number: accepted), peer)
        #else
            return (try Self.nonBlocking([accepted])[0], peer)
        #endif
    }
}

extension Socket {
    /// The local address, with the actual port if 0 was requested; nil if it is neither IPv4 nor IPv6.
    public var localAddress: SocketAddress? {
        unsafe Platform.filledAddress { unsafe _ = getsockname(descriptor.number, $0, $1) }
    }

    /// Returns the reason connecting failed, and clears it; nil if it hasn't failed.
    public func pendingError() -> SystemError? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        if unsafe getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &code, &size) != 0 {
            return Platform.lastError("getsockopt")
        }
        return code == 0 ? nil : SystemError(code: code, call: "connect")
    }

    /// Tells the peer that nothing more will come; its bytes can still be received.
    public func shutDownWriting() { _ = shutdown(descriptor.number, Int32(SHUT_WR)) }
}

// MARK: - Options

extension FileDescriptor {
    /// A socket option and its level.
    struct SocketOption {
        let level: Int32
        let name: Int32

        static let reuseAddress = SocketOption(level: SOL_SOCKET, name: SO_REUSEADDR)
        static let broadcast = SocketOption(level: SOL_SOCKET, name: SO_BROADCAST)
        static let keepAlive = SocketOption(level: SOL_SOCKET, name: SO_KEEPALIVE)
        static let receiveBufferBytes = SocketOption(level: SOL_SOCKET, name: SO_RCVBUF)
        static let type = SocketOption(level: SOL_SOCKET, name: SO_TYPE)
        static let isListening = SocketOption(level: SOL_SOCKET, name: SO_ACCEPTCONN)
        static let ipv6Only = SocketOption(level: Int32(IPPROTO_IPV6), name: IPV6_V6ONLY)
        static let segmentBytes = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_MAXSEG)
        static let noDelay = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
        static let keepAliveIntervalSeconds = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_KEEPINTVL)
        static let keepAliveCount = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_KEEPCNT)
        #if canImport(Darwin)
            static let keepAliveIdleSeconds = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_KEEPALIVE)
            static let noSignal = SocketOption(level: SOL_SOCKET, name: SO_NOSIGPIPE)
            static let unansweredSeconds = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_RXT_CONNDROPTIME)
            static let sendBufferBytes = SocketOption(level: SOL_SOCKET, name: SO_SNDBUF)
        #else
            static let keepAliveIdleSeconds = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_KEEPIDLE)
            /// On Linux, each `send` passes `MSG_NOSIGNAL` instead.
            static let noSignal: SocketOption? = nil
            static let unansweredMilliseconds = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_USER_TIMEOUT)
            static let unsentBytes = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_NOTSENT_LOWAT)
        #endif
    }

    /// Sets an option, best effort: the socket may not support it, or be broken already. Returns true on success.
    @discardableResult
    func setOption(_ option: SocketOption?, _ value: Int32) -> Bool {
        guard let option else { return true }
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe setsockopt(number, option.level, option.name, &value, size) == 0
    }

    /// Returns the value of an option; nil if this is no socket that has it.
    func value(of option: SocketOption) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(number, option.level, option.name, &value, &size) == 0 ? value : nil
    }

    /// Drops the connection once sent data has been unacknowledged for this long.
    func setUnansweredLimit(milliseconds: Int32) {
        #if canImport(Darwin)
            setOption(.unansweredSeconds, milliseconds / 1000)
        #else
            setOption(.unansweredMilliseconds, milliseconds)
        #endif
    }

    /// Limits the bytes that wait in the socket without having been sent. The last `send` may exceed it.
    func setUnsentLimit(bytes: Int32) {
        #if canImport(Darwin)
            // `TCP_NOTSENT_LOWAT` holds back only the poller there, not `send`. The whole buffer is limited instead,
            // with the bytes on their way in it.
            setOption(.sendBufferBytes, 4 * bytes)
        #else
            setOption(.unsentBytes, bytes)
        #endif
    }
}

// MARK: - The hot path

extension Socket {
    /// Receives available bytes into the start of `buffer`, whose size is the limit and must not be 0.
    public func receive(into buffer: inout [UInt8]) -> Received {
        precondition(!buffer.isEmpty)
        let count = unsafe buffer.withUnsafeMutableBytes { room in
            Platform.uninterrupted { unsafe recv(descriptor.number, room.baseAddress, room.count, Int32(MSG_DONTWAIT)) }
        }
        if count > 0 { return .bytes(count) }
        if count == 0 { return .end }
        let error = Platform.lastError("recv")
        return error.isWouldBlock ? .wouldBlock : .failed(error)
    }

    /// Sends as much of a part of `bytes` as the socket accepts.
    @inline(__always)
    public func send(_ bytes: [UInt8], _ range: Range<Int>) -> Sent {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        #if canImport(Darwin)
            let flags = MSG_DONTWAIT
        #else
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        #endif
        let count = unsafe bytes.withUnsafeBytes { all in
            let part = unsafe UnsafeRawBufferPointer(rebasing: all[range])
            return Platform.uninterrupted { unsafe systemSend(descriptor.number, part.baseAddress, part.count, flags) }
        }
        if count >= 0 { return .bytes(count) }
        let error = Platform.lastError("send")
        return error.isWouldBlock ? .wouldBlock : .failed(error)
    }
}

/// C's `send`, under a name that no method has.
@inline(__always)
private func systemSend(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    unsafe send(number, bytes, count, flags)
}
