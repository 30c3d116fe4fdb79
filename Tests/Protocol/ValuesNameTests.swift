import Protocol
import Testing

@Suite struct `Values: names` {
    private func refusal(_ text: String) -> Refusal? { Refusal.thrown(by: try PlayerName(text)) }

    @Test(arguments: [" Ann", "Ann  ", "\tAnn\r", "\u{A0}Ann\u{3000}", "\n\nAnn\u{2028}", "Ann\u{85}"])
    func `a name is trimmed of white space`(text: String) throws {
        #expect(try PlayerName(text).text == "Ann")
    }

    @Test(arguments: [
        "A", "Zoë", "Zoe\u{308}", "Ольга", "李雷", "👩", "O'Neil", "<b>", "a\"b\\c", "{x}", "Ann Bo", "क्षि", "שלום", "#1",
    ])
    func `a name may be in any script`(text: String) throws {
        #expect(Array(try PlayerName(text).text.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: ["", " ", "\t \u{A0}\u{3000}"]) func `a name needs at least one character`(text: String) {
        #expect(refusal(text) == .badName("A name needs at least one character."))
    }

    @Test(arguments: ["a", "🦊", "e\u{301}"])
    func `a name has at most 24 characters as a person counts them`(character: String) {
        let longest = String(repeating: character, count: 24)
        #expect(refusal(longest) == nil && refusal("  \(longest)  ") == nil)
        #expect(refusal(longest + character) == .badName("A name can have at most 24 characters."))
    }

