/// A player's move, as a command asks for it. The game determines which moves exist, and decides if one is legal now.
public enum Move: Hashable, Sendable {
    /// Flips a card, in any game whose cards are flipped one by one.
    case flip(CardReference)
    /// Any other move of Set.
    case set(SetMove)

    /// The command that makes the move.
    public var kind: Command.Kind {
        switch self {
        case .flip: .flip
        case .set(let move): move.kind
        }
    }

    /// Writes the fields of the command, each preceded by a comma. A flip names its card by index.
    func writeFields(into writer: inout ByteWriter) {
        switch self {
        case .flip(.index(let card)): writer.putField("card", Int(card))
        case .flip(.coordinate):
            preconditionFailure("only plain words name a card by its place, and only a host reads them")
        case .set(let move): move.writeFields(into: &writer)
        }
    }
}

/// A client's reference to a card.
public enum CardReference: Hashable, Sendable {
    /// By its index, row by row, 0 being the top left. May be outside the board.
    case index(Int32)
    /// By its column and row. May be outside the board.
    case coordinate(Coordinate)

    /// Returns the card with this index. An index beyond 32 bits is clamped, which is still off any board.
    public static func card(_ index: Int) -> Self { .index(Int32(clamping: index)) }

    /// Returns the card's index on a board of this size, from 0; nil if it is outside.
    public func card(rows: Int, columns: Int) -> Int? {
        switch self {
        case .index(let index): 0..<rows * columns ~= Int(index) ? Int(index) : nil
        case .coordinate(let coordinate): coordinate.card(rows: rows, columns: columns)
        }
    }
}
