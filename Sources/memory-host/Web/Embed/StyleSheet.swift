/// A style sheet without what means nothing to a browser: comments, indentation, and spaces beside marks.
enum StyleSheet {
    /// Returns the rules of a style sheet.
    ///
    /// - Throws: a ``Complaint`` about a comment or a string without an end.
    static func squeezed(_ source: String, file: String) throws -> String {
        var (output, rest): ([UInt8], ArraySlice<UInt8>) = ([], Array(source.utf8)[...])
        // True if there was a space that may mean something.
        var hasSpace = false
        while let byte = rest.first {
            if rest.starts(with: "/*".utf8) {
                guard let end = rest.dropFirst(2).firstRange(of: "*/".utf8) else {
                    throw Complaint(file, line(rest.startIndex, in: source), "a comment has no end")
                }
                rest = rest[end.upperBound...]
                hasSpace = true
            } else if isSpace(byte) {
                rest.removeFirst()
                hasSpace = true
            } else {
                if hasSpace, let last = output.last, !isTight(after: last), !isTight(before: byte) {
                    output.append(UInt8(ascii: " "))
                }
                hasSpace = false
                let part = isQuote(byte) ? string(rest) : rest.prefix(1)
                guard let part else {
                    throw Complaint(file, line(rest.startIndex, in: source), "a string has no end")
                }
                // The last semicolon before a brace means nothing.
                if byte == UInt8(ascii: "}"), output.last == UInt8(ascii: ";") { output.removeLast() }
                output += part
                rest = rest.dropFirst(part.count)
            }
        }
        return String(decoding: output, as: UTF8.self) + "\n"
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), 13, 10].contains(byte)
    }

    private static func isQuote(_ byte: UInt8) -> Bool { [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(byte) }

    /// True if a space behind this mark means nothing. The colon of a selector is never followed by one.
    private static func isTight(after byte: UInt8) -> Bool { "{};,:>/".utf8.contains(byte) }

    private static func isTight(before byte: UInt8) -> Bool { "{};,>/".utf8.contains(byte) }

    /// Returns the string that bytes begin with; nil if it has no end.
    private static func string(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var place = rest.startIndex + 1
        while place < rest.endIndex, rest[place] != UInt8(ascii: "\n") {
            if rest[place] == rest.first { return rest[...place] }
            place += rest[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private static func line(_ place: Int, in source: String) -> Int {
        1 + source.utf8.prefix(place).count { $0 == UInt8(ascii: "\n") }
    }
}
