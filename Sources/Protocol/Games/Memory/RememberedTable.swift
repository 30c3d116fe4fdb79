/// The face-down cards, as a player remembers them when it is its turn to flip.
///
/// Faces on four cards are counted as though each pair of those cards had its own face.
struct RememberedTable {
    /// Every face-down card.
    let faceDown: [Int]
    /// The card that the player has already turned this turn.
    let open: (card: Int, face: String)?
    /// The face-down cards that aren't remembered.
    private(set) var unknown: [Int] = []
    /// The remembered face-down cards, by face; the face seen last comes first.
    private var groups: [(face: String, cards: [Int])] = []

    init(_ memory: CardMemory, in state: MatchState) {
        faceDown = state.cards.indices.filter { state.cards.isDown($0) }
        open = state.turned.first.flatMap { card in state.cards[card].map { (card, $0) } }
        // The open card doesn't push anything out of the memory before the turn is over.
        let flip = memory.flips - (open == nil ? 0 : 1)
        var known: [(card: Int, face: String)] = []
        for card in faceDown {
            if let face = memory.face(of: card, after: flip) {
                known.append((card, face))
            } else {
                unknown.append(card)
            }
        }
        for (card, face) in known.sorted(by: { memory.lastSeen($0.card) > memory.lastSeen($1.card) }) {
            if let group = groups.firstIndex(where: { $0.face == face }) {
                groups[group].cards.append(card)
            } else {
                groups.append((face, [card]))
            }
        }
    }

    /// The remembered mates of the open card.
    private var mates: [Int] { groups.first { $0.face == open?.face }?.cards ?? [] }

    /// The remembered cards to take as a pair: the mates of the open card, or two cards or more with the same face.
    private var pair: [Int] { open == nil ? groups.first { $0.cards.count > 1 }?.cards ?? [] : mates }

    /// The remembered cards that don't match the open card; cards without a known mate first.
    private var others: [Int] {
        let others = groups.filter { $0.face != open?.face }.map(\.cards)
        return (others.filter { $0.count == 1 } + others.filter { $0.count > 1 }).flatMap { $0 }
    }

    /// True if the mate of the open card is remembered.
    var openKind: OptimalPlay.OpenCard { mates.isEmpty ? .single : .paired }

    /// The number of cards of each kind, an open card being one of those known.
    var position: OptimalPlay.Position {
        var counts = groups.map { $0.cards.count + ($0.face == open?.face ? 1 : 0) }
        if open != nil, mates.isEmpty { counts.append(1) }
        let singles = counts.count { !$0.isMultiple(of: 2) }
        let pairs = counts.reduce(0) { $0 + $1 / 2 }
        let remaining = (faceDown.count + (open == nil ? 0 : 1)) / 2
        return OptimalPlay.Position(singles: singles, pairs: pairs, unseen: max(0, remaining - singles - pairs))
    }

    /// The kind of card that a person would turn: one of a known pair, else a card that isn't remembered.
    var plainChoice: OptimalPlay.Choice { pair.isEmpty ? .newCard : .pair }

    /// Returns a card of the chosen kind, if any.
    func card(_ choice: OptimalPlay.Choice, using random: inout some RandomNumberGenerator) -> Int? {
        switch choice {
        case .pair: pair.first
        case .newCard: unknown.randomElement(using: &random)
        case .oldCard: others.first
        }
    }
}
