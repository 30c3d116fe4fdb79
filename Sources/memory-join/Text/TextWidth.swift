/// Measures text in terminal columns, and cuts, pads and wraps it. Glyphs are never split.
enum TextWidth {
    /// The columns of text that ``SafeText`` has passed.
    static func columns(of text: String) -> Int {
        if isPrintableASCII(text) { return text.utf8.count }
        var columns = 0
        var scanner = GlyphScanner(text)
        while let span = scanner.next() { columns += span.columns }
        return columns
    }

    /// True if every character takes one byte and one column.
    static func isPrintableASCII(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// The text cut to `columns`, with an ellipsis if anything is missing.
    static func truncated(_ text: String, to columns: Int, isASCII: Bool = false) -> String {
        if self.columns(of: text) <= columns { return text }
        let mark = (isASCII ? "..." : "…").prefix(max(0, columns))
        return prefix(text, columns: columns - mark.count) + mark
    }

    /// The longest prefix that fits into `columns`.
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

    /// The longest suffix that fits into `columns`.
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

    /// The text cut or padded to `columns`.
    static func padded(_ text: String, to columns: Int) -> String {
        let text = truncated(text, to: columns)
        return text + String(repeating: " ", count: max(0, columns - self.columns(of: text)))
    }

    /// The text in lines of at most `columns`, broken at spaces where possible.
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
