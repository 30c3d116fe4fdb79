import Protocol

/// The cards in motion on the table: at most one motion a card.
struct Motions: Equatable, Sendable {
    private(set) var byCard: [Int: Motion] = [:]

    /// The milliseconds between two cards that are dealt or tumble, where there are not many.
    private static let stagger = 25
    /// The milliseconds in which all cards have begun to.
    private static let allBegun = 900

    func pose(of card: Int, at now: Instant) -> Motion.Pose { byCard[card]?.pose(at: now) ?? Motion.Pose() }

    func nextStep(after now: Instant) -> Instant? { byCard.values.compactMap { $0.nextStep(after: now) }.min() }

    mutating func prune(at now: Instant) {
        if byCard.isEmpty { return }
        byCard = byCard.filter { $0.value.pose(at: now) != nil }
    }

    mutating func stop() { byCard = [:] }

    /// Starts the animations of a change from one state, or none, to the next.
    mutating func animate(from previous: MatchState?, to next: MatchState, vanishes: Bool, at now: Instant) {
        prune(at: now)
        guard let previous, previous.match == next.match, previous.cards.count == next.cards.count else {
            stop()
            if next.phase == .playing, next.isUntouched { deal(next.cards.count, now) }
            return
        }
        if previous.phase == .waiting, next.phase == .playing { return deal(next.cards.count, now) }
        if previous.phase != .over, next.phase == .over {
            return tumble(from: previous, to: next, vanishes: vanishes, now)
        }
        animateCards(from: previous, to: next, vanishes: vanishes, now)
    }

    private mutating func deal(_ count: Int, _ now: Instant) {
        let stagger = min(Self.stagger, Self.allBegun / max(1, count))
        for card in 0..<count { byCard[card] = Motion(kind: .dealt(after: card * stagger), start: now) }
    }

    private mutating func animateCards(from previous: MatchState, to next: MatchState, vanishes: Bool, _ now: Instant) {
        let taken = Set(next.seats.flatMap(\.taken)).subtracting(previous.seats.flatMap(\.taken))
        let isMiss = next.phase == .showing && previous.phase != .showing
        for card in next.cards.indices {
            let (old, new) = (previous.cards[card], next.cards[card])
            if taken.contains(card), let new {
                let kind = Motion.Kind.taken(new, vanishes: vanishes, isSecond: old == nil)
                byCard[card] = Motion(kind: kind, start: now)
            } else if isMiss, next.turned.contains(card) {
                byCard[card] = Motion(kind: .missed(isSecond: old == nil), start: now)
            } else if old == nil, new != nil {
                byCard[card] = Motion(kind: .turnedUp, start: now)
            } else if let old, new == nil {
                byCard[card] = Motion(kind: .turnedBack(old), start: now)
            }
        }
    }

    /// For how many milliseconds the last cards of a match are seen before everything falls.
    static func finalReveal(at previous: MatchState) -> Int {
        previous.turned.isEmpty ? 0 : 2 * Motion.turnSteps * Motion.step
    }

    private mutating func tumble(from previous: MatchState, to next: MatchState, vanishes: Bool, _ now: Instant) {
        let start = now + Self.finalReveal(at: previous)
        let gone = vanishes ? Set(previous.seats.flatMap(\.taken)) : []
        let stagger = min(Self.stagger, Self.allBegun / max(1, next.cards.count))
        for card in next.cards.indices where !gone.contains(card) {
            // Not in the order of the board: 7 has no divisor in common with the size of most.
            byCard[card] = Motion(kind: .tumbles(after: card * 7 % next.cards.count * stagger), start: start)
        }
    }
}

extension MatchState {
    /// True if no move has been made in it yet.
    fileprivate var isUntouched: Bool {
        turned.isEmpty && cards.allSatisfy { $0 == nil } && seats.allSatisfy { $0.taken.isEmpty && $0.score == 0 }
            && Set(seats.map(\.turnsLeft)).count <= 1
    }
}
