/// A command that makes a move which only one game has: a row of the game's table, from which both dialects read it.
struct MoveCommand: Sendable {
    /// Its name, in both dialects.
    let kind: Command.Kind
    /// Its fields in JSON.
    let fields: [CommandFields.Field]
    /// Reads the move from the fields in JSON.
    let fromFields: @Sendable (CommandFields) throws(Refusal) -> Move
    /// Reads the move from what follows the name in plain words.
    let fromWords: @Sendable (String) throws(Refusal) -> Move

    /// Creates the row of a command with fields of its own.
    init(
        _ kind: Command.Kind, fields: [CommandFields.Field],
        json: @escaping @Sendable (CommandFields) throws(Refusal) -> Move,
        words: @escaping @Sendable (String) throws(Refusal) -> Move
    ) {
        (self.kind, self.fields, fromFields, fromWords) = (kind, fields, json, words)
    }

    /// Creates the row of a command that always makes the same move.
    init(_ kind: Command.Kind, fields: [CommandFields.Field], _ move: Move) {
        self.init(kind, fields: fields) { _ throws(Refusal) in
            move
        } words: { words throws(Refusal) in
            try PlainCommands.checkIsAlone(kind.rawValue, words)
            return move
        }
    }

    /// The commands of all games.
    static let all = Dictionary(
        uniqueKeysWithValues: GameKind.allCases.flatMap { game in game.type.commands }.map { ($0.kind, $0) })
}
