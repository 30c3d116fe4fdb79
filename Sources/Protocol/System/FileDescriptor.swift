#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An open file, socket, pipe or terminal, by its number.
///
/// It owns nothing: copies refer to the same file, and only ``close()`` closes it.
public struct FileDescriptor: Hashable, Sendable {
    /// The file's number in this process, 0 or more while it is open.
    public let number: Int32

    /// Wraps the descriptor of an open file.
    public init(number: Int32) { self.number = number }

    public static let standardInput = FileDescriptor(number: 0)
    /// Standard output, for results.
    public static let standardOutput = FileDescriptor(number: 1)
    /// Standard error, for diagnostics.
    public static let standardError = FileDescriptor(number: 2)

    /// Closes the descriptor; remove it from any poller first.
    ///
    /// Closing it twice is a mistake: its number may be another file's by then. Debug builds stop at it.
    public func close() {
        let isClosed = systemClose(number) == 0
        assert(isClosed || errno != EBADF || number < 0, "descriptor \(number) is not open")
    }

    /// True if the descriptor is a terminal.
    public var isTerminal: Bool { isatty(number) == 1 }

    // MARK: Reading and writing

    /// Reads available bytes, up to the size of `buffer`, and returns their number: 0 at the end.
    ///
    /// The size of `buffer` must not be 0; only its first bytes are overwritten.
    public func read(into buffer: inout [UInt8]) throws(SystemError) -> Int {
        try Platform.checked("read") {
            unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(number, $0.baseAddress, $0.count) }
        }
    }

    /// Writes bytes from index `start` on; returns how many were written, which may be fewer.
    public func write(_ bytes: [UInt8], from start: Int = 0) throws(SystemError) -> Int {
        precondition(start >= 0 && start <= bytes.count)
        return try Platform.checked("write") {
            unsafe bytes.withUnsafeBytes { all in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
                return unsafe systemWrite(number, rest.baseAddress, rest.count)
            }
        }
    }

    /// Writes all of `bytes`, waiting whenever the descriptor would block, even if it is non-blocking.
    public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            do {
                written += try write(bytes, from: written)
            } catch  where error.isWouldBlock {
                _ = try wait(for: .writable, milliseconds: nil)
            }
        }
    }

    /// Waits until the descriptor is readable, writable or broken; returns false if the time is up first.
    ///
    /// 0 milliseconds means don't wait, nil wait forever. A signal may end the wait early, with false.
    public func wait(for interest: Conditions, milliseconds: Int?) throws(SystemError) -> Bool {
        var entry = pollfd(self, interest)
        let count = unsafe poll(&entry, 1, Platform.timeout(milliseconds))
        return try Platform.readyCount(Int(count), "poll") > 0
    }

    // MARK: Flags

    /// Sets or clears the non-blocking flag, which all descriptors of the same open file share.
    public func setNonBlocking(_ isNonBlocking: Bool) throws(SystemError) {
        let flags = try Platform.checked("fcntl") { fcntl(number, F_GETFL) }
        let wanted = isNonBlocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
        if wanted != flags { try Platform.checked("fcntl") { fcntl(number, F_SETFL, wanted) } }
    }

    /// Wraps new descriptors and makes them non-blocking and close-on-exec; closes all of them if that fails.
    static func nonBlocking(_ numbers: [Int32]) throws(SystemError) -> [FileDescriptor] {
        let descriptors = numbers.map { FileDescriptor(number: $0) }
        do throws(SystemError) {
            for descriptor in descriptors {
                try Platform.checked("fcntl") { fcntl(descriptor.number, F_SETFD, FD_CLOEXEC) }
                try descriptor.setNonBlocking(true)
            }
        } catch {
            for descriptor in descriptors { descriptor.close() }
            throw error
        }
        return descriptors
    }
}

// C's functions, under names that no method has.
private func systemClose(_ number: Int32) -> Int32 { close(number) }
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(number, bytes, count)
}
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(number, bytes, count)
}
