import Protocol

/// The options of the command line.
struct Options: Equatable, Sendable {
    /// The host's address.
    var address = HostAddress(host: "localhost", port: SocketAddress.defaultPort)
    /// True if the address was given; otherwise the client looks for a host.
    var hasAddress = false
    /// The requested name; nil leaves the choice to the client.
    var name: PlayerName?
    /// The first thing to do.
    var purpose = Purpose.lobby
    /// True for append-only text instead of a screen.
    var isPlain = false
    /// True to draw with ASCII only.
    var isASCII = false
    /// True if animations are allowed.
    var hasMotion = true

    /// The first thing to do once connected.
    enum Purpose: Equatable, Sendable {
        /// Show the lobby.
        case lobby
        /// Join the private match with this code.
        case join(MatchCode)
        /// Open a match.
        case open(RulesRequest)
        /// Watch this match, or the most active one.
        case watch(MatchReference?)
    }

    /// The result of parsing a command line.
    enum Invocation: Equatable, Sendable {
        /// Connect to a host.
        case play(Options)
        /// Print the version.
        case version
        /// Print the help.
        case help
    }

    /// The text of `--help`.
    static let help = """
        Usage: memory-join [HOST[:PORT]] [options]

        Plays Memory on a host; the default is localhost, port \(SocketAddress.defaultPort).

          --name NAME      your name; the default is based on $USER
          --watch [MATCH]  watch match m3, or the most active one; needs no name
          --solo           play alone
          --open PRESET    open a match: \(Preset.allCases.map(\.rawValue).joined(separator: ", "))
          --code CODE      join the private match with this code; with --watch, watch it
          --plain          plain text instead of a screen; for scripts and screen readers
          --ascii          ASCII only: no emoji, no line drawing
          --no-animation   no animation; REDUCE_MOTION=1 does the same
          --version        print the version
          --help           print this help

        """
}

/// An invalid command line.
struct UsageError: Error, Equatable {
    /// The message for the user.
    let sentence: String
}
