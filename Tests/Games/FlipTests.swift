import Testing

@testable import Protocol

@Suite struct `Memory: flips` {
    @Test func `every card is face down at the start`() throws {
        let board = try GameBoard("ABC CBA")
        #expect(board.drawing == "...\n...")
        #expect(board.game.turned == [] && board.game.taken == [[], []])
        #expect(board.game.turn == 0 && board.scores == [0, 0] && board.turnsLeft == [15, 15])
        #expect(board.game.ending == nil && !board.game.isOver && board.game.revealedDeck == nil)
    }

    @Test(arguments: [0, 1]) func `the requested seat starts`(seat: Int) throws {
        #expect(try GameBoard("AB AB", starting: seat).game.turn == seat)
    }

    @Test func `the first card stays open and the same seat flips another`() throws {
        var board = try GameBoard("ABC CBA")
        #expect(try board.play("b1") == [.first])
        #expect(board.drawing == ".B.\n...")
        #expect(board.words(board.game.turned) == "b1" && board.game.turn == 0)
        #expect(board.game.table == .choosing(seat: 0, first: 1))
        #expect(board.turnsLeft == [15, 15])
    }

    @Test func `a mismatch shows both cards, counts a miss and blocks all flips`() throws {
        var board = try GameBoard("ABC CBA")
        #expect(try board.play("c2 b1") == [.first, .mismatch])
        #expect(board.drawing == ".B.\n..A")
        #expect(board.words(board.game.turned) == "c2 b1" && board.game.turn == nil)
        #expect(board.game.table == .showing(seat: 0, first: 5, second: 1))
        #expect(board.game.misses(of: 0) == 1 && board.turnsLeft == [14, 15])
    }

    @Test func `a mismatch turns face down after it was shown, and the turn passes`() throws {
        var board = try GameBoard("ABC CBA")
        try board.play("c2 b1 back")
        #expect(board.drawing == "...\n...")
        #expect(board.game.turned == [] && board.game.turn == 1)
        #expect(board.turnsLeft == [14, 15])
        #expect(try board.play("c2") == [.first], "it can be turned again")
    }

    @Test func `a pair is taken at once and the turn passes`() throws {
        var board = try GameBoard("ABC CBA")
        #expect(try board.play("c2 a1") == [.first, .pair])
        #expect(board.drawing == "A..\n..A")
        #expect(board.game.turned == [] && board.game.turn == 1)
        #expect(board.words(board.game.taken[0]) == "c2 a1" && board.game.taken[1] == [])
        #expect(board.scores == [1, 0] && board.turnsLeft == [14, 15])
    }

    @Test func `taken cards are kept in the order of taking, the last pair last`() throws {
        var board = try GameBoard("ABCD DCBA")
        try board.play("a1 d2 b1 c2 d1 a2")
        #expect(board.words(board.game.taken[0]) == "a1 d2 d1 a2")
        #expect(board.words(board.game.taken[1]) == "b1 c2")
    }

    @Test(arguments: Rules.Matched.allCases) func `the faces of taken cards are visible`(matched: Rules.Matched) throws
    {
        var board = try GameBoard("AB AB") { $0.matched = matched }
        try board.play("a1 a2")
        #expect(board.drawing == "A.\nA.")
    }

    @Test func `with again, a seat that takes a pair continues in the same turn`() throws {
        var board = try GameBoard("ABC CBA") { ($0.again, $0.turns) = (true, 3) }
        #expect(try board.play("a1 c2") == [.first, .pair])
        #expect(board.game.turn == 0 && board.game.turned == [] && board.turnsLeft == [3, 3])
        #expect(try board.play("b1 c1") == [.first, .mismatch])
        #expect(board.turnsLeft == [2, 3], "a mismatch spends the turn")
        try board.play("back")
        #expect(board.game.turn == 1)
    }

    @Test func `with again, a pair in the last turn does not spend it`() throws {
        var board = try GameBoard("ABC CBA") { ($0.again, $0.turns, $0.seats) = (true, 1, 1) }
        try board.play("a1 c2")
        #expect(board.turnsLeft == [1] && board.game.turn == 0)
        try board.play("b1 c1 back")
        #expect(board.game.ending == Ending(winner: nil, reason: .turns))
    }

    @Test func `in a solo game every turn is the same seat's`() throws {
        var board = try GameBoard("ABC CBA") { $0.seats = 1 }
        #expect(board.turnsLeft == [30])
        try board.play("a1 c2")
        #expect(board.game.turn == 0 && board.turnsLeft == [29])
        try board.play("b1 c1 back")
        #expect(board.game.turn == 0 && board.turnsLeft == [28])
    }

    @Test func `turning cards back does nothing unless a mismatch is shown`() throws {
        for moves in ["", "a1", "a1 c2", "a1 b1 back", "a1 c2 b1 b2 c1 a2"] {
            var board = try GameBoard("ABC CBA")
            try board.play(moves)
            let before = board.game
            board.game.turnBack()
            #expect(board.game == before, "after '\(moves)'")
        }
    }
}
