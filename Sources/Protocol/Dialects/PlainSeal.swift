/// Sealed cards in plain words: one line when the cards are dealt, and one at the end.
enum PlainSeal {
    /// Writes what fixes the cards of a match that goes on.
    static func write(_ seal: Seal, into writer: inout ByteWriter) {
        writer.put(text: "Sealed: \(seal.text). At the end you can check that no card was moved.\n")
    }

    /// Writes the command that checks the seal of a match that is over, with the salt and the faces.
    static func write(_ salt: Salt, _ deck: [String], into writer: inout ByteWriter) {
        guard deck.allSatisfy(\.isOneLine) else {
            return writer.put(text: "The seal cannot be checked: a face has more than one line.\n")
        }
        let words = deck.map(quoted).joined(separator: " ")
        writer.put(
            text: "To check the seal: printf '%s\\n' \(Seal.heading) \(salt.text) \(words) | sha256sum\n")
    }

    /// Returns a face as a word that no shell takes for anything else, whatever a host calls its faces.
    private static func quoted(_ face: String) -> String {
        if !face.isEmpty, face.utf8.allSatisfy(\.isLetterOrDigit) { return face }
        let parts = face.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
