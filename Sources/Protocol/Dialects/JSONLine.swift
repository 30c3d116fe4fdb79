// The wire's JSON for other lines: a host's files are written and read by the same few functions as its messages, so
// that there is only one parser to fuzz and one writer to trust.

/// A line that is one JSON object, as in the project's own files.
package struct JSONLine {
    let object: JSONObject

    /// Parses the bytes in this range; returns nil if they aren't a JSON object.
    package init?(_ bytes: [UInt8], in range: Range<Int>) {
        do throws(Refusal) {
            guard let found = try JSONText(bytes, in: range).value.object else { return nil }
            object = found
        } catch {
            return nil
        }
    }

    /// Returns true if the field exists and isn't null.
    package func has(_ key: StaticString) -> Bool { object[key].map { !$0.isNull } ?? false }

    /// Returns the field if it is a string.
    package func text(_ key: StaticString) -> String? { object[key]?.string }

    /// Returns the field if it is an integer.
    package func number(_ key: StaticString) -> Int? { object[key]?.int }

    /// Returns true if the field is `true`.
    package func flag(_ key: StaticString) -> Bool { object[key]?.bool ?? false }

    /// Returns the field if it is a list of strings.
    package func texts(_ key: StaticString) -> [String]? { object[key]?.strings }

    /// Returns the move of this name, if the line has its fields.
    package func move(_ word: String) -> MadeMove? { JSONMove.read(object, word: word) }

    /// Returns the field if it is the rules of a match.
    package func rules(_ key: StaticString) -> Rules? { JSONRules.readComplete(object[key]) }
}

extension ByteWriter {
    /// Appends a key and the complete rules of a match.
    package mutating func putField(_ key: StaticString, _ rules: Rules) {
        putKey(key)
        JSONRules.write(RulesRequest(rules), into: &self)
    }

    /// Appends the fields of a move that was made.
    @inline(__always)
    package mutating func putFields(of made: MadeMove) { JSONMove.write(made, into: &self) }
}

/// A move in JSON: the fields of its command, and those of one that was made, in a journal entry and in a record.
enum JSONMove {
    /// Writes the fields of a command, each preceded by a comma. A flip names its card by index.
    static func write(_ move: Move, into writer: inout ByteWriter) {
        switch move {
        case .flip(.index(let card)): write(card: card, into: &writer)
        case .flip(.coordinate): preconditionFailure("a program names a card by its index")
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
