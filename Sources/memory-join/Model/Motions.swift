import Protocol

/// The cards in motion on the table: at most one motion a card.
struct Motions: Equatable, Sendable {
    private(set) var byCard: [Int: Motion] = [:]
    /// All cards on their way from one layout to another.
    private(set) var reform: Reform?

    /// The milliseconds between two cards that are dealt, where there are not many.
    private static let stagger = 25
    /// The milliseconds in which all are dealt.
    private static let allBegun = 900

    func pose(of card: Int, at now: Instant) -> Motion.Pose { byCard[card]?.pose(at: now) ?? Motion.Pose() }

    func nextStep(after now: Instant) -> Instant? {
        (byCard.values.map { $0.nextStep(after: now) } + [reform?.nextStep(after: now)]).compactMap(\.self).min()
    }

    mutating func prune(at now: Instant) {
        if reform?.isOver(at: now) == true { reform = nil }
        if byCard.isEmpty { return }
        byCard = byCard.filter { $0.value.pose(at: now) != nil }
    }

    mutating func stop() { (byCard, reform) = ([:], nil) }

    /// Plays a change. Without one, because it is unknown or states are missing, everything stops: the state is drawn as
    /// it is.
    mutating func play(
        _ change: Change?, from previous: MatchState?, to next: MatchState, under rules: Rules, at now: Instant
    ) {
        prune(at: now)
        if change == .deal { return deal(next.cards.count, now) }
        guard let change, let previous else { return stop() }
        next.onScreen.move(&self, change, from: previous, to: next, under: rules, at: now)
    }

    /// Sets a card in motion, in place of what it does.
    mutating func start(_ kind: Motion.Kind, of card: Int, at now: Instant) {
        byCard[card] = Motion(kind: kind, start: now)
    }

    /// Keeps the motions of some places.
    mutating func keep(where isKept: (Int) -> Bool) { byCard = byCard.filter { isKept($0.key) } }

    /// Moves the cards from where they were.
    mutating func move(from former: [String: Rect], to next: [String: Rect], at now: Instant) {
        reform = Reform(from: former, to: next, at: now)
        if reform != nil { byCard = byCard.filter { $0.value.kind.isDealt } }
    }

    private mutating func deal(_ count: Int, _ now: Instant) {
        stop()
        let stagger = min(Self.stagger, Self.allBegun / max(1, count))
        for card in 0..<count { byCard[card] = Motion(kind: .dealt(after: card * stagger), start: now) }
    }
}
