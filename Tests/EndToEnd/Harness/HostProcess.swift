import Foundation
import Protocol

/// A host of our own, the program as it was built, on a port that was free.
final class HostProcess {
    /// The process, for signals and for what it prints.
    let process: RunningProcess
    /// The address it listens on, from its first line.
    let address: SocketAddress

    /// Starts a host and waits for its first line.
    ///
    /// - Parameters:
    ///   - flags: what the host is started with, besides `--port 0`; without `--data` it keeps nothing.
    ///   - bind: the address to listen on; nil for every interface.
    ///   - shell: what a shell does before it turns into the host, such as `ulimit -n 64`.
    ///   - isPlain: true for the host that was built with the tests, which no sanitizer watches.
    init(_ flags: String..., bind: String? = "127.0.0.1", shell: String? = nil, isPlain: Bool = false) throws {
        let keeping = flags.contains("--data") ? [] : ["--no-data"]
        let all = ["--port", "0"] + (bind.map { ["--bind", $0] } ?? []) + keeping + flags
        process = try Self.start(all, shell: shell, isPlain: isPlain)
        let line = try process.nextLine()
        guard let line, let address = Self.address(firstLine: line) else {
            throw Unmet("the first line is '\(line ?? "")', and then: \(try process.restOfErrors())")
        }
        self.address = address
    }

    /// Runs the program with exactly these flags, whether it comes to be a host or not.
    ///
    /// - Parameters:
    ///   - input: its standard input, or that of the shell; nil for none.
    ///   - isPlain: true for the program that was built with the tests.
    static func start(
        _ flags: [String], shell: String? = nil, input: FileDescriptor? = nil, isPlain: Bool = false
    ) throws -> RunningProcess {
        let program = try program(isPlain: isPlain)
        guard let shell else { return try RunningProcess(program, flags, input: input) }
        return try RunningProcess("/bin/sh", ["-c", "\(shell); exec \"$0\" \"$@\"", program] + flags, input: input)
    }

    /// Runs the program with an open descriptor in its environment's sense: it gets number 3, and the process knows that
    /// it is meant.
    static func start(_ flags: [String], given: FileDescriptor) throws -> RunningProcess {
        let shell = "exec 3<&0 </dev/null; export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=game"
        return try start(flags, shell: shell, input: given)
    }

    /// Reads `listening on ADDRESS:PORT`; the address of every interface is turned into this machine's own.
    static func address(firstLine line: String) -> SocketAddress? {
        let start = "listening on "
        guard line.hasPrefix(start), let colon = line.lastIndex(of: ":"),
            let port = UInt16(line[line.index(after: colon)...])
        else { return nil }
        let host = line[..<colon].dropFirst(start.count).trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        return SocketAddress(host: host == "::" || host == "0.0.0.0" ? "127.0.0.1" : host, port: port)
    }

    /// The path of the host: `MEMORY_HOST` if it is set, for example a sanitized build; otherwise the host built with the
    /// tests.
    ///
    /// - Parameter isPlain: true for the one beside the tests in any case.
    static func program(isPlain: Bool = false) throws -> String {
        if !isPlain, let path = ProcessInfo.processInfo.environment["MEMORY_HOST"] { return path }
        return try builtProduct("memory-host")
    }

    /// The path of a program of this package, which is built beside the tests.
    static func builtProduct(_ name: String) throws -> String {
        // On Linux the first argument is the test bundle, a program; on a Mac an option of a helper names it.
        var places: [URL] = []
        for argument in CommandLine.arguments {
            guard let range = argument.range(of: ".xctest") else { continue }
            places.append(URL(fileURLWithPath: String(argument[..<range.upperBound])).deletingLastPathComponent())
        }
        if let first = CommandLine.arguments.first {
            places.append(URL(fileURLWithPath: first).deletingLastPathComponent())
        }
        for place in places {
            let path = place.appendingPathComponent(name).path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw Unmet("\(name) is not built in \(places.map(\.path))")
    }

    /// Sends a signal, `SIGTERM` unless it is said, waits until the host has ended, and tells how it did.
    @discardableResult
    func stop(_ signal: Int32 = SIGTERM) throws -> RunningProcess.Ending {
        process.send(signal: signal)
        return try process.waitForEnd()
    }
}
