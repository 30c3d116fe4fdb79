/// All that a client needs in order to draw a match. It holds no face that no rule has turned up.
public struct MatchState: Equatable, Sendable {
    /// The match.
    public var match: MatchID
    /// Grows with every change, and never goes back.
    public var version: Int
    /// Where the match stands.
    public var phase: Phase
    /// Rows of the board.
    public var rows: Int
    /// Columns of the board.
    public var columns: Int
    /// The faces, row by row; nil for a card that lies face down.
    public var cards: CardFaces
    /// The cards turned in this turn that are undecided or showing, in order.
    public var turned: [Int]
    /// The seat that is to flip; nil while nobody may.
    public var turn: Int?
    /// Milliseconds left of the turn; nil without a clock, and outside `playing`.
    public var turnEndsInMilliseconds: Int?
    /// The seats that are taken, in order.
    public var seats: [Seat]
    /// How many watch.
    public var watchers: Int
    /// How it ended; nil until it has.
    public var result: Result?
    /// What made this version; nil in the state of a match that has just been opened, and in a copy of a version that
    /// was sent before. JSON does not say it yet.
    public var change: Change?
    /// What becomes of cards that have been taken: part of the board's look, as ``rows`` and ``columns`` are. JSON says
    /// it in `match`.
    public var matched: Rules.Matched

    /// Where a match stands.
    public enum Phase: String, Sendable {
        /// A seat is free.
        case waiting
        /// A seat is to flip.
        case playing
        /// Two cards that differ lie open.
        case showing
        /// A player is gone.
        case paused
        /// It has ended.
        case over
    }

    /// A seat that is taken.
    public struct Seat: Equatable, Sendable {
        /// The player's name.
        public var name: String
        /// Whether the player is connected.
        public var present: Bool
        /// The score by the match's rules; it may be below 0.
        public var score: Int
        /// Turns left; nil without a limit.
        public var turnsLeft: Int?
        /// The cards taken, in the order of taking.
        public var taken: [Int]
        /// Whether the player offers to play again.
        public var rematch: Bool

        /// A seat as it stands.
        public init(name: String, present: Bool, score: Int, turnsLeft: Int?, taken: [Int], rematch: Bool) {
            self.name = name
            self.present = present
            self.score = score
            self.turnsLeft = turnsLeft
            self.taken = taken
            self.rematch = rematch
        }
    }

    /// How a match ended.
    public struct Result: Equatable, Sendable {
        /// The seat that won; nil for a draw, or for nobody.
        public var winner: Int?
        /// Why it ended.
        public var reason: Ending.Reason
        /// The match that goes on from this one.
        public var rematch: MatchID?
        /// Whether a solo game beat the host's best under the same rules.
        public var best: Bool

        /// A result.
        public init(winner: Int?, reason: Ending.Reason, rematch: MatchID?, best: Bool) {
            (self.winner, self.reason, self.rematch, self.best) = (winner, reason, rematch, best)
        }
    }

    /// A match as it stands.
    public init(
        match: MatchID, version: Int, phase: Phase, rows: Int, columns: Int, cards: CardFaces, turned: [Int],
        turn: Int?, turnEndsInMilliseconds: Int?, seats: [Seat], watchers: Int, result: Result?,
        change: Change? = nil, matched: Rules.Matched = .stay
    ) {
        self.match = match  // One by one: a tuple would be made first, and copied.
        self.version = version
        self.phase = phase
        self.rows = rows
        self.columns = columns
        self.cards = cards
        self.turned = turned
        self.turn = turn
        self.turnEndsInMilliseconds = turnEndsInMilliseconds
        self.seats = seats
        self.watchers = watchers
        self.result = result
        self.change = change
        self.matched = matched
    }
}
