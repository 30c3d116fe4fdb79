import Testing

@testable import memory_join

/// Keys as a terminal reports them by their code points, though nobody asked it to.
@Suite struct ReportedKeyTests {
    private func keys(_ bytes: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.decode(bytes.utf8)
    }

    private static let controls: [(code: Int, key: Key)] = [
        (97, .home), (99, .interrupt), (100, .endOfInput), (101, .end), (104, .backspace), (105, .tab), (106, .enter),
        (108, .redraw), (109, .enter), (117, .eraseLine), (119, .eraseWord), (122, .suspend), (91, .escape),
    ]

    @Test(arguments: controls)
    func `Control and a letter`(_ code: Int, _ key: Key) {
        #expect(keys("\u{1B}[\(code);5u") == [key])
        #expect(keys("\u{1B}[\(code);5:1u\u{1B}[\(code);5:2u\u{1B}[\(code);5:3u") == [key, key])
        #expect(keys("\u{1B}[27;5;\(code)~") == [key])
        // With Num Lock and Caps Lock.
        #expect(keys("\u{1B}[\(code);197u\u{1B}[27;197;\(code)~") == [key, key])
        // Together with Shift, as on other terminals; not with Alt or Super.
        #expect(keys("\u{1B}[\(code);6u\u{1B}[\(code);7u\u{1B}[\(code);13u") == [key])
    }

    @Test(arguments: [(13, Key.enter), (27, .escape), (9, .tab), (127, .backspace), (57_414, .enter)])
    func `keys without a character, with any modifiers`(_ code: Int, _ key: Key) {
        #expect(keys("\u{1B}[\(code)u\u{1B}[\(code);u\u{1B}[\(code);1:1u\u{1B}[\(code);129u") == [key, key, key, key])
        #expect(keys("\u{1B}[\(code);5u\u{1B}[\(code);3:2u\u{1B}[\(code);1:3u\u{1B}[\(code);5:3u") == [key, key])
        #expect(keys("\u{1B}[27;5;\(code)~") == [key])
    }

    private static let text: [(bytes: String, text: String)] = [
        ("97u", "a"), ("97;1u", "a"), ("97;129u", "a"), ("97;1:2u", "a"), ("97;1:3u", ""), ("233u", "é"),
        ("129418u", "🦊"), ("32u", " "), ("32;2u", " "), ("58u", ":"),
        // Shift and Caps Lock.
        ("97;2u", "A"), ("97;65u", "A"), ("97;66u", "a"), ("97;194u", "a"), ("97:65;2u", "A"), ("233;2u", "É"),
        ("59:58;2u", ":"), ("59:58;130u", ":"), ("59:58u", ";"), ("59:58;65u", ";"), ("223;2u", "ß"),
        ("27;2;65~", "A"), ("27;2;58~", ":"), ("27;1;97~", "a"),
        // Text, also of several characters at once, without controls.
        ("97;;97u", "a"), ("59;2;58u", ":"), ("97:65;2;65u", "A"), ("0;;26085:26412u", "日本"), ("97;;3:98u", "b"),
        ("97;1:3;97u", ""), ("97;;0u", "a"),
        // The key at the same place of a US keyboard matters with Control only.
        ("1089::99u", "с"), ("1089:1057:99;2u", "С"),
        // Alt, Super, Hyper and Meta.
        ("97;3u", ""), ("97;9u", ""), ("97;17u", ""), ("97;33u", ""), ("27;3;97~", ""), ("27;4;65~", ""),
        // A keypad.
        ("57399u", "0"), ("57408;129u", "9"), ("57409u", "."), ("57410u", "/"), ("57411u", "*"), ("57412u", "-"),
        ("57413u", "+"), ("57415u", "="), ("57416u", ","), ("57404;1:3u", ""),
        // Insert there, Caps Lock, F13, a media key, Shift, and no key at all.
        ("57425u", ""), ("57358u", ""), ("57376u", ""), ("57428u", ""), ("57441;2u", ""), ("57441;1:3u", ""), ("u", ""),
        ("0u", ""), ("55296u", ""), ("9999999u", ""), ("?1u", ""), (">1u", ""), ("=1u", ""), ("<u", ""), ("97 u", ""),
        ("155u", ""), ("27;5~", ""), ("27~", ""),
    ]

    @Test func `characters, with what does not change them and what does`() {
        for (bytes, text) in Self.text {
            #expect(keys("\u{1B}[\(bytes)x") == (text + "x").unicodeScalars.map { .character($0) }, "\(bytes)")
        }
    }

    @Test func `Control on a keyboard with other letters`() {
        #expect(keys("\u{1B}[1089::99;5u\u{1B}[1089:1057:99;5u\u{1B}[1089;5u") == [.interrupt, .interrupt])
    }

    @Test func `keys of other sequences are pressed, held and let go`() {
        #expect(keys("\u{1B}[1;1:1A\u{1B}[1;1:2B\u{1B}[1;1:3A\u{1B}[1;5:3D\u{1B}[1;129H") == [.up, .down, .home])
        #expect(
            keys("\u{1B}[3;1:1~\u{1B}[3;1:3~\u{1B}[5;129~\u{1B}[1;1:3F\u{1B}[9;2:1u") == [.delete, .pageUp, .backTab])
        #expect(keys("\u{1B}[1;2P\u{1B}[1;1:1S\u{1B}[15;1:1~\u{1B}[2;1:1~\u{1B}[57427~\u{1B}[E") == [])
        #expect(
            keys((57_417...57_426).map { "\u{1B}[\($0)u" }.joined()) == [
                .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .delete,
            ])
    }
}
