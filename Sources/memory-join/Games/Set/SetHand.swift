import Protocol

/// A player's hand at Set: the cards selected for a claim, and the order in which the table is seen.
struct SetHand: Equatable, Sendable {
    /// The selected cards, in the order in which they were chosen; they stay selected wherever they move.
    private(set) var selected: [SetCard] = []
    /// The place of each card on the table in the order in which this client shows them, which shuffling changes.
    private(set) var order: [Int] = []
    /// The moment until which a wrong claim blocks each seat; only those that are blocked.
    private(set) var blockedUntil: [Int: Instant] = [:]
    /// The cards of a set that a solo player missed; empty from the next move on.
    private(set) var missed: [SetCard] = []

    /// The cards of a claim.
    static let claimed = 3
    /// The keys of the cards, by their position: the letters that neither press a button nor move the cursor.
    static let keys = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars).filter { letter in
        CursorMove(letter) == nil && !TablePage.buttons(of: SetOnScreen.self).contains { $0.key == letter }
    }

    /// The key of the card at a position; nil if there are more cards than keys.
    static func key(_ position: Int) -> Unicode.Scalar? { keys.indices.contains(position) ? keys[position] : nil }

    init() {}

    /// Nothing selected, and the cards in the order of their places.
    init(of state: MatchState) {
        order = Array(state.setCards.indices)
        showMissed(in: state)
    }

    /// Takes over a state: forgets cards that are gone, and keeps the others where they were.
    mutating func apply(_ state: MatchState, at now: Instant) {
        let cards = state.setCards
        selected.removeAll { !cards.contains($0) }
        // Those of the last positions go where a place is gone, so that no other card moves.
        var last = order.dropFirst(cards.count).filter { $0 < cards.count }
        order = order.prefix(cards.count).map { $0 < cards.count ? $0 : last.removeFirst() }
        order += (order.count..<max(order.count, cards.count))
        showMissed(in: state)
        blockedUntil = [:]
        for (seat, part) in (state.set?.seats ?? []).enumerated() where part.blockedMilliseconds > 0 {
            blockedUntil[seat] = now + part.blockedMilliseconds
        }
    }

    private mutating func showMissed(in state: MatchState) {
        let cards = state.setCards
        switch state.change {
        case .set(.more(_, let penalty)):
            missed = (penalty.missed?.all ?? []).compactMap { cards.indices.contains($0) ? cards[$0] : nil }
        case .set(.set), .set(.wrong), .set(.asked), .set(.shuffle), .deal: missed = []
        default: missed.removeAll { !cards.contains($0) }
        }
    }

    /// Selects a card, or deselects it.
    mutating func toggle(_ card: SetCard) {
        if let index = selected.firstIndex(of: card) { selected.remove(at: index) } else { selected.append(card) }
    }

    mutating func clear() { selected = [] }

    /// Shuffles the cards, for this client only.
    mutating func shuffle(seed: Int) {
        // A fixed sequence for each state: what matters is only that it looks different.
        var random = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        for index in order.indices.dropFirst().reversed() {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            order.swapAt(index, Int((random >> 33) % UInt64(index + 1)))
        }
    }

    /// The position at which a place is shown.
    func position(of place: Int) -> Int? { order.firstIndex(of: place) }

    /// Milliseconds for which a seat is blocked; 0 if it is not.
    func blocked(_ seat: Int?, at now: Instant) -> Int {
        seat.flatMap { blockedUntil[$0] }.map { max(0, $0 - now) } ?? 0
    }
}

extension MatchState {
    /// The cards on the table by their places, of a match of Set.
    var setCards: [SetCard] { self.set == nil ? [] : cards.compactMap { $0.flatMap { SetCard($0) } } }
}
