import TerminalEmulator
import Testing

/// The terminal that other tests look into, so that a failure there is the client's.
@Suite struct EmulatorTests {
    /// A terminal of 10x3 after it got this.
    private static func shown(_ text: String, _ widths: GlyphWidths = .codePoints) -> Emulator {
        var emulator = Emulator(columns: 10, rows: 3, widths: widths)
        emulator.feed(text.utf8)
        return emulator
    }

    private static func at(_ row: Int, _ column: Int) -> EmulatedPosition { EmulatedPosition(row: row, column: column) }

    private static let moves: [(bytes: String, lines: [String], cursor: EmulatedPosition)] = [
        ("abc\r\nd\n\u{8}e", ["abc", "d", "e"], at(2, 1)),
        ("\u{1B}[2;3Hx\u{1B}[;fy\u{1B}[3Hz", ["y", "  x", "z"], at(2, 1)),
        ("\u{1B}[3;9H\u{1B}[A\u{1B}[2Da\u{1B}[9Bb\u{1B}[0Cc", ["", "      a", "       b c"], at(2, 9)),
        ("ab\u{1B}[6Gc\u{1B}[3dd\u{1B}[G\u{1B}[de", ["eb   c", "", "      d"], at(0, 1)),
        ("\u{1B}[2;2H\u{1B}7\u{1B}[Habc\u{1B}8d", ["abc", " d", ""], at(1, 2)),
        ("1234567890", ["1234567890", "", ""], at(0, 9)),
        ("1234567890a", ["1234567890", "a", ""], at(1, 1)),
        ("123456789漢", ["123456789", "漢", ""], at(1, 2)),
        ("1234567890\r\na", ["1234567890", "a", ""], at(1, 1)),
        ("1\r\n2\r\n3\r\n4", ["2", "3", "4"], at(2, 1)),
        ("\u{1B}[?7l123456789012", ["1234567892", "", ""], at(0, 9)),
        ("a\u{1B}[3b", ["aaaa", "", ""], at(0, 4)),
    ]

    @Test func `a screen of one line can scroll, too`() {
        var emulator = Emulator(columns: 3, rows: 1)
        emulator.feed("abcd".utf8)
        #expect(emulator.lines == ["d"])
    }

    @Test func `text and cursor moves place characters correctly, whole or byte by byte`() {
        for (bytes, lines, cursor) in Self.moves {
            let whole = Self.shown(bytes)
            #expect(whole.lines == lines && whole.cursor == cursor, "\(bytes.debugDescription)\n\(whole.picture)")
            #expect(whole.unknown.isEmpty)
            var piecemeal = Emulator(columns: 10, rows: 3)
            for byte in bytes.utf8 { piecemeal.feed([byte]) }
            #expect(piecemeal.lines == lines && piecemeal.cursor == cursor, "\(bytes.debugDescription)")
        }
    }

    private static let page = "abcde\r\nfghij\r\nklmno\u{1B}[2;3H"

    @Test(arguments: [
        ("\u{1B}[K", ["abcde", "fg", "klmno"]), ("\u{1B}[0K", ["abcde", "fg", "klmno"]),
        ("\u{1B}[1K", ["abcde", "   ij", "klmno"]), ("\u{1B}[2K", ["abcde", "", "klmno"]),
        ("\u{1B}[J", ["abcde", "fg", ""]), ("\u{1B}[1J", ["", "   ij", "klmno"]), ("\u{1B}[2J", ["", "", ""]),
        ("\u{1B}[X", ["abcde", "fg ij", "klmno"]), ("\u{1B}[2X", ["abcde", "fg  j", "klmno"]),
        ("\u{1B}[99X", ["abcde", "fg", "klmno"]),
    ])
    func `erasing clears the named part with the current background, and keeps the cursor`(
        _ bytes: String, _ lines: [String]
    ) {
        let emulator = Self.shown(Self.page + "\u{1B}[1;31;44m" + bytes)
        #expect(emulator.lines == lines)
        #expect(emulator.cursor == Self.at(1, 2))
        #expect(emulator.unknown == [] && emulator.faults == [])
        let erased = emulator.cell(row: 1, column: 2)
        #expect(erased.background == .palette(4) && erased.foreground == .standard && erased.attributes == [])
    }

    private static let styles:
        [(numbers: String, EmulatedStyle.Attributes, foreground: EmulatedColor, background: EmulatedColor)] = [
            ("", [], .standard, .standard),
            ("1;2;3;4;7", [.bold, .dim, .italic, .underline, .reverse], .standard, .standard),
            ("1;2;3;4;7;22", [.italic, .underline, .reverse], .standard, .standard),
            ("1;3;4;7;23;24;27", [.bold], .standard, .standard),
            ("1;31;42;0", [], .standard, .standard), ("1;31;42;", [], .standard, .standard),
            ("31;42", [], .palette(1), .palette(2)), ("97;100", [], .palette(15), .palette(8)),
            ("38;5;200;48;5;17", [], .palette(200), .palette(17)),
            ("38;2;1;2;3;48;2;4;5;6;1", [.bold], .rgb(1, 2, 3), .rgb(4, 5, 6)),
            ("31;42;39", [], .standard, .palette(2)), ("31;42;49", [], .palette(1), .standard),
        ]

