import Protocol
import Testing

@Suite struct `JSON: grammar` {
    @Test(arguments: ["[]", "[1,2]", "[{\"type\":\"ping\"}]", "  [ ] ", "[[[]]]", "[\"{\",\"}\"]"])
    func `an array is no command and has no dialect`(line: String) {
        let refusal = Refusal.badJSON("A command must be a JSON object.")
        #expect(read(line) == Request(.unreadable(refusal, type: nil), dialect: nil))
    }

    @Test(arguments: [
        "{", "[", "{}}", "{}{}", "{},", "[]]", "{]", "[}", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{:1}", "{,}",
        "{\"a\":1,}", "[1,]", "[,1]", "[1 2]", "{\"a\":1 \"b\":2}", "{\"a\":1,,\"b\":2}", "{a:1}", "{'a':1}", "{1:1}",
        "{\"a\"::1}", "{null:1}", "{\"type\":\"ping\"} x", "{\"type\":\"ping\"}\u{0}", "{\"type\":\"ping\"}\u{C}",
        "{\u{A0}\"type\":\"ping\"}", "[1}", "{\"a\":[}", "{\"a\":{]}", "[\"a\":1]", "{\"a\",\"b\"}", "{/**/}", "{}//",
        "{\"type\":\"ping\"}\u{FEFF}", "{\u{B}}",
    ])
    func `a line that is almost JSON is bad_json`(line: String) {
        #expect(read(line).isBadJSON)
        #expect(JSONJudge.verdict(Array(line.utf8)) == .none)
    }

    @Test func `nesting is read up to the limit, and not beyond it`() {
        for (open, inside, close) in [
            ("[", "", "]"), ("{\"a\":", "1", "}"), ("[", "{}", "]"), (" [ [1], ", "\"]\"", " , [] ] "),
        ] {
            for depth in 1...70 {
                let nested = String(repeating: open, count: depth) + inside + String(repeating: close, count: depth)
                let request = read("{\"x\":\(nested),\"type\":\"flip\",\"card\":3}")
                let levels = 1 + depth + (inside == "{}" || open.contains("[1]") ? 1 : 0)
                let isRead = request.command == .move(.flip(.card(3)))
                #expect(isRead == (levels <= Limits.nesting) && isRead != request.isBadJSON, "\(open) \(depth)")
            }
        }
    }

    @Test(arguments: ["[", "{", "[[{\"a\":", "{\"a\":", "]", "}"]) func `a line of 4000 brackets is refused`(
        bracket: String
    ) {
        let nested = String(repeating: bracket, count: 4000 / bracket.utf8.count)
        #expect(read("{\"a\":" + nested).isBadJSON)
        #expect(read("[" + nested).isBadJSON)
        #expect(read("{\"type\":\"ping\",\"a\":" + nested + nested.reversed() + "}").isBadJSON)
    }

    @Test func `nested fields are not mistaken for the command's own`() {
        for inside in [
            #"{"type":"bye"}"#, #"[{"type":"bye"},"type","bye"]"#, #""}\",\"type\":\"bye\"""#,
            #"["\\","}",{"\"":"]"}]"#,
            #""\\""#, #"{"":{"":[]},"a":[{},[],"",0,-1.5e+3,true,false,null]}"#, #""\\\\\"type""#,
        ] {
            for line in ["{\"a\":\(inside),\"type\":\"ping\"}", "{\"type\":\"ping\",\"a\":\(inside)}"] {
                #expect(read(line) == Request(.command(.ping), dialect: .json), "\(line)")
            }
        }
    }

    @Test(
        arguments: [
            [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE],
            [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0xA6],
        ] as [[UInt8]])
    func `a line with bytes that are not UTF-8 is bad_json in either dialect`(wrong: [UInt8]) {
        let expected = Request(.unreadable(.badJSON("The line is not UTF-8."), type: nil), dialect: nil)
        for line in [
            "{\"type\":\"ping\",\"x\":\"?\"}", "{\"type\":\"say\",\"text\":\"?\"}", "?{}", "{}?", "say ?", "?", "b4?",
        ] {
            let bytes = Array(line.utf8).flatMap { $0 == UInt8(ascii: "?") ? wrong : [$0] }
            #expect(read(bytes) == expected, "\(line)")
        }
    }

    @Test func `a NUL byte anywhere in JSON is bad_json`() {
        for line in [#"{"type":"flip","id":"a","card":17}"#, #"{"type":"say","text":"a\n🦊"}"#] {
            let bytes = Array(line.utf8)
            for position in 1...bytes.count {
                #expect(read(bytes[..<position] + [0] + bytes[position...]).isBadJSON, "\(position)")
            }
        }
    }

    @Test func `every proper prefix of a command is bad_json`() {
        for (_, line) in JSONSamples.commands {
            let bytes = Array(line.utf8)
            for length in 1..<bytes.count { #expect(read(Array(bytes[..<length])).isBadJSON, "\(length) of \(line)") }
        }
    }

    @Test func `the sentence of bad_json names the byte at fault`() {
        #expect(read("{\"a\":x}").refusal == .badJSON("Invalid JSON at byte 6."))
        #expect(read("{} {}").refusal == .badJSON("Extra text after the JSON at byte 4."))
    }
}
