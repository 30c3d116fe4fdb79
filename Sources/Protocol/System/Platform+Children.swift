#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Platform {
    /// The output of a child process, or the way in which it failed.
    public enum ChildOutput: Equatable, Sendable {
        /// It ended by itself, with this status, after writing these bytes.
        case ended(status: Int32, [UInt8])
        /// It wrote more than was asked for, and was stopped.
        case tooLong
        /// A signal ended it.
        case killed
    }

    /// Runs a program to its end and returns what it writes to standard output. Its standard input is empty, and its
    /// standard error is that of this process.
    ///
    /// - Parameters:
    ///   - name: the program's name, looked for as a shell would.
    ///   - arguments: the arguments after its name.
    ///   - variables: the variables of this process's environment that it gets, where they are set.
    ///   - limit: the most bytes that it may write.
    /// - Throws: the error of starting it, such as `isNotFound` if there is no such program.
    public static func output(
        of name: String, _ arguments: [String], passing variables: [String], limit: Int
    ) throws(SystemError) -> ChildOutput {
        var ends: [Int32] = [-1, -1]
        try checked("pipe") { unsafe pipe(&ends) }
        let (output, input) = (FileDescriptor(number: ends[0]), FileDescriptor(number: ends[1]))
        defer { output.close() }
        let environment = variables.compactMap { name in environmentValue(name).map { "\(name)=\($0)" } }
        let child = try spawn([name] + arguments, environment, writing: input)
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try output.readAll(limit: limit)
        } catch {
            _ = end(child, stopping: true)
            throw error
        }
        let status = end(child, stopping: bytes == nil)
        guard let bytes else { return .tooLong }
        return status & 0x7F == 0 ? .ended(status: status >> 8 & 0xFF, bytes) : .killed
    }

    /// A program that was started, and runs beside this process.
    public struct Child: Sendable {
        private let number: pid_t

        /// Starts a program with this process's environment, no input and no other descriptor of this process; all that
        /// it writes goes to this process's standard error. It and what it starts are a group of their own, with the
        /// usual signals.
        ///
        /// - Parameter words: its name, looked for as a shell would, and its arguments.
        /// - Throws: the error of starting it, such as `isNotFound` if there is no such program.
        public init(_ words: [String]) throws(SystemError) {
            number = unsafe try start(words, environment, isOwnGroup: true) { actions in
                unsafe addNoInput(&actions)
                unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
            }
        }

        /// Returns true if it has ended; it must not be asked again then.
        public func hasEnded() -> Bool {
            var status: Int32 = 0
            return uninterrupted { unsafe waitpid(number, &status, WNOHANG) } != 0
        }

        /// Ends it and what it has started at once, and waits for that.
        public func stop() {
            kill(-number, SIGKILL)
            _ = end(number, stopping: true)
        }
    }

    private static func spawn(
        _ words: [String], _ environment: [String], writing input: FileDescriptor
    ) throws(SystemError) -> pid_t {
        defer { input.close() }  // The child has its own, so that the end of the child is the end of its output.
        return unsafe try start(words, environment) { actions in
            unsafe addNoInput(&actions)
            unsafe posix_spawn_file_actions_adddup2(&actions, input.number, STDOUT_FILENO)
        }
    }

    #if canImport(Darwin)
        private typealias FileActions = posix_spawn_file_actions_t?
    #else
        private typealias FileActions = posix_spawn_file_actions_t
    #endif

    @unsafe
    private static func addNoInput(_ actions: inout FileActions) {
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }

    @unsafe
    private static func start(
        _ words: [String], _ environment: [String], isOwnGroup: Bool = false, _ prepare: (inout FileActions) -> Void
    ) throws(SystemError) -> pid_t {
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var usual = sigset_t()
        unsafe sigemptyset(&usual)
        for signal in ignoredSignals + (isOwnGroup ? [SIGHUP, SIGINT] : []) { unsafe sigaddset(&usual, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
        if isOwnGroup { unsafe posix_spawnattr_setpgroup(&attributes, 0) }
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | (isOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)))
        #if canImport(Darwin)
            var actions: FileActions
        #else
            var actions = unsafe FileActions()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe prepare(&actions)
        keepDescriptorsFromChildren()
        var child: pid_t = 0
        let code = unsafe withCStrings(words) { arguments in
            unsafe withCStrings(environment) { variables in
                unsafe posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
            }
        }
        guard code == 0 else { throw SystemError(code: code, call: "posix_spawnp") }
        return child
    }

    /// Keeps from children all descriptors but the three standard ones. This process may have been started with others,
    /// such as a service manager's sockets, and they are nobody else's.
    private static func keepDescriptorsFromChildren() {
        let open = (try? names(inFolder: "/dev/fd"))?.compactMap { Int32($0) }
        for number in open ?? Array(0..<256) where number > STDERR_FILENO {
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Waits for the end of a child, and returns its status as the system reports it.
    private static func end(_ child: pid_t, stopping: Bool) -> Int32 {
        if stopping { kill(child, SIGKILL) }
        var status: Int32 = 0
        _ = uninterrupted { unsafe waitpid(child, &status, 0) }
        return status
    }

    /// Passes strings on as C has them, with a null after the last one.
    @unsafe
    private static func withCStrings(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
        let pointers = unsafe texts.map { unsafe strdup($0) }
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(pointers + [nil])
    }
}

extension FileDescriptor {
    /// Reads everything up to the end; returns nil if that is more than `limit` bytes.
    public func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
        var (bytes, part): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 64 * 1024))
        while true {
            let count = try read(into: &part)
            guard count > 0 else { return bytes }
            bytes += part[..<count]
            guard bytes.count <= limit else { return nil }
        }
    }
}
