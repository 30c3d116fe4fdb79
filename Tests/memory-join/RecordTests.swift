import Protocol
import Testing

@testable import memory_join

@Suite struct RecordTests {
    private static func report(_ name: String = "Ann", face: String = "A") -> MatchRecord {
        var summary = Say.record(17, scores: [3, 2])
        summary.players = [name, "Bob"]
        return MatchRecord(
            summary: summary, deck: CardFaces(Array(repeating: face, count: 10)),
            moves: [MatchRecord.Move(seat: 0, .flip(card: 1), atMilliseconds: 5)])
    }

    @Test func `typed commands about records are sent, and answered`() {
        var model = Model.inLobby(plain: true)
        let list = RecordList(records: [Say.record], total: 1)
        let scores = ScoreList(best: [], players: [ScoreList.Player(name: "Bob", won: 1, drawn: 0, lost: 2)])
        let rows: [(String, Command, Event)] = [
            ("records before r18", .records(before: RecordID(number: 18), limit: 20), .records(list)),
            ("scores", .scores, .scores(scores)),
        ]
        for (number, (line, command, event)) in zip(2..., rows) {
            #expect(model.take(.line(line)) == [.send(command, id: mark(number))])
            #expect(model.take(received(event, re: number)) == [.print(Message(event, re: mark(number)))])
        }
        #expect(model.take(.line("record r17")) == [.send(.record(RecordID(number: 17)), id: mark(4))])
        #expect(model.take(refusal(.noSuchRecord, of: .record, re: 4)).count == 1)
        #expect(model.take(.line("record 17")).count == 1, "it is refused here")
        #expect(model.session.commands.pending == nil)
    }

    @Test func `the answer to a typed command covers the match until a key is pressed`() {
        var model = Model.inMatch()
        model.command("record r17")
        #expect(model.answer(.record(Self.report())) == [])
        let text = PlainEvents.lines(Message(.record(Self.report()), re: mark(4)))
        #expect(text.contains("  0:00 Ann flips B1: A."))
        #expect(model.screen.overlay == .text(TextBox(text)))
        let lines = model.lines()
        for words in ["r17, match m3: 2 rows", "Ann wins: all pairs found.", "Press any key."] {
            #expect(lines.shows(words))
        }
        #expect(model.press(.enter, at: start + 1_000) == [])
        #expect(model.screen.overlay == nil && model.screen.page == .table)
    }

    @Test func `a text longer than the screen says how much is left out`() throws {
        var model = Model.inMatch()
        model.take(.resized(size(120, 40)))
        model.command("records")
        model.answer(.records(RecordList(records: Array(repeating: Say.record, count: 50), total: 50)))
        guard case .text(let box) = model.screen.overlay else {
            throw UsageError(sentence: "nothing lies over the match")
        }
        // 40 lines, less two of the box and one that says so.
        #expect(model.lines().contains { $0.contains("Arrows scroll, 37/\(box.lines(model).count)") })
    }

    @Test func `a host's texts in records are made safe`() {
        var model = Model.inLobby(plain: true)
        let evil = "\u{1B}[2J\u{202E}"
        let player = ScoreList.Player(name: evil, won: .min, drawn: .max, lost: -1)
        let scores = ScoreList(
            best: [
                ScoreList.Game(rules: .preset(.quick), name: evil, score: .max, turns: .min, endedAt: .max)
            ],
            players: [player], house: [ScoreList.AgainstHouse(level: .perfect, player: player)])
        let report = Self.report(evil, face: "\u{202E}")
        var summary = report.summary
        (summary.reason, summary.scores) = (.unknown(evil), [.max, .min])
        for event in [
            Event.scores(scores), .record(report), .records(RecordList(records: [summary], total: .min)),
        ] {
            var lines: [String] = []
            for case .print(let message) in model.take(.received(heard(event))) { lines += PlainEvents.lines(message) }
            #expect(!lines.isEmpty && lines.joined().unicodeScalars.allSatisfy { !$0.breaksText })
        }
    }
}
