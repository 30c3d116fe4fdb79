import Protocol

struct Options: Equatable, Sendable {
    var address = HostAddress(host: "localhost", port: SocketAddress.defaultPort)
    /// True if the address was given; otherwise the client looks for a host.
    var hasAddress = false
    /// The requested name; nil leaves the choice to the client.
    var name: PlayerName?
    var purpose = Purpose.lobby
    /// The command that starts a host, to be shown.
    var hostCommand = "memory-host"
    /// True for append-only text instead of a screen.
    var isPlain = false
    var isASCII = false
    /// True for a terminal with a light background; nil asks the terminal.
    var isLight: Bool?
    var hasMotion = true
    /// The choices at all tables of a game.
    var settings = Settings()
    /// The game of a match that the command line opens or watches.
    var game: GameKind?
    /// True if the bell may ring.
    var hasBell = true

    /// The first thing to do once connected.
    enum Purpose: Equatable, Sendable {
        case lobby
        case join(MatchCode)
        /// Play whoever waits with this game, or wait with it.
        case play(GameKind)
        case open(RulesRequest, against: OpponentChoice = .anybody)
        /// Watch this match, or the most active one.
        case watch(MatchReference?)
    }

    /// The result of parsing a command line.
    enum Invocation: Equatable, Sendable {
        case play(Options)
        /// List the hosts on the network.
        case find
        case print(String)
        /// Print something to install beside the program.
        case generate(Generated)
    }

    /// The text of `--help`.
    static var help: String { OptionsParser.table.help }
}
