import Protocol
import Testing

@Suite struct `Plain words: events` {
    private static let token = JSONSamples.token
    private static let sentences: [(Event, String)] = [
        (.pong, "Pong."), (.bye(.asked), "Goodbye."),
        (.hello(Hello(host: "den")), "This is den, a Memory host. Type help for plain-text commands."),
        (
            .welcome(Welcome(name: "Ann", token: token, resumed: false)),
            "Welcome, Ann. If you get disconnected, reconnect and type: resume \(token.text)"
        ),
        (
            .welcome(Welcome(name: "Ann", token: token, resumed: true)),
            "Welcome back, Ann. If you get disconnected, reconnect and type: resume \(token.text)"
        ),
        (.error(ErrorReport(.notYourTurn, command: "flip")), "Error: It's not your turn."),
        (
            .error(ErrorReport(.unknownType("hi"), command: "hi")),
            "Error: Unknown command 'hi'. Type help for a list."
        ),
        (.said(Said(match: nil, from: "Ann", role: nil, text: "hi")), "Ann says: hi"),
        (.said(Said(match: MatchID(number: 3), from: "Ann", role: .player, text: "hi")), "Ann says: hi"),
        (.said(Said(match: MatchID(number: 3), from: "Cleo", role: .watcher, text: "oh")), "Cleo (watching) says: oh"),
        (
            .said(Said(match: MatchID(number: 3), from: "Cleo", role: .watcher, text: "oh", isPast: true)),
            "Cleo (watching) said earlier: oh"
        ),
        (.said(Said(match: nil, from: "a b", role: .player, text: "oh", isPast: true)), "\"a b\" said earlier: oh"),
        (
            .lobby(LobbyList(matches: [], players: [], playerCount: 0, total: 0)),
            "No matches. Type join to open one, or open to choose its rules."
        ),
        (
            .lobby(LobbyList(matches: [], players: ["Ann"], playerCount: 1, total: 0)),
            "No matches. Type join to open one, or open to choose its rules.\nOnline: Ann."
        ),
        (
            .lobby(LobbyList(matches: [], players: [], playerCount: 0, total: 0, isDraining: true)),
            "The host is closing after the matches in play.\nNo matches."
        ),
        (.records(RecordList(records: [], total: 0)), "No matches played yet."),
        (.records(RecordList(records: [], total: 3)), "No older records."),
        (.scores(ScoreList(best: [], players: [])), "No scores yet. Finish a match or a solo game."),
    ]

