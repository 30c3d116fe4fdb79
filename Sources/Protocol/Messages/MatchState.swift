/// Everything a client needs to draw a match. It contains no face that the rules haven't turned up.
public struct MatchState: Equatable, Sendable {
    /// The match.
    public var match: MatchID
    /// A number that grows with every change and never decreases.
    public var version: Int
    /// The phase of the match.
    public var phase: Phase
    /// Rows of the board.
    public var rows: Int
    /// Columns of the board.
    public var columns: Int
    /// The faces, row by row; nil for a card that is face down.
    public var cards: CardFaces
    /// The cards flipped this turn that are still open, in order.
    public var turned: [Int]
    /// The seat that is to flip; nil while nobody may.
    public var turn: Int?
    /// Milliseconds left in the turn; nil without a turn clock, and outside `playing`.
    public var turnEndsInMilliseconds: Int?
    /// The taken seats, in order.
    public var seats: [Seat]
    /// The number of watchers.
    public var watchers: Int
    /// The result; nil while the match isn't over.
    public var result: Result?
    /// The change that produced this version; nil for a match that has just been opened, and in a copy of a version
    /// sent before. Not sent in JSON yet.
    public var change: Change?
    /// The treatment of taken cards, which is part of the board's look, like ``rows`` and ``columns``. JSON sends it
    /// in `match`.
    public var matched: Rules.Matched

    /// The phase of a match.
    public enum Phase: String, Sendable {
        /// A seat is free.
        case waiting
        /// A seat is to flip.
        case playing
        /// Two cards that differ are open.
        case showing
        /// A player is absent.
        case paused
        /// The match is over.
        case over
    }

    /// A taken seat.
    public struct Seat: Equatable, Sendable {
        /// The player's name.
        public var name: String
        /// True if the player is connected.
        public var present: Bool
        /// The score under the match's rules; may be negative.
        public var score: Int
        /// Turns left; nil without a limit.
        public var turnsLeft: Int?
        /// The cards taken, in order.
        public var taken: [Int]
        /// True if the player has offered a rematch.
        public var rematch: Bool

        /// Creates a seat.
        public init(name: String, present: Bool, score: Int, turnsLeft: Int?, taken: [Int], rematch: Bool) {
            self.name = name
            self.present = present
            self.score = score
            self.turnsLeft = turnsLeft
            self.taken = taken
            self.rematch = rematch
        }
    }

    /// The result of a match.
    public struct Result: Equatable, Sendable {
        /// The seat that won; nil for a draw, and if nobody won.
        public var winner: Int?
        /// The reason it ended.
        public var reason: Ending.Reason
        /// The rematch, once there is one.
        public var rematch: MatchID?
        /// True if a solo game beat the host's best under the same rules.
        public var best: Bool

        /// Creates a result.
        public init(winner: Int?, reason: Ending.Reason, rematch: MatchID?, best: Bool) {
            (self.winner, self.reason, self.rematch, self.best) = (winner, reason, rematch, best)
        }
    }

    /// Creates a state.
    public init(
        match: MatchID, version: Int, phase: Phase, rows: Int, columns: Int, cards: CardFaces, turned: [Int],
        turn: Int?, turnEndsInMilliseconds: Int?, seats: [Seat], watchers: Int, result: Result?,
        change: Change? = nil, matched: Rules.Matched = .stay
    ) {
        self.match = match  // One by one, because a tuple would be built first, then copied.
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
