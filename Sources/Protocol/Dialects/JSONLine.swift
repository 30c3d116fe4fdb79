// The wire's JSON for lines that are not the wire's: what a host keeps on its disk is written and read with the same
// few functions as what it says, so that there is one reader to be fuzzed and one writer to be trusted.

/// A line that is one JSON object, as the project's own files hold it.
package struct JSONLine {
    let object: JSONObject

    /// Checks the bytes of this range; nil if they are no JSON object.
    package init?(_ bytes: [UInt8], in range: Range<Int>) {
        do throws(Refusal) {
            guard let found = try JSONText(bytes, in: range).value.object else { return nil }
            object = found
        } catch {
            return nil
        }
    }

    /// Whether there is a field with this name, and it is not null.
    package func has(_ key: StaticString) -> Bool { object[key].map { !$0.isNull } ?? false }

    /// The field with this name, if it is a string.
    package func text(_ key: StaticString) -> String? { object[key]?.string }

    /// The field with this name, if it is a whole number.
    package func number(_ key: StaticString) -> Int? { object[key]?.int }

    /// Whether the field with this name is true.
    package func flag(_ key: StaticString) -> Bool { object[key]?.bool ?? false }

    /// The field with this name, if it is a list of strings.
    package func texts(_ key: StaticString) -> [String]? { JSONEventReader.strings(object[key]) }

    /// The move that is made by a command of this type, if the line has its fields.
    package func move(_ type: String) -> Move? {
        guard let move = JSONMove.read(object), move.kind.rawValue == type else { return nil }
        return move
    }

    /// The field with this name, if it is the rules of a match.
    package func rules(_ key: StaticString) -> Rules? { JSONRules.readWhole(object[key]) }
}

extension ByteWriter {
    /// Appends a key and the rules of a match, whole.
    package mutating func putField(_ key: StaticString, _ rules: Rules) {
        putKey(key)
        JSONRules.write(RulesRequest(rules), into: &self)
    }

    /// Appends the fields of a move, as its command has them.
    @inline(__always)
    package mutating func putFields(of move: Move) { JSONMove.write(move, into: &self) }
}
