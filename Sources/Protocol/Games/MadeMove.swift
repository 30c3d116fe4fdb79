/// A move that was made: what a journal and a record keep of a ``Move``. Cards are named by their index, and a move of
/// Set says what came of it.
public enum MadeMove: Hashable, Sendable {
    /// Memory: flipped the card with this index, from 0.
    case flip(Int32)  // Small, because a match holds its moves until it has a record.
    /// Set: claimed a set.
    case set(SetClaim)
    /// Set: claimed three cards that are not a set.
    case wrong(SetClaim)
    /// Set: asked for three more cards, but has not got them yet.
    case wish
    /// Set: asked for three more cards, which were dealt.
    case more
    /// Set: shuffled the table.
    case shuffle

    /// Flips the card with this index; one that takes more than 32 bits is clamped, which is still off any board.
    public static func flip(card: Int) -> Self { .flip(Int32(clamping: card)) }

    /// The command that makes the same move, in the same state of the game.
    public var move: Move {
        switch self {
        case .flip(let card): .flip(.index(card))
        case .set(let claim), .wrong(let claim): claim.move
        case .wish, .more: .more
        case .shuffle: .shuffle
        }
    }

    /// Returns true if it can be a move in a match with these rules: of its game, with cards on its board.
    public func isPossible(under rules: Rules) -> Bool {
        switch self {
        case .flip(let card): rules.game == .memory && (0..<rules.rows * rules.columns).contains(Int(card))
        case .set, .wrong, .wish, .more, .shuffle: rules.game == .set
        }
    }

    /// Its name in a journal and, in a match of Set, in a record.
    package var word: StaticString {
        switch self {
        case .flip: "flip"
        case .set: "set"
        case .wrong: "wrong"
        case .wish: "wish"
        case .more: "more"
        case .shuffle: "shuffle"
        }
    }
}
