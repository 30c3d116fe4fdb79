import Foundation
public import Protocol

/// The socket on which a service manager reads notifications.
public final class ManagerSocket {
    /// The path that it is bound to.
    public let path: String
    /// Readable when there is a message.
    public let descriptor: FileDescriptor

    /// Binds a socket to a path where there is nothing.
    public init(at path: String) throws {
        #if canImport(Darwin)
            let type = SOCK_DGRAM
        #else
            let type = Int32(SOCK_DGRAM.rawValue)
        #endif
        let number = socket(AF_UNIX, type, 0)
        guard number >= 0 else { throw SystemError(code: errno, call: "socket") }
        (self.path, descriptor) = (path, FileDescriptor(number: number))
        try descriptor.setNonBlocking(true)
        var form = sockaddr_un()
        form.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: form.sun_path) else {
            throw SystemError(code: ENAMETOOLONG, call: "bind")
        }
        unsafe withUnsafeMutableBytes(of: &form.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let result = unsafe withUnsafePointer(to: &form) { form in
            unsafe form.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw SystemError(code: errno, call: "bind") }
    }

    deinit { descriptor.close() }

    /// The next message, if one has come.
    public func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        guard let count = try? descriptor.read(into: &buffer) else { return nil }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
