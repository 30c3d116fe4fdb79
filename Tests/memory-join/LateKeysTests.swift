import TestSupport
import Testing

@testable import memory_join

/// Bytes that arrive late: cut anywhere, with pauses that are longer than that after the key Escape.
@Suite struct LateKeysTests {
    private static let pause = 100

    private static func mouse(_ kind: Mouse.Kind) -> [Key] { [.mouse(Mouse(kind: kind, row: 6, column: 4))] }

    /// What a terminal sends, and the keys it stands for.
    private static let sent: [(bytes: String, keys: [Key])] =
        replies.map { ($0, []) } + background.map { ($0, [.background(isLight: true)]) } + pressed

    private static let replies = [
        // Colours (OSC 4, 10, 12), the clipboard (52), a title.
        "\u{1B}]10;rgb:ffff/ffff/ffff\u{7}", "\u{1B}]12;rgb:0000/0000/0000\u{1B}\\",
        "\u{1B}]4;1;rgb:cdcd/0000/0000\u{7}",
        "\u{1B}]52;c;cTo6cQ==\u{1B}\\", "\u{1B}]52;c;" + String(repeating: "cTo6", count: 3000) + "\u{7}",
        "\u{1B}]l✓ q: é\u{1B}\\",
        // XTGETTCAP, DECRQSS, XTVERSION, DA3.
        "\u{1B}P1+r436f=323536\u{1B}\\", "\u{1B}P0+r\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P>|XTerm(390)\u{1B}\\",
        "\u{1B}P!|7E565445\u{1B}\\",
        // APC, as kitty's graphics have it, PM and SOS.
        "\u{1B}_Gi=31;OK: q\u{1B}\\", "\u{1B}^q: b4\u{1B}\\", "\u{1B}Xq: b4\u{1B}\\",
        // DA1 to DA3, DECRPM, the cursor's position, the status, the focus, the size, kitty's flags, urxvt's mouse.
        "\u{1B}[?62;1;2;4;6;9;15;16;17;18;21;22;28;29c", "\u{1B}[>41;390;0c", "\u{1B}[?2026;2$y", "\u{1B}[24;80R",
        "\u{1B}[?24;80R", "\u{1B}[0n", "\u{1B}[I", "\u{1B}[O", "\u{1B}[48;24;80;480;800t", "\u{1B}[8;24;80t",
        "\u{1B}[?1u",
        "\u{1B}[32;5;7M", "\u{1B}[99;5:3u", "\u{1B}[1;1:3A", "\u{1B}[57441;2u",
        // The same with one character for ESC and the next.
        "\u{9D}10;rgb:ffff/ffff/ffff\u{9C}", "\u{90}1+r436f=323536\u{9C}", "\u{9F}Gi=31;OK\u{9C}", "\u{9E}q:\u{9C}",
        "\u{98}q:\u{9C}", "\u{9B}?62;22c", "\u{9B}I", "\u{8F}P", "\u{9C}",
    ]

    private static let background = [
        "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}]11;rgb:ff/ff/ff\u{9C}",
        "\u{9D}11;rgb:ffff/ffff/ffff\u{7}",
    ]

    private static let pressed: [(bytes: String, keys: [Key])] = [
        ("b", [.character("b")]), ("é🦊", [.character("é"), .character("🦊")]), ("\r", [.enter]), ("\u{3}", [.interrupt]),
        ("\u{1B}[A", [.up]), ("\u{1B}[1;5C", [.right]), ("\u{1B}[3~", [.delete]), ("\u{1B}[Z", [.backTab]),
        ("\u{1B}[99;5u", [.interrupt]), ("\u{1B}[27u", [.escape]), ("\u{1B}[27;5;99~", [.interrupt]),
        ("\u{1B}[97;;97u", [.character("a")]), ("\u{9B}A", [.up]),
        ("\u{1B}[<0;5;7M", mouse(.press(.left))), ("\u{1B}[<0;5;7m", mouse(.release)),
        ("\u{1B}[M %'", mouse(.press(.left))),
        (
            "\u{1B}[200~q:\u{1B}]11;?\u{7}\u{1B}[A\u{1B}[99;5u\u{9B}\u{1B}Pz\u{1B}\\\u{1B}[201~",
            "q:]11;?[A[99;5uPz\\".unicodeScalars.map { .pasted($0) }
        ),
    ]

