/// The cards that have been shown in a match, and when: all that its players could remember.
struct Sightings: Equatable, Sendable {
    /// The cards that have been shown and aren't taken, the one shown last at the end.
    private var seen: [UInt8] = []
    /// For each card, the number of the flip that last showed it; 0 if none has.
    private var shownAt: [Int32]
    /// The number of flips made.
    private var flips: Int32 = 0
    /// The number of flips made before this turn.
    private var flipsBefore: Int32 = 0
    /// The flips from the one that last showed the partner of a pair that can be taken from memory to the start of the
    /// turn; nil while there is none.
    private var flipsSince: Int?

    /// Starts a match in which no card has been shown.
    init(cards: Int) { shownAt = Array(repeating: 0, count: cards) }

    mutating func beginTurn(_ faces: CardFaces) {
        flipsBefore = flips
        // Of the pair seen last, the card that was shown earlier.
        flipsSince = nil
        for card in seen.reversed() where flipsSince == nil {
            flipsSince = partner(of: card, faces).map(flipsBeforeTurn)
        }
    }

    /// Notes that the first card of a turn lies open.
    mutating func showFirst(_ card: Int, _ faces: CardFaces) {
        show(card)
        if flipsSince == nil { flipsSince = partner(of: UInt8(card), faces).map(flipsBeforeTurn) }
    }

    /// Notes that the second card of a turn lies open, and counts the turn, if it is one to count.
    ///
    /// - Parameter first: the other card of the pair that was taken; nil if they differ.
    mutating func showSecond(_ card: Int, takenWith first: Int?, in recall: inout Recall) {
        let isKnown = shownAt[card] > 0
        show(card)
        if let first { seen.removeAll { $0 == card || $0 == first } }
        if let flipsSince { recall.count(after: flipsSince, found: first != nil && isKnown) }
    }

    private mutating func show(_ card: Int) {
        flips += 1
        if shownAt[card] > 0, let index = seen.lastIndex(of: UInt8(card)) { seen.remove(at: index) }
        seen.append(UInt8(card))
        shownAt[card] = flips
    }

    /// The card of the same face that was shown last, other than this one.
    private func partner(of card: UInt8, _ faces: CardFaces) -> UInt8? {
        seen.last { $0 != card && faces.areAlike(Int($0), Int(card)) }
    }

    private func flipsBeforeTurn(_ card: UInt8) -> Int { Int(flipsBefore - shownAt[Int(card)]) }
}
