import Protocol

/// A terminal's capabilities and its user's preferences: colours, characters, motion.
///
/// Derived from the command line and the environment. Terminals are asked only for their background, since answers come
/// late or never, and among the keys; `COLORFGBG` may be that of another terminal, across ssh or tmux.
struct Look: Equatable, Sendable {
    var colours = ColourDepth.trueColour
    /// True if only ASCII may be drawn: no emoji, and no lines but those of `-`, `|` and `+`. Names and chat are
    /// shown as they are.
    var isASCII = false
    var hasMotion = true
    /// True if the background is light: the faces of cards, which are light as well, have frames then.
    var isLight = false
    /// True if the terminal is asked for its background.
    var asksForBackground = false
    /// True if the terminal has a window whose title can be set.
    var hasTitle = true
    /// True if erased cells take the background colour, which saves bytes. GNU screen's do not by default.
    var erasesInColour = true

    /// The number of colours, in ascending order.
    enum ColourDepth: Int, CaseIterable, Comparable, Sendable {
        /// No colours: bold, underline and reverse at most.
        case none
        /// The eight of ECMA-48 and their bright variants, as configured by the user.
        case sixteen
        /// xterm's 256 colours, by number.
        case twoHundredFiftySix
        /// 24-bit RGB.
        case trueColour

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }
}

extension Look {
    /// The look that the options ask for, as far as the environment allows it.
    ///
    /// - Parameter environment: returns the value of an environment variable.
    init(options: Options, environment: (String) -> String?) {
        let terminal = environment("TERM") ?? ""
        colours = ColourDepth(terminal: terminal, environment: environment)
        isASCII = options.isASCII || !Platform.isUTF8(environment) || Self.hasFewCharacters(terminal)
        hasTitle = Self.titled.contains(terminal.prefix { $0 != "-" && $0 != "." })
        erasesInColour = !terminal.hasPrefix("screen")
        hasMotion = options.hasMotion && !Self.isOn("REDUCE_MOTION", environment)
        isLight = options.isLight ?? false
        asksForBackground = options.isLight == nil && hasTitle && colours != .none
    }

    /// True if the terminal that `TERM` names can draw anywhere on its screen; without a name it is taken for a dumb one.
    static func hasScreen(_ terminal: String?) -> Bool { !["", "dumb"].contains(terminal ?? "") }

    /// The families of terminals that set their window's title by OSC 2, and keep the former one by XTWINOPS or ignore
    /// that.
    private static let titled: Set<Substring> = [
        "alacritty", "contour", "eterm", "foot", "ghostty", "gnome", "iterm2", "kitty", "konsole", "mintty", "putty",
        "rxvt", "screen", "st", "tmux", "vte", "wezterm", "xterm",
    ]

    /// True for terminals whose font has no emoji, whatever the locale: the consoles of Linux and the BSDs with 256
    /// or 512 glyphs, and hardware terminals.
    private static func hasFewCharacters(_ terminal: String) -> Bool {
        let family = terminal.prefix { $0 != "-" }
        return ["linux", "cons25", "wsvt25", "pcvt25", "ansi", "sun", "hurd", "mach"].contains(family)
            || isHardware(family)
    }

    /// True for DEC terminals such as `vt100`, and for emulators that claim to be one.
    fileprivate static func isHardware(_ family: Substring) -> Bool {
        let digits = family.dropFirst(2)
        return family.hasPrefix("vt") && !digits.isEmpty && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// True if the variable is set, and not to `0` or `false`.
    private static func isOn(_ variable: String, _ environment: (String) -> String?) -> Bool {
        guard let value = environment(variable)?.lowercased() else { return false }
        return !["", "0", "false"].contains(value)
    }
}

extension Look.ColourDepth {
    /// Terminals known to have 24-bit colour even where ssh has dropped `COLORTERM`.
    private static let colourful = ["kitty", "alacritty", "foot", "wezterm", "ghostty", "contour", "rio", "iterm2"]

    /// The colour depth that a terminal is known to have.
    ///
    /// `NO_COLOR`, set to anything, disables colour (https://no-color.org). `COLORTERM` announces 24-bit colour;
    /// inside GNU screen it describes the outer terminal, and screen garbles such sequences.
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