    @Test func `while a reply is due, no pause anywhere makes another key`() {
        for (text, expected) in Self.sent {
            let bytes = Array(text.utf8)
            // At one place or at all.
            for cuts in (0...min(bytes.count, 200)).map({ [$0] }) + [Array(1...min(bytes.count, 200))] {
                var keyboard = Keyboard()
                keyboard.ask()
                #expect(read(bytes, cuts, &keyboard) == expected, "\(text.debugDescription) cut at \(cuts)")
                #expect(keyboard.send("x".utf8) == [.character("x")], "\(text.debugDescription) cut at \(cuts)")
            }
        }
    }

    @Test func `when none is due, a pause after ESC is Escape, but the rest is no text, and no other pause matters`() {
        for (text, expected) in Self.sent {
            let bytes = Array(text.utf8)
            for cut in 0...min(bytes.count, 200) {
                let isEscape = cut == 1 && bytes[0] == 0x1B
                var keyboard = Keyboard()
                let keys = read(bytes, [cut], &keyboard)
                #expect(keys == (isEscape ? [.escape] : []) + expected, "\(text.debugDescription) cut at \(cut)")
                #expect(keyboard.send("x".utf8) == [.character("x")], "\(text.debugDescription) cut at \(cut)")
            }
        }
    }

    /// What is read from bytes with pauses at these places.
    private func read(_ bytes: [UInt8], _ cuts: [Int], _ keyboard: inout Keyboard) -> [Key] {
        var keys: [Key] = []
        var start = 0
        for cut in cuts {
            keys += keyboard.send(bytes[start..<cut]) + keyboard.wait(Self.pause)
            start = cut
        }
        return keys + keyboard.send(bytes[start...])
    }

