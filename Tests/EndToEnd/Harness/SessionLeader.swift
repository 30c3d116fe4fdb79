import Foundation
import Protocol
import TestSupport

/// Starts processes that lead a session, and so a group, of their own: the first terminal that such a process opens
/// becomes its controlling one, and the group can be ended as a whole.
enum SessionLeader {
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

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - arguments: the path of the program and its arguments.
    ///   - standardStreams: the path of the terminal or file that descriptors 0 to 2 are opened on.
    ///   - third: what becomes descriptor 3; it stays open here.
    ///   - fourth: what becomes descriptor 4; it stays open here.
    static func spawn(
        _ arguments: [String], _ environment: [String: String], standardStreams: String, third: FileDescriptor,
        fourth: FileDescriptor
    ) throws -> pid_t {
        // Out of the way of the numbers that they are to have.
        let third = fcntl(third.number, F_DUPFD_CLOEXEC, 10)
        let fourth = fcntl(fourth.number, F_DUPFD_CLOEXEC, 10)
        defer {
            close(third)
            close(fourth)
        }
        var actions = unsafe FileActions()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, standardStreams, O_RDWR, 0)
        for (from, to) in [(0, 1), (0, 2), (third, 3), (fourth, 4)] as [(Int32, Int32)] {
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
        let program = arguments.first ?? ""
        PseudoTerminal.lock.lock()
        defer { PseudoTerminal.lock.unlock() }
        return try unsafe withCStrings(arguments) { arguments in
            try unsafe withCStrings(words) { environment in
                var number = pid_t()
                let path = unsafe arguments[0]
                guard let path = unsafe path else { throw Unmet("no program") }
                let error = unsafe posix_spawn(&number, path, &actions, &attributes, arguments, environment)
                guard error == 0 else { throw Unmet("\(program) cannot be started: error \(error)") }
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
