/// A move in JSON: the fields of its command, and those of one that was made, in a journal entry and in a record.
enum JSONMove {
    /// Writes the fields of a command, each preceded by a comma. A flip names its card by index.
    static func write(_ move: Move, into writer: inout ByteWriter) {
        switch move {
        case .flip(.index(let card)): write(card: card, into: &writer)
        case .flip(.coordinate):
            preconditionFailure("only plain words name a card by its place, and only a host reads them")
        default: move.own?.writeFields(into: &writer)
        }
    }

    // MARK: Made

    /// Writes the fields of a move that was made, each preceded by a comma.
    @inline(__always)
    static func write(_ made: MadeMove, into writer: inout ByteWriter) {
        if case .flip(let card) = made { write(card: card, into: &writer) } else { writeOwn(made, into: &writer) }
    }

    @inline(__always)
    private static func write(card: Int32, into writer: inout ByteWriter) {
        writer.put(",\"card\":")
        writer.put(Int(card))
    }

    @inline(never)
    private static func writeOwn(_ made: MadeMove, into writer: inout ByteWriter) {
        made.own?.writeFields(into: &writer)
    }

    /// Reads a move of this name; returns nil if its fields are missing or there is no such move. The line does not say
    /// which game it belongs to, so each game is asked.
    static func read(_ object: JSONObject, word: String) -> MadeMove? {
        if word == "flip" { return object["card"]?.int.map { .flip(card: $0) } }
        return GameKind.allCases.lazy.compactMap { game in game.type.readMade(object, word: word) }.first
    }

    // MARK: In a record

    /// Writes a recorded move, or a timed-out turn (nil). Any but a flip has its name as `kind`: nothing else names it.
    static func writeRecorded(_ made: MadeMove?, into writer: inout ByteWriter) {
        switch made {
        case nil: writer.put(",\"card\":null")
        case .flip(let card): write(card: card, into: &writer)
        case let made?:
            writer.put(",\"kind\":\"")
            writer.put(made.word)
            writer.put("\"")
            made.own?.writeRecordedFields(into: &writer)
        }
    }

    /// Reads a recorded move, which is nil for a timed-out turn; returns nil if it is none.
    static func readRecorded(_ object: JSONObject) -> MadeMove?? {
        if object["card"]?.isNull ?? false { return .some(nil) }
        return read(object, word: object["kind"]?.string ?? "flip").map { .some($0) }
    }
}
