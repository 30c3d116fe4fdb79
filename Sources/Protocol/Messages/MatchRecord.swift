/// A finished match as a host stores it and clients are told of it: the players, the result, the deck and every move.
///
/// It is made once, when the match ends, and never changes. A match that never began leaves none. One that is private
/// or was given up before the first turn ended is stored, but shown to nobody.
public struct MatchRecord: Equatable, Sendable {
    /// The players, the rules and the result.
    public var summary: RecordSummary
    /// The faces of all cards, in dealing order.
    public var deck: CardFaces
    /// The moves and timed-out turns, in order; at most ``GameKind/recordMoves``.
    public var moves: [Move]
    /// The seal, and the salt that opens it; both nil for a match that was dealt without a seal.
    public var seal: Seal?, salt: Salt?

    /// A player's move, or a timed-out turn.
    public struct Move: Hashable, Sendable {
        // In this order, these fields take twelve bytes, as a test checks.
        private let time: UInt32
        /// The move; nil if the turn timed out.
        public let made: MadeMove?
        private let seatNumber: UInt8

        /// The seat whose turn it was, from 0.
        public var seat: Int { Int(seatNumber) }
        /// Milliseconds since the match began, up to 49 days.
        public var atMilliseconds: Int { Int(time) }

        /// Creates a move; the time is clamped to its range, and `seat` is 0 to 255.
        public init(seat: Int, _ made: MadeMove?, atMilliseconds: Int) {
            (time, self.made, seatNumber) = (UInt32(clamping: atMilliseconds), made, UInt8(seat))
        }
    }

    public init(summary: RecordSummary, deck: CardFaces, moves: [Move], seal: Seal? = nil, salt: Salt? = nil) {
        (self.summary, self.deck, self.moves) = (summary, deck, moves)
        (self.seal, self.salt) = (seal, salt)
    }

    /// Returns those of a host's pictures that its cards show.
    public func shown(of pictures: [Picture]) -> [Picture] {
        guard summary.rules.faces == .pictures else { return [] }
        let faces = Set(deck)
        return pictures.filter { faces.contains($0.label) }
    }
}
