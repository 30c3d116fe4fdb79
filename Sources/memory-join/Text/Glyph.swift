/// A unit that a terminal draws in one or two cells: a character with its marks, or one emoji.
struct Glyph: Hashable, Sendable {
    let text: String
    /// The width in cells: 1 or 2.
    let columns: Int
    /// True if terminals disagree about its width.
    ///
    /// After such a glyph the cursor's position is unknown, and a terminal that draws it narrow leaves its second
    /// cell untouched. So clear its cells, draw it, and reposition the cursor for what follows.
    let hasAmbiguousWidth: Bool

    /// The glyphs of a text that ``SafeText`` has passed; joined, they are the text.
    static func split(_ text: String) -> [Glyph] {
        if TextWidth.isPrintableASCII(text) {
            return text.unicodeScalars.map { Glyph(text: String($0), columns: 1, hasAmbiguousWidth: false) }
        }
        var glyphs: [Glyph] = []
        var scanner = GlyphScanner(text)
        while let span = scanner.next() {
            let text = scanner.text(span.range)
            glyphs.append(Glyph(text: text, columns: span.columns, hasAmbiguousWidth: span.hasAmbiguousWidth))
        }
        return glyphs
    }
}

/// Iterates over a text glyph by glyph without allocating a string for each.
///
/// The text should have passed ``SafeText``. In other text, a misplaced character is a glyph of its own.
struct GlyphScanner {
    /// A glyph's range among the characters of the text, and its width.
    struct Span {
        let range: Range<Int>
        let columns: Int
        let hasAmbiguousWidth: Bool
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func next() -> Span? {
        guard position < scalars.count else { return nil }
        let start = position
        // Fast path: an ASCII character not followed by a mark or a keycap.
        if (0x20..<0x7F).contains(scalars[start].value), start + 1 == scalars.count || scalars[start + 1].value < 0x300
        {
            position += 1
            return Span(range: start..<position, columns: 1, hasAmbiguousWidth: false)
        }
        if let end = EmojiSequence.end(in: scalars, from: start) {
            position = end
            let (columns, hasAmbiguousWidth) = EmojiSequence.measure(scalars[start..<end])
            return Span(range: start..<end, columns: columns, hasAmbiguousWidth: hasAmbiguousWidth)
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
        var hasAmbiguousWidth = isWide ? WideCharacters.isNew(base) : Self.isDrawnIntoFormer(base)
        position = start + 1
        while position < scalars.count, let mark = Mark(scalars[position]) {
            // A spacing mark makes a narrow character wide; terminals give it 0 or 1 columns.
            if mark == .spacing { columns = 2 }
            if mark != .plain { hasAmbiguousWidth = true }
            position += 1
        }
        return Span(range: start..<position, columns: columns, hasAmbiguousWidth: hasAmbiguousWidth)
    }

    /// True for the vowel signs of Thai and Lao that take a column, but that some terminals draw into the one before.
    private static func isDrawnIntoFormer(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xE33 || scalar.value == 0xEB3
    }
}

/// A character drawn onto the one before it.
enum Mark: Equatable {
    /// Takes no column in any terminal.
    case plain
    /// Drawn beside the character; takes a column or not.
    case spacing
    /// Takes no column, but may change the width of its neighbours: an Indic joiner, a keycap, a part of a Korean
    /// syllable.
    case joining

    /// The character's kind of mark; nil if it is none.
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

    /// True for parts of a Korean syllable that are drawn into the part before.
    private static func isJoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }
}
