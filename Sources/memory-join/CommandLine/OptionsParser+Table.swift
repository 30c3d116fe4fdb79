import Protocol

extension OptionsParser {
    static let table = OptionTable<OptionsParser>(
        program: "memory-join",
        introduction: [
            "Plays \(games) on a host. Without HOST, tries localhost, port \(SocketAddress.defaultPort), then the last host; "
                + "if neither answers, lists the hosts found on the network."
        ],
        operand: .init(OptionArgument("HOST[:PORT]", .host)) { (parser, value) throws(UsageError) in
            parser.options.address = try HostAddress(parsing: value)
            parser.options.hasAddress = true
        },
        groups: [
            .init("Playing and watching", playing), .init("The screen", screen), .init("The program", program),
        ])

    private static var games: String { GameKind.allCases.map(\.title).joined(separator: " or ") }

    private static let playing: [Option<OptionsParser>] = [
        .alone(
            "--find",
            "list the hosts on the network and exit: those on port \(SocketAddress.defaultPort), and on the port of the "
                + "last host that you joined"
        ) { $0.finds = true },
        .value(
            "--name", "NAME", .text, "your name, which is remembered; by default, you are asked once"
        ) { (parser, value) throws(UsageError) in parser.options.name = try name(value) },
        .optional(
            "--watch", "MATCH", .text, "watch a match, such as m3, or the most recently active one",
            isValue: { MatchID($0) != nil }
        ) { (parser, value) throws(UsageError) in
            parser.watches = true
            guard let value else { return }
            guard let match = MatchID(value) else { throw UsageError(sentence: "--watch takes a match, such as m3.") }
            parser.watched = match
        },
        .alone("--solo", "play alone") { $0.isSolo = true },
        .choice(
            "--house", "LEVEL", of: HouseLevel.allCases, named: { $0.rawValue }, ignoringCase: true,
            "play the house, a computer player"
        ) { $0.house = $1 },
        .choice(
            "--open", "PRESET", of: Preset.allCases, named: { $0.rawValue }, ignoringCase: true, "open a match"
        ) { $0.preset = $1 },
        .choice(
            "--game", "GAME", of: GameKind.allCases, named: { $0.rawValue }, ignoringCase: true,
            "the game to play or watch"
        ) { $0.options.game = $1 },
        .value(
            "--code", "CODE", .text, "join the private match with this code; with --watch, watch it"
        ) { (parser, value) throws(UsageError) in parser.code = try code(value) },
    ]

    private static let screen: [Option<OptionsParser>] = looks + settings + noises

    private static let looks: [Option<OptionsParser>] = [
        .alone("--plain", "plain text, not full-screen; for scripts and screen readers") { $0.options.isPlain = true },
        .alone("--ascii", "ASCII only: no emoji, no line drawing") { $0.options.isASCII = true },
        .alone("--light", "the terminal's background is light; by default, the terminal is asked") {
            $0.options.isLight = true
        },
        .alone("--dark", "the terminal's background is dark") { $0.options.isLight = false },
    ]

    private static let settings = Setting.all.reversed().map { setting in
        Option<OptionsParser>.alone(setting.option, setting.optionHelp) { $0.options.settings[setting] = true }
    }

    private static let noises: [Option<OptionsParser>] = [
        .alone("--no-animation", "no animation; REDUCE_MOTION=1 does the same") { $0.options.hasMotion = false },
        .alone("--no-bell", "do not ring the bell") { $0.options.hasBell = false },
    ]

    private static let program: [Option<OptionsParser>] = [
        .choice(
            "--generate", "WHAT", of: Generated.allCases, named: { $0.rawValue }, meaning: { $0.inWords },
            "print a file to install, or the known hosts, and exit"
        ) { $0.generated = $1 },
        .version, .help,
    ]

    private static func name(_ text: String) throws(UsageError) -> PlayerName {
        do throws(Refusal) {
            return try PlayerName(claiming: text)
        } catch {
            throw UsageError(sentence: error.message)
        }
    }
}
