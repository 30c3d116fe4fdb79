import Protocol
import Testing

@Suite struct `JSON: reading events` {
    private func isNonsense(_ line: String) -> Bool {
        guard case .malformed(let why) = hear(line) else { return false }
        return !why.isEmpty
    }

    /// A line with one piece of it replaced; the piece must be there.
    private func line(_ line: String, _ piece: String, by other: String) -> String {
        let changed = line.replacing(piece, with: other, maxReplacements: 1)
        if changed == line, piece != other { Issue.record("\(piece) is not in \(line)") }
        return changed
    }

    @Test(arguments: ["dance", "", "State", "echo", "flip", String(repeating: "x", count: 70)])
    func `an event of an unknown type is ignored`(type: String) {
        let heard = hear("{\"type\":\"\(type)\",\"re\":5,\"match\":{}}")
        #expect(heard == .unknown(type: String(type.prefix(64))))
    }

    @Test func `unknown fields of an event are ignored, wherever they are`() {
        for (message, line) in JSONEventSamples.all {
            let inner = line.dropFirst().dropLast()
            for line in [
                "{\"new\":{\"type\":\"bye\",\"re\":\"x\"},\(inner)}", "{\(inner),\"new\":[[\"type\"],null]}",
                " {\t\(inner) , \"\":1 } ",
                line.replacing("}", with: ",\"yy\":\"{}\"}").replacing("{\"", with: "{\"zz\":[{}],\""),
            ] { #expect(hear(line) == .message(message), "\(line)") }
        }
    }

    @Test(arguments: [("\"again\":false", "\"again\":false,\"jokers\":{\"n\":2}"), ("\"animals\"", "\"flags\"")])
    func `rules with unknown fields and faces can be read`(piece: String, other: String) {
        let match = "{\"type\":\"match\",\"match\":\"m3\",\"seat\":0,\"rules\":\(JSONSamples.classicRules)}"
        let seating = Seating(match: MatchID(number: 3), seat: 0, rules: .preset(.classic), code: nil)
        #expect(hear(line(match, piece, by: other)) == .message(Message(.match(seating))))
    }

    @Test(arguments: [
        "", " ", "hello", "null", "5", "\"hello\"", "[]", "[{\"type\":\"pong\"}]", "{}", "{\"type\":5}",
        "{\"type\":null}", "{\"re\":\"a\"}", "{\"type\":\"pong\"", "{\"type\":\"pong\"}}", "{\"type\":\"pong\"}{",
        "type pong",
    ])
    func `a line that is not an object with a type is nonsense`(line: String) {
        #expect(isNonsense(line))
    }

    @Test(arguments: [
        ("hello", ["", #","protocol":"1""#, #","protocol":1.0"#]),
        (
            "welcome",
            ["", #","name":"A""#, #","name":"A","token":"zz""#, #","name":5,"token":"\#(JSONSamples.tokenText)""#]
        ),
        ("lobby", ["", #","matches":{}"#]),
        ("match", [#","match":"m3""#, #","match":"3","rules":{}"#]),
        (
            "match",
            ["[]", "\"classic\"", "{\"rows\":99}", "{\"rows\":\"5\"}"].map { ",\"match\":\"m3\",\"rules\":\($0)" }
        ),
        ("match", ["2", "-1", "\"0\""].map { ",\"match\":\"m3\",\"seat\":\($0),\"rules\":{}" }),
        ("match", [#","match":"m3","seat":1,"rules":{"seats":1}"#]),
        ("said", ["", #","from":"A""#, #","from":null,"text":"a""#]),
        ("error", ["", #","code":5"#]), ("records", ["", #","records":{}"#]), ("record", [""]),
        ("scores", ["", #","best":[],"players":{}"#]),
    ])
    func `an event without a required field is nonsense`(type: String, fields: [String]) {
        for fields in fields { #expect(isNonsense("{\"type\":\"\(type)\"\(fields)}"), "\(fields)") }
    }

    @Test(arguments: [
        (#""match":"m3""#, [#""match":3"#, #""match":"x""#]), ("playing", ["dancing"]),
        (#""version":12,"#, [#""version":"12","#, #""version":12.5,"#, ""]),
        (#""rows":5"#, [#""rows":6"#, #""rows":-5"#, #""rows":0"#, #""rows":9223372036854775807"#]),
        (#""columns":6"#, [#""columns":600"#, #""columns":null"#]),
        (#"["🐻","#, ["[", "[5,", #"[5,"🐻","#, #"["🐻","","#, "[null,"]),
        (#""turned":[2]"#, ["[30]", "[-1]", "2", #"[2,"3"]"#, "null", "[2.0]"].map { "\"turned\":\($0)" }),
        (#""turn":0"#, [#""turn":2"#, #""turn":-1"#, #""turn":"0""#, #""turn":0.0"#]),
        (#""taken":[0,3]"#, [#""taken":[0,30]"#, #""taken":[0,null]"#, #""taken":{}"#]),
        (#""name":"Bob","#, [#""name":5,"#, ""]), (#""score":1"#, [#""score":1e3"#]),
        (#""seats":["#, [#""seats":[null,"#, #""seats":[[],"#, #""seats":[{"name":"C","score":0,"taken":[]},"#]),
        (#""result":null"#, ["5", "[]", #"{"winner":2}"#, #"{"winner":-1}"#].map { "\"result\":\($0)" }),
    ])
    func `a state that cannot be drawn is nonsense`(piece: String, others: [String]) {
        for other in others { #expect(isNonsense(line(JSONEventSamples.stateLine, piece, by: other)), "\(other)") }
    }

    @Test func `optional fields may be missing from a state`() {
        var state = JSONEventSamples.state
        (state.turn, state.turnEndsInMilliseconds, state.watchers) = (nil, nil, 0)
        var text = JSONEventSamples.stateLine
        for piece in ["\"turn\":0,", "\"turnEndsInMs\":27310,", ",\"watchers\":3", ",\"result\":null"] {
            text = line(text, piece, by: "")
        }
        #expect(hear(text) == .message(Message(.state(state))))
    }

    @Test func `every known reason has its own word`() {
        for reason in Ending.Reason.known { #expect(Ending.Reason(text: reason.text) == reason) }
    }

    @Test(arguments: ["thunder", "", "Cleared"])
    func `an unknown reason is kept in the host's words`(word: String) {
        let reason = Ending.Reason.unknown(word)
        #expect(Ending.Reason(text: word) == reason && reason.text == word && !reason.isPlayedOut)
        var (over, record) = (JSONEventSamples.over, RecordEventSamples.record)
        over.result?.reason = reason
        record.summary.reason = reason
        for (message, line) in [
            (Message(.state(over)), line(JSONEventSamples.overLine, "\"resigned\"", by: "\"\(word)\"")),
            (
                Message(.record(record)),
                line(RecordEventSamples.recordLine, "\"cleared\"", by: "\"\(word)\"")
            ),
        ] { #expect(hear(line) == .message(message) && json(message) == line + "\n") }
    }

    @Test(arguments: [
        (#""record":"r17""#, [#""record":17"#]), (#""match":"m21""#, [#""match":null"#]), ("13:05:11", ["13:05:61"]),
        (#""rows":2"#, [#""rows":3"#, #""rows":1"#]), (#"["Ann","#, ["["]), (#""scores":[0,2]"#, [#""scores":[0]"#]),
        (#""winner":1"#, [#""winner":2"#, #""winner":"1""#]), (#""reason":"cleared","#, [""]),
        (#""turns":[2,1]"#, [#""turns":[2]"#]), (#"["K","#, ["[", #"["K\n","#, #"["\u2028","#]),
        (#""seat":1"#, [#""seat":2"#]),
        (#""card":3"#, [#""card":4"#, #""card":-1"#, #""card":"3""#]), (#""atMs":5"#, [#""at":5"#]),
        (#""moves":["#, [#""moves":[7,"#]),
    ])
    func `a record that cannot be shown is nonsense`(piece: String, others: [String]) {
        for other in others { #expect(isNonsense(line(RecordEventSamples.recordLine, piece, by: other)), "\(other)") }
    }

    @Test func `unreadable items are left out of a list`() {
        let entry = #"{"match":"m4","phase":"waiting","seats":["Ann"],"scores":[0],"watchers":0,"rules":{}}"#
        for other in ["5", "null", "{}", line(entry, "waiting", by: "new"), line(entry, "m4", by: "4"), "[\(entry)]"] {
            let lobby = "{\"type\":\"lobby\",\"matches\":[\(other),\(entry),\(other)],\"players\":[\"Ann\"]}"
            guard case .message(let message) = hear(lobby), case .lobby(let list) = message.event else {
                Issue.record("\(lobby)")
                continue
            }
            #expect(list.matches.map(\.match) == [MatchID(number: 4)] && list.playerCount == 1 && list.total == 1)
        }
        let summary = "{\(RecordEventSamples.summaryFields)}"
        for other in ["5", "null", "{}", line(summary, "r17", by: "x17"), "[\(summary)]"] {
            let records = "{\"type\":\"records\",\"records\":[\(other),\(summary),\(other)]}"
            let list = RecordList(records: [RecordEventSamples.record.summary], total: 1)
            #expect(hear(records) == .message(Message(.records(list))))
            let scores = "{\"type\":\"scores\",\"best\":[\(other)],\"players\":[\(other)]}"
            #expect(hear(scores) == .message(Message(.scores(ScoreList(best: [], players: [])))))
        }
    }

    @Test func `the last of duplicate fields in an event counts`() {
        let heard = hear(#"{"type":"bye","type":"pong","re":"a","\u0072e":"b"}"#)
        #expect(heard == .message(Message(.pong, re: RequestID("b"))))
    }

    @Test func `every proper prefix of an event is nonsense`() {
        for (_, line) in JSONEventSamples.all {
            let bytes = Array(line.utf8)
            for length in bytes.indices {
                if case .malformed = hear(Array(bytes[..<length])) { continue }
                Issue.record("\(length) bytes of \(line)")
            }
        }
    }
}
