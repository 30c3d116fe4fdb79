/// Makes text that came from somewhere else fit to be shown.
///
/// What the network says reaches a terminal only through ``line(_:columns:)``. What it returns holds no control, format
/// or bidirectional character, no line end, no mark without something to stand on. Joiners, variation selectors, skin
/// tones, letters of flags and tags are in it only where they make an emoji by the rules of ``EmojiSequence``.
enum SafeText {
    /// What stands in the place of a character that cannot be shown.
    static let replacement: Unicode.Scalar = "\u{FFFD}"
    /// Marks that may stand on one character; more of them would climb into the lines above.
    private static let marksAtOnce = 2

    /// The text on one line, cut to so many columns.
    static func line(_ text: String, columns: Int = 1000) -> String {
        if TextWidth.isPrintableASCII(text) { return TextWidth.prefix(text, columns: columns) }
        let scalars = Array(text.unicodeScalars)
        var line = String.UnicodeScalarView()
        var kept = 0
        var marksLeft = 0
        var position = 0
        // No glyph has more characters to a column than the longest emoji: what comes after so many is cut off anyway.
        while position < scalars.count, kept <= columns * EmojiSequence.longest {
            let end = EmojiSequence.end(in: scalars, from: position) ?? position + 1
            if end > position + 1 {
                line.append(contentsOf: scalars[position..<end])
                kept += end - position
                marksLeft = 0
            } else if let shown = shown(scalars[position], marksLeft: &marksLeft) {
                line.append(shown)
                kept += 1
            }
            position = end
        }
        return TextWidth.prefix(String(line), columns: columns)
    }

    /// What is shown for a character that is no part of an emoji of many; nil for nothing.
    ///
    /// `marksLeft` is one more than the marks that may follow, and 0 where there is nothing for them to stand on.
    private static func shown(_ scalar: Unicode.Scalar, marksLeft: inout Int) -> Unicode.Scalar? {
        if scalar.value < 0x7F, scalar.value >= 0x20 {
            marksLeft = scalar == " " ? 0 : marksAtOnce + 1
            return scalar
        }
        let properties = scalar.properties
        if properties.isVariationSelector { return nil }
        if properties.isEmojiModifier || scalar == replacement {
            marksLeft = 0
            return replacement
        }
        // Half a flag is a letter.
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
            marksLeft = isHidden ? 0 : marksAtOnce + 1
            return isHidden ? replacement : scalar
        }
    }

    /// A mark with something to stand on, or what stands for it: nothing if there are too many.
    private static func mark(_ scalar: Unicode.Scalar, _ isHidden: Bool, _ marksLeft: inout Int) -> Unicode.Scalar? {
        if marksLeft == 0 || isHidden {
            marksLeft = 0
            return replacement
        }
        if marksLeft == 1 { return nil }
        marksLeft -= 1
        return scalar
    }

    /// The Latin letter that a letter of a flag stands for.
    static func letter(ofFlag scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard EmojiSequence.isFlagLetter(scalar) else { return nil }
        return Unicode.Scalar(0x41 + scalar.value - 0x1F1E6)
    }
}
