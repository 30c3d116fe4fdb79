import Protocol
import TestSupport

@testable import memory_join

// The screens of Set.

extension Scene {
    private static func set(
        _ name: String, _ state: MatchState, seat: Int? = 0, look: Look = look, claimsByEnter: Bool = false,
        sizes: [Platform.WindowSize] = usualSizes, _ change: (inout Model) -> Void = { _ in }
    ) -> Scene {
        var model = Model.inSet(state, seat: seat, look: look, claimsByEnter: claimsByEnter)
        change(&model)
        return Scene(name: name, model: model, sizes: sizes)
    }

    static var atSet: [Scene] {
        let played = Say.setState().with { ($0.seats[0].score, $0.seats[1].score) = (3, -1) }
        return [
            set("set-twelve-cards", played.withSet(sets: [4, 1])) {
                $0.type("ac")
                $0.press(.right)
            },
            set("set-21-cards", Say.setState(21)) { $0.type("b") },
            set("set-three-cards", Say.setState(3, solo: true).withSet(deckLeft: 0)),
            set("set-36-cards", Say.setState(36, solo: true)) { $0.press(.pageDown) },
            set("set-all-cards", Say.setState(81, solo: true), sizes: [size(80, 24), size(120, 40)]),
            set("set-in-ascii", Say.setState(), look: ascii) { $0.type("ab") },
            set("set-wrong-claim", Say.setState()) {
                let (claim, penalty) = (Say.claim([0, 1, 3]), SetPenalty(points: 1, fault: .colour))
                $0.show(.set(.wrong(seat: 0, claim, penalty))) { state in
                    state.seats[0].score = -1
                    state = state.withSet(blocked: [2_400, 0])
                }
            },
            set("set-a-missed-set", Say.setState(solo: true)) {
                let penalty = SetPenalty(points: 1, missed: SetPlaces([2, 4, 5]))
                $0.show(.set(.more(seat: 0, penalty))) { state in
                    (state.cards, state.seats[0].score) = (CardFaces(Say.setCards(15)), -1)
                    state = state.withSet(deckLeft: 66)
                }
            },
            set("set-the-other-wishes-more", Say.setState()) {
                $0.show(.set(.asked(seat: 1))) { $0 = $0.withSet(asking: 1) }
            },
            set("set-enter-claims", Say.setState(), claimsByEnter: true, sizes: [size(80, 24)]) { $0.type("abc") },
            set("set-you-watch", Say.setState(), seat: nil, sizes: [size(80, 24)]),
            set("set-you-win", Say.setState(9).withSet(deckLeft: 0)) {
                $0.show(.set(.set(seat: 0, Say.claim([0, 1, 2])))) { state in
                    state = state.withSet(deckLeft: 0, sets: [14, 11])
                    (state.phase, state.phaseEndsInMilliseconds) = (.over, nil)
                    (state.seats[0].score, state.seats[1].score) = (13, 11)
                    state.result = MatchState.Result(
                        winner: 0, reason: .cleared, rematch: nil, best: false, record: RecordID(number: 17))
                }
            },
            set("set-rules", Say.setState()) { $0.type("u") },
            set("set-help", Say.setState()) { $0.type("?") },
            Scene("set-is-opened") {
                $0.type("s")
                $0.press(.right)
            },
        ]
    }
}
