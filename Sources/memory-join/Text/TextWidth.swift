/// How many columns of a terminal text takes, and text made to take so many. No glyph is ever cut through.
enum TextWidth {
    /// The columns of text that ``SafeText`` has passed.
    static func columns(of text: String) -> Int {
        if isPrintableASCII(text) { return text.utf8.count }
        var columns = 0
        var scanner = GlyphScanner(text)
        while let span = scanner.next() { columns += span.columns }
        return columns
    }

    /// Whether all of the text is characters that take one byte and one column.
    static func isPrintableASCII(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// The text without what goes beyond so many columns; an ellipsis says that something is missing.
    static func cut(_ text: String, to columns: Int, isASCII: Bool = false) -> String {
        if self.columns(of: text) <= columns { return text }
        let mark = (isASCII ? "..." : "…").prefix(max(0, columns))
        return prefix(text, columns: columns - mark.count) + mark
    }

    /// As much of the start of the text as fits into so many columns.
    static func prefix(_ text: String, columns: Int) -> String {
        if isPrintableASCII(text) { return String(text.prefix(max(0, columns))) }
        var used = 0
        var end = 0
        var scanner = GlyphScanner(text)
        while let span = scanner.next() {
            used += span.columns
            if used > columns { return scanner.text(0..<end) }
            end = span.range.upperBound
        }
        return text
    }

    /// As much of the end of the text as fits into so many columns.
    static func suffix(_ text: String, columns: Int) -> String {
        if isPrintableASCII(text) { return String(text.suffix(max(0, columns))) }
        var left = self.columns(of: text)
        var rest = ""
        var scanner = GlyphScanner(text)
        while let span = scanner.next() {
            if left <= columns { rest += scanner.text(span.range) }
            left -= span.columns
        }
        return rest
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
        var used = 0
        for word in text.split(separator: " ").map(String.init) {
            let width = self.columns(of: word)
            if !line.isEmpty, used + 1 + width <= columns {
                line += " " + word
                used += 1 + width
                continue
            }
            if !line.isEmpty { lines.append(line) }
            (line, used) = (word, width)
            while used > columns {
                let start = prefix(line, columns: columns)
                if start.isEmpty { return lines }  // A wide character in a single column.
                lines.append(start)
                line.unicodeScalars.removeFirst(start.unicodeScalars.count)
                used -= self.columns(of: start)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
