/// Everything a client needs to draw a match. It contains no face that the rules haven't turned up.
public struct MatchState: Equatable, Sendable {
    /// The match.
    public var match: MatchID
    /// A number that grows with every change and never decreases.
    public var version: Int
    /// The phase of the match.
    public var phase: Phase
    /// Rows of the board; 3 in Set, whose cards are those on the table.
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
    public var isIntroduction = false
    /// The treatment of taken cards, which is part of the board's look, like ``rows`` and ``columns``. JSON sends it
    /// in `match`.
    public var matched: Rules.Matched
    /// The cards left in the deck; ``noDeck`` in another game than Set. A byte, like the two above, since a state is built
    /// for every flip of Memory.
    private var deckByte = Self.noDeck
    /// The number of ``ply``, for the same reason; ``noPly`` for none.
    private var plies = Self.noPly

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
        /// True if the player is gone for good; only in `over`.
        public var left: Bool
        /// The kind of player.
        public var kind: PlayerKind
        /// What only Set has; see ``MatchState/set``.
        var set = SetPart.Seat(sets: 0, blockedMilliseconds: 0, wishesMore: false)

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
        /// The reason it ended.
        public var reason: Ending.Reason
        /// The rematch, once there is one.
        public var rematch: MatchID?
        /// True if a solo game beat the host's best under the same rules.
        public var best: Bool
        /// The record of the match; nil for a private match and for one that never began.
        public var record: RecordID?

        /// Creates a result.
        public init(
            winner: Int?, reason: Ending.Reason, rematch: MatchID?, best: Bool, record: RecordID? = nil
        ) {
            (self.winner, self.reason, self.rematch) = (winner, reason, rematch)
            (self.best, self.record) = (best, record)
        }
    }

    /// The part of a state that only Set has.
    public struct SetPart: Equatable, Sendable {
        /// The cards left in the deck, 0 to 81.
        public let deckLeft: Int
        /// What only Set has of each taken seat, in order.
        public let seats: [Seat]

        /// The part of a seat that only Set has.
        public struct Seat: Equatable, Sendable {
            // Small enough for room that a seat has anyway.
            private var blocked: UInt16
            private var found: UInt8
            /// True if the player has asked for three more cards.
            public var wishesMore: Bool

            /// The sets found.
            public var sets: Int { Int(found) }
            /// Milliseconds for which a wrong claim still blocks the player; 0 if none does.
            public var blockedMilliseconds: Int { Int(blocked) }

            /// Creates the part of a seat; the numbers are clamped to what they can be.
            public init(sets: Int, blockedMilliseconds: Int, wishesMore: Bool) {
                found = UInt8(clamping: sets)
                blocked = UInt16(clamping: blockedMilliseconds)
                self.wishesMore = wishesMore
            }
        }

        /// Creates the part of a state.
        public init(deckLeft: Int, seats: [Seat]) { (self.deckLeft, self.seats) = (deckLeft, seats) }
    }

    /// What only a match of Set has; nil in any other. It has as many seats as the state.
    public var set: SetPart? {
        get { isSet ? SetPart(deckLeft: deckLeft, seats: seats.map(\.set)) : nil }
        set {
            deckByte = newValue.map { UInt8(clamping: $0.deckLeft) } ?? Self.noDeck
            guard let newValue else { return }
            for (seat, part) in zip(seats.indices, newValue.seats) { seats[seat].set = part }
        }
    }

    /// The cards left in the deck of a match of Set.
    var deckLeft: Int { Int(deckByte) }

    /// True for a match of Set.
    public var isSet: Bool { deckByte != Self.noDeck }

    private static let noDeck = UInt8.max

    /// Flips made in this match and turns that timed out, together, at most 65,534: the number that a flip answers. It only
    /// grows, and each time a seat is to flip it is another. Nil in a game in which nobody flips, and from a host that
    /// doesn't count them.
    public var ply: Int? {
        get { plies == Self.noPly ? nil : Int(plies) }
        set { plies = newValue.map { min(UInt16(clamping: $0), Self.noPly - 1) } ?? Self.noPly }
    }

    private static let noPly = UInt16.max

    /// Creates a state.
    public init(
        match: MatchID, version: Int, phase: Phase, rows: Int, columns: Int, cards: CardFaces, turned: [Int],
        turn: Int?, turnEndsInMilliseconds: Int?, active: Int? = nil, turnNumber: Int = 0, ply: Int? = nil,
        phaseEndsInMilliseconds: Int? = nil, seats: [Seat], watchers: Int, result: Result?,
        change: Change? = nil, matched: Rules.Matched = .stay, set: SetPart? = nil
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
        self.active = active
        self.turnNumber = turnNumber
        self.phaseEndsInMilliseconds = phaseEndsInMilliseconds
        self.seats = seats
        self.watchers = watchers
        self.result = result
        self.change = change
        self.matched = matched
        if set != nil { self.set = set }
        if ply != nil { self.ply = ply }
    }
}

extension MatchState {
    /// True if the match has begun: Memory counts its turns, and the cards of Set are on the table.
    public var hasBegun: Bool { isSet ? cards.contains { $0 != nil } : turnNumber > 0 }
}
