import TestSupport
import Testing

@testable import Protocol

/// The schema of the protocol says what the codecs read and write: no less, and of what the host sends no more.
@Suite struct `JSON Schema: the protocol` {
    private let schema = JSONSchema.wire

    // MARK: Lines

    @Test(arguments: JSONSamples.commands)
    func `the schema accepts every command that has a card of some board`(command: Command, line: String) throws {
        let isOnBoard = if case .move(.flip(.index(let card))) = command { card >= 0 } else { true }
        for id in [nil, RequestID(""), RequestID(String(repeating: "x", count: Limits.requestIDBytes))] {
            let bytes = json(command, id: id).utf8.dropLast()
            #expect((schema.flaw(ofLine: bytes, .command, isStrict: true) == nil) == isOnBoard)
            #expect((schema.flaw(of: try JSONNode(bytes), as: "Command") == nil) == isOnBoard)
        }
    }

    @Test(arguments: [
        Command.move(.flip(.card(99))), .resign, .rematch, .leave, .say(unwrapped(try? SpokenText("Hi"))),
    ])
    func `the schema accepts the guards of a command`(command: Command) {
        let (turn, ply) = command.kind == .flip ? (4, 9) : (nil, nil)
        let guards = Request.Guards(match: MatchID(number: 3), turnNumber: turn, ply: ply)
        let line = written { JSONCommands.write(command, guards: guards, into: &$0) }
        #expect(schema.flaw(ofLine: line.utf8, .command, isStrict: true) == nil)
    }

    @Test func `the schema accepts every event`() throws {
        let hello = Message(.hello(Hello(host: "den"))), book = Message(.rules(RuleBook(preset: .classic)))
        for line in JSONEventSamples.all.map(\.line) + [json(hello), json(book)] {
            #expect(schema.flaw(ofLine: line.utf8, .event, isStrict: true) == nil)
            #expect(schema.flaw(of: try JSONNode(line.utf8), as: "Event") == nil)
            #expect(schema.flaw(of: try JSONNode(line.utf8)) == nil)
        }
    }

    @Test func `the schema refuses an event in which any one value is of another type`() throws {
        for (_, line) in JSONEventSamples.all {
            for changed in try JSONNode(line.utf8).replacing(with: .object(["x": .null])) {
                #expect(schema.flaw(of: changed, as: "Event") != nil, "\(changed)")
            }
        }
    }

    @Test func `an event with a field that the schema does not name is refused by a strict check alone`() throws {
        for (_, line) in JSONEventSamples.all {
            let longer = line.dropLast() + #","news":1}"#
            #expect(schema.flaw(ofLine: longer.utf8, .event) == nil)
            #expect(schema.flaw(ofLine: longer.utf8, .event, isStrict: true) == "$/news is not known")
        }
    }

    /// Values that one field or another of a command may have.
    private static let values: [JSONNode] = [
        .null, .bool(true), .integer(-1), .integer(0), .integer(1), .integer(2), .integer(101), .fraction(1.5),
        .integer(500), .integer(999), .integer(3_600_001), .string(""), .string("x"), .string("m3"), .string("R17"),
        .string("KQ7XM4"), .string("quick"), .string(JSONSamples.tokenText), .array([]), .object([:]),
        .object(["x": .null]), .object(["rows": .integer(11)]),
    ]

    @Test(arguments: JSONSamples.commands)
    func `the schema refuses every command that the host refuses for its form`(_: Command, line: String) throws {
        var refused = 0
        for value in Self.values {
            for changed in try JSONNode(line.utf8).replacing(with: value) {
                let bytes = try changed.bytes()
                guard bytes.first == UInt8(ascii: "{"), read(bytes).isMalformed else { continue }
                refused += 1
                #expect(schema.flaw(ofLine: bytes, .command, isStrict: true) != nil, "\(changed)")
            }
        }
        #expect(refused > 5)
    }
}

extension Request {
    /// True if the host refuses it for its form, whoever sends it, and whenever.
    fileprivate var isMalformed: Bool {
        switch refusal {
        case .badJSON, .badField, .badRules, .unknownType, .unsupportedProtocol: true
        case nil:
            // Of rules, the form is read first and the ranges are checked later.
            if case .open(let request, _, _) = command { (try? Rules(request)) == nil && !request.isOdd } else { false }
        default: false
        }
    }
}

extension RulesRequest {
    /// True if nothing is wrong but the number of cards, which no schema can say.
    fileprivate var isOdd: Bool {
        var even = self
        if even.rows.map(Rules.Bounds.side.contains) ?? true { even.rows = 2 }
        return (try? Rules(even)) != nil
    }
}

extension JSONNode {
    /// An object with another value in a field.
    func with(_ field: String, _ value: JSONNode) -> JSONNode {
        guard case .object(var fields) = self else { return self }
        fields[field] = value
        return .object(fields)
    }

    /// Every value that has another one in one place of it.
    fileprivate func replacing(with other: JSONNode) -> [JSONNode] {
        switch self {
        case .array(let elements):
            [other]
                + elements.indices.flatMap { index in
                    elements[index].replacing(with: other).map { changed in
                        var copy = elements
                        copy[index] = changed
                        return .array(copy)
                    }
                }
        case .object(let fields):
            [other] + fields.flatMap { name, value in value.replacing(with: other).map { with(name, $0) } }
        default: [other]
        }
    }
}
