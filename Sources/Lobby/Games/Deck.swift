public import Protocol

/// The faces of a match's cards in the order in which they are dealt, as text: dealt once, never changed.
///
/// Whoever holds a deck sees every face. While a match goes on only its game and its journal do.
public struct Deck: Equatable, Sendable {
    /// For each card its face; the cards of Memory lie row by row from the top left.
    let cards: CardFaces

    /// The same as text.
    public var faces: [String] { cards.map { $0 ?? "" } }

    /// Deals a deck for these rules.
    public init(for rules: Rules, using random: inout some RandomNumberGenerator) {
        cards =
            switch Game.Kind(rules) {
            case .memory: Memory.deal(for: rules, using: &random)
            }
    }

    /// The deck with these faces, as a journal or a record keeps them.
    ///
    /// - Returns: nil if there are not as many as the rules say, one is empty, or the game deals no such deck.
    public init?(_ faces: [String], for rules: Rules) {
        let isDealt =
            switch Game.Kind(rules) {
            case .memory: Memory.mayDeal(faces)
            }
        guard faces.count == rules.cardCount, !faces.contains(""), isDealt else { return nil }
        cards = CardFaces(faces, of: rules.faces)
    }

    /// A deck for a record that may come from any host: as many cards as the rules say, each with a face, whatever the
    /// record says.
    init(asRecorded faces: CardFaces, for rules: Rules) {
        let isWhole = faces.count == rules.cardCount && faces.indices.allSatisfy { !faces.isDown($0) }
        cards =
            isWhole
            ? faces
            : CardFaces((0..<rules.cardCount).map { (faces.indices.contains($0) ? faces[$0] : nil) ?? "\u{FFFD}" })
    }

    /// Cards in the deck.
    public var count: Int { cards.count }
}

// MARK: - How each game deals

extension Memory {
    /// Deals the cards: each pair's face at random, none twice before the set has run out, then all cards shuffled.
    ///
    /// A board with more pairs than the set has faces goes through the set again ("Rules of a match", `faces`).
    fileprivate static func deal(for rules: Rules, using random: inout some RandomNumberGenerator) -> CardFaces {
        let everyFace = Array(0..<UInt8(rules.faces.faces.count))
        var pairs: [UInt8] = []
        while pairs.count < rules.pairCount {
            pairs += everyFace.shuffled(using: &random).prefix(rules.pairCount - pairs.count)
        }
        return CardFaces(set: rules.faces, cards: (pairs + pairs).shuffled(using: &random))
    }

    /// Checks that these cards are pairs: no face comes an odd number of times.
    fileprivate static func mayDeal(_ faces: [String]) -> Bool {
        faces.reduce(into: [:]) { $0[$1, default: 0] += 1 }.values.allSatisfy { $0.isMultiple(of: 2) }
    }
}
