import Protocol
import TestSupport
import Testing

@testable import Lobby

@Suite struct SoloBoardsTests {
    /// Solo rules of which there are many more than a host keeps.
    private func rules(_ number: Int) throws -> Rules {
        var request = RulesRequest()
        (request.seats, request.turns) = (1, 1 + number % 500)
        (request.rows, request.columns) = (2 + 2 * (number / 500 % 5), 2 + number / 2500)
        request.faces = .letters
        return try Rules(request)
    }

    private func game(_ rules: Rules, turns: Int = 0) -> ScoreList.Game {
        ScoreList.Game(rules: rules.comparable, name: "Ann", score: 0, turns: turns, endedAt: 0)
    }

    @Test func `games whose rules differ only in times share a board`() throws {
        var request = RulesRequest(.preset(.square, solo: true))
        request.turnMilliseconds = 0
        var boards = SoloBoards()
        boards.add(game(.preset(.square, solo: true)), record: 1)
        boards.add(game(try Rules(request)), record: 1)
        #expect(boards[try Rules(request)].count == 2)
        #expect(boards.count == 1)
    }

    @Test func `a full table forgets the boards that were played least and longest ago, but never a preset's`() throws {
        var boards = SoloBoards()
        for preset in Preset.allCases { boards.add(game(.preset(preset, solo: true)), record: 1) }
        for number in 0..<Limits.soloBests - Preset.allCases.count {
            boards.add(game(try rules(number), turns: number), record: 1)
        }
        boards.add(game(try rules(0)), record: 1)
        #expect(boards.count == Limits.soloBests)
        boards.add(game(try rules(9_999), turns: 9_999), record: 1)
        #expect(boards.count == Limits.soloBests - Limits.soloBests / 4 + 1)
        for preset in Preset.allCases { #expect(!boards[.preset(preset, solo: true)].isEmpty, "\(preset)") }
        #expect(boards[try rules(0)].map(\.turns) == [0, 0], "it was played twice")
        #expect(boards[try rules(1)].isEmpty, "it was played once, longest ago")
        #expect(boards[try rules(Limits.soloBests / 4)].isEmpty)
        #expect(!boards[try rules(Limits.soloBests / 4 + 1)].isEmpty)
        #expect(boards[try rules(9_999)].map(\.turns) == [9_999])
    }

    // MARK: Of records

    /// The boards of the records that clients may see.
    private func boards(_ records: [MatchRecord]) -> SoloBoards {
        records.filter(\.summary.isListed).reduce(into: SoloBoards()) { $0.add($1.summary) }
    }

    private func games(_ records: [MatchRecord]) -> [String] {
        boards(records).list(upTo: records.count).map { "\($0.name) \($0.score) in \($0.turns)" }
    }

    @Test func `the best games are those with the higher score, then fewer turns, then the earlier`() {
        let records = [
            RecordSamples.game(1, "Ann", score: 2, turns: 5), RecordSamples.game(2, "Bob", score: 2, turns: 4),
            RecordSamples.game(3, "Cid", score: 1, turns: 2, reason: .turns), RecordSamples.game(4, "Dan", turns: 4),
            RecordSamples.game(5, "Eve", score: 9, turns: 1, reason: .resigned),
            RecordSamples.game(6, "Fay", score: 9, turns: 1, isPrivate: true),
        ]
        #expect(games(records) == ["Bob 2 in 4", "Dan 2 in 4", "Ann 2 in 5", "Cid 1 in 2"])
        let best = boards(records)
        #expect(best.count == 1)
        #expect(best[RecordSamples.rules(.animals, seats: 1)].first?.name == "Bob")
    }

    @Test func `games are grouped by rules, most played first, at most ten per group`() {
        let records =
            [RecordSamples.game(1, score: 7, faces: .letters)]
            + (2...14).map { RecordSamples.game($0, score: $0, faces: .symbols) }
        #expect(games(records).count == Limits.bestGamesAlike + 1)
        #expect(games(records).first == "Ann 14 in 3")
        #expect(games(records).last == "Ann 7 in 3")
    }

    /// A solo game under rules of which there are many more than a host keeps; it differs in its times, too.
    private func oddGame(_ number: Int, rules index: Int) throws -> RecordSummary {
        var request = RulesRequest(RecordSamples.rules(.letters, seats: 1))
        (request.rows, request.turns) = (2 + 2 * (index / 500 % 5), 1 + index % 500)
        request.columns = 2 + index / 2500
        request.graceMilliseconds = number
        var game = RecordSamples.game(number, "P\(index)").summary
        game.rules = try Rules(request)
        return game
    }

    @Test func `games whose rules differ only in times are compared`() throws {
        var records = [RecordSamples.game(1, "Ann", turns: 4), RecordSamples.game(2, "Bob", turns: 3)]
        var request = RulesRequest(records[1].summary.rules)
        (request.revealMilliseconds, request.turnMilliseconds, request.graceMilliseconds) = (0, 0, 7)
        records[1].summary.rules = try Rules(request)
        #expect(games(records) == ["Bob 2 in 3", "Ann 2 in 4"])
        #expect(boards(records).list(upTo: 2).first?.turns == 3)
        let usual = RecordSamples.rules(.animals, seats: 1)
        #expect(boards(records).list(upTo: 2).map(\.rules) == [usual, usual])
    }

    @Test func `a flood of odd rules displaces neither the presets nor rules that are played often`() throws {
        var best = SoloBoards()
        var number = 0
        for index in 0..<Limits.soloBests {
            number += 1
            best.add(try oddGame(number, rules: index))
        }
        #expect(best.count == Limits.soloBests)
        // These come when the table is full, and stay.
        var tiles = RecordSamples.game(1, "Ann").summary
        tiles.rules = .preset(.tiles, solo: true)
        let others = [RecordSamples.game(2, "Bob"), RecordSamples.game(3, "Bob", turns: 9)]
        for record in [tiles] + others.map(\.summary) { best.add(record) }
        for index in Limits.soloBests..<3 * Limits.soloBests {
            number += 1
            best.add(try oddGame(number, rules: index))
        }
        #expect(best.count <= Limits.soloBests)
        #expect(best[tiles.rules].first?.turns == 3)
        #expect(best[RecordSamples.rules(.animals, seats: 1)].first?.turns == 3)
        #expect(best[try oddGame(1, rules: 3 * Limits.soloBests - 1).rules].first?.turns == 3, "the last is known")
        #expect(best[try oddGame(1, rules: 0).rules].isEmpty, "the first is not")
    }

    @Test func `a game whose record is not kept yet is not listed`() {
        let best = boards([RecordSamples.game(1, turns: 4), RecordSamples.game(2, turns: 3)])
        #expect(best.list(upTo: 1).map(\.turns) == [4])
        #expect(best.list(upTo: 2).map(\.turns) == [3, 4])
    }
}
