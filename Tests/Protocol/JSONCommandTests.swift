import Protocol
import TestSupport
import Testing

@Suite struct `JSON: commands` {
    @Test(arguments: JSONSamples.commands)
    func `every command is written as PROTOCOL.md says, and reads back the same`(command: Command, line: String) {
        #expect(json(command) == line + "\n")
        #expect(read(line) == Request(.command(command), dialect: .json))
        #expect(line.hasPrefix("{\"type\":\"\(command.kind.name)\""))
        #expect(JSONJudge.verdict(Array(line.utf8)) == .object)
    }

    @Test(arguments: ["", "1", "a \"b\" \\ \n\u{1F} é 🦊", String(repeating: "x", count: 64)])
    func `an id is written after the type, and reads back the same`(text: String) {
        let id = unwrapped(RequestID(text))
        for (command, _) in JSONSamples.commands {
            #expect(json(command, id: id).hasPrefix("{\"type\":\"\(command.kind.name)\",\"id\":\""))
            let request = readAgain(command, id: id)
            #expect(request == Request(.command(command), id: id, dialect: .json))
            #expect(request.id.map { Array($0.text.utf8) } == Array(text.utf8))
        }
        #expect(json(.move(.flip(.card(4))), id: RequestID("7")) == "{\"type\":\"flip\",\"id\":\"7\",\"card\":4}\n")
    }

    @Test(arguments: [
        #"{"card":17,"type":"flip","id":"a"}"#, #"{"id":"a","card":17,"type":"flip"}"#,
        #"{"type": "flip", "card": 17, "id": "a"}"#, #" {"type":"flip","card":17,"id":"a"} "#,
        "\t {\t\"type\" : \"flip\"\r,\t\"card\" :\r17 , \"id\" :\"a\" } \t\r",
        #"{"\u0074ype":"flip","c\u0061rd":17,"\u0069\u0064":"\u0061"}"#, #"{"type":"\u0066lip","card":17,"id":"a"}"#,
        #"{"type":"fli\u0070","car\u0064":17,"id":"a"}"#,
        #"{"x":{"type":"ping","card":3,"id":"z"},"type":"flip","card":17,"id":"a","y":[{"card":9}]}"#,
        #"{"type":"flip","card":17,"id":"a","":null,"types":1,"typ":1,"car":2,"cards":3,"TYPE":4,"type ":6,"\"":7}"#,
        #"{"name":5,"token":[],"text":{},"rules":7,"private":"x","code":1,"protocol":9,"type":"flip","#
            + #""card":17,"id":"a"}"#,
    ])
    func `order, blanks, escapes and unknown fields make no difference to a command`(line: String) {
        #expect(read(line) == Request(.command(.move(.flip(.card(17)))), id: RequestID("a"), dialect: .json))
    }

    @Test(arguments: [
        (#"\ud83e\udd8a"#, "🦊"), (#"\uD83E\uDD8A!"#, "🦊!"), (#"\u00e9e\u0301"#, "ée\u{301}"), (#"\/\\\""#, "/\\\""),
        (#"a\u0041\u007ez"#, "aA~z"), (#"\uffff"#, "\u{FFFF}"), (#"\udbff\udfff"#, "\u{10FFFF}"),
        (#"\ud800\udc00"#, "\u{10000}"), (#"\ue000"#, "\u{E000}"), (#"\ud7ff"#, "\u{D7FF}"), ("é\u{7FF}🦊", "é\u{7FF}🦊"),
        (#"\\u0041"#, "\\u0041"), (#"\\\\\""#, "\\\\\""),
    ])
    func `escapes in a command stand for their characters`(escaped: String, text: String) {
        guard case .say(let said) = read("{\"type\":\"say\",\"text\":\"\(escaped)\"}").command else {
            Issue.record("this says nothing")
            return
        }
        #expect(Array(said.text.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("b", "a control character (U+0008)"), ("f", "a control character (U+000C)"), ("n", "a line break"),
        ("r", "a line break"), ("t", "a tab"), ("u0000", "a control character (U+0000)"),
    ])
    func `control characters are unescaped before they are refused`(escape: String, name: String) {
        let refusal = Refusal.badField("The text cannot contain \(name).")
        let request = read("{\"type\":\"say\",\"text\":\"a\\\(escape)b\"}")
        #expect(request == Request(.malformed(.say, refusal), dialect: .json))
    }

    @Test(arguments: [
        #"\ud83e"#, #"\udd8a"#, #"\ud83ex"#, #"\ud83e\n"#, #"\ud83e\u0041"#, #"\ud83e\ud83e"#, #"\ud83e\u"#,
        #"\udd8a\ud83e"#, #"\ud83e\uDD8"#, #"\u12"#, #"\u12g4"#, #"\u+123"#, #"\U0041"#, #"\x41"#, #"\'"#, #"\0"#,
        "\\", "\\\u{E9}", #"\u00é"#, "\\u１２３４", "\u{0}", "\u{1}", "\u{9}", "\u{1F}", "\n",
    ])
    func `a lone surrogate, a broken escape or a bare control character is bad_json`(inside: String) {
        #expect(read("{\"type\":\"say\",\"text\":\"\(inside)\"}").isBadJSON)
        #expect(read("{\"type\":\"ping\",\"\(inside)\":1}").isBadJSON)
    }
}
