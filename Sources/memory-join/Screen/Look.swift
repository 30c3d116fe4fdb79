/// What a terminal can show, and its user wants to see: how many colours, which characters, and whether things move.
///
/// It is worked out once, from the command line and the environment, by no more than looking at names: a terminal that
/// is asked answers late or never, and what it would say comes among the keys.
struct Look: Equatable, Sendable {
    /// How many colours.
    var colours = ColourDepth.trueColour
    /// Whether only the characters of ASCII may be drawn: no emoji, no lines but those of `-`, `|` and `+`. What people
    /// are called and say is shown as it is.
    var isASCII = false
    /// Whether cards may be seen to move.
    var hasMotion = true
    /// Whether erased places take the background's colour, which saves bytes. GNU screen's do not, unless told to.
    var erasesInColour = true

    /// How many colours a terminal has; more is greater.
    enum ColourDepth: Int, CaseIterable, Comparable, Sendable {
        /// None: bold, underlined and reversed, at most.
        case none
        /// The eight of ECMA-48 and their bright ones, which the user has chosen.
        case sixteen
        /// Those of xterm, by a number.
        case twoHundredFiftySix
        /// Red, green and blue, a byte each.
        case trueColour

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }
}

extension Look {
    /// What the options ask for, where the environment allows it.
    ///
    /// - Parameter environment: what a variable of the environment is set to.
    init(options: Options, environment: (String) -> String?) {
        let terminal = environment("TERM") ?? ""
        colours = ColourDepth(terminal: terminal, environment: environment)
        isASCII = options.isASCII || !Self.isUTF8(environment) || Self.hasFewCharacters(terminal)
        erasesInColour = !terminal.hasPrefix("screen")
        hasMotion = options.hasMotion && !Self.isSet("REDUCE_MOTION", environment)
    }

    /// Whether the locale's characters are encoded in UTF-8. POSIX: `LC_ALL` counts before `LC_CTYPE`, and that before
    /// `LANG`; an empty one does not count; and where none does, the locale is `C`, which has ASCII.
    private static func isUTF8(_ environment: (String) -> String?) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        // Such as `de_DE.UTF-8@euro`. macOS knows a locale that is called `UTF-8`, and nothing else.
        let name = locale.prefix { $0 != "@" }
        let encoding = name.split(separator: ".", maxSplits: 1).last ?? ""
        return encoding.lowercased().filter { $0 != "-" && $0 != "_" } == "utf8"
    }

    /// Whether the terminal is one whose font has no emoji, whatever the locale says: the consoles of Linux and the
    /// BSDs, which have 256 or 512 characters, and terminals that were made before there were more.
    private static func hasFewCharacters(_ terminal: String) -> Bool {
        let family = terminal.prefix { $0 != "-" }
        return ["linux", "cons25", "wsvt25", "pcvt25", "ansi", "sun", "hurd", "mach"].contains(family)
            || isHardware(family)
    }

    /// Whether it is a terminal of DEC's, such as `vt100`, or what claims to be one.
    fileprivate static func isHardware(_ family: Substring) -> Bool {
        let digits = family.dropFirst(2)
        return family.hasPrefix("vt") && !digits.isEmpty && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Whether a variable says yes: it is set, and to nothing that says no.
    private static func isSet(_ variable: String, _ environment: (String) -> String?) -> Bool {
        guard let value = environment(variable)?.lowercased() else { return false }
        return !["", "0", "false"].contains(value)
    }
}

extension Look.ColourDepth {
    /// Terminals with a name of their own that have every colour, also where an ssh has lost `COLORTERM` on the way.
    private static let colourful = ["kitty", "alacritty", "foot", "wezterm", "ghostty", "contour", "rio", "iterm2"]

    /// The colours that a terminal is known to have.
    ///
    /// `NO_COLOR`, set to anything, asks for none (https://no-color.org). `COLORTERM` is how terminals say that they
    /// have them all; but inside GNU screen it is of the terminal around it, and screen garbles what it does not know.
    fileprivate init(terminal: String, environment: (String) -> String?) {
        let parts = terminal.split(separator: "-")
        let isMonochrome = parts.first.map(Look.isHardware) ?? true || ["dumb", "unknown"].contains(terminal)
        if isMonochrome || environment("NO_COLOR")?.isEmpty == false || !Set(["m", "mono"]).isDisjoint(with: parts) {
            self = .none
        } else if ["linux", "cons25", "wsvt25", "ansi"].contains(parts.first) {
            self = .sixteen
        } else if terminal.hasSuffix("-direct") || parts.contains(where: { Self.colourful.contains(String($0)) }) {
            self = .trueColour
        } else if ["truecolor", "24bit"].contains(environment("COLORTERM")?.lowercased()), !terminal.hasPrefix("screen")
        {
            self = .trueColour
        } else {
            self = terminal.contains("256color") ? .twoHundredFiftySix : .sixteen
        }
    }
}
