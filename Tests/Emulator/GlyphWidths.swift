/// The number of columns a terminal gives to characters. Terminals disagree, so a client must draw well with each.
public enum GlyphWidths: Sendable, CaseIterable {
    /// Each code point for itself, as terminals that know nothing of clusters do: two for the wide ones of East Asia
    /// and emoji, none for marks, joiners and selectors, and one for each half of a flag.
    case codePoints
    /// A user-perceived character is one, and takes two columns if it is wide, a flag, or an emoji, also by a
    /// selector or a joiner.
    case clusters

    /// The columns of one code point: 0 if it is drawn into the cell before it.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        return isDrawnIntoOthers(scalar) ? 0 : isWide(scalar) ? 2 : 1
    }

    /// The columns of what this behaviour takes for one character.
    func columns(of text: String) -> Int {
        let scalars = text.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let alone = max(1, Self.columns(of: first))
        guard self == .clusters, scalars.count > 1 || first.properties.isEmojiPresentation else { return alone }
        let isEmoji =
            first.properties.isEmojiPresentation
            || (first.properties.isEmoji && scalars.contains { $0 == "\u{FE0F}" || $0 == "\u{200D}" })
        return isEmoji ? 2 : alone
    }

    /// Returns true if a character belongs to the text of the cell before.
    func joins(_ scalar: Unicode.Scalar, to text: String) -> Bool {
        if scalar.value < 0x300 { return false }
        switch self {
        case .codePoints: return Self.isDrawnIntoOthers(scalar)
        case .clusters: return Self.isDrawnIntoOthers(scalar) || (text + String(scalar)).count == 1
        }
    }

    private static func isDrawnIntoOthers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        case .format: return scalar.properties.isDefaultIgnorableCodePoint
        // Parts of a Korean syllable after its first: Unicode, HangulSyllableType.txt, V and T.
        default: return (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        var (low, high) = (0, wide.count / 2)
        while low < high {
            let middle = (low + high) / 2
            if scalar.value > wide[2 * middle + 1] { low = middle + 1 } else { high = middle }
        }
        return 2 * low < wide.count && scalar.value >= wide[2 * low]
    }

    /// First and last of each range whose East_Asian_Width is W or F in Unicode 17 (EastAsianWidth.txt, by way of
    /// Python's wcwidth 0.7.0). Ranges that only unassigned code points and marks keep apart are one.
    private static let wide: [UInt32] = [
        0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3, 0x25FD, 0x25FE,
        0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267F, 0x267F, 0x268A, 0x268F, 0x2693, 0x2693, 0x26A1, 0x26A1,
        0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3,
        0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C,
        0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C,
        0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E, 0x3041, 0x3247, 0x3250, 0xA4C6, 0xA960, 0xA97C, 0xAC00, 0xD7A3,
        0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x18DF2, 0x1AFF0,
        0x1B2FB, 0x1D300, 0x1D376, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F200,
        0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0,
        0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B,
        0x1F54E, 0x1F550, 0x1F567, 0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680,
        0x1F6C5, 0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0,
        0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70, 0x1FAF8, 0x20000, 0x3FFFD,
    ]
}
