import Protocol

extension JoinManual {
    static let playing = ManualChapter(
        "PLAYING",
        [
            .list([
                (
                    "Two players",
                    """
                    It seats you opposite whoever is waiting. If nobody is, it opens a match and shows the command with which \
                    a friend can join.
                    """
                ),
                (
                    "Matches",
                    """
                    The list of open matches. There, you can also open one with a board, cards, turns and a clock of your \
                    choice. If you make it private, others need its code, which is shown large enough to be read from across \
                    the room; a link for browsers is shown, too, as a QR code if that fits on the screen.
                    """
                ),
                (
                    "Play the house",
                    """
                    A match against a computer player: `novice` forgets most cards within a turn, `steady` forgets some \
                    later, and `perfect` forgets nothing. It hesitates as people do: quick on a pair that it knows, slow where \
                    it guesses. If another player starts waiting for an opponent, the bell rings, and `w` seats you opposite \
                    them.
                    """
                ),
                ("Two on this device", "A match for two people who share a keyboard."),
                (
                    "Your turn",
                    """
                    The terminal's bell rings when an opponent arrives and each time your turn comes, and the window's title \
                    says whose turn it is. While it is the other player's turn, the board is dimmed. The log (`m`) says what \
                    happened, but never where a card is.
                    """
                ),
                (
                    "The end",
                    """
                    The winner's cards turn in a wave, and all cards fall off the table. Once the last pair has been seen, \
                    any key shows the result, which stands beside, above or below the cards. Play again, choose a new board, \
                    or go back to the lobby; as long as you stay at the table, the wins of both players are counted.
                    """
                ),
                (
                    "Records and scores",
                    """
                    Records lists past matches, all, your own or one game's, and replays them at any speed; \
                    Replay, at the end of a match, does the same for that match. Scores has the best players, and your own \
                    statistics, including how well you remember cards, by how long ago you saw them.
                    """
                ),
                (
                    "A dropped connection",
                    """
                    It leaves the table on screen; the client reconnects by itself and reclaims your seat. If the client \
                    itself was killed, or its window closed, start it again: it asks if you want your seat back. Either way, \
                    if it is your turn, the bell rings and the client says how many seconds are left.
                    """
                ),
                (
                    "Sealed cards",
                    """
                    When the cards are dealt, the host publishes the SHA-256 of a random salt and the deck; when the match is \
                    over, the salt. Nobody can move a card in between without being found out, not even whoever runs the host. \
                    The client shows `sealed`, checks it at the end of every match, in replays and in records, and warns loudly \
                    if it does not fit, or if the host names another seal for a match that you were in before. It cannot prove that nobody peeked, or that the deal was random.
                    """
                ),
            ])
        ])

    static let keys = ManualChapter(
        "KEYS",
        [
            "`?` shows the keys of the screen at hand, those of buttons that a narrow terminal has no room for, too.",
            .list([
                (
                    "Arrow keys or h j k l, and Enter",
                    "They move to a card or anything else, and choose it. A click does both at once."
                ),
                (
                    "A column and a row, such as b 4",
                    "They turn that card at once. Use capitals for the columns H and J, and `0` for row 10."
                ),
                (
                    "Esc",
                    """
                    It goes back. While your opponent's two cards are face up, you can choose your next one; Esc cancels the \
                    choice.
                    """
                ),
                ("Tab", "It cycles through the buttons, most of which also have a key of their own."),
                ("u", "The rules of the match."), ("m", "The log."),
                ("w", "At a table with the house: a match with whoever waits."),
                ("n", "In the menu: another name."), ("o", "In the menu: another host."),
                (
                    ":",
                    """
                    A prompt that takes any command in plain text: `:open shapes` opens a match with shapes, `:standings` \
                    shows those of a contest.
                    """
                ),
                (
                    "Control-C",
                    """
                    It quits. During a match, while connected, it asks first, and a second one quits without asking; at the \
                    prompts for chat, codes and commands, it only closes the prompt.
                    """
                ),
            ]),
            "A key or click that is doubled by accident counts once.",
        ])

    static let cards = ManualChapter(
        "CARDS AND COLOURS",
        [
            """
            Cards carry animals, letters, symbols or plain shapes, drawn to fill a card of any size, and told apart by their \
            form and then by their colour. Cards in the form offers all of them, also the pictures of a host that has some: \
            the terminal shows a label of each.
            """,
            """
            `--light` and `--dark` say which background the terminal has; by default, the terminal is asked. With `--ascii`, \
            which is the default if the locale is not UTF-8 or the console has no emoji, there are neither emoji nor drawn \
            lines. `NO_COLOR` turns colours off.
            """,
        ])

    static let watching = ManualChapter(
        "WATCHING",
        [
            """
            Watch in the menu lists the matches that you can watch; `--watch` starts with the most recently active one, and \
            `--watch m3` with a particular one. A watcher needs no name, sees exactly what the players see, and follows them \
            into a rematch. After `watch follow`, the host moves you on to another match five seconds after each one ends.
            """
        ])

    static let plain = ManualChapter(
        "PLAIN TEXT, AND PLAYING WITHOUT THIS PROGRAM",
        [
            """
            `--plain` is for scripts and screen readers, and the default if input or output is not a terminal, or TERM is \
            unset, empty or `dumb`: output is only appended, and input takes the commands of a host in plain text. You are \
            not asked for a name. The same commands work with `nc`, which needs nothing else:
            """,
            .lines(
                """
                $ nc localhost 6366
                {"type":"hello","protocol":1,"host":"library", ...}
                name Ann
                Welcome, Ann. If you get disconnected, reconnect and type: resume 88a346...
                join
                You are in m1, seat 1: 5 rows, 6 columns, 15 turns each, ...
                b4
                Ann flips B4: ...
                """),
            """
            The first line is for programs; once you type a line, the host answers in plain text. `help` lists the commands. \
            The main ones are `name`, `join`, a card such as `b4`, `watch`, `list`, `say`, `rematch`, `leave` and `bye`.
            """,
            .list([
                (
                    "open 4x4 private",
                    "It opens a match with rules of your choice; the reply has the code, and the other one types `join CODE`."
                ),
                ("open tiles solo, open duel shapes, open 6x6 turns=20 again", "They do the same with other rules."),
                ("open house", "You play against the computer."),
                ("open beside Bob", "Bob plays from the same terminal."),
                (
                    "replay, replay r17",
                    """
                    They play back the match that has just ended, or one of the past, a step at a time, until you type \
                    anything.
                    """
                ),
                ("records, scores", "Past matches, and the best players."),
            ]),
            """
            In a script, use `nc -N`, with which most versions close their side of the connection at the end of the input. \
            Some keep waiting for input after `bye`; Control-C ends them. The seal can be checked with the command \
            that the host gives at the end of a match; on macOS, use `shasum -a 256` in place of `sha256sum`.
            """,
        ])
}
