import Protocol
import Testing

@Suite struct `Rules: presets` {
    private func rules(_ preset: Preset?, _ change: (inout RulesRequest) -> Void = { _ in }) throws -> Rules {
        var request = RulesRequest(preset: preset)
        change(&request)
        return try Rules(request)
    }

    @Test(arguments: [
        (Preset.classic, [5, 6, 2, 15], Rules.Scoring.pairs, Rules.Matched.stay),
        (.tiles, [4, 4, 2, 0], .points, .vanish),
        (.square, [4, 4, 2, 0], .pairs, .stay),
        (.quick, [2, 5, 2, 15], .pairs, .stay),
        (.duel, [6, 6, 2, 0], .pairs, .stay),
    ])
    func `every preset is as PROTOCOL.md says`(row: (Preset, [Int], Rules.Scoring, Rules.Matched)) {
        let rules = Rules.preset(row.0)
        #expect([rules.rows, rules.columns, rules.seats, rules.turns] == row.1)
        #expect(rules.scoring == row.2 && rules.matched == row.3)
        #expect(rules.again == (row.0 == .duel))
        #expect(rules.faces == .animals)
        let times = [rules.revealMilliseconds, rules.turnMilliseconds, rules.graceMilliseconds]
        #expect(times == [1_000, 60_000, 120_000])
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

    @Test func `only the documented presets exist`() {
        #expect(Preset.allCases.map(\.rawValue) == ["classic", "tiles", "square", "quick", "duel"])
    }

    @Test func `rules that nobody chose are classic, or the host's default`() throws {
        #expect(try Rules(RulesRequest()) == Rules.preset(.classic))
        #expect(try Rules(RulesRequest(), default: .duel) == Rules.preset(.duel))
        #expect(try Rules(RulesRequest(preset: .quick), default: .duel) == Rules.preset(.quick))
    }

    @Test(arguments: [(Preset.classic, 30), (.quick, 30), (.tiles, 0), (.square, 0), (.duel, 0)])
    func `a solo game has 30 turns, unless its preset has no limit`(preset: Preset, turns: Int) throws {
        let solo = try rules(preset) { $0.seats = 1 }
        #expect(solo.turns == turns && solo.isSolo)
        #expect(try rules(preset) { ($0.seats, $0.turns) = (1, 7) }.turns == 7)
        #expect(try rules(preset) { ($0.seats, $0.turns) = (1, 0) }.turns == 0)
        #expect(!Rules.preset(preset).isSolo)
    }

    @Test func `fields in an object of rules change its preset`() throws {
        let rules = try rules(.tiles) {
            ($0.rows, $0.turns, $0.matched, $0.faces, $0.again) = (6, 9, .stay, .letters, true)
        }
        #expect([rules.rows, rules.columns, rules.turns, rules.cardCount, rules.pairCount] == [6, 4, 9, 24, 12])
        #expect(rules.scoring == .points && rules.matched == .stay && rules.faces == .letters && rules.again)
        #expect(try !self.rules(.duel) { $0.again = false }.again)
    }

    @Test func `a complete request for rules overrides the host's default`() throws {
        for preset in Preset.allCases {
            let rules = try rules(preset) { ($0.seats, $0.faces) = (1, .symbols) }
            #expect(try Rules(RulesRequest(rules), default: .tiles) == rules)
        }
    }

    @Test func `every set of faces has 26 to 64, all different and none blank`() {
        for set in FaceSet.allCases {
            #expect(26...64 ~= set.faces.count && Set(set.faces).count == set.faces.count)
            for face in set.faces { #expect(face.count == 1 && face.unicodeScalars.count == 1, "\(face)") }
        }
    }

    @Test func `every animal is two columns wide and every other face one`() {
        for set in FaceSet.allCases {
            for face in set.faces.compactMap(\.unicodeScalars.first) {
                #expect(face.properties.isEmojiPresentation == (set == .animals), "\(face)")
            }
        }
    }
}