    @Test(arguments: [true, false])
    func `sequences in a row, with random pauses`(_ isDue: Bool) {
        var random = SeededRandom(#function)
        for _ in 0..<1000 {
            var keyboard = Keyboard()
            var (expected, heard): ([Key], [Key]) = ([], [])
            var all: [UInt8] = []
            for _ in 0..<random.number(1...8) {
                let isLone = random.chance(oneIn: 6)
                let (text, keys) = isLone ? ("\u{1B}", [.escape]) : random.one(of: Self.sent)
                let bytes = Array(text.utf8)
                all += bytes
                expected += keys
                var start = 0
                while start < bytes.count {
                    let end = min(bytes.count, start + random.number(1...random.number(1...bytes.count)))
                    if isDue { keyboard.ask() }
                    heard += keyboard.send(bytes[start..<end])
                    start = end
                    let isAfterEscape = end == 1 && bytes[0] == 0x1B && !isLone
                    if isAfterEscape, !isDue {
                        guard random.chance(oneIn: 2) else { continue }
                        expected.insert(.escape, at: expected.count - keys.count)
                        heard += keyboard.wait(Self.pause)
                        // What shows for certain that this is no text comes at once.
                        let isCertain =
                            bytes[1] == UInt8(ascii: "[") || 0x30...0x39 ~= bytes[2] && "]P".utf8.contains(bytes[1])
                        start = isCertain ? 3 : bytes.count
                        heard += keyboard.send(bytes[1..<start])
                    } else if isLone || random.chance(oneIn: 2) {
                        heard += keyboard.wait(Self.pause)
                    }
                }
            }
            heard += keyboard.wait(3000)
            #expect(heard == expected, "\(String(decoding: all, as: UTF8.self).debugDescription)")
        }
    }

    @Test(arguments: ["]", "[", "P", "O", "X", "_", "^", "q", "é"])
    func `Escape, a character and a colon are these keys when no reply is due`(_ character: String) {
        for wasAsked in [false, true] {
            var keyboard = Keyboard()
            if wasAsked {
                keyboard.ask()
                _ = keyboard.send("\u{1B}]11;rgb:0/0/0\u{7}".utf8)
            }
            var keys: [Key] = []
            for text in ["\u{1B}", character, ":"] { keys += keyboard.send(text.utf8) + keyboard.wait(Self.pause) }
            #expect(keys == [.escape] + "\(character):".unicodeScalars.map { .character($0) })
        }
    }

    @Test func `a terminal has two seconds to reply, and Escape waits no longer`() {
        var keyboard = Keyboard()
        keyboard.ask()
        #expect(keyboard.wait(100) + keyboard.send([0x1B]) + keyboard.wait(1899) == [])
        #expect(keyboard.wait(1) == [.escape])
        #expect(keyboard.send([0x1B]) + keyboard.wait(49) == [])
        #expect(keyboard.wait(1) == [.escape])
    }

    @Test func `Escape waits for the next key at most while a reply is due`() {
        for next in ["q", "\u{3}", "é", "\\"] {
            var keyboard = Keyboard()
            keyboard.ask()
            #expect(keyboard.send([0x1B]) + keyboard.wait(Self.pause) == [])
            let keys = keyboard.send(next.utf8)
            #expect(keys.count == 2 && keys.first == .escape && keys.last != .escape)
        }
        var keyboard = Keyboard()
        keyboard.ask()
        #expect(keyboard.send([0x1B]) + keyboard.wait(Self.pause) + keyboard.send([0x1B]) == [.escape])
    }

    @Test func `what a person types at once after Escape is typed, if no sequence begins so`() {
        let long = "_" + String(repeating: "q", count: 300)
        for text in ["]:", "P:", "Pq", "O4", "Xq", "_:", "^:", ":b4", "_é✓", "X", long] {
            var keyboard = Keyboard()
            var keys = keyboard.send([0x1B]) + keyboard.wait(Self.pause) + keyboard.send(text.utf8)
            keys += keyboard.wait(50)
            #expect(keys == [.escape] + text.unicodeScalars.map { .character($0) })
        }
    }

    @Test(arguments: ["]", "P", "X", "^", "_"])
    func `what waits for the end of a late reply is typed once another key comes`(_ first: String) {
        let pressed: [(String, [Key])] = [
            ("\u{3}", [.interrupt]), ("\r", [.enter]), ("\u{1B}[A", [.up]), ("\u{1B}q", []),
            ("\u{1B}\u{1B}", [.escape, .escape]),
        ]
        for (bytes, expected) in pressed {
            var keyboard = Keyboard()
            var keys = keyboard.send([0x1B]) + keyboard.wait(Self.pause) + keyboard.send((first + "b4" + bytes).utf8)
            keys += keyboard.wait(Self.pause)
            let typed = (first + "b4").unicodeScalars.map { Key.character($0) }
            #expect(keys == [.escape] + typed + expected, "\(bytes.debugDescription)")
        }
        var keyboard = Keyboard()
        var keys = keyboard.send([0x1B]) + keyboard.wait(Self.pause) + keyboard.wait(5000)
        keys += keyboard.send((first + "b4\u{7}").utf8)
        let typed = (first + "b4").unicodeScalars.map { Key.character($0) }
        #expect(keys == [.escape] + typed, "five seconds after Escape, everything is typed")
        for end in ["\u{7}", "\u{1B}\\", "\u{9C}"] {
            var keyboard = Keyboard()
            let keys =
                keyboard.send([0x1B]) + keyboard.wait(Self.pause) + keyboard.send((first + "b4 ✓" + end + "x").utf8)
            #expect(keys == [.escape, .character("x")], "\(end.debugDescription)")
        }
    }
}
