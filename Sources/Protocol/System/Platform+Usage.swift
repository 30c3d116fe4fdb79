#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Platform {
    /// The resources that this process uses. What only Linux tells is nil elsewhere.
    public struct Usage: Equatable, Sendable {
        /// The processor time used so far, in microseconds.
        public var processorMicroseconds: Int
        /// Bytes of memory, resident and mapped.
        public var memory: (resident: Int, virtual: Int)?
        /// The descriptors that are open, and the most that may be.
        public var files: (open: Int, most: Int)?

        /// Creates figures.
        public init(
            processorMicroseconds: Int, memory: (resident: Int, virtual: Int)? = nil,
            files: (open: Int, most: Int)? = nil
        ) {
            (self.processorMicroseconds, self.memory, self.files) = (processorMicroseconds, memory, files)
        }

        /// Returns true if both have the same figures.
        public static func == (one: Usage, other: Usage) -> Bool {
            one.processorMicroseconds == other.processorMicroseconds
                && one.memory?.resident == other.memory?.resident && one.memory?.virtual == other.memory?.virtual
                && one.files?.open == other.files?.open && one.files?.most == other.files?.most
        }
    }

    /// Reads the resources that this process uses; it allocates nothing and waits for no disk.
    public static var usage: Usage {
        // In microseconds, since POSIX sets CLOCKS_PER_SEC to a million; -1 if unknown, in an unsigned type on macOS.
        let processor = max(0, Int(truncatingIfNeeded: clock()))
        return Usage(processorMicroseconds: processor, memory: memory, files: files)
    }

    /// The bytes of memory that this process has, resident and mapped; nil where the system doesn't say.
    static var memory: (resident: Int, virtual: Int)? {
        guard let file = try? openFile("/proc/self/statm", [.read]) else { return nil }
        defer { file.close() }
        return unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) {
            text -> (resident: Int, virtual: Int)? in
            let count = uninterrupted { unsafe read(file.number, text.baseAddress, text.count) }
            // The first two numbers are pages: all, and those that are resident.
            var (numbers, place) = ((0, 0), 0)
            for index in 0..<max(0, count) where place < 2 {
                let byte = unsafe text[index]
                guard byte.isDigit else {
                    place += 1
                    continue
                }
                let digit = Int(byte - UInt8(ascii: "0"))
                if place == 0 { numbers.0 = numbers.0 * 10 + digit } else { numbers.1 = numbers.1 * 10 + digit }
            }
            guard place == 2 else { return nil }
            let size = sysconf(Int32(_SC_PAGESIZE))
            return (resident: numbers.1 * size, virtual: numbers.0 * size)
        }
    }

    private static var files: (open: Int, most: Int)? {
        #if os(Linux)
            var limit = rlimit()
            guard unsafe getrlimit(resource(RLIMIT_NOFILE), &limit) == 0 else { return nil }
            return openFiles.map { (open: $0, most: Int(clamping: limit.rlim_cur)) }
        #else
            return nil
        #endif
    }

    #if os(Linux)
        /// The number of open descriptors. Since Linux 6.2 it is the size of their folder; before, they must be counted.
        private static var openFiles: Int? {
            var status = stat()
            guard unsafe stat("/proc/self/fd", &status) == 0 else { return nil }
            if status.st_size > 0 { return Int(status.st_size) }
            guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
            defer { unsafe closedir(folder) }
            var count = 0
            while unsafe readdir(folder) != nil { count += 1 }
            return max(0, count - 3)  // Without the folder itself, the one above it, and the descriptor that reads it.
        }
    #endif
}
