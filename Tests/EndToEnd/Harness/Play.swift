import Protocol
import TestSupport

/// The faces that a player has seen, by card.
struct SeenFaces {
    private(set) var faces: [Int: String] = [:]

    /// Remembers a card.
    mutating func see(_ face: String?, on card: Int) { if let face { faces[card] = face } }

    /// Remembers all that a state shows.
    mutating func see(_ state: MatchState) {
        for (card, face) in state.cards.enumerated() { see(face, on: card) }
    }

    /// The card to turn: the like of the first one of this turn, or one of a known pair, or one never seen, or any; nil
    /// if none is face down.
    func choose(from down: [Int], after first: Int?) -> Int? {
        func isPair(_ one: Int, _ other: Int) -> Bool {
            one != other && faces[one] != nil && faces[one] == faces[other]
        }
        let down = down.filter { $0 != first }
        let paired = down.first { card in first.map { isPair(card, $0) } ?? down.contains { isPair(card, $0) } }
        return paired ?? down.first { faces[$0] == nil } ?? down.first
    }
}

/// A player who looks at a match from one client's states and says which card to turn.
struct Brain {
    /// A strategy for choosing cards.
    enum Play: CaseIterable {
        /// Any face-down card.
        case random
        /// Never one twice before its like is known, and a known pair at once.
        case perfect
    }

    private let play: Play
    private var random: SeededRandom
    private var seen = SeenFaces()

    init(_ play: Play, _ random: SeededRandom) { (self.play, self.random) = (play, random) }

    /// Looks at a state.
    mutating func see(_ state: MatchState) { seen.see(state) }

    /// The card to turn next.
    mutating func choose(_ state: MatchState) throws -> Int {
        let down = state.cards.indices.filter { state.cards[$0] == nil }.shuffled(using: &random)
        let card = play == .random ? down.first : seen.choose(from: down, after: state.turned.last)
        guard let card else { throw Unmet("every card lies open, in \(state)") }
        return card
    }
}

extension LineClient {
    /// Plays a match, as this client sees it, to its end or until this many cards are turned and the next may be;
    /// `flip` turns a card for a seat. Returns the last state.
    @discardableResult
    func play(
        from state: MatchState, _ brain: Brain, flips: Int = .max, flip: (_ seat: Int, _ card: Int) throws -> Void
    ) throws -> MatchState {
        var (state, brain, left) = (state, brain, flips)
        while state.phase != .over, left > 0 || state.phase != .playing {
            brain.see(state)
            guard let seat = state.turn else {
                state = try self.state("a state after \(state.version)")
                continue
            }
            let card = try brain.choose(state)
            try flip(seat, card)
            state = try self.state("a state in which card \(card) is open") { $0.cards[card] != nil }
            left -= 1
        }
        return state
    }

    /// Turns a card.
    func flip(_ card: Int) throws { try send(.move(.flip(.card(card)))) }

    /// Opens a match under these rules, which are JSON, and returns its name and first state.
    func open(_ rules: String = "{}") throws -> (seating: Seating, state: MatchState) {
        try send("{\"type\":\"open\",\"rules\":\(rules)}")
        return (try seating(), try state())
    }

    /// Ann and Bob at the start of a match under these rules, and its first state.
    static func pair(
        at host: HostProcess, _ rules: String = "{}"
    ) throws -> (ann: LineClient, bob: LineClient, state: MatchState) {
        let (ann, bob) = (try LineClient.named("Ann", at: host), try LineClient.named("Bob", at: host))
        try bob.send(.join(.id(try ann.open(rules).seating.match)))
        try bob.state(.playing)
        return (ann, bob, try ann.state(.playing))
    }
}
