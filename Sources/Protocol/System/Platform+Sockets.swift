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

// MARK: - Making sockets

extension Platform {
    /// Makes a non-blocking TCP socket of the family.
    static func makeSocket(_ family: SocketAddress.Family) throws(SystemError) -> FileDescriptor {
        let number = try checked("socket") { socket(family == .ipv4 ? AF_INET : AF_INET6, stream, 0) }
        do {
            return try nonBlocking(number)
        } catch {
            _ = close(number)
            throw error
        }
    }

    /// Makes two connected, non-blocking local sockets.
    public static func makeSocketPair() throws(SystemError) -> (Socket, Socket) {
        var numbers: [Int32] = [-1, -1]
        try checked("socketpair") { unsafe socketpair(AF_UNIX, stream, 0, &numbers) }
        for number in numbers { setOption(FileDescriptor(number: number), .noSignal, 1) }
        return (Socket(try nonBlocking(numbers[0])), Socket(try nonBlocking(numbers[1])))
    }

    /// Gives the socket an address.
    static func bindSocket(_ socket: FileDescriptor, to address: SocketAddress) throws(SystemError) {
        try checked("bind") {
            unsafe withCAddress(address) { unsafe bind(socket.number, $0, $1) }
        }
    }

    /// Has the socket take connections, `backlog` of them before they are accepted.
    static func listenOn(_ socket: FileDescriptor, backlog: Int32) throws(SystemError) {
        try checked("listen") { listen(socket.number, backlog) }
    }

    /// Starts to connect; a connection that takes a while is no error.
    static func startConnecting(_ socket: FileDescriptor, to address: SocketAddress) throws(SystemError) {
        let result = unsafe withCAddress(address) { unsafe connect(socket.number, $0, $1) }
        if result == 0 { return }
        let error = lastError("connect")
        if !error.isInProgress { throw error }
    }

    /// Takes the next connection, non-blocking.
    static func acceptConnection(_ listener: FileDescriptor) throws(SystemError) -> (FileDescriptor, SocketAddress?) {
        var number: Int32 = -1
        let peer = unsafe filledAddress { form, length in
            number = uninterrupted {
                #if os(Linux)
                    // The flags have the numbers of SOCK_NONBLOCK and SOCK_CLOEXEC on every Linux.
                    unsafe accept4(listener.number, form, length, O_NONBLOCK | O_CLOEXEC)
                #else
                    unsafe accept(listener.number, form, length)
                #endif
            }
        }
        if number < 0 { throw lastError("accept") }
        #if os(Linux)
            return (FileDescriptor(number: number), peer)
        #else
            do {
                return (try nonBlocking(number), peer)
            } catch {
                _ = close(number)
                throw error
            }
        #endif
    }

    /// The address of the socket's own end; nil where it is none of IPv4 or IPv6.
    static func ownAddress(of socket: FileDescriptor) -> SocketAddress? {
        unsafe filledAddress { unsafe _ = getsockname(socket.number, $0, $1) }
    }
}

// MARK: - Options

extension Platform {
    /// A socket's option and where it belongs.
    struct SocketOption {
        let level: Int32
        let name: Int32

        static let reuseAddress = SocketOption(level: SOL_SOCKET, name: SO_REUSEADDR)
        static let keepAlive = SocketOption(level: SOL_SOCKET, name: SO_KEEPALIVE)
        static let receiveBufferBytes = SocketOption(level: SOL_SOCKET, name: SO_RCVBUF)
        static let ipv6Only = SocketOption(level: Int32(IPPROTO_IPV6), name: IPV6_V6ONLY)
        static let segmentBytes = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_MAXSEG)
        static let noDelay = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
        static let keepAliveIntervalSeconds = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_KEEPINTVL)
        static let keepAliveCount = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_KEEPCNT)
        #if canImport(Darwin)
            static let keepAliveIdleSeconds = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_KEEPALIVE)
            static let noSignal = SocketOption(level: SOL_SOCKET, name: SO_NOSIGPIPE)
            static let unansweredSeconds = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_RXT_CONNDROPTIME)
        #else
            static let keepAliveIdleSeconds = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_KEEPIDLE)
            /// Here each `send` says it, with `MSG_NOSIGNAL`.
            static let noSignal: SocketOption? = nil
            static let unansweredMilliseconds = SocketOption(level: Int32(IPPROTO_TCP), name: TCP_USER_TIMEOUT)
        #endif
    }

    /// Sets an option, and does without it where the socket does not have it or is broken already.
    @discardableResult
    static func setOption(_ socket: FileDescriptor, _ option: SocketOption?, _ value: Int32) -> Bool {
        guard let option else { return true }
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe setsockopt(socket.number, option.level, option.name, &value, size) == 0
    }

    /// Drops the connection once what was sent has gone unanswered for so long.
    static func setUnansweredLimit(_ socket: FileDescriptor, milliseconds: Int32) {
        #if canImport(Darwin)
            setOption(socket, .unansweredSeconds, milliseconds / 1000)
        #else
            setOption(socket, .unansweredMilliseconds, milliseconds)
        #endif
    }

    /// The error that waits in the socket, which forgets it; nil when there is none.
    static func pendingError(_ socket: FileDescriptor) -> SystemError? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        if unsafe getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &code, &size) != 0 { return lastError("getsockopt") }
        return code == 0 ? nil : SystemError(code: code, call: "connect")
    }
}

// MARK: - The hot path

extension Platform {
    /// Receives into `buffer`'s first bytes; −1 means that it failed and `lastError` says why.
    @inline(__always)
    static func receiveBytes(_ socket: FileDescriptor, into buffer: inout [UInt8]) -> Int {
        unsafe buffer.withUnsafeMutableBytes { room in
            uninterrupted { unsafe recv(socket.number, room.baseAddress, room.count, Int32(MSG_DONTWAIT)) }
        }
    }

    /// Sends a part of `bytes`; −1 means that it failed and `lastError` says why.
    @inline(__always)
    static func sendBytes(_ socket: FileDescriptor, _ bytes: [UInt8], _ range: Range<Int>) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        #if canImport(Darwin)
            let flags = MSG_DONTWAIT
        #else
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        #endif
        return unsafe bytes.withUnsafeBytes { all in
            let part = unsafe UnsafeRawBufferPointer(rebasing: all[range])
            return uninterrupted { unsafe send(socket.number, part.baseAddress, part.count, flags) }
        }
    }

    /// Tells the peer that nothing more will come.
    static func shutDownWriting(_ socket: FileDescriptor) {
        _ = shutdown(socket.number, Int32(SHUT_WR))
    }
}
