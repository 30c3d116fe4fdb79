import Protocol

/// The cards in motion on the table: at most one motion a card.
struct Motions: Equatable, Sendable {
    private(set) var byCard: [Int: Motion] = [:]
    /// The table of Set on its way from one layout to another.
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
        if next.set != nil { return playSet(change, from: previous, to: next, now) }
        guard let change, let previous, previous.cards.count == next.cards.count else { return stop() }
        guard case .memory(let step) = change else { return }
        switch step {
        case .flip(_, let card): byCard[card] = Motion(kind: .turnedUp, start: now)
        case .pair(_, let first, let second):
            take(first, in: next, under: rules, isSecond: false, now)
            take(second, in: next, under: rules, isSecond: true, now)
        case .miss(_, let first, let second):
            byCard[first] = Motion(kind: .missed(isSecond: false), start: now)
            byCard[second] = Motion(kind: .missed(isSecond: true), start: now)
        case .cover(_, let first, let second):
            turnBack(first, of: previous, now)
            turnBack(second, of: previous, now)
        case .timeout(_, let card): if let card { turnBack(card, of: previous, now) }
        }
    }

    /// Plays a change of a table of Set: new cards are dealt, and those of a wrong claim are marked.
    private mutating func playSet(_ change: Change?, from previous: MatchState?, to next: MatchState, _ now: Instant) {
        guard let change, let previous else { return stop() }
        if case .set(.wrong(_, let claim, _)) = change {
            for place in claim.places where next.cards.indices.contains(place) {
                byCard[place] = Motion(kind: .claimedWrongly, start: now)
            }
            return
        }
        let (former, cards) = (previous.setCards, next.setCards)
        // A motion ends with its card's time in its place.
        byCard = byCard.filter { place, _ in
            former.indices.contains(place) && cards.indices.contains(place) && former[place] == cards[place]
        }
        let known = Set(former)
        let new = cards.enumerated().filter { !known.contains($0.element) }
        for (index, card) in new.enumerated() {
            byCard[card.offset] = Motion(kind: .dealt(after: Reform.milliseconds + index * Self.stagger), start: now)
        }
    }

    /// Moves the cards of a table of Set from where they were.
    mutating func move(from former: [String: Rect], to next: [String: Rect], at now: Instant) {
        reform = Reform(from: former, to: next, at: now)
        if reform != nil { byCard = byCard.filter { $0.value.kind.isDealt } }
    }

    private mutating func deal(_ count: Int, _ now: Instant) {
        stop()
        let stagger = min(Self.stagger, Self.allBegun / max(1, count))
        for card in 0..<count { byCard[card] = Motion(kind: .dealt(after: card * stagger), start: now) }
    }

    private mutating func take(
        _ card: Int, in next: MatchState, under rules: Rules, isSecond: Bool, _ now: Instant
    ) {
        guard let face = next.cards[card] else { return }
        let kind = Motion.Kind.taken(face, vanishesAfter: Self.reveal(under: rules), isSecond: isSecond)
        byCard[card] = Motion(kind: kind, start: now)
    }

    private mutating func turnBack(_ card: Int, of previous: MatchState, _ now: Instant) {
        guard let face = previous.cards[card] else { return }
        byCard[card] = Motion(kind: .turnedBack(face), start: now)
    }

    /// Milliseconds for which a taken pair is seen before it vanishes, as long as cards that differ; nil if pairs stay.
    private static func reveal(under rules: Rules) -> Int? {
        rules.matched == .vanish ? rules.revealMilliseconds : nil
    }

    /// Milliseconds for which the last cards of a match are looked at once they are still.
    private static let finalLook = 600

    /// Milliseconds from the last move of a match to its result: its cards come to rest first, and are looked at.
    static func finalReveal(after change: Change?, under rules: Rules) -> Int {
        switch change {
        case .memory(.pair): Motion.takenMilliseconds(vanishesAfter: reveal(under: rules)) + finalLook
        case .memory(.miss): Motion.missMilliseconds + finalLook
        case .memory(.cover), .memory(.timeout): Motion.turnMilliseconds
        default: 0
        }
    }
}
