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

    /// Returns the field if it is a list of integers.
    package func numbers(_ key: StaticString) -> [Int]? { object[key]?.ints }

    /// Returns the move of this name, if the line has its fields.
    package func move(_ word: String) -> MadeMove? { MadeMove(object, word: word) }

    /// Returns the field if it is the rules of a match.
    package func rules(_ key: StaticString) -> Rules? { JSONRules.readComplete(object[key]) }
}

extension ByteWriter {
    /// Appends a key and the complete rules of a match.
    package mutating func putField(_ key: StaticString, _ rules: Rules) {
        putKey(key)
        JSONRules.write(RulesRequest(rules), into: &self)
    }
}
