/// The check of a sealed match by somebody who has its states: a player, a watcher who came late, or whoever watches a
/// replay.
///
/// It holds the host to the seal that it named first, and to every card that it has shown since.
public struct SealCheck: Equatable, Sendable {
    public let seal: Seal
    /// The outcome; nil until the match is over.
    public private(set) var verdict: SealVerdict?
    /// The cards seen so far: the places in the deck in which each face may be.
    private var sightings: [String: [Range<Int>]] = [:]
    private var sightingCount = 0

    /// Starts with the seal, of a match of which nothing has been seen.
    public init(_ seal: Seal) { self.seal = seal }

    /// Looks at a state of the match. The first one in which it is over decides.
    public mutating func see(_ state: MatchState) {
        guard verdict == nil else { return }
        for sighting in state.game.kind.type.sightings(in: state) { note(sighting) }
        if state.phase == .over { verdict = verdict ?? judge(state.sealedDeck, state.result?.salt) }
    }

    /// Looks at the record of the match, which decides.
    public mutating func see(_ record: MatchRecord) {
        verdict = verdict ?? judge(record.deck.texts, record.salt)
    }

    /// Looks at the seal that the host names for the match once more: it must be the first.
    public mutating func compare(_ named: Seal?) {
        if named != seal, verdict?.isAlarming != true { verdict = .broken }
    }

    private mutating func note(_ sighting: CardSighting) {
        let known = sightings[sighting.face] ?? []
        // A host that has shown more cards than there are has moved some, and must not fill the memory.
        guard sightingCount <= Limits.Internal.deckCards, !known.contains(where: { $0.isWithin(sighting.places) })
        else { return }
        if !sighting.face.isOneLine { verdict = .broken }
        sightings[sighting.face] = known + [sighting.places]
        sightingCount += 1
    }

    private func judge(_ deck: [String], _ salt: Salt?) -> SealVerdict {
        guard let salt else { return .withheld }
        guard deck.allSatisfy(\.isOneLine), Seal(of: deck, salt) == seal else { return .broken }
        guard sightingCount <= Limits.Internal.deckCards else { return .moved }
        let hasAll = sightings.allSatisfy { face, places in
            places.allSatisfy { deck[$0.clamped(to: deck.indices)].contains(face) }
        }
        return hasAll ? .fits : .moved
    }
}

/// The outcome of a ``SealCheck``.
public enum SealVerdict: Equatable, Sendable {
    /// The seal fits the deck, and the deck every card that was seen.
    case fits
    /// The seal does not fit the deck.
    case broken
    /// The seal fits the deck, but cards were shown that are elsewhere in it.
    case moved
    /// The match is over, and the host has not published the salt.
    case withheld

    /// True unless the seal fits: people must be told.
    public var isAlarming: Bool { self != .fits }

    /// A sentence for people.
    public var sentence: String {
        let sentence: MatchSentence =
            switch self {
            case .fits: .sealFits
            case .broken: .sealBroken
            case .moved: .sealMoved
            case .withheld: .sealWithheld
            }
        return sentence.text()
    }
}

/// A card that a state shows: its face, and the places in the deck one of which it must have.
public struct CardSighting: Equatable, Sendable {
    let face: String
    let places: Range<Int>

    /// Creates a sighting.
    init(_ face: String, in places: Range<Int>) { (self.face, self.places) = (face, places) }
}

extension MatchState {
    /// The faces of the deck in order, as a state says at the end of the match: its result has them where the board
    /// does not show every card.
    public var sealedDeck: [String] { result?.deck ?? cards.texts }
}

extension Range<Int> {
    fileprivate func isWithin(_ other: Self) -> Bool {
        other.lowerBound <= lowerBound && upperBound <= other.upperBound
    }
}
