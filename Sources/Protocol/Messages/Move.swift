/// A player's move. The game determines which moves exist, and decides if one is legal now.
public enum Move: Hashable, Sendable {
    /// Memory: flips a card.
    case flip(CardReference)

    /// The command that makes the move.
    public var kind: Command.Kind {
        switch self {
        case .flip: .flip
        }
    }

    /// Returns true if the cards it names are on a board under these rules.
    public func isOnBoard(of rules: Rules) -> Bool {
        switch self {
        case .flip(let card): card.card(rows: rules.rows, columns: rules.columns) != nil
        }
    }

    /// The command's name, as a string literal.
    package var word: StaticString {
        switch self {
        case .flip: "flip"
        }
    }
}

/// A client's reference to a card.
public enum CardReference: Hashable, Sendable {
    /// By its index, row by row, 0 being the top left. May be outside the board.
    case index(Int32)  // Small, because a match holds its moves until it has a record.
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
