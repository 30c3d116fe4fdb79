// Events about finished matches.

/// The public part of a finished match's record: all but the deck and the moves.
public struct RecordSummary: Equatable, Sendable {
    /// The record's ID, from `r1` on.
    public var id: RecordID
    /// The same; nil for a match without a record that clients may see.
    public var listedID: RecordID? { id.number > 0 ? id : nil }
    /// The match.
    public var match: MatchID
    /// The time it began, in milliseconds since 1970, UTC.
    public var startedAt: Int
    /// The time it ended, in milliseconds since 1970, UTC.
    public var endedAt: Int
    /// Its rules.
    public var rules: Rules
    /// The names in its seats, in order.
    public var players: [String]
    /// Two scores, in seat order; those of a solo game are its score and −1.
    public var scores: [Int]
    /// The seat that won; nil for a draw, and if nobody won.
    public var winner: Int?
    /// The reason it ended.
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
        id: RecordID, match: MatchID, startedAt: Int, endedAt: Int, rules: Rules, players: [String], scores: [Int],
        winner: Int?, reason: Ending.Reason, turns: [Int], opponent: PlayerKind = .person,
        recall: [Recall]? = nil, contest: ContestPlace? = nil
    ) {
        (self.id, self.match, self.startedAt, self.endedAt, self.rules) = (id, match, startedAt, endedAt, rules)
        (self.players, self.scores, self.winner, self.reason) = (players, scores, winner, reason)
        (self.turns, self.opponent, self.recall) = (turns, opponent, recall)
        self.contest = contest
    }
}

extension RecordSummary {
    /// True if a turn was ended: a player flipped a second card, or ran out of time. A pair that earned another turn
    /// shows only in the score. In a game without turns, true if a player made another attempt or lost a point.
    public var hasTurn: Bool { turns.contains { $0 > 0 } || zip(turns, scores).contains { $1 != 0 } }
}

extension RecordSummary {
    /// The players with names of their own: neither the house nor a second person at the same client.
    public var people: [PlayerName] {
        players.prefix(opponent == .person ? 2 : 1).compactMap { try? PlayerName($0) }
    }

    /// The seconds that a game took which is ranked by its time; nil for one that is ranked by its turns.
    public var seconds: Int? { rules.game.type.isRankedByTime ? max(0, endedAt - startedAt) / 1000 : nil }
}

/// A list of finished matches, newest first.
public struct RecordList: Equatable, Sendable {
    /// The matches; at most ``Limits/recordsAtOnce``.
    public let records: [RecordSummary]
    /// The total number of records that pass the filter.
    public let total: Int
    /// The filter that all of them pass.
    public let filter: RecordFilter

    /// Creates a list.
    public init(records: [RecordSummary], total: Int, filter: RecordFilter = .all) {
        (self.records, self.total, self.filter) = (records, total, filter)
    }
}

/// One finished match, with everything needed to replay it.
public struct RecordReport: Equatable, Sendable {
    /// The players, the rules and the result.
    public var summary: RecordSummary
    /// The faces of all cards.
    public var deck: CardFaces
    /// The moves and timed-out turns, in order; at most ``GameKind/recordMoves``.
    public var moves: [MatchRecord.Move]
    /// The result of each move, once the match has been replayed, which takes the game's rules; else empty.
    public var results: [MoveResult]
    /// The pictures among its faces that the host has.
    public var pictures: [Picture]
    /// The seal, and the salt that opens it; both nil for a match that was dealt without a seal.
    public var seal: Seal?, salt: Salt?
    /// The seat that began; nil if only the moves tell, as in every record: one without a move is not listed.
    public var starting: Int?

    /// The result of a recorded move.
    public struct MoveResult: Equatable, Sendable {
        /// The change it caused; nil if the move was illegal.
        public let change: Change?
        /// The scores after it, in seat order.
        public let scores: [Int]

        /// Creates a result.
        public init(change: Change?, scores: [Int]) { (self.change, self.scores) = (change, scores) }
    }

    /// Creates a report from its parts.
    public init(
        summary: RecordSummary, deck: CardFaces, moves: [MatchRecord.Move], results: [MoveResult] = [],
        pictures: [Picture] = [], seal: Seal? = nil, salt: Salt? = nil
    ) {
        (self.summary, self.deck, self.moves, self.results) = (summary, deck, moves, results)
        (self.pictures, self.seal, self.salt) = (pictures, seal, salt)
    }

