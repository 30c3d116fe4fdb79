import Protocol

/// A player of Memory who remembers the last six cards seen, whoever turned them, and no others.
///
/// It takes a pair that it remembers. Else it turns a card that it doesn't remember, then the mate of that card if it
/// remembers it, else another card that it doesn't remember.
struct SixCardPlayer: HousePlayer {
    let seat: Int
    /// The cards it remembers, the one seen last at the end. Taken cards are among them until others push them out.
    private var seen: [(card: Int, face: String)] = []
    private var faceUp: Swift.Set<Int> = []

    init(seat: Int) { self.seat = seat }

    mutating func see(_ state: MatchState) {
        for card in state.cards.indices {
            guard let face = state.cards[card] else {
                if state.cards.isDown(card) { faceUp.remove(card) }
                continue
            }
            guard faceUp.insert(card).inserted else { continue }
            seen.removeAll { $0.card == card }
            seen.append((card, face))
        }
        seen.removeFirst(max(0, seen.count - 6))
    }

    mutating func nextMove(
        after state: MatchState, at time: Int, using random: inout some RandomNumberGenerator
    ) -> Int? { state.turn == seat ? time : nil }

    mutating func move(in state: MatchState, using random: inout some RandomNumberGenerator) -> Move? {
        see(state)
        guard state.turn == seat else { return nil }
        let known = seen.filter { state.cards.isDown($0.card) }
        let open = state.turned.first.flatMap { state.cards[$0] }
        let pair = known.first { one in
            open.map { $0 == one.face } ?? known.contains { $0.card != one.card && $0.face == one.face }
        }
        let down = state.cards.indices.filter { state.cards.isDown($0) }
        let unknown = down.filter { card in !known.contains { $0.card == card } }
        return (pair?.card ?? unknown.randomElement(using: &random) ?? down.randomElement(using: &random))
            .map { .flip(.card($0)) }
    }
}
