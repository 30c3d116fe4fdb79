import Foundation
import Protocol
import Testing

/// The tables of rules in `PROTOCOL.md` are those of the source.
@Suite struct ProtocolRulesTests {
    private let section: ProtocolDocument

    init() throws { section = try ProtocolDocument().section("## 7. Rules") }

    @Test func `the document has every preset with all of its rules, and no other`() throws {
        let rows = section.rows
        let titles = try #require(rows.first { $0[0] == "preset" })
        #expect(section.names(of: "preset") == Set(Preset.allCases.map(\.rawValue)))
        for row in section.rows(of: "preset") {
            let preset = try #require(Preset(rawValue: row[0]))
            var solo = RulesRequest(preset: preset)
            solo.seats = 1
            var expected = try ProtocolSample.cells(of: Rules.preset(preset))
            expected["turns, solo"] = String(try Rules(solo).turns)
            expected["preset"] = preset.rawValue
            #expect(Dictionary(zip(titles, row)) { $1 } == expected)
        }
    }

    @Test func `the document has every rule with its value in classic, and no other`() throws {
        let rows = section.rows(of: "field")
        #expect(Dictionary(rows.map { ($0[0], $0[2]) }) { $1 } == (try ProtocolSample.cells(of: .preset(.classic))))
    }

    @Test func `the document has the range of every rule`() throws {
        func words(_ range: ClosedRange<Int>) -> [String] { ["\(range.lowerBound) to \(range.upperBound)"] }
        let ranges = [
            "rows": words(Rules.Bounds.side), "columns": words(Rules.Bounds.side), "seats": words(Rules.Bounds.seats),
            "turns": words(Rules.Bounds.turns), "revealMs": words(Rules.Bounds.reveal),
            "turnMs": words(Rules.Bounds.turn) + [", or 0;"], "graceMs": words(Rules.Bounds.grace),
            "scoring": Rules.Scoring.allCases.map { "\($0.rawValue):" },
            "matched": Rules.Matched.allCases.map { "\($0.rawValue):" }, "again": ["true:"],
            "faces": FaceSet.allCases.map(\.rawValue) + FaceSet.allCases.map { "\($0.faces.count) " },
        ]
        let rows = section.rows(of: "field")
        #expect(Set(rows.map { $0[0] }) == Set(ranges.keys))
        for row in rows {
            for part in try #require(ranges[row[0]]) { #expect(row[3].contains(part), "\(row[0])") }
        }
    }
}
