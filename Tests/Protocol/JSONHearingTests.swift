import Protocol
import Testing

@Suite struct `JSON: reading events` {
    private func isNonsense(_ line: String) -> Bool {
        guard case .malformed(let why) = JSONSamples.hear(line) else { return false }
        return !why.isEmpty
    }

    /// A line with one piece of it replaced; the piece must be there.
    private func line(_ line: String, _ piece: String, by other: String) -> String {
        let changed = line.replacing(piece, with: other, maxReplacements: 1)
        if changed == line, piece != other { Issue.record("\(piece) is not in \(line)") }
        return changed
    }

    @Test(arguments: ["dance", "", "State", "replay", "flip", String(repeating: "x", count: 70)])
    func `an event of an unknown type is ignored`(type: String) {
        let heard = JSONSamples.hear("{\"type\":\"\(type)\",\"re\":5,\"match\":{}}")
        #expect(heard == .unknown(type: String(type.prefix(64))))
    }

    @Test func `unknown fields of an event are ignored, wherever they are`() throws {
        for sample in try JSONEventSamples.all() {
            let inner = sample.line.dropFirst().dropLast()
            for line in [
                "{\"new\":{\"type\":\"bye\",\"re\":\"x\"},\(inner)}", "{\(inner),\"new\":[[\"type\"],null]}",
                " {\t\(inner) , \"\":1 } ",
                sample.line.replacing("}", with: ",\"yy\":\"{}\"}").replacing("{\"", with: "{\"zz\":[{}],\""),
            ] { #expect(JSONSamples.hear(line) == .message(sample.message), "\(line)") }
        }
    }

    @Test func `rules with unknown fields and faces can be read`() throws {
        let line = "{\"type\":\"match\",\"match\":\"m3\",\"seat\":0,\"rules\":\(JSONSamples.classicRules)}"
        for (piece, other) in [
            ("\"again\":false", "\"again\":false,\"jokers\":{\"n\":2}"), ("\"animals\"", "\"flags\""),
        ] {
            guard case .message(let message) = JSONSamples.hear(self.line(line, piece, by: other)) else {
                Issue.record("\(other)")
                continue
            }
            let seating = Seating(match: MatchID(number: 3), seat: 0, rules: .preset(.classic), code: nil)
            #expect(message == Message(.match(seating)))
        }
    }

    @Test(arguments: [
        "", " ", "hello", "null", "5", "\"hello\"", "[]", "[{\"type\":\"pong\"}]", "{}", "{\"type\":5}",
        "{\"type\":null}",
        "{\"re\":\"a\"}", "{\"type\":\"pong\"", "{\"type\":\"pong\"}}", "{\"type\":\"pong\"}{", "type pong",
    ])
    func `a line that is not an object with a type is nonsense`(line: String) {
        #expect(isNonsense(line))
    }

    @Test(arguments: [
        #"{"type":"hello"}"#, #"{"type":"hello","protocol":"1"}"#, #"{"type":"hello","protocol":1.0}"#,
        #"{"type":"welcome"}"#, #"{"type":"welcome","name":"A"}"#, #"{"type":"welcome","name":"A","token":"zz"}"#,
        #"{"type":"welcome","name":5,"token":"0123456789abcdeffedcba9876543210"}"#, #"{"type":"lobby"}"#,
        #"{"type":"lobby","matches":{}}"#, #"{"type":"match","match":"m3"}"#,
        #"{"type":"match","match":"m3","rules":[]}"#,
        #"{"type":"match","match":"m3","rules":"classic"}"#, #"{"type":"match","match":"3","rules":{}}"#,
        #"{"type":"match","match":"m3","seat":2,"rules":{}}"#, #"{"type":"match","match":"m3","seat":-1,"rules":{}}"#,
        #"{"type":"match","match":"m3","seat":1,"rules":{"seats":1}}"#,
        #"{"type":"match","match":"m3","rules":{"rows":99}}"#,
        #"{"type":"match","match":"m3","seat":"0","rules":{}}"#, #"{"type":"match","match":"m3","rules":{"rows":"5"}}"#,
        #"{"type":"said"}"#, #"{"type":"said","from":"A"}"#, #"{"type":"said","from":null,"text":"a"}"#,
        #"{"type":"error"}"#, #"{"type":"error","code":5}"#, #"{"type":"records"}"#,
        #"{"type":"records","records":{}}"#,
        #"{"type":"record"}"#, #"{"type":"scores"}"#, #"{"type":"scores","best":[],"players":{}}"#,
    ])
    func `an event without a required field is nonsense`(line: String) {
        #expect(isNonsense(line))
    }

    @Test(arguments: [
        ("\"match\":\"m3\"", "\"match\":3"), ("\"match\":\"m3\"", "\"match\":\"x\""),
        ("\"version\":12", "\"version\":\"12\""),
        ("\"version\":12", "\"version\":12.5"), ("\"version\":12,", ""), ("playing", "dancing"),
        ("\"rows\":5", "\"rows\":6"),
        ("\"rows\":5", "\"rows\":-5"), ("\"rows\":5", "\"rows\":0"), ("\"rows\":5", "\"rows\":9223372036854775807"),
        ("\"columns\":6", "\"columns\":600"), ("\"columns\":6", "\"columns\":null"), ("[\"🐻\",", "["),
        ("[\"🐻\",", "[5,"),
        ("[\"🐻\",", "[5,\"🐻\","), ("[\"🐻\",", "[\"🐻\",\"\","), ("[\"🐻\",", "[null,"),
        ("\"turned\":[2]", "\"turned\":[30]"),
        ("\"turned\":[2]", "\"turned\":[-1]"), ("\"turned\":[2]", "\"turned\":2"),
        ("\"turned\":[2]", "\"turned\":[2,\"3\"]"),
        ("\"turned\":[2]", "\"turned\":null"), ("\"turned\":[2]", "\"turned\":[2.0]"), ("\"turn\":0", "\"turn\":2"),
        ("\"turn\":0", "\"turn\":-1"), ("\"turn\":0", "\"turn\":\"0\""), ("\"turn\":0", "\"turn\":0.0"),
        ("\"taken\":[0,3]", "\"taken\":[0,30]"), ("\"taken\":[0,3]", "\"taken\":[0,null]"),
        ("\"taken\":[0,3]", "\"taken\":{}"),
        ("\"name\":\"Bob\"", "\"name\":5"), ("\"score\":1", "\"score\":1e3"), ("\"name\":\"Bob\",", ""),
        ("{\"name\":\"Ann\"", "[],{\"name\":\"Ann\""), ("\"seats\":[", "\"seats\":[null,"),
        ("\"result\":null", "\"result\":5"),
        ("\"result\":null", "\"result\":[]"), ("\"result\":null", "\"result\":{\"winner\":2}"),
        ("\"result\":null", "\"result\":{\"winner\":-1}"),
        ("\"seats\":[", "\"seats\":[{\"name\":\"C\",\"score\":0,\"taken\":[]},"),
    ])
    func `a state that cannot be drawn is nonsense`(piece: String, other: String) {
        #expect(isNonsense(line(JSONEventSamples.stateLine, piece, by: other)))
    }

    @Test func `optional fields may be missing from a state`() {
        var state = JSONEventSamples.state()
        (state.turn, state.turnEndsInMilliseconds, state.watchers) = (nil, nil, 0)
        var text = JSONEventSamples.stateLine
        for piece in ["\"turn\":0,", "\"turnEndsInMs\":27310,", ",\"watchers\":3", ",\"result\":null"] {
            text = line(text, piece, by: "")
        }
        #expect(JSONSamples.hear(text) == .message(Message(.state(state))))
    }

    @Test func `an unknown reason is kept in the host's words`() {
        for reason in Ending.Reason.known { #expect(Ending.Reason(text: reason.text) == reason) }
        for word in ["thunder", "", "Cleared"] {
            let reason = Ending.Reason.unknown(word)
            #expect(Ending.Reason(text: word) == reason && reason.text == word && !reason.isPlayedOut)
            var over = JSONEventSamples.overState()
            over.result?.reason = reason
            let state = line(JSONEventSamples.overLine, "\"resigned\"", by: "\"\(word)\"")
            #expect(JSONSamples.hear(state) == .message(Message(.state(over))))
            #expect(JSONSamples.text(Message(.state(over))) == state + "\n")
            var record = RecordEventSamples.record
            record.reason = reason
            let text = line(RecordEventSamples.recordLine, "\"cleared\"", by: "\"\(word)\"")
            #expect(JSONSamples.hear(text) == .message(Message(.record(RecordReport(record)))))
            #expect(JSONSamples.text(Message(.record(RecordReport(record)))) == text + "\n")
        }
    }

    @Test func `an unreadable match is left out of the lobby`() throws {
        let entry =
            "{\"match\":\"m4\",\"phase\":\"waiting\",\"seats\":[\"Ann\"],\"scores\":[0],\"watchers\":0,\"rules\":{}}"
        for other in ["5", "null", "{}", line(entry, "waiting", by: "new"), line(entry, "m4", by: "4"), "[\(entry)]"] {
            let lobby = "{\"type\":\"lobby\",\"matches\":[\(other),\(entry),\(other)],\"players\":[\"Ann\"]}"
            guard case .message(let message) = JSONSamples.hear(lobby), case .lobby(let list) = message.event else {
                Issue.record("\(lobby)")
                continue
            }
            #expect(list.matches.map(\.match) == [MatchID(number: 4)] && list.playerCount == 1 && list.total == 1)
        }
    }

    @Test(arguments: [
        ("\"record\":\"r17\"", "\"record\":17"), ("\"match\":\"m21\"", "\"match\":null"),
        ("13:05:11.042Z", "13:05:61.042Z"), ("\"rows\":2", "\"rows\":3"), ("\"rows\":2", "\"rows\":1"),
        ("[\"Ann\",", "["), ("\"scores\":[0,2]", "\"scores\":[0]"), ("\"winner\":1", "\"winner\":2"),
        ("\"winner\":1", "\"winner\":\"1\""), ("\"reason\":\"cleared\",", ""), ("\"turns\":[2,1]", "\"turns\":[2]"),
        ("[\"K\",", "["), ("\"seat\":1", "\"seat\":2"), ("\"card\":3", "\"card\":4"), ("\"card\":3", "\"card\":-1"),
        ("\"card\":3", "\"card\":\"3\""), ("\"atMs\":5", "\"at\":5"), ("\"moves\":[", "\"moves\":[7,"),
    ])
    func `a record that cannot be shown is nonsense`(piece: String, other: String) {
        #expect(isNonsense(line(RecordEventSamples.recordLine, piece, by: other)))
    }

    @Test func `unreadable items are left out of a list`() {
        let summary = "{\(RecordEventSamples.summaryFields)}"
        for other in ["5", "null", "{}", line(summary, "r17", by: "x17"), "[\(summary)]"] {
            let heard = JSONSamples.hear("{\"type\":\"records\",\"records\":[\(other),\(summary),\(other)]}")
            let list = RecordList(records: [RecordSummary(RecordEventSamples.record)], total: 1)
            #expect(heard == .message(Message(.records(list))))
            let scores = "{\"type\":\"scores\",\"best\":[\(other)],\"players\":[\(other)]}"
            #expect(JSONSamples.hear(scores) == .message(Message(.scores(ScoreList(best: [], players: [])))))
        }
    }

    @Test func `the last of duplicate fields in an event counts`() {
        let heard = JSONSamples.hear(#"{"type":"bye","type":"pong","re":"a","\u0072e":"b"}"#)
        #expect(heard == .message(Message(.pong, re: RequestID("b"))))
    }

    @Test func `every proper prefix of an event is nonsense`() throws {
        for sample in try JSONEventSamples.all() {
            let bytes = Array(sample.line.utf8)
            for length in bytes.indices {
                guard case .malformed = JSONSamples.hear(Array(bytes[..<length])) else {
                    Issue.record("\(length) bytes of \(sample.line)")
                    continue
                }
            }
        }
    }

    @Test func `an event with one byte changed is read only if another parser accepts it`() throws {
        for sample in try JSONEventSamples.all() where sample.line.utf8.count < 120 {
            var bytes = Array(sample.line.utf8)
            for position in bytes.indices {
                let sound = bytes[position]
                for byte in [
                    0, 9, 10, 0x1B, 0x20, 0x22, 0x2C, 0x2D, 0x30, 0x39, 0x3A, 0x5B, 0x5C, 0x5D, 0x65, 0x75, 0x7B,
                ]
                    + [0x7D, 0x7F, 0x80, 0xC3, 0xED, 0xF0, 0xFF] as [UInt8]
                {
                    bytes[position] = byte
                    if case .malformed = JSONSamples.hear(bytes) { continue }
                    #expect(JSONJudge.verdict(bytes) == .object, "\(String(decoding: bytes, as: UTF8.self))")
                }
                bytes[position] = sound
            }
        }
    }
}
