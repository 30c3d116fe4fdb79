import Protocol
import Testing

@Suite struct `Values: chat texts` {
    private func refusal(_ text: String) -> Refusal? {
        do throws(Refusal) {
            _ = try SpokenText(text)
            return nil
        } catch {
            return error
        }
    }

    private static let tooLong = Refusal.badField("The text can have at most 500 characters and 2000 bytes.")

    @Test func `a say's text is trimmed`() throws {
        #expect(try SpokenText("\t well played \r").text == "well played")
    }

    @Test(arguments: ["", "  ", "\u{A0}\t"]) func `a say's text needs at least one character`(text: String) {
        #expect(refusal(text) == .badField("The text is empty."))
    }

    @Test(arguments: ["a", "é", "🦊", "e\u{301}"]) func `a say's text has at most 500 characters`(character: String) {
        #expect(refusal(String(repeating: character, count: 500)) == nil)
        #expect(refusal(String(repeating: character, count: 501)) == Self.tooLong)
    }

    @Test func `a say's text has at most 2000 bytes`() {
        let family = "👩‍👩‍👧‍👦"
        #expect(family.utf8.count == 25)
        #expect(refusal(String(repeating: family, count: 80)) == nil)
        #expect(refusal(String(repeating: family, count: 80) + "a") == Self.tooLong)
    }

    @Test(arguments: ["\0", "\u{7}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}"])
    func `a say's text is one line without control characters`(scalar: Unicode.Scalar) {
        let refusal = refusal("a\(scalar)b")
        #expect(refusal?.code == "bad_field")
        #expect(refusal?.message.hasPrefix("The text cannot contain the character U+") == true)
    }

    @Test(arguments: (UInt32(0x202A)...0x202E).map { $0 } + (0x2066...0x2069))
    func `a say's text cannot change the direction of the text around it`(value: UInt32) throws {
        #expect(refusal("a\(try #require(Unicode.Scalar(value)))b")?.code == "bad_field")
    }

    @Test(arguments: ["👩‍👩‍👧", "❤️", "שלום, Ann", "\"quoted\\\"", "a\u{200B}b", "נגד\u{200F}"])
    func `a say's text may contain emoji and marks of any script`(text: String) throws {
        #expect(Array(try SpokenText(text).text.utf8) == Array(text.utf8))
    }
}
