import Protocol
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
        #expect(boards.all.map(\.played) == [2])
    }

    @Test func `a full table forgets the boards that were played least and longest ago, but never a preset's`() throws {
        var boards = SoloBoards()
        for preset in Preset.allCases { boards.add(game(.preset(preset, solo: true)), record: 1) }
        for number in 0..<Limits.soloBests - Preset.allCases.count {
            boards.add(game(try rules(number), turns: number), record: 1)
        }
        boards.add(game(try rules(0)), record: 1)
        #expect(boards.all.count == Limits.soloBests)
        boards.add(game(try rules(9_999), turns: 9_999), record: 1)
        #expect(boards.all.count == Limits.soloBests - Limits.soloBests / 4 + 1)
        for preset in Preset.allCases { #expect(!boards[.preset(preset, solo: true)].isEmpty, "\(preset)") }
        #expect(boards[try rules(0)].map(\.turns) == [0, 0], "it was played twice")
        #expect(boards[try rules(1)].isEmpty, "it was played once, longest ago")
        #expect(boards[try rules(Limits.soloBests / 4)].isEmpty)
        #expect(!boards[try rules(Limits.soloBests / 4 + 1)].isEmpty)
        #expect(boards[try rules(9_999)].map(\.turns) == [9_999])
    }
}
