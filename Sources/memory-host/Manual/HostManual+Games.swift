import Protocol

extension HostManual {
    static let page = ManualChapter(
        "THE PAGE FOR BROWSERS",
        [
            """
            The port serves a page for browsers: open `http://192.168.1.7:6366/`, or whichever address the host prints, on a \
            phone or anything else on the network. The page is part of the program and loads nothing from anywhere else. \
            `--no-web` turns it off. `--web-from DIR` reads its files from a folder at each request, for whoever develops it.
            """,
            .list([
                (
                    "Everything is there",
                    """
                    Quick play, any board and rules, private matches as links, the house player, solo games, two on one \
                    device, chat, records with replay, scores.
                    """
                ),
                (
                    "A locked phone or a reload",
                    """
                    It takes its seat back. If the connection is lost, the page says so and reconnects by itself.
                    """
                ),
                (
                    "Cards",
                    """
                    They stay where they are during a match, however the screen turns, and nothing covers them. At the end, \
                    the winner's cards turn in a wave, the table tips, and the cards slide off it. Tap or press Esc to see \
                    the result at once; it stands beside the cards or below them.
                    """
                ),
                (
                    "Keyboards and screen readers",
                    """
                    The arrow keys move among the cards, Enter turns one, and so does its place, such as `b` `4`. Cards have \
                    labels such as "B4, face down", and every change is announced. Nothing moves if the device asks for \
                    reduced motion. Sound and vibration are off until they are switched on, in the lobby or under Rules.
                    """
                ),
                (
                    "Projectors",
                    """
                    `http://192.168.1.7:6366/#watch` shows whichever match is on, with large names, clock and news, and a \
                    score on either side; `#standings` shows the standings of a contest as they change.
                    """
                ),
            ]),
        ])

    static let faces = ManualChapter(
        "PICTURES",
        [
            """
            `--faces DIR` makes a set of cards called `pictures` of the PNG, JPEG, GIF, WebP and AVIF files in a folder: \
            \(PictureLimits.count.lowerBound) to \(PictureLimits.count.upperBound) of them, at most 1 MB each and 16 MB in \
            all. 15 or more are enough for the usual board. Players choose it where a match is opened. Browsers show the \
            pictures; terminals show a short label, made from the file's name. The host names each file that it leaves out \
            and says why. Photos from a phone are usually too large; `EXAMPLES` shows how to make copies that fit.
            """,
            """
            The host reads the folder once, when it starts. If it is restarted without the pictures, matches in play go on \
            with the labels; if another folder has a picture with the same label, that one is shown.
            """,
            """
            Some web APIs list artwork in JSON, such as the covers of a playlist. `--fetch-faces URL DIR` fetches up to 50 \
            pictures once, with `curl`, and ends:
            """,
            .lines(
                """
                memory-host --fetch-faces \\
                    'https://itunes.apple.com/search?term=miles+davis&entity=album&limit=50' covers
                memory-host --faces covers
                """),
            """
            It knows where iTunes, Deezer, SoundCloud, the Cover Art Archive, Wikimedia Commons, Openverse and TheCatAPI keep \
            the addresses of their pictures, and those of any API that names the field like one of them. After three minutes \
            it goes on with what has arrived. An interrupted run keeps nothing: start it again. The API's answer decides \
            which addresses this machine asks for pictures, so use one that you trust. Whether you may use the pictures is \
            up to those who own them.
            """,
        ])

