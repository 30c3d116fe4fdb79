extension Unicode.Scalar {
    /// The character as part of a sentence for people: itself, or words for one that can't be seen.
    var described: String {
        switch self {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": return "a line break"
        case "\t": return "a tab"
        default: break
        }
        switch properties.generalCategory {
        case .control: return "a control character (\(codePointName))"
        case .privateUse, .unassigned, .surrogate: return "an unknown character (\(codePointName))"
        case .spaceSeparator: return "an unusual space (\(codePointName))"
        default: break
        }
        if properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format || self == "\u{2800}" {
            return "an invisible character (\(codePointName))"
        }
        return "the character \(shown)"
    }

    /// The character itself; a mark is shown on a dotted circle.
    var shown: String { isMark ? "\u{25CC}\(self)" : String(self) }

    /// The code point in Unicode notation, such as `U+202E`.
    private var codePointName: String { "U+" + String(value, radix: 16, uppercase: true).zeroPadded(to: 4) }

    /// True if the character combines with the one before it.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// True for a mark that stands above, below or around a letter, and for a character that takes no room.
    fileprivate var takesNoRoom: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}

extension String {
    /// True if more than ``Limits/marksInARow`` marks or invisible characters follow each other.
    var stacksMarks: Bool {
        if utf8.allSatisfy({ $0 < 0x80 }) { return false }
        var count = 0
        for scalar in unicodeScalars {
            count = scalar.takesNoRoom ? count + 1 : 0
            if count > Limits.marksInARow { return true }
        }
        return false
    }
}
