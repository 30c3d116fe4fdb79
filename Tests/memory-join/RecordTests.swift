import Games
import Protocol
import Testing

@testable import memory_join

@Suite struct RecordTests {
    private static let rules = Rules.preset(.quick)

    private static func summary(_ name: String = "Ann") -> RecordSummary {
        RecordSummary(
            MatchRecord(
                number: 17, match: m3, isPrivate: false, startedAt: 0, endedAt: 60_000, rules: rules,
                players: [name, "Bob"], scores: [3, 2], winner: 0, reason: .cleared, turns: [5, 5],
                deck: (0..<10).map { FaceSet.animals.faces[$0 / 2] }, moves: []))
    }

    private static func report(_ name: String = "Ann", face: String = "A") -> RecordReport {
        RecordReport(
            summary: summary(name), deck: CardFaces(Array(repeating: face, count: 10)),
            moves: [MatchRecord.Move(seat: 0, .flip(.card(1)), atMilliseconds: 5)])
    }

    @Test func `typed commands about records are sent, and answered`() {
        var model = Model.inLobby(plain: true)
        let list = RecordList(records: [Self.summary()], total: 1)
        #expect(
            model.take(.line("records before r18"))
                == [.send(.records(before: RecordID(number: 18), limit: 20), id: mark(2))])
        #expect(model.take(received(.records(list), re: 2)) == [.print(Message(.records(list), re: mark(2)))])
        #expect(model.take(.line("record r17")) == [.send(.record(RecordID(number: 17)), id: mark(3))])
        #expect(model.take(refusal(.noSuchRecord, of: .record, re: 3)).count == 1)
        #expect(model.take(.line("scores")) == [.send(.scores, id: mark(4))])
        let scores = ScoreList(best: [], players: [ScoreList.Player(name: "Bob", won: 1, drawn: 0, lost: 2)])
        #expect(model.take(received(.scores(scores), re: 4)) == [.print(Message(.scores(scores), re: mark(4)))])
        #expect(model.take(.line("record 17")).count == 1, "it is refused here")
        #expect(model.commands.pending == nil)
    }

    @Test func `the answer to a typed command covers the match until a key is pressed`() {
        var model = Model.inMatch()
        model.command("record r17")
        #expect(model.answer(.record(Self.report())) == [])
        let text = PlainEvents.lines(Message(.record(Self.report().playedAgain), re: mark(4)))
        #expect(text.contains("  0:00 Ann turns B1: A."))
        #expect(model.overlay == .text(text))
        let lines = model.lines()
        #expect(lines.contains { $0.contains("r17, match m3: 2 rows") })
        #expect(lines.contains { $0.contains("Ann wins: all pairs found.") })
        #expect(lines.contains { $0.contains("Press any key.") })
        #expect(model.press(.enter) == [])
        #expect(model.overlay == nil && model.page == .table)
    }

    @Test func `a text longer than the screen says how much is left out`() {
        var model = Model.inMatch()
        let list = RecordList(records: Array(repeating: Self.summary(), count: 50), total: 50)
        model.take(.resized(Platform.WindowSize(columns: 120, rows: 40)))
        model.command("records")
        model.answer(.records(list))
        guard case .text(let all) = model.overlay else {
            Issue.record("nothing lies over the match")
            return
        }
        // 40 lines, less two of the box and one that says so.
        #expect(model.lines().contains { $0.contains("Arrows scroll, 37/\(all.count)") })
    }

    @Test func `a host's texts in records are made safe`() {
        var model = Model.inLobby(plain: true)
        let evil = "\u{1B}[2J\u{202E}"
        let scores = ScoreList(
            best: [ScoreList.Game(rules: Self.rules, name: evil, score: .max, turns: .min, endedAt: .max)],
            players: [ScoreList.Player(name: evil, won: .min, drawn: .max, lost: -1)])
        var summary = Self.summary(evil)
        (summary.reason, summary.scores) = (.unknown(evil), [.max, .min])
        let events: [Event] = [
            .scores(scores), .record(Self.report(evil, face: evil)),
            .records(RecordList(records: [summary], total: .min)),
        ]
        for event in events {
            for case .print(let message) in model.take(received(event)) {
                let lines = PlainEvents.lines(message)
                #expect(!lines.isEmpty)
                #expect(lines.joined().unicodeScalars.allSatisfy { !$0.breaksText })
            }
        }
    }
}
