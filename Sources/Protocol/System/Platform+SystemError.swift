#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension SystemError {
    /// What the system says about the error, in one line.
    public var message: String {
        if code == Self.goneCode { return "the file was moved or deleted" }
        var text = [CChar](repeating: 0, count: 256)
        _ = unsafe strerror_r(code, &text, text.count)
        let said = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return said.isEmpty ? "error \(code)" : String(decoding: said, as: UTF8.self)
    }

    /// The call would have had to wait.
    public var isWouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }
    /// A signal arrived first.
    public var isInterrupted: Bool { code == EINTR }
    /// A connection is being made and will be reported as writable.
    public var isInProgress: Bool { code == EINPROGRESS || code == EINTR }
    /// Another socket listens on the address and port.
    public var isAddressInUse: Bool { code == EADDRINUSE }
    /// The address is none of this machine's, or its family is switched off.
    public var isAddressNotAvailable: Bool { code == EADDRNOTAVAIL || code == EAFNOSUPPORT }
    /// The process or the system has no descriptor or memory left; it may have some later.
    public var isOutOfDescriptors: Bool { code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM }
    /// The process may not do that.
    public var isPermissionDenied: Bool { code == EACCES || code == EPERM || code == EROFS }
    /// No file has that name.
    public var isNotFound: Bool { code == ENOENT }
    /// The file, or the descriptor in a poller, is there already.
    public var isAlreadyThere: Bool { code == EEXIST }
    /// Nothing listens there.
    public var isConnectionRefused: Bool { code == ECONNREFUSED }
    /// The peer is gone.
    public var isDisconnected: Bool { code == EPIPE || code == ECONNRESET || code == ENOTCONN || code == ETIMEDOUT }

    /// The connection broke before it was accepted, or was forbidden by a filter; the next one may be well.
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

    /// What was read is not what was written.
    public static func inputOutput(_ call: String) -> SystemError { SystemError(code: EIO, call: call) }
    /// A file that is open has its name no more: it was moved, deleted or replaced. No system has such an error.
    public static func fileIsGone(_ name: String) -> SystemError { SystemError(code: goneCode, call: name) }
    private static let goneCode: Int32 = -1
    static func descriptorIsThere(_ call: String) -> SystemError { SystemError(code: EEXIST, call: call) }
    static func noSuchDescriptor(_ call: String) -> SystemError { SystemError(code: ENOENT, call: call) }
}