    /// Creates the report of a complete record.
    public init(_ record: MatchRecord) {
        self.init(
            summary: record.summary, deck: CardFaces(record.deck, under: record.summary.rules), moves: record.moves,
            seal: record.seal, salt: record.salt)
    }

    /// Returns the report with those of a host's pictures that its cards show.
    public func illustrated(by pictures: [Picture]) -> RecordReport {
        guard summary.rules.faces == .pictures else { return self }
        let faces = Set(deck)
        var report = self
        report.pictures = pictures.filter { faces.contains($0.label) }
        return report
    }
}

/// The best solo games, and everybody's wins.
public struct ScoreList: Equatable, Sendable {
    /// The best games, grouped by rules, best first; at most ``Limits/bestGames``.
    public let best: [Game]
    /// The players, most wins first; at most ``Limits/bestPlayers``.
    public let players: [Player]
    /// Their results against the house, by level, strongest first; at most ``Limits/bestAgainstHouse`` for each level.
    public let house: [AgainstHouse]
    /// The results of the player who was asked for; nil if nobody was.
    public let player: PlayerStatistics?

    /// A solo game that was played to its end.
    public struct Game: Equatable, Sendable {
        /// The complete rules.
        public let rules: Rules
        /// The player's name.
        public let name: String
        /// The score.
        public let score: Int
        /// The number of turns used.
        public let turns: Int
        /// The seconds it took; nil for a game that is ranked by its turns.
        public let seconds: Int?
        /// The time it ended, in milliseconds since 1970, UTC.
        public let endedAt: Int

        /// The number that ranks games of equal score, the lower the better: seconds or turns.
        public var effort: Int { seconds ?? turns }

        /// Creates a game.
        public init(rules: Rules, name: String, score: Int, turns: Int, seconds: Int? = nil, endedAt: Int) {
            (self.rules, self.name, self.score) = (rules, name, score)
            (self.turns, self.seconds, self.endedAt) = (turns, seconds, endedAt)
        }
    }

    /// A player's results against others.
    public struct Player: Equatable, Sendable {
        /// The name, in its latest spelling.
        public let name: String
        /// The results.
        public let results: PlayerStatistics.Results

        /// Matches won.
        public var won: Int { results.won }
        /// Matches played to the end without a winner.
        public var drawn: Int { results.drawn }
        /// Matches lost.
        public var lost: Int { results.lost }

        /// Creates a player's results.
        public init(name: String, results: PlayerStatistics.Results) { (self.name, self.results) = (name, results) }

        /// Creates a player's results from counts.
        public init(name: String, won: Int, drawn: Int, lost: Int) {
            self.init(name: name, results: PlayerStatistics.Results(won: won, drawn: drawn, lost: lost))
        }
    }

    /// A player's results against the house.
    public struct AgainstHouse: Equatable, Sendable {
        /// The level of the house player.
        public let level: HouseLevel
        /// The player's name and results.
        public let player: Player

        /// Creates a player's results.
        public init(level: HouseLevel, player: Player) { (self.level, self.player) = (level, player) }
    }

    /// Creates a list.
    public init(best: [Game], players: [Player], house: [AgainstHouse] = [], player: PlayerStatistics? = nil) {
        (self.best, self.players, self.house, self.player) = (best, players, house, player)
    }
}

/// A choice among the finished matches. Everything it names must apply.
public struct RecordFilter: Hashable, Sendable {
    /// The players who must be in the match: nobody, one, or both.
    public let players: [PlayerName]
    /// The number of seats, 1 for solo games or 2; nil for either.
    public var seats: Int?
    /// The game; nil for any.
    public var game: GameKind?

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - player: a player of the match; nil for any.
    ///   - opponent: the other player; nil for any. Ignored without `player`.
    ///   - seats: the number of seats; nil for any.
    ///   - game: the game; nil for any.
    public init(
        player: PlayerName? = nil, with opponent: PlayerName? = nil, seats: Int? = nil, game: GameKind? = nil
    ) {
        players = player.map { [$0] + [opponent].compactMap(\.self) } ?? []
        (self.seats, self.game) = (seats, game)
    }

    /// The filter that every match passes.
    public static let all = RecordFilter()

    /// The player; nil for any.
    public var player: PlayerName? { players.first }

    /// The other player; nil for any.
    public var opponent: PlayerName? { players.count > 1 ? players[1] : nil }
}
