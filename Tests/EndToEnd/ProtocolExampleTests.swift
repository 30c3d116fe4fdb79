import Foundation
import Protocol
import Testing

/// The examples of `PROTOCOL.md` are true.
@Suite(.waits) struct ProtocolExampleTests {
    @Test func `the document has examples in JSON and in plain words`() throws {
        let talks = try ProtocolTalk.all()
        let lines = talks.flatMap(\.steps).filter { $0.sign == ">" }.map(\.text)
        #expect(talks.count >= 15)
        #expect(lines.filter { $0.hasPrefix("{") }.count >= 60)
        #expect(lines.filter { !$0.hasPrefix("{") }.count >= 15)
    }

    @Test(arguments: try ProtocolTalk.all())
    func `a host replays every example byte for byte`(talk: ProtocolTalk) throws {
        #expect(!talk.listeners.isEmpty, "nothing is compared")
        try ProtocolReplay.run(talk)
    }

    @Test func `a line that differs in one byte does not match the example`() throws {
        let pattern = Pattern(#"{"a":"«x»",…,"b":"«y»","c":"«x»"}"#)
        #expect(try pattern.match(#"{"a":"1",2,"b":"3","c":"1"}"#, [:]) == ["x": "1", "y": "3"])
        #expect(try pattern.match(#"{"a":"1",2,"b":"3","c":"1"}"#, ["x": "1"]) == ["x": "1", "y": "3"])
        #expect(try pattern.match(#"{"a":"1",2,"b":"3","c":"1"}"#, ["x": "4"]) == nil)
        #expect(try pattern.match(#"{"a":"1",2,"b":"3","c":"3"}"#, [:]) == nil)
        #expect(try pattern.match(#"{"a":"1",2,"b":"1","c":"1"}"#, [:]) == nil)
        #expect(try pattern.match(#"{"a":"1",,"b":"3","c":"1"}"#, [:]) == nil)
        #expect(try pattern.match(#"{"a":"1",2,"b":"3","c":"1"} "#, [:]) == nil)
        #expect(try Pattern("A1, «K».").match("A1, 🦊.", [:]) == ["K": "🦊"])
        #expect(try Pattern("").match("", [:]) == [:])
        #expect(try Pattern("").match(" ", [:]) == nil)
        #expect(Pattern.fill("resume «t»", ["t": "12"]) == "resume 12")
    }

    @Test(arguments: try ProtocolDocument.withExamples().flatMap(\.messages))
    func `every message shown is a command that the codec reads or an event that it writes`(
        example: JSONExample
    ) throws {
        #expect(
            example.event != nil || example.command != nil,
            "it is no event that the host writes, and no command that it reads: \(example.text)")
    }

    @Test func `every event is shown in full, and so is every command with a field`() throws {
        let document = try ProtocolDocument()
        let events = ProtocolSource.events
        let all = try ProtocolDocument.withExamples().flatMap(\.messages)
        #expect(Set(all.compactMap(\.event)) == Set(events))
        let commands = try document.commands().entries.filter { entry in
            try #require(entry["fields"]).contains("`")
        }
        #expect(commands.count > 10)
        let shown = Set(document.messages.compactMap(\.command))
        #expect(shown == Set(commands.flatMap { ProtocolDocument.codes(in: $0["verb"] ?? "") }))
    }
}

/// A message of the document; one that is broken over several lines is put together again.
struct JSONExample: Sendable, CustomTestStringConvertible {
    let path: String
    let line: Int
    let text: String

    init(_ block: ProtocolDocument.Block, in path: String) {
        (self.path, line) = (path, block.line)
        text = block.content.map { $0.trimmingCharacters(in: .whitespaces) }.joined()
    }

    init(path: String, line: Int, text: String) { (self.path, self.line, self.text) = (path, line, text) }

    /// The type of the event that it is; nil if it is none, or not just as the host writes it.
    var event: String? {
        let bytes = Array(text.utf8)
        guard case .message(let message) = JSONEventReader.read(bytes, in: bytes.indices) else { return nil }
        var writer = ByteWriter()
        JSONEvents.write(message, into: &writer)
        return writer.drain() == bytes + [UInt8(ascii: "\n")] ? message.event.type : nil
    }

    /// The type of the command that it is; nil if it is none.
    var command: String? {
        let bytes = Array(text.utf8)
        let request = CommandReader.read(bytes, in: bytes.indices)
        guard event == nil, request.dialect == .json, case .command(let command) = request.content else { return nil }
        return command.kind.name
    }

    var testDescription: String { "the message in line \(line) of \(path)" }
}
