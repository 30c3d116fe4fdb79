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

// MARK: - The machine

extension Platform {
    /// An identifier of the current boot; nil if the system does not tell.
    public static var boot: String? {
        #if canImport(Darwin)
            var (name, size) = ([CChar](repeating: 0, count: 64), 64)
            guard unsafe sysctlbyname("kern.bootsessionuuid", &name, &size, nil, 0) == 0 else { return nil }
            return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
            guard let file = try? openFile("/proc/sys/kernel/random/boot_id", [.read]) else { return nil }
            defer { file.close() }
            var name = [UInt8](repeating: 0, count: 64)
            guard let count = try? file.read(at: 0, into: &name), count > 0 else { return nil }
            return String(decoding: name[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        #endif
    }
}

// MARK: - Clocks

extension Platform {
    /// Milliseconds since an arbitrary time in the past; never decreases.
    public static var monotonicMilliseconds: Int {
        let time = now(steadyClock)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }

    /// Microseconds on the same clock.
    public static var monotonicMicroseconds: Int {
        let time = now(steadyClock)
        return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
    }

    /// Milliseconds since 1970, UTC, on the system clock, which may be set forward or back.
    public static var wallMilliseconds: Int {
        let time = now(CLOCK_REALTIME)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }

    /// The clock that stops while the machine sleeps, on every system.
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
    /// Waits for some time.
    public static func sleep(milliseconds: Int) { _ = poll(nil, 0, timeout(milliseconds)) }

    /// Ends the process.
    public static func exitProcess(_ status: ExitStatus) -> Never { exit(status.rawValue) }

    /// The process's ID.
    public static var processNumber: Int32 { getpid() }

    /// The environment, each variable as `NAME=value`.
    static var environment: [String] {
        #if canImport(Darwin)
            var next = unsafe _NSGetEnviron().pointee
        #else
            guard var next = unsafe memory_environment() else { return [] }
        #endif
        var all: [String] = []
        while let variable = unsafe next.pointee {
            all.append(unsafe String(cString: variable))
            unsafe next += 1
        }
        return all
    }

    /// Returns true if the locale's encoding is UTF-8. In POSIX `LC_ALL` overrides `LC_CTYPE`, which overrides `LANG`;
    /// empty ones are ignored, and without any the locale is `C`, which is ASCII.
    ///
    /// - Parameter environment: returns the value of an environment variable.
    public static func isUTF8(_ environment: (String) -> String?) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        // Such as `de_DE.UTF-8@euro`. macOS has a locale named just `UTF-8`.
        let name = locale.prefix { $0 != "@" }
        let encoding = name.split(separator: ".", maxSplits: 1).last ?? ""
        return encoding.lowercased().filter { $0 != "-" && $0 != "_" } == "utf8"
    }

    /// Returns the value of an environment variable; nil if it isn't set.
    public static func environmentValue(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// Removes an environment variable, so that no child gets it. Nothing else may read the environment meanwhile.
    public static func removeEnvironmentValue(_ name: String) { _ = unsafe unsetenv(name) }

    /// Returns true if there is a process with this ID, whoever it belongs to.
    public static func hasProcess(_ number: Int32) -> Bool {
        number > 0 && (kill(number, 0) == 0 || errno == EPERM)
    }

    /// This machine's name without its domain; `localhost` if it has none.
    public static var hostName: String {
        fullHostName.split(separator: ".").first.map { String($0) } ?? "localhost"
    }

    /// This machine's name, with its domain if the system knows it; `localhost` if it has none.
    public static var fullHostName: String {
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&text, text.count - 1) == 0 else { return "localhost" }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "localhost" : name
    }

    /// Raises the limit of open files as far as allowed, and returns it.
    @discardableResult
    public static func raiseOpenFileLimit() throws(SystemError) -> Int {
        let resource = resource(RLIMIT_NOFILE)
        var limit = rlimit()
        try checked("getrlimit") { unsafe getrlimit(resource, &limit) }
        let most = min(limit.rlim_max, mostOpenFiles)
        if limit.rlim_cur < most {
            limit.rlim_cur = most
            try checked("setrlimit") { unsafe setrlimit(resource, &limit) }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// The bytes that this process may still use before it meets its limit (`ulimit -v`): what it may map, and what is
    /// free in its heap, which keeps what a crowd has needed. Nil without a limit, or where the system doesn't say how much
    /// is in use.
    public static func addressSpaceLeft() -> Int? {
        var limit = rlimit()
        guard unsafe getrlimit(resource(RLIMIT_AS), &limit) == 0, limit.rlim_cur < rlim_t(Int.max), let memory
        else { return nil }
        return Int(limit.rlim_cur) - memory.virtual + freeHeapBytes
    }

    private static var freeHeapBytes: Int {
        #if os(Linux)
            Int(memory_free_heap())
        #else
            0
        #endif
    }

    /// A limit of the process by its name, which is an enumeration in one C library.
    #if canImport(Glibc)
        static func resource(_ name: __rlimit_resource) -> __rlimit_resource_t {
            __rlimit_resource_t(name.rawValue)
        }
    #else
        static func resource(_ name: Int32) -> Int32 { name }
    #endif

    /// The kernel's limit per process, whatever the hard limit says.
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

/// The exit status of a process; numbers from 64 are those of `sysexits.h`.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    case success = 0
    /// A client failed its exam.
    case failed = 1
    /// The command line is wrong.
    case usage = 64
    /// Input from a file or a peer is invalid.
    case dataError = 65
    /// The host's name is unknown.
    case noHost = 68
    /// The host, or something else that is needed, is unreachable.
    case unavailable = 69
    /// An internal error.
    case software = 70
    /// The system refused a resource: descriptors, memory.
    case systemError = 71
    /// A file or listening socket could not be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutputError = 74
    /// Permission was denied.
    case noPermission = 77
}
