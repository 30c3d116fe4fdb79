import Protocol
import TestSupport
import Testing

/// A strategy for choosing cards.
enum Play: CaseIterable {
    /// Any card that lies face down.
    case random
    /// Never one twice before its like is known, and a known pair at once.
    case perfect
}

/// Somebody who looks at a match from one client's states and says which card to turn.
struct Brain {
    private let play: Play
    private var random: SeededRandom
    /// The faces that were seen, by card.
    private var known: [Int: String] = [:]

    init(_ play: Play, _ random: SeededRandom) {
        self.play = play
        self.random = random
    }

    /// Looks at a state.
    mutating func see(_ state: MatchState) {
        for (card, face) in state.cards.enumerated() { if let face { known[card] = face } }
    }

    /// The card to turn next.
    mutating func choose(_ state: MatchState) throws -> Int {
        let down = state.cards.indices.filter { state.cards[$0] == nil }
        guard let any = down.randomElement(using: &random) else { throw Unmet("every card lies open, in \(state)") }
        guard play == .perfect else { return any }
        if let first = state.turned.last {
            if let like = down.first(where: { known[$0] != nil && known[$0] == known[first] }) { return like }
        } else if let (card, _) = known.first(where: { card, face in
            down.contains(card) && down.contains { $0 != card && known[$0] == face }
        }) {
            return card
        }
        return down.filter { known[$0] == nil }.randomElement(using: &random) ?? any
    }
}

extension LineClient {
    /// Plays a match to its end, as this client sees it.
    ///
    /// - Parameters:
    ///   - state: the state that was seen last.
    ///   - brain: who chooses.
    ///   - flip: turns a card for a seat.
    /// - Returns: the last state.
    @discardableResult
    func playToEnd(
        from state: MatchState, _ brain: Brain, flip: (_ seat: Int, _ card: Int) throws -> Void
    ) throws -> MatchState {
        var state = state
        var brain = brain
        brain.see(state)
        while state.phase != .over {
            if let seat = state.turn {
                let card = try brain.choose(state)
                try flip(seat, card)
                state = try self.state("a state in which card \(card) is open") { $0.cards[card] != nil }
            } else {
                state = try self.state("a state after \(state.version)") { _ in true }
            }
            brain.see(state)
        }
        return state
    }

    /// Turns a card.
    func flip(_ card: Int) throws { try send(.move(.flip(.card(card)))) }

    /// Opens a match under these rules, which are JSON, and returns its name and first state.
    func open(_ rules: String = "{}", isPrivate: Bool = false) throws -> (seating: Seating, state: MatchState) {
        try send("{\"type\":\"open\",\"rules\":\(rules),\"private\":\(isPrivate)}")
        return (try seating(), try state())
    }
}

extension SeededRandom {
    /// The seed, for the message of a failure.
    var comment: Comment { "MEMORY_SEED=\(seed)" }
}
