/// Everything a client needs to draw a match. It contains no face that the rules haven't turned up.
public struct MatchState: Equatable, Sendable {
    public var match: MatchID
    /// A number that grows with every change and never decreases.
    public var version: Int
    /// The phase of the match.
    public var phase: Phase
    /// Rows of the board, or of a table without rows, as clients of Memory may draw it.
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
    /// The seat whose turn it is, or whose two cards are shown, even while paused; nil in `waiting` and `over`.
    public var active: Int?
    /// Turns begun in this match; 0 before the first. A pair that earns another flip begins no turn.
    public var turnNumber: Int
    /// Milliseconds until the phase ends by itself; nil if nothing ends it.
    public var phaseEndsInMilliseconds: Int?
    /// The taken seats, in order.
    public var seats: [Seat]
    /// The number of watchers.
    public var watchers: Int
    /// The result; nil while the match isn't over.
    public var result: Result?
    /// The change that produced this version; nil for a match that has just been opened, in a copy of a version sent
    /// before, and for a kind of change that the reader doesn't know.
    public var change: Change?
    /// True if the recipient sees the match for the first time, so that plain words draw the board whatever the change.
    /// Not part of JSON.
    public var isIntroduction: Bool
    /// The treatment of taken cards, which is part of the board's look, like ``rows`` and ``columns``. JSON sends it
    /// in `match`.
    public var matched: Rules.Matched
    /// The part that only the match's game has.
    public var game: GameState
    /// The number of ``ply``, small, because a state is built for every flip; ``noPly`` for none.
    private var plies: UInt16

    /// The phase of a match.
    public enum Phase: String, CaseIterable, Sendable {
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
        /// True if the player is gone for good; only in `over`.
        public var left: Bool
        public var kind: PlayerKind

        /// Creates a seat.
        public init(
            name: String, present: Bool, score: Int, turnsLeft: Int?, taken: [Int], rematch: Bool, left: Bool = false,
            kind: PlayerKind = .person
        ) {
            self.name = name
            self.present = present
            self.score = score
            self.turnsLeft = turnsLeft
            self.taken = taken
            self.rematch = rematch
            self.left = left
            self.kind = kind
        }
    }

    /// The result of a match.
    public struct Result: Equatable, Sendable {
        /// The seat that won; nil for a draw, and if nobody won.
        public var winner: Int?
        public var reason: Ending.Reason
        /// The rematch, once there is one.
        public var rematch: MatchID?
        /// True if a solo game beat the host's best under the same rules.
        public var best: Bool
        /// The record of the match; nil for a private match and for one that never began.
        public var record: RecordID?
        /// The recall of each seat; nil in a game in which there is nothing to remember, and from a host that doesn't
        /// count it.
        public var recall: [Recall]?
        /// The salt of the match's seal; nil for a match without one.
        public var salt: Salt?
        /// The faces of the sealed deck, in order; nil in a game whose last state shows every card, and without a seal.
        public var deck: [String]?

        /// Creates a result.
        public init(
            winner: Int?, reason: Ending.Reason, rematch: MatchID?, best: Bool, record: RecordID? = nil,
            recall: [Recall]? = nil, salt: Salt? = nil, deck: [String]? = nil
        ) {
            (self.winner, self.reason, self.rematch) = (winner, reason, rematch)
            (self.best, self.record, self.recall) = (best, record, recall)
            (self.salt, self.deck) = (salt, deck)
        }
    }

    /// Flips made in this match and turns that timed out, together, at most 65,534: the number that a flip answers. It
    /// only grows, and each time a seat is to flip it is another. Nil in a game in which nobody flips, and from a host
    /// that doesn't count them.
    public var ply: Int? {
        get { plies == Self.noPly ? nil : Int(plies) }
        set { plies = Self.stored(newValue) }
    }

    private static let noPly = UInt16.max

    private static func stored(_ ply: Int?) -> UInt16 {
        ply.map { min(UInt16(clamping: $0), noPly - 1) } ?? noPly
    }
}

extension MatchState {
    public init(
        match: MatchID, version: Int, phase: Phase, rows: Int, columns: Int, cards: CardFaces, turned: [Int],
        turn: Int?, turnEndsInMilliseconds: Int?, active: Int? = nil, turnNumber: Int = 0, ply: Int? = nil,
        phaseEndsInMilliseconds: Int? = nil, seats: [Seat], watchers: Int, result: Result?,
        change: Change? = nil, matched: Rules.Matched = .stay, game: GameState = .memory
    ) {
        // By way of the struct's own initializer, because so large a struct would be built and then copied here.
        self.init(
            match: match, version: version, phase: phase, rows: rows, columns: columns, cards: cards, turned: turned,
            turn: turn, turnEndsInMilliseconds: turnEndsInMilliseconds, active: active, turnNumber: turnNumber,
            phaseEndsInMilliseconds: phaseEndsInMilliseconds, seats: seats, watchers: watchers, result: result,
            change: change, isIntroduction: false, matched: matched, game: game, plies: Self.stored(ply))
    }

    /// True if the match has begun.
    public var hasBegun: Bool { game.kind.type.hasBegun(self) }

    /// Returns the name of the player in a seat, for sentences.
    func name(of seat: Int) -> String { seats.indices.contains(seat) ? seats[seat].name : "nobody" }
}
