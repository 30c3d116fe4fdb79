/// A move that was made: what a journal and a record keep of a ``Move``. Cards are named by their index, and a game may
/// add what came of it.
public enum MadeMove: Hashable, Sendable {
    /// Flipped the card with this index, from 0.
    case flip(Int32)  // Small, because a match holds its moves until it has a record.
    /// Any other move of Set.
    case set(MadeSetMove)

    /// Flips the card with this index; one that takes more than 32 bits is clamped, which is still off any board.
    public static func flip(card: Int) -> Self { .flip(Int32(clamping: card)) }

    /// The command that makes the same move, in the same state of the game.
    public var move: Move {
        switch self {
        case .flip(let card): .flip(.index(card))
        case .set(let made): .set(made.move)
        }
    }

    /// The move, if only one game has it.
    var own: (any MadeGameMove)? {
        switch self {
        case .flip: nil
        case .set(let made): made
        }
    }

    /// Its name in a journal and, unless it is a flip, in a record.
    package var word: StaticString { own?.word ?? "flip" }
}

/// A move that was made in the one game that has it.
protocol MadeGameMove: Hashable, Sendable {
    /// Its name in a journal and in a record; not the type of any other entry (see `EntryLine`).
    var word: StaticString { get }
    /// Writes its fields in a journal, each preceded by a comma.
    func writeFields(into writer: inout ByteWriter)
    /// Writes its fields in a record, each preceded by a comma.
    func writeRecordedFields(into writer: inout ByteWriter)
}
