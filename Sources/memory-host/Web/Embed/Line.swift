/// A line of one of the page's files that a browser needs, without its indentation.
struct Line {
    let file: String
    /// Its number, counted from 1.
    let number: Int
    let text: Substring
    let isIndented: Bool

    private init(_ text: Substring, file: String, number: Int) {
        (self.file, self.number) = (file, number)
        self.text = text.drop { $0 == " " || $0 == "\t" }
        isIndented = self.text.startIndex != text.startIndex
    }

    var words: [Substring] { text.split { !($0.isLetter || $0.isNumber || $0 == "_") } }

    func complaint(_ reason: String) -> Complaint { Complaint(file, number, reason) }

    /// The particulars of the files with an extension.
    private struct Kind {
        let opening, closing: String
        /// The mark that begins, and ends, a text which might go on over several lines.
        let quote: Character?
        /// Texts, in lower case, that would mean something else in the document.
        let forbidden: [String]
    }

    private static let kinds = [
        "html": Kind(opening: "<!--", closing: "-->", quote: "\"", forbidden: ["<pre", "<textarea"]),
        "css": Kind(opening: "/*", closing: "*/", quote: nil, forbidden: ["</style", "@import"]),
        "js": Kind(opening: "/*", closing: "*/", quote: "`", forbidden: ["</script", "<!--"]),
    ]

    /// Returns the lines of a file that are neither empty nor only a comment.
    ///
    /// - Throws: a ``Complaint`` about a line that would mean something else without those before it or its indentation.
    static func all(of source: String, in file: String) throws -> [Line] {
        guard let name = file.split(separator: ".").last, let kind = kinds[String(name)] else { return [] }
        var (lines, comment): ([Line], Line?) = ([], nil)
        let texts = source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, text) in texts.enumerated() {
            let line = Line(text, file: file, number: index + 1)
            if comment != nil || line.text.hasPrefix(kind.opening) {
                let rest = comment == nil ? line.text.dropFirst(kind.opening.count) : line.text
                comment = comment ?? line
                guard let end = rest.firstRange(of: kind.closing) else { continue }
                guard end.upperBound == rest.endIndex else { throw line.complaint("there is code behind a comment") }
                comment = nil
            } else if !line.text.isEmpty, name != "js" || !line.text.hasPrefix("//") {
                try line.check(kind)
                lines.append(line)
            }
        }
        if let comment { throw comment.complaint("a comment has no end") }
        return lines
    }

    private func check(_ kind: Kind) throws {
        if let text = kind.forbidden.first(where: text.lowercased().contains) { throw complaint("it contains \(text)") }
        if let start = text.ranges(of: kind.opening).last, !text[start.upperBound...].contains(kind.closing) {
            throw complaint("a comment of several lines begins where a line does")
        }
        let quotes = text.count { $0 == kind.quote }
        guard quotes.isMultiple(of: 2), text.last != "\\" else {
            throw complaint("a text ends on the line where it begins")
        }
    }
}
