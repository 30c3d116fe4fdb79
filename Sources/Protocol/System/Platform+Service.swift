#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// What the process that starts this one may hand over: open sockets, and the address of a socket to report to.

extension FileDescriptor {
    /// The kind of an open file, as far as it matters to a program that is given one.
    public enum SocketKind: Equatable, Sendable {
        /// A TCP socket that listens.
        case listening
        /// A UDP socket that has no peer.
        case datagram
        /// Anything else: the end of a sentence whose subject is the descriptor, such as `is not a socket`.
        case other(String)
    }

    /// Finds out what this number is in this process; it need not be open.
    public func socketKind() -> SocketKind {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { return .other("is not open") }
        guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFSOCK) else { return .other("is not a socket") }
        let address = unsafe Platform.filledAddress { unsafe _ = getsockname(number, $0, $1) }
        guard address != nil else { return .other("is not a socket of IPv4 or IPv6") }
        let hasPeer = unsafe Platform.filledAddress { unsafe _ = getpeername(number, $0, $1) } != nil
        switch value(of: .type) {
        case Platform.stream:
            if value(of: .isListening) == 1 { return .listening }
            return .other(hasPeer ? "is a connection, not a listening socket" : "does not listen")
        case Platform.datagram: return hasPeer ? .other("is connected to one peer") : .datagram
        default: return .other("is a socket of neither TCP nor UDP")
        }
    }

    /// Makes a descriptor that came with the process non-blocking, and keeps it from the children of this one.
    public func takeOver() throws(SystemError) {
        try Platform.checked("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
        try setNonBlocking(true)
    }
}

/// A socket that sends datagrams to one address of this machine: a path, or after `@` a name without a file.
public struct LocalDatagramSocket: Sendable {
    private let descriptor: FileDescriptor
    private var address: sockaddr_un
    private let length: socklen_t

    /// Opens a socket; nothing need be at the address yet.
    ///
    /// - Returns: nil if it is no address: neither an absolute path nor a name after `@`, or too long.
    /// - Throws: the error of `socket`.
    public init?(to text: String) throws(SystemError) {
        let bytes = Array(text.utf8)
        var form = sockaddr_un()
        form.sun_family = sa_family_t(AF_UNIX)
        // A zero follows, in any case.
        guard bytes.count > 1, bytes.count < MemoryLayout.size(ofValue: form.sun_path) else { return nil }
        let isName = bytes[0] == UInt8(ascii: "@")
        #if !os(Linux)
            if isName { return nil }
        #endif
        guard isName || bytes[0] == UInt8(ascii: "/") else { return nil }
        unsafe withUnsafeMutableBytes(of: &form.sun_path) { room in
            unsafe room.copyBytes(from: (isName ? [0] : bytes.prefix(1)) + bytes.dropFirst())
        }
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        (address, length) = (form, socklen_t(start + bytes.count + (isName ? 0 : 1)))
        let number = try Platform.checked("socket") { socket(AF_UNIX, Platform.datagram, 0) }
        descriptor = try FileDescriptor.nonBlocking([number])[0]
    }

    /// Sends a datagram without waiting.
    public func send(_ bytes: [UInt8]) throws(SystemError) {
        #if canImport(Darwin)
            let flags = MSG_DONTWAIT
        #else
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        #endif
        var address = address
        try Platform.checked("sendto") {
            unsafe withUnsafePointer(to: &address) { form in
                unsafe form.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe sendto(descriptor.number, bytes, bytes.count, flags, $0, length)
                }
            }
        }
    }

    /// Closes the socket.
    public func close() { descriptor.close() }
}
