/// A finished match in a list: all of its record but the deck and the moves.
public struct RecordSummary: Equatable, Sendable {
    /// The record's ID, from `r1` on.
    public var id: RecordID
    public var match: MatchID
    /// True if the match could only be entered with its code; such a record is shown to nobody.
    public var isPrivate: Bool
    /// The time it began, in milliseconds since 1970, UTC.
    public var startedAt: Int
    /// The time it ended, in milliseconds since 1970, UTC.
    public var endedAt: Int
    public var rules: Rules
    /// The names in its seats, in order.
    public var players: [String]
    /// Two scores, in seat order; those of a solo game are its score and −1.
    public var scores: [Int]
    /// The seat that won; nil for a draw, and if nobody won.
    public var winner: Int?
    public var reason: Ending.Reason
    /// The number of turns each seat used; in a game without turns, of its other attempts, such as claims.
    public var turns: [Int]
    /// The kind of player in seat 1; a person in a solo game.
    public var opponent: PlayerKind
    /// The recall of each seat; nil in a game in which there is nothing to remember, and in records from before it was
    /// counted.
    public var recall: [Recall]?
    /// The place in the contest; nil outside of contests.
    public var contest: ContestPlace?

    /// Creates a summary.
    public init(
        id: RecordID, match: MatchID, isPrivate: Bool = false, startedAt: Int, endedAt: Int, rules: Rules,
        players: [String],
        scores: [Int], winner: Int?, reason: Ending.Reason, turns: [Int], opponent: PlayerKind = .person,
        recall: [Recall]? = nil, contest: ContestPlace? = nil
    ) {
        (self.id, self.match, self.isPrivate) = (id, match, isPrivate)
        (self.startedAt, self.endedAt, self.rules) = (startedAt, endedAt, rules)
        (self.players, self.scores, self.winner, self.reason) = (players, scores, winner, reason)
        (self.turns, self.opponent, self.recall, self.contest) = (turns, opponent, recall, contest)
    }
}

extension RecordSummary {
    /// The record's ID; nil for a match without a record that clients may see.
    public var listedID: RecordID? { id.number > 0 ? id : nil }

    /// True if clients may see it: it is public, and was not given up before the first turn ended.
    public var isListed: Bool { !isPrivate && hasTurn }

    /// True if a turn was ended: a player flipped a second card, or ran out of time. A pair that earned another turn
    /// shows only in the score. In a game without turns, true if a player made another attempt or lost a point.
    public var hasTurn: Bool { turns.contains { $0 > 0 } || zip(turns, scores).contains { $1 != 0 } }

    /// The players with names of their own: neither the house nor a second person at the same client.
    public var people: [PlayerName] {
        players.prefix(opponent == .person ? 2 : 1).compactMap { try? PlayerName($0) }
    }

    /// The seconds that a game took which is ranked by its time; nil for one that is ranked by its turns.
    public var seconds: Int? { rules.game.type.isRankedByTime ? max(0, endedAt - startedAt) / 1000 : nil }
}
