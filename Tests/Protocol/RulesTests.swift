import Protocol
import Testing

@Suite struct `Rules: presets` {
    private func rules(_ preset: Preset?, _ change: (inout RulesRequest) -> Void = { _ in }) throws -> Rules {
        var request = RulesRequest(preset: preset)
        change(&request)
        return try Rules(request)
    }

    @Test func `rules are compared by every field but their times`() throws {
        let duel = try rules(.duel) { $0.seats = 1 }
        #expect(Rules.preset(.duel, solo: true) == duel && duel.comparable == duel)
        let slow = try rules(.duel) {
            ($0.seats, $0.revealMilliseconds, $0.turnMilliseconds, $0.graceMilliseconds) = (1, 10_000, 0, 0)
        }
        #expect(slow != duel && slow.comparable == duel)
        let changes: [(inout RulesRequest) -> Void] = [
            { $0.rows = 4 }, { $0.columns = 5 }, { $0.seats = 2 }, { $0.turns = 9 }, { $0.scoring = .points },
            { $0.matched = .vanish }, { $0.again = false }, { $0.faces = .letters },
        ]
        for change in changes {
            var request = RulesRequest(duel)
            change(&request)
            #expect(try Rules(request).comparable != duel)
        }
    }

    @Test func `rules that nobody chose are classic, or the host's default`() throws {
        #expect(try Rules(RulesRequest()) == Rules.preset(.classic))
        #expect(try Rules(RulesRequest(), default: .duel) == Rules.preset(.duel))
        #expect(try Rules(RulesRequest(preset: .quick), default: .duel) == Rules.preset(.quick))
    }

    @Test(arguments: [(Preset.classic, 30), (.quick, 30), (.tiles, 0), (.square, 0), (.duel, 0)])
    func `a solo game has 30 turns, unless its preset has no limit`(preset: Preset, turns: Int) throws {
        let solo = try rules(preset) { $0.seats = 1 }
        #expect(solo.turns == turns && solo.isSolo && !Rules.preset(preset).isSolo)
        for turns in [7, 0] { #expect(try rules(preset) { ($0.seats, $0.turns) = (1, turns) }.turns == turns) }
    }

    @Test func `fields in an object of rules change its preset`() throws {
        let rules = try rules(.tiles) {
            ($0.rows, $0.turns, $0.matched, $0.faces, $0.again) = (6, 9, .stay, .letters, true)
        }
        #expect([rules.rows, rules.columns, rules.turns, rules.cardCount, rules.pairCount] == [6, 4, 9, 24, 12])
        #expect(rules.scoring == .points && rules.matched == .stay && rules.faces == .letters && rules.again)
        #expect(try !self.rules(.duel) { $0.again = false }.again)
    }

    @Test(arguments: Preset.allCases)
    func `a complete request for rules overrides the host's default`(preset: Preset) throws {
        let rules = try rules(preset) { ($0.seats, $0.faces) = (1, .symbols) }
        #expect(try Rules(RulesRequest(rules), default: .tiles) == rules)
    }

    @Test(arguments: FaceSet.builtIn)
    func `a set has 26 to 64 different faces, animals two columns wide and others one or a word`(set: FaceSet) {
        #expect(26...64 ~= set.faces.count && Set(set.faces).count == set.faces.count)
        for face in set.faces where set != .shapes {
            #expect(face.count == 1 && face.unicodeScalars.count == 1, "\(face)")
            let isWide = face.unicodeScalars.first?.properties.isEmojiPresentation
            #expect(isWide == (set == .animals), "\(face)")
        }
    }
}

/// The table of drawings.
@Suite struct `Rules: shapes` {
    @Test func `every pair of the largest board has a shape of its own`() {
        #expect(Shape.faces.count == Rules.Bounds.side.upperBound * Rules.Bounds.side.upperBound / 2)
        #expect(FaceSet.shapes.faces == Shape.faces.map(\.name))
        #expect(Shape.faces.allSatisfy { Shape.face($0.name) == $0 } && Shape.face("moose") == nil)
    }

    @Test func `names are lowercase words of at most four letters that differ in their first two`() {
        let names = Shape.faces.map(\.name)
        #expect(names.allSatisfy { $0.utf8.allSatisfy { 0x61...0x7A ~= $0 } && 2...4 ~= $0.utf8.count })
        #expect(names == names.sorted() && Set(names.map { $0.prefix(2) }).count == names.count)
    }

    @Test func `no shape leaves the square`() {
        for shape in Shape.faces + [.questionMark] {
            for step in 0..<97 {
                let along = Double(step) * Shape.side / 96
                for outside in [-0.6, Shape.side + 0.6] {
                    #expect(shape.ink(at: Shape.Point(x: along, y: outside)) == nil, "\(shape.name)")
                    #expect(shape.ink(at: Shape.Point(x: outside, y: along)) == nil, "\(shape.name)")
                }
            }
        }
    }

