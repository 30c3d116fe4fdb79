import Foundation
import Testing

@testable import Protocol

/// `PROTOCOL.md`, or a file of its examples, as the tests read it: sections, tables and fenced blocks.
struct ProtocolDocument: Sendable {
    /// The file.
    let path: String
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

    /// The package's root, two folders above this file.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Reads a document of this package.
    init(_ path: String = "PROTOCOL.md") throws {
        self.init(path: path, lines: try Self.text(of: path).components(separatedBy: "\n"))
    }

    private init(path: String, lines: [String]) { (self.path, self.lines) = (path, lines) }

    /// The document, and the files with its longer examples.
    static func withExamples() throws -> [ProtocolDocument] {
        let folder = "Tests/EndToEnd/Examples"
        let files = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
        return try [ProtocolDocument()] + files.sorted().map { try ProtocolDocument("\(folder)/\($0)") }
    }

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
        return ProtocolDocument(path: path, lines: Array(lines[(start + 1)..<(end ?? lines.endIndex)]))
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

    /// A table, cell by cell.
    struct Table: Sendable {
        let titles: [String]
        let rows: [[String]]

        /// The rows, each cell by the title of its column.
        var entries: [[String: String]] { rows.map { row in Dictionary(zip(titles, row)) { $1 } } }
    }

    /// All tables, with backquotes.
    var tables: [Table] {
        var found: [Table] = []
        for group in lines.split(whereSeparator: { !$0.hasPrefix("|") }) {
            let cells = group.map { line in
                line.dropFirst().dropLast().components(separatedBy: "|").map { $0.trimmingCharacters(in: [" "]) }
            }
            if cells.count > 2 { found.append(Table(titles: cells[0], rows: Array(cells[2...]))) }
        }
        return found
    }

    /// The rows of the tables whose first column is called this, without that heading and without backquotes.
    func rows(of title: String) -> [[String]] {
        tables.filter { $0.titles[0] == title }.flatMap(\.rows).map { row in
            row.map { $0.replacingOccurrences(of: "`", with: "") }
        }
    }

    /// The names in the first column of such tables; a cell may hold several, with commas between them.
    func names(of title: String) -> Set<String> {
        Set(rows(of: title).flatMap { $0[0].components(separatedBy: ", ") })
    }

    /// The numbers of its sections, such as `4` and `4.2`.
    var sections: Set<String> {
        Set(headings.compactMap { $0.firstMatch(of: #/^(\d+(?:\.\d+)?)\.? /#).map { String($0.1) } })
    }

    /// Its headings, without the signs that mark them.
    var headings: [String] {
        var isFenced = false
        return lines.compactMap { line in
            if line.hasPrefix("```") { isFenced.toggle() }
            return isFenced ? nil : line.wholeMatch(of: #/#+ (.+)/#).map { String($0.1) }
        }
    }

    /// The names by which a link reaches its headings.
    var anchors: Set<String> {
        Set(
            headings.map { heading in
                String(heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) })
                    .replacing(" ", with: "-")
            })
    }

    /// The texts in backquotes.
    static func codes(in text: String) -> [String] { text.matches(of: #/`([^`]+)`/#).map { String($0.1) } }

    /// The lines of the client that it shows.
    func program() throws -> [String] {
        try #require(try section("## 2. A whole client").blocks("python").first).content
    }

    // MARK: Commands and events

    /// The table of all commands, those of Set included.
    func commands() throws -> Table {
        let found = tables.filter { $0.titles[0] == "verb" && $0.titles.contains("cost") }
        guard found.count == 2, found[0].titles == found[1].titles else {
            throw Unmet("there must be a table of the verbs, and one of those of Set")
        }
        return Table(titles: found[0].titles, rows: found.flatMap(\.rows))
    }

    /// The first table, of all verbs: what each does, and its answer.
    func overview() throws -> Table {
        guard let table = tables.first, table.titles == ["verb", "what it does", "answer"] else {
            throw Unmet("the first table must be that of the verbs")
        }
        return table
    }

    /// The fields of each event that has a table, such as `lobby.matches[].phase`, or a row among those of others.
    var fieldsOfEvents: [(event: String, field: String)] {
        tables.flatMap { table -> [(event: String, field: String)] in
            let names = table.rows.flatMap { Self.codes(in: $0[0]) }
            if let title = table.titles[0].wholeMatch(of: #/field of `(\w+)`/#) {
                return names.map { (String(title.1), $0) }
            }
            guard table.titles[0] == "field of an event" else { return [] }
            return names.map { name in
                let dot = name.firstIndex(of: ".") ?? name.endIndex
                return (String(name[..<dot]), String(name[dot...].dropFirst()))
            }
        }
    }

    /// The messages in the fenced blocks of JSON: one a block, or one a line.
    var messages: [JSONExample] {
        blocks("json").map { JSONExample($0, in: path) }
            + blocks("jsonl").flatMap { block in
                block.content.enumerated().map { JSONExample(path: path, line: block.line + 1 + $0, text: $1) }
            }
    }

    /// The table of limits, which has several of them in a row, each followed by its number.
    func limits() throws -> [(name: String, number: Int?)] {
        guard let table = tables.first(where: { $0.titles.starts(with: ["limit", "number"]) }) else {
            throw Unmet("there is no table of limits")
        }
        return table.rows.flatMap { row in
            stride(from: 0, to: row.count - 1, by: 2).compactMap { column in
                row[column].isEmpty ? nil : (Self.codes(in: row[column]).joined(), Int(row[column + 1]))
            }
        }
    }
}

/// Facts from the source code that the language cannot list.
enum ProtocolSource {
    /// The names of all events.
    static let events = Event.Kind.allCases.map(\.rawValue)

    /// The paths of the Swift files in one of this package's folders and below.
    static func swiftFiles(in folder: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: ProtocolDocument.root.appendingPathComponent(folder).path)
        return (paths?.allObjects ?? []).compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
            .map { "\(folder)/\($0)" }
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
