public import Protocol

/// The end of a match of a contest.
struct ContestResult: Equatable, Sendable {
    /// The place of the match.
    let place: ContestPlace
    /// Its players, in the order of their seats.
    let players: [PlayerName]
    /// The points of seat 0 minus those of seat 1.
    let difference: Int
    /// The seat that won; nil if none did.
    let winner: Int?
    /// The seats that gave up or were absent for too long.
    let forfeits: [Int]
    /// The recall of each seat; empty in a game in which there is nothing to remember.
    let recall: [Recall.Turns]
    /// The milliseconds for which the player of each seat was absent.
    var absence = [0, 0]

    /// The same match as seen from the other seat.
    var swapped: ContestResult {
        ContestResult(
            place: place, players: players.reversed(), difference: -difference, winner: winner.map { 1 - $0 },
            forfeits: forfeits.map { 1 - $0 }, recall: recall.reversed(), absence: absence.reversed())
    }
}

extension ContestResult {
    /// Creates the result of a match that has just ended; nil unless it is one of a contest, is over, and was begun.
    init?(_ match: borrowing Match, at now: Instant) {
        guard let place = match.contest, match.beganAt != nil, let ending = match.game.ending else { return nil }
        let players = match.seats.compactMap(\.player.name)
        guard players.count == 2 else { return nil }
        var forfeits: [Int] = []
        if !ending.reason.isPlayedOut { forfeits = ending.winner.map { [1 - $0] } ?? [0, 1] }
        let (scores, recall) = (match.scores, match.game.recall ?? [])
        self.init(
            place: place, players: players, difference: scores[0] - scores[1], winner: ending.winner,
            forfeits: forfeits,
            recall: recall.map { Recall.Turns(found: $0.found, missed: $0.known - $0.found) },
            absence: match.seats.indices.map { match.absence(of: $0, at: now) })
    }
}

/// The matches that two entrants of a contest have played, as sums. The first of the two entered earlier.
public struct Meeting: Equatable, Sendable {
    /// Their matches that are over, the forfeited ones included.
    public internal(set) var over = 0
    /// Matches that each has won.
    public internal(set) var won = [0, 0]
    /// Matches that nobody won, although they were played to their end.
    public internal(set) var drawn = 0
    /// Matches that each has forfeited.
    public internal(set) var forfeits = [0, 0]
    /// Pairs of matches that were both played to their end.
    public internal(set) var pairs = 0
    /// In these, the points of the first minus those of the second, and the squares of that for each pair.
    public internal(set) var difference = 0, squares = 0
    /// The same for the first match of a pair whose second is not over; nil if there is none, or it was forfeited.
    public internal(set) var half: Int?
    public internal(set) var recall: [Recall.Turns]?
    /// True if both have been there at the same time, so that they could have played.
    public internal(set) var isPossible = false

    /// Creates the sums of two who have not played.
    public init() {}

    /// Matches that each has lost.
    var lost: [Int] { [0, 1].map { over - won[$0] - drawn - voids } }

    /// Matches that count for neither, since the journal has lost how they ended.
    public internal(set) var voids = 0

    /// The results of the first of the two.
    var results: Standings.Results {
        Standings.Results(won: won[0], drawn: drawn, lost: lost[0], forfeits: forfeits[0])
    }

    /// Adds a result as seen by the first of the two; returns false if it is known already.
    mutating func note(_ result: ContestResult) -> Bool {
        let index = result.place.index
        guard index >= over else { return false }
        skip(to: index)
        over = index + 1
        if result.forfeits.isEmpty {
            if let winner = result.winner { won[winner] += 1 } else { drawn += 1 }
            add(result.difference, isLast: result.place.leg == 2)
        } else {
            for seat in result.forfeits { forfeits[seat] += 1 }
            if result.forfeits.count == 1 { won[1 - result.forfeits[0]] += 1 }
            half = nil
        }
        add(result.recall)
        return true
    }

    private mutating func add(_ turns: [Recall.Turns]) {
        guard !turns.isEmpty else { return }
        recall = zip(recall ?? [Recall.Turns(), Recall.Turns()], turns).map {
            Recall.Turns(found: $0.found + $1.found, missed: $0.missed + $1.missed)
        }
    }

    /// Counts the matches before a place for neither: how they ended is lost, but their decks were seen, so that they
    /// are not played again.
    mutating func skip(to index: Int) {
        guard index > over else { return }
        (half, voids, over) = (nil, voids + index - over, index)
    }

    private mutating func add(_ points: Int, isLast: Bool) {
        guard isLast else { return half = points }
        guard let first = half else { return }
        pairs += 1
        difference += first + points
        squares += (first + points) * (first + points)
        half = nil
    }

    /// Adds matches that are forfeited without being played.
    ///
    /// - Parameter losers: who forfeits them: 0, 1 or both.
    mutating func forfeit(_ count: Int, by losers: [Int]) {
        over += count
        for loser in losers { forfeits[loser] += count }
        if losers.count == 1 { won[1 - losers[0]] += count }
        half = nil
    }

    /// The same as seen by the second of the two.
    var swapped: Meeting {
        var swapped = self
        (swapped.won, swapped.forfeits) = (won.reversed(), forfeits.reversed())
        (swapped.difference, swapped.half) = (-difference, half.map { -$0 })
        swapped.recall = recall?.reversed()
        return swapped
    }

    /// Adds the sums of matches with somebody else.
    mutating func add(_ other: Meeting) {
        (over, drawn, voids) = (over + other.over, drawn + other.drawn, voids + other.voids)
        for side in 0...1 {
            won[side] += other.won[side]
            forfeits[side] += other.forfeits[side]
        }
        (pairs, difference, squares) = (pairs + other.pairs, difference + other.difference, squares + other.squares)
        add(other.recall ?? [])
    }
}
