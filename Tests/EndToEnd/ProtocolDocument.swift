import Foundation

/// `PROTOCOL.md` as its tests read it: sections, tables and fenced blocks.
struct ProtocolDocument: Sendable {
    /// Its lines; the first is line 1.
    let lines: [String]

    /// A fenced block.
    struct Block: Sendable {
        /// The words after the opening fence, the language first.
        let info: [String]
        /// The number of the opening fence's line.
        let line: Int
        let content: [String]
    }

    /// The package's root, which this file lies two folders below.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Reads the document of this package.
    init() throws { lines = try Self.text(of: "PROTOCOL.md").components(separatedBy: "\n") }

    private init(lines: [String]) { self.lines = lines }

    /// The text of a file of this package.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The document as one text.
    var text: String { lines.joined(separator: "\n") }

    /// Returns the lines below the first such heading, up to the next heading that is not deeper.
    func section(_ heading: String) throws -> ProtocolDocument {
        guard let start = lines.firstIndex(of: heading) else { throw Unmet("there is no heading '\(heading)'") }
        let level = heading.prefix { $0 == "#" }.count
        let below = lines[(start + 1)...]
        var isFenced = false
        let end = below.firstIndex { line in
            if line.hasPrefix("```") { isFenced.toggle() }
            return !isFenced && line.hasPrefix("#") && line.prefix { $0 == "#" }.count <= level
        }
        return ProtocolDocument(lines: Array(lines[(start + 1)..<(end ?? lines.endIndex)]))
    }

    /// The names in headings of the third level that are a name in code, such as `hello`.
    var headings: [String] {
        lines.filter { $0.hasPrefix("### `") }.map { $0.dropFirst(4).trimmingCharacters(in: ["`"]) }
    }

    /// The fenced blocks in this language.
    func blocks(_ language: String) -> [Block] {
        var found: [Block] = []
        var open: (info: [String], line: Int)?
        for (index, line) in lines.enumerated() where line.hasPrefix("```") {
            if let start = open {
                found.append(Block(info: start.info, line: start.line, content: Array(lines[start.line..<index])))
                open = nil
            } else {
                open = (line.dropFirst(3).split(separator: " ").map(String.init), index + 1)
            }
        }
        return found.filter { $0.info.first == language }
    }

    /// The rows of all tables, cell by cell, without the rule under a heading and without backquotes.
    var rows: [[String]] {
        lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.map { line in
            line.dropFirst(2).components(separatedBy: " | ").map { cell in
                cell.trimmingCharacters(in: ["|", " "]).replacingOccurrences(of: "`", with: "")
            }
        }
    }

    /// The rows of the tables whose first column is called this, without that heading.
    func rows(of title: String) -> [[String]] {
        var found: [[String]] = []
        var isWanted = false
        for (index, line) in lines.enumerated() where line.hasPrefix("| ") {
            if index + 1 < lines.count, lines[index + 1].hasPrefix("| ---") {
                isWanted = line.hasPrefix("| \(title) ")
            } else if isWanted, !line.hasPrefix("| ---") {
                found += ProtocolDocument(lines: [line]).rows
            }
        }
        return found
    }

    /// The names in the first column of such tables; a cell may hold several, with commas between them.
    func names(of title: String) -> Set<String> {
        Set(rows(of: title).flatMap { $0[0].components(separatedBy: ", ") })
    }
}

/// Facts from the source code that the language cannot list.
enum ProtocolSource {
    /// The cases of an enum, in the order of the file.
    ///
    /// - Parameters:
    ///   - declaration: how its declaration begins, such as `public enum Phase`.
    ///   - path: the file.
    static func cases(of declaration: String, in path: String) throws -> [String] {
        let lines = try ProtocolDocument.text(of: path).components(separatedBy: "\n")
        guard let start = lines.firstIndex(where: { $0.contains(declaration) }) else {
            throw Unmet("\(path) has no '\(declaration)'")
        }
        let indentation = lines[start].prefix { $0 == " " } + "    "
        return lines[(start + 1)...].prefix { $0.isEmpty || $0.hasPrefix(indentation) }
            .filter { $0.hasPrefix(indentation + "case ") || $0.hasPrefix(indentation + "indirect case ") }
            .flatMap { line in
                (line.components(separatedBy: "case ").last ?? "").prefix { $0 != "(" }
                    .components(separatedBy: ", ").map { String($0.drop { $0 == "`" }.prefix { $0.isLetter }) }
            }
    }

    /// Returns the matches of a pattern's first group in a file, in order.
    static func findings(_ pattern: String, in path: String) throws -> [String] {
        let text = try ProtocolDocument.text(of: path)
        let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
        return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
            Range(match.range(at: 1), in: text).map { String(text[$0]) }
        }
    }
}
