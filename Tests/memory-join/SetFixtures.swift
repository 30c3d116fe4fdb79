import Protocol
import TestSupport

@testable import memory_join

// A table of Set for the tests.

extension Say {
    static func setRules(solo: Bool = false) -> Rules {
        var request = RulesRequest(game: .set)
        request.seats = solo ? 1 : 2
        return unwrapped(try? Rules(request))
    }

    /// The first cards of a mixed deck, of which the first three are a set.
    static func setCards(_ count: Int) -> [SetCard] {
        let first = [0, 40, 80]
        let rest = (0..<SetCard.count).map { $0 * 31 % SetCard.count }.filter { !first.contains($0) }
        return (first + rest).prefix(count).map { SetCard(number: $0) }
    }

    /// A claim of three places of a table with ``setCards(_:)``.
    static func claim(_ places: [Int]) -> SetClaim {
        unwrapped(SetPlaces(places).flatMap { SetClaim($0, cards: places.map { setCards(SetCard.count)[$0] }) })
    }

    /// A match of Set of Ann and Bob, or of Ann alone, with this many cards on the table.
    static func setState(_ count: Int = 12, version: Int = 1, solo: Bool = false) -> MatchState {
        var state = Say.stateOf(version: version, turn: nil)
        (state.rows, state.columns, state.turnNumber) = (3, count / 3, 0)
        state.cards = CardFaces(setCards(count))
        state.phaseEndsInMilliseconds = 300_000
        if solo { state.seats.removeLast() }
        for seat in state.seats.indices { state.seats[seat].turnsLeft = nil }
        return state.withSet(deckLeft: SetCard.count - count)
    }
}

extension MatchState {
    /// The state with another part of Set.
    func withSet(deckLeft: Int? = nil, blocked: [Int] = [], asking: Int? = nil, sets: [Int] = []) -> MatchState {
        with { state in
            state.game = .set(
                SetState(
                    deckLeft: deckLeft ?? state.set?.deckLeft ?? 0,
                    seats: state.seats.indices.map { seat in
                        SetState.Seat(
                            sets: sets.indices.contains(seat) ? sets[seat] : 0,
                            blockedMilliseconds: blocked.indices.contains(seat) ? blocked[seat] : 0,
                            asksForMore: asking == seat)
                    }))
        }
    }
}

extension Model {
    /// A client in a match of Set.
    static func inSet(
        _ state: MatchState = Say.setState(), seat: Int? = 0, look: Look = still, claimsByEnter: Bool = false
    ) -> Model {
        var model = Model.inLobby(look: look)
        model.options.settings[.claimsByEnter] = claimsByEnter
        model.take(.line(seat == nil ? "watch set" : "join set"))
        let rules = Say.setRules(solo: state.seats.count == 1)
        model.answer(.match(Seating(match: state.match, seat: seat, rules: rules, code: nil)))
        model.take(received(.state(state)))
        return model
    }
}

extension Table {
    /// What a player of Set has selected; nothing in any other game.
    var hand: SetHand { (game as? SetOnScreen)?.hand ?? SetHand() }
}

extension TableLayout {
    /// The layout of a table of Set whose first card is under the cursor; nil if there is no room for it.
    static func set(_ state: MatchState, in screen: Rect) -> SetLayout? {
        let game = SetOnScreen(of: state)
        return game.layout(state, in: TableLayout(state, game, in: screen).room)
    }
}
