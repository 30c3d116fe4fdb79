import Protocol
import Testing

@Suite struct `JSON: fields of commands` {
    private func refusal(_ line: String) -> Refusal? { read(line).refusal }

    /// Reads a command of a type with these fields, which begin with a comma.
    private func content(_ type: String, _ fields: String) -> Request.Content {
        read("{\"type\":\"\(type)\"\(fields)}").content
    }

    @Test(arguments: [
        "\"\(String(repeating: "x", count: 65))\"", "\"\(String(repeating: "é", count: 33))\"", "5", "null", "true",
        "{}", "[]", "[\"a\"]",
    ])
    func `an id that is not a string of at most 64 bytes is bad_field without re`(id: String) {
        let refusal = Refusal.badField("The id must be a string of at most 64 bytes.")
        for (line, type) in [
            ("{\"type\":\"flip\",\"card\":1,\"id\":\(id)}", "flip"),
            ("{\"id\":\(id),\"type\":\"nonsense\"}", "nonsense"),
            ("{\"id\":\(id)}", nil),
        ] as [(String, String?)] {
            #expect(read(line) == Request(.unreadable(refusal, type: type), dialect: .json))
        }
    }

    @Test func `an id's 64 bytes are counted after unescaping`() {
        let escaped = String(repeating: "\\u0041", count: 64)
        #expect(read("{\"type\":\"ping\",\"id\":\"\(escaped)\"}").id?.text.utf8.count == 64)
        #expect(read("{\"type\":\"ping\",\"id\":\"\(escaped)a\"}").id == nil)
    }

    @Test(arguments: [
        #"{"type":"nope","id":"a"}"#, #"{"id":"a"}"#, #"{"type":5,"id":"a"}"#, #"{"type":"flip","id":"a"}"#,
        #"{"type":"open","rules":{"rows":1.5},"id":"a"}"#, #"{"type":"flip","id":"a","card":1,"card":1}"#,
    ])
    func `a valid id is returned whatever else is wrong`(line: String) {
        let request = read(line)
        #expect(request.id == RequestID("a") && request.command == nil && request.dialect == .json)
    }

    @Test(arguments: [
        "type", "id", "name", "token", "protocol", "match", "code", "rules", "private", "card", "text", "before",
        "limit", "record", "turnNumber", "follow", "ply",
    ])
    func `a duplicate field is bad_field`(field: String) {
        let escaped = "\\u00\(String(field.utf8.first ?? 0, radix: 16))\(field.dropFirst())"
        let start = field == "type" ? "" : "\"type\":\"ping\","
        for second in [field, escaped] {
            for value in ["\"ping\"", "\"x\""] {
                let refusal = refusal("{\(start)\"\(field)\":\"ping\",\"\(second)\":\(value)}")
                #expect(refusal == .badField("The field '\(field)' is repeated."), "\(second) \(value)")
            }
        }
    }

