// A contest: everybody who enters plays the same number of pairs of matches against everybody else.

/// The place of a match in a contest.
public struct ContestPlace: Hashable, Sendable {
    /// The pair of matches that it belongs to, of those that its two players play, from 1.
    public let round: Int
    /// 1 for the first match of the pair; 2 for the second, in which the seats are swapped.
    public let leg: Int

    /// Creates a place; nil if there is none like it.
    public init?(round: Int, leg: Int) {
        guard Limits.contestPairs.contains(round), 1...2 ~= leg else { return nil }
        (self.round, self.leg) = (round, leg)
    }

    /// Creates the place of a match from the number of matches that its players have played before it.
    public init(after played: Int) { (round, leg) = (played / 2 + 1, played % 2 + 1) }

    /// The number of matches that come before it between the same players.
    public var index: Int { 2 * (round - 1) + leg - 1 }

    /// The place as part of a sentence.
    var text: String { "round \(round), match \(leg) of 2" }
}

/// The standings of a contest.
public struct Standings: Equatable, Sendable {
    /// The entrants, those with the most points first; at most ``Limits/entrants``.
    public var players: [Player]
    /// The entrants who have withdrawn and made room for others; nil if there are none.
    public let former: Former?
    /// The matches that are not over, those in progress included.
    public let remaining: Int
    /// The pairs of matches that each two entrants play.
    public let pairs: Int
    /// True if the contest is over, whether or not everything was played.
    public let isClosed: Bool
    /// The SHA-256, in hexadecimal, that the seed of the decks was sealed with.
    public let seal: String
    /// The seed; nil unless it is published and nobody has entered since.
    public let seed: String?
    /// The seal of the seed that follows; nil unless the one before it is published and nobody has entered since.
    public let nextSeal: String?
    /// All seeds that are published, oldest first; at most ``Limits/contestSeeds``.
    public let seeds: [String]

    /// How matches ended for an entrant, or for several.
    public struct Results: Equatable, Sendable {
        /// Matches won.
        public var won: Int
        /// Matches drawn.
        public var drawn: Int
        /// Matches lost, the forfeited ones included.
        public var lost: Int
        /// Matches lost without being played to their end.
        public var forfeits: Int

        /// Matches that are over.
        public var played: Int { won &+ drawn &+ lost }
        /// Two for a match won, one for a draw.
        public var points: Int { 2 &* won &+ drawn }

        /// Creates results.
        public init(won: Int = 0, drawn: Int = 0, lost: Int = 0, forfeits: Int = 0) {
            (self.won, self.drawn, self.lost, self.forfeits) = (won, drawn, lost, forfeits)
        }
    }

    /// The entrants who are no longer listed.
    public struct Former: Equatable, Sendable {
        /// How many there are.
        public var count: Int
        /// The sums of their results.
        public var results: Results

        /// Creates the sums of so many entrants.
        public init(count: Int = 0, _ results: Results = Results()) { (self.count, self.results) = (count, results) }
    }

    /// One entrant's results.
    public struct Player: Equatable, Sendable {
        public var name: String
        /// True if a connection has the name.
        public var isPresent: Bool
        /// True if the entrant has withdrawn.
        public var hasWithdrawn: Bool
        /// How their matches ended.
        public var results: Results
        /// The mean score difference of a match, in thousandths; nil before the first pair of matches without a
        /// forfeit.
        public var mean: Int?
        /// The standard error of ``mean``, in thousandths; nil below two such pairs.
        public var standardError: Int?
        /// The strength, on Elo's scale; the mean of all entrants is 0.
        public var rating: Int
        /// Half the width of the interval that the strength lies in with a probability of 95 %.
        public var interval: Int
        /// The turns in which a pair could be taken from memory, and those in which it was; nil if the game has none.
        public var recall: Recall.Turns?

        public init(
            name: String, isPresent: Bool, hasWithdrawn: Bool = false, _ results: Results, mean: Int?,
            standardError: Int?, rating: Int, interval: Int, recall: Recall.Turns? = nil
        ) {
            (self.name, self.isPresent, self.hasWithdrawn, self.results) = (name, isPresent, hasWithdrawn, results)
            (self.mean, self.standardError) = (mean, standardError)
            (self.rating, self.interval, self.recall) = (rating, interval, recall)
        }
    }

    /// Creates standings.
    public init(
        players: [Player], former: Former? = nil, remaining: Int, pairs: Int, isClosed: Bool = false, seal: String,
        seed: String?, nextSeal: String? = nil, seeds: [String] = []
    ) {
        (self.players, self.former, self.remaining, self.pairs) = (players, former, remaining, pairs)
        (self.isClosed, self.seal, self.seed, self.nextSeal, self.seeds) = (isClosed, seal, seed, nextSeal, seeds)
    }
}
