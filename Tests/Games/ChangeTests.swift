import Testing

@testable import Protocol

@Suite struct `Memory: changes and deadlines` {
    /// Plays through the seam, as lobby and replay do, each step a second after the one before.
    private struct Table {
        var game: Game
        var time = 0

        init(_ drawing: String, _ change: (inout RulesRequest) -> Void = { _ in }) throws {
            game = .memory(try GameBoard(drawing, change).game)
        }

        mutating func flip(_ place: String, by seat: Int) throws -> Change {
            time += 1_000
            let coordinate = try #require(Coordinate(place))
            return try game.play(.flip(.coordinate(coordinate)), by: seat, at: time, announcedIn: 0).change
        }
    }

    @Test func `a flip, a pair, a miss and its cover name the seat and the cards`() throws {
        var table = try Table("ABC CBA")
        #expect(try table.flip("a1", by: 0) == .memory(.flip(seat: 0, card: 0)))
        #expect(try table.flip("c2", by: 0) == .memory(.pair(seat: 0, first: 0, second: 5)))
        #expect(try table.flip("b1", by: 1) == .memory(.flip(seat: 1, card: 1)))
        #expect(try table.flip("c1", by: 1) == .memory(.miss(seat: 1, first: 1, second: 2)))
        #expect(table.game.expire(at: 5_000, announcedIn: 0) == .memory(.cover(seat: 1, first: 1, second: 2)))
    }

    @Test func `a move is stored by the index of its card, however it was given`() throws {
        var table = try Table("ABC CBA")
        let place = try #require(Coordinate("b2"))
        #expect(try table.game.play(.flip(.coordinate(place)), by: 0, at: 0, announcedIn: 0).made == .flip(card: 4))
        #expect(try table.game.play(.flip(.card(1)), by: 0, at: 0, announcedIn: 0).made == .flip(card: 1))
    }

    @Test func `a timeout names the card that it turns back`() throws {
        var table = try Table("ABC CBA")
        #expect(table.game.expire(at: 60_000, announcedIn: 0) == .memory(.timeout(seat: 0, card: nil)))
        #expect(try table.flip("b1", by: 1) == .memory(.flip(seat: 1, card: 1)))
        #expect(table.game.expire(at: 120_000, announcedIn: 0) == .memory(.timeout(seat: 1, card: 1)))
    }

    @Test func `the last change of a match is the move or timeout that ends it`() throws {
        var cleared = try Table("AA BB") { $0.seats = 1 }
        for place in ["a1", "b1", "a2"] { _ = try cleared.flip(place, by: 0) }
        #expect(try cleared.flip("b2", by: 0) == .memory(.pair(seat: 0, first: 2, second: 3)))
        #expect(cleared.game.ending?.reason == .cleared && cleared.game.deadline == nil)
        var late = try Table("AB AB") { $0.seats = 1 }
        for _ in 0..<2 { _ = late.game.expire(at: 0, announcedIn: 0) }
        #expect(late.game.expire(at: 0, announcedIn: 0) == .memory(.timeout(seat: 0, card: nil)))
        #expect(late.game.ending?.reason == .timeout && late.game.expire(at: 0, announcedIn: 0) == nil)
    }

    @Test func `a forfeit names its seat, or nobody if all are gone`() throws {
        for seat in [0, 1, nil] {
            var table = try Table("ABC CBA")
            #expect(table.game.forfeit(by: seat, as: .resigned) == .resign(seat: seat))
            #expect(table.game.forfeit(by: seat, as: .abandoned) == nil)
            var other = try Table("ABC CBA")
            #expect(other.game.forfeit(by: seat, as: .abandoned) == .abandon(seat: seat))
        }
    }

    @Test func `the first card of a turn does not extend its deadline`() throws {
        var table = try Table("ABC CBA")
        #expect(table.game.deadline == 60_000)
        _ = try table.flip("a1", by: 0)
        #expect(table.game.deadline == 60_000)
        _ = try table.flip("c2", by: 0)
        #expect(table.game.deadline == 62_000)
    }

    @Test func `a mismatch is shown for revealMs, and the next turn starts when it turns back`() throws {
        var table = try Table("ABC CBA") { $0.revealMilliseconds = 250 }
        for place in ["a1", "b1"] { _ = try table.flip(place, by: 0) }
        #expect(table.game.deadline == 2_250)
        _ = table.game.expire(at: 2_300, announcedIn: 0)
        #expect(table.game.deadline == 62_300)
    }

    @Test func `with again, a pair restarts the turn's clock`() throws {
        var table = try Table("ABC CBA") { $0.again = true }
        for place in ["a1", "c2"] { _ = try table.flip(place, by: 0) }
        #expect(table.game.deadline == 62_000)
    }

    @Test func `without a turn's clock nothing is due but the end of a mismatch`() throws {
        var table = try Table("ABC CBA") { $0.turnMilliseconds = 0 }
        #expect(table.game.deadline == nil && table.game.expire(at: 1_000_000, announcedIn: 0) == nil)
        for place in ["a1", "b1"] { _ = try table.flip(place, by: 0) }
        #expect(table.game.deadline == 3_000)
        _ = table.game.expire(at: 3_000, announcedIn: 0)
        #expect(table.game.deadline == nil)
    }

    @Test func `a refused move changes nothing, not even the deadline`() throws {
        var table = try Table("ABC CBA")
        let before = table.game
        #expect(throws: Refusal.notYourTurn) { try table.game.play(.flip(.card(0)), by: 1, at: 900, announcedIn: 0) }
        #expect(table.game == before)
    }

    @Test func `a state has the turn and the time left, and neither while a mismatch is shown`() throws {
        var table = try Table("ABC CBA")
        var state = HouseMatch.emptyState(seats: 2)
        table.game.show(in: &state, at: 20_000)
        #expect((state.turn, state.turnEndsInMilliseconds) == (0, 40_000))
        table.game.show(in: &state, at: 70_000)
        #expect(state.turnEndsInMilliseconds == 0, "a host that is late")
        for place in ["a1", "b1"] { _ = try table.flip(place, by: 0) }
        table.game.show(in: &state, at: 2_000)
        #expect((state.turn, state.turnEndsInMilliseconds, state.turned) == (nil, nil, [0, 1]))
        #expect(Array(state.cards) == ["A", "B", nil, nil, nil, nil])
    }
}
