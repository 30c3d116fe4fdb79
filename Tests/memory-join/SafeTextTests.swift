import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("Ann", "Ann"), ("\u{1B}[31mred", "�[31mred"), ("a\nb\r\tc\u{7F}", "a�b��c�"), ("\u{9B}31m", "�31m"),
        ("a\u{202E}b\u{2066}c\u{200F}", "a�b�c�"), ("a\u{2028}b\u{2029}", "a�b�"), ("\u{200B}\u{FEFF}\u{AD}", "���"),
        ("\u{301}a", "�a"), ("a\u{301}", "a\u{301}"), (" \u{301}", " �"),
        ("a\u{300}\u{301}\u{302}\u{303}\u{304}", "a\u{300}\u{301}"),
        ("\u{E000}\u{10FFFF}", "��"), ("a\u{A0}b\u{3000}c", "a b c"), ("שלום", "שלום"), ("\u{3164}", "�"),
        ("\u{1160}\u{1161}", "��"), ("각", "각"), ("", ""),
    ])
    func `characters that do not belong on a line are replaced`(_ text: String, _ shown: String) {
        #expect(SafeText.line(text).unicodeScalars.elementsEqual(shown.unicodeScalars), "\(text.debugDescription)")
    }

    @Test(arguments: [
        "❤\u{FE0F}", "⌚\u{FE0E}", "👍\u{1F3FD}", "🇩🇪", "🇩🇪🇨🇭", "7\u{FE0F}\u{20E3}", "#\u{FE0F}\u{20E3}",
        "👨\u{200D}👩\u{200D}👧\u{200D}👦", "👩\u{1F3FD}\u{200D}🚀", "🏳\u{FE0F}\u{200D}🌈", "🏴\u{200D}☠\u{FE0F}",
        "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        "👩\u{1F3FD}\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨\u{1F3FE}", "a❤\u{FE0F}b", "©\u{FE0F}",
    ])
    func `an emoji of several code points is kept whole`(_ text: String) {
        #expect(SafeText.line(text).unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(isSafe(text))
    }

    @Test(arguments: [
        ("\u{200D}👩", "�👩"), ("👩\u{200D}", "👩�"), ("👩\u{200D}a", "👩�a"), ("a\u{200D}👩", "a�👩"),
        ("👩\u{200D}\u{200D}👩", "👩��👩"), ("\u{1F3FD}", "�"), ("a\u{1F3FD}", "a�"), ("🦊\u{1F3FD}", "🦊�"),
        ("👍\u{1F3FD}\u{1F3FD}", "👍\u{1F3FD}�"), ("\u{FE0F}a\u{FE0F}", "a"), ("7\u{FE0F}", "7"),
        ("🦊\u{FE0E}", "🦊"), ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}"), ("❤\u{FE0F}\u{301}", "❤\u{FE0F}�"),
        ("🇩", "D"), ("🇩🇪🇨", "🇩🇪C"), ("🇩\u{FE0F}🇪", "DE"), ("🇩🇪\u{200D}🔥", "🇩🇪�🔥"), ("7\u{20E3}", "7\u{20E3}"),
        ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴���"), ("🏴\u{E0067}\u{E0062}\u{E0065}", "🏴���"),
        ("🦊\u{E0067}\u{E0062}\u{E0065}\u{E007F}", "🦊����"), ("\u{E0041}\u{E007F}", "��"),
        ("👁\u{FE0E}\u{200D}🗨", "👁�🗨"), ("⌚\u{FE0E}\u{200D}🔥", "⌚\u{FE0E}�🔥"),
        // One character more than the longest: what does not fit begins anew.
        (
            "👨\u{200D}👩\u{200D}👧\u{200D}👦\u{200D}👶\u{200D}🐶",
            "👨\u{200D}👩\u{200D}👧\u{200D}👦\u{200D}👶�🐶"
        ),
    ])
    func `an invalid emoji sequence is taken apart`(_ text: String, _ shown: String) {
        #expect(SafeText.line(text).unicodeScalars.elementsEqual(shown.unicodeScalars), "\(text.debugDescription)")
    }

    private let rockets = "👩\u{200D}🚀👩\u{200D}🚀"

    @Test func `text is cut to its columns, never through a wide character`() {
        for (text, columns, cut) in [
            ("🦊🦊🦊", 5, "🦊🦊…"), ("🦊🦊🦊", 4, "🦊…"), ("abc", 3, "abc"), ("abc", 0, ""), (rockets, 3, "👩\u{200D}🚀…"),
        ] { #expect(TextWidth.truncated(text, to: columns) == cut) }
        for (text, columns, end) in [("ab🦊c", 2, "c"), ("abcd", 3, "bcd"), (rockets, 3, "👩\u{200D}🚀")] {
            #expect(TextWidth.suffix(text, columns: columns) == end)
        }
        #expect(SafeText.line("🦊🦊🦊", columns: 5) == "🦊🦊" && SafeText.line("a\u{903}", columns: 1) == "")
        #expect(TextWidth.padded("🦊", to: 3) == "🦊 ")
    }

    @Test(arguments: [
        ("the quick brown fox", 9, ["the quick", "brown fox"]), ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
        ("🦊🦊", 3, ["🦊", "🦊"]), ("🦊🦊", 1, []), ("  ", 5, []),
    ])
    func `long text is wrapped at spaces, and long words where necessary`(
        _ text: String, _ columns: Int, _ lines: [String]
    ) {
        #expect(TextWidth.wrap(text, to: columns) == lines)
    }

    @Test func `random text is made safe, and is unchanged the second time`() {
        var random = SeededRandom(#function)
        for _ in 0..<3000 {
            let text = random.text()
            let columns = random.number(0...60)
            let line = SafeText.line(text, columns: columns)
            let place: Comment = "\(text.debugDescription) in \(columns)"
            #expect(isSafe(line), place)
            #expect(TextWidth.columns(of: line) <= columns, place)
            #expect(SafeText.line(line, columns: columns).utf8.elementsEqual(line.utf8), place)
            #expect(TextWidth.isPrintableASCII(SafeText.ascii(text)), place)
        }
    }

    @Test func `all of a host's message is made safe`() {
        let state = Say.state.with {
            ($0.cards[0], $0.cards[1], $0.cards[2]) = ("\u{1B}]0;x\u{7}a very long face", "\u{200B}", " ")
            ($0.seats[0].name, $0.seats[0].score) = ("A\nB", .min)
            ($0.turnEndsInMilliseconds, $0.watchers) = (.max, -1)
            $0.result = MatchState.Result(winner: nil, reason: .unknown("\u{202E}"), rematch: nil, best: false)
        }
        guard case .message(let message) = heard(.state(state)), case .state(let safe) = message.event.showingSafeFaces
        else {
            Issue.record("another event came out")
            return
        }
        #expect(zip(safe.cards, ["�]0", "�", "�"]).allSatisfy { $0?.hasPrefix($1) == true })
        #expect(Set(safe.cards.prefix(3)).count == 3)
        #expect(safe.cards.allSatisfy { isSafe($0 ?? "") && TextWidth.columns(of: $0 ?? "") <= Widths.face })
        #expect(safe.seats[0].name == "A�B" && safe.seats[0].score == -Widths.number)
        #expect(safe.turnEndsInMilliseconds == Widths.number && safe.watchers == 0)
        #expect(safe.result == MatchState.Result(winner: nil, reason: .unknown("�"), rematch: nil, best: false))
    }

    @Test func `every text of every event is made safe`() {
        let bad = "\u{1B}[2J\n\u{202E}"
        var hello = Hello(host: bad)
        (hello.programVersion, hello.hint) = (bad, bad)
        let entry = LobbyList.Entry(
            match: m3, phase: .playing, seats: [bad, bad], scores: [Int.max, Int.min], watchers: Int.min,
            rules: .preset(.classic))
        let lobby = LobbyList(matches: [entry], players: [bad], playerCount: Int.min, total: Int.max)
        let events: [Event] = [
            .hello(hello), .welcome(Welcome(name: bad, token: tokenOne, resumed: true)), .lobby(lobby),
            .said(Said(match: m3, from: bad, role: .player, text: bad)),
            .error(ErrorReport(code: bad, message: bad, command: bad, isFatal: false)),
            .bye(Farewell(reason: bad, message: bad, retry: false)),
        ]
        for event in events {
            guard case .message(let message) = heard(event) else {
                Issue.record("\(event) is not read")
                continue
            }
            let lines = PlainEvents.lines(message)
            #expect(lines.allSatisfy { isSafe($0) }, "\(lines)")
        }
    }

    @Test func `lists that are longer than the protocol allows are cut`() throws {
        let entry = LobbyList.Entry(
            match: m3, phase: .playing, seats: ["A", "B", "C"], scores: [1, 2, 3], watchers: 0, rules: .preset(.classic)
        )
        let names = Array(repeating: "Ann", count: Limits.lobbyPlayers + 1)
        let list = LobbyList(
            matches: Array(repeating: entry, count: Limits.lobbyMatches + 1), players: names, playerCount: 1, total: 1)
        guard case .message(let message) = heard(.lobby(list)), case .lobby(let safe) = message.event else {
            Issue.record("another event came out")
            return
        }
        #expect(safe.matches.count == Limits.lobbyMatches && safe.players.count == Limits.lobbyPlayers)
        #expect(safe.matches.allSatisfy { $0.seats == ["A", "B"] && $0.scores == [1, 2] })
    }

    @Test func `a key that is cleaned has the bounds of the key that it becomes`() throws {
        let names = Array(repeating: #""Ann""#, count: Limits.lobbyPlayers + 1).joined(separator: ",")
        let line = Array(
            #"{"type":"ok","type\ufe0f":"lobby","matches":[],"players\ufe0f":[\#(names)],"playerCount":1,"total":0}"#
                .utf8)
        guard case .message(let message) = HostLine.read(line, in: line.indices), case .lobby(let list) = message.event
        else {
            Issue.record("another event came out")
            return
        }
        #expect(list.players.count == Limits.lobbyPlayers)
    }

    @Test(arguments: [
        (Event.state(Say.state), #""turned":[]"#, #""turned":[-1]"#), (Say.match(), #""turns":15"#, #""turns":-1"#),
    ])
    func `a number that is refused as it came does not become one that is accepted`(
        _ event: Event, _ good: String, _ bad: String
    ) {
        var writer = ByteWriter()
        JSONEvents.write(Message(event), into: &writer)
        let text = String(decoding: writer.drain().dropLast(), as: UTF8.self)
        #expect(text.contains(good), "\(text)")
        for (text, isRefused) in [(text, false), (text.replacing(good, with: bad), true)] {
            let line = Array(text.utf8)
            let message = HostLine.read(line, in: line.indices)
            if case .malformed = message { #expect(isRefused, "\(text)") } else { #expect(!isRefused, "\(message)") }
        }
    }

    @Test func `texts are made safe however they are escaped, and whatever key they stand under`() {
        let line = Array(#"{"type":"said","fr\u006fm":"B\u001b[2Job","text":"a\u202eb","role":"\u0007"}"#.utf8)
        #expect(
            HostLine.read(line, in: line.indices)
                == .message(Message(.said(Said(match: nil, from: "B�[2Job", role: nil, text: "a�b")))))
    }
}
