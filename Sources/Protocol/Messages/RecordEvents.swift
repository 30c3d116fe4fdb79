// Events about finished matches.

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
