import Protocol
import Testing

/// Bad input, line by line. A match runs beside it and must not be affected.
@Suite struct BadLineTests {
    /// A line, and the code of the error that answers it; nil where it is answered as a ping.
    struct Case: CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let code: String?

        init(_ name: String, _ line: String, _ code: String?) { self.init(name, Array(line.utf8), code) }

        init(_ name: String, _ bytes: [UInt8], _ code: String?) {
            (self.name, self.bytes, self.code) = (name, bytes, code)
        }

        var testDescription: String { name }
    }

    /// Sends a line and sees what answers it, in JSON or in plain words.
    private func check(_ bad: Case, _ client: LineClient) throws {
        try client.send(bad.bytes + [10])
        let line = try client.nextLine()
        if let code = bad.code {
            #expect(line.contains("\"code\":\"\(code)\"") || (code == "unknown_type" && line.hasPrefix("Error: ")))
        } else {
            #expect(line.hasPrefix("{\"type\":\"pong\"") || line == "Pong.")
        }
        try client.ping()
    }

    private static func padded(to bytes: Int) -> [UInt8] {
        let start = Array("{\"type\":\"ping\",\"pad\":\"".utf8)
        return start + [UInt8](repeating: 120, count: bytes - start.count - 3) + Array("\"}".utf8)
    }

    static let lines: [Case] = [
        Case("4096 bytes with the LF", padded(to: 4096), nil),
        Case("4097 bytes with the LF", padded(to: 4097), "line_too_long"),
        Case("10 million bytes", padded(to: 10_000_000), "line_too_long"),
        Case("NUL in plain words", "ping\0", "unknown_type"),
        Case("NUL in JSON", "{\"type\":\"ping\0\"}", "bad_json"),
        Case("invalid UTF-8 in plain words", Array("say ".utf8) + [0xc3], "bad_json"),
        Case("invalid UTF-8 in JSON", Array("{\"type\":\"".utf8) + [0xc0, 0x80] + Array("\"}".utf8), "bad_json"),
        Case("a surrogate as UTF-8", Array("{\"type\":\"".utf8) + [0xed, 0xa0, 0x80] + Array("\"}".utf8), "bad_json"),
        Case("a lone high surrogate", "{\"type\":\"ping\",\"id\":\"\\ud800\"}", "bad_json"),
        Case("surrogates the wrong way round", "{\"type\":\"ping\",\"id\":\"\\udc00\\ud800\"}", "bad_json"),
        Case("a byte-order mark", [0xef, 0xbb, 0xbf] + Array("{\"type\":\"ping\"}".utf8), nil),
        Case("an array", "[1,2]", "bad_json"),
        Case("a number", "5", "unknown_type"),
        Case("a string", "\"ping\"", "unknown_type"),
        Case("an empty object", "{}", "bad_field"),
        Case("a type that is a number", "{\"type\":5}", "bad_field"),
        Case("a type that nobody knows", "{\"type\":\"dance\"}", "unknown_type"),
        Case("an object without its end", "{\"type\":\"ping\"", "bad_json"),
        Case("something behind the object", "{\"type\":\"ping\"} {}", "bad_json"),
        Case("the type twice", "{\"type\":\"ping\",\"type\":\"list\"}", "bad_field"),
        Case("an unknown field twice", "{\"type\":\"ping\",\"x\":1,\"x\":2}", nil),
        Case("an id that is a number", "{\"type\":\"ping\",\"id\":7}", "bad_field"),
        Case("an id of 65 bytes", "{\"type\":\"ping\",\"id\":\"\(String(repeating: "i", count: 65))\"}", "bad_field"),
        Case("telnet's offers", [255, 251, 1, 255, 253, 3] + Array("ping".utf8), nil),
        Case("telnet's subnegotiation", [255, 250, 24, 0, 120, 255, 240] + Array("ping\r".utf8), nil),
        Case("CRLF", "{\"type\":\"ping\"}\r", nil),
        Case("empty lines before it", "\r\n\n  \n\nping", nil),
    ]

    @Test func `every bad line gets one answer, and so does the next command`() throws {
        let match = try QuietMatch()
        let client = try LineClient(match.host)
        _ = try client.next()
        for line in Self.lines {
            try check(line, client)
            try match.step()
        }
        try match.finish()
    }

    @Test(arguments: lines)
    func `a bad line is answered even as the first of a connection`(_ line: Case) throws {
        let host = try HostProcess("--rate", "0")
        let client = try LineClient(host)
        _ = try client.next()
        try check(line, client)
    }

    @Test func `a command may come a byte at a time`() throws {
        let match = try QuietMatch()
        let client = try LineClient(match.host)
        for byte in "{\"type\":\"ping\",\"id\":\"alive?\"}\n".utf8 {
            try client.send([byte])
            try match.step()
        }
        guard case .pong = try client.reply(to: "alive?").event else { throw Unmet("no pong") }
        try match.finish()
    }

    @Test func `a hundred thousand brackets are just a few lines of bad_json`() throws {
        let match = try QuietMatch()
        let client = try LineClient(match.host)
        for opening in ["[", "{\"a\":"] {
            let count = 4095 / opening.utf8.count
            for _ in 0..<(100_000 / count) {
                try client.send(String(repeating: opening, count: count))
                #expect(try client.error().code == "bad_json")
            }
            try match.step()
        }
        try client.ping()
        try match.finish()
    }

    static let cards = [
        Case("a card too many", "30", "no_such_card"),
        Case("a negative card", "-1", "no_such_card"),
        Case("the largest number", "9223372036854775807", "no_such_card"),
        Case("one more than that", "9223372036854775808", "bad_field"),
        Case("a number of 3000 digits", String(repeating: "9", count: 3000), "bad_field"),
        Case("infinity", "1e999", "bad_field"),
        Case("a fraction", "1.5", "bad_field"),
        Case("an exponent", "1e0", "bad_field"),
        Case("a string", "\"1\"", "bad_field"),
        Case("null", "null", "bad_field"),
        Case("true", "true", "bad_field"),
        Case("a list", "[1]", "bad_field"),
        Case("a number that begins with 0", "01", "bad_json"),
        Case("a number with a plus", "+1", "bad_json"),
        Case("a number without an end", "1.", "bad_json"),
        Case("no number", "NaN", "bad_json"),
        Case("two cards", "1,\"card\":2", "bad_field"),
    ]

    @Test func `a flip with an invalid card changes nothing`() throws {
        let match = try QuietMatch()
        let client = try LineClient.named("Cid", at: match.host)
        let before = try client.open("{\"seats\":1}").state
        for card in Self.cards {
            try client.send("{\"type\":\"flip\",\"card\":\(card.text)}")
            #expect(try client.error().code == card.code, "\(card.name)")
            try match.step()
        }
        try client.flip(29)
        let after = try client.state()
        #expect(after.turned == [29])
        #expect(after.version == before.version + 1)
        try client.flip(29)
        #expect(try client.error().code == "card_face_up")
        try match.finish()
    }

    static let names = [
        "", "  ", "\u{1b}[31mRed", "a\u{202e}b", "a\u{2066}b", "a\u{200b}b", "a\u{200d}b", "a\u{feff}b", "a\u{7f}b",
        "tab\\tbed", "new\\nline", "\\u0000", "\u{301}a", String(repeating: "x", count: 25),
        String(repeating: "🦊", count: 25), String(repeating: "a\u{301}\u{302}", count: 24),
    ]

    @Test func `a name that is invisible, misleading or too long is refused`() throws {
        let match = try QuietMatch()
        let client = try LineClient(match.host)
        for name in Self.names {
            // What JSON must escape is escaped here already, but for the control character of the escape code.
            let text = name.replacingControl()
            try client.send("{\"type\":\"hello\",\"name\":\"\(text)\"}")
            #expect(try client.error().code == "bad_name", "\(text)")
            try match.step()
        }
        try client.introduce(String(repeating: "x", count: 24))
        try match.finish()
    }
}

extension BadLineTests.Case {
    /// The line as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
    /// The text with the control characters that JSON may not hold written as escapes.
    fileprivate func replacingControl() -> String {
        unicodeScalars.map { $0.value < 32 ? "\\u00" + String($0.value + 0x100, radix: 16).dropFirst() : String($0) }
            .joined()
    }
}
