import Protocol
import Testing

@Suite struct `JSON: commands` {
    @Test func `every command is written as PROTOCOL.md says, byte for byte`() throws {
        for sample in try JSONSamples.commands() { #expect(JSONSamples.text(sample.command) == sample.line + "\n") }
    }

    @Test func `every command that is written reads back the same`() throws {
        for sample in try JSONSamples.commands() {
            #expect(JSONSamples.read(sample.line) == Request(.command(sample.command), dialect: .json))
        }
    }

    @Test func `an id is written after the type, and reads back the same`() throws {
        for text in ["", "1", "a \"b\" \\ \n\u{1F} é 🦊", String(repeating: "x", count: 64)] {
            let id = try #require(RequestID(text))
            for sample in try JSONSamples.commands() {
                let line = JSONSamples.text(sample.command, id: id)
                #expect(line.hasPrefix("{\"type\":\"\(sample.command.kind.rawValue)\",\"id\":\""))
                let request = JSONSamples.read(Array(line.utf8.dropLast()))
                #expect(request == Request(.command(sample.command), id: id, dialect: .json))
                #expect(request.id.map { Array($0.text.utf8) } == Array(text.utf8))
            }
        }
        let line = JSONSamples.text(.move(.flip(.card(4))), id: RequestID("7"))
        #expect(line == "{\"type\":\"flip\",\"id\":\"7\",\"card\":4}\n")
    }

    @Test func `every command that is written is JSON to another parser`() throws {
        for sample in try JSONSamples.commands() {
            #expect(JSONJudge.verdict(Array(sample.line.utf8)) == .object)
        }
    }

    @Test func `help has no JSON form and is written as list`() {
        #expect(JSONSamples.text(.help) == "{\"type\":\"list\"}\n")
        let request = JSONSamples.read(#"{"type":"help"}"#)
        #expect(request == Request(.unreadable(.unknownType("help"), type: "help"), dialect: .json))
    }

    @Test(arguments: [
        #"{"card":17,"type":"flip","id":"a"}"#, #"{"id":"a","card":17,"type":"flip"}"#,
        "\t {\t\"type\" : \"flip\"\r,\t\"card\" :\r17 , \"id\" :\"a\" } \t\r",
        #"{"\u0074ype":"flip","c\u0061rd":17,"\u0069\u0064":"\u0061"}"#, #"{"type":"\u0066lip","card":17,"id":"a"}"#,
        #"{"type":"fli\u0070","car\u0064":17,"id":"a"}"#,
        #"{"x":{"type":"ping","card":3,"id":"z"},"type":"flip","card":17,"id":"a","y":[{"card":9}]}"#,
        #"{"type":"flip","card":17,"id":"a","":null,"types":1,"car":2,"cards":3,"TYPE":4,"Card":5,"type ":6,"\"":7}"#,
        #"{"name":5,"token":[],"text":{},"rules":7,"private":"x","match":true,"code":1,"protocol":9,"type":"flip","#
            + #""card":17,"id":"a"}"#,
    ])
    func `order, blanks, escapes and unknown fields make no difference to a command`(line: String) {
        let request = JSONSamples.read(line)
        #expect(request == Request(.command(.move(.flip(.card(17)))), id: RequestID("a"), dialect: .json))
    }

    @Test(arguments: [
        (#"\ud83e\udd8a"#, "🦊"), (#"\uD83E\uDD8A!"#, "🦊!"), (#"\u00e9e\u0301"#, "ée\u{301}"), (#"\/\\\""#, "/\\\""),
        (#"a\u0041\u007ez"#, "aA~z"), (#"\uffff"#, "\u{FFFF}"), (#"\udbff\udfff"#, "\u{10FFFF}"),
        (#"\ud800\udc00"#, "\u{10000}"), (#"\ue000"#, "\u{E000}"), (#"\ud7ff"#, "\u{D7FF}"), ("é\u{7FF}🦊", "é\u{7FF}🦊"),
        (#"\\u0041"#, "\\u0041"), (#"\\\\\""#, "\\\\\""),
    ])
    func `escapes in a command stand for their characters`(escaped: String, text: String) throws {
        let request = JSONSamples.read("{\"type\":\"say\",\"text\":\"\(escaped)\"}")
        guard case .say(let said) = request.command else {
            Issue.record("\(request)")
            return
        }
        #expect(Array(said.text.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func `control characters are unescaped before they are refused`() {
        for (escape, name) in [
            ("b", "0008"), ("f", "000C"), ("n", "000A"), ("r", "000D"), ("t", "0009"), ("u0000", "0000"),
        ] {
            let request = JSONSamples.read("{\"type\":\"say\",\"text\":\"a\\\(escape)b\"}")
            let refusal = Refusal.badField("The text cannot contain the character U+\(name).")
            #expect(request == Request(.malformed(.say, refusal), dialect: .json))
        }
    }

    @Test(arguments: [
        #"\ud83e"#, #"\udd8a"#, #"\ud83ex"#, #"\ud83e\n"#, #"\ud83e\u0041"#, #"\ud83e\ud83e"#, #"\ud83e\u"#,
        #"\udd8a\ud83e"#,
        #"\ud83e\uDD8"#, #"\u12"#, #"\u12g4"#, #"\u+123"#, #"\U0041"#, #"\x41"#, #"\'"#, #"\0"#, "\\", "\\\u{E9}",
        #"\u00é"#,
        "\\u１２３４", "\u{0}", "\u{1}", "\u{9}", "\u{1F}", "\n",
    ])
    func `a lone surrogate, a broken escape or a bare control character is bad_json`(inside: String) {
        #expect(JSONSamples.read("{\"type\":\"say\",\"text\":\"\(inside)\"}").isBadJSON)
        #expect(JSONSamples.read("{\"type\":\"ping\",\"\(inside)\":1}").isBadJSON)
    }
}
