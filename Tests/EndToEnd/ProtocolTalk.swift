import Protocol
import Testing

/// An example of `PROTOCOL.md`: what goes over one or more connections.
struct ProtocolTalk: Sendable, CustomTestStringConvertible {
    /// The number of its first line in the document.
    let line: Int
    /// The flags that its host is started with.
    let flags: [String]
    let steps: [Step]

    /// One line of an example.
    enum Step: Sendable {
        case connects(Character)
        case sends(Character, String)
        case receives(Character, Pattern)
        case closesItsSide(Character)
        case breaksOff(Character)
        case isClosed(Character)
        case hostStops
    }

    /// Reads a block.
    ///
    /// - Throws: ``Unmet`` if the document does not say what a line of it means.
    init(_ block: ProtocolDocument.Block) throws {
        line = block.line
        flags = Array(block.info.dropFirst())
        steps = try block.content.map(Self.step)
    }

    /// All examples of the document.
    static func all() throws -> [ProtocolTalk] { try ProtocolDocument().blocks("talk").map { try ProtocolTalk($0) } }

    private static func step(_ line: String) throws -> Step {
        guard let name = line.first, name.isASCII, name.isUppercase, let sign = line.dropFirst().first,
            line.count == 2 || line.dropFirst(2).first == " "
        else { throw Unmet("'\(line)' is no line of an example") }
        let rest = String(line.dropFirst(3))
        switch (sign, rest) {
        case (">", _): return .sends(name, rest)
        case ("<", _): return .receives(name, Pattern(rest))
        case ("*", "connects"): return .connects(name)
        case ("*", "closes its side"): return .closesItsSide(name)
        case ("*", "breaks off"): return .breaksOff(name)
        case ("*", "is closed"): return .isClosed(name)
        case ("*", "stops") where name == "H": return .hostStops
        default: throw Unmet("'\(line)' is no line of an example")
        }
    }

    /// The cards must be dealt in a certain way, or something else is marked.
    var hasMarks: Bool {
        steps.contains { if case .receives(_, let pattern) = $0 { pattern.hasMarks } else { false } }
    }

    /// The connections of which it shows what they receive.
    var listeners: Set<Character> {
        Set(steps.compactMap { if case .receives(let name, _) = $0 { name } else { nil } })
    }

    var testDescription: String { "the example in line \(line)" }
}

/// A line as an example shows it: `…` is any text, `«fox»` a text that is the same wherever it stands.
struct Pattern: Sendable, CustomStringConvertible {
    let description: String
    private var pieces: [Piece] = []

    private enum Piece {
        case literal([UInt8])
        case anything
        case mark(String)
    }

    init(_ text: String) {
        description = text
        var rest = text[...]
        while let next = rest.first {
            if next == "…" {
                pieces.append(.anything)
                rest.removeFirst()
            } else if next == "«", let end = rest.firstIndex(of: "»") {
                pieces.append(.mark(String(rest[rest.index(after: rest.startIndex)..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                let end = rest.dropFirst().firstIndex { $0 == "…" || $0 == "«" } ?? rest.endIndex
                pieces.append(.literal(Array(rest[..<end].utf8)))
                rest = rest[end...]
            }
        }
    }

    var hasMarks: Bool { pieces.contains { if case .mark = $0 { true } else { false } } }

    /// Returns the values of the marks once this line has arrived; nil if the line does not match.
    func match(_ line: String, _ marks: [String: String]) -> [String: String]? {
        Self.match(pieces[...], Array(line.utf8)[...], marks)
    }

    /// The text in which every mark is replaced by what it stands for.
    static func fill(_ text: String, _ marks: [String: String]) -> String {
        marks.reduce(text) { $0.replacing("«\($1.key)»", with: $1.value) }
    }

    private static func match(
        _ pieces: ArraySlice<Piece>, _ text: ArraySlice<UInt8>, _ marks: [String: String]
    ) -> [String: String]? {
        guard let piece = pieces.first else { return text.isEmpty ? marks : nil }
        let rest = pieces.dropFirst()
        let known: [UInt8]?
        switch piece {
        case .literal(let bytes): known = bytes
        case .anything: known = nil
        case .mark(let name): known = marks[name].map { Array($0.utf8) }
        }
        if let known {
            return text.starts(with: known) ? match(rest, text.dropFirst(known.count), marks) : nil
        }
        for end in text.indices {
            var marks = marks
            if case .mark(let name) = piece {
                // A mark stays inside a string, and two marks are two texts.
                let value = String(decoding: text[...end], as: UTF8.self)
                guard text[end] != UInt8(ascii: "\"") else { return nil }
                guard !marks.values.contains(value) else { continue }
                marks[name] = value
            }
            if let found = match(rest, text[(end + 1)...], marks) { return found }
        }
        return nil
    }
}