    @Test func `the style of text is the one set last`() {
        for (numbers, attributes, foreground, background) in Self.styles {
            let emulator = Self.shown("\u{1B}[\(numbers)mx")
            let cell = emulator.cell(row: 0, column: 0)
            #expect(cell.attributes == attributes, "\(numbers)")
            #expect(cell.foreground == foreground && cell.background == background, "\(numbers)")
            #expect(emulator.style == cell.style)
            #expect(emulator.unknown == [])
        }
    }

    @Test(arguments: [
        ("\u{1B}[1;2Hx", " x字"), ("\u{1B}[1;3Hx", "漢x"), ("\u{1B}[1;2H狐", " 狐"), ("\u{1B}[1;2H\u{1B}[K", ""),
        ("\u{1B}[1;3H\u{1B}[X", "漢"),
    ])
    func `overwriting half of a wide character removes the other half`(_ bytes: String, _ line: String) {
        #expect(Self.shown("漢字" + bytes).lines[0] == line)
        let cells = Self.shown("a漢b")
        #expect((0..<4).map { cells.cell(row: 0, column: $0).columns } == [1, 2, 0, 1])
        #expect((0..<4).map { cells.cell(row: 0, column: $0).text } == ["a", "漢", "", "b"])
    }

    @Test(arguments: [
        ("e\u{301}", 1, 1), ("漢\u{301}", 2, 2), ("🦊", 2, 2), ("❤", 1, 1), ("❤\u{FE0F}", 1, 2),
        ("1\u{FE0F}\u{20E3}", 1, 2),
        ("👩\u{200D}🚀", 4, 2), ("👍\u{1F3FD}", 4, 2), ("🇩🇪", 2, 2), ("★", 1, 1), ("Ａ", 2, 2), ("ｱ", 1, 1),
        ("\u{1112}\u{1161}\u{11AB}", 2, 2), ("x\u{FE0F}", 1, 1), ("🏴\u{E0067}\u{E007F}", 2, 2), ("⌚", 2, 2),
    ])
    func `a character is as wide as the emulated kind of terminal makes it`(
        _ text: String, _ alone: Int, _ clustered: Int
    ) {
        for (widths, columns) in [(GlyphWidths.codePoints, alone), (.clusters, clustered)] {
            let emulator = Self.shown(text + "x", widths)
            #expect(emulator.cursor.column == columns + 1, "\(widths)")
            #expect(emulator.position(of: "x") == Self.at(0, columns) || text.hasPrefix("x"), "\(widths)")
            #expect(emulator.lines[0] == text + "x")
            #expect(emulator.unknown == [] && emulator.faults == [], "\(widths)")
        }
        #expect(Self.shown(text, .clusters).cell(row: 0, column: 0).text == text)
    }

    @Test func `combining marks are drawn into the cell before, even the last of a line`() {
        let emulator = Self.shown("123456789e\u{301}")
        #expect(emulator.cell(row: 0, column: 9).text == "e\u{301}")
        #expect(emulator.lines[1] == "")
    }

    @Test func `the alternate screen starts blank, and the main one returns unchanged`() {
        var emulator = Self.shown("main\u{1B}[?1049h")
        #expect(emulator.isAlternate && emulator.lines == ["", "", ""] && emulator.mainLines == ["main", "", ""])
        emulator.feed("\u{1B}[3;3Hother".utf8)
        #expect(emulator.lines == ["", "", "  other"])
        emulator.feed("\u{1B}[?1049l!".utf8)
        #expect(!emulator.isAlternate && emulator.lines == ["main!", "", ""])
        #expect(emulator.unknown == [] && emulator.faults == [])
    }

    @Test func `several modes can be set and reset at once`() {
        var emulator = Self.shown("\u{1B}[?25l\u{1B}[?1000;1002;1003;1006;2004h")
        #expect(emulator.modes == [7, 1000, 1002, 1003, 1006, 2004] && !emulator.isCursorVisible)
        emulator.feed("\u{1B}[?1000;1002;1003;1006;2004l\u{1B}[?25h".utf8)
        #expect(emulator.modes == [7, 25] && emulator.isCursorVisible)
        for _ in 0..<2 {
            emulator.feed("\u{1B}[?2026hx".utf8)
            #expect(emulator.isUpdating)
            emulator.feed("\u{1B}[?2026l".utf8)
        }
        #expect(emulator.updates == 2 && !emulator.isUpdating && emulator.unknown == [])
    }

