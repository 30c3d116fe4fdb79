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
    /// Why it ended, as `result.reason` says it.
    public var reason: String
    /// The turns that each seat has used.
    public var turns: [Int]
    /// For each card, row by row, an index into the faces of the rules' set.
    public var deck: [UInt8]
    /// What was done, in order; at most ``Limits/recordMoves``.
    public var moves: [Move]

    /// A card that was turned, or a turn that ran out. It takes eight bytes.
    public struct Move: Equatable, Sendable {
        /// The seat whose turn it was, 0 or 1.
        public let seat: UInt8
        /// The card that it turned; nil if the time of its turn ran out.
        public let card: UInt8?
        private let time: UInt32

        /// Milliseconds since the match began, up to 49 days.
        public var atMilliseconds: Int { Int(time) }

        /// A move at a time that is brought into its range.
        public init(seat: UInt8, card: UInt8?, atMilliseconds: Int) {
            (self.seat, self.card, time) = (seat, card, UInt32(clamping: atMilliseconds))
        }
    }

    /// The record of a match that has ended.
    public init(
        number: Int, match: MatchID, isPrivate: Bool, startedAt: Int, endedAt: Int, rules: Rules, players: [String],
        scores: [Int], winner: Int?, reason: String, turns: [Int], deck: [UInt8], moves: [Move]
    ) {
        (self.number, self.match, self.isPrivate) = (number, match, isPrivate)
        (self.startedAt, self.endedAt, self.rules) = (startedAt, endedAt, rules)
        (self.players, self.scores, self.winner, self.reason) = (players, scores, winner, reason)
        (self.turns, self.deck, self.moves) = (turns, deck, moves)
    }

    /// Its name.
    public var id: RecordID { RecordID(number: number) }
    /// How long the match took, in milliseconds; 0 if the clock was set back meanwhile.
    public var durationMilliseconds: Int { max(0, endedAt - startedAt) }
}
