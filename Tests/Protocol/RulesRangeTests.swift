import Protocol
import Testing

/// Rules as a client asks for them in JSON.
@Suite struct `Rules: ranges` {
    private func rules(_ json: String) throws(Refusal) -> Rules {
        let bytes = Array("{\"type\":\"open\",\"rules\":\(json)}".utf8)
        switch CommandReader.read(bytes, in: bytes.indices).content {
        case .command(.open(let request, _)): return try Rules(request)
        case .malformed(.open, let refusal): throw refusal
        case .command, .malformed, .unreadable: throw .badField("This opens no match.")
        }
    }

    private func refusal(_ json: String) -> Refusal? {
        do throws(Refusal) {
            _ = try rules(json)
            return nil
        } catch {
            return error
        }
    }

    /// A field, what it may be at its ends, what lies one beyond, and its range in words.
    struct Field: Sendable, CustomTestStringConvertible {
        let name: String
        let inside, outside: [Int]
        let range: String
        var testDescription: String { name }
    }

    private static let fields = [
        Field(name: "rows", inside: [2, 3, 9, 10], outside: [1, 0, -1, 11, 1 << 40, .max], range: "2 to 10"),
        Field(name: "columns", inside: [2, 4, 10], outside: [1, 11, -2, .min + 1], range: "2 to 10"),
        Field(name: "seats", inside: [1, 2], outside: [0, 3, -1], range: "1 to 2"),
        Field(name: "turns", inside: [0, 1, 500], outside: [-1, 501], range: "0 to 500"),
        Field(name: "revealMs", inside: [0, 10_000], outside: [-1, 10_001], range: "0 to 10000"),
        Field(
            name: "turnMs", inside: [0, 1_000, 3_600_000], outside: [-1, 1, 999, 3_600_001],
            range: "0, or 1000 to 3600000"),
        Field(name: "graceMs", inside: [0, 3_600_000], outside: [-1, 3_600_001], range: "0 to 3600000"),
    ]

    private func value(of field: String, in rules: Rules) -> Int? {
        switch field {
        case "rows": rules.rows
        case "columns": rules.columns
        case "seats": rules.seats
        case "turns": rules.turns
        case "revealMs": rules.revealMilliseconds
        case "turnMs": rules.turnMilliseconds
        case "graceMs": rules.graceMilliseconds
        default: nil
        }
    }

    @Test(arguments: fields) func `a rule's number may be at either end of its range`(field: Field) throws {
        for number in field.inside {
            let other = field.name == "rows" ? ",\"columns\":4" : field.name == "columns" ? ",\"rows\":4" : ""
            #expect(value(of: field.name, in: try rules("{\"\(field.name)\":\(number)\(other)}")) == number)
        }
    }

