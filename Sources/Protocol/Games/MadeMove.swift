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

    // MARK: JSON

    /// Its name in a journal and, unless it is a flip, in a record; not the type of any other entry (see `EntryLine`).
    package var word: StaticString {
        switch self {
        case .flip: "flip"
        case .set(let made): made.word
        }
    }

    /// Writes its fields in a journal or in a record, each preceded by a comma.
    @inline(__always)
    package func writeFields(inRecord: Bool = false, into writer: inout ByteWriter) {
        switch self {
        case .flip(let card):
            writer.put(",\"card\":")
            writer.put(Int(card))
        case .set(let made): made.writeFields(inRecord: inRecord, into: &writer)
        }
    }

    /// Reads a move of this name; returns nil if its fields are missing or there is no such move. The line does not say
    /// which game it belongs to, so each game is asked.
    init?(_ object: JSONObject, word: String) {
        let made =
            word == "flip"
            ? object["card"]?.int.map { .flip(card: $0) }
            : GameKind.allCases.lazy.compactMap { game in game.type.readMade(object, word: word) }.first
        guard let made else { return nil }
        self = made
    }
}
