import Foundation
import Protocol
import TestSupport
import Testing

/// The schema and `PROTOCOL.md` say the same.
@Suite struct ProtocolSchemaTests {
    private let document: ProtocolDocument
    private let schema = JSONSchema.wire

    init() throws { document = try ProtocolDocument() }

    @Test(arguments: try ProtocolDocument.withExamples().flatMap(\.messages))
    func `the schema accepts every message shown`(example: JSONExample) {
        let line: JSONSchema.Line = example.event == nil ? .command : .event
        #expect(schema.flaw(ofLine: example.text.utf8, line, isStrict: true) == nil)
    }

    @Test func `the schema accepts every event of an example that is shown whole`() throws {
        let texts = try ProtocolTalk.all().flatMap(\.steps).filter { $0.sign == "<" && $0.text.hasPrefix("{") }
            .map(\.text).filter { !$0.contains(where: "…«".contains) }
        #expect(texts.count > 50)
        for text in texts { #expect(schema.flaw(ofLine: text.utf8, .event, isStrict: true) == nil, "\(text)") }
    }

    /// The errors by which a host says that a line could never be carried out.
    private static let errorsOfForm: Set = [
        "bad_json", "bad_field", "bad_rules", "unknown_type", "unsupported_protocol",
    ]

    @Test func `of the commands in the examples, the schema refuses those that the host refuses for their form`() throws
    {
        var (accepted, refused) = (0, 0)
        for talk in try ProtocolTalk.all() {
            for (index, step) in talk.steps.enumerated() where step.sign == ">" && step.text.hasPrefix("{") {
                let answer = talk.steps[(index + 1)...].first { $0.name == step.name }
                let isInWords = answer.map { $0.sign == "<" && !$0.text.hasPrefix("{") } ?? false
                if step.text.contains("«") || isInWords { continue }
                let code = answer?.text.wholeMatch(of: #/\{"type":"error",.*?"code":"(\w+)".*/#).map { String($0.1) }
                let flaw = schema.flaw(ofLine: step.text.utf8, .command)
                let mustBeRefused = answer?.sign == "<" && Self.errorsOfForm.contains(code ?? "")
                #expect((flaw != nil) == mustBeRefused, "line \(talk.line): \(step.text): \(flaw ?? "no flaw")")
                if mustBeRefused { refused += 1 } else { accepted += 1 }
            }
        }
        #expect(accepted > 60)
        #expect(refused > 5)
    }

    // MARK: Definitions

    @Test func `the schema has every command with its fields, and no other`() throws {
        let types = Command.Kind.allCases.map(\.name)
        #expect(definitions(.command) == Set(types.map(JSONSchema.Line.command.definition)))
        for command in try document.commands().entries {
            let type = ProtocolDocument.codes(in: command["verb"] ?? "").joined()
            guard types.contains(type) else { continue }
            let definition = schema.source["$defs"]?[JSONSchema.Line.command.definition(type)]
            #expect(definition?["properties"]?["type"]?["const"]?.string == type)
            let cell = try #require(command["fields"])
            #expect(
                definition?["properties"]?.keys == Set(ProtocolDocument.codes(in: cell) + ["type", "id"]), "\(type)")
            let bold = cell.matches(of: #/\*\*`(\w+)`\*\*/#).map { String($0.1) }
            let required = type == "hello" ? [] : bold  // One of the two.
            #expect(strings(definition?["required"]) == Set(required + ["type"]), "\(type)")
        }
    }

    @Test func `the schema has every event with its fields, and no other`() throws {
        let events = ProtocolSource.events
        let report = JSONSchema.Line.event.definition("report")  // Of an exam, not of a lobby.
        #expect(definitions(.event) == Set(events.map(JSONSchema.Line.event.definition)).union([report]))
        for type in events {
            let definition = schema.source["$defs"]?[JSONSchema.Line.event.definition(type)]
            #expect(definition?["properties"]?["type"]?["const"]?.string == type)
            let fields = document.fieldsOfEvents.filter { $0.event == type }.map {
                $0.field.prefix { $0 != "." && $0 != "[" }
            }
            let named = definition?["properties"]?.keys.subtracting(["type", "re"])
            #expect(named == Set(fields.map(String.init)), "\(type)")
        }
        #expect(
            strings(schema.source["$defs"]?["StateEvent"]?["properties"]?["phase"]?["enum"])
                == document.names(of: "phase"))
    }

    @Test func `the schema has every value that the document lists`() throws {
        func listed(_ name: String) -> Set<String> { strings(schema.source["$defs"]?[name]?["examples"]) }
        let codes = document.rows(of: "code")
        let errors = Set(codes.filter { $0[1] != "bye" }.map { $0[0] })
        #expect(listed("ErrorCode") == errors)
        #expect(listed("CloseReason") == Set(codes.filter { !$0[2].isEmpty }.map { $0[0] }))
        #expect(listed("EndReason") == document.names(of: "`reason`"))
        #expect(listed("Preset") == document.names(of: "preset"))
    }

    @Test func `the document has every field, word and number of the schema`() throws {
        var (names, words, numbers): (Set<String>, Set<String>, Set<Int>) = ([], [], [])
        func visit(_ node: JSONNode?) {
            guard let node else { return }
            for name in node["properties"]?.keys ?? [] {
                names.insert(name)
                visit(node["properties"]?[name])
            }
            words.formUnion(strings(node["examples"]).union(strings(node["enum"])))
            if let word = node["const"]?.string { words.insert(word) }
            for bound in ["minimum", "maximum", "minItems", "maxItems"] {
                if let number = node[bound]?.integer { numbers.insert(number) }
            }
            for keyword in ["oneOf", "anyOf"] { node[keyword]?.elements?.forEach(visit) }
            visit(node["items"])
        }
        for name in schema.source["$defs"]?.keys ?? [] { visit(schema.source["$defs"]?[name]) }
        #expect(names.count > 100 && words.count > 100 && numbers.count > 20)
        let inCode = Set(
            document.lines.flatMap(ProtocolDocument.codes).flatMap { $0.split { !($0.isLetter || $0 == "_") } }
                .map(String.init))
        let written = Set(document.text.matches(of: #/\d+/#).compactMap { Int($0.0) })
        #expect(names.subtracting(inCode) == [])
        #expect(words.filter { !$0.isEmpty && !inCode.contains($0) } == [])
        // The highest card and place are those of the largest board and table, the highest ply that of the most turns.
        #expect(numbers.subtracting([80, 99, 20100]).subtracting(written) == [])
    }

    @Test func `the schema has every kind of change`() throws {
        let kinds = document.names(of: "kind")
        #expect(kinds.count > 10)
        #expect(strings(schema.source["$defs"]?["Change"]?["properties"]?["kind"]?["examples"]) == kinds)
    }

    /// The names of the definitions for one kind of lines, which must be those that a line may be.
    private func definitions(_ line: JSONSchema.Line) -> Set<String> {
        let all = schema.source["$defs"]?.keys.filter { $0.hasSuffix(line.rawValue) && $0 != line.rawValue } ?? []
        let listed = schema.source["$defs"]?[line.rawValue]?["oneOf"]?.elements?.compactMap { $0["$ref"]?.string } ?? []
        #expect(Set(listed) == Set(all.map { "#/$defs/\($0)" }))
        return Set(all)
    }

    private func strings(_ list: JSONNode?) -> Set<String> { Set(list?.elements?.compactMap(\.string) ?? []) }
}
