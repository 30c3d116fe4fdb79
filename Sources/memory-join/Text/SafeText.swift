/// Sanitizes untrusted text for a terminal.
///
/// Text from the network reaches a terminal only through ``line(_:columns:)``. Its result contains no control, format
/// or bidirectional character, no line end, and no mark without a base. Joiners, variation selectors, skin tones,
/// regional indicators and tags occur only where they form an emoji by ``EmojiSequence``.
enum SafeText {
    /// Replaces a character that cannot be shown.
    static let replacement: Unicode.Scalar = "\u{FFFD}"
    /// The most marks on one character; more would climb into the lines above.
    private static let maximumMarks = 2

    /// The text on one line, cut to `columns`.
    static func line(_ text: String, columns: Int = 1000) -> String {
        if TextWidth.isPrintableASCII(text) { return TextWidth.prefix(text, columns: columns) }
        let scalars = Array(text.unicodeScalars)
        var line = String.UnicodeScalarView()
        var kept = 0
        var marksLeft = 0
        var position = 0
        // No glyph has more characters per column than the longest emoji: the rest is cut off anyway.
        while position < scalars.count, kept <= columns * EmojiSequence.longest {
            let end = EmojiSequence.end(in: scalars, from: position) ?? position + 1
            if end > position + 1 {
                line.append(contentsOf: scalars[position..<end])
                kept += end - position
                marksLeft = 0
            } else if let shown = sanitized(scalars[position], marksLeft: &marksLeft) {
                line.append(shown)
                kept += 1
            }
            position = end
        }
        return TextWidth.prefix(String(line), columns: columns)
    }

    /// The replacement for a character outside an emoji sequence; nil to drop it.
    ///
    /// `marksLeft` is the number of marks that may follow plus one, or 0 where there is no base for them.
    private static func sanitized(_ scalar: Unicode.Scalar, marksLeft: inout Int) -> Unicode.Scalar? {
        if scalar.value < 0x7F, scalar.value >= 0x20 {
            marksLeft = scalar == " " ? 0 : maximumMarks + 1
            return scalar
        }
        let properties = scalar.properties
        if properties.isVariationSelector { return nil }
        if properties.isEmojiModifier || scalar == replacement {
            marksLeft = 0
            return replacement
        }
        // Half a flag becomes a letter.
        if let letter = letter(ofFlag: scalar) {
            marksLeft = 0
            return letter
        }
        if Mark(scalar) != nil {
            let isHidden = properties.isDefaultIgnorableCodePoint
            return isHidden && properties.generalCategory != .otherLetter ? nil : mark(scalar, isHidden, &marksLeft)
        }
        switch properties.generalCategory {
        case .spaceSeparator:
            marksLeft = 0
            return " "
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            marksLeft = 0
            return replacement
        default:
            let isHidden = properties.isDefaultIgnorableCodePoint
            marksLeft = isHidden ? 0 : maximumMarks + 1
            return isHidden ? replacement : scalar
        }
    }

    /// A mark that has a base, or its replacement; nil if there are too many.
    private static func mark(_ scalar: Unicode.Scalar, _ isHidden: Bool, _ marksLeft: inout Int) -> Unicode.Scalar? {
        if marksLeft == 0 || isHidden {
            marksLeft = 0
            return replacement
        }
        if marksLeft == 1 { return nil }
        marksLeft -= 1
        return scalar
    }

    /// The Latin letter of a regional indicator.
    static func letter(ofFlag scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard EmojiSequence.isFlagLetter(scalar) else { return nil }
        return Unicode.Scalar(0x41 + scalar.value - 0x1F1E6)
    }
}