    @Test func `a point is in the ink if the last part around it is no cut`() throws {
        let ring = try #require(Shape.face("ring"))
        #expect(ring.ink(at: Shape.Point(x: 12, y: 2)) == .black && ring.ink(at: Shape.Point(x: 12, y: 12)) == nil)
        let eye = try #require(Shape.face("eye"))
        #expect(
            [(12, true), (8.5, false), (6, true), (2, false)].allSatisfy { y, isInk in
                (eye.ink(at: Shape.Point(x: 12, y: y)) != nil) == isInk
            })
        let zig = try #require(Shape.face("zig"))
        #expect(zig.ink(at: Shape.Point(x: 12, y: 5.75)) == zig.ink && zig.ink(at: Shape.Point(x: 20, y: 15)) == nil)
    }
}

/// Rules as a client asks for them in JSON.
@Suite struct `Rules: ranges` {
    private func refusal(_ json: String) -> Refusal? { Refusal.thrown(by: try rules(json)) }

    /// Fields with what they may be at their ends, what lies beyond, and their ranges in words.
    private static let fields: [(any KeyPath<Rules, Int> & Sendable, String, inside: [Int], outside: [Int], String)] = [
        (\.rows, "rows", [2, 3, 9, 10], [1, 0, -1, 11, 1 << 40, .max], "2 to 10"),
        (\.columns, "columns", [2, 3, 9, 10], [1, 11, -2, .min + 1], "2 to 10"),
        (\.seats, "seats", [1, 2], [0, 3, -1], "1 to 2"),
        (\.turns, "turns", [0, 1, 500], [-1, 501], "0 to 500"),
        (\.revealMilliseconds, "revealMs", [0, 10_000], [-1, 10_001], "0 to 10000"),
        (\.turnMilliseconds, "turnMs", [0, 1_000, 3_600_000], [-1, 1, 999, 3_600_001], "0, or 1000 to 3600000"),
        (\.graceMilliseconds, "graceMs", [0, 3_600_000], [-1, 3_600_001], "0 to 3600000"),
    ]
    private static let notWhole = [
        "true", "\"4\"", "4.0", "4e0", "[4]", "{}", "99999999999999999999", "1e999", "-0.0",
    ]

    @Test func `a rule's number is in its range, or refused with its name and range`() throws {
        for (field, name, inside, outside, range) in Self.fields {
            for number in inside {
                let other = name == "columns" ? ",\"rows\":4" : ""
                #expect(try rules("{\"\(name)\":\(number)\(other)}")[keyPath: field] == number)
            }
            let expected = Refusal.badRules(field: name, range: range)
            #expect(expected.message == "Invalid rules: \(name) must be \(range).")
            for value in outside.map(String.init) + Self.notWhole {
                #expect(refusal("{\"\(name)\":\(value)}") == expected, "\(name) \(value)")
            }
        }
    }

    @Test(arguments: [
        ("scoring", "pairs, points"), ("matched", "stay, vanish"),
        ("faces", "animals, letters, symbols, shapes, pictures"),
    ])
    func `a rule with choices takes one of their names`(field: String, names: String) {
        let expected = Refusal.badRules(field: field, range: "one of " + names)
        for json in ["\"none\"", "\"\"", "\"PAIRS\"", "\"Stay\"", "1", "[]", "true"] {
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
        for json in ["\"\"", "\"Classic\"", "\"none\"", "{\"preset\":\"\"}", "{\"preset\":\"none\"}", "{\"preset\":1}"]
        {
            #expect(refusal(json) == expected)
        }
        for preset in Preset.allCases {
            for json in ["\"\(preset.rawValue)\"", "{\"preset\":\"\(preset.rawValue)\"}"] {
                #expect(try rules(json) == Rules.preset(preset))
            }
        }
    }

    @Test func `a rule that is null counts as left out, if there is such a rule`() throws {
        let names = Self.fields.map(\.1) + ["preset", "scoring", "matched", "again", "faces"]
        let text = names.map { "\"\($0)\":null" }.joined(separator: ",")
        for json in ["{\(text)}", "null", "{}"] { #expect(try rules(json) == Rules.preset(.classic)) }
        #expect(refusal("{\"colour\":null}") != nil)
    }

    @Test(arguments: ["[]", "5", "true", "[\"classic\"]"]) func `rules are a name or an object`(json: String) {
        #expect(refusal(json) == .badRules("neither a preset name nor an object"))
    }

    @Test(arguments: [
        "Rows", "row", "rows ", "deck", "turnms", "type", String(repeating: "x", count: 32),
    ])
    func `an unknown rule is refused by its name`(key: String) {
        #expect(refusal("{\"\(key)\":4}") == .badRules("unknown field '\(key)'"))
    }

    @Test(arguments: ["", "\\u001b[31m", "a\\nb", "\\u202e", String(repeating: "x", count: 33)])
    func `an unknown rule whose name is empty or long, or breaks the text, is refused without it`(key: String) {
        #expect(refusal("{\"\(key)\":4}") == .badRules("unknown field"))
    }

    @Test(arguments: 2...10) func `a board has an even number of cards`(rows: Int) throws {
        for columns in 2...10 {
            let size = "{\"rows\":\(rows),\"columns\":\(columns)}"
            if (rows * columns).isMultiple(of: 2) {
                let board = try rules(size)
                #expect(board.rows == rows && board.columns == columns && board.pairCount * 2 == rows * columns)
            } else {
                let sentence =
                    "Invalid rules: rows x columns must be even; \(rows) x \(columns) is odd."
                #expect(refusal(size)?.message == sentence)
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
