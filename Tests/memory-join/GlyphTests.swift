import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct GlyphTests {
    /// Widths by `EastAsianWidth.txt`, `emoji-data.txt` and `emoji-variation-sequences.txt` of Unicode 18.0: the ends
    /// of ranges and their neighbours, and one of each kind of sequence.
    private static let widths: [(text: String, columns: Int, hasAmbiguousWidth: Bool)] = [
        ("A", 1, false), ("~", 1, false), ("é", 1, false), ("e\u{301}", 1, false), ("א", 1, false), ("я", 1, false),
        ("\u{10FF}", 1, false), ("\u{1100}", 2, false), ("\u{115E}", 2, false), ("\u{2319}", 1, false),
        ("\u{231A}", 2, false), ("\u{231B}", 2, false), ("\u{231C}", 1, false), ("\u{2328}", 1, false),
        ("\u{2329}", 2, false), ("\u{232A}", 2, false), ("\u{23EC}", 2, false), ("\u{23ED}", 1, false),
        ("\u{262F}", 1, false), ("\u{2630}", 2, true), ("\u{2637}", 2, true), ("\u{2638}", 1, false),
        ("★", 1, false), ("●", 1, false), ("☀", 1, false), ("❤", 1, false), ("⭐", 2, false), ("✅", 2, false),
        ("\u{2E5D}", 1, false), ("\u{2E80}", 2, false), ("\u{303E}", 2, false), ("\u{303F}", 1, false), ("あ", 2, false),
        ("か\u{3099}", 2, false), ("\u{3247}", 2, false), ("\u{3248}", 1, false), ("\u{324F}", 1, false),
        ("\u{3250}", 2, false), ("\u{4DBF}", 2, false), ("\u{4DC0}", 2, true), ("漢", 2, false), ("\u{A4C6}", 2, false),
        ("\u{A4D0}", 1, false), ("한", 2, false), ("\u{D7A3}", 2, false), ("\u{F900}", 2, false), ("\u{FE10}", 2, false),
        ("\u{FF00}", 1, false), ("Ａ", 2, false), ("\u{FF60}", 2, false), ("ｱ", 1, false), ("￦", 2, false),
        ("�", 1, false),
        ("\u{1F003}", 1, false), ("\u{1F004}", 2, false), ("\u{1F320}", 2, false), ("\u{1F321}", 1, false),
        ("\u{1F336}", 1, false), ("🦊", 2, false), ("🦒", 2, false), ("\u{1F3FA}", 2, false), ("\u{1F441}", 1, false),
        ("\u{1F54F}", 1, false), ("\u{1FAE0}", 2, true), ("\u{20000}", 2, false), ("\u{30000}", 2, false),
        ("❤\u{FE0F}", 2, true), ("⭐\u{FE0F}", 2, false), ("⭐\u{FE0E}", 1, true), ("❤\u{FE0E}", 1, true),
        ("©\u{FE0F}", 2, true), ("7\u{FE0F}\u{20E3}", 2, true), ("7\u{20E3}", 1, true), ("〰\u{FE0E}", 2, true),
        ("🇨🇭", 2, true), ("👍🏽", 2, true), ("✌🏽", 2, true), ("👩🏽‍🚀", 2, true), ("❤️‍🔥", 2, true), ("♂\u{200D}♀", 2, true),
        ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2, true),
        ("का", 2, true), ("क\u{94D}", 1, true), ("कि\u{903}", 2, true), ("\u{1100}\u{1161}\u{11A8}", 2, true),
        ("ำ", 1, true),
    ]

    @Test func `a glyph takes the number of columns that Unicode says`() {
        for (text, columns, hasAmbiguousWidth) in Self.widths {
            let glyph = Glyph(text: text, columns: columns, hasAmbiguousWidth: hasAmbiguousWidth)
            #expect(Glyph.split(text) == [glyph], "\(text.debugDescription)")
            #expect(TextWidth.columns(of: text) == columns, "\(text.debugDescription)")
            let isWhole = SafeText.line(text).unicodeScalars.elementsEqual(text.unicodeScalars)
            #expect(isWhole || text == "\u{FF00}", "\(text.debugDescription)")  // Not assigned, so not shown.
        }
    }

    @Test func `characters with emoji presentation are wide, except the letters of flags`() {
        for value in 0x80...0x1FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isEmojiPresentation else { continue }
            let isLetter = (0x1F1E6...0x1F1FF).contains(value)
            #expect(WideCharacters.contains(scalar) == !isLetter, "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: FaceSet.builtIn)
    func `terminals agree about the width of the host's own faces`(_ set: FaceSet) {
        for face in set.faces {
            let columns = set == .animals ? 2 : 1
            let glyphs = face.map { Glyph(text: String($0), columns: columns, hasAmbiguousWidth: false) }
            #expect(Glyph.split(face) == glyphs)
            #expect(FaceText.sanitized(face) == face)
        }
    }

    @Test func `text is split into glyphs where terminals move to the next cell`() {
        let texts = Glyph.split("aé🇨🇭🇩🇪👩\u{200D}🚀क्ष7\u{FE0F}\u{20E3}e\u{301}7").map(\.text)
        #expect(
            texts == ["a", "é", "🇨🇭", "🇩🇪", "👩\u{200D}🚀", "क\u{94D}", "ष", "7\u{FE0F}\u{20E3}", "e\u{301}", "7"])
        #expect(Glyph.split("") == [])
    }

    @Test func `unsafe text can be split into glyphs, too`() {
        let texts = Glyph.split("\u{301}a\u{200D}\u{1F3FD}\u{1B}🇩\u{E007F}").map(\.text)
        #expect(texts == ["\u{301}", "a", "\u{200D}", "\u{1F3FD}", "\u{1B}", "🇩", "\u{E007F}"])
    }

    @Test func `random text is as wide as its glyphs, and is never cut inside one`() {
        var random = SeededRandom(#function)
        for _ in 0..<2000 {
            let line = SafeText.line(random.text())
            let columns = random.number(0...30)
            let place: Comment = "\(line.debugDescription) in \(columns)"
            let glyphs = Glyph.split(line)
            #expect(glyphs.map(\.text).joined().utf8.elementsEqual(line.utf8), place)
            #expect(glyphs.allSatisfy { (1...2).contains($0.columns) }, place)
            #expect(glyphs.allSatisfy { $0.text.unicodeScalars.count <= EmojiSequence.longest }, place)
            #expect(TextWidth.columns(of: line) == glyphs.reduce(0) { $0 + $1.columns }, place)
            checkCuts(of: line, glyphs, columns, place)
        }
    }

    private func checkCuts(of line: String, _ glyphs: [Glyph], _ columns: Int, _ place: Comment) {
        let start = TextWidth.prefix(line, columns: columns)
        let end = TextWidth.suffix(line, columns: columns)
        #expect(glyphs.starts(with: Glyph.split(start)), place)
        #expect(glyphs.reversed().starts(with: Glyph.split(end).reversed()), place)
        // Not a column less than what fits.
        let width = TextWidth.columns(of: line)
        for part in [start, end] {
            let used = TextWidth.columns(of: part)
            #expect(used <= columns && used >= min(width, columns - 1), place)
        }
        let cut = TextWidth.truncated(line, to: columns)
        #expect(TextWidth.columns(of: cut) <= columns, place)
        #expect(cut == line || columns == 0 || glyphs.starts(with: Glyph.split(String(cut.dropLast()))), place)
        #expect(TextWidth.columns(of: TextWidth.padded(line, to: columns)) == columns, place)
        let lines = TextWidth.wrap(line, to: max(2, columns))
        #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= max(2, columns) }, place)
        let wrapped = lines.flatMap { Glyph.split($0) }.filter { $0.text != " " }
        #expect(wrapped == glyphs.filter { $0.text != " " }, place)
    }
}
