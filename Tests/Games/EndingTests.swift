import Testing

@testable import Protocol

@Suite struct `Memory: endings` {
    @Test func `a match ends when the board is cleared, and the most pairs win`() throws {
        var board = try GameBoard("ABC CBA")
        try board.play("a1 c2 b1 c1 back b1 b2")
        #expect(!board.game.isOver)
        try board.play("c1 a2")
        #expect(board.game.ending == Ending(winner: 0, reason: .cleared))
        #expect(board.game.table == .over(Ending(winner: 0, reason: .cleared)))
        #expect(board.scores == [2, 1] && board.game.turn == nil && board.game.turned == [])
        #expect(board.drawing == "ABC\nCBA")
    }

    @Test func `equal scores are a draw`() throws {
        var board = try GameBoard("AB AB")
        try board.play("a1 a2 b1 b2")
        #expect(board.game.ending == Ending(winner: nil, reason: .cleared))
    }

    @Test func `the seat that did not start can win`() throws {
        var board = try GameBoard("ABC CBA")
        try board.play("a1 b1 back a1 c2 b1 c1 back b1 b2 c1 a2")
        #expect(board.scores == [1, 2] && board.game.ending == Ending(winner: 1, reason: .cleared))
    }

    @Test func `a board cleared in the last turn ends the match as cleared`() throws {
        var board = try GameBoard("AB AB") { $0.turns = 1 }
        try board.play("a1 a2 b1 b2")
        #expect(board.game.ending == Ending(winner: nil, reason: .cleared) && board.turnsLeft == [0, 0])
    }

    @Test func `a match ends when no seat has turns left`() throws {
        var board = try GameBoard("ABC CBA") { $0.turns = 1 }
        try board.play("b1 c1 back")
        #expect(board.game.turn == 1 && board.turnsLeft == [0, 1])
        try board.play("a1 c2")
        #expect(board.game.ending == Ending(winner: 1, reason: .turns))
        #expect(board.drawing == "ABC\nCBA", "all is shown, taken or not")
    }

    @Test func `the last mismatch is shown before it ends the match`() throws {
        var board = try GameBoard("ABC CBA") { $0.turns = 1 }
        try board.play("a1 c2 b1 c1")
        #expect(!board.game.isOver && board.turnsLeft == [0, 0])
        #expect(board.game.table == .showing(seat: 1, first: 1, second: 2))
        #expect(board.drawing == "ABC\n..A")
        try board.play("back")
        #expect(board.game.ending == Ending(winner: 0, reason: .turns))
    }

    @Test func `a timeout can spend the last turn of all`() throws {
        var board = try GameBoard("ABC CBA") { $0.turns = 1 }
        try board.play("a1 c2 b1 clock")
        #expect(board.game.ending == Ending(winner: 0, reason: .turns))
    }

    @Test func `a match without a turn limit ends with its 10,000th turn`() throws {
        var board = try GameBoard("AB AB") { $0.turns = 0 }
        for _ in 1..<Limits.matchTurns { try board.play("a1 b1 back") }
        #expect(board.game.turn == 1)
        try board.play("a1 b1 back")
        #expect(board.game.ending == Ending(winner: nil, reason: .turns))
    }

    @Test func `points are 200 a pair minus 100 a miss, and can be negative`() throws {
        var board = try GameBoard("ABC CBA") { $0.scoring = .points }
        try board.play("a1 b1")
        #expect(board.scores == [-100, 0], "a miss counts when it happens")
        try board.play("back a1 c2")
        #expect(board.scores == [-100, 200])
        try board.play("b1 b2 c1 a2")
        #expect(board.scores == [100, 400])
        #expect(board.game.ending == Ending(winner: 1, reason: .cleared))
    }

    @Test func `misses can decide between seats with equally many pairs`() throws {
        var board = try GameBoard("AB AB") { $0.scoring = .points }
        try board.play("a1 b1 back a1 a2 b1 b2")
        #expect(board.scores == [100, 200] && board.game.ending?.winner == 1)
    }

    @Test(arguments: Game.Forfeit.allCases, ["", "a1", "a1 b1", "a1 c2"])
    func `a seat that forfeits loses, whatever the score and at any point`(how: Game.Forfeit, moves: String) throws {
        for (seat, winner) in [(0, 1), (1, 0), (nil, nil)] as [(Int?, Int?)] {
            var board = try GameBoard("ABC CBA")
            try board.play(moves)
            _ = board.game.forfeit(by: seat, as: how)
            let reason: Ending.Reason = how == .resigned ? .resigned : .abandoned
            #expect(board.game.ending == Ending(winner: winner, reason: reason))
            #expect(board.game.turned == [] && board.game.turn == nil && board.drawing == "ABC\nCBA")
        }
    }

    @Test func `no input changes a match that has ended`() throws {
        var board = try GameBoard("AB AB")
        try board.play("a1 a2 b1 b2")
        let before = board.game
        _ = board.game.forfeit(by: 0, as: .resigned)
        board.game.turnBack()
        board.game.turnRanOut()
        #expect(board.game == before)
    }

    @Test func `the deck is revealed when a match is over`() throws {
        var board = try GameBoard("ABC CBA")
        for move in ["a1", "c2", "b1", "c1"] {
            try board.play(move)
            #expect(board.game.revealedDeck == nil)
        }
        _ = board.game.forfeit(by: 0, as: .resigned)
        #expect(board.game.revealedDeck?.faces == ["A", "B", "C", "C", "B", "A"])
    }

    @Test(
        arguments: [
            ("a1 a2 b1 b2", 0, .cleared), ("a1 a2 b1 clock", nil, .turns), ("a1 b1 back a1 b1 back", nil, .turns),
        ] as [(String, Int?, Ending.Reason)])
    func `a solo game is won when it is cleared`(moves: String, winner: Int?, reason: Ending.Reason) throws {
        var board = try GameBoard("AB AB") { ($0.seats, $0.turns) = (1, 2) }
        try board.play(moves)
        #expect(board.game.ending == Ending(winner: winner, reason: reason))
    }

    @Test func `a solo game can be won with any score`() throws {
        var board = try GameBoard("AB AB") { ($0.seats, $0.scoring) = (1, .points) }
        try board.play("a1 b1 back a1 b1 back a1 b1 back a1 b1 back a1 b1 back a1 a2 b1 b2")
        #expect(board.scores == [-100] && board.game.ending == Ending(winner: 0, reason: .cleared))
    }

    @Test(arguments: Game.Forfeit.allCases) func `a solo game that was forfeited has no winner`(how: Game.Forfeit)
        throws
    {
        for seat in [0, nil] {
            var board = try GameBoard("AB AB") { $0.seats = 1 }
            _ = board.game.forfeit(by: seat, as: how)
            #expect(board.game.isOver && board.game.ending?.winner == nil)
        }
    }

    @Test func `the reasons of an ending are those of the protocol`() {
        #expect(Ending.Reason.known.map(\.text) == ["cleared", "turns", "resigned", "timeout", "abandoned", "idle"])
    }
}
