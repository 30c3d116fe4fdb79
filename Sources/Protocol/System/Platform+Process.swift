#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// MARK: - Clocks

extension Platform {
    /// Nanoseconds since some moment in the past, never going back.
    public static var monotonicNanoseconds: UInt64 {
        let time = now(steadyClock)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Milliseconds since some moment in the past, never going back.
    public static var monotonicMilliseconds: Int64 {
        let time = now(steadyClock)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Milliseconds since the start of 1970, UTC, as the machine's clock has it; it may be set back and forth.
    public static var wallMilliseconds: Int {
        let time = now(CLOCK_REALTIME)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }

    /// The clock that stands still while the machine sleeps, on every system.
    private static var steadyClock: clockid_t {
        #if canImport(Darwin)
            CLOCK_UPTIME_RAW
        #else
            CLOCK_MONOTONIC
        #endif
    }

    @inline(__always)
    private static func now(_ clock: clockid_t) -> timespec {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return time
    }
}

// MARK: - The process

extension Platform {
    /// Ends the process.
    public static func exitProcess(_ status: ExitStatus) -> Never { exit(status.rawValue) }

    /// The process's number.
    public static var processNumber: Int32 { getpid() }

    /// The value of an environment variable, or nil where it is not set.
    public static func environmentValue(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// This machine's name, without its domain; `localhost` where it has none.
    public static var hostName: String {
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&text, text.count - 1) == 0 else { return "localhost" }
        let name = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.split(separator: UInt8(ascii: ".")).first
        return name.map { String(decoding: $0, as: UTF8.self) } ?? "localhost"
    }

    /// Raises the number of files that the process may have open as far as it may, and returns that number.
    @discardableResult
    public static func raiseOpenFileLimit() throws(SystemError) -> Int {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        try checked("getrlimit") { unsafe getrlimit(resource, &limit) }
        let most = min(limit.rlim_max, mostOpenFiles)
        if limit.rlim_cur < most {
            limit.rlim_cur = most
            try checked("setrlimit") { unsafe setrlimit(resource, &limit) }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// What the kernel allows a process whatever its hard limit says.
    private static var mostOpenFiles: rlim_t {
        #if canImport(Darwin)
            var most: Int32 = 0
            var size = MemoryLayout<Int32>.size
            let found = unsafe sysctlbyname("kern.maxfilesperproc", &most, &size, nil, 0)
            return found == 0 && most > 0 ? rlim_t(most) : rlim_t(OPEN_MAX)
        #else
            return rlim_t.max
        #endif
    }
}