    @Test(arguments: [
        String(repeating: "🦊", count: 23) + "e\u{301}\u{302}", "e" + String(repeating: "\u{301}", count: 48),
    ])
    func `a name has at most 96 bytes, which only letters with several marks can exceed`(text: String) {
        #expect(text.utf8.count >= 97)
        #expect(
            refusal(text) == .badName("The name is too long; letters with several marks count for more than one."))
    }

    @Test func `a name in a mebibyte of blanks is too long`() {
        let text = String(repeating: " ", count: 1 << 20) + "Ann"
        #expect(refusal(text) == .badName("A name can have at most 24 characters."))
    }

    @Test(arguments: [
        0x00, 0x07, 0x09, 0x0A, 0x0D, 0x1B, 0x7F, 0x85, 0x9B,  // Controls: bell, tab, lines, escape, delete, CSI.
        0xA0, 0x1680, 0x2003, 0x202F, 0x3000, 0x2028, 0x2029, 0x2800,  // Blanks that are not the blank.
        0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,  // Direction.
        0xAD, 0x034F, 0x115F, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0x2064, 0x3164, 0xFEFF, 0xFFA0,  // Unseen.
        0xFE00, 0xFE0F, 0xE0100, 0xE0001, 0xE0041,  // Variation selectors and tags.
        0xE000, 0x10FFFD, 0x0378, 0xFFFF, 0x10FFFF,  // Private and unassigned.
    ])
    func `a name may not contain invisible characters`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let message = try #require(refusal("A\(scalar)B")?.message)
        #expect(message.hasPrefix("A name cannot contain a"))
        #expect(!message.unicodeScalars.contains(scalar) || scalar == " ")
    }

    @Test(arguments: ["\u{200B}", "\u{FEFF}Ann", "Ann\u{200D}", "\u{202E}Ann", "\u{1B}[31mAnn"])
    func `invisible characters at the ends of a name are refused, not stripped`(text: String) {
        #expect(refusal(text)?.code == "bad_name")
    }

    @Test(arguments: ["\u{301}Ann", " \u{301}Ann", "\u{20E3}1", "\u{903}a", "\u{0308}"])
    func `a name may not start with a combining mark`(text: String) throws {
        let message = try #require(refusal(text)?.message)
        let mark = try #require(text.unicodeScalars.first { $0 != " " })
        #expect(message == "A name cannot start with the combining mark \u{25CC}\(mark).")
    }

    private func refusal(claiming text: String) -> String? {
        Refusal.thrown(by: try PlayerName(claiming: text))?.message
    }

    @Test(arguments: [
        "Ann: hi", "* Ann", "<b>", "a\"b", "{x}", "#1", "Ann, Bob", "(Ann)", "Ann!", "Ann?", "A/B", "Ann=1", "½", "²",
        "Ⅷ", "…", "“Ann”", "☭\u{20E3}", "→", "Ａｎｎ", "𝐀𝐧𝐧", "ᴀɴɴ", "ªnn", "ﬁn", "ℍost", "５", "ⁿ",
    ])
    func `a claimed name has no punctuation of the host's sentences, and no letter in disguise`(text: String) {
        #expect(refusal(claiming: text)?.hasPrefix("A name cannot contain the character ") == true)
    }

    @Test(arguments: [".", "-", "' '", "- _ -"])
    func `a claimed name needs something to call its owner by`(text: String) {
        #expect(refusal(claiming: text) == "A name needs at least one letter, digit or emoji.")
    }

    @Test(arguments: [
        "House", "HOST", "host.", "h-o-s-t", "The Host", "server", "m3", "M12", "r17", "a1", "J10", "c-4", "Nobody",
        "You", "Error", "join", "Flip", "quit", "resume",
    ])
    func `a claimed name is none of the host's words`(text: String) {
        #expect(refusal(claiming: text) == "The name \(text) is reserved.")
    }

    @Test func `a claimed name has single spaces`() {
        #expect(refusal(claiming: "Ann  Bo") == "A name cannot contain two spaces in a row.")
    }

    @Test(arguments: [
        ("Ann", "Ann"), ("Anne-Marie", "Anne-Marie"), ("🦊", "🦊"), ("Ann Bo", "\"Ann Bo\""), ("Nobody", "\"Nobody\""),
        ("Ann: hi", "\"Ann: hi\""), ("a\"b", "\"a'b\""), ("m3", "\"m3\""), ("", "\"\""),
    ])
    func `in a sentence a name is quoted, unless it is one word that nobody mistakes`(name: String, shown: String) {
        #expect(PlayerName.quoted(name) == shown)
    }

    @Test(arguments: [
        ("Ann", "aNN"), ("é", "e\u{301}"), ("É", "e\u{301}"), ("\u{212B}", "å"), ("straße", "STRASSE"),
        ("STRAẞE", "straße"), ("ΟΔΟΣ", "οδος"), ("οδοσ", "ΟΔΟΣ"), ("ольга", "ОЛЬГА"), ("ﬁn", "FIN"),
        ("ᾳ", "α\u{345}"), ("q\u{323}\u{307}", "Q\u{307}\u{323}"), ("İ", "i\u{307}"), ("가", "\u{1100}\u{1161}"),
    ])
    func `names that differ only in case or Unicode form are the same`(one: String, other: String) throws {
        #expect(try PlayerName(one).key == PlayerName(other).key)
    }

    @Test(arguments: [("Ann", "Anne"), ("é", "e"), ("Ann Bo", "AnnBo"), ("İ", "i"), ("Ann", "Аnn"), ("5", "５")])
    func `names that differ in more than case or Unicode form are different`(one: String, other: String) throws {
        #expect(try PlayerName(one).key != PlayerName(other).key)
    }

    @Test func `the key of a name's key is that key`() throws {
        var checked = 0
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped else { continue }
            guard let name = try? PlayerName(String(scalar)), let key = try? PlayerName(name.key) else { continue }
            #expect(key.key == name.key, "U+\(String(value, radix: 16))")
            #expect(try PlayerName(name.text.uppercased()).key == name.key, "U+\(String(value, radix: 16))")
            #expect(try PlayerName(name.text.lowercased()).key == name.key, "U+\(String(value, radix: 16))")
            checked += 1
        }
        #expect(checked > 2_000)
    }

    @Test func `the key of every letter, alone and among others, follows the definition`() {
        for value in UInt32(0x20)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for name in [String(scalar), "Ön \(scalar)\u{301}ß\(scalar)Я"] {
                let key = name.lowercased().uppercased().lowercased()
                // By bytes: strings are equal that differ in them.
                if !PlayerName.key(of: name).utf8.elementsEqual(key.utf8) {
                    Issue.record("\(name), U+\(String(value, radix: 16))")
                }
            }
        }
    }
}
