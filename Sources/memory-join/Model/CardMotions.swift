import Protocol

/// The cards in motion on the table: at most one motion a card.
struct CardMotions: Equatable, Sendable {
    private(set) var byCard: [Int: Motion] = [:]
    /// All cards on their way from one layout to another.
    private(set) var reform: Reform?
    /// The motion of all cards at the end of the match, in place of their other motions.
    var finale: Finale?

    /// The milliseconds between two cards that are dealt, where there are not many.
    static let stagger = 25
    /// The milliseconds in which all are dealt.
    private static let allBegun = 900

    func pose(of card: Int, at now: Instant) -> Motion.Pose {
        finale?.pose(of: card, at: now) ?? byCard[card]?.pose(at: now) ?? Motion.Pose()
    }

    func nextStep(after now: Instant) -> Instant? {
        let wholes = [reform?.nextStep(after: now), finale?.nextStep(after: now)]
        return (byCard.values.map { $0.nextStep(after: now) } + wholes).compactMap(\.self).min()
    }

    mutating func prune(at now: Instant) {
        if reform?.isOver(at: now) == true { reform = nil }
        if let end = finale?.end, end <= now { finale = nil }
        if byCard.isEmpty { return }
        byCard = byCard.filter { $0.value.pose(at: now) != nil }
    }

    mutating func stop() { (byCard, reform, finale) = ([:], nil, nil) }

    /// Plays a change. Without one, because it is unknown or states are missing, everything stops: the state is drawn
    /// as it is.
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

/// The cards of a table on their way to other places, after it was laid out anew.
struct Reform: Equatable, Sendable {
    /// The former place of each card, by its face.
    private let former: [String: Rect]
    private let start: Instant

    /// The pictures of a card on its way.
    private static let steps = 6
    /// The milliseconds in which all cards arrive.
    static let milliseconds = steps * Motion.frame

    /// The way from one layout to another; nil if no card of both has moved.
    init?(from former: [String: Rect], to next: [String: Rect], at now: Instant) {
        let moved = former.filter { face, rect in next[face].map { $0 != rect } ?? false }
        guard !moved.isEmpty else { return nil }
        (self.former, start) = (moved, now)
    }

    func isOver(at now: Instant) -> Bool { now - start >= Self.milliseconds }

    /// The next moment at which the cards are elsewhere; nil once they have arrived.
    func nextStep(after now: Instant) -> Instant? {
        if isOver(at: now) { return nil }
        return start + (max(0, now - start) / Motion.frame + 1) * Motion.frame
    }

    /// The place of a card on its way; nil if it has arrived or never moved.
    func rect(of face: String, to end: Rect, at now: Instant) -> Rect? {
        guard !isOver(at: now), let begin = former[face] else { return nil }
        let step = max(0, now - start) / Motion.frame
        func between(_ first: Int, _ last: Int) -> Int { first + (last - first) * (step + 1) / (Self.steps + 1) }
        return Rect(
            row: between(begin.row, end.row), column: between(begin.column, end.column),
            rows: between(begin.rows, end.rows), columns: between(begin.columns, end.columns))
    }
}
