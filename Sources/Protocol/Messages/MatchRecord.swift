/// A finished match as stored by a host: the players, the result, the deck and every move.
///
/// It is made once, when the match ends, and never changes. A match that never began leaves none.
public struct MatchRecord: Equatable, Sendable {
    /// The record's number, 1 or more; the record `r17` has the number 17.
    public var number: Int
    /// The match.
    public var match: MatchID
    /// True if the match could only be entered with its code; such a record is shown to nobody.
    public var isPrivate: Bool
    /// The time the match began, in milliseconds since 1970, UTC.
    public var startedAt: Int
    /// The time the match ended, in milliseconds since 1970, UTC.
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
    /// The number of turns each seat used.
    public var turns: [Int]
    /// The faces of all cards, in dealing order.
    public var deck: [String]
    /// The moves and timed-out turns, in order; at most ``Limits/recordMoves``.
    public var moves: [Move]

    /// A player's move, or a timed-out turn.
    public struct Move: Hashable, Sendable {
        // In this order, these fields take twelve bytes.
        private let time: UInt32
        /// The move; nil if the turn timed out.
        public let move: Protocol.Move?
        private let seatNumber: UInt8

        /// The seat whose turn it was, from 0.
        public var seat: Int { Int(seatNumber) }
        /// Milliseconds since the match began, up to 49 days.
        public var atMilliseconds: Int { Int(time) }

        /// Creates a move; the time is clamped to its range, and `seat` is 0 to 255.
        public init(seat: Int, _ move: Protocol.Move?, atMilliseconds: Int) {
            (time, self.move, seatNumber) = (UInt32(clamping: atMilliseconds), move, UInt8(seat))
        }
    }

    /// Creates a record.
    public init(
        number: Int, match: MatchID, isPrivate: Bool, startedAt: Int, endedAt: Int, rules: Rules, players: [String],
        scores: [Int], winner: Int?, reason: Ending.Reason, turns: [Int], deck: [String], moves: [Move]
    ) {
        (self.number, self.match, self.isPrivate) = (number, match, isPrivate)
        (self.startedAt, self.endedAt, self.rules) = (startedAt, endedAt, rules)
        (self.players, self.scores, self.winner, self.reason) = (players, scores, winner, reason)
        (self.turns, self.deck, self.moves) = (turns, deck, moves)
    }

    /// The record's ID.
    public var id: RecordID { RecordID(number: number) }
}
