/// Makes text that came from somewhere else fit to be shown.
///
/// What the network says reaches a terminal only through ``line(_:columns:)``. What it returns holds no control, format
/// or bidirectional character, no line end, no mark without something to stand on, and nothing that terminals disagree
/// about the width of: each character of it takes the columns that ``width(_:)`` says.
enum SafeText {
    /// What stands in the place of a character that cannot be shown.
    static let replacement: Unicode.Scalar = "\u{FFFD}"
    /// Marks that may stand on one character; more of them would climb into the lines above.
    private static let marksAtOnce = 2

    /// The text on one line, cut to so many columns.
    static func line(_ text: String, columns: Int = 1000) -> String {
        var line = String.UnicodeScalarView()
        var used = 0
        var marksLeft = 0
        for scalar in text.unicodeScalars {
            guard let shown = shown(scalar, marksLeft: &marksLeft) else { continue }
            used += TextWidth.columns(of: shown)
            if used > columns { break }
            line.append(shown)
        }
        return String(line)
    }

    /// What is shown for a character, nil for nothing.
    ///
    /// `marksLeft` is one more than the marks that may follow, and 0 where there is nothing for them to stand on.
    private static func shown(_ scalar: Unicode.Scalar, marksLeft: inout Int) -> Unicode.Scalar? {
        if scalar.value < 0x7F, scalar.value >= 0x20 {
            marksLeft = scalar == " " ? 0 : marksAtOnce + 1
            return scalar
        }
        let properties = scalar.properties
        // A variation selector asks for another drawing, a modifier for another skin: how wide that comes out differs.
        if properties.isVariationSelector { return nil }
        if properties.isEmojiModifier, marksLeft > 0 { return nil }
        if properties.isEmojiModifier || scalar == replacement {
            marksLeft = 0
            return replacement
        }
        // Flags are pairs of letters, and become them.
        if let letter = regionalLetter(scalar) {
            marksLeft = 0
            return letter
        }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark:
            return properties.isDefaultIgnorableCodePoint ? nil : mark(scalar, &marksLeft)
        case .spaceSeparator:
            marksLeft = 0
            return " "
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            marksLeft = 0
            return replacement
        case .otherLetter where TextWidth.isJoiningJamo(scalar) && !properties.isDefaultIgnorableCodePoint:
            return mark(scalar, &marksLeft)
        default:
            let isHidden = properties.isDefaultIgnorableCodePoint
            marksLeft = isHidden ? 0 : marksAtOnce + 1
            return isHidden ? replacement : scalar
        }
    }

    /// A mark with something to stand on, or what stands for it: nothing if there are too many.
    private static func mark(_ scalar: Unicode.Scalar, _ marksLeft: inout Int) -> Unicode.Scalar? {
        if marksLeft == 0 { return replacement }
        if marksLeft == 1 { return nil }
        marksLeft -= 1
        return scalar
    }

    private static func regionalLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
        return Unicode.Scalar(0x41 + scalar.value - 0x1F1E6)
    }
}
