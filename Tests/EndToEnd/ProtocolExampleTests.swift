import Foundation
import Protocol
import Testing

/// The examples of `PROTOCOL.md` are true.
@Suite struct ProtocolExampleTests {
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

    @Test(arguments: try ProtocolDocument().blocks("json").map { JSONExample($0) })
    func `every message shown is a command that the codec reads or an event that it writes`(
        example: JSONExample
    ) throws {
        let bytes = Array(example.text.utf8)
        if case .message(let message) = JSONEventReader.read(bytes, in: bytes.indices) {
            var writer = ByteWriter()
            JSONEvents.write(message, into: &writer)
            if writer.drain() == bytes + [UInt8(ascii: "\n")] { return }
        }
        let request = CommandReader.read(bytes, in: bytes.indices)
        guard case .command = request.content, request.dialect == .json else {
            Issue.record("it is no event that the host writes, and no command that it reads: \(request.content)")
            return
        }
    }

    @Test func `every event but help is shown in full, and so is every command with a field`() throws {
        let document = try ProtocolDocument()
        for heading in try document.section("## 6. Events").headings where heading != "help" {
            let section = try document.section("## 6. Events").section("### `\(heading)`")
            let example = try #require(section.blocks("json").first, "\(heading) is not shown")
            #expect(JSONExample(example).text.hasPrefix("{\"type\":\"\(heading)\""))
        }
        for heading in try document.section("## 5. Commands").headings {
            let section = try document.section("## 5. Commands").section("### `\(heading)`")
            guard !section.rows(of: "field").isEmpty else { continue }
            let example = try #require(section.blocks("json").first, "\(heading) is not shown")
            #expect(JSONExample(example).text.hasPrefix("{\"type\":\"\(heading)\""))
        }
    }
}

/// A message of the document; one that is broken over several lines is put together again.
struct JSONExample: Sendable, CustomTestStringConvertible {
    let line: Int
    let text: String

    init(_ block: ProtocolDocument.Block) {
        line = block.line
        text = block.content.map { $0.trimmingCharacters(in: .whitespaces) }.joined()
    }

    var testDescription: String { "the message in line \(line)" }
}