    static let contests = ManualChapter(
        "HOLDING A CONTEST",
        [
            """
            `--contest 10` holds a contest, for programs above all: whoever sends `enter` plays ten pairs of matches, with \
            swapped seats, against everybody else who does, up to 64 players. The host seats them, one match at a time each, \
            as soon as two are free who have matches left. Latecomers play everybody who is there. Whoever breaks off comes \
            back with the token; whoever stays away loses that match, and in the end what is left, once the others have \
            nothing else to play. What a player who withdraws has left to play counts for nobody. All absences of a player in a contest add up: after a minute and a half, or a minute for \
            every ten matches, the player loses a match as soon as the connection breaks. `PROTOCOL.md` has the details, and \
            `Tests/EndToEnd/Clients/contest_bot.py` shows how to take part.
            """,
            """
            Once half of the places are taken, the host takes no more than eight players from one address, so that nobody \
            takes them all. A class behind one router, or behind a proxy, needs `--contest-per-address 64`. If all places are \
            taken, a player who has withdrawn makes room; the standings then have one line for all of those.
            """,
            """
            The rules are those of `--rules PRESET`, but with two seconds for a turn, no pause after a miss, and half a \
            minute to come back. Type `standings` or `standings follow` in `nc`, or `:` and `standings` in `memory-join`, for \
            the points, how far ahead each is on average, and ratings with their 95 % intervals.
            """,
            """
            A contest is kept in the data folder. When the host starts again, it goes on, with or without the option; another \
            number is refused. `--contest-until "2026-12-01 17:00"` ends it at that time: nobody is seated any more, and once \
            the matches in play are over, what was not played counts for nobody. `--contest 0` ends it at once, with the \
            matches in play. The standings stay until `--contest 10` begins another one.
            """,
            """
            All decks follow from seeds. The seal of each is in the standings before a deck is dealt from it, and the \
            seed is published once all is played; whoever enters after that plays by another one. What `--export FILE` \
            writes ends with a line that has the standings and the seeds, and `python3 \
            Tests/EndToEnd/Clients/contest_decks.py FILE` deals all decks again. If there are more matches than \
            `--keep-records N` keeps, raise it.
            """,
            """
            Programs are faster than the ten commands per second that each may send from another machine: twenty of them \
            take about 80 minutes for `--contest 25`, and two with `--rate 0` on this one.
            """,
        ])

    static let exams = ManualChapter(
        "EXAMS",
        [
            """
            The host examines clients: it plays short matches with yours and does all that a host and a network may do, from \
            lines in single bytes to a host that is gone for three seconds. This starts the program for each lesson, with the \
            host's port for `{port}`, prints what went wrong and the section of `PROTOCOL.md` that says so, and ends with 0 \
            if it passed something and failed nothing, otherwise with 1:
            """,
            .lines("memory-host --exam Ann -- python3 bot.py localhost {port} Ann"),
            """
            Without a name and a program, it examines everybody who connects: a whole class, the page, a terminal. \
            `--patience 60` gives people twelve times the usual time, `--seed 1` deals the same cards again and has \
            the opponent make the same moves, and \
            `--report FILE` keeps the results in place of what the file held, so that a teacher can grade a folder of \
            programs:
            """,
            .lines(
                """
                for bot in bots/*.py; do
                    name=$(basename "$bot" .py)
                    memory-host --exam "$name" --port 0 --level must,reconnect --seed 1 \\
                        --report "$name.jsonl" -- python3 "$bot" localhost {port} "$name" \\
                        >"$name.txt" 2>&1
                    echo "$name: $(grep -c '"result":"passed"' "$name.jsonl") lessons passed"
                done
                """),
            """
            From its first `welcome` to its report, a name belongs to the address that it came from, and there to one \
            connection at a time. The host prints that address, and the first connection in each lesson that is refused \
            the name with `name_taken`. A client that comes with its token may come from anywhere; while a lesson waits for \
            that, the name alone is not enough. Each line of the report has the client's `address` and, if there were any, \
            the number of connections that were `refused`.
            """,
            "These are the lessons, by their levels; `--level NAME` repeats a single one, and `--level all` has them all:",
            .list(
                Lesson.Level.allCases.map { level in
                    (level.rawValue, lessons(of: level).map { "`\($0.name)`: it \($0.checks)." }.joined(separator: " "))
                }),
        ])

    private static func lessons(of level: Lesson.Level) -> [Lesson] {
        (Lesson.named("all") ?? []).filter { $0.level == level }
    }
}
