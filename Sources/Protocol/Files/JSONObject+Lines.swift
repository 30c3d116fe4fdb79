// The wire's JSON for other lines: a host's files are written and read by the same few functions as its messages, so
// that there is only one parser to fuzz and one writer to trust.

extension JSONObject {
    /// Parses a line that is one JSON object; returns nil if the bytes in this range are anything else.
    package init?(_ bytes: [UInt8], in range: Range<Int>) {
        do throws(Refusal) {
            guard let object = try JSONText(bytes, in: range).value.object else { return nil }
            self = object
        } catch {
            return nil
        }
    }

    /// Returns true if the field exists and isn't null.
    package func has(_ key: StaticString) -> Bool { self[key].map { !$0.isNull } ?? false }

    /// Returns the field if it is a string.
    package func text(_ key: StaticString) -> String? { self[key]?.string }

    /// Returns the field if it is an integer.
    package func number(_ key: StaticString) -> Int? { self[key]?.int }

    /// Returns true if the field is `true`.
    package func flag(_ key: StaticString) -> Bool { self[key]?.bool ?? false }

    /// Returns the field if it is a list of strings.
    package func texts(_ key: StaticString) -> [String]? { self[key]?.strings }

    /// Returns the field if it is a list of integers.
    package func numbers(_ key: StaticString) -> [Int]? { self[key]?.ints }

    /// Returns the move of this name, if the line has its fields.
    package func move(_ word: String) -> MadeMove? { MadeMove(self, word: word) }

    /// Returns the field if it is the rules of a match.
    package func rules(_ key: StaticString) -> Rules? { JSONRules.readComplete(self[key]) }
}

extension ByteWriter {
    /// Appends a key and the complete rules of a match.
    package mutating func putField(_ key: StaticString, _ rules: Rules) {
        putKey(key)
        JSONRules.write(RulesRequest(rules), into: &self)
    }
}
