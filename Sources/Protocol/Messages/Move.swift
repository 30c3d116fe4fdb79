/// A player's move. The game determines which moves exist, and decides if one is legal now.
public enum Move: Hashable, Sendable {
    /// Memory: flips a card.
    case flip(CardReference)
    /// Set: claims that the cards in three places are a set.
    case take(SetClaim)
    /// Set: asks for three more cards; once made, it has dealt them.
    case more
    /// Set: the stored form of a ``more`` that only shows the other player what this one wishes.
    case wish
    /// Set: lays the table anew.
    case shuffle

    /// The command that makes the move.
    public var kind: Command.Kind {
        switch self {
        case .flip: .flip
        case .take: .take
        case .more, .wish: .more
        case .shuffle: .shuffle
        }
    }

    /// Returns true if it can be a move of a match under these rules: of its game, and of cards on its board.
    public func isPossible(under rules: Rules) -> Bool {
        switch self {
        case .flip(let card):
            rules.game == .memory && card.card(rows: rules.rows, columns: rules.columns) != nil
        case .take(let claim): rules.game == .set && claim.places.allSatisfy((0..<SetCard.count).contains)
        case .more, .wish, .shuffle: rules.game == .set
        }
    }

    /// The name of its stored form: the command's, or `wish`.
    package var word: StaticString {
        switch self {
        case .flip: "flip"
        case .take: "take"
        case .more: "more"
        case .wish: "wish"
        case .shuffle: "shuffle"
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
