import Testing

@testable import Protocol

@Suite struct `Memory: refusals` {
    /// Plays, then flips a card that must be refused, and checks that nothing changed.
    private func refusal(
        after moves: String, card: Int, seat: Int, _ change: (inout RulesRequest) -> Void = { _ in }
    ) throws -> Refusal? {
        var board = try GameBoard("ABC CBA", change)
        try board.play(moves)
        let before = board.game
        let refusal = #expect(throws: Refusal.self) { try board.game.flip(card, by: seat) }
        #expect(board.game == before)
        return refusal
    }

    @Test(
        arguments: [
            // Over comes before everything: whose turn, which card.
            ("a1 c2 b1 b2 c1 a2", 0, 1, "not_playing"), ("a1 c2 b1 b2 c1 a2", 99, 7, "not_playing"),
            // Then two open cards, whoever flips what.
            ("a1 b1", 2, 0, "showing"), ("a1 b1", 2, 1, "showing"), ("a1 b1", 0, 1, "showing"),
            ("a1 b1", -1, 9, "showing"),
            // Then whose turn it is.
            ("", 0, 1, "not_your_turn"), ("", 6, 1, "not_your_turn"), ("a1", 0, 1, "not_your_turn"),
            ("a1 c2", 1, 0, "not_your_turn"), ("", 0, 2, "not_your_turn"), ("", 0, -1, "not_your_turn"),
            // Then whether there is such a card.
            ("", 6, 0, "no_such_card"), ("", -1, 0, "no_such_card"), ("a1", .max, 0, "no_such_card"),
            ("a1", .min, 0, "no_such_card"),
            // Then whether it is face down: open in this turn, or taken by either seat.
            ("a1", 0, 0, "card_face_up"), ("a1 c2", 0, 1, "card_face_up"), ("a1 c2", 5, 1, "card_face_up"),
            ("a1 c2 b1", 5, 1, "card_face_up"), ("a1 c2 b1 b2", 0, 0, "card_face_up"),
            ("a1 c2 b1 b2", 4, 0, "card_face_up"),
        ] as [(String, Int, Int, String)])
    func `a flip is refused for the first reason that applies, and changes nothing`(
        moves: String, card: Int, seat: Int, code: String
    ) throws {
        #expect(try refusal(after: moves, card: card, seat: seat)?.code == code)
    }

    @Test func `a card that vanished cannot be flipped`() throws {
        let refusal = try refusal(after: "a1 c2", card: 0, seat: 1) { $0.matched = .vanish }
        #expect(refusal == .cardFaceUp(try #require(Coordinate("A1")), isTaken: true))
    }

    @Test(arguments: [
        ("a1", 0, 0, "A1 is already face up."), ("a1 c2 b1", 1, 1, "B1 is already face up."),
        ("a1 c2", 5, 1, "C2 is already taken."), ("a1 c2 b1", 5, 1, "C2 is already taken."),
        ("a1 c2 b1 b2", 4, 0, "B2 is already taken."),
    ])
    func `a refusal says which card is face up or taken`(moves: String, card: Int, seat: Int, message: String) throws {
        #expect(try refusal(after: moves, card: card, seat: seat)?.message == message)
    }

    @Test func `a card that was turned back by a timeout can be flipped again`() throws {
        var board = try GameBoard("ABC CBA")
        try board.play("a1 clock")
        #expect(try board.game.flip(0, by: 1) == .first)
    }

    @Test(arguments: Game.Forfeit.allCases) func `a forfeited match accepts no flips`(how: Game.Forfeit) throws {
        var board = try GameBoard("AB AB")
        _ = board.game.forfeit(by: 1, as: how)
        #expect(throws: Refusal.notPlaying("The match is over.")) { try board.game.flip(0, by: 0) }
    }
}
