import Lobby
import Protocol

extension Options {
    static let table = OptionTable<Options>(
        program: "memory-host",
        introduction: [
            "Runs a lobby and matches of Memory and Set for everybody on the network.", "Defaults are in parentheses.",
        ],
        groups: [
            .init("Network", network), .init("Browsers and pictures", browsers), .init("Matches", matches),
            .init("Data", storage), .init("Exams", exams), .init("The program", program),
        ],
        remarks: [
            "The first line on standard output is: listening on ADDRESS:PORT",
            "Control-C notifies every client and stops the host.",
        ])

    /// The text that `--help` prints.
    static var help: String { table.help }

    private static let network: [Option<Options>] = [
        .number(
            "--port", "N", 0...65535, "port to listen on; 0 picks a free one", usual: "\(SocketAddress.defaultPort)"
        ) { $0.port = UInt16($1) },
        .value("--bind", "ADDRESS", .address, "address or name to listen on", usual: "every interface") {
            $0.bind = $1
        },
        .value(
            "--name", "NAME", .text, "name shown to clients, up to \(Limits.nameCharacters) characters",
            usual: "the machine's name"
        ) { (options, value) throws(UsageError) in options.name = try playerName(value, "--name") },
        .alone("--hidden", "don't answer clients that look for hosts on the network") { $0.isHidden = true },
        .number(
            "--max-connections", "N", 1...1_000_000, "connections in total", usual: "\(Limits.connections)"
        ) { $0.connections = $1 },
        .number(
            "--per-address", "N", 1...1_000_000, "connections per address",
            usual: "\(Limits.connectionsPerAddress); from this machine \(Limits.connectionsPerLoopbackAddress)"
        ) { $0.perAddress = $1 },
        .number(
            "--rate", "N", 0...1_000_000, "commands per second per client; 0 for no limit",
            usual: "\(Limits.commandsPerSecond)"
        ) { $0.rate = $1 },
        .number(
            "--openings", "N", 0...100_000,
            "matches a minute that one address may open, and this machine ten times as many; 0 for no limit",
            usual: "\(Limits.openings); with --rate 0 no limit"
        ) { $0.openings = $1 },
        .number(
            "--guesses", "N", 1...100_000, "wrong codes of private matches a minute from one address",
            usual: "\(Limits.guesses)"
        ) { $0.guesses = $1 },
    ]

    private static let browsers: [Option<Options>] = [
        .alone("--no-web", "don't serve the page for browsers") { $0.servesWeb = false },
        .value(
            "--web-name", "NAME", .text,
            "a further name that browsers may use for this host, such as game.example.org; repeatable"
        ) { (options, value) throws(UsageError) in
            guard WebAddress.isName(value) else {
                throw UsageError(sentence: "--web-name must be the name of a machine, not \(value)")
            }
            options.webNames.append(value.lowercased())
        },
        .value(
            "--web-from", "DIR", .folder,
            "read the page's files from a folder at each request, for work on the page"
        ) { $0.webFolder = $1 },
        .value(
            "--faces", "DIR", .folder,
            "a folder of \(PictureLimits.count.lowerBound) to \(PictureLimits.count.upperBound) pictures to play with; "
                + "terminals show a label instead"
        ) { $0.faces = $1 },
        Option(
            ["--fetch-faces"], .two(OptionArgument("URL", .url), OptionArgument("DIR", .folder)),
            "fetch the pictures listed in JSON at an address into a new folder for --faces, with curl, and exit"
        ) { (options, values) throws(UsageError) in try options.fetchFaces(from: values[0], into: values[1]) },
    ]

    private static let matches: [Option<Options>] = [
        .choice(
            "--rules", "PRESET", of: Preset.allCases, named: { $0.rawValue }, "default rules for new matches",
            usual: Preset.classic.rawValue
        ) { $0.preset = $1 },
        .number(
            "--contest", "N", 0...Limits.contestPairs.upperBound,
            "hold a contest: whoever says enter plays N pairs of matches against everybody else who does (1 to "
                + "\(Limits.contestPairs.upperBound)); it goes on when the host is started again, and 0 ends it"
        ) { $0.contest = $1 },
        .choice(
            "--contest-game", "GAME", of: GameKind.allCases, named: { $0.rawValue }, "the game of a contest",
            usual: GameKind.usual.rawValue
        ) { $0.contestGame = $1 },
        .value(
            "--contest-until", "TIME", .text,
            "end the contest at this time, such as \"2026-12-01 17:00\" on this machine's clock, or "
                + "2026-12-01T16:00:00Z: matches in play are played to their end"
        ) { (options, value) throws(UsageError) in
            guard let end = Platform.dateMilliseconds(value) ?? Platform.localDateMilliseconds(value) else {
                throw UsageError(
                    sentence: "--contest-until needs a time such as \"2026-12-01 17:00\", not \(value)")
            }
            options.contestEnd = end
        },
        .number(
            "--contest-per-address", "N", 1...Limits.entrants,
            "players of one address that a contest takes, once half of its \(Limits.entrants) places are taken",
            usual: "\(Limits.entrantsPerAddress)"
        ) { $0.contestPerAddress = $1 },
    ]

