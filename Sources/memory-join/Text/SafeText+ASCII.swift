// For terminals limited to ASCII.

extension SafeText {
    /// The text in printable ASCII: letters without their marks, digits of any script, plain quotes and dashes, the
    /// letters of flags, and `?` for every other glyph.
    static func ascii(_ text: String) -> String {
        if TextWidth.isPrintableASCII(text) { return text }
        var plain = ""
        for glyph in Glyph.split(text) {
            // All but the first character are marks; but a flag is two letters.
            for (index, scalar) in glyph.text.unicodeScalars.enumerated() {
                if let letter = letter(ofFlag: scalar) {
                    plain.unicodeScalars.append(letter)
                } else if index == 0 {
                    plain += ascii(scalar)
                }
            }
        }
        return plain
    }

    private static func ascii(_ scalar: Unicode.Scalar) -> String {
        if scalar.value < 0x7F { return scalar.value < 0x20 ? "?" : String(scalar) }
        if let text = punctuation(scalar) { return text }
        if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
            return String(Int(value))
        }
        return latin(scalar) ?? "?"
    }

    /// Typographic punctuation, as a typewriter has it.
    private static func punctuation(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\u{2018}"..."\u{201B}", "\u{2032}", "\u{2039}", "\u{203A}", "´": "'"
        case "\u{201C}"..."\u{201F}", "\u{2033}", "«", "»": "\""
        case "\u{2010}"..."\u{2015}", "\u{2212}", "─", "━": "-"
        case "…": "..."
        case "\u{A0}", "\u{3000}": " "
        case "•", "·", "∙": "*"
        case "×": "x"
        case "÷": "/"
        case "│", "┃": "|"
        case "\u{FF01}"..."\u{FF5E}": Unicode.Scalar(scalar.value - 0xFF01 + 0x21).map { String($0) }
        default: nil
        }
    }

    /// The base letters of a Latin letter, from its Unicode name, which never changes: `LATIN SMALL LETTER O WITH
    /// STROKE`, `LATIN CAPITAL LIGATURE OE`.
    private static func latin(_ scalar: Unicode.Scalar) -> String? {
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER" || words[2] == "LIGATURE" else { return nil }
        let letters: String? =
            switch words[3] {
            case "SHARP": "SS"
            case "DOTLESS", "LONG": words.count > 4 ? String(words[4]) : nil
            case "ETH": "D"
            case "THORN": "TH"
            case "ENG": "N"
            default: words[3].utf8.count <= 2 ? String(words[3]) : nil
            }
        return words[1] == "SMALL" ? letters?.lowercased() : letters
    }
}
