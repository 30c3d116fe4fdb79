import Protocol
import TestSupport
import Testing

@Suite struct `Values: identifiers` {
    @Test(arguments: [("m1", 1), ("M3", 3), ("m999999999999999", 999_999_999_999_999)])
    func `a match ID is m and a number`(text: String, number: Int) throws {
        let id = try #require(MatchID(text))
        #expect(id.number == number && id.text == "m\(number)")
    }

    @Test(arguments: [
        "", "m", "m0", "m000", "m007", "3", "mm3", "m-3", "m+3", "m3 ", " m3", "m3x", "n3", "m٣", "m\u{301}3",
        "m3\u{301}", "m1.0", "r17", "m9999999999999999", "m99999999999999999999", "ｍ3", "-3", "\u{1F4}3",
    ])
    func `anything but m and a number is no match ID`(text: String) {
        #expect(MatchID(text) == nil)
    }

    @Test(arguments: ["", "r", "r0", "r017", "17", "m17", "r-1", "r1 ", "rr1", "r1.0", "r9999999999999999"])
    func `a record ID is r and a number`(text: String) {
        #expect(RecordID(text) == nil)
        #expect(RecordID("r17") == RecordID(number: 17) && RecordID("R1")?.text == "r1")
    }

    @Test func `IDs are ordered by number`() {
        #expect(MatchID(number: 9) < MatchID(number: 10) && RecordID(number: 9) < RecordID(number: 10))
    }

    @Test(arguments: [
        ("KQ7XAB", "KQ7XAB"), ("kq7xab", "KQ7XAB"), ("Mabcde", "MABCDE"), ("234567", "234567"), ("m2345x", "M2345X"),
    ])
    func `a code is six letters and digits in any case`(text: String, code: String) throws {
        #expect(try #require(MatchCode(text)).text == code)
    }

    @Test(arguments: [
        "", "KQ7", "KQ7X", "KQ7XA", "KQ7XABC", "KQ7XA0", "KQ7XA1", "KQ7 XA", "KQ7-XA", "m23456", "M99999", "ß2345",
        "ßabcd", "ﬀabcd", "ıabcde", "KQ7Xé", "ſabcd", "KQ7X\u{301}", "\u{212A}Q7X", "KQ7XA ", " KQ7XA", "Ａ234",
    ])
    func `anything else is no code, least of all a possible match ID`(text: String) {
        #expect(MatchCode(text) == nil)
    }

    @Test func `a random code reads back the same and is no match ID`() {
        var random = SeededRandom("codes")
        var codes: Set<MatchCode> = []
        for _ in 0..<20_000 {
            let code = MatchCode(using: &random)
            #expect(MatchCode(code.text) == code && MatchID(code.text) == nil)
            codes.insert(code)
        }
        #expect(codes.count > 19_000)
    }

    @Test(arguments: ["MEMORY", "FOLLOW", "RESUME", "SCORES", "M23456"])
    func `a random code is no game, no command and no match ID`(word: String) throws {
        var random = Letters(word + "KQ7XM4")
        #expect(MatchCode(using: &random).text == "KQ7XM4")
    }

    /// Random numbers that choose these letters of a code.
    private struct Letters: RandomNumberGenerator {
        private var numbers: ArraySlice<UInt64>

        init(_ text: String) {
            let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789")
            let indices = text.map { letter in alphabet.firstIndex(of: letter) ?? 0 }
            // In the middle of the share of all numbers that stands for a letter.
            let share = UInt64.max / UInt64(alphabet.count)
            numbers = indices.map { UInt64($0) * share + share / 2 }[...]
        }

        mutating func next() -> UInt64 { numbers.popFirst() ?? 0 }
    }

    @Test func `a token is written and read as 32 hexadecimal digits`() throws {
        var random = SeededRandom("tokens")
        for _ in 0..<2_000 {
            let token = Token(using: &random)
            #expect(token.text.utf8.count == 32)
            #expect(Token(token.text) == token && Token(token.text.uppercased()) == token)
        }
        #expect(JSONSamples.token.text == JSONSamples.tokenText)
    }

    @Test(arguments: [
        "", "0123456789abcdeffedcba987654321", "0123456789abcdeffedcba98765432100", "0123456789abcdeffedcba987654321g",
        "+123456789abcdef0123456789abcdef", "0x23456789abcdef0123456789abcdef", " 123456789abcdef0123456789abcdef",
        "0123456789abcdef-123456789abcdef", "é123456789abcdef0123456789abcde",
    ])
    func `anything but 32 hexadecimal digits is no token`(text: String) {
        #expect(Token(text) == nil)
    }

    @Test func `a request ID has at most 64 bytes`() throws {
        for text in ["", "1", "\0", String(repeating: "a", count: 64), String(repeating: "é", count: 32)] {
            #expect(try #require(RequestID(text)).text == text)
        }
        #expect(RequestID(String(repeating: "a", count: 65)) == nil)
        #expect(RequestID(String(repeating: "é", count: 32) + "a") == nil)
    }

    @Test func `every card of a 10 by 10 board has a place, and every place its card`() throws {
        var places: Set<Coordinate> = []
        for card in 0..<100 {
            let place = Coordinate(card: card, columns: 10)
            #expect(place.card(rows: 10, columns: 10) == card)
            #expect(Coordinate(place.text) == place && Coordinate(place.text.lowercased()) == place)
            places.insert(place)
        }
        #expect(places.count == 100)
        #expect(Coordinate(card: 0, columns: 6).text == "A1" && Coordinate(card: 19, columns: 6).text == "B4")
        #expect(Coordinate(card: 99, columns: 10).text == "J10")
    }

    @Test(arguments: ["g1", "a6", "z1", "a999", "f6", "g5"]) func `a place may lie outside the board`(text: String)
        throws
    {
        #expect(try #require(Coordinate(text)).card(rows: 5, columns: 6) == nil)
    }

    @Test(arguments: [
        "", "b", "4", "b0", "b00", "4b", "bb4", "b-4", "b+4", "b 4", "b4 ", " b4", "b4x", "b1000", "é4", "b٤",
        "b\u{301}4", "@1", "[1", "`1", "{1", "b4\0",
    ])
    func `anything but a column and a row is no place`(text: String) {
        #expect(Coordinate(text) == nil)
    }
}
