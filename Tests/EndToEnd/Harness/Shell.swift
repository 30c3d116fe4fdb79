import Foundation
import Protocol
import TestSupport

/// A shell with job control that starts one program in the foreground of a terminal, as people start programs.
///
/// It leads a session of its own, of which the terminal is the controlling one. It says in lines, on a pipe, what becomes
/// of the program: `started PID`, and `returned STATUS` when that has ended or stopped. Then it writes a prompt with a
/// number to the terminal. A line `fg` on another pipe has it continue the program.
///
/// It is dash where there is one, which never changes the terminal's settings: bash does so after a program that has
/// left them in disorder, and nobody would notice.
struct Shell {
    private static let script = """
        ulimit -c 0
        trap : HUP
        count=0
        tell() {
            count=$((count + 1))
            echo "returned $1" >&3
            printf 'shell %s$ ' "$count"
        }
        printf 'shell 0$ %s\\n' "${1##*/}"
        "$0" -c 'echo "started $$" >&3; exec "$0" "$@" 4<&-' "$@"
        tell $?
        while read -r line <&4; do
            printf '%s\\n' "$line"
            fg >/dev/null
            tell $?
        done
        """

    let number: pid_t
    /// The descriptor its lines come from; it ends when both the shell and the program have ended.
    let reports: FileDescriptor
    private let orders: FileDescriptor

    init(_ program: [String], environment: [String: String], terminal: PseudoTerminal) throws {
        let toTest = try Platform.makePipe()
        let fromTest = try Platform.makePipe()
        (reports, orders) = (toTest.readEnd, fromTest.writeEnd)
        defer { [toTest.writeEnd, fromTest.readEnd].forEach { $0.close() } }
        do {
            try toTest.writeEnd.setNonBlocking(false)
            try fromTest.readEnd.setNonBlocking(false)
            let dash = "/bin/dash"
            let path = FileManager.default.isExecutableFile(atPath: dash) ? dash : "/bin/sh"
            number = try Self.spawn(
                [path, "-m", "-c", Self.script, path] + program, environment, terminal.path,
                reports: toTest.writeEnd.number, orders: fromTest.readEnd.number)
        } catch {
            toTest.readEnd.close()
            fromTest.writeEnd.close()
            throw error
        }
    }

    /// Has the program that was stopped go on in the foreground.
    func continueProgram() throws { try orders.writeAll(Array("fg\n".utf8)) }

    /// Ends the shell, and waits for that.
    func end() {
        kill(number, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(number, &status, 0) == -1, errno == EINTR {}
        orders.close()
        reports.close()
    }

    #if os(Linux)
        /// POSIX_SPAWN_SETSID of glibc's and musl's <spawn.h>, which Swift does not see.
        private static let startsSession: Int32 = 0x80
        private typealias FileActions = posix_spawn_file_actions_t
        private typealias Attributes = posix_spawnattr_t
    #else
        private typealias FileActions = posix_spawn_file_actions_t?
        private typealias Attributes = posix_spawnattr_t?
        private static let startsSession = Int32(POSIX_SPAWN_SETSID)
    #endif

    /// Starts a process with the terminal as descriptors 0 to 2, and the pipes as 3 and 4. It leads a session; so the
    /// first terminal that it opens becomes its controlling one.
    private static func spawn(
        _ arguments: [String], _ environment: [String: String], _ terminal: String, reports: Int32, orders: Int32
    ) throws -> pid_t {
        // Out of the way of the numbers that they are to have.
        let reports = fcntl(reports, F_DUPFD_CLOEXEC, 10)
        let orders = fcntl(orders, F_DUPFD_CLOEXEC, 10)
        defer {
            close(reports)
            close(orders)
        }
        var actions = unsafe FileActions()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        for (from, to) in [(0, 1), (0, 2), (reports, 3), (orders, 4)] as [(Int32, Int32)] {
            unsafe posix_spawn_file_actions_adddup2(&actions, from, to)
        }
        // What other tests have just opened is not marked yet as theirs alone.
        for number in ProcessFigures.own.openFiles where number > 4 {
            unsafe posix_spawn_file_actions_addclose(&actions, Int32(number))
        }
        var attributes = Attributes()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The threads that tests run on block nearly all signals, and ignore one.
        var none = sigset_t()
        var all = sigset_t()
        _ = unsafe sigemptyset(&none)
        _ = unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = startsSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let words = environment.map { "\($0.key)=\($0.value)" }
        PseudoTerminal.lock.lock()
        defer { PseudoTerminal.lock.unlock() }
        return try unsafe withCStrings(arguments) { arguments in
            try unsafe withCStrings(words) { environment in
                var number = pid_t()
                let path = unsafe arguments[0]
                guard let path = unsafe path else { throw Unmet("no program") }
                let error = unsafe posix_spawn(&number, path, &actions, &attributes, arguments, environment)
                guard error == 0 else { throw Unmet("a shell cannot be started: error \(error)") }
                return number
            }
        }
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
    ) rethrows -> Result {
        var copies = unsafe texts.map { unsafe strdup($0) }
        defer { while let copy = unsafe copies.popLast() { unsafe free(copy) } }
        return try unsafe body(copies + [nil])
    }
}
