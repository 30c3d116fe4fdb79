/// The results of one player in all records that may be shown.
public struct PlayerStatistics: Equatable, Sendable {
    /// The name, as in the player's last record, or as it was asked for if there is none.
    public var name: String
    /// The number of records of the player's matches.
    public var games = 0
    /// Solo games that were finished or given up.
    public var solo = 0
    /// Solo games in which all pairs were found.
    public var cleared = 0
    /// The results against other people.
    public var people = Results()
    /// The results against the house, by level, strongest first; without levels that were never played.
    public var house: [AgainstHouse] = []
    /// The number of wins since the last match against another person that was not won.
    public var streak = 0
    /// The most wins in a row against other people.
    public var longestStreak = 0
    /// The best solo game under each set of rules, the rules most played first; at most ``Limits/ownBoards``.
    public var best: [ScoreList.Game] = []
    /// The results against each other person, most matches first; at most ``Limits/opponents``.
    public var opponents: [ScoreList.Player] = []
    /// The player's recall in all these matches; nil if there was nothing to remember.
    public var recall: Recall?

    /// Counts of matches by their result.
    public struct Results: Equatable, Sendable {
        /// Matches won.
        public var won: Int
        /// Matches played to the end without a winner.
        public var drawn: Int
        /// Matches lost.
        public var lost: Int

        /// Creates counts.
        public init(won: Int = 0, drawn: Int = 0, lost: Int = 0) {
            (self.won, self.drawn, self.lost) = (won, drawn, lost)
        }

        /// The number of matches.
        public var played: Int { won + drawn + lost }
    }

    /// The results against one level of the house player.
    public struct AgainstHouse: Equatable, Sendable {
        /// The level of the house player.
        public let level: HouseLevel
        public let results: Results

        public init(level: HouseLevel, results: Results) { (self.level, self.results) = (level, results) }
    }

    /// Creates the statistics of a player without records.
    public init(name: String) { self.name = name }
}
