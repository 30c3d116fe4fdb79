import Testing

@testable import memory_join

@Suite struct KeysTests {
    private static func characters(_ text: String) -> [Key] { text.unicodeScalars.map { .character($0) } }

    private static let cases: [(bytes: String, keys: [Key])] = [
        ("b4\r", characters("b4") + [.enter]),
        ("a\n", characters("a") + [.enter]),
        ("é€🦊", characters("é€🦊")),
        ("a\u{7F}\u{8}", characters("a") + [.backspace, .backspace]),
        ("\u{15}\u{17}\u{3}\u{4}\u{C}\u{1A}", [.eraseLine, .eraseWord, .interrupt, .endOfInput, .redraw, .suspend]),
        ("a\u{1B}[Ab", characters("ab")),
        ("a\u{1B}[1;5Cb\u{1B}[3~c", characters("abc")),
        ("\u{1B}[<0;12;7M\u{1B}[200~x", characters("x")),
        ("\u{1B}OPx\u{1B}xy", characters("xy")),
        ("\u{1B}]0;title\u{7}x\u{1B}P1$r0m\u{1B}\\y", characters("xy")),
        ("\u{1B}\u{3}", [.interrupt]),
        ("\u{1B}]half\rx", [.enter] + characters("x")),
        ("\u{1}\u{2}\u{0}\tz", characters("z")),
        ("\u{85}x", characters("x")),
    ]

    @Test func `bytes become keys, whole or one by one`() {
        for (bytes, keys) in Self.cases {
            var whole = KeyDecoder()
            #expect(whole.decode(bytes.utf8) == keys, "\(bytes.debugDescription)")
            var piecemeal = KeyDecoder()
            #expect(bytes.utf8.flatMap { piecemeal.decode([$0]) } == keys, "\(bytes.debugDescription)")
        }
    }

    @Test func `text that is not UTF-8 is passed over, and what follows is not`() {
        var keys = KeyDecoder()
        #expect(
            keys.decode([0xFF, 0x80, 0xC3, 0x61, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0x62])
                == Self.characters("ab"))
    }

    @Test func `an escape alone is a key once nothing follows`() {
        var keys = KeyDecoder()
        #expect(keys.decode([0x1B]) == [])
        #expect(keys.hasLoneEscape)
        #expect(keys.flush() == [.escape])
        #expect(!keys.hasLoneEscape)
        #expect(keys.flush() == [])
        #expect(keys.decode("[A".utf8) == Self.characters("[A"))
    }

    @Test func `a sequence without an end does not swallow all that follows`() {
        var keys = KeyDecoder()
        let bytes = [0x1B, 0x5B] + Array(repeating: UInt8(ascii: "1"), count: 200)
        #expect(!keys.decode(bytes).isEmpty)
    }
}
