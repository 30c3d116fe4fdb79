import Protocol

/// The manual of the program: what the options' table says, and these chapters.
enum HostManual {
    /// The whole page of the manual.
    static let manual = ManualPage(
        of: Options.table, date: "November 26, 2026",
        chapters: [
            description, durability, records, limits, addresses, page, faces, contests, exams, service, signals,
            draining, monitoring, logs, environment, files, examples,
        ],
        endings: endings, related: ["memory-join", "curl", "nc", "systemd"])

    private static let description = ManualChapter(
        "DESCRIPTION",
        [
            """
            `memory-host` runs a lobby in which everybody on the network can play matches of \(games): by default of Memory, \
            also called Concentration, with two players, 30 cards and 15 turns each. People join with `memory-join`, with \
            the browser of a phone or a computer, with plain `nc`, or with a program of their own in any language. They all \
            share the same lobby and the same matches. Anybody may watch.
            """,
            """
            The first line on standard output is `listening on ADDRESS:PORT`. Started in a terminal, the host then prints how \
            to join it from this machine and from others, and the address of the page as a QR code if the terminal is large \
            enough. Who connects, and which matches begin and end, follows on standard output; problems are logged to \
            standard error. A line that would have to wait, for a pipe that nobody reads, is dropped.
            """,
            """
            Matches survive dropped connections, closed laptops and a killed host. A seat whose connection has dropped is \
            held for two minutes. `memory-join` and the page come back by themselves; with `nc`, connect again and type the \
            `resume` line that the host sent as a welcome.
            """,
            """
            The protocol between the host and its clients is described in `PROTOCOL.md`, which comes with the sources.
            """,
        ])

    private static var games: String {
        GameKind.allCases.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }.joined(
            separator: " and ")
    }

    private static let environment = ManualChapter(
        "ENVIRONMENT",
        [
            .list([
                ("HOME", "The home folder, in which the data folder is."),
                ("XDG_STATE_HOME", "On Linux, the folder in which the data folder is, instead of `~/.local/state`."),
                ("TERM", "The kind of terminal, which decides if the page's address is shown as a QR code."),
                (
                    "JOURNAL_STREAM",
                    """
                    The device and the inode of systemd's journal, set by systemd. It is compared with what the streams \
                    really are, so that a host started by another program is not misled.
                    """
                ),
                (
                    "NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID, LISTEN_FDS, LISTEN_PID, LISTEN_FDNAMES",
                    "See `SERVICE`. They are read once and removed: no program that the host starts gets them."
                ),
            ])
        ])

    private static let files = ManualChapter(
        "FILES",
        [
            .list([
                (
                    DataFolder.standardInWords,
                    "The data folder, unless `--data DIR` names another. See `DURABILITY`."
                ),
                (
                    "lock",
                    "In the data folder: the process and the port of the host that has it, for people to read. The lock itself "
                        + "is the system's, and ends with the process however that ends."
                ),
                ("journal.ndjson", "In the data folder: live matches, names and digests of tokens, a contest."),
                ("records.ndjson", "In the data folder: finished matches."),
                ("journal.damaged", "In the data folder: lines of the journal that `--repair` has set aside."),
                ("records.damaged", "The same for records."),
            ])
        ])

    private static let endings: [(ExitStatus, String)] = [
        (.success, "The host was stopped, or the task is done."),
        (.failed, "A client did not pass its exam."),
        (.usage, "The command line is wrong."),
        (.dataError, "The data is damaged, or in a format that this version does not know; pictures are unusable."),
        (.noHost, "The name to listen on is unknown."),
        (
            .unavailable,
            "The port or the data folder is in use; an address is not this machine's; a program or a file that is needed is "
                + "missing, or a server did not answer."
        ),
        (.systemError, "The system refused something, such as a socket."),
        (
            .cannotCreate,
            "A file or a folder cannot be created, or is there already; a socket that was passed on is of no "
                + "use."
        ),
        (
            .inputOutputError,
            "Reading or writing failed; a host that exits with changes that are not on disk has this status."
        ),
        (.noPermission, "Permission was denied, such as for a port below 1024."),
    ]

    private static let examples = ManualChapter(
        "EXAMPLES",
        [
            "A host for this machine only, and a way to it from elsewhere through an encrypted connection:",
            .lines(
                """
                memory-host --bind 127.0.0.1
                ssh -L 6366:localhost:6366 you@host
                """),
            "A host with pictures of your own:",
            .lines(
                """
                mkdir small
                mogrify -path small -auto-orient -resize 800x800 *.jpg
                memory-host --faces small
                """),
            "A service that starts with the machine:",
            .lines(
                """
                sudo install memory-host memory-join /usr/local/bin
                /usr/local/bin/memory-host --generate unit |
                    sudo tee /etc/systemd/system/memory-host.service
                sudo systemctl enable --now memory-host
                """),
            "A contest of two bots, in three windows:",
            .lines(
                """
                memory-host --contest 5
                python3 Tests/EndToEnd/Clients/contest_bot.py 127.0.0.1 6366 Ann 2
                python3 Tests/EndToEnd/Clients/contest_bot.py 127.0.0.1 6366 Bob 2
                """),
            "The records of all matches, as lines of JSON:",
            .lines("memory-host --export games.ndjson"),
            "To ask without connecting if a machine runs a host:",
            .lines(
                """
                printf '%-200s' '{"type":"find","protocol":1}' | nc -u -w 1 192.168.1.7 6366
                """),
        ])
}
