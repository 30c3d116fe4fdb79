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
    /// The game of a contest; nil for the usual one, or that of the contest that the data folder holds.
    var contestGame: GameKind?
    /// The time at which a contest ends, in milliseconds since 1970; nil if that is open.
    var contestEnd: Int?
    /// The entrants that a contest takes from one address once it is half full.
    var contestPerAddress = Limits.entrantsPerAddress
    /// The maximum number of connections in all.
    var connections = Limits.connections
    /// The maximum number of connections from one address; nil for the default, which is higher for this machine.
    var perAddress: Int?
    /// The maximum number of commands a second from one client; 0 for no limit.
    var rate = Limits.commandsPerSecond
    /// The maximum number of commands a second from one address; 0 for no limit.
    var addressRate: Int { rate * Limits.addressCommandsPerSecond / Limits.commandsPerSecond }
    /// The number of matches a minute that one address may open; 0 for no limit, nil for the default.
    var openings: Int?
    /// The same, as in force: whoever lifts the limit of commands lifts this, too, unless they say otherwise.
    var openingRate: Int { openings ?? (rate > 0 ? Limits.openings : 0) }
    /// The number of wrong codes a minute from one address.
    var guesses = Limits.guesses
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
        /// Print something to install beside the program.
        case generate(Generated)
    }

    private struct Asked: Equatable, Sendable {
        let flag: String
        let task: Task
    }

    /// Notes a task; of one flag given twice, the last counts.
    mutating func ask(for task: Task, by flag: String) {
        asked.removeAll { $0.flag == flag }
        asked.append(Asked(flag: flag, task: task))
    }

    /// The task that the command line gives the program.
    enum Start: Equatable, Sendable {
        /// Run the task with these options.
        case run(Options)
        /// Print this and exit successfully.
        case print(String)
        /// Print this sentence on standard error and exit with ``ExitStatus/usage``.
        case refuse(String)
    }

    /// Parses the arguments that follow the program's name.
    static func parse(_ arguments: [String]) -> Start {
        var options = Options()
        do throws(UsageError) {
            switch try table.read(arguments) {
            case .print(let text): return .print(text)
            case .given(let given):
                try table.apply(given, to: &options)
                if let contradiction = options.contradiction(given) { return .refuse(contradiction) }
            }
        } catch {
            return .refuse(error.sentence)
        }
        return .run(options)
    }

    /// The contradiction between flags that are each valid alone, if any.
    private func contradiction(_ given: [OptionTable<Options>.Given]) -> String? {
        if let other = asked.first(where: { $0.flag != asked[0].flag }) {
            return "\(asked[0].flag) and \(other.flag) cannot be combined"
        }
        if let contradiction = examContradiction(given) { return contradiction }
        if case .generate(let what) = task, let complaint = what.complaint(about: self, given: given) {
            return complaint
        }
        if case .fetchFaces = task { return faces == nil ? nil : "--fetch-faces and --faces cannot be combined" }
        if faces != nil, !servesWeb { return "--faces needs the page that shows them: leave out --no-web" }
        if webFolder != nil, !servesWeb { return "--web-from and --no-web cannot be combined" }
        if contest == 0, contestEnd != nil { return "--contest 0 and --contest-until cannot be combined" }
        guard storesNothing else { return nil }
        if data != nil { return "--data and --no-data cannot be combined" }
        switch task {
        case .exam, .generate: return nil  // An exam keeps nothing anyway, and what is generated may have the option.
        default: break
        }
        return asked.first.map { "\($0.flag) and --no-data cannot be combined" }
    }

    /// What only an exam has a use for.
    private static let forExams = Set(exams.map(\.flag)).subtracting(["--exam"])

    /// What an exam has no use for: it keeps nothing, deals its own cards by its own rules, lets a whole class in from one
    /// address, and is no host to be found.
    private static let notForExams: Set = [
        "--contest", "--contest-game", "--contest-per-address", "--contest-until", "--data", "--faces", "--guesses",
        "--hidden", "--keep-records", "--max-connections", "--metrics", "--openings", "--per-address", "--rate",
        "--rules", "--sync",
    ]

    private func examContradiction(_ given: [OptionTable<Options>.Given]) -> String? {
        let flags = given.compactMap(\.option?.flag)
        guard case .exam(let player) = task else {
            return flags.first(where: Self.forExams.contains).map { "\($0) is for --exam" }
        }
        if !command.isEmpty, player == nil {
            return "-- needs the name of the player that the program plays as: --exam NAME"
        }
        return flags.first(where: Self.notForExams.contains).map { "--exam and \($0) cannot be combined" }
    }
}
