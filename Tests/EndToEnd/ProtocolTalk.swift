import Foundation
import Testing

/// An example of `PROTOCOL.md`, in it or in a file of its own: the lines of one or more connections, such as `A> ping`,
/// `B< Pong.` and `A* connects`.
struct ProtocolTalk: Sendable, CustomTestStringConvertible {
    /// The file that it stands in.
    let path: String
    /// The number of its first line in that file.
    let line: Int
    /// The flags that its host is started with.
    let flags: [String]
    let steps: [Step]

    /// One line of an example: the connection, a sign, and what goes over it or happens to it.
    struct Step: Sendable {
        let name: Character
        let sign: Character
        let text: String
    }

    /// All examples of the document.
    static func all() throws -> [ProtocolTalk] {
        try ProtocolDocument.withExamples().flatMap { document in
            try document.blocks("talk").map { try ProtocolTalk($0, in: document.path) }
        }
    }

    private init(_ block: ProtocolDocument.Block, in path: String) throws {
        (self.path, line, flags) = (path, block.line, Array(block.info.dropFirst()))
        steps = try block.content.map { line in
            guard let match = line.wholeMatch(of: #/([A-Z])([<>*])(?: (.*))?/#), let name = match.1.first,
                let sign = match.2.first
            else { throw Unmet("'\(line)' is no line of an example") }
            return Step(name: name, sign: sign, text: String(match.3 ?? ""))
        }
    }

    /// The cards must be dealt in a certain way, or something else is marked.
    var hasMarks: Bool { steps.contains { $0.sign == "<" && $0.text.contains("«") } }

    /// The connections of which it shows what they receive.
    var listeners: Set<Character> { Set(steps.filter { $0.sign == "<" }.map(\.name)) }

    var testDescription: String { "the example in line \(line) of \(path)" }
}

/// A line as an example shows it: `…` is any text, `«fox»` a text that is the same wherever it stands.
struct Pattern: CustomStringConvertible {
    let description: String

    init(_ text: String) { description = text }

    /// Returns the values of the marks once this line has arrived; nil if the line does not match.
    func match(_ line: String, _ marks: [String: String]) throws -> [String: String]? {
        var expression = ""
        var names: [String] = []
        for piece in description.matches(of: #/«([^»]*)»|…|[^«…]+/#) {
            let name = piece.1.map(String.init)
            if let index = name.flatMap(names.firstIndex) {
                expression += "(?:\\\(index + 1))"
            } else if let name, marks[name] == nil {
                names.append(name)
                expression += "([^\"]+?)"
            } else if piece.0 == "…" {
                expression += ".+?"
            } else {
                expression += NSRegularExpression.escapedPattern(for: name.flatMap { marks[$0] } ?? String(piece.0))
            }
        }
        let whole = NSRange(line.startIndex..., in: line)
        let found = try NSRegularExpression(pattern: "\\A\(expression)\\z").firstMatch(in: line, range: whole)
        guard let found else { return nil }
        var marks = marks
        for (index, name) in names.enumerated() {
            // Two marks are two texts.
            guard let range = Range(found.range(at: index + 1), in: line), !marks.values.contains(String(line[range]))
            else { return nil }
            marks[name] = String(line[range])
        }
        return marks
    }

    /// The text in which every mark is replaced by what it stands for.
    static func fill(_ text: String, _ marks: [String: String]) -> String {
        marks.reduce(text) { $0.replacing("«\($1.key)»", with: $1.value) }
    }
}
