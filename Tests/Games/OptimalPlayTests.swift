import TestSupport
import Testing

@testable import Protocol

@Suite struct `House: optimal play` {
    private typealias Position = OptimalPlay.Position

    private static let again = OptimalPlay.under(.preset(.duel))
    private static let inTurn = OptimalPlay.under(.preset(.classic))

    private func rules(_ again: Bool, _ scoring: Rules.Scoring, _ change: (inout RulesRequest) -> Void = { _ in })
        throws -> Rules
    {
        var request = RulesRequest()
        (request.again, request.scoring) = (again, scoring)
        change(&request)
        return try Rules(request)
    }

    private func position(_ pairs: Int, singles: Int = 0, known: Int = 0) -> Position {
        Position(singles: singles, pairs: known, unseen: pairs - singles - known)
    }

    @Test func `positions are numbered without gaps`() {
        var indices: [Int] = []
        for pairs in 0...8 {
            for known in 0...pairs {
                for singles in 0...pairs - known {
                    indices.append(position(pairs, singles: singles, known: known).index)
                }
            }
        }
        #expect(indices.sorted() == Array(0..<Position.count(upTo: 8)))
    }

    @Test(
        arguments: [
            // By pairs, then by singles; worked out in fractions from the recurrence of the paper.
            (1, [1, 1]), (2, [-2.0 / 3, 2.0 / 3, 2]), (3, [-1.0 / 5, -1.0 / 5, 1.0 / 3, 3]),
            (4, [-4.0 / 35, 4.0 / 35, 4.0 / 15, 0, 4]), (5, [-1.0 / 35, -1.0 / 35, 1.0 / 7, 19.0 / 35, 0, 5]),
            (6, [2.0 / 1155, 2.0 / 1155, 2.0 / 21, 13.0 / 105, 27.0 / 35, 0, 6]),
        ] as [(Int, [Double])])
    func `where a pair earns another flip, values are those of Zwick and Paterson`(pairs: Int, values: [Double]) {
        for (singles, value) in values.enumerated() {
            let found = Self.again.value(of: position(pairs, singles: singles), turns: nil)
            #expect(abs(found - value) < 1e-12, "\(singles) singles: \(found)")
        }
    }

