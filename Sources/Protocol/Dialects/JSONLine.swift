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

    /// Returns the move made by a command of this type, if the line has its fields.
    package func move(_ type: String) -> Move? {
        guard let move = JSONMove.read(object), move.kind.rawValue == type else { return nil }
        return move
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
/// A second game adds its fields to `write` and `read`, with names of its own.
enum JSONMove {
    /// Writes the fields, each preceded by a comma. A flip names its card by index.
    @inline(__always)
    static func write(_ move: Move, into writer: inout ByteWriter) {
        switch move {
        case .flip(.index(let card)):
            writer.put(",\"card\":")
            writer.put(Int(card))
        case .flip(.coordinate): preconditionFailure("a program names a card by its index")
        }
    }

    /// Reads the fields; returns nil if they are missing.
    static func read(_ object: JSONObject) -> Move? {
        object["card"]?.int.map { .flip(.card($0)) }
    }

    /// Writes a timed-out turn in place of a move.
    static func writeMissed(into writer: inout ByteWriter) { writer.put(",\"card\":null") }

    /// Returns true for a timed-out turn; see ``writeMissed(into:)``.
    static func isMissed(_ object: JSONObject) -> Bool { object["card"]?.isNull ?? false }
}
