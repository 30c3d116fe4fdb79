import Testing

@testable import Protocol

@Suite struct `Memory: turns and their clock` {
    @Test func `a timeout turns the open card back and spends the turn, without counting a miss`() throws {
        var board = try GameBoard("ABC CBA") { $0.scoring = .points }
        try board.play("b1 clock")
        #expect(board.drawing == "...\n..." && board.game.turned == [])
        #expect(board.game.turn == 1 && board.turnsLeft == [14, 15])
        #expect(board.game.misses(of: 0) == 0 && board.scores == [0, 0])
    }

    @Test func `a timeout does nothing while a mismatch is shown, nor after the end`() throws {
        for moves in ["a1 b1", "a1 c2 b1 b2 c1 a2"] {
            var board = try GameBoard("ABC CBA")
            try board.play(moves)
            let before = board.game
            board.game.turnRanOut()
            #expect(board.game == before, "after '\(moves)'")
        }
    }

    @Test(
        arguments: [
            // Seat 0 lets each of its first three turns run out; seat 1 plays on.
            ("clock a1 b1 back clock a1 b1 back clock", 1, [3, 2]),
            // A first card is not enough to be there.
            ("clock a1 b1 back a1 clock a1 b1 back b1 clock", 1, [3, 2]),
            // Both let the clock run out: who started is first to have three.
            ("clock clock clock clock clock", 1, [3, 2]),
            // Seat 1 loses, having flipped in between.
            ("clock a1 b1 back a1 b1 back clock a1 b1 back clock a1 b1 back clock", 0, [4, 4]),
        ] as [(String, Int, [Int])])
    func `three timeouts of a seat in a row lose the match`(moves: String, winner: Int, used: [Int]) throws {
        var board = try GameBoard("ABC CBA")
        try board.play(moves)
        #expect(board.game.ending == Ending(winner: winner, reason: .timeout))
        #expect([board.game.turnsUsed(of: 0), board.game.turnsUsed(of: 1)] == used)
    }

    @Test(arguments: ["a1 b1 back", "a1 c2"])
    func `the second card of a turn resets the count of timeouts, for a miss or a pair`(turn: String) throws {
        var board = try GameBoard("ABC CBA") { $0.turns = 0 }
        try board.play("clock b1 c1 back clock b1 c1 back \(turn) b1 c1 back clock b1 c1 back clock b1 c1 back")
        #expect(!board.game.isOver && board.game.turn == 0)
        try board.play("clock")
        #expect(board.game.ending == Ending(winner: 1, reason: .timeout))
    }

    @Test func `with again, a pair resets the count of timeouts even if the turn then times out`() throws {
        var board = try GameBoard("ABC CBA") { ($0.again, $0.seats) = (true, 1) }
        try board.play("clock clock a1 c2 clock clock")
        #expect(!board.game.isOver && board.turnsLeft == [26])
        try board.play("clock")
        #expect(board.game.ending == Ending(winner: nil, reason: .timeout))
    }

    @Test func `an open card is not shown as turned when the third timeout ends the match`() throws {
        var board = try GameBoard("AB AB") { $0.seats = 1 }
        try board.play("clock clock a1 clock")
        #expect(board.game.turned == [] && board.game.turn == nil)
        #expect(board.drawing == "AB\nAB")
    }

    @Test func `the third timeout in a row loses even if it spends the last turn of all`() throws {
        var board = try GameBoard("AB AB", starting: 1) { $0.turns = 3 }
        try board.play("a1 b1 back clock a1 b1 back clock a1 b1 back clock")
        #expect(board.game.ending == Ending(winner: 1, reason: .timeout) && board.turnsLeft == [0, 0])
    }

    @Test func `turns alternate, however they end`() throws {
        var board = try GameBoard("ABCD DCBA")
        var seats: [Int?] = []
        for turn in ["a1 b1 back", "clock", "a1 d2", "b1 clock", "b1 c2", "c1 a2 back", "c1 b2"] {
            seats.append(board.game.turn)
            try board.play(turn)
        }
        #expect(seats == [0, 1, 0, 1, 0, 1, 0])
    }

    @Test func `without a limit nobody runs out of turns`() throws {
        var board = try GameBoard("AB AB") { $0.turns = 0 }
        for _ in 0..<600 { try board.play("a1 b1 back") }
        #expect(board.turnsLeft == [nil, nil] && board.game.turn == 0)
        #expect(board.game.turnsUsed(of: 0) == 300 && board.game.misses(of: 1) == 300)
    }
}
