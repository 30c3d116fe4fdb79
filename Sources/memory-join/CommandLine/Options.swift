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
        case open(RulesRequest, against: Opponent = .anybody)
        /// Watch this match, or the most active one.
        case watch(MatchReference?)
    }

    /// The result of parsing a command line.
    enum Invocation: Equatable, Sendable {
        case play(Options)
        /// List the hosts on the network.
        case find
        case version
        case help
    }

    private static var settingsHelp: String {
        Setting.all.reversed().map { "  \(TextWidth.padded($0.option, to: 15))  \($0.optionHelp)" }.joined(
            separator: "\n")
    }

    /// The text of `--help`.
    static let help = """
        Usage: memory-join [HOST[:PORT]] [options]

        Plays \(GameKind.allCases.map(\.title).joined(separator: " or ")) on a host. Without HOST, tries localhost, port \(SocketAddress.defaultPort),
        then the last host; if neither answers, lists the hosts found on the network.

          --find           list the hosts on the network and exit: those on port \(SocketAddress.defaultPort),
                           and on the port of the last host that you joined
          --name NAME      your name, which is remembered; by default, you are asked once
          --watch [MATCH]  watch a match, such as m3, or the most recently active one
          --solo           play alone
          --house LEVEL    play the house, a computer player: \(HouseLevel.allCases.map(\.rawValue).joined(separator: ", "))
          --open PRESET    open a match: \(Preset.allCases.map(\.rawValue).joined(separator: ", "))
          --game GAME      the game to play or watch: \(GameKind.allCases.map(\.rawValue).joined(separator: ", "))
          --code CODE      join the private match with this code; with --watch, watch it
          --plain          plain text, not full-screen; for scripts and screen readers
          --ascii          ASCII only: no emoji, no line drawing
          --light, --dark  the terminal's background; by default, the terminal is asked
        \(settingsHelp)
          --no-animation   no animation; REDUCE_MOTION=1 does the same
          --no-bell        do not ring the bell
          --version        print the version
          --help           print this help

        """
}

struct UsageError: Error, Equatable {
    let sentence: String
}
