import Protocol
import Testing

@Suite struct `Values: chat texts` {
    private func refusal(_ text: String) -> Refusal? { Refusal.thrown(by: try SpokenText(text)) }

    @Test func `a say's text is trimmed`() throws {
        #expect(try SpokenText("\t well played \r").text == "well played")
    }

    @Test(arguments: ["", "  ", "\u{A0}\t"]) func `a say's text needs at least one character`(text: String) {
        #expect(refusal(text) == .badField("The text is empty."))
    }

    @Test(arguments: [("a", 500), ("é", 500), ("🦊", 500), ("e\u{301}", 500), ("👩‍👩‍👧‍👦", 80)])
    func `a say's text has at most 500 characters and 2000 bytes`(character: String, count: Int) throws {
        let longest = String(repeating: character, count: count)
        #expect(longest.count == 500 || longest.utf8.count == 2000)
        #expect(refusal(longest) == nil)
        let message = try #require(refusal(longest + "a")?.message)
        #expect(message.hasPrefix(longest.count == 500 ? "The text can have at most 500 " : "The text is too long; "))
    }

    @Test(arguments: ["\0", "\u{7}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}"])
    func `a say's text is one line without control characters`(scalar: Unicode.Scalar) {
        let refusal = refusal("a\(scalar)b")
        #expect(refusal?.code == "bad_field")
        #expect(refusal?.message.hasPrefix("The text cannot contain a ") == true)
    }

    @Test(arguments: [
        0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,  // Direction.
        0xFFF9, 0xFFFA, 0xFFFB, 0xE0001, 0xE0041, 0xE007F,  // Annotations and tags.
    ])
    func `a say's text cannot change the direction of the text around it, or hide annotations or tags`(
        value: UInt32
    ) throws {
        #expect(refusal("a\(try #require(Unicode.Scalar(value)))b")?.code == "bad_field")
    }

    @Test(arguments: [
        "a" + String(repeating: "\u{301}", count: 900), "e\u{301}\u{302}\u{303}\u{304}\u{305}",
        "a\u{301}\u{200D}\u{301}\u{200D}\u{301}", "a" + String(repeating: "\u{200B}", count: 5) + "b",
        "a" + String(repeating: "\u{20E3}", count: 5), "👍" + String(repeating: "\u{FE0F}", count: 5),
    ])
    func `a say's text stacks no marks, and has no runs of invisible characters`(text: String) {
        #expect(refusal(text)?.code == "bad_field")
        #expect(refusal("x" + text + "y")?.code == "bad_field")
    }

    @Test(arguments: [
        "e\u{301}\u{302}\u{303}\u{304}", "Nguyễn", "Nguye\u{302}\u{303}n", "בְּרֵאשִׁ֖ית", "ᾷ", "α\u{345}\u{342}", "1️⃣", "👁️‍🗨️",
        "🏳️‍🌈", "ที่", "مُحَمَّدٌ", "क्ष्म्य", "ཧཱུྃ", "❤️‍🔥",
    ])
    func `a say's text has the marks of living languages and emoji`(text: String) {
        #expect(refusal(text) == nil)
    }

    @Test(arguments: ["👩‍👩‍👧", "❤️", "שלום, Ann", "\"quoted\\\"", "a\u{200B}b", "می\u{200C}خواهم"])
    func `a say's text may contain emoji and marks of any script`(text: String) throws {
        #expect(Array(try SpokenText(text).text.utf8) == Array(text.utf8))
    }
}
