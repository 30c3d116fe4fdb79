/// A step of Memory. Seats and cards count from 0.
public enum MemoryChange: Hashable, Sendable {
    /// A seat flipped the first card of its turn.
    case flip(seat: Int, card: Int)
    /// A seat flipped a second card that matches the first, and took both.
    case pair(seat: Int, first: Int, second: Int)
    /// A seat flipped a second card that differs from the first; both stay open for a moment.
    case miss(seat: Int, first: Int, second: Int)
    /// The two cards of a miss turned back.
    case cover(seat: Int, first: Int, second: Int)
    /// A seat's turn timed out; the card it had flipped, if any, turned back.
    case timeout(seat: Int, card: Int?)
}

extension MemoryChange: GameChange {
    var unprompted: UnpromptedStep? {
        if case .timeout(let seat, _) = self { UnpromptedStep(seat: seat, made: nil) } else { nil }
    }

    var changesList: Bool {
        if case .flip = self { false } else { true }
    }

    var game: GameKind { .memory }

    var result: Int? {
        switch self {
        case .flip: 0
        case .pair: 1
        case .miss: 2
        case .cover, .timeout: nil
        }
    }

    // MARK: Wire

    @inline(__always)
    func write(into writer: inout ByteWriter) {
        switch self {
        case .flip(let seat, let card): JSONState.writeChange("flip", seat, card, nil, &writer)
        case .pair(let seat, let first, let second): JSONState.writeChange("pair", seat, first, second, &writer)
        case .miss(let seat, let first, let second): JSONState.writeChange("miss", seat, first, second, &writer)
        case .cover(let seat, let first, let second): JSONState.writeChange("cover", seat, first, second, &writer)
        case .timeout(let seat, let card): JSONState.writeChange("timeout", seat, card, nil, &writer)
        }
    }

    /// Reads a step; returns nil if there is no such step, or it lacks a seat or a card.
    init?(_ change: JSONState.ChangeFields) {
        guard let seat = change.seat else { return nil }
        let cards = change.cards
        switch (change.kind, cards.count) {
        case ("flip", 1): self = .flip(seat: seat, card: cards[0])
        case ("pair", 2): self = .pair(seat: seat, first: cards[0], second: cards[1])
        case ("miss", 2): self = .miss(seat: seat, first: cards[0], second: cards[1])
        case ("cover", 2): self = .cover(seat: seat, first: cards[0], second: cards[1])
        case ("timeout", 0...1): self = .timeout(seat: seat, card: cards.first)
        default: return nil
        }
    }

    // MARK: Words

    func sentence(in state: MatchState) -> String {
        func flips(_ seat: Int, _ card: Int) -> String {
            Self.flips(state.name(of: seat), card, state.cards, columns: state.columns)
        }
        switch self {
        case .flip(let seat, let card): return flips(seat, card) + "."
        case .pair(let seat, _, let card): return flips(seat, card) + ", a pair!"
        case .miss(let seat, _, let card): return flips(seat, card) + ", no pair."
        case .cover: return "Both cards are face down again."
        case .timeout(let seat, _): return MemorySentence.outOfTime.text(state.name(of: seat))
        }
    }

    func sentence(in record: MatchRecord, scores: [Int]) -> String? {
        let players = record.summary.players
        func flips(_ seat: Int, _ card: Int) -> String {
            Self.flips(players[seat], card, record.deck, columns: record.summary.rules.columns)
        }
        switch self {
        case .flip(let seat, let card): return flips(seat, card) + "."
        case .miss(let seat, _, let card): return flips(seat, card) + ", no pair."
        case .pair(let seat, _, let card):
            return "\(flips(seat, card)), a pair! \(PlainRecords.scores(scores, of: players))."
        case .timeout(let seat, _): return MemorySentence.outOfTime.text(players[seat])
        case .cover: return nil
        }
    }

    /// Returns the beginning of a sentence about a card that was flipped: whose doing it was, the place and the face.
    private static func flips(_ player: String, _ card: Int, _ cards: CardFaces, columns: Int) -> String {
        let place = Coordinate(card: card, columns: columns).text
        return "\(player) flips \(place)" + (cards[card].map { ": \($0)" } ?? "")
    }
}
