/// A match that is over, as a host keeps it: who played, how it ended, the deck and every move.
///
/// It is made once, when the match ends, and never changes. A match that never began leaves none.
public struct MatchRecord: Equatable, Sendable {
    /// Its number, 1 or more; the record `r17` has the number 17.
    public var number: Int
    /// The match.
    public var match: MatchID
    /// Whether the match could be entered only with its code: then nobody is told of it.
    public var isPrivate: Bool
    /// When the match began, in milliseconds since the start of 1970, UTC.
    public var startedAt: Int
    /// When it ended, in milliseconds since the start of 1970, UTC.
    public var endedAt: Int
    /// Its rules.
    public var rules: Rules
    /// The names in its seats, in order.
    public var players: [String]
    /// Two scores, in the order of the seats; those of a solo game are its score and −1.
    public var scores: [Int]
    /// The seat that won; nil for a draw, and if nobody did.
    public var winner: Int?
    /// Why it ended.
    public var reason: Ending.Reason
    /// The turns that each seat has used.
    public var turns: [Int]
    /// The faces of all cards, in the order in which they were dealt.
    public var deck: [String]
    /// What was done, in order; at most ``Limits/recordMoves``.
    public var moves: [Move]

    /// A move of a player, or a turn that ran out.
    public struct Move: Hashable, Sendable {
        // The order of these has it take twelve bytes.
        private let time: UInt32
        /// What the seat did; nil if the time of its turn ran out.
        public let move: Protocol.Move?
        private let seatNumber: UInt8

        /// The seat whose turn it was, from 0.
        public var seat: Int { Int(seatNumber) }
        /// Milliseconds since the match began, up to 49 days.
        public var atMilliseconds: Int { Int(time) }

        /// A move at a time that is brought into its range; `seat` is 0 to 255.
        public init(seat: Int, _ move: Protocol.Move?, atMilliseconds: Int) {
            (time, self.move, seatNumber) = (UInt32(clamping: atMilliseconds), move, UInt8(seat))
        }
    }

    /// The record of a match that has ended.
    public init(
        number: Int, match: MatchID, isPrivate: Bool, startedAt: Int, endedAt: Int, rules: Rules, players: [String],
        scores: [Int], winner: Int?, reason: Ending.Reason, turns: [Int], deck: [String], moves: [Move]
    ) {
        (self.number, self.match, self.isPrivate) = (number, match, isPrivate)
        (self.startedAt, self.endedAt, self.rules) = (startedAt, endedAt, rules)
        (self.players, self.scores, self.winner, self.reason) = (players, scores, winner, reason)
        (self.turns, self.deck, self.moves) = (turns, deck, moves)
    }

    /// Its name.
    public var id: RecordID { RecordID(number: number) }
}
