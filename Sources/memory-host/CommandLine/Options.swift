import Lobby
import Protocol

/// The options given on the command line.
struct Options: Equatable, Sendable {
    /// The port to listen on, 0 to 65535; 0 picks a free one.
    var port = SocketAddress.defaultPort
    /// The address or name to listen on; nil for every interface.
    var bind: String?
    /// True if clients that look for hosts get no answer.
    var isHidden = false
    /// True if browsers get the web page.
    var servesWeb = true
    /// Further names by which browsers may reach this machine, in lower case.
    var webNames: [String] = []
    /// The folder that the page's files are read from at each request; nil for the page in the program.
    var webFolder: String?
    /// The folder of pictures to play with; nil for none.
    var faces: String?
    /// The host's own name; nil for the machine's name.
    var name: PlayerName?
    /// The preset for a match opened without rules.
    var preset = Preset.classic
    /// The pairs of matches in a contest; 0 ends one that the data folder holds, nil continues it.
    var contest: Int?
    /// The maximum number of connections in all.
    var connections = Limits.connections
    /// The maximum number of connections from one address; nil for the default, which is higher for this machine.
    var perAddress: Int?
    /// The maximum number of commands a second from one client; 0 for no limit.
    var rate = Limits.commandsPerSecond
    /// The maximum number of commands a second from one address; 0 for no limit.
    var addressRate: Int { rate * Limits.addressCommandsPerSecond / Limits.commandsPerSecond }
    /// The maximum number of HTTP requests a second from one address; 0 for no limit.
    var requestRate: Int { rate * Limits.requestsPerSecond / Limits.commandsPerSecond }
    /// The data folder; nil for ``DataFolder/standard(environment:)``.
    var data: String?
    /// The durability a change must have before anyone sees it.
    var sync = CommitGate.Sync.always
    /// The number of records above which the oldest are dropped; 0 keeps all.
    var keptRecords = Limits.keptRecords
    /// Nothing is kept on disk.
    var storesNothing = false
    /// The task to run.
    var task: Task { asked.first?.task ?? .serve }
    /// The tasks that were asked for instead of serving, each with its flag.
    private var asked: [Asked] = []
    /// The lowest level that is written to standard error.
    var logLevel = Log.Level.notice
    /// The form of the log's lines.
    var logFormat = Log.Format.text
    /// Who may read the metrics.
    var metrics = MetricsGate.Audience.local
    /// The names of an exam's lessons, or of their levels; nil for what every client must.
    var lessons: [String]?
    /// The file that an exam reports to, `-` for standard output; nil for none.
    var report: String?
    /// The number that decides an exam's decks and its opponent's moves; nil for any.
    var seed: Int?
    /// The seconds in which a client must answer in an exam; nil for the usual time.
    var patience: Int?
    /// The program to be examined, and its arguments; empty if it is started elsewhere.
    var command: [String] = []

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
        /// Fetch the pictures that are listed at this address into this folder.
        case fetchFaces(from: String, into: String)
        /// Examine clients: one player's, or everybody's.
        case exam(of: PlayerName?)
    }

    private struct Asked: Equatable, Sendable {
        let flag: String
        let task: Task
    }

    /// Notes a task; of one flag given twice, the last counts.
    private mutating func ask(for task: Task, by flag: String) {
        asked.removeAll { $0.flag == flag }
        asked.append(Asked(flag: flag, task: task))
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
            if argument == "--" {
                (options.command, rest) = (Array(rest), [])
                if options.command.isEmpty { return .refuse("-- must be followed by a program; see --help") }
                break
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let flag = parts[0]
            switch flag {
            case "--help", "-h": return .print(help)
            case "--version": return .print("memory-host \(Hello.programVersion)\n")
            default: break
            }
            guard let option = known[flag] else { return .refuse("unknown option \(argument); see --help") }
            switch option {
            case .alone(let turnOn):
                guard parts.count == 1 else { return .refuse("\(flag) takes no value; see --help") }
                turnOn(&options)
            case .mayHaveValue(let set):
                let next = rest.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
                if parts.count == 1, next != nil { rest.removeFirst() }
                if let problem = set(&options, parts.count > 1 ? parts[1] : next) {
                    return .refuse("\(flag)\(problem)")
                }
            case .withValue(let set):
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                    return .refuse("\(flag) needs a value; see --help")
                }
                if let problem = set(&options, value) { return .refuse("\(flag)\(problem)") }
            case .withTwoValues(let set):
                guard let first = parts.count > 1 ? parts[1] : rest.popFirst(), let second = rest.popFirst() else {
                    return .refuse("\(flag) needs two values; see --help")
                }
                if let problem = set(&options, first, second) { return .refuse("\(flag)\(problem)") }
            }
        }
        if let contradiction = options.contradiction { return .refuse(contradiction) }
        return .run(options)
    }

    /// The contradiction between flags that are each valid alone, if any.
    private var contradiction: String? {
        if let other = asked.first(where: { $0.flag != asked[0].flag }) {
            return "\(asked[0].flag) and \(other.flag) cannot be combined"
        }
        if let contradiction = examContradiction { return contradiction }
        if case .fetchFaces = task { return faces == nil ? nil : "--fetch-faces and --faces cannot be combined" }
        if faces != nil, !servesWeb { return "--faces needs the page that shows them: leave out --no-web" }
        if webFolder != nil, !servesWeb { return "--web-from and --no-web cannot be combined" }
        guard storesNothing else { return nil }
        if data != nil { return "--data and --no-data cannot be combined" }
        if case .exam = task { return nil }  // It keeps nothing anyway.
        return asked.first.map { "\($0.flag) and --no-data cannot be combined" }
    }

    private var examContradiction: String? {
        guard case .exam(let player) = task else {
            let flags = [
                (lessons != nil, "--level"), (report != nil, "--report"), (seed != nil, "--seed"),
                (patience != nil, "--patience"),
                (!command.isEmpty, "--"),
            ]
            return flags.first { $0.0 }.map { "\($0.1) is for --exam" }
        }
        if !command.isEmpty, player == nil {
            return "-- needs the name of the player that the program plays as: --exam NAME"
        }
        if data != nil { return "--exam and --data cannot be combined" }
        if contest != nil { return "--exam and --contest cannot be combined" }
        return faces == nil ? nil : "--exam and --faces cannot be combined"
    }

    /// An option of the command line.
    private enum Option: Sendable {
        /// It takes no value.
        case alone(@Sendable (inout Options) -> Void)
        /// It takes a value; the result is the rest of a sentence that begins with its name if that is invalid.
        case withValue(@Sendable (inout Options, String) -> String?)
        /// The same with a value that may be left out.
        case mayHaveValue(@Sendable (inout Options, String?) -> String?)
        /// The same with two values, the second of which is an argument of its own.
        case withTwoValues(@Sendable (inout Options, String, String) -> String?)

        static func number(
            _ range: ClosedRange<Int>, _ set: @escaping @Sendable (inout Options, Int) -> Void
        ) -> Option {
            .withValue { options, value in
                guard let number = Int(value), range.contains(number) else {
                    return " must be a number from \(range.lowerBound) to \(range.upperBound), not \(value)"
                }
                set(&options, number)
                return nil
            }
        }

        static func text(
            _ meaning: String, _ set: @escaping @Sendable (inout Options, String) -> Void
        ) -> Option {
            .withValue { options, value in
                if value.isEmpty { return " needs \(meaning)" }
                set(&options, value)
                return nil
            }
        }

        static func choice<Value>(
            of names: [String], _ named: @escaping @Sendable (String) -> Value?,
            _ set: @escaping @Sendable (inout Options, Value) -> Void
        ) -> Option {
            .withValue { options, value in
                guard let chosen = named(value) else { return " must be one of \(Options.list(names)), not \(value)" }
                set(&options, chosen)
                return nil
            }
        }
    }

    private static let known: [String: Option] = [
        "--port": .number(0...65535) { $0.port = UInt16($1) },
        "--bind": .text("an address") { $0.bind = $1 },
        "--name": .withValue { options, value in
            do throws(Refusal) {
                options.name = try PlayerName(value)
                return nil
            } catch {
                return ": \(error.message)"
            }
        },
        "--hidden": .alone { $0.isHidden = true },
        "--no-web": .alone { $0.servesWeb = false },
        "--web-name": .withValue { options, value in
            guard WebAddress.isName(value) else { return " must be the name of a machine, not \(value)" }
            options.webNames.append(value.lowercased())
            return nil
        },
        "--web-from": .text("a folder") { $0.webFolder = $1 },
        "--faces": .text("a folder") { $0.faces = $1 },
        "--fetch-faces": .withTwoValues { options, address, folder in
            guard ["http://", "https://"].contains(where: { address.lowercased().hasPrefix($0) }) else {
                return " needs an address with http or https, not \(address)"
            }
            if folder.isEmpty || folder.hasPrefix("-") { return " needs a folder after the address" }
            options.ask(for: .fetchFaces(from: address, into: folder), by: "--fetch-faces")
            return nil
        },
        "--rules": .choice(of: Preset.allCases.map(\.rawValue), Preset.init(rawValue:)) { $0.preset = $1 },
        "--contest": .number(0...Limits.contestPairs.upperBound) { $0.contest = $1 },
        "--max-connections": .number(1...1_000_000) { $0.connections = $1 },
        "--per-address": .number(1...1_000_000) { $0.perAddress = $1 },
        "--rate": .number(0...1_000_000) { $0.rate = $1 },
        "--data": .text("a folder") { $0.data = $1 },
        "--no-data": .alone { $0.storesNothing = true },
        "--sync": .choice(of: CommitGate.Sync.allCases.map(\.rawValue), CommitGate.Sync.init(rawValue:)) {
            $0.sync = $1
        },
        "--keep-records": .number(0...100_000_000) { $0.keptRecords = $1 },
        "--records": .alone { $0.ask(for: .printRecords, by: "--records") },
        "--export": .text("a file, or - for standard output") {
            $0.ask(for: .exportRecords(to: $1), by: "--export")
        },
        "--repair": .alone { $0.ask(for: .repair, by: "--repair") },
        "--exam": .mayHaveValue { options, value in
            do throws(Refusal) {
                options.ask(
                    for: .exam(of: try value.map { (name) throws(Refusal) in try PlayerName(name) }), by: "--exam")
                return nil
            } catch {
                return ": \(error.message)"
            }
        },
        "--level": .withValue { options, value in
            let names = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            for name in names where Lesson.named(name) == nil {
                let levels = Lesson.Level.allCases.map(\.rawValue).joined(separator: ", ")
                return " must be all, some of \(levels), or names of lessons, not \(name)"
            }
            options.lessons = names
            return nil
        },
        "--report": .text("a file, or - for standard output") { $0.report = $1 },
        "--patience": .number(1...3600) { $0.patience = $1 },
        "--seed": .number(0...Int(Int32.max)) { $0.seed = $1 },
        "--metrics": .choice(
            of: MetricsGate.Audience.allCases.map(\.rawValue), MetricsGate.Audience.init(rawValue:)
        ) { $0.metrics = $1 },
        "--log-format": .choice(of: Log.Format.allCases.map(\.rawValue), Log.Format.init(rawValue:)) {
            $0.logFormat = $1
        },
        "--log-level": .choice(of: Log.Level.allCases.map(\.name), Log.Level.init(name:)) { $0.logLevel = $1 },
    ]

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    /// The text that `--help` prints.
    static let help = """
        memory-host runs a lobby and matches of Memory for everybody on the network.

        Usage: memory-host [options]

        Defaults are in parentheses.

          --port N             port to listen on; 0 picks a free one (\(SocketAddress.defaultPort))
          --bind ADDRESS       address or name to listen on (every interface)
          --name NAME          name shown to clients (the machine's name)
          --hidden             don't answer clients that look for hosts on the network
          --no-web             don't serve the page for browsers
          --web-name NAME      a further name that browsers may use for this
                               host, such as game.example.org; repeatable
          --web-from DIR       read the page's files from a folder at each request,
                               for whoever develops the page
          --faces DIR          a folder of \(PictureLimits.count.lowerBound) to \(PictureLimits.count.upperBound) pictures to play with; \
        terminals
                               show a label instead
          --fetch-faces URL DIR
                               fetch the pictures listed in JSON at an address
                               into a new folder for --faces, with curl, and exit
          --rules PRESET       default rules for new matches (classic):
                               \(list(Preset.allCases.map(\.rawValue)))
          --contest N          hold a contest: whoever says enter plays N pairs of
                               matches against everybody else who does
                               (1 to \(Limits.contestPairs.upperBound)); it goes on when the host is started again,
                               and 0 ends it
          --max-connections N  connections in total (\(Limits.connections))
          --per-address N      connections per address (\(Limits.connectionsPerAddress); from this machine \
        \(Limits.connectionsPerLoopbackAddress))
          --rate N             commands per second per client; 0 for no limit (\(Limits.commandsPerSecond))
          --data DIR           data folder
                               (\(DataFolder.standardInWords))
          --no-data            keep nothing on disk
          --sync WHEN          when to sync changes to disk (always):
                               always = before anybody sees them, second =
                               within a second, never = left to the system
          --keep-records N     past matches to keep; the oldest are dropped when
                               the host starts; 0 keeps all (\(Limits.keptRecords))
          --records            print past matches and exit
          --export FILE        write past matches to a new file as JSON lines,
                               - for standard output, and exit
          --repair             set damaged data aside, report it and exit
          --exam [NAME]        examine clients, and say what they do wrong; with a
                               NAME just that player's, and exit with 0 if it passes
                               and 1 if not; after -- comes the program that plays
                               as NAME, which is started for each lesson, with the
                               host's port for {port}: memory-host --exam Ann --
                               python3 bot.py localhost {port} Ann
          --level LEVELS       lessons of an exam (must): all, some of
                               \(Lesson.Level.allCases.map(\.rawValue).joined(separator: ",")), or single ones by their names
          --report FILE        write each lesson's result as a line of JSON, too
          --patience SECONDS   how long a client may think in an exam (\(Limits.Exam.answerMilliseconds / 1000))
          --seed N             the same exam for everybody of the same name
          --metrics WHO        who may read GET /metrics (local): local = this machine,
                               any = everybody, off = nobody
          --log-format FORMAT  form of the log (text):
                               \(list(Log.Format.allCases.map(\.rawValue)))
          --log-level LEVEL    lowest level to log (notice):
                               \(list(Log.Level.allCases.map(\.name)))
          --version            print the version
          --help               print this help

        The first line on standard output is: listening on ADDRESS:PORT
        Control-C notifies every client and stops the host.

        """
}
