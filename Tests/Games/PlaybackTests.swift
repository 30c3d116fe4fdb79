import Testing

@testable import Protocol

@Suite struct `Records: playback` {
    /// A record of Ann and Bob on a row of letters over two rows: each move a seat, a place or nil, and a time.
    private func record(
        _ deck: String, _ moves: [(Int, String?, Int)], _ change: (inout RulesRequest) -> Void = { _ in }
    ) throws -> MatchRecord {
        var request = RulesRequest()
        (request.rows, request.columns, request.faces) = (2, deck.count / 2, .letters)
        change(&request)
        let rules = try Rules(request)
        let made = try moves.map { seat, place, time in
            let card = try place.map {
                try #require(Coordinate($0)?.card(rows: rules.rows, columns: rules.columns))
            }
            return MatchRecord.Move(seat: seat, card.map { .flip(card: $0) }, atMilliseconds: time)
        }
        let summary = RecordSummary(
            id: RecordID(number: 1), match: MatchID(number: 1), startedAt: 0, endedAt: 200_000, rules: rules,
            players: ["Ann", "Bob"], scores: [0, 0], winner: nil, reason: .turns, turns: [0, 0])
        return MatchRecord(summary: summary, deck: CardFaces(deck.map { String($0) }), moves: made)
    }

    /// What each move of a record did, and the scores after it.
    private func results(_ record: MatchRecord) -> [(change: Change?, scores: [Int])] {
        var replay = MatchReplay(record)
        return record.moves.map { (replay.play($0).last?.change, replay.scores) }
    }

    @Test func `every replayed move has its change, and the scores after it`() throws {
        let results = results(
            try record("ABBA", [(0, "a1", 1), (0, "b1", 2), (1, "a1", 2_000), (1, "b2", 2_001), (0, nil, 70_000)]))
        #expect(
            results.map(\.change) == [
                .memory(.flip(seat: 0, card: 0)), .memory(.miss(seat: 0, first: 0, second: 1)),
                .memory(.flip(seat: 1, card: 0)),
                .memory(.pair(seat: 1, first: 0, second: 3)), .memory(.timeout(seat: 0, card: nil)),
            ])
        #expect(results.map(\.scores) == [[0, 0], [0, 0], [0, 0], [0, 1], [0, 1]])
    }

    @Test func `the scores of a replay follow the rules`() throws {
        let moves = [(0, "a1", 1), (0, "b1", 2), (1, "a1", 2_000), (1, "b2", 2_001)] as [(Int, String?, Int)]
        let results = results(try record("ABBA", moves) { $0.scoring = .points })
        #expect(results.map(\.scores) == [[0, 0], [-100, 0], [-100, 0], [-100, 200]])
    }

    @Test func `a timeout in a replay turns its card back`() throws {
        let moves = [(0, "a1", 1), (0, nil, 60_000), (1, "b2", 60_500)] as [(Int, String?, Int)]
        let results = results(try record("ABBA", moves))
        #expect(
            results.map(\.change) == [
                .memory(.flip(seat: 0, card: 0)), .memory(.timeout(seat: 0, card: 0)), .memory(.flip(seat: 1, card: 3)),
            ],
            "and the card after it is a first card, though it has the same face")
    }

    @Test func `an impossible move in a replay does nothing, and the next ones continue from there`() throws {
        let moves =
            [(1, "a1", 1), (0, "a1", 2), (0, "a1", 3), (1, nil, 4), (0, "b2", 5), (7, "a2", 6)]
            as [(Int, String?, Int)]
        // Seat 1 moved first, and so began.
        let results = results(try record("ABBA", moves))
        #expect(
            results.map(\.change) == [
                .memory(.flip(seat: 1, card: 0)), nil, nil, .memory(.timeout(seat: 1, card: 0)),
                .memory(.flip(seat: 0, card: 3)), nil,
            ])
    }

    @Test func `a replayed mismatch turns back in time, or just before an earlier next move`() throws {
        var replay = MatchReplay(try record("ABBA", [(0, "a1", 0)]))
        func play(_ seat: Int, _ card: Int, _ time: Int) -> [MatchReplay.Frame] {
            replay.play(MatchRecord.Move(seat: seat, .flip(card: card), atMilliseconds: time))
        }
        _ = play(0, 0, 100)
        _ = play(0, 1, 200)
        let inTime = play(1, 0, 5_000)
        #expect(
            inTime.map(\.change) == [.memory(.cover(seat: 0, first: 0, second: 1)), .memory(.flip(seat: 1, card: 0))])
        #expect(inTime.map(\.atMilliseconds) == [1_200, 5_000])
        _ = play(1, 1, 6_000)
        let early = play(0, 0, 6_300)
        #expect(early.map(\.atMilliseconds) == [6_300, 6_300])
    }

    @Test func `a forfeit in a replay may come before a shown mismatch turns back`() throws {
        for (end, isCovered) in [(1_199, false), (1_200, true)] {
            var replay = MatchReplay(try record("ABBA", [(0, "a1", 0)]))
            for (card, time) in [(0, 100), (1, 200)] {
                _ = replay.play(MatchRecord.Move(seat: 0, .flip(card: card), atMilliseconds: time))
            }
            #expect(replay.finish(at: end).isEmpty == !isCovered)
        }
    }

    @Test func `a record with an impossible deck is replayed as far as it goes`() throws {
        var short = try record("ABBA", [(0, "a1", 0), (0, "b2", 1)])
        short.deck = ["A", nil]
        #expect(
            results(short).map(\.change) == [
                .memory(.flip(seat: 0, card: 0)), .memory(.miss(seat: 0, first: 0, second: 3)),
            ])
    }
}
