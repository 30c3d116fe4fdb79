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

    /// Returns the move whose stored form has this name, if the line has its fields.
    package func move(_ type: String) -> Move? {
        JSONMove.read(object, word: type)
    }

    /// Returns the field if it is the rules of a match.
    package func rules(_ key: StaticString) -> Rules? { JSONRules.readComplete(object[key]) }
}

extension ByteWriter {
    /// Appends a key and the complete rules of a match.
    package mutating func putField(_ key: StaticString, _ rules: Rules) {
        putKey(key)
        JSONRules.write(RulesRequest(rules), into: &self)
    }

    /// Appends the fields of a move, as in its command.
    @inline(__always)
    package mutating func putFields(of move: Move) { JSONMove.write(move, into: &self) }
}

/// A move in JSON: the fields shared by its command, a journal entry and a record.
///
/// Each game has fields with names of its own. In a record, where nothing else names the move, those of Set have a `kind`.
enum JSONMove {
    /// Writes the fields, each preceded by a comma. A flip names its card by index.
    @inline(__always)
    static func write(_ move: Move, into writer: inout ByteWriter) {
        switch move {
        case .flip(.index(let card)):
            writer.put(",\"card\":")
            writer.put(Int(card))
        case .flip(.coordinate): preconditionFailure("a program names a card by its index")
        case .take(let claim): write(claim, into: &writer)
        case .more, .wish, .shuffle: break
        }
    }

    @inline(never)
    private static func write(_ claim: SetClaim, into writer: inout ByteWriter) {
        if claim.cards != nil { writer.putField("kind", claim.isSet ? "set" : "wrong") }
        writer.putField("cards", claim.places)
        if let cards = claim.cards { writer.putField("faces", cards.map(\.text)) }
    }

    /// Reads the fields of a move whose stored form has this name; returns nil if they are missing or it is no such name.
    static func read(_ object: JSONObject, word: String) -> Move? {
        switch word {
        case "flip": object["card"]?.int.map { .flip(.card($0)) }
        case "take": claim(object).map { .take($0) }
        case "more": .more
        case "wish": .wish
        case "shuffle": .shuffle
        default: nil
        }
    }

    /// Reads a claim, with the cards and the verdict if it has been judged.
    private static func claim(_ object: JSONObject) -> SetClaim? {
        guard let places = object["cards"]?.ints else { return nil }
        guard let kind = object["kind"]?.string else { return SetClaim(places: places) }
        guard kind == "set" || kind == "wrong", let faces = object["faces"]?.strings else { return nil }
        return SetClaim(places: places, cards: faces.compactMap { SetCard($0) }, isSet: kind == "set")
    }

    // MARK: In a record

    /// Writes a recorded move, or a timed-out turn (nil).
    static func writeRecorded(_ move: Move?, into writer: inout ByteWriter) {
        switch move {
        case nil: writer.put(",\"card\":null")
        case .more, .wish, .shuffle:
            writer.put(",\"kind\":\"")
            if let move { writer.put(move.word) }
            writer.put("\",\"cards\":[],\"faces\":[]")
        case let move?: write(move, into: &writer)
        }
    }

    /// Reads a recorded move, which is nil for a timed-out turn; returns nil if it is none.
    static func readRecorded(_ object: JSONObject) -> Move?? {
        if object["card"]?.isNull ?? false { return .some(nil) }
        guard let kind = object["kind"]?.string else { return read(object, word: "flip").map { .some($0) } }
        return read(object, word: kind == "set" || kind == "wrong" ? "take" : kind).map { .some($0) }
    }
}
