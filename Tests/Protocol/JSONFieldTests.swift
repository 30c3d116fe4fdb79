import Protocol
import Testing

@Suite struct `JSON: fields of commands` {
    private func refusal(_ line: String) -> Refusal? { JSONSamples.read(line).refusal }

    @Test(arguments: [
        "\"\(String(repeating: "x", count: 65))\"", "\"\(String(repeating: "é", count: 33))\"", "5", "null", "true",
        "{}",
        "[]", "[\"a\"]",
    ])
    func `an id that is not a string of at most 64 bytes is bad_field without re`(id: String) {
        let refusal = Refusal.badField("The id must be a string of at most 64 bytes.")
        for (line, type) in [
            ("{\"type\":\"flip\",\"card\":1,\"id\":\(id)}", "flip"),
            ("{\"id\":\(id),\"type\":\"nonsense\"}", "nonsense"),
            ("{\"id\":\(id)}", nil),
        ] as [(String, String?)] {
            #expect(JSONSamples.read(line) == Request(.unreadable(refusal, type: type), dialect: .json))
        }
    }

    @Test func `an id's 64 bytes are counted after unescaping`() {
        let escaped = String(repeating: "\\u0041", count: 64)
        #expect(JSONSamples.read("{\"type\":\"ping\",\"id\":\"\(escaped)\"}").id?.text.utf8.count == 64)
        #expect(JSONSamples.read("{\"type\":\"ping\",\"id\":\"\(escaped)a\"}").id == nil)
    }

    @Test func `a valid id is returned whatever else is wrong`() {
        for line in [
            #"{"type":"nope","id":"a"}"#, #"{"id":"a"}"#, #"{"type":5,"id":"a"}"#, #"{"type":"flip","id":"a"}"#,
            #"{"type":"open","rules":{"rows":1.5},"id":"a"}"#, #"{"type":"flip","id":"a","card":1,"card":1}"#,
        ] {
            let request = JSONSamples.read(line)
            #expect(request.id == RequestID("a") && request.command == nil && request.dialect == .json, "\(line)")
        }
    }

    @Test(arguments: [
        "type", "id", "name", "token", "protocol", "match", "code", "rules", "private", "card", "text",
        "before", "limit", "record",
    ])
    func `a duplicate field is bad_field`(field: String) {
        let escaped = "\\u00\(String(field.utf8.first ?? 0, radix: 16))\(field.dropFirst())"
        let start = field == "type" ? "" : "\"type\":\"ping\","
        for second in [field, escaped] {
            for value in ["\"ping\"", "\"x\""] {
                let request = JSONSamples.read("{\(start)\"\(field)\":\"ping\",\"\(second)\":\(value)}")
                #expect(request.refusal == .badField("The field \(field) is repeated."), "\(second) \(value)")
            }
        }
    }

    @Test func `unknown fields may be repeated`() {
        #expect(JSONSamples.read(#"{"x":1,"type":"ping","x":2,"x":3,"":1,"":2}"#).command == .ping)
    }

    @Test(arguments: [
        "\"nope\"", "\"Flip\"", "\"flip \"", "\"fli\"", "\"flips\"", "\"\"", "\"state\"", "\"b4\"", "\"quit\"",
    ])
    func `an unknown type is unknown_type and quoted`(type: String) {
        let text = String(type.dropFirst().dropLast())
        let expected = Request(.unreadable(.unknownType(text), type: text), dialect: .json)
        #expect(JSONSamples.read("{\"type\":\(type)}") == expected)
    }

    @Test func `a type that is long or breaks the text is not quoted`() {
        let long = String(repeating: "x", count: 33)
        #expect(refusal("{\"type\":\"\(long)\"}") == .unknownType(""))
        for type in [#"\u001b[2J"#, #"a\nb"#, #"\u202e"#] {
            #expect(refusal("{\"type\":\"\(type)\"}")?.message == "Unknown command.")
        }
        let longer = JSONSamples.read("{\"type\":\"\(String(repeating: "x", count: 65))\"}")
        #expect(longer == Request(.unreadable(.unknownType(""), type: nil), dialect: .json))
    }

