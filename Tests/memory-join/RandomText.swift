import TestSupport

extension SeededRandom {
    /// What does not belong in a text.
    private static let odd: [Unicode.Scalar] = [
        "\u{1B}", "\n", "\r", "\u{7}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{200D}", "\u{301}", "\u{FE0F}",
        "\u{20E3}", "\u{1F3FD}", "\u{1F1E9}", "\u{9B}", "\u{FEFF}", "\u{2028}", "\u{1160}", "\u{903}", "\u{600}",
    ]
    /// What emoji are made of, so that some come out whole and many nearly.
    private static let parts: [Unicode.Scalar] = [
        "\u{200D}", "\u{200D}", "\u{FE0F}", "\u{FE0E}", "\u{1F3FB}", "\u{1F1E8}", "\u{1F1ED}", "\u{1F3F4}", "\u{E0067}",
        "\u{E0062}", "\u{E0065}", "\u{E007F}", "\u{20E3}", "7", "#", "❤", "👩", "👍", "☺", "⌚", "🦊", "♂", "\u{94D}", "क",
        "\u{1100}", "\u{1161}", "漢", "\u{FE00}", " ",
    ]

    /// A text with much in it that does not belong there, and much that does in the right order only.
    mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<number(0...60) {
            switch number(0...7) {
            case 0: text.append(one(of: Self.odd))
            case 1: if let scalar = Unicode.Scalar(UInt32(number(0...0x10FFFF))) { text.append(scalar) }
            case 2: if let scalar = Unicode.Scalar(UInt32(number(0x1F300...0x1FAFF))) { text.append(scalar) }
            case 3...5: text.append(one(of: Self.parts))
            default: text.append(Unicode.Scalar(byte(0x20...0x7E)))
            }
        }
        return String(text)
    }
}

/// Returns true if nothing in a line can do anything but be shown.
///
/// It checks each character and its neighbours, independently of how ``SafeText`` works.
func isSafe(_ line: String) -> Bool {
    let scalars = Array(line.unicodeScalars)
    var marks = 0
    for (index, scalar) in scalars.enumerated() {
        if (0x20...0x7E).contains(scalar.value) {
            marks = 0
            continue
        }
        let before = index > 0 ? scalars[index - 1] : "\n"
        let after = index + 1 < scalars.count ? scalars[index + 1] : "\n"
        switch scalar.properties.generalCategory {
        case .format where scalar == "\u{200D}" || isTag(scalar): break
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        case .nonspacingMark where scalar.properties.isVariationSelector: break
        case .nonspacingMark, .enclosingMark, .spacingMark: marks += 1
        default: marks = 0
        }
        if marks > 2 || !isInPlace(scalar, between: before, and: after) { return false }
    }
    guard let first = scalars.first else { return true }
    // Flags are pairs of their letters.
    let flags = scalars.split { !isFlagLetter($0) }
    return ![.nonspacingMark, .enclosingMark, .spacingMark].contains(first.properties.generalCategory)
        && flags.allSatisfy { $0.count.isMultiple(of: 2) }
}

private func isInPlace(_ scalar: Unicode.Scalar, between before: Unicode.Scalar, and after: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch scalar {
    case "\u{200D}":
        let endsPicture = before.properties.isEmoji || before == "\u{FE0F}"
        return endsPicture && after.properties.isEmoji && after.value > 0x7F && !after.properties.isEmojiModifier
    case "\u{FE0F}":
        return before.properties.isEmoji && !before.properties.isEmojiModifier
            && (before.value > 0x7F || after == "\u{20E3}")
    case "\u{FE0E}": return before.properties.isEmoji && (0x80..<0x1_0000).contains(before.value)
    case "\u{E007F}": return isTag(before)
    case _ where isTag(scalar): return isTag(after) && (isTag(before) || before == "\u{1F3F4}")
    default:
        if properties.isEmojiModifier { return before.properties.isEmojiModifierBase }
        return !properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
}

private func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0020...0xE007F).contains(scalar.value) }
private func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }
