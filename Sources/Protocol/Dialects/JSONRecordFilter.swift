// The fields by which a client chooses among records, in commands and in the answer.

extension RecordFilter {
    /// Reads a filter from the values of a command's fields, nil for those that are missing or null; the game has
    /// already been read.
    ///
    /// - Throws: `bad_field` for a value of the wrong type or range, `bad_name` for what can't be a name.
    init(
        player: JSONValue?, with opponent: JSONValue?, seats: JSONValue?, game: GameKind?
    ) throws(Refusal) {
        guard player != nil || opponent == nil else {
            throw .badField("The field 'with' requires the field 'player'.")
        }
        var count: Int?
        if let seats {
            guard let number = seats.int, Rules.Bounds.seats ~= number else {
                throw .badField("The seats must be 1 or 2.")
            }
            count = number
        }
        self.init(
            player: try player.map { (value) throws(Refusal) in try PlayerName(value, in: "player") },
            with: try opponent.map { (value) throws(Refusal) in try PlayerName(value, in: "with") }, seats: count,
            game: game)
    }

    /// Reads the filter that a list of records was chosen by.
    init(_ object: JSONObject) {
        self.init(
            player: object["player"]?.string.flatMap { try? PlayerName($0) },
            with: object["with"]?.string.flatMap { try? PlayerName($0) }, seats: object["seats"]?.int,
            game: object.parsed("game", GameKind.init(rawValue:)))
    }

    /// Writes the fields of what it names.
    func writeFields(into writer: inout ByteWriter) {
        if let player { writer.putField("player", player.text) }
        if let opponent { writer.putField("with", opponent.text) }
        if let seats { writer.putField("seats", seats) }
        if let game { writer.putField("game", game.rawValue) }
    }
}

extension PlayerName {
    /// Reads a name that a player may have, from the value of a command's field.
    init(_ value: JSONValue, in field: StaticString) throws(Refusal) {
        guard let text = value.string else { throw .badField("The field '\(field)' must be a name, as a string.") }
        try self.init(text)
    }
}
