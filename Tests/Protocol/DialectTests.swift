import Protocol
import Testing

@Suite struct `Dialect: recognition` {
    private func dialect(_ line: String) -> Dialect? { JSONSamples.read(line).dialect }

    @Test(arguments: [
        "{\"type\":\"ping\"}", "  {\"type\":\"ping\"}", "\t \t{\"type\":\"flip\"}", "{}", "{\"type\":\"nope\"}",
        "{\"id\":5}",
    ])
    func `a line whose first character is a brace is JSON`(line: String) {
        #expect(dialect(line) == .json)
    }

    @Test(arguments: [
        "ping", " \tping", "b4", "nope", "flip", "name", "\"type\"", "(", "null", "true", "5", "-",
        "say {\"type\":\"ping\"}",
        "x{\"type\":\"ping\"}", "]", "}", "}{\"type\":\"ping\"}", "｛\"type\":\"ping\"}", ":{", "\r{\"type\":\"ping\"}",
        "\u{A0}{\"type\":\"ping\"}", "\u{FEFF}{\"type\":\"ping\"}", "\u{0}{\"type\":\"ping\"}", "GET / HTTP/1.1",
    ])
    func `a line that starts with anything else is plain words, even if it is no command`(line: String) {
        #expect(dialect(line) == .plain)
    }

    @Test(arguments: ["{", "[", " {x", "\t[1,2]", "[]", "{\"type\":\"ping\"", "{type:ping}", "[ping]", "{{}}"])
    func `a line that starts like JSON but is not a valid object has no dialect`(line: String) {
        #expect(dialect(line) == nil)
    }

    @Test func `a line that is not UTF-8 has no dialect`() {
        for line in [
            [0xFF], Array("ping ".utf8) + [0xC3], Array("{\"type\":\"ping\",\"x\":\"".utf8) + [0x80, 0x22, 0x7D],
        ] {
            #expect(JSONSamples.read(line).dialect == nil)
        }
    }

    @Test func `a line that was too long has no dialect`() {
        #expect(CommandReader.tooLong == Request(.unreadable(.lineTooLong, type: nil), dialect: nil))
    }

    @Test func `only JSON carries an id`() {
        #expect(JSONSamples.read("ping \"id\":\"a\"").id == nil)
        #expect(JSONSamples.read(#"{"type":"ping","id":"a"}"#).id == RequestID("a"))
    }

    @Test func `a command means the same in both dialects`() {
        for (plain, json) in [
            ("list", #"{"type":"list"}"#), ("name Ann", #"{"type":"hello","name":"Ann"}"#),
            ("resume \(JSONSamples.tokenText)", #"{"type":"hello","token":"\#(JSONSamples.tokenText)"}"#),
            ("open", #"{"type":"open"}"#), ("open tiles", #"{"type":"open","rules":"tiles"}"#),
            ("open 4x6 solo private", #"{"type":"open","rules":{"rows":4,"columns":6,"seats":1},"private":true}"#),
            ("join", #"{"type":"join"}"#), ("join m3", #"{"type":"join","match":"m3"}"#),
            ("join kq7x", #"{"type":"join","code":"KQ7X"}"#), ("watch m3", #"{"type":"watch","match":"m3"}"#),
            ("resign", #"{"type":"resign"}"#), ("rematch", #"{"type":"rematch"}"#), ("leave", #"{"type":"leave"}"#),
            ("say a b", #"{"type":"say","text":"a b"}"#), ("ping", #"{"type":"ping"}"#), ("quit", #"{"type":"bye"}"#),
        ] { #expect(JSONSamples.read(plain).content == JSONSamples.read(json).content, "\(plain)") }
    }

    @Test func `every kind of command is named by its type in JSON`() throws {
        for sample in try JSONSamples.commands() {
            #expect(sample.line.hasPrefix("{\"type\":\"\(sample.command.kind.rawValue)\""))
        }
        #expect(Command.help.kind == .help)
    }
}