    @Test(arguments: ["null", "5", "true", "[]", "{}", "[\"flip\"]", "{\"type\":\"flip\"}"])
    func `a type that is missing or not a string is bad_field`(type: String) {
        let refusal = Refusal.badField("The type must be a string.")
        #expect(
            JSONSamples.read("{\"type\":\(type),\"card\":1}")
                == Request(.unreadable(refusal, type: nil), dialect: .json))
        #expect(JSONSamples.read("{\"card\":\(type)}") == Request(.unreadable(refusal, type: nil), dialect: .json))
        #expect(JSONSamples.read("{}") == Request(.unreadable(refusal, type: nil), dialect: .json))
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("7", 7), ("-1", -1), ("99", 99), ("4294967296", 1 << 32), ("9223372036854775807", .max),
        ("-9223372036854775807", -.max),
    ])
    func `a card is any whole number, on the board or not`(json: String, card: Int) {
        let reference = CardReference.card(card)
        #expect(JSONSamples.read("{\"type\":\"flip\",\"card\":\(json)}").command == .move(.flip(reference)))
        #expect(reference.card(rows: 10, columns: 10) == (0..<100 ~= card ? card : nil))
    }

    @Test(arguments: [
        "99999999999999999999", "9223372036854775808", "1e999", "-1e999", "1e1", "1E0", "4.0", "-0.0", "0.5", "0e0",
        "1" + String(repeating: "0", count: 3000), "null", "true", "false", "\"4\"", "\"b4\"", "[4]", "{\"card\":4}",
        "\"\"",
    ])
    func `a card that is not a whole number or does not fit is bad_field`(json: String) {
        let expected = Request(.malformed(.flip, .badField("The card must be a whole number.")), dialect: .json)
        #expect(JSONSamples.read("{\"type\":\"flip\",\"card\":\(json)}") == expected)
        #expect(JSONSamples.read("{\"type\":\"flip\"}") == expected)
    }

    @Test(arguments: [
        "01", "+1", "-", ".5", "1.", "1.e1", "1e", "1e+", "--1", "0x10", "1_000", "NaN", "Infinity", "-Infinity", "١",
        "00",
        "-01", "1 2", "True", "nul", "truee", "undefined", "'4'", "4,", ",4", "",
    ])
    func `a card that is not a JSON value is bad_json`(json: String) {
        #expect(JSONSamples.read("{\"type\":\"flip\",\"card\":\(json)}").isBadJSON)
    }

    @Test func `a hello with a token ignores its name`() throws {
        let resume = Command.hello(.token(try JSONSamples.token()))
        let token = "\"token\":\"\(JSONSamples.tokenText)\""
        for rest in ["", ",\"name\":\"Ann\"", ",\"name\":5", ",\"name\":\"\\u001b\"", ",\"protocol\":1"] {
            #expect(JSONSamples.read("{\"type\":\"hello\",\(token)\(rest)}").command == resume)
        }
        let ann = Command.hello(.name(try PlayerName("Ann")))
        for rest in ["", ",\"token\":null", ",\"protocol\":null", ",\"protocol\":1"] {
            #expect(JSONSamples.read("{\"type\":\"hello\",\"name\":\" Ann \"\(rest)}").command == ann)
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
        let request = JSONSamples.read("{\"type\":\"hello\",\(fields)}")
        #expect(request == Request(.malformed(.hello, refusal), dialect: .json))
    }

    @Test(arguments: ["join", "watch"]) func `a match is named by its id or its code`(type: String) throws {
        func content(_ fields: String) -> Request.Content {
            JSONSamples.read("{\"type\":\"\(type)\"\(fields)}").content
        }
        let kind: Command.Kind = type == "join" ? .join : .watch
        func made(_ reference: MatchReference?) -> Request.Content {
            .command(kind == .join ? .join(reference) : .watch(reference))
        }
        #expect(content(",\"match\":null,\"code\":null") == made(nil))
        #expect(content(",\"match\":\"M3\"") == made(try JSONSamples.match("m3")))
        #expect(content(",\"match\":null,\"code\":\"kq7x\"") == made(try JSONSamples.code("KQ7X")))
        #expect(content(",\"match\":\"KQ7X\"") == .malformed(kind, .noSuchMatch))
        #expect(content(",\"match\":\"\"") == .malformed(kind, .noSuchMatch))
        #expect(content(",\"code\":\"m234\"") == .malformed(kind, .badCode))
        #expect(content(",\"match\":3") == .malformed(kind, .badField("The match must be a string.")))
        #expect(content(",\"code\":2345") == .malformed(kind, .badField("The code must be a string.")))
        let both = Refusal.badField("Give the match or its code, not both.")
        #expect(content(",\"match\":\"m3\",\"code\":\"KQ7X\"") == .malformed(kind, both))
    }

    @Test func `open takes true or false for private`() {
        for (json, flag) in [("true", true), ("false", false), ("null", false)] {
            let request = JSONSamples.read("{\"type\":\"open\",\"private\":\(json)}")
            #expect(request.command == .open(RulesRequest(), isPrivate: flag))
        }
        for json in ["1", "\"true\"", "[]", "{}"] {
            let expected = Refusal.badField("The field private must be true or false.")
            #expect(refusal("{\"type\":\"open\",\"private\":\(json)}") == expected)
        }
    }

    @Test func `records takes a record to start before and a limit from 1 to 100`() {
        func content(_ fields: String) -> Request.Content {
            JSONSamples.read("{\"type\":\"records\"\(fields)}").content
        }
        let all = Request.Content.command(.records(before: nil, limit: Limits.recordsAtFirst))
        #expect(content(",\"before\":null,\"limit\":null") == all)
        #expect(
            content(",\"before\":\"R9\",\"limit\":1") == .command(.records(before: RecordID(number: 9), limit: 1)))
        for before in ["9", "\"9\"", "\"m9\"", "\"r0\"", "\"r09\"", "\"\"", "[]"] {
            let refusal = Refusal.badField("The field before must be a record ID, such as r17.")
            #expect(content(",\"before\":\(before)") == .malformed(.records, refusal))
        }
        for limit in ["0", "101", "-1", "1.0", "\"20\"", "true", "9223372036854775807"] {
            let refusal = Refusal.badField("The limit must be a whole number from 1 to 100.")
            #expect(content(",\"limit\":\(limit)") == .malformed(.records, refusal))
        }
    }

    @Test func `an invalid record ID is refused like one that does not exist`() {
        func content(_ json: String) -> Request.Content {
            JSONSamples.read("{\"type\":\"record\",\"record\":\(json)}").content
        }
        for json in ["\"\"", "\"17\"", "\"m17\"", "\"r017\""] {
            #expect(content(json) == .malformed(.record, .noSuchRecord))
        }
        for json in ["17", "null", "{}"] {
            #expect(content(json) == .malformed(.record, .badField("The record must be a string.")))
        }
    }

    @Test(arguments: ["null", "5", "[]", "true"]) func `the text of a say is a string`(json: String) {
        let expected = Refusal.badField("The text must be a string.")
        #expect(refusal("{\"type\":\"say\",\"text\":\(json)}") == expected && refusal("{\"type\":\"say\"}") == expected)
    }
}
