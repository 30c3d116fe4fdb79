import TestSupport
import Testing

@testable import Lobby

/// The values come from `ratings.py` beside this file, which finds them in another way.
@Suite struct `Contest: ratings` {
    /// A table of results: for each two, the matches won by the one, won by the other and drawn.
    struct Table: CustomTestStringConvertible, Sendable {
        let name: String
        let count: Int
        let matches: [(one: Int, other: Int, won: Int, lost: Int, drawn: Int)]
        let ratings, intervals: [Double]
        var testDescription: String { name }

        var results: [[Double]] {
            var results = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
            for match in matches {
                results[match.one][match.other] = Double(match.won) + Double(match.drawn) / 2
                results[match.other][match.one] = Double(match.lost) + Double(match.drawn) / 2
            }
            return results
        }
    }

    static let tables = [
        Table(
            name: "one match", count: 2, matches: [(0, 1, 1, 0, 0)], ratings: [131.38, -131.38],
            intervals: [336.04, 336.04]),
        Table(name: "one draw", count: 2, matches: [(0, 1, 0, 0, 1)], ratings: [0, 0], intervals: [278, 278]),
        Table(
            name: "all won, all lost", count: 2, matches: [(0, 1, 20, 0, 0)], ratings: [343.03, -343.03],
            intervals: [261.3, 261.3]),
        Table(name: "nothing played", count: 3, matches: [], ratings: [0, 0, 0], intervals: [556, 556, 556]),
        Table(
            name: "a cycle", count: 3, matches: [(0, 1, 2, 0, 0), (1, 2, 2, 0, 0), (0, 2, 0, 2, 0)],
            ratings: [0, 0, 0], intervals: [210.15, 210.15, 210.15]),
        Table(
            name: "a ladder", count: 4, matches: [(0, 1, 3, 1, 0), (1, 2, 3, 1, 0), (2, 3, 3, 1, 0)],
            ratings: [195.52, 59.56, -59.56, -195.52], intervals: [297.39, 204.01, 204.01, 297.39]),
        Table(
            name: "a crosstable", count: 4,
            matches: [
                (0, 1, 4, 2, 2), (0, 2, 5, 1, 2), (0, 3, 8, 0, 0), (1, 2, 3, 3, 2), (1, 3, 6, 1, 1), (2, 3, 5, 3, 0),
            ], ratings: [177.56, 36.78, -23.02, -191.32], intervals: [127.83, 112.78, 112.49, 131.35]),
        Table(
            name: "one beats all", count: 5, matches: (1..<5).map { (0, $0, 10, 0, 0) },
            ratings: [612.83, -153.21, -153.21, -153.21, -153.21], intervals: [387.75, 504.8, 504.8, 504.8, 504.8]),
        Table(
            name: "two islands", count: 4, matches: [(0, 1, 7, 3, 0), (2, 3, 1, 9, 0)],
            ratings: [69.55, -69.55, -170.8, 170.8], intervals: [382.47, 382.47, 397.61, 397.61]),
        Table(
            name: "close and many", count: 3,
            matches: [(0, 1, 510, 480, 10), (0, 2, 530, 460, 10), (1, 2, 505, 485, 10)],
            ratings: [11.59, -1.16, -10.43], intervals: [10.16, 10.15, 10.16]),
    ]

    @Test(arguments: tables) func `ratings and intervals are those that another program finds`(table: Table) {
        let ratings = Ratings(of: table.results)
        for (found, expected) in zip(ratings.elo + ratings.intervals, table.ratings + table.intervals) {
            #expect(abs(Double(found) - expected) <= 0.51, "\(found) for \(expected)")
        }
        #expect(ratings.elo.count == table.count && ratings.intervals.count == table.count)
    }

    @Test func `whoever is alone, or nobody, has a rating, too`() {
        #expect(Ratings(of: []).elo == [])
        #expect(Ratings(of: [[0]]).elo == [0] && Ratings(of: [[0]]).intervals == [0])
    }

    @Test func `the strengths of a large contest are finite, in order and 0 on average`() {
        // Each of 64 wins all matches against those after it.
        let results = (0..<64).map { one in (0..<64).map { one < $0 ? 2_000.0 : 0 } }
        let ratings = Ratings(of: results)
        #expect(zip(ratings.elo, ratings.elo.dropFirst()).allSatisfy { $0 > $1 })
        #expect(abs(ratings.elo.reduce(0, +)) <= 32)
        #expect(ratings.intervals.allSatisfy { 0 < $0 && $0 < 5_000 })
    }
}