    @Test func `standings are a sentence or two for each player`() {
        let seed = String(repeating: "0123456789abcdef", count: 4)
        #expect(
            plain(.standings(RecordEventSamples.standings(seed: nil)))
                == """
                Contest, 12 pairs of matches for each two players: 34 matches left to play.
                  1. Ann: 11 points; won 5, drawn 1, lost 0.
                     Rating +131 ± 336; mean difference 1.250, standard error 0.433; remembered 4 of 6.
                  2. "'B' 2" (withdrawn): 1 point; won 0, drawn 1, lost 5, 2 of them forfeited.
                     Rating -131 ± 336; mean difference -1.250.
                  3. Cid (absent): 0 points; won 0, drawn 0, lost 0.
                     Rating 0 ± 556.
                The decks' seal: \(seed)

                """.replacing("\"'B' 2\"", with: PlayerName.quoted("\"B\" 2")))
        let end = plain(.standings(RecordEventSamples.standings(seed: seed)))
        #expect(end.hasPrefix("Contest, 12 pairs of matches for each two players: nothing left to play.\n"))
        #expect(end.hasSuffix("\nThe decks' seed: \(seed)\n"))
        let empty = Standings(players: [], remaining: 0, pairs: 1, seal: seed, seed: nil)
        #expect(plain(.standings(empty)).contains("Nobody takes part yet. Type: enter\n"))
    }

    @Test(arguments: sentences) func `every short event is a sentence, reply or not`(event: Event, sentence: String) {
        #expect(plain(event) == sentence + "\n" && plain(event, re: RequestID("1")) == sentence + "\n")
    }

    @Test(arguments: Preset.allCases)
    func `the rules fit on a screen of 24 lines of 80 characters, and mark the default`(_ preset: Preset) {
        let lines = plain(.rules(RuleBook(preset: preset))).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count - 1 <= 23, "one line is for the next command")
        for line in lines {
            // An emoji is two columns wide.
            let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1F000 ? 2 : 1) }
            #expect(columns <= 80, "\(line)")
        }
        #expect(lines.count { $0.contains("(the default is \(preset))") } == 1)
        for name in Preset.allCases.map(\.rawValue) + FaceSet.builtIn.map(\.rawValue) {
            #expect(lines.count { $0.hasPrefix("  \(name) ") } == 1)
        }
    }

    @Test func `a name of several words, or one of the host's words, is quoted wherever it appears`() {
        let forged = "Bob wins. Ann"
        var state = JSONEventSamples.state
        state.seats[0].name = forged
        state.change = .away(seat: 0)
        state.phase = .paused
        #expect(plain(.state(state)).hasPrefix("\"Bob wins. Ann\" disconnected.\n"))
        #expect(plain(.state(state)).contains("\n\"Bob wins. Ann\": 2 points"))
        #expect(
            plain(.said(Said(match: nil, from: forged, role: nil, text: "hi"))) == "\"Bob wins. Ann\" says: hi\n")
        let list = LobbyList(matches: [], players: ["Ann", forged, "Nobody"], playerCount: 3, total: 0)
        #expect(plain(.lobby(list)).hasSuffix("Online: Ann, \"Bob wins. Ann\", \"Nobody\".\n"))
        let scores = ScoreList(best: [], players: [ScoreList.Player(name: forged, won: 1, drawn: 0, lost: 0)])
        #expect(plain(.scores(scores)).hasSuffix("  \"Bob wins. Ann\": 1 won, 0 drawn, 0 lost\n"))
    }

    @Test func `no sentence of the host begins with a word that could be a name without quotation marks`() {
        let sentences = JSONEventSamples.all.map { plain($0.message.event) } + Self.sentences.map(\.1)
        for line in sentences.joined(separator: "\n").split(separator: "\n") {
            let word = String(line.prefix { $0 != " " })
            guard word.allSatisfy(\.isLetter), !["Ann", "Bob", "Zoe", "Cleo", "Z"].contains(word) else { continue }
            #expect(PlayerName.quoted(word) != word || word == "House", "\(line)")
        }
    }

    @Test(arguments: Command.Kind.allCases)
    func `an ok is printed where no other event says the same`(kind: Command.Kind) {
        let sentences: [Command.Kind: String] = [
            .leave: "You left the match.\n", .rematch: "You offered a rematch.\n",
            .replay: "The replay has ended.\n", .enter: "You take part in the contest.\n",
            .withdraw: "You no longer take part in the contest.\n",
        ]
        #expect(plain(.ok(kind)) == sentences[kind] ?? "")
    }

    @Test func `a lobby prints its matches and who is here`() throws {
        var solo = RulesRequest(preset: .quick)
        (solo.seats, solo.turns) = (1, 1)
        func entry(
            _ number: Int, _ phase: MatchState.Phase, _ seats: [String], _ scores: [Int], _ watchers: Int,
            _ rules: Rules
        ) -> LobbyList.Entry {
            LobbyList.Entry(
                match: MatchID(number: number), phase: phase, seats: seats, scores: scores, watchers: watchers,
                rules: rules)
        }
        let entries = [
            entry(4, .waiting, ["Ann"], [0], 0, .preset(.classic)),
            entry(3, .playing, ["Bob", "Cleo"], [2, -100], 7, .preset(.tiles)),
            entry(5, .paused, ["Dan"], [1], 1, try Rules(solo)),
        ]
        let lobby = LobbyList(matches: entries, players: ["Ann", "Bob"], playerCount: 5, total: 9)
        let expected = """
            9 matches:
              m4, waiting: Ann 0; 5x6, 15 turns each. Type: join m4
              m3, playing: Bob 2, Cleo -100; 4x4, no turn limit; 7 watching.
              m5, paused: Dan 1; 2x5, 1 turn, solo; 1 watching.
              and 6 more
            Online: Ann, Bob and 3 more.

            """
        #expect(plain(.lobby(lobby)) == expected)
        let one = LobbyList(matches: [entries[0]], players: [], playerCount: 0, total: 1)
        #expect(plain(.lobby(one)) == "1 match:\n  m4, waiting: Ann 0; 5x6, 15 turns each. Type: join m4\n")
    }

    @Test func `a match event prints its rules`() throws {
        func told(
            _ preset: Preset, seat: Int?, code: String? = nil, _ change: (inout RulesRequest) -> Void = { _ in }
        ) throws -> String {
            var request = RulesRequest(preset: preset)
            change(&request)
            let code = code.flatMap { MatchCode($0) }
            return plain(
                .match(Seating(match: MatchID(number: 3), seat: seat, rules: try Rules(request), code: code)))
        }
        #expect(
            try told(.classic, seat: 0)
                == "You are in m3, seat 1: 5 rows, 6 columns, 15 turns each, 60 seconds per turn. 1 point per pair.\n")
        #expect(
            try told(.tiles, seat: 1, code: "KQ7XM4") { $0.turnMilliseconds = 0 }
                == "You are in m3, seat 2: 4 rows, 4 columns, no turn limit. 200 points per pair, minus 100 per miss. "
                + "Matched pairs are removed.\nThis match is private; its code is KQ7XM4.\n")
        #expect(
            try told(.duel, seat: nil) { ($0.turns, $0.turnMilliseconds) = (1, 1000) }
                == "You are watching m3: 6 rows, 6 columns, 1 turn each, 1 second per turn. 1 point per pair. "
                + "A pair earns another turn.\n")
        #expect(
            try told(.quick, seat: 0) { $0.seats = 1 }
                == "You are in m3, seat 1: 2 rows, 5 columns, 30 turns, solo, 60 seconds per turn. 1 point per pair.\n")
    }

    @Test func `help names every command, and every line it shows can be typed`() throws {
        let help = plain(.help)
        let verbs = [
            "name", "join", "open", "b4", "take 1 5 9", "watch", "list", "say", "records", "record", "scores",
            "rematch",
            "leave", "resume", "bye",
        ]
        let lines = help.split(separator: "\n")
        for verb in verbs { #expect(lines.contains { $0.hasPrefix("  \(verb) ") }, "\(verb)") }
        for example in [
            "join m3", "join KQ7XM4", "open 4x4 private", "open tiles solo", "open duel letters turns=20", "b4",
            "join set", "watch m3", "watch set", "take 1 5 9", "rules set", "ping", "more", "shuffle", "resign",
            "standings",
        ] {
            #expect(help.contains(example) && read(example).command != nil)
        }
        for preset in Preset.allCases { #expect(help.contains(preset.rawValue)) }
        for set in FaceSet.builtIn { #expect(help.contains(set.rawValue)) }
        #expect(lines.count < 24 && lines.allSatisfy { $0.count <= 80 }, "it fits a terminal of 80x24 with its prompt")
    }

    @Test(arguments: [
        "\u{1B}[2J", "open \u{1B}]0;x\u{7}", "join \u{9B}2J", "flip \u{7F}", "name \u{1B}c", "say a\u{8}b",
        #"{"type":"\u001b[2J"}"#, #"{"type":"open","rules":{"\u001b[2J":1}}"#, "{\u{1B}", "[\u{7}]",
        #"{"type":"say","text":"\u0007x\u009b"}"#, #"{"type":"hello","name":"\u001bc"}"#,
    ])
    func `a refusal of control characters prints none`(line: String) throws {
        let refusal = try #require(read(line).refusal)
        #expect(isPrintable(plain(.error(ErrorReport(refusal, command: nil)))))
    }

    @Test func `every output is complete lines without other control characters`() {
        for event in JSONEventSamples.all.map(\.message.event) + [.help] {
            let text = plain(event)
            #expect(text.isEmpty || isPrintable(text), "\(text)")
        }
    }

    private func isPrintable(_ text: String) -> Bool {
        text.hasSuffix("\n") && text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.breaksText }
    }
}
