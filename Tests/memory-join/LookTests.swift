import Testing

@testable import memory_join

@Suite struct LookTests {
    /// The look where the environment holds these words, such as `TERM=xterm`.
    private func look(_ environment: String, _ options: Options = Options()) -> Look {
        let variables = environment.split(separator: " ").map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        }
        return Look(options: options) { name in variables.first { $0[0] == name }.map { $0[1] } }
    }

    @Test(arguments: [
        "LANG=en_GB.UTF-8", "LANG=C.utf8", "LC_CTYPE=UTF-8", "LC_ALL=de_DE.UTF-8@euro LANG=C",
        "LC_ALL= LC_CTYPE=ja_JP.utf8 LANG=C", "LC_ALL= LC_CTYPE= LANG=en_US.Utf_8", "LC_CTYPE=C.UTF-8 LANG=POSIX",
    ])
    func `a UTF-8 locale has emoji`(_ locale: String) {
        #expect(!look("TERM=xterm-256color " + locale).isASCII)
        var options = Options()
        options.isASCII = true
        #expect(look("TERM=xterm-256color " + locale, options).isASCII)
    }

    @Test(arguments: [
        "", "LANG=", "LANG=C", "LANG=POSIX", "LANG=en_GB", "LANG=de_DE.ISO-8859-15@euro", "LANG=ja_JP.eucJP",
        "LC_ALL=C LANG=en_GB.UTF-8", "LC_CTYPE=C LANG=en_GB.UTF-8", "LC_ALL=utf8x LANG=en_GB.UTF-8", "LC_ALL=@utf8",
        "LC_ALL=en_GB.", "LC_ALL=.",
    ])
    func `any other locale than UTF-8 has no emoji`(_ locale: String) {
        #expect(look("TERM=xterm-256color " + locale).isASCII)
    }

    @Test(arguments: [
        ("xterm-256color", true), ("tmux-256color", true), ("screen.xterm-256color", true), ("rxvt-unicode", true),
        ("xterm-kitty", true), ("linux", false), ("vt100", false), ("dumb", false), ("", false), ("xtermite", false),
    ])
    func `only terminals with a window have a title`(_ terminal: String, _ hasTitle: Bool) {
        #expect(look("TERM=\(terminal)").hasTitle == hasTitle)
    }

    @Test(arguments: [
        (nil, false), ("", false), ("dumb", false), ("xterm-256color", true), ("vt100", true), ("linux", true),
    ])
    func `a terminal without a name or with that of a dumb one has no screen`(_ terminal: String?, _ hasScreen: Bool) {
        #expect(Look.hasScreen(terminal) == hasScreen)
    }

    @Test(arguments: [
        ("linux", true), ("cons25", true), ("wsvt25", true), ("vt100", true), ("vt220-w", true), ("ansi-m", true),
        ("xterm", false), ("screen", false), ("foot", false), ("vte-direct", false), ("vt", false), ("", false),
    ])
    func `consoles have no emoji even in a UTF-8 locale`(_ terminal: String, _ isASCII: Bool) {
        #expect(look("LANG=C.UTF-8 TERM=\(terminal)").isASCII == isASCII)
    }

    @Test(arguments: [
        ("", true), ("REDUCE_MOTION=", true), ("REDUCE_MOTION=0", true), ("REDUCE_MOTION=False", true),
        ("REDUCE_MOTION=1", false), ("REDUCE_MOTION=true", false), ("REDUCE_MOTION=reduce", false),
    ])
    func `animation can be turned off by a flag and by the environment`(_ environment: String, _ hasMotion: Bool) {
        #expect(look(environment).hasMotion == hasMotion)
        var options = Options()
        options.hasMotion = false
        #expect(!look(environment, options).hasMotion)
    }

    @Test(
        arguments: [
            ("", .none), ("TERM=", .none), ("TERM=dumb", .none), ("TERM=unknown", .none), ("TERM=vt100", .none),
            ("TERM=vt220-8bit", .none), ("TERM=ansi-m", .none), ("TERM=xterm-mono", .none),
            ("TERM=vt100 COLORTERM=truecolor", .none),
            ("TERM=xterm", .sixteen), ("TERM=ansi", .sixteen), ("TERM=screen", .sixteen), ("TERM=rxvt", .sixteen),
            ("TERM=vte", .sixteen), ("TERM=linux", .sixteen), ("TERM=linux COLORTERM=truecolor", .sixteen),
            ("TERM=screen COLORTERM=truecolor", .sixteen),
            ("TERM=xterm-256color", .twoHundredFiftySix), ("TERM=tmux-256color", .twoHundredFiftySix),
            ("TERM=screen.xterm-256color COLORTERM=24bit", .twoHundredFiftySix),
            ("TERM=xterm-256color COLORTERM=yes", .twoHundredFiftySix),
            ("TERM=xterm-256color COLORTERM=truecolor", .trueColour), ("TERM=xterm COLORTERM=24bit", .trueColour),
            ("TERM=tmux-256color COLORTERM=TrueColor", .trueColour), ("TERM=xterm-direct", .trueColour),
            ("TERM=xterm-kitty", .trueColour), ("TERM=alacritty", .trueColour), ("TERM=foot-extra", .trueColour),
            ("TERM=wezterm", .trueColour), ("TERM=xterm-ghostty", .trueColour), ("TERM=ghostty", .trueColour),
            ("TERM=xterm-kitty NO_COLOR=1", .none), ("TERM=xterm-direct NO_COLOR=0", .none),
            ("TERM=xterm-kitty NO_COLOR=", .trueColour),
        ] as [(String, Look.ColourDepth)])
    func `the colours of a terminal follow from its environment`(_ environment: String, _ colours: Look.ColourDepth) {
        #expect(look(environment).colours == colours)
    }

    @Test func `colour depths are ordered by the number of colours`() {
        #expect(Look.ColourDepth.allCases.sorted() == [.none, .sixteen, .twoHundredFiftySix, .trueColour])
        #expect(Look() == Look(colours: .trueColour, isASCII: false, hasMotion: true))
    }
}
