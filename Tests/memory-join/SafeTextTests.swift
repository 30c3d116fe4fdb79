import Protocol
import Testing

@testable import memory_join

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("Ann", "Ann"), ("\u{1B}[31mred", "�[31mred"), ("a\nb\r\tc\u{7F}", "a�b��c�"), ("\u{9B}31m", "�31m"),
        ("a\u{202E}b\u{2066}c\u{200F}", "a�b�c�"), ("a\u{2028}b\u{2029}", "a�b�"), ("\u{200B}\u{FEFF}\u{AD}", "���"),
        ("👨\u{200D}👩", "👨�👩"), ("❤\u{FE0F}", "❤"), ("👍\u{1F3FD}", "👍"), ("🇩🇪", "DE"), ("\u{301}a", "�a"),
        ("a\u{301}", "a\u{301}"), (" \u{301}", " �"), ("a\u{300}\u{301}\u{302}\u{303}\u{304}", "a\u{300}\u{301}"),
        ("\u{E000}\u{10FFFF}", "��"), ("a\u{A0}b\u{3000}c", "a b c"), ("שלום", "שלום"), ("\u{3164}", "�"),
        ("\u{1160}\u{1161}", "��"), ("각", "각"), ("", ""),
    ])
    func `what does not belong on a line is replaced`(_ text: String, _ shown: String) {
        #expect(SafeText.line(text).unicodeScalars.elementsEqual(shown.unicodeScalars), "\(text.debugDescription)")
    }

    @Test(arguments: [
        ("Ann", 3), ("é", 1), ("e\u{301}", 1), ("🦊", 2), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("★", 1), ("�", 1),
        ("", 0),
    ])
    func `a character takes the columns that terminals give it`(_ text: String, _ columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test func `a text is cut to its columns, never through a wide character`() {
        #expect(SafeText.line("🦊🦊🦊", columns: 5) == "🦊🦊")
        #expect(TextWidth.cut("🦊🦊🦊", to: 5) == "🦊🦊…")
        #expect(TextWidth.cut("🦊🦊🦊", to: 4) == "🦊…")
        #expect(TextWidth.cut("abc", to: 3) == "abc")
        #expect(TextWidth.cut("abc", to: 0) == "")
        #expect(TextWidth.fit("🦊", to: 3) == "🦊 ")
        #expect(TextWidth.suffix("ab🦊c", columns: 2) == "c")
    }

    @Test func `long text is broken at spaces, and words that are too long where they must be`() {
        #expect(TextWidth.wrap("the quick brown fox", to: 9) == ["the quick", "brown fox"])
        #expect(TextWidth.wrap("abcdefgh ij", to: 3) == ["abc", "def", "gh", "ij"])
        #expect(TextWidth.wrap("🦊🦊", to: 3) == ["🦊", "🦊"])
        #expect(TextWidth.wrap("🦊🦊", to: 1) == [])
        #expect(TextWidth.wrap("  ", to: 5) == [])
    }

    @Test func `random text comes out safe, and stays as it is the second time`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let text = random.text()
            let line = SafeText.line(text, columns: 40)
            #expect(isSafe(line), "seed \(seed): \(text.debugDescription)")
            #expect(TextWidth.columns(of: line) <= 40, "seed \(seed): \(text.debugDescription)")
            #expect(SafeText.line(line, columns: 40) == line, "seed \(seed): \(text.debugDescription)")
        }
    }

    @Test func `a host's message is made safe as a whole`() {
        var state = Say.state
        state.cards[0] = "\u{1B}]0;x\u{7}a very long face"
        state.cards[1] = "\u{200B}"
        state.cards[2] = " "
        state.seats[0].name = "A\nB"
        state.seats[0].score = Int.min
        state.turnEndsInMilliseconds = Int.max
        state.watchers = -1
        state.result = MatchState.Result(winner: 7, reason: "\u{202E}", rematch: nil, best: false)
        guard case .state(let safe, _) = Message(.state(state, Telling(.copy))).madeSafe().event else {
            Issue.record("another event came out")
            return
        }
        #expect(safe.cards[0] == "�]0;x�")
        #expect(safe.cards[1] == "�")
        #expect(safe.cards[2] == "�")
        #expect(safe.seats[0].name == "A�B")
        #expect(safe.seats[0].score == -Widths.number)
        #expect(safe.turnEndsInMilliseconds == Widths.number)
        #expect(safe.watchers == 0)
        #expect(safe.result == MatchState.Result(winner: nil, reason: "�", rematch: nil, best: false))
    }

    @Test func `every text of every event is made safe`() {
        let bad = "\u{1B}[2J\n\u{202E}"
        var hello = Hello(host: bad)
        (hello.program, hello.hint) = (bad, bad)
        let entry = LobbyList.Entry(
            match: m3, phase: .playing, seats: [bad, bad], scores: [Int.max, Int.min], watchers: Int.min,
            rules: .preset(.classic))
        let lobby = LobbyList(matches: [entry], players: [bad], playerCount: Int.min, total: Int.max)
        let events: [Event] = [
            .hello(hello), .welcome(Welcome(name: bad, token: tokenOne, resumed: true)), .lobby(lobby),
            .said(Said(match: m3, from: bad, role: .player, text: bad)),
            .error(ErrorReport(code: bad, message: bad, command: bad, isFatal: false)),
            .bye(Farewell(reason: bad, message: bad)),
        ]
        for event in events {
            var writer = ByteWriter()
            PlainEvents.write(Message(event).madeSafe(), into: &writer)
            let text = String(decoding: writer.take(), as: UTF8.self)
            #expect(text.split(separator: "\n").allSatisfy { isSafe(String($0)) }, "\(text.debugDescription)")
        }
    }
}
