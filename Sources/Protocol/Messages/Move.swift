/// What a player does in a match. Which moves there are depends on the game, which also decides whether one is allowed now.
public enum Move: Hashable, Sendable {
    /// Memory: turns a card.
    case flip(CardReference)

    /// The command that makes the move.
    public var kind: Command.Kind {
        switch self {
        case .flip: .flip
        }
    }

    /// Whether the cards that it names are on the board of these rules.
    public func isOnBoard(of rules: Rules) -> Bool {
        switch self {
        case .flip(let card): card.card(rows: rules.rows, columns: rules.columns) != nil
        }
    }

    /// What that command is called, as a piece of text that the code holds.
    package var word: StaticString {
        switch self {
        case .flip: "flip"
        }
    }
}

/// Which card a client means.
public enum CardReference: Hashable, Sendable {
    /// By its index, 0 being the top left, row by row. It may lie outside the board.
    case index(Int32)  // Small: a match holds its moves until it has a record.
    /// By its column and row. It may lie outside the board.
    case place(Coordinate)

    /// The card with this index. One too large for 32 bits is clamped, and so is still off every board.
    public static func card(_ index: Int) -> Self { .index(Int32(clamping: index)) }

    /// The card's index on a board of this size, from 0; nil if it lies outside.
    public func card(rows: Int, columns: Int) -> Int? {
        switch self {
        case .index(let index): 0..<rows * columns ~= Int(index) ? Int(index) : nil
        case .place(let place): place.card(rows: rows, columns: columns)
        }
    }
}