    @Test func `an unknown type is told before a repeated field, and a repeated type before both`() {
        #expect(refusal(#"{"type":"sing","card":1,"card":2}"#) == .unknownType("sing"))
        #expect(refusal(#"{"card":1,"card":2}"#) == .badField("The type must be a string."))
        #expect(
            refusal(#"{"type":"sing","card":1,"card":2,"type":"sing"}"#) == .badField("The field 'type' is repeated."))
        #expect(
            refusal(#"{"type":"sing","type":"sing","card":1,"card":2}"#) == .badField("The field 'type' is repeated."))
        #expect(refusal(#"{"type":"sing","id":"a","id":"b"}"#) == .badField("The field 'id' is repeated."))
    }

    @Test func `another protocol is told before a repeated field, unless the protocol is`() {
        let names = #""name":"Ann","name":"Bob""#
        #expect(refusal(#"{"type":"hello",\#(names),"protocol":2}"#) == .unsupportedProtocol)
        #expect(refusal(#"{"type":"hello","protocol":2,\#(names)}"#) == .unsupportedProtocol)
        #expect(refusal(#"{"type":"hello",\#(names),"protocol":1}"#) == .badField("The field 'name' is repeated."))
        let repeated = Refusal.badField("The field 'protocol' is repeated.")
        #expect(refusal(#"{"type":"hello","name":"Ann","protocol":1,"protocol":2}"#) == repeated)
        #expect(refusal(#"{"type":"ping",\#(names),"protocol":2}"#) == .badField("The field 'name' is repeated."))
    }

    private func guards(_ type: String, _ fields: String) -> Request.Guards? {
        let needed = type == "flip" ? #","card":1"# : type == "say" ? #","text":"x""# : ""
        return read("{\"type\":\"\(type)\"\(needed)\(fields)}").guards
    }

    @Test(arguments: ["flip", "resign", "rematch", "leave", "say"])
    func `a command about a match may be guarded by it`(type: String) {
        #expect(guards(type, "") == nil && guards(type, #","match":null"#) == nil)
        #expect(guards(type, #","match":"m3""#) == Request.Guards(match: MatchID(number: 3)))
        #expect(guards(type, #","match":"M3""#) == Request.Guards(match: MatchID(number: 3)))
        let none = guards(type, #","match":"KQ7XM4""#)
        for match in [nil, MatchID(number: 1)] {
            #expect(none?.apply(to: match) == false, "a text that is no match's ID")
        }
        let refusal = Refusal.badField("The match must be a string.")
        let needed = type == "flip" ? #","card":1"# : type == "say" ? #","text":"x""# : ""
        for match in ["3", "true", "[]"] {
            let kind = Command.Kind(name: type)
            #expect(content(type, needed + ",\"match\":\(match)") == kind.map { .malformed($0, refusal) })
        }
    }

    @Test(arguments: [
        ("turnNumber", 4, Request.Guards(match: nil, turnNumber: 4)), ("ply", 0, Request.Guards(match: nil, ply: 0)),
    ])
    func `a flip may be guarded by its turn, or the ply that it answers, and no other command`(
        field: String, number: Int, expected: Request.Guards
    ) {
        #expect(guards("flip", ",\"\(field)\":\(number)") == expected)
        #expect(guards("leave", ",\"\(field)\":\"x\",\"match\":\"m3\"") == Request.Guards(match: MatchID(number: 3)))
        let refusal = Refusal.badField("The \(field) must be a whole number.")
        for value in ["\"4\"", "4.5", "true", "{}"] {
            #expect(content("flip", ",\"card\":1,\"\(field)\":\(value)") == .malformed(.flip, refusal), "\(value)")
        }
    }

    @Test func `a flip may be guarded by its match, its turn and its ply together`() {
        #expect(guards("flip", #","ply":null,"match":null,"turnNumber":null"#) == nil)
        let two = Request.Guards(match: MatchID(number: 3), turnNumber: 4)
        #expect(guards("flip", #","turnNumber":4,"match":"m3""#) == two)
        let all = Request.Guards(match: MatchID(number: 3), turnNumber: 4, ply: 9)
        #expect(guards("flip", #","ply":9,"turnNumber":4,"match":"m3""#) == all)
    }

    @Test func `fields with the names of guards mean nothing to other commands`() {
        for type in ["list", "ping", "scores", "records", "bye"] {
            #expect(guards(type, #","match":7,"turnNumber":"x""#) == nil)
        }
    }

    @Test func `unknown fields may be repeated`() {
        #expect(read(#"{"x":1,"type":"ping","x":2,"x":3,"":1,"":2}"#).command == .ping)
    }

    @Test(arguments: ["nope", "FLIP", "flip ", "fli", "flips", "", "state", "b4", "quit"])
    func `an unknown type is unknown_type and quoted`(type: String) {
        let expected = Request(.unreadable(.unknownType(type), type: type), dialect: .json)
        #expect(read("{\"type\":\"\(type)\"}") == expected)
    }

    @Test func `a type that is long or breaks the text is not quoted`() {
        for type in [#"\u001b[2J"#, #"a\nb"#, #"\u202e"#, String(repeating: "x", count: 33)] {
            #expect(refusal("{\"type\":\"\(type)\"}")?.message == "Unknown command.")
        }
        let longer = read("{\"type\":\"\(String(repeating: "x", count: 65))\"}")
        #expect(longer == Request(.unreadable(.unknownType(""), type: nil), dialect: .json))
    }

    @Test(arguments: ["null", "5", "true", "[]", "{}", "[\"flip\"]", "{\"type\":\"flip\"}"])
    func `a type that is missing or not a string is bad_field`(type: String) {
        let refusal = Refusal.badField("The type must be a string.")
        for line in ["{\"type\":\(type),\"card\":1}", "{\"card\":\(type)}", "{}"] {
            #expect(read(line) == Request(.unreadable(refusal, type: nil), dialect: .json))
        }
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("7", 7), ("-1", -1), ("99", 99), ("100", 100), ("4294967296", 1 << 32),
        ("9223372036854775807", .max), ("-9223372036854775807", -.max),
    ])
    func `a card is any whole number, on the board or not`(json: String, card: Int) {
        #expect(content("flip", ",\"card\":\(json)") == .command(.move(.flip(.card(card)))))
        #expect(CardReference.card(card).card(rows: 10, columns: 10) == (0..<100 ~= card ? card : nil))
    }

    @Test(arguments: [
        "99999999999999999999", "9223372036854775808", "1e999", "-1e999", "1e1", "1E0", "4.0", "-0.0", "0.5", "0e0",
        "1" + String(repeating: "0", count: 3000), "null", "true", "false", "\"4\"", "\"b4\"", "[4]", "{\"card\":4}",
        "\"\"",
    ])
    func `a card that is not a whole number or does not fit is bad_field`(json: String) {
        let expected = Request.Content.malformed(.flip, .badField("The card must be a whole number."))
        #expect(content("flip", ",\"card\":\(json)") == expected && content("flip", "") == expected)
    }

    @Test(arguments: [
        "01", "007", "+1", "-", ".5", "1.", "1.e1", "1e", "1e+", "--1", "0x10", "1_000", "NaN", "Infinity", "-Infinity",
        "١", "00", "-01", "1 2", "True", "nul", "truee", "undefined", "'4'", "4,", ",4", "", "7}", "7]",
        "7}{\"type\":\"ping\"",
    ])
    func `a card that is not a JSON value is bad_json`(json: String) {
        #expect(read("{\"type\":\"flip\",\"card\":\(json)}").isBadJSON)
    }

    @Test func `a hello with a token ignores its name`() throws {
        let token = "{\"type\":\"hello\",\"token\":\"\(JSONSamples.tokenText)\""
        for rest in ["", ",\"name\":\"Ann\"", ",\"name\":5", ",\"name\":\"\\u001b\"", ",\"protocol\":1"] {
            #expect(read("\(token)\(rest)}").command == .hello(.token(JSONSamples.token)))
        }
        let ann = Command.hello(.name(try PlayerName("Ann")))
        for rest in ["", ",\"token\":null", ",\"protocol\":null", ",\"protocol\":1"] {
            #expect(read("{\"type\":\"hello\",\"name\":\" Ann \"\(rest)}").command == ann)
        }
    }

    @Test(arguments: [
        (#""token":"abc""#, Refusal.badToken), (#""token":"","name":"Ann""#, .badToken),
        (#""token":5"#, .badField("The token must be a string.")),
        (#""name":5"#, .badField("A hello needs a name or a token, as a string.")),
        (#""name":null"#, .badField("A hello needs a name or a token, as a string.")),
        (#""name":"""#, .badName("A name needs at least one character.")),
        (#""name":"Ann","protocol":2"#, .unsupportedProtocol), (#""name":"Ann","protocol":0"#, .unsupportedProtocol),
        (#""name":"","protocol":2"#, .unsupportedProtocol),
        (#""name":"Ann","protocol":"1""#, .badField("The protocol must be a whole number.")),
        (#""name":"Ann","protocol":1.0"#, .badField("The protocol must be a whole number.")),
    ])
    func `an invalid hello is refused with the reason`(fields: String, refusal: Refusal) {
        #expect(content("hello", ",\(fields)") == .malformed(.hello, refusal))
    }

    @Test(arguments: [Command.Kind.join, .watch]) func `a match is named by its id or its code`(kind: Command.Kind) {
        let valid: [(String, MatchReference?)] = [
            (#","match":null,"code":null"#, nil), (#","match":"M3""#, JSONSamples.m3),
            (#","match":null,"code":"kq7xm4""#, JSONSamples.code),
        ]
        for (fields, match) in valid {
            #expect(content(kind.name, fields) == .command(kind == .join ? .join(match) : .watch(match)))
        }
        let invalid: [(String, Refusal)] = [
            (#","match":"KQ7XM4""#, .noSuchMatch), (#","match":"""#, .noSuchMatch), (#","code":"m23456""#, .badCode),
            (#","match":3"#, .badField("The match must be a string.")),
            (#","code":2345"#, .badField("The code must be a string.")),
            (#","match":"m3","code":"KQ7XM4""#, .badField("Give the match or its code, not both.")),
        ]
        for (fields, refusal) in invalid { #expect(content(kind.name, fields) == .malformed(kind, refusal)) }
    }

    @Test(arguments: [
        (Command.Kind.list, "", "follow", Command.followList(true), Command.followList(false), Command.list),
        (.watch, "", "follow", .watch(nil, follows: true), .watch(nil), .watch(nil)),
        (
            .watch, #","match":"m3""#, "follow", .watch(JSONSamples.m3, follows: true), .watch(JSONSamples.m3),
            .watch(JSONSamples.m3)
        ),
        (
            .open, "", "private", .open(RulesRequest(), isPrivate: true), .open(RulesRequest(), isPrivate: false),
            .open(RulesRequest(), isPrivate: false)
        ),
    ])
    func `list and watch take true or false for follow, and open for private`(
        kind: Command.Kind, others: String, field: String, ifTrue: Command, ifFalse: Command, ifNull: Command
    ) {
        for (json, command) in [("true", ifTrue), ("false", ifFalse), ("null", ifNull)] {
            #expect(content(kind.name, "\(others),\"\(field)\":\(json)") == .command(command), "\(json)")
        }
        let refusal = Refusal.badField("The field '\(field)' must be true or false.")
        for json in ["1", "\"true\"", "[]", "{}"] {
            #expect(content(kind.name, "\(others),\"\(field)\":\(json)") == .malformed(kind, refusal), "\(json)")
        }
    }

    @Test func `records takes a record to start before and a limit from 1 to 100`() {
        let all = Request.Content.command(.records(before: nil, limit: Limits.recordsAtFirst))
        #expect(content("records", ",\"before\":null,\"limit\":null") == all)
        let one = Request.Content.command(.records(before: RecordID(number: 9), limit: 1))
        #expect(content("records", ",\"before\":\"R9\",\"limit\":1") == one)
        let badRecord = Refusal.badField("The field 'before' must be a record ID, such as r17.")
        for before in ["9", "\"9\"", "\"m9\"", "\"r0\"", "\"r09\"", "\"\"", "[]"] {
            #expect(content("records", ",\"before\":\(before)") == .malformed(.records, badRecord))
        }
        let badLimit = Refusal.badField("The limit must be a whole number from 1 to 100.")
        for limit in ["0", "101", "-1", "1.0", "\"20\"", "true", "9223372036854775807"] {
            #expect(content("records", ",\"limit\":\(limit)") == .malformed(.records, badLimit))
        }
    }

    @Test func `an invalid record ID is refused like one that does not exist`() {
        for json in ["\"\"", "\"17\"", "\"m17\"", "\"r017\""] {
            #expect(content("record", ",\"record\":\(json)") == .malformed(.record, .noSuchRecord))
        }
        for json in ["17", "null", "{}"] {
            let refusal = Refusal.badField("The record must be a string.")
            #expect(content("record", ",\"record\":\(json)") == .malformed(.record, refusal))
        }
    }

    @Test(arguments: [",\"text\":null", ",\"text\":5", ",\"text\":[]", ",\"text\":true", ""])
    func `the text of a say is a string`(field: String) {
        #expect(content("say", field) == .malformed(.say, .badField("The text must be a string.")))
    }
}
