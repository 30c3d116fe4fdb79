// The files of this folder are the only sources that import the C library. Each function wraps one call, and
// its name says what it does. Decisions that C leaves to the caller are made once, here:
//
// - A call interrupted by a signal is repeated, except where waiting is the point (`poll`, `epoll_wait`: they report
//   nothing ready) and `close` (the descriptor is gone either way).
// - A failure is thrown as a `SystemError`, with the number and the call. "Would block" is an error too, except on the
//   hot path (`Socket`), where it is a value.
// - Descriptors are close-on-exec from the beginning, or made so at once where the call can't.
// - The differences between Linux and Darwin end here: no other file depends on the system, except to choose a poller.
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The operating system, one wrapper per call.
public enum Platform {}

// MARK: - Results

extension Platform {
    /// Makes a call, repeating it while signals interrupt it; −1 means failure, with the reason in `errno`.
    @inline(__always)
    static func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// Makes a call, repeating it while signals interrupt it; throws its error.
    @inline(__always)
    @discardableResult
    static func checked<Number: SignedInteger>(
        _ name: String, _ call: () -> Number
    ) throws(SystemError) -> Number {
        let result = uninterrupted(call)
        if result == -1 { throw lastError(name) }
        return result
    }

    /// Returns the error of the call that has just failed.
    static func lastError(_ call: String) -> SystemError { SystemError(code: errno, call: call) }
}

// MARK: - Waiting

extension Platform {
    /// Returns a timeout as C expects it, −1 meaning forever.
    static func timeout(_ milliseconds: Int?) -> Int32 {
        guard let milliseconds else { return -1 }
        return Int32(clamping: max(0, milliseconds))
    }

    /// Returns the result of a call that waits: the number of descriptors that are ready; 0 if a signal arrived first.
    static func readyCount(_ result: Int, _ call: String) throws(SystemError) -> Int {
        if result >= 0 { return result }
        let error = lastError(call)
        if error.isInterrupted { return 0 }
        throw error
    }
}

// MARK: - Pipes

extension Platform {
    /// Creates a pipe with both ends non-blocking and close-on-exec.
    public static func makePipe() throws(SystemError) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
        var numbers: [Int32] = [-1, -1]
        try checked("pipe") { unsafe pipe(&numbers) }
        let ends = try FileDescriptor.nonBlocking(numbers)
        return (ends[0], ends[1])
    }
}

// MARK: - Bytes

extension Platform {
    /// Returns true if this text, in quotes, is at `start`.
    @inline(__always)
    static func holdsQuoted(_ bytes: [UInt8], _ text: StaticString, at start: Int) -> Bool {
        precondition(start >= 0)
        let count = text.utf8CodeUnitCount
        return unsafe bytes.withUnsafeBufferPointer { all in
            guard let base = all.baseAddress, all.count - start >= count + 2 else { return false }
            return unsafe base[start] == UInt8(ascii: "\"") && base[start + 1 + count] == UInt8(ascii: "\"")
                && memcmp(base + start + 1, text.utf8Start, count) == 0
        }
    }

    /// Returns the index of the first `byte` in a part of `bytes`, as fast as the C library finds it.
    @inline(__always)
    public static func firstIndex(of byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        return unsafe bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress, !range.isEmpty,
                let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// Copies a part of `source` into `target`, which has at least as many bytes from `start` on.
    @inline(__always)
    static func copyBytes(_ source: [UInt8], _ range: Range<Int>, into target: inout [UInt8], at start: Int) {
        precondition(range.lowerBound >= 0 && range.upperBound <= source.count)
        precondition(start >= 0 && range.count <= target.count - start)
        unsafe target.withUnsafeMutableBytes { all in
            unsafe source.withUnsafeBytes { from in
                guard let base = all.baseAddress, let first = from.baseAddress else { return }
                unsafe (base + start).copyMemory(from: first + range.lowerBound, byteCount: range.count)
            }
        }
    }
}
