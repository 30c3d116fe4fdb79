// The deck of Memory, and its house player.

extension Memory {
    var game: Game { .memory(self) }

    /// Players take turns.
    public static let hasTurns = true
    /// See ``TableGame/recordMoves``.
    public static let recordMoves = Limits.recordMoves

    /// Returns the number of cards on the board.
    public static func deckCount(under rules: Rules) -> Int { rules.cardCount }

    /// Deals the cards: random faces for the pairs, none repeated until the set is used up, then all cards shuffled.
    ///
    /// A board with more pairs than the set has faces goes through the set again ("Rules of a match", `faces`).
    public static func deal(
        for rules: Rules, pictures: [Picture], using random: inout some RandomNumberGenerator
    ) -> CardFaces {
        let faces = rules.faces == .pictures ? pictures.map(\.label) : rules.faces.faces
        precondition(!faces.isEmpty, "there is nothing to deal")
        let everyFace = Array(0..<UInt8(faces.count))
        var pairs: [UInt8] = []
        while pairs.count < rules.pairCount {
            pairs += everyFace.dealt(using: &random).prefix(rules.pairCount - pairs.count)
        }
        let cards = (pairs + pairs).dealt(using: &random)
        guard rules.faces == .pictures else { return CardFaces(set: rules.faces, cards: cards) }
        return CardFaces(cards.map { faces[Int($0)] })
    }

    /// Returns true if the cards form pairs, that is, if no face appears an odd number of times.
    public static func mayDeal(_ faces: [String]) -> Bool {
        faces.reduce(into: [:]) { $0[$1, default: 0] += 1 }.values.allSatisfy { $0.isMultiple(of: 2) }
    }

    /// Creates a computer player; see ``TableGame/house(level:seat:rules:seed:)``.
    public static func house(level: HouseLevel, seat: Int, rules: Rules, seed: UInt64) -> any HousePlayer {
        MemoryHouse(level: level, seat: seat, rules: rules, seed: seed)
    }
}