    private static let storage: [Option<Options>] = [
        .value("--data", "DIR", .folder, "data folder", usual: DataFolder.standardInWords) { $0.data = $1 },
        .alone("--no-data", "keep nothing on disk") { $0.storesNothing = true },
        .choice(
            "--sync", "WHEN", of: CommitGate.Sync.allCases, named: { $0.rawValue }, meaning: { $0.inWords },
            "when to sync changes to disk", usual: CommitGate.Sync.always.rawValue
        ) { $0.sync = $1 },
        .number(
            "--keep-records", "N", 0...100_000_000,
            "past matches to keep; the oldest are dropped when the host starts; 0 keeps all",
            usual: "\(Limits.keptRecords)"
        ) { $0.keptRecords = $1 },
        .alone("--records", "print past matches and exit") { $0.ask(for: .printRecords, by: "--records") },
        .value(
            "--export", "FILE", .output,
            "write past matches to a new file as JSON lines, - for standard output, and exit"
        ) { $0.ask(for: .exportRecords(to: $1), by: "--export") },
        .alone("--repair", "set damaged data aside, report it and exit") { $0.ask(for: .repair, by: "--repair") },
    ]

    static let exams: [Option<Options>] = [
        .optional(
            "--exam", "NAME", .text,
            "examine clients, and say what they do wrong; with a NAME just that player's, and exit with 0 if it passes "
                + "and 1 if not",
            isValue: { !$0.hasPrefix("-") }
        ) { (options, value) throws(UsageError) in
            var player: PlayerName?
            if let value { player = try playerName(value, "--exam") }
            options.ask(for: .exam(of: player), by: "--exam")
        },
        Option(
            ["--"], .rest(OptionArgument("COMMAND...", .command)),
            "the program that plays as NAME, which is started for each lesson, with the host's port for {port}: "
                + "memory-host --exam Ann -- python3 bot.py localhost {port} Ann"
        ) { $0.command = $1 },
        .value(
            "--level", "LEVELS", .list(lessonWords),

            "lessons of an exam, by their levels or names, with commas between",
            usual: Lesson.Level.must.rawValue
        ) { (options, value) throws(UsageError) in options.lessons = try lessonNames(value) },
        .value("--report", "FILE", .output, "write each lesson's result as a line of JSON, too") { $0.report = $1 },
        .number(
            "--patience", "SECONDS", 1...3600, "how long a client may think in an exam",
            usual: "\(Limits.Exam.answerMilliseconds / 1000)"
        ) { $0.patience = $1 },
        .number("--seed", "N", 0...Int(Int32.max), "seed that gives a name the same exam each time") {
            $0.seed = $1
        },
    ]

    private static let program: [Option<Options>] = [
        .choice(
            "--metrics", "WHO", of: MetricsGate.Audience.allCases, named: \.rawValue, meaning: \.inWords,
            "who may read the metrics, GET /metrics", usual: MetricsGate.Audience.local.rawValue
        ) { $0.metrics = $1 },
        .choice(
            "--log-format", "FORMAT", of: Log.Format.allCases, named: \.rawValue, meaning: \.inWords,
            "form of the log's lines", usual: Log.Format.text.rawValue
        ) { $0.logFormat = $1 },
        .choice(
            "--log-level", "LEVEL", of: Log.Level.allCases, named: \.name, "lowest level to log",
            usual: Log.Level.notice.name
        ) { $0.logLevel = $1 },
        .choice(
            "--generate", "WHAT", of: Generated.allCases, named: { $0.rawValue }, meaning: { $0.inWords },
            "print a file to install beside the program, and exit"
        ) { $0.ask(for: .generate($1), by: "--generate") },
        .version, .help,
    ]
}

extension Options {
    private static func playerName(_ text: String, _ flag: String) throws(UsageError) -> PlayerName {
        do throws(Refusal) {
            return try PlayerName(text)
        } catch {
            throw UsageError(sentence: "\(flag): \(error.message)")
        }
    }

    private mutating func fetchFaces(from address: String, into folder: String) throws(UsageError) {
        guard ["http://", "https://"].contains(where: { address.lowercased().hasPrefix($0) }) else {
            throw UsageError(sentence: "--fetch-faces needs an address with http or https, not \(address)")
        }
        if folder.isEmpty || folder.hasPrefix("-") {
            throw UsageError(sentence: "--fetch-faces needs a folder after the address")
        }
        ask(for: .fetchFaces(from: address, into: folder), by: "--fetch-faces")
    }

    /// The words that `--level` takes, but for the names of single lessons.
    private static var lessonWords: [OptionWord] {
        (Lesson.Level.allCases.map(\.rawValue) + ["all"]).map { OptionWord($0) }
    }

    private static func lessonNames(_ value: String) throws(UsageError) -> [String] {
        let names = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for name in names where Lesson.named(name) == nil {
            let levels = Lesson.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(sentence: "--level must be all, some of \(levels), or names of lessons, not \(name)")
        }
        return names
    }
}

extension CommitGate.Sync {
    /// The time of a sync, in words.
    fileprivate var inWords: String {
        switch self {
        case .always: "before anybody sees them"
        case .second: "within a second"
        case .never: "left to the system"
        }
    }
}

extension MetricsGate.Audience {
    /// The machines that it stands for.
    fileprivate var inWords: String {
        switch self {
        case .local: "this machine"
        case .any: "everybody"
        case .off: "nobody"
        }
    }
}

extension Log.Format {
    /// The lines of such a log.
    fileprivate var inWords: String {
        switch self {
        case .text: "sentences"
        case .logfmt: "keys and values"
        }
    }
}
