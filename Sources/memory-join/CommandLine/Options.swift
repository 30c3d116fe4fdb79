import Protocol

/// What the command line asks for.
struct Options: Equatable, Sendable {
    /// Where the host is.
    var address = HostAddress(host: "localhost", port: HostAddress.usualPort)
    /// Whether somebody has said that it is to be this host; else the client looks for one.
    var hasAddress = false
    /// The name that was asked for; nil leaves it to the client.
    var name: PlayerName?
    /// What to do first.
    var purpose = Purpose.lobby
    /// Append-only text instead of a screen.
    var isPlain = false
    /// No character on the screen but those of ASCII.
    var isASCII = false
    /// Whether things on the screen may move.
    var hasMotion = true

    /// What to do when the host has been reached.
    enum Purpose: Equatable, Sendable {
        /// Look around.
        case lobby
        /// Join the private match with this code.
        case join(MatchCode)
        /// Open a match.
        case open(RulesRequest)
        /// Watch this match, or the one played last.
        case watch(MatchReference?)
    }

    /// What a command line comes to.
    enum Invocation: Equatable, Sendable {
        /// Go to a host.
        case play(Options)
        /// Say which version this is.
        case version
        /// Say how it is used.
        case help
    }

    /// How it is used.
    static let help = """
        Usage: memory-join [HOST[:PORT]] [options]

        Plays Memory on a host, localhost port 6366 unless you name another.

          --name NAME      your name; without it, $USER or something like it
          --watch [MATCH]  watch a match, such as m3, or the one played last; needs no name
          --solo           play alone
          --open PRESET    open a match: \(Preset.allCases.map(\.rawValue).joined(separator: ", "))
          --code CODE      join the private match with this code; with --watch, watch it
          --plain          plain lines of text instead of a screen; for scripts and screen readers
          --ascii          letters and signs instead of emoji and lines
          --no-animation   nothing moves; so does REDUCE_MOTION=1
          --version        say which version this is
          --help           say this

        """
}

/// A command line that makes no sense, in a sentence.
struct UsageError: Error, Equatable {
    /// What is wrong with it.
    let sentence: String
}
