import Protocol
import Testing

@Suite struct `Dialect: recognition` {
    @Test func `the table of commands is complete, and the readers have room for their fields`() {
        Command.checkTable()  // Ends the process otherwise.
        for kind in Command.Kind.allCases { #expect(Command.Kind(name: kind.name) == kind) }
    }

    @Test(arguments: [
        "{\"type\":\"ping\"}", "  {\"type\":\"ping\"}", "\t \t{\"type\":\"flip\"}", "{}", "{\"type\":\"nope\"}",
        "{\"id\":5}",
    ])
    func `a line whose first character is a brace is JSON`(line: String) {
        #expect(read(line).dialect == .json)
    }

    @Test(arguments: [
        "ping", " \tping", "b4", "nope", "flip", "name", "\"type\"", "(", "null", "true", "5", "-",
        "say {\"type\":\"ping\"}", "x{\"type\":\"ping\"}", "]", "}", "}{\"type\":\"ping\"}", "｛\"type\":\"ping\"}",
        ":{",
        "\r{\"type\":\"ping\"}", "\u{A0}{\"type\":\"ping\"}", "\u{FEFF}{\"type\":\"ping\"}", "\u{0}{\"type\":\"ping\"}",
        "GET / HTTP/1.1",
    ])
    func `a line that starts with anything else is plain words, even if it is no command`(line: String) {
        #expect(read(line).dialect == .plain)
    }

    @Test(arguments: ["{", "[", " {x", "\t[1,2]", "[]", "{\"type\":\"ping\"", "{type:ping}", "[ping]", "{{}}"])
    func `a line that starts like JSON but is not a valid object has no dialect`(line: String) {
        #expect(read(line).dialect == nil)
    }

    @Test func `a line that was too long has no dialect`() {
        #expect(LineDecoder().request(.tooLong) == Request(.unreadable(.lineTooLong, type: nil), dialect: nil))
    }

    @Test func `only JSON carries an id`() {
        #expect(read("ping \"id\":\"a\"").id == nil)
        #expect(read(#"{"type":"ping","id":"a"}"#).id == RequestID("a"))
    }

    @Test(arguments: [
        ("list", #"{"type":"list"}"#), ("name Ann", #"{"type":"hello","name":"Ann"}"#),
        ("resume \(JSONSamples.tokenText)", #"{"type":"hello","token":"\#(JSONSamples.tokenText)"}"#),
        ("open", #"{"type":"open"}"#), ("open tiles", #"{"type":"open","rules":"tiles"}"#),
        ("open 4x6 solo private", #"{"type":"open","rules":{"rows":4,"columns":6,"seats":1},"private":true}"#),
        ("join", #"{"type":"join"}"#), ("join m3", #"{"type":"join","match":"m3"}"#),
        ("join kq7xm4", #"{"type":"join","code":"KQ7XM4"}"#), ("watch m3", #"{"type":"watch","match":"m3"}"#),
        ("resign", #"{"type":"resign"}"#), ("rematch", #"{"type":"rematch"}"#), ("leave", #"{"type":"leave"}"#),
        ("say a b", #"{"type":"say","text":"a b"}"#), ("ping", #"{"type":"ping"}"#), ("quit", #"{"type":"bye"}"#),
    ])
    func `a command means the same in both dialects`(plain: String, json: String) {
        #expect(read(plain).content == read(json).content && read(plain).command != nil)
    }
}
