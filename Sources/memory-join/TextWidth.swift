/// How many columns of a terminal text takes, and text made to take so many.
enum TextWidth {
    /// The columns of text that ``SafeText`` has passed.
    static func columns(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + columns(of: $1) } }

    /// The columns of one character: 2 for the wide ones of East Asia and emoji, 0 for marks, else 1.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        if isWide(scalar) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return isJoiningJamo(scalar) ? 0 : 1
        }
    }

    /// The text without what goes beyond so many columns; an ellipsis says that something is missing.
    static func cut(_ text: String, to columns: Int) -> String {
        if text.utf8.count <= columns || self.columns(of: text) <= columns { return text }
        guard columns > 0 else { return "" }
        return prefix(text, columns: columns - 1) + "…"
    }

    /// As much of the start of the text as fits into so many columns.
    static func prefix(_ text: String, columns: Int) -> String {
        var kept = String.UnicodeScalarView()
        var used = 0
        for scalar in text.unicodeScalars {
            used += self.columns(of: scalar)
            if used > columns { break }
            kept.append(scalar)
        }
        return String(kept)
    }

    /// As much of the end of the text as fits into so many columns; it does not begin with a mark.
    static func suffix(_ text: String, columns: Int) -> String {
        var used = self.columns(of: text)
        var rest = Substring(text).unicodeScalars
        while let first = rest.first, used > columns || self.columns(of: first) == 0 {
            used -= self.columns(of: first)
            rest.removeFirst()
        }
        return String(rest)
    }

    /// The text cut to so many columns, or with spaces after it up to there.
    static func fit(_ text: String, to columns: Int) -> String {
        let text = cut(text, to: columns)
        return text + String(repeating: " ", count: max(0, columns - self.columns(of: text)))
    }

    /// The text in lines of so many columns, broken at spaces where there are any.
    static func wrap(_ text: String, to columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ").map(String.init) {
            let joined = line.isEmpty ? word : "\(line) \(word)"
            if self.columns(of: joined) <= columns {
                line = joined
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = word
            while self.columns(of: line) > columns {
                let start = prefix(line, columns: columns)
                if start.isEmpty { return lines }  // A wide character in a single column.
                lines.append(start)
                line.unicodeScalars.removeFirst(start.unicodeScalars.count)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Whether the character is drawn twice as wide as a Latin letter.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isEmojiPresentation { return true }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C: return true
        case 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F: return true
        case 0xFF01...0xFF60, 0xFFE0...0xFFE6: return true
        case 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD: return true
        default: return false
        }
    }

    /// Whether the character is a part of a Korean syllable that is drawn into the part before it.
    static func isJoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }
}
