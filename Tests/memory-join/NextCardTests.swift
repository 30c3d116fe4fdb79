import Protocol
import Testing

@testable import memory_join

/// Two cards of a seat's turn are open, and they differ.
func reveal(of seat: Int) -> MatchState {
    Say.stateOf(phase: .showing, turn: nil).with {
        ($0.active, $0.turned, $0.cards[8], $0.cards[9]) = (seat, [8, 9], "🦊", "🐙")
    }
}

/// A card that is chosen while two cards are open.
@Suite struct NextCardTests {
    /// The cards turn back, and it is a seat's turn.
    private func cover(_ model: inout Model, turn: Int? = 0, _ edit: (inout MatchState) -> Void = { _ in }) -> [Effect]
    {
        model.show(.memory(.cover(seat: 1, first: 8, second: 9))) {
            ($0.phase, $0.turn, $0.active, $0.turned) = (.playing, turn, turn, [])
            ($0.cards[8], $0.cards[9], $0.turnNumber, $0.ply) = (nil, nil, $0.turnNumber + 1, 2)
            edit(&$0)
        }
    }

    private func flip(_ card: Int) -> Effect { .send(.move(.flip(.card(card))), id: mark(4)) }

    private func choosing(_ keys: String = "b4") -> Model {
        var model = Model.inMatch(reveal(of: 1))
        model.type(keys)
        return model
    }

    @Test(arguments: [("b4", 19), ("b4c4", 20), ("c2", 8)])
    func `it is turned as soon as the cards are face down again, the last choice counting`(_ keys: String, _ card: Int)
    {
        var model = choosing(keys)
        #expect(model.session.table?.chosenCard == card && model.lines().shows("Next: "))
        #expect(cover(&model) == [.ring, flip(card)])
        #expect(model.session.table?.chosenCard == nil)
    }

    @Test func `it is kept while the same cards lie open, and dropped by Escape`() {
        var model = choosing()
        #expect(model.show(.watchers) { $0.watchers = 1 } == [] && model.session.table?.chosenCard == 19)
        model.press(.escape)
        #expect(model.session.table?.chosenCard == nil && cover(&model) == [.ring])
    }

    @Test func `it is dropped if it is another's turn, a later turn, or the card is not face down`() {
        let changes: [(inout MatchState) -> Void] = [
            { ($0.turn, $0.active) = (1, 1) }, { $0.turnNumber += 1 }, { $0.cards[19] = "🦊" },
            { ($0.phase, $0.turn) = (.paused, nil) }, { $0.turned = [3] },
        ]
        for change in changes {
            var model = choosing()
            #expect(!cover(&model, change).contains(flip(19)))
            #expect(model.session.table?.chosenCard == nil)
        }
    }

    @Test func `nobody chooses for the opponent's turn, but for one who has no turns left`() {
        var model = Model.inMatch(reveal(of: 0))
        model.type("b4")
        #expect(model.session.table?.chosenCard == nil && model.told.last == "It's not your turn.")
        model = .inMatch(reveal(of: 0).with { $0.seats[1].turnsLeft = 0 })
        model.type("b4")
        #expect(model.session.table?.chosenCard == 19)
    }

    @Test func `in a solo game the card just turned is not chosen by a key that is still held`() {
        var model = Model.inMatch(reveal(of: 0).with { $0.seats.removeLast() })
        model.type("d2")
        #expect(
            model.session.table?.chosenCard == nil && model.told.last == "Wait until both cards are face down again.")
        model.type("c2")
        #expect(model.session.table?.chosenCard == 8)
    }

    @Test(arguments: [(2, 3, "b2"), (3, 2, "b3"), (5, 6, "b4"), (10, 10, "b4")])
    func `the example of a place is on the board`(_ rows: Int, _ columns: Int, _ place: String) {
        let state = Say.state.with {
            ($0.rows, $0.columns, $0.cards) = (rows, columns, CardFaces(Array(repeating: nil, count: rows * columns)))
        }
        #expect(MemoryOnScreen.hints(state).allSatisfy { $0.contains(place) })
    }
}