    @Test(arguments: fields) func `a rule's number beyond its range is refused with its name and range`(field: Field) {
        let expected = Refusal.badRules(field: field.name, range: field.range)
        for number in field.outside { #expect(refusal("{\"\(field.name)\":\(number)}") == expected, "\(number)") }
        #expect(expected.message == "Invalid rules: \(field.name) must be \(field.range).")
    }

    @Test(arguments: fields) func `a rule that is not a whole number is refused with its range`(field: Field) {
        for json in ["true", "\"4\"", "4.0", "4e0", "[4]", "{}", "99999999999999999999", "1e999", "-0.0"] {
            let expected = Refusal.badRules(field: field.name, range: field.range)
            #expect(refusal("{\"\(field.name)\":\(json)}") == expected, "\(json)")
        }
    }

    @Test(arguments: [
        ("scoring", "pairs, points"), ("matched", "stay, vanish"), ("faces", "animals, letters, symbols"),
    ])
    func `a rule with choices takes one of their names`(field: String, names: String) {
        for json in ["\"none\"", "\"\"", "\"PAIRS\"", "\"Stay\"", "1", "[]", "true"] {
            let expected = Refusal.badRules(field: field, range: "one of " + names)
            #expect(refusal("{\"\(field)\":\(json)}") == expected, "\(json)")
        }
        for name in names.split(separator: ", ") { #expect(refusal("{\"\(field)\":\"\(name)\"}") == nil) }
    }

    @Test(arguments: ["0", "1", "\"true\"", "[]"]) func `the rule again is true or false`(json: String) throws {
        #expect(refusal("{\"again\":\(json)}") == .badRules(field: "again", range: "true or false"))
        #expect(try rules("{\"again\":true}").again)
        #expect(try !rules("{\"again\":false,\"preset\":\"duel\"}").again)
    }

    @Test func `a preset is one of its names, alone or in an object`() throws {
        let expected = Refusal.badRules(field: "preset", range: "one of classic, tiles, square, quick, duel")
        for json in ["\"\"", "\"Classic\"", "\"none\""] {
            #expect(refusal(json) == expected)
            #expect(refusal("{\"preset\":\(json)}") == expected)
        }
        for preset in Preset.allCases {
            #expect(try rules("\"\(preset.rawValue)\"") == Rules.preset(preset))
            #expect(try rules("{\"preset\":\"\(preset.rawValue)\"}") == Rules.preset(preset))
        }
        #expect(refusal("{\"preset\":1}") == expected)
    }

    @Test func `a rule that is null counts as left out, if there is such a rule`() throws {
        let names = Self.fields.map(\.name) + ["preset", "scoring", "matched", "again", "faces"]
        let text = names.map { "\"\($0)\":null" }.joined(separator: ",")
        #expect(try rules("{\(text)}") == Rules.preset(.classic))
        #expect(refusal("{\"colour\":null}") != nil)
    }

    @Test(arguments: ["[]", "5", "true", "[\"classic\"]"]) func `rules are a name or an object`(json: String) {
        #expect(refusal(json) == .badRules("not a preset name or an object"))
    }

    @Test func `rules that are null or empty are the host's default`() throws {
        #expect(try rules("null") == Rules.preset(.classic) && rules("{}") == Rules.preset(.classic))
    }

    @Test(arguments: ["Rows", "row", "", "rows ", "deck", "turnms", "type", String(repeating: "x", count: 32)])
    func `an unknown rule is refused by its name`(key: String) {
        let shown = key.isEmpty ? "field" : "field '\(key)'"
        #expect(refusal("{\"\(key)\":4}") == .badRules("unknown \(shown)"))
    }

    @Test(arguments: ["\\u001b[31m", "a\\nb", "\\u202e", String(repeating: "x", count: 33)])
    func `an unknown rule that is long or breaks the text is not quoted`(key: String) {
        #expect(refusal("{\"\(key)\":4}") == .badRules("unknown field"))
    }

    @Test(arguments: [(3, 3), (5, 5), (7, 3), (9, 9)]) func `a board has an even number of cards`(
        rows: Int, columns: Int
    ) {
        #expect(
            refusal("{\"rows\":\(rows),\"columns\":\(columns)}")?.message
                == "Invalid rules: rows x columns must be even; \(rows) x \(columns) is odd.")
    }

    @Test func `every board with an even number of cards can be played on`() throws {
        for rows in 2...10 {
            for columns in 2...10 where (rows * columns).isMultiple(of: 2) {
                let board = try self.rules("{\"rows\":\(rows),\"columns\":\(columns)}")
                #expect(board.rows == rows && board.columns == columns && board.pairCount * 2 == rows * columns)
            }
        }
        #expect(refusal("{\"rows\":3,\"preset\":\"quick\"}")?.code == "bad_rules")
    }

    @Test func `rules may be in any order and change the preset wherever it is`() throws {
        let one = try rules("{\"preset\":\"tiles\",\"rows\":6,\"scoring\":\"pairs\"}")
        let other = try rules("{ \"scoring\" : \"pairs\" , \"rows\":6,\"pr\\u0065set\":\"tiles\" }")
        #expect(one == other && one.rows == 6 && one.columns == 4 && one.scoring == .pairs && one.matched == .vanish)
    }

    @Test func `the first bad rule is the one that is named`() {
        #expect(refusal("{\"turns\":\"x\",\"seats\":\"\"}") == .badRules(field: "turns", range: "0 to 500"))
        #expect(refusal("{\"turns\":501,\"rows\":1}") == .badRules(field: "rows", range: "2 to 10"))
    }
}
