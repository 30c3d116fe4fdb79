import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct KeysTests {
    private static func characters(_ text: String) -> [Key] { text.unicodeScalars.map { .character($0) } }

    private static func pasted(_ text: String) -> [Key] { text.unicodeScalars.map { .pasted($0) } }

    private static func mouse(_ kind: Mouse.Kind, _ row: Int, _ column: Int) -> Key {
        .mouse(Mouse(kind: kind, row: row, column: column))
    }

    private static let plain: [(bytes: String, keys: [Key])] = [
        ("b4\r", characters("b4") + [.enter]),
        ("a\n", characters("a") + [.enter]),
        ("é€🦊", characters("é€🦊")),
        ("a\u{7F}\u{8}", characters("a") + [.backspace, .backspace]),
        ("\u{15}\u{17}\u{3}\u{4}\u{C}\u{1A}", [.eraseLine, .eraseWord, .interrupt, .endOfInput, .redraw, .suspend]),
        ("\u{1}\u{5}\u{9}\u{2}\u{0}z", [.home, .end, .tab] + characters("z")),
        ("\u{85}x", characters("x")),
    ]

    private static let sequences: [(bytes: String, keys: [Key])] = [
        ("a\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[Db", characters("a") + [.up, .down, .right, .left] + characters("b")),
        ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}OH\u{1B}OF\u{1B}OM", [.up, .down, .right, .left, .home, .end, .enter]),
        ("\u{1B}[1;2A\u{1B}[1;5C\u{1B}[1;8D\u{1B}O5Bx", [.up, .right, .left, .down] + characters("x")),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end]),
        ("\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[3;5~", [.delete, .pageUp, .pageDown, .delete]),
        ("\t\u{1B}[Z", [.tab, .backTab]),
        // What no key is made of is passed over: F1 and F5, Insert, the focus, places, answers, other protocols.
        ("a\u{1B}[15~\u{1B}[2~\u{1B}[I\u{1B}[?62;4c\u{1B}[12;40R\u{1B}[>0;1cb", characters("ab")),
        ("\u{1B}OPx\u{1B}xy", characters("xy")),
        ("\u{1B}[[Ax", characters("x")),
        ("\u{1B}[?1A\u{1B}[1 A\u{1B}[\(String(repeating: ";", count: 50))Ax", characters("x")),
        ("\u{1B}]0;title\u{7}x\u{1B}P1$r0m\u{1B}\\y", characters("xy")),
        // A control ends what it breaks into.
        ("\u{1B}\u{3}", [.interrupt]),
        ("\u{1B}[1;\u{3}x", [.interrupt] + characters("x")),
        ("\u{1B}[\u{1B}[A", [.up]),
        ("\u{1B}[<0;1é", characters("é")),
        ("\u{1B}O\rx", [.enter] + characters("x")),
        ("\u{1B}[M \u{3}x", [.interrupt] + characters("x")),
        ("\u{1B}]half\rx", [.enter] + characters("x")),
    ]

    private static let mice: [(bytes: String, keys: [Key])] = [
        ("\u{1B}[<0;12;7M\u{1B}[<0;12;7m", [mouse(.press(.left), 6, 11), mouse(.release, 6, 11)]),
        ("\u{1B}[<1;1;1M\u{1B}[<2;300;100M", [mouse(.press(.middle), 0, 0), mouse(.press(.right), 99, 299)]),
        ("\u{1B}[<35;3;4M\u{1B}[<32;3;5M", [mouse(.move, 3, 2), mouse(.move, 4, 2)]),
        ("\u{1B}[<64;3;4M\u{1B}[<65;3;4M", [mouse(.wheelUp, 3, 2), mouse(.wheelDown, 3, 2)]),
        ("\u{1B}[<4;3;4M\u{1B}[<16;3;4M\u{1B}[<8;3;4M", Array(repeating: mouse(.press(.left), 3, 2), count: 3)),
        ("\u{1B}[<0;99999999999999999999;4M", [mouse(.press(.left), 3, 9_999_998)]),
        // Sideways wheels, more buttons, places off the screen, and what is not whole.
        (
            "\u{1B}[<66;3;4M\u{1B}[<128;3;4M\u{1B}[<0;0;4M\u{1B}[<0;3;0M\u{1B}[<0;3M\u{1B}[<0;3;4;5M\u{1B}[<Mx",
            characters("x")
        ),
        (
            "\u{1B}[M !!\u{1B}[M#\"$\u{1B}[MC##\u{1B}[M`##x",
            [
                mouse(.press(.left), 0, 0), mouse(.release, 3, 1), mouse(.move, 2, 2), mouse(.wheelUp, 2, 2),
            ] + characters("x")
        ),
    ]

    private static let pastes: [(bytes: String, keys: [Key])] = [
        ("\u{1B}[200~b4 é🦊\u{1B}[201~\r", pasted("b4 é🦊") + [.enter]),
        ("\u{1B}[200~a\r\nb\nc\rd\te\r\rf\u{1B}[201~", pasted("a b c d e  f")),
        ("\u{1B}[200~a\u{3}\u{4}\u{1A}\u{0}\u{7F}\u{85}b\u{1B}[201~\u{3}", pasted("ab") + [.interrupt]),
        ("\u{1B}[200~\u{1B}[A\u{1B}\u{1B}[20x\u{1B}[201~y", pasted("[A[20x") + characters("y")),
        ("\u{1B}[200~\u{1B}[201~\u{1B}[201~x", characters("x")),
        ("\u{1B}[200~\u{1B}[200~\u{1B}[201~x", pasted("[200~") + characters("x")),
    ]

    @Test(arguments: [plain, sequences, mice, pastes])
    func `bytes become the same keys whole or one by one`(_ cases: [(bytes: String, keys: [Key])]) {
        for (bytes, keys) in cases {
            var whole = KeyDecoder()
            #expect(whole.decode(bytes.utf8) == keys, "\(bytes.debugDescription)")
            var piecemeal = KeyDecoder()
            #expect(bytes.utf8.flatMap { piecemeal.decode([$0]) } == keys, "\(bytes.debugDescription)")
        }
    }

    @Test func `input that is not UTF-8 is skipped, and what follows it is read`() {
        var keys = KeyDecoder()
        let bytes: [UInt8] = [0xFF, 0x80, 0xC3, 0x61, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0x62]
        #expect(keys.decode(bytes) == Self.characters("ab"))
    }

    @Test func `a lone escape is a key once nothing follows`() {
        var keys = KeyDecoder()
        #expect(keys.decode([0x1B]) == [])
        #expect(keys.isWaiting)
        #expect(keys.pause() == [.escape])
        #expect(keys.pause() == [] && !keys.isWaiting)
        #expect(keys.decode("A[".utf8) == Self.characters("A["))
    }

    @Test func `a lone escape ends an unfinished terminal reply, and pressed twice an unfinished paste`() {
        var keys = KeyDecoder()
        #expect(keys.decode("\u{1B}]abc\u{1B}".utf8) == [])
        #expect(keys.isWaiting && keys.pause() == [] && keys.isWaiting && keys.pause() == [.escape])
        #expect(keys.decode("\u{1B}[200~abc\u{1B}".utf8) == Self.pasted("abc"))
        #expect(keys.isWaiting && keys.pause() == [])
        #expect(keys.decode("\u{1B}".utf8) == [])
        #expect(keys.isWaiting && keys.pause() == [])
        #expect(keys.decode("\r".utf8) == [.enter])
    }

    @Test(arguments: [("[201~", ""), ("[31mred\u{1B}[201~", "[31mred"), ("xyz\u{1B}[201~", "xyz")])
    func `a pause after an escape does not end a paste`(_ rest: String, _ text: String) {
        var keys = KeyDecoder()
        #expect(keys.decode("\u{1B}[200~ab\u{1B}".utf8) == Self.pasted("ab"))
        #expect(keys.pause() == [])
        #expect(keys.decode(rest.utf8) == Self.pasted(text))
        #expect(keys.decode("\r".utf8) == [.enter])
    }

    @Test(arguments: ["[", "[<0;", "[M", "[[", "O", "]", "P", "X", "^", "_"])
    func `an unfinished sequence ends with a long silence`(_ start: String) {
        var keys = KeyDecoder()
        #expect(keys.decode("\u{1B}\(start)".utf8) == [])
        #expect(keys.deadline == Instant(milliseconds: 5000))
        #expect(keys.pause() == [] && !keys.isWaiting)
        #expect(keys.decode("11".utf8) == Self.characters("11"))
    }

    /// Prose that is longer than any line, and what may be read of it.
    private static let prose = Array(repeating: "Ann joins; b4 q\r\n", count: 5_000).joined()
    private static let prosePasted = pasted(prose.replacing("\r\n", with: " "))

    @Test func `a long paste is read as far as any line goes, and none of the rest becomes a key`() {
        let start = "\u{1B}[200~" + Self.prose, end = Array("\u{1B}[201~".utf8)
        // However the end of the paste is split.
        for split in 0...end.count {
            var keys = KeyDecoder()
            let read = keys.decode(start.utf8)
            #expect(read.last == .pasteIsTooLong && read.count { $0 == .pasteIsTooLong } == 1)
            #expect(read.count > Prompt.characters && Self.prosePasted.starts(with: read.dropLast()))
            #expect(keys.decode(end[..<split]) == [] && keys.decode(end[split...]) == [])
            #expect(!keys.isWaiting && keys.decode("\r".utf8) == [.enter])
        }
    }

    @Test func `a paste of a megabyte, with what looks like keys and ends of pastes in it, is no key`() {
        var keys = KeyDecoder()
        let noise = "q\r\u{1B}[A\u{1B}[201\u{1B}[20y\u{3}\u{1B}[<0;3;4M"
        var read = keys.decode("\u{1B}[200~".utf8)
        for _ in 0..<40_000 { read += keys.decode(noise.utf8) }
        #expect(read.allSatisfy { if case .pasted = $0 { true } else { $0 == .pasteIsTooLong } })
        #expect(keys.decode("\u{1B}[201~q".utf8) == Self.characters("q"))
    }

    @Test func `a long paste of which the end got lost ends with a pause`() {
        var keys = KeyDecoder()
        #expect(keys.decode(("\u{1B}[200~" + Self.prose).utf8).last == .pasteIsTooLong)
        #expect(keys.deadline == Instant(milliseconds: 5000))
        #expect(keys.pause() == [] && !keys.isWaiting)
        #expect(keys.decode("q\r".utf8) == Self.characters("q") + [.enter])
        // One that is not too long may be slow.
        #expect(keys.decode("\u{1B}[200~ab".utf8) == Self.pasted("ab"))
        #expect(!keys.isWaiting && keys.pause() == [] && keys.decode("q".utf8) == Self.pasted("q"))
    }

    @Test func `a pause in the end of a long paste ends it no earlier`() {
        for split in 2..<6 {
            var keys = KeyDecoder()
            _ = keys.decode(("\u{1B}[200~" + Self.prose).utf8)
            let end = Array("\u{1B}[201~".utf8)
            #expect(keys.decode(end[..<split]) == [] && keys.pause() == [])
            #expect(keys.decode(end[split...]) == [] && keys.decode("q".utf8) == Self.characters("q"))
        }
    }

    @Test func `random bytes become the same keys in any pieces, and never get stuck`() {
        var random = SeededRandom(#function)
        let parts = [
            "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}[<", "\u{1B}[M", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "12;", "M",
            "~",
        ]
        for _ in 0..<2000 {
            let bytes = (0..<random.number(0...40)).flatMap { _ in
                random.chance(oneIn: 2) ? Array(random.one(of: parts).utf8) : [random.byte()]
            }
            var whole = KeyDecoder()
            let keys = whole.decode(bytes)
            var pieces = KeyDecoder()
            var rest = bytes[...]
            var heard: [Key] = []
            while !rest.isEmpty {
                let piece = rest.prefix(random.number(1...5))
                heard += pieces.decode(piece)
                rest = rest.dropFirst(piece.count)
            }
            #expect(heard == keys && pieces == whole, "\(bytes)")
            for case .character(let scalar) in keys {
                #expect(scalar.properties.generalCategory != .control)
            }
            // Whatever it is in the middle of: Escape twice, each with a pause, and the next key is heard.
            for _ in 0..<2 {
                _ = whole.decode([0x1B])
                _ = whole.pause()
            }
            #expect(whole.decode("\r".utf8) == [.enter], "\(bytes)")
        }
    }
}