    @Test(arguments: [
        ("\t", "control 0x9"), ("\u{1B}c", "ESC c"), ("\u{1B}(B", "ESC (B"),
        ("\u{1B}[?1004h", "CSI ?1004h"), ("\u{1B}[2;5r", "CSI 2;5r"), ("\u{1B}[4:3m", "CSI 4:3m"),
        ("\u{1B}[5m", "CSI 5m"), ("\u{1B}[38;5m", "CSI 38;5m"), ("\u{1B}[38;2;1;2m", "CSI 38;2;1;2m"),
        ("\u{1B}[38;5;256m", "CSI 38;5;256m"), ("\u{1B}[3J", "CSI 3J"), ("\u{1B}[2 q", "CSI 2 q"),
        ("\u{1B}]0;title\u{7}", "string ]0;title"), ("\u{1B}P1$r\u{1B}\\", "string P1$r"), ("\u{85}", "control U+0085"),
    ])
    func `unknown sequences are reported and change nothing`(_ bytes: String, _ told: String) {
        let emulator = Self.shown("a" + bytes + "b")
        #expect(emulator.unknown == [told])
        #expect(emulator.lines == ["ab", "", ""])
        #expect(emulator.isComplete)
    }

    @Test func `a title is set, saved and restored, and the bell is counted`() {
        let emulator = Self.shown("\u{1B}[22;2t\u{1B}]2;Zoë\u{1B}\\\u{7}\u{1B}]2;b\u{7}\u{1B}[23;2t")
        #expect(emulator.titles == ["Zoë", "b"] && emulator.title == "" && emulator.bells == 1)
        #expect(emulator.unknown + emulator.faults == [])
        #expect(Self.shown("\u{1B}[23;2t").faults.count == 1)
    }

    @Test func `invalid UTF-8 and truncated sequences are reported`() {
        var emulator = Emulator(columns: 10, rows: 3)
        emulator.feed([0x61, 0xFF, 0xC3, 0x62, 0xED, 0xA0, 0x80, 0x63] + Array("\u{1B}[1\u{1B}[2C\u{1B}[3".utf8))
        #expect(emulator.unknown.count == 4)
        #expect(emulator.lines[0] == "abc" && emulator.cursor.column == 5)
        #expect(!emulator.isComplete)
    }

    @Test(arguments: [
        ("\u{1B}[?1049h12345678901", "text beyond the edge"), ("\u{1B}[?1049h\n\n\n", "the alternate screen scrolls"),
        ("\u{1B}[4;1H", "a move to row 3"), ("\u{1B}[11G", "a move to row 0, column 10"),
        ("1234567890\u{1B}[K", "erases where"), ("1234567890\u{1B}[D", "moves on"), ("\u{301}", "a mark with nothing"),
        ("\u{8}", "a backspace beyond"),
        ("\u{1B}8", "no cursor"), ("\u{1B}[?1049h\u{1B}[?1049h", "the alternate screen is up already"),
        ("\u{1B}[31m\u{1B}[?1049h", "changes the screen with a style"), ("漢\u{1B}[1;2Hx", "leaves half"),
        ("漢\u{1B}[1;2H\u{1B}[K", "leaves half"), ("漢\u{1B}[H\u{1B}[1K", "leaves half"),
        ("漢\u{1B}[H\u{1B}[X", "leaves half"),
        ("a\r\u{1B}[2b", "repeats what"), ("\u{1B}[1;9Ha\u{1B}[3b", "repeats a character beyond"),
    ])
    func `output that terminals treat differently, or that is surely a mistake, is a fault`(
        _ bytes: String, _ told: String
    ) {
        var emulator = Self.shown(bytes)
        #expect(emulator.faults.contains { $0.hasPrefix(told) }, "\(emulator.faults)")
        #expect(emulator.unknown == [])
        emulator.forgetFaults()
        #expect(emulator.faults == [])
    }

    @Test func `a resize cuts lines and columns of both screens`() {
        var emulator = Self.shown("one\r\ntwo\r\n12345678漢\u{1B}[?1049hx")
        emulator.resize(columns: 9, rows: 2)
        emulator.feed("\u{1B}[?1049l".utf8)
        #expect(emulator.lines == ["two", "12345678"] && emulator.columns == 9 && emulator.rows == 2)
        #expect(emulator.cursor == Self.at(1, 8))
        emulator.resize(columns: 12, rows: 4)
        #expect(emulator.lines == ["two", "12345678", "", ""])
    }

    @Test func `the position of text is found in columns of the screen`() {
        let emulator = Self.shown("\r\n漢e\u{301}漢 Play")
        #expect(emulator.position(of: "Play") == Self.at(1, 6))
        #expect(emulator.position(of: "漢 P") == Self.at(1, 3))
        #expect(!emulator.shows("play") && !emulator.shows(""))
        #expect(emulator.picture.contains("|漢e\u{301}漢 Play|"))
    }
}
