import Protocol

/// The manual of the program: what the options' table says, and these chapters.
enum JoinManual {
    /// The whole page of the manual.
    static let manual = ManualPage(
        of: OptionsParser.table, date: "November 26, 2026",
        chapters: [description, playing, keys] + games + [
            cards, finding, watching, plain, environment, files, examples,
        ],
        endings: endings, related: ["memory-host", "nc"])

    private static let description = ManualChapter(
        "DESCRIPTION",
        [
            """
            `memory-join` plays \(titles) with others on a host, which `memory-host` runs. Without an address, it tries this \
            machine, port \(SocketAddress.defaultPort), then the last host that you joined. If neither answers, it lists the \
            hosts that it finds on the network; Enter joins one. The first time, it asks for your name, and remembers it.
            """,
            """
            It fills the terminal, which must have at least \(View.minimumSize.columns) columns and \
            \(View.minimumSize.rows) rows, and adapts when you resize it. Without options, it shows the menu.
            """,
            """
            HOST is a name or an address: `pine`, `192.168.1.7`, `[fe80::1%eth0]`. A port may follow, as in `pine:7000`; \
            without one it is \(SocketAddress.defaultPort).
            """,
        ])

    private static var titles: String { GameKind.allCases.map(\.title).joined(separator: " or ") }

    /// The chapters of single games.
    private static var games: [ManualChapter] { GameKind.allCases.compactMap { $0.onScreen.facts.manual } }

    private static let finding = ManualChapter(
        "FINDING HOSTS",
        [
            """
            The client looks for hosts by sending a UDP broadcast on each network: when it is started without HOST, until it \
            is connected, and while it lists hosts. It finds hosts on the usual port, \(SocketAddress.defaultPort), and on the \
            port of the last host that you joined; give the address of any other. `--find` prints the list. A firewall on \
            this machine may drop the answers; if so, type the address. `MEMORY_FIND` restricts the search.
            """
        ])

    private static let environment = ManualChapter(
        "ENVIRONMENT",
        [
            .list([
                ("MEMORY_FIND", "With `loopback`, hosts are looked for on this machine only; with `off`, nowhere."),
                ("REDUCE_MOTION", "If it is 1, nothing moves on the screen, as with `--no-animation`."),
                ("NO_COLOR", "If it is set to anything, there are no colours."),
                (
                    "TERM, COLORTERM",
                    """
                    They determine how many colours are used, and if emoji can be shown; if TERM is unset, empty or `dumb`, \
                    the output is plain text.
                    """
                ),
                ("LC_ALL, LC_CTYPE, LANG", "The locale: if it is not UTF-8, the screen is as with `--ascii`."),
                ("USER", "The name with `--plain`, where you are not asked for one."),
                ("HOME", "The home folder, in which the files are."),
                ("XDG_STATE_HOME", "On Linux, the folder in which they are, instead of `~/.local/state`."),
            ])
        ])

    private static let files = ManualChapter(
        "FILES",
        [
            """
            In `\(Platform.stateFolderInWords)/memory-join`, in files that you alone can read:
            """,
            .list([
                ("last-host", "The last host that accepted you."),
                ("hosts", "The hosts that you have joined or found, for the completions of shells."),
                ("name", "Your name, as you chose it last, but not with `--plain`."),
                (
                    "tokens",
                    """
                    A folder with the secrets that reclaim your seats, a file for each host. A token is removed when you \
                    quit. Of two clients on one machine, only the first uses a host's token; the second asks for another \
                    name. With `--plain`, no token is kept.
                    """
                ),
            ]),
            "The client goes on without what is missing, broken or not writable.",
        ])

    private static let endings: [(ExitStatus, String)] = [
        (.success, "You have left, or the list is printed."), (.usage, "The command line is wrong."),
        (.dataError, "The host speaks no version of the protocol that this client knows."),
        (.unavailable, "The host cannot be reached, has turned you away or is gone; or `--find` has found none."),
        (.systemError, "The system refused something."),
        (.inputOutputError, "The terminal is gone, or what reads the output."),
    ]

    private static let examples = ManualChapter(
        "EXAMPLES",
        [
            "To join the host at an address, against the house, with a small board:",
            .lines("memory-join 192.168.1.7 --house steady --open square"),
            "To join a private match:", .lines("memory-join --code KQ7XM4"),
            "To watch whatever is played:", .lines("memory-join --watch"),
            "Two cards, from a script:", .lines(#"printf 'join\nb4\nc5\n' | memory-join --plain"#),
            "To have bash complete options and hosts:",
            .lines(
                """
                memory-join --generate bash \\
                    >~/.local/share/bash-completion/completions/memory-join
                """),
        ])
}
