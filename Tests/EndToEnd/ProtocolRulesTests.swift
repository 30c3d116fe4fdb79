import Foundation
import Protocol
import Testing

/// The tables of rules in `PROTOCOL.md` are those of the source.
@Suite struct ProtocolRulesTests {
    private let section: ProtocolDocument

    /// The values in `classic`, which the other presets have where their table has no column.
    private let classic: [String: String]

    init() throws {
        section = try ProtocolDocument().section("## 8. Rules and presets")
        classic = Dictionary(section.rows(of: "field of rules").map { ($0[0], $0[1]) }) { $1 }
    }

    @Test func `the document has every preset with all of its rules, and no other`() throws {
        let titles = try #require(section.tables.first { $0.titles[0] == "preset" }).titles
        #expect(section.names(of: "preset") == Set(Preset.allCases.map(\.rawValue)))
        for row in section.rows(of: "preset") {
            let preset = try #require(Preset(rawValue: row[0]))
            var solo = RulesRequest(preset: preset)
            solo.seats = 1
            var expected = try ProtocolSample.cells(of: Rules.preset(preset))
            expected["turns, solo"] = String(try Rules(solo).turns)
            expected["preset"] = preset.rawValue
            #expect(classic.merging(zip(titles, row)) { $1 } == expected)
        }
    }

    @Test func `the document has every rule with its value in classic, and no other`() throws {
        #expect(classic == (try ProtocolSample.cells(of: .preset(.classic))))
        #expect(classic.count == section.rows(of: "field of rules").count)
    }

    @Test func `the document has the range of every rule`() throws {
        func words(_ range: ClosedRange<Int>) -> [String] { ["\(range.lowerBound) to \(range.upperBound)"] }
        let ranges = [
            "rows": words(Rules.Bounds.side), "columns": words(Rules.Bounds.side), "seats": words(Rules.Bounds.seats),
            "turns": words(Rules.Bounds.turns), "revealMs": words(Rules.Bounds.reveal),
            "turnMs": words(Rules.Bounds.turn) + [", or 0;"], "graceMs": words(Rules.Bounds.grace),
            "houseMs": words(Rules.Bounds.house),
            "scoring": Rules.Scoring.allCases.map { "\($0.rawValue):" },
            "matched": Rules.Matched.allCases.map { "\($0.rawValue):" }, "again": ["true:"],
            "faces": FaceSet.allCases.map(\.rawValue) + FaceSet.builtIn.map { "\($0.faces.count) " },
        ]
        let rows = section.rows(of: "field of rules")
        #expect(Set(rows.map { $0[0] }) == Set(ranges.keys))
        for row in rows {
            for part in try #require(ranges[row[0]]) { #expect(row[2].contains(part), "\(row[0])") }
        }
    }
}
