/// What a terminal draws in one cell or two: a character with its marks, or the characters of one emoji.
struct Glyph: Hashable, Sendable {
    /// Its characters.
    let text: String
    /// The cells that it takes: 1 or 2.
    let columns: Int
    /// Whether terminals disagree about its width.
    ///
    /// After such a glyph nobody knows where the cursor stands, and if a terminal takes it for narrow, the second of its
    /// cells is not drawn with it. So: clear its cells, draw it, and place the cursor anew for what stands right of it.
    let isContested: Bool

    /// The glyphs of a text that ``SafeText`` has passed; together they are the text.
    static func split(_ text: String) -> [Glyph] {
        if TextWidth.isPrintableASCII(text) {
            return text.unicodeScalars.map { Glyph(text: String($0), columns: 1, isContested: false) }
        }
        var glyphs: [Glyph] = []
        var scanner = GlyphScanner(text)
        while let span = scanner.next() {
            let text = scanner.text(span.range)
            glyphs.append(Glyph(text: text, columns: span.columns, isContested: span.isContested))
        }
        return glyphs
    }
}

/// Goes through a text glyph by glyph, without making a string of each.
///
/// The text should have passed ``SafeText``. In any other text a character that is out of place is a glyph of its own.
struct GlyphScanner {
    /// Where a glyph lies among the characters of the text, and what it takes.
    struct Span {
        let range: Range<Int>
        let columns: Int
        let isContested: Bool
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// The next glyph; nil at the end.
    mutating func next() -> Span? {
        guard position < scalars.count else { return nil }
        let start = position
        // Nearly all text: a character of ASCII, and after it no mark, nor what makes it a key.
        if (0x20..<0x7F).contains(scalars[start].value), start + 1 == scalars.count || scalars[start + 1].value < 0x300
        {
            position += 1
            return Span(range: start..<position, columns: 1, isContested: false)
        }
        if let end = EmojiSequence.end(in: scalars, from: start) {
            position = end
            let (columns, isContested) = EmojiSequence.measure(scalars[start..<end])
            return Span(range: start..<end, columns: columns, isContested: isContested)
        }
        return character(from: start)
    }

    /// The characters of a range as text.
    func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    /// The character that starts here, with its marks.
    private mutating func character(from start: Int) -> Span {
        let base = scalars[start]
        let isWide = WideCharacters.contains(base)
        var columns = isWide ? 2 : 1
        var isContested = isWide ? WideCharacters.isNew(base) : Self.isDrawnIntoFormer(base)
        position = start + 1
        while position < scalars.count, let mark = Mark(scalars[position]) {
            // A mark that takes room of its own makes a narrow character wide; terminals give it 0 or 1 columns.
            if mark == .spacing { columns = 2 }
            if mark != .plain { isContested = true }
            position += 1
        }
        return Span(range: start..<position, columns: columns, isContested: isContested)
    }

    /// Whether it is a vowel sign of Thai or Lao that takes a column, but that some terminals draw into the one before.
    private static func isDrawnIntoFormer(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xE33 || scalar.value == 0xEB3
    }
}

/// A character that is drawn onto the one before it.
enum Mark: Equatable {
    /// It takes no column anywhere.
    case plain
    /// It is drawn beside the character, and takes a column or not.
    case spacing
    /// It takes no column, but may change how wide the characters around it are: a sign that joins letters of India, a
    /// keycap, a part of a Korean syllable.
    case joining

    /// What kind of mark the character is; nil if it is none.
    init?(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x300 { return nil }
        switch scalar.properties.generalCategory {
        case .spacingMark: self = .spacing
        case .nonspacingMark: self = scalar.properties.canonicalCombiningClass == .virama ? .joining : .plain
        case .enclosingMark: self = .joining
        case .otherLetter where Self.isJoiningJamo(scalar): self = .joining
        default: return nil
        }
    }

    /// Whether the character is a part of a Korean syllable that is drawn into the part before it.
    private static func isJoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }
}
