import Protocol
import TestSupport
import Testing

@Suite struct `Plain words: records` {
    private let record = RecordEventSamples.record

    @Test func `a list of records is a line for each match, and says how to see more`() {
        let list = RecordList(records: [record.summary, RecordEventSamples.game.summary], total: 12)
        let expected = """
            12 records, newest first:
              r17, 2026-11-21 13:07 UTC: Ann 0, "'B' \\" 2; 2x2, 15 turns each. "'B' \\" wins: all pairs found.
              r9, 1970-01-01 01:00 UTC: Ann -100; 4x4, 1 turn, solo. The game is over: out of turns.
            For older records, type: records before r9
            To list the moves of a match, type: record r17; to watch it again: replay r17

            """
        #expect(plain(.records(list)) == expected)
        let one = plain(.records(RecordList(records: [record.summary], total: 1)))
        #expect(one.hasPrefix("1 record:\n") && !one.contains("older"))
    }

    @Test func `a record is printed move by move`() {
        let expected = """
            r17, match m21: 2 rows, 2 columns, 15 turns each, 60 seconds per turn. 1 point per pair.
            Started 2026-11-21 13:05:11 UTC and lasted 2 minutes.

               A   B
             1 K   T
             2 K   T
            Ann: 0 points in 2 turns.
            "'B' \\": 2 points in 1 turn.
            "'B' \\" wins: all pairs found.
            Remembered: "'B' \\" 1 of 3.
            Sealed: \(RecordEventSamples.seal.text).
            To check the seal: printf '%s\\n' memory-seal-1 \(SealSamples.salt.text) K T K T | sha256sum
            Moves, with time since the start:
              0:00 Ann flips A1: K.
              0:00 Ann flips B1: T, no pair.
              0:00 "'B' \\" flips A1: K.
              0:00 "'B' \\" flips A2: K, a pair! Ann 0, "'B' \\" 1.
              1:01 Ann ran out of time.
              0:00 "'B' \\" flips B1: T.
              0:00 "'B' \\" flips B2: T, a pair! Ann 0, "'B' \\" 2.
              2:11 "'B' \\" wins: all pairs found.

            """
        #expect(plain(.record(record)) == expected)
    }

    @Test func `a shell is never told to hash a face of more than a line`() {
        var hostile = record
        hostile.deck = ["K", "T\nK", "T", "K"]
        let told = plain(.record(hostile))
        #expect(!told.contains("printf"))
        #expect(told.contains("The seal cannot be checked: a face has more than one line.\n"))
    }

    @Test func `an impossible move is not printed, and those after it are`() {
        var other = record
        other.moves.insert(record.moves[0], at: 1)
        #expect(plain(.record(other)) == plain(.record(record)))
    }

    @Test func `a timeout after a flip is printed, and so are hours`() {
        var record = record
        record.summary.endedAt = record.summary.startedAt + 3_661_000
        record.moves = [
            MatchRecord.Move(seat: 0, .flip(card: 0), atMilliseconds: 0),
            MatchRecord.Move(seat: 0, nil, atMilliseconds: 60_000),
            MatchRecord.Move(seat: 1, .flip(card: 2), atMilliseconds: 3_661_000),
        ]
        let lines = plain(.record(record)).split(separator: "\n")
        #expect(lines[1].hasSuffix("and lasted 1 hour 1 minute."))
        #expect(
            lines.suffix(3) == [
                "  1:00 Ann ran out of time.", "  1:01:01 \"'B' \\\" flips A2: K.",
                "  1:01:01 \"'B' \\\" wins: all pairs found.",
            ])
    }

    @Test func `a record prints the scores after each pair, even below 0`() throws {
        var request = RulesRequest(record.summary.rules)
        request.scoring = .points
        var record = record
        record.summary.rules = try Rules(request)
        let lines = plain(.record(record)).split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix("A2: K, a pair! Ann -100, \"'B' \\\" 200.") })
        #expect(lines.contains { $0.hasSuffix("B2: T, a pair! Ann -100, \"'B' \\\" 400.") })
    }

    @Test func `a record with the maximum number of moves says that later ones are not kept`() {
        var record = record
        record.moves = Array(repeating: record.moves[0], count: Limits.recordMoves)
        let end = "  Later moves may not have been recorded.\n  2:11 \"'B' \\\" wins: all pairs found.\n"
        #expect(plain(.record(record)).hasSuffix(end))
        record.moves = []
        #expect(plain(.record(record)).hasSuffix("T | sha256sum\n"))
    }

    @Test func `scores are printed with games of the same rules together`() throws {
        func game(_ name: String, _ score: Int, _ rules: Rules) -> ScoreList.Game {
            ScoreList.Game(rules: rules, name: name, score: score, turns: 9, endedAt: RecordEventSamples.start)
        }
        let solo = RecordEventSamples.soloRules
        let other = RecordEventSamples.record.summary.rules
        let scores = ScoreList(
            best: [game("Ann", 900, solo), game("Bob", 1, solo), game("Cid", 2, other)],
            players: [ScoreList.Player(name: "Bob", won: 7, drawn: 1, lost: 3)])
        let expected = """
            Best solo games:
              4 rows, 4 columns, 1 turn, solo, 60 seconds per turn. 200 points per pair, minus 100 per miss. Matched pairs \
            are removed.
                1. Ann: 900 points in 9 turns, 2026-11-21
                2. Bob: 1 point in 9 turns, 2026-11-21
              2 rows, 2 columns, 15 turns each, 60 seconds per turn. 1 point per pair.
                1. Cid: 2 points in 9 turns, 2026-11-21
            Two-player matches:
              Bob: 7 won, 1 drawn, 3 lost

            """
        #expect(plain(.scores(scores)) == expected)
    }
}