/// What a terminal says of its background.
@Suite struct BackgroundReplyTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.decode(text.utf8) + decoder.pause()
    }

    @Test(arguments: [
        ("rgb:ffff/ffff/ffff", true), ("rgb:0000/0000/0000", false), ("rgb:fd/f6/e3", true), ("rgb:28/28/28", false),
        ("rgb:f/f/f", true), ("rgb:0000/ffff/0000", true), ("rgb:ffff/0000/ffff", false),
    ])
    func `a colour is light or dark`(_ colour: String, _ isLight: Bool) {
        for end in ["\u{7}", "\u{1B}\\"] {
            #expect(
                keys("a\u{1B}]11;\(colour)\(end)b") == [
                    .character("a"), .background(isLight: isLight), .character("b"),
                ])
        }
    }

    @Test(arguments: [
        "]10;rgb:ffff/ffff/ffff", "P11;rgb:ffff/ffff/ffff", "]11;rgb:ffff/ffff", "]11;rgb:fffff/0/0", "]11;rgb:-1/0/0",
        "]11;rgb:/0/0", "]11;?", "]11;rgb:0/0/0/0", "]11;rgb:ff/ff/ff" + String(repeating: "f", count: 500), "]", "P",
    ])
    func `other replies are skipped`(_ reply: String) {
        for end in ["\u{7}", "\u{1B}\\"] { #expect(keys("\u{1B}\(reply)\(end)x") == [.character("x")]) }
    }

    @Test func `the background is asked for, and the reply counts, unless the command line says`() {
        for (options, told, expected) in [
            (Options(), true, true), (Options(), false, false), (Options(isLight: false), true, false),
            (Options(isLight: true), false, true),
        ] {
            var look = Look(options: options) { ["TERM": "xterm-256color", "LANG": "C.UTF-8"][$0] }
            #expect(look.asksForBackground == (options.isLight == nil))
            var model = Model.inMatch(look: look)
            model.press(.background(isLight: told))
            #expect(model.look.isLight == expected)
            look = Look(options: options) { ["TERM": "linux", "LANG": "C.UTF-8"][$0] }
            #expect(!look.asksForBackground)
        }
    }
}
