#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A failed system call: its error number and its name.
public struct SystemError: Error, Equatable, Sendable {
    /// The system's error number, as in `errno`.
    public let code: Int32
    /// The call that failed, by the name of its manual page: `bind`, `accept`.
    public let call: String

    /// Creates an error.
    public init(code: Int32, call: String) {
        self.code = code
        self.call = call
    }
}

extension SystemError: CustomStringConvertible {
    /// The call and what the system says about it, in one line: `bind: Address already in use`.
    public var description: String { "\(call): \(message)" }
}

extension SystemError {
    /// The system's message for the error, in one line.
    public var message: String {
        if code == Self.goneCode { return "the file was moved or deleted" }
        if code == Self.truncatedCode { return "the file was truncated" }
        if code == Self.unfitCode { return "it is not a plain file, or it is too large" }
        var text = [CChar](repeating: 0, count: 256)
        _ = unsafe strerror_r(code, &text, text.count)
        let said = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return said.isEmpty ? "error \(code)" : String(decoding: said, as: UTF8.self)
    }

    /// True if an open file has lost its name or its end, so that ``call`` is the file's name.
    public var isAboutNamedFile: Bool { code == Self.goneCode || code == Self.truncatedCode }
    /// True if the call would have blocked.
    public var isWouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }
    /// True if a signal interrupted the call.
    public var isInterrupted: Bool { code == EINTR }
    /// True if a connection is in progress; its completion is reported as writable.
    public var isInProgress: Bool { code == EINPROGRESS || code == EINTR }
    /// True if another socket is listening on the address and port.
    public var isAddressInUse: Bool { code == EADDRINUSE }
    /// True if the address isn't this machine's, or its family is disabled.
    public var isAddressNotAvailable: Bool { code == EADDRNOTAVAIL || code == EAFNOSUPPORT }
    /// True if the process or the system is out of descriptors or memory, perhaps only for now.
    public var isOutOfDescriptors: Bool { code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM }
    /// True if the process lacks permission.
    public var isPermissionDenied: Bool { code == EACCES || code == EPERM || code == EROFS }
    /// True if there is no such file.
    public var isNotFound: Bool { code == ENOENT }
    /// True if the file, or the descriptor in a poller, already exists.
    public var isAlreadyThere: Bool { code == EEXIST }
    /// True if the peer is gone.
    public var isDisconnected: Bool { code == EPIPE || code == ECONNRESET || code == ENOTCONN || code == ETIMEDOUT }

    /// True if a connection broke before it was accepted, or was blocked by a filter; the next one may be fine.
    var isAboutOneConnection: Bool {
        #if os(Linux)
            if code == ENONET { return true }
        #endif
        switch code {
        case ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH, EPERM:
            return true
        default: return false
        }
    }

    /// An I/O error found by the program, such as data that reads back wrong or a sync that hangs.
    public static func inputOutput(_ call: String) -> SystemError { SystemError(code: EIO, call: call) }
    /// An open file has lost its name: it was moved, deleted or replaced. No system has such an error.
    public static func fileIsGone(_ name: String) -> SystemError { SystemError(code: goneCode, call: name) }
    private static let goneCode: Int32 = -1
    /// An open file has lost its end, or part of it reads otherwise since. No system has such an error.
    public static func fileIsTruncated(_ name: String) -> SystemError { SystemError(code: truncatedCode, call: name) }
    private static let truncatedCode: Int32 = -2
    /// A file is not a plain one, or too large to be read. No system has such an error.
    public static func fileIsUnfit(_ name: String) -> SystemError { SystemError(code: unfitCode, call: name) }
    private static let unfitCode: Int32 = -3
}
