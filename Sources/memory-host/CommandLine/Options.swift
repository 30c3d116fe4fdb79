import Lobby
import Protocol

/// The options given on the command line.
struct Options: Equatable, Sendable {
    /// The port to listen on, 0 to 65535; 0 picks a free one.
    var port = SocketAddress.defaultPort
    /// The address or name to listen on; nil for every interface.
    var bind: String?
    /// The host's own name; nil for the machine's name.
    var name: PlayerName?
    /// The preset for a match opened without rules.
    var preset = Preset.classic
    /// The maximum number of connections in all.
    var connections = Limits.connections
    /// The maximum number of connections from one address; nil for the default, which is higher for this machine.
    var perAddress: Int?
    /// The maximum number of commands a second from one client; 0 for no limit.
    var rate = Limits.commandsPerSecond
    /// The data folder; nil for ``DataFolder/standard(environment:)``.
    var data: String?
    /// The durability a change must have before anyone is told of it.
    var sync = CommitGate.Sync.always
    /// Nothing is kept on disk.
    var storesNothing = false
    /// The task to run.
    var task = Task.serve
    private var repairs = false
    /// The lowest level that is written to standard error.
    var logLevel = Log.Level.notice

    /// A task of the program.
    enum Task: Equatable, Sendable {
        /// Run a host.
        case serve
        /// Print the records of the matches played.
        case printRecords
        /// Write those records to this new file, or to standard output if it is `-`.
        case exportRecords(to: String)
        /// Set aside the damaged parts of the data.
        case repair
    }

    /// The result of reading the command line.
    enum Outcome: Equatable, Sendable {
        /// Run the task with these options.
        case run(Options)
        /// Print this and exit successfully.
        case print(String)
        /// Print this sentence on standard error and exit with ``ExitStatus/usage``.
        case refuse(String)
    }

    /// Parses the arguments that follow the program's name.
    static func parse(_ arguments: [String]) -> Outcome {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let flag = parts[0]
            switch flag {
            case "--help", "-h": return .print(help)
            case "--version": return .print("memory-host \(Hello.programVersion)\n")
            default: break
            }
            if switches.contains(flag) {
                guard parts.count == 1 else { return .refuse("\(flag) takes no value; see --help") }
                options.turnOn(flag)
                continue
            }
            guard flags.contains(flag) else { return .refuse("unknown option \(argument); see --help") }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                return .refuse("\(flag) needs a value; see --help")
            }
            if let problem = options.set(flag, value) { return .refuse(problem) }
        }
        if let contradiction = options.contradiction { return .refuse(contradiction) }
        if options.repairs { options.task = .repair }
        return .run(options)
    }

    private static let flags: Set = [
        "--port", "--bind", "--name", "--rules", "--max-connections", "--per-address", "--rate", "--log-level",
        "--data", "--sync", "--export",
    ]
    /// Flags that take no value.
    private static let switches: Set = ["--no-data", "--records", "--repair"]

    /// Sets one flag that takes no value.
    private mutating func turnOn(_ flag: String) {
        switch flag {
        case "--no-data": storesNothing = true
        case "--records": if task == .serve { task = .printRecords }
        case "--repair": repairs = true
        default: preconditionFailure("the flag \(flag) is listed but not read")
        }
    }

    /// The contradiction between flags that are each valid alone; nil if there is none.
    private var contradiction: String? {
        if repairs, task != .serve { return "--repair cannot be combined with --records or --export" }
        guard storesNothing else { return nil }
        if data != nil { return "--data and --no-data cannot be combined" }
        return task == .serve && !repairs ? nil : "--no-data cannot be combined with --records, --export or --repair"
    }

    /// Sets one flag that takes a value; returns a sentence if the value is invalid.
    private mutating func set(_ flag: String, _ value: String) -> String? {
        switch flag {
        case "--port":
            guard let port = UInt16(value) else { return "--port must be a number from 0 to 65535, not \(value)" }
            self.port = port
        case "--bind":
            guard !value.isEmpty else { return "--bind needs an address" }
            bind = value
        case "--name":
            do throws(Refusal) {
                name = try PlayerName(value)
            } catch {
                return "--name: \(error.message)"
            }
        case "--rules":
            guard let preset = Preset(rawValue: value) else {
                return "--rules must be one of \(Self.list(Preset.allCases.map(\.rawValue))), not \(value)"
            }
            self.preset = preset
        case "--max-connections": return setNumber(value, flag, 1...1_000_000) { $0.connections = $1 }
        case "--per-address": return setNumber(value, flag, 1...1_000_000) { $0.perAddress = $1 }
        case "--rate": return setNumber(value, flag, 0...1_000_000) { $0.rate = $1 }
        case "--data":
            guard !value.isEmpty else { return "--data needs a folder" }
            data = value
        case "--sync":
            guard let sync = CommitGate.Sync(rawValue: value) else {
                return "--sync must be one of \(Self.list(CommitGate.Sync.allCases.map(\.rawValue))), not \(value)"
            }
            self.sync = sync
        case "--export":
            guard !value.isEmpty else { return "--export needs a file, or - for standard output" }
            task = .exportRecords(to: value)
        case "--log-level":
            guard let level = Log.Level(name: value) else {
                return "--log-level must be one of \(Self.list(Log.Level.allCases.map(\.name))), not \(value)"
            }
            logLevel = level
        default: preconditionFailure("the flag \(flag) is listed but not read")
        }
        return nil
    }

    private mutating func setNumber(
        _ value: String, _ flag: String, _ range: ClosedRange<Int>, _ set: (inout Options, Int) -> Void
    ) -> String? {
        guard let number = Int(value), range.contains(number) else {
            return "\(flag) must be a number from \(range.lowerBound) to \(range.upperBound), not \(value)"
        }
        set(&self, number)
        return nil
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    /// The text that `--help` prints.
    static let help = """
        memory-host runs a lobby and matches of Memory for everybody on the network.

        Usage: memory-host [options]

        Defaults are in parentheses.

          --port N             port to listen on; 0 picks a free one (\(SocketAddress.defaultPort))
          --bind ADDRESS       address or name to listen on (every interface)
          --name NAME          name shown to clients (the machine's name)
          --rules PRESET       default rules for new matches (classic):
                               \(list(Preset.allCases.map(\.rawValue)))
          --max-connections N  connections in total (\(Limits.connections))
          --per-address N      connections per address (\(Limits.connectionsPerAddress); from this machine \
        \(Limits.connectionsPerLoopbackAddress))
          --rate N             commands per second per client; 0 for no limit (\(Limits.commandsPerSecond))
          --data DIR           data folder
                               (\(DataFolder.standardInWords))
          --no-data            keep nothing on disk
          --sync WHEN          sync changes to disk: always, before anybody sees
                               them; second, within a second; never, leave it
                               to the system (always)
          --records            print past matches and exit
          --export FILE        write past matches to a new file as JSON lines,
                               - for standard output, and exit
          --repair             set damaged data aside, report it and exit
          --log-level LEVEL    lowest level to log (notice):
                               \(list(Log.Level.allCases.map(\.name)))
          --version            print the version
          --help               print this help

        The first line on standard output is: listening on ADDRESS:PORT
        Control-C notifies every client and stops the host.

        """
}