    @Test func `on every board, the strategy of Zwick and Paterson is optimal`() {
        for pairs in 1...50 {
            for singles in 0..<pairs {
                #expect(
                    isOptimal(movesOfThePaper(pairs, singles), pairs, singles), "\(pairs) pairs, \(singles) singles")
            }
        }
    }

    /// The number of new cards to turn, if the first one doesn't match a known card, according to the paper.
    private func movesOfThePaper(_ pairs: Int, _ singles: Int) -> Int {
        if singles == 0 { return 2 }
        if (pairs, singles) == (6, 1) { return 1 }
        if (pairs + singles).isMultiple(of: 2) { return 1 }
        return 3 * singles >= 2 * (pairs + 1) ? 0 : 2
    }

    private func isOptimal(_ newCards: Int, _ pairs: Int, _ singles: Int) -> Bool {
        let play = Self.again
        let start = position(pairs, singles: singles)
        let value = play.value(of: start, turns: nil)
        func isBest(_ other: Double?, _ value: Double) -> Bool { other.map { abs($0 - value) < 1e-9 } ?? false }
        if newCards == 0 { return isBest(play.value(ofFirst: .oldCard, in: start, turns: nil), value) }
        guard isBest(play.value(ofFirst: .newCard, in: start, turns: nil, mayPass: false), value) else { return false }
        let shown = position(pairs, singles: singles + 1)
        let seconds = [OptimalPlay.Choice.oldCard, .newCard].map {
            play.value(ofSecond: $0, after: .single, in: shown, turns: nil)
        }
        return isBest(seconds[newCards - 1], seconds.compactMap { $0 }.max() ?? 0)
    }

    @Test func `where a pair earns another flip, a known pair is worth itself`() {
        for singles in 0...6 {
            for known in 1...6 {
                let found = Self.again.value(of: Position(singles: singles, pairs: known, unseen: 5), turns: nil)
                let without = Self.again.value(of: Position(singles: singles, pairs: 0, unseen: 5), turns: nil)
                #expect(abs(found - Double(known) - without) < 1e-9)
            }
        }
    }

    @Test(
        arguments: [
            // Pairs on the table, turns left in all, value: from an enumeration of every way to play, in fractions.
            (false, .pairs, 2, 1, 1.0 / 3), (false, .pairs, 2, 2, -2.0 / 3), (false, .pairs, 3, 3, 7.0 / 15),
            (false, .pairs, 4, 6, -34.0 / 105), (false, .pairs, 5, 6, -403.0 / 945), (false, .pairs, 5, 7, 461.0 / 945),
            (false, .pairs, 5, 10, 13.0 / 945), (false, .points, 4, 6, -2320.0 / 21),
            (false, .points, 5, 6, -24200.0 / 189), (true, .pairs, 5, 3, 683.0 / 945), (true, .pairs, 5, 7, 31.0 / 315),
            (true, .points, 5, 7, -3800.0 / 189),
        ] as [(Bool, Rules.Scoring, Int, Int, Double)])
    func `where turns run out, values are those of an exhaustive enumeration`(
        again: Bool, scoring: Rules.Scoring, pairs: Int, turns: Int, value: Double
    ) throws {
        let found = OptimalPlay.under(try rules(again, scoring)).value(of: position(pairs), turns: turns)
        #expect(abs(found - value) < 1e-9, "\(found)")
    }

    @Test func `in the last turn of all, both cards are new unless a pair is known`() {
        for singles in 1...10 {
            #expect(Self.inTurn.first(in: position(12, singles: singles), turns: 1) == .newCard)
            #expect(Self.inTurn.second(after: .single, in: position(12, singles: singles), turns: 1) == .newCard)
            #expect(Self.inTurn.first(in: position(12, singles: singles, known: 1), turns: 1) == .pair)
        }
    }

    @Test func `before the other player's last turn, the second card is an old one`() {
        for singles in 2...10 {
            #expect(Self.inTurn.second(after: .single, in: position(12, singles: singles), turns: 2) == .oldCard)
        }
    }

    @Test func `where turns alternate strictly, passing can be better than taking a known pair`() throws {
        let start = Position(singles: 1, pairs: 2, unseen: 2)
        let taken = try #require(Self.inTurn.value(ofSecond: .pair, after: .paired, in: start, turns: nil))
        #expect(abs(taken - -1.0 / 15) < 1e-9)
        #expect(abs(Self.inTurn.value(of: start, turns: nil)) < 1e-9)
        #expect(Self.inTurn.second(after: .paired, in: start, turns: nil) == .oldCard)
        #expect(Self.again.second(after: .paired, in: start, turns: nil) == .pair)
    }

    @Test(
        arguments: [(true, .pairs, 0, 2, 3), (false, .pairs, 3, 2, 4), (false, .points, 0, 3, 4)]
            as [(Bool, Rules.Scoring, Int, Int, Int)])
    func `the scores of two perfect players differ by what the table expects`(
        again: Bool, scoring: Rules.Scoring, turns: Int, rows: Int, columns: Int
    ) throws {
        var random = SeededRandom("the table's value")
        let rules = try rules(again, scoring) { ($0.rows, $0.columns, $0.turns) = (rows, columns, turns) }
        var sample = Sample()
        for _ in 0..<1_500 {
            var match = HouseMatch(rules, [.perfect, .perfect], seed: random.next())
            match.play()
            try #require(match.game.ending != nil)
            sample.add(Double(match.game.score(of: 0) - match.game.score(of: 1)))
        }
        let value = OptimalPlay.under(rules)
            .value(of: position(rules.pairCount), turns: turns == 0 ? nil : 2 * turns)
        #expect(sample.isNear(value), "\(sample), not \(value)")
    }
}
