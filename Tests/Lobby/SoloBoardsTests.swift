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

    @Test func `games whose rules differ only in times share a board`() throws {
        var request = RulesRequest(.preset(.square, solo: true))
        request.turnMilliseconds = 0
        var boards = SoloBoards<Int>()
        boards.addGame(under: .preset(.square, solo: true), initial: 0) { $0 += 1 }
        boards.addGame(under: try Rules(request), initial: 0) { $0 += 1 }
        #expect(boards.count == 1)
        #expect(boards[try Rules(request)] == 2)
        #expect(boards.all.map(\.games) == [2])
    }

    @Test func `a full table forgets the boards that were played least and longest ago, but never a preset's`() throws {
        var boards = SoloBoards<Int>()
        for preset in Preset.allCases { boards.addGame(under: .preset(preset, solo: true), initial: 0) { _ in } }
        for number in 0..<Limits.soloBests - Preset.allCases.count {
            boards.addGame(under: try rules(number), initial: number) { _ in }
        }
        boards.addGame(under: try rules(0), initial: 0) { _ in }
        #expect(boards.count == Limits.soloBests)
        boards.addGame(under: try rules(9_999), initial: 9_999) { _ in }
        #expect(boards.count == Limits.soloBests - Limits.soloBests / 4 + 1)
        for preset in Preset.allCases { #expect(boards[.preset(preset, solo: true)] != nil, "\(preset)") }
        #expect(boards[try rules(0)] == 0, "it was played twice")
        #expect(boards[try rules(1)] == nil, "it was played once, longest ago")
        #expect(boards[try rules(Limits.soloBests / 4)] == nil)
        #expect(boards[try rules(Limits.soloBests / 4 + 1)] != nil)
        #expect(boards[try rules(9_999)] == 9_999)
    }
}
