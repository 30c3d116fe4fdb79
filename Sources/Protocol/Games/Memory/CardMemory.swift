/// A player's memory of the cards it has seen.
///
/// A card seen `d` flips ago is still remembered with probability h / (h + d), where h is the half-life: much is lost
/// soon after it was seen, little later on. A forgotten card stays forgotten until it is seen again.
/// Chances are drawn from the seed, so that the same states always leave the same memory.
struct CardMemory: Equatable, Sendable {
    private struct Sighting: Equatable, Sendable {
        let face: String
        /// The numbers of the flips that first and last showed the card, from 1.
        let first, last: Int
        /// From 0 up to 1; the card is remembered until h / (h + d) falls below it.
        let grip: Double
    }

    /// The flips seen so far.
    private(set) var flips = 0
    /// Cards seen at least once, whether remembered or not.
    private(set) var seenCount = 0
    private var sightings: [Sighting?]
    private var isUp: [Bool]
    private let halfLife: Double?
    private let seed: UInt64

    /// Creates an empty memory.
    ///
    /// - Parameter halfLife: in flips; nil to remember everything.
    init(cardCount: Int, halfLife: Double?, seed: UInt64) {
        (self.halfLife, self.seed) = (halfLife, seed)
        sightings = Array(repeating: nil, count: cardCount)
        isUp = Array(repeating: false, count: cardCount)
    }

    /// Looks at a board with as many cards as the memory has room for; notes the cards that have been turned up.
    mutating func see(_ cards: CardFaces) {
        for card in cards.indices {
            let wasUp = isUp[card]
            isUp[card] = !cards.isDown(card)
            guard !wasUp, let face = cards[card] else { continue }
            flips += 1
            if sightings[card] == nil { seenCount += 1 }
            sightings[card] = Sighting(
                face: face, first: sightings[card]?.first ?? flips, last: flips, grip: Self.chance(seed, flips))
        }
    }

    /// Returns the face of a card if it is remembered.
    ///
    /// - Parameter flip: the number of the flip after which the card is to be recalled; at most ``flips``.
    func face(of card: Int, after flip: Int) -> String? {
        guard let sighting = sightings[card] else { return nil }
        guard let halfLife else { return sighting.face }
        let age = Double(max(0, flip - sighting.last))
        return sighting.grip * (halfLife + age) < halfLife ? sighting.face : nil
    }

    /// The number of the flip that last showed a card; 0 for a card never seen.
    func lastSeen(_ card: Int) -> Int { sightings[card]?.last ?? 0 }

    /// Returns true if the last flip showed the card for the first time.
    func isNew(_ card: Int) -> Bool { sightings[card]?.first == flips }

    /// Returns a number from 0 up to 1 for a flip.
    private static func chance(_ seed: UInt64, _ flip: Int) -> Double {
        Double(SplitMix64(seed: SplitMix64(seed: seed).first &+ UInt64(flip)).first >> 11) * 0x1p-53
    }
}
