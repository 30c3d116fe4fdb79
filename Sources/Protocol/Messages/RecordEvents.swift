// What a host says of the matches that are over.

/// What is told of a match that is over wherever it is mentioned: all of its record but the deck and the moves.
public struct RecordSummary: Equatable, Sendable {
    /// See ``MatchRecord`` for these fields.
    public var id: RecordID
    /// The match.
    public var match: MatchID
    /// When it began, in milliseconds since the start of 1970, UTC.
    public var startedAt: Int
    /// When it ended, likewise.
    public var endedAt: Int
    /// Its rules.
    public var rules: Rules
    /// The names in its seats, one or two.
    public var players: [String]
    /// Two scores; those of a solo game are its score and −1.
    public var scores: [Int]
    /// The seat that won; nil for a draw, and if nobody did.
    public var winner: Int?
    /// Why it ended.
    public var reason: Ending.Reason
    /// The turns that each seat has used.
    public var turns: [Int]
}

extension RecordSummary {
    /// What is told of this record.
    public init(_ record: MatchRecord) {
        (id, match, rules) = (record.id, record.match, record.rules)
        (startedAt, endedAt) = (record.startedAt, record.endedAt)
        (players, scores, turns) = (record.players, record.scores, record.turns)
        (winner, reason) = (record.winner, record.reason)
    }
}

/// Some of the matches that are over, newest first.
public struct RecordList: Equatable, Sendable {
    /// The matches, at most ``Limits/recordsAtOnce``.
    public let records: [RecordSummary]
    /// How many there are in all.
    public let total: Int

    /// These matches of so many.
    public init(records: [RecordSummary], total: Int) { (self.records, self.total) = (records, total) }

    /// As many of these matches, from the first on, as a line of ``Limits/recordsBytes`` holds.
    public init(fitting records: [RecordSummary], total: Int) {
        // What stands around the list takes less than that, a command's `id` with every character escaped too.
        var room = Limits.recordsBytes - 512
        let fitting = records.prefix { summary in
            room -= JSONRecords.byteCount(of: summary) + 1
            return room >= 0
        }
        self.init(records: Array(fitting), total: total)
    }
}

/// One match that is over, with all that is needed to show it again.
public struct RecordReport: Equatable, Sendable {
    /// Who played by which rules, and how it ended.
    public let summary: RecordSummary
    /// The faces of all cards.
    public let deck: CardFaces
    /// What was done, in order; at most ``Limits/recordMoves``.
    public let moves: [MatchRecord.Move]
    /// What each of the moves did, if they have been played again, which takes the rules of the game; else empty.
    public let results: [MoveResult]

    /// What a move of a record did, played again.
    public struct MoveResult: Equatable, Sendable {
        /// What it changed; nil if it cannot have been done in such a match.
        public let change: Change?
        /// The scores after it, in the order of the seats.
        public let scores: [Int]

        /// What a move did.
        public init(change: Change?, scores: [Int]) { (self.change, self.scores) = (change, scores) }
    }

    /// A match with these cards and moves.
    public init(
        summary: RecordSummary, deck: CardFaces, moves: [MatchRecord.Move], results: [MoveResult] = []
    ) {
        (self.summary, self.deck, self.moves, self.results) = (summary, deck, moves, results)
    }

    /// All of a record.
    public init(_ record: MatchRecord) {
        self.init(
            summary: RecordSummary(record), deck: CardFaces(record.deck, of: record.rules.faces), moves: record.moves)
    }
}

/// The best solo games, and who has won how often.
public struct ScoreList: Equatable, Sendable {
    /// Those of the same rules together, the best first; at most ``Limits/bestGames``.
    public let best: [Game]
    /// Those who won most first; at most ``Limits/bestPlayers``.
    public let players: [Player]

    /// A solo game that was played to its end.
    public struct Game: Equatable, Sendable {
        /// The rules, whole.
        public let rules: Rules
        /// Who played it.
        public let name: String
        /// The score.
        public let score: Int
        /// The turns that it took.
        public let turns: Int
        /// When it ended, in milliseconds since the start of 1970, UTC.
        public let endedAt: Int

        /// A game.
        public init(rules: Rules, name: String, score: Int, turns: Int, endedAt: Int) {
            (self.rules, self.name, self.score) = (rules, name, score)
            (self.turns, self.endedAt) = (turns, endedAt)
        }
    }

    /// Somebody who has played against others.
    public struct Player: Equatable, Sendable {
        /// The name, as it was written last.
        public let name: String
        /// Matches won.
        public let won: Int
        /// Matches that nobody won.
        public let drawn: Int
        /// Matches lost.
        public let lost: Int

        /// Somebody with so many matches.
        public init(name: String, won: Int, drawn: Int, lost: Int) {
            (self.name, self.won, self.drawn, self.lost) = (name, won, drawn, lost)
        }
    }

    /// These games and players.
    public init(best: [Game], players: [Player]) { (self.best, self.players) = (best, players) }
}
