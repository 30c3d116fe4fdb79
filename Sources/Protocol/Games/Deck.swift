/// The faces of a match's cards, as text, in dealing order. Dealt once, never changed.
///
/// A deck reveals every face. While a match is in progress, only its game and its journal hold one.
public struct Deck: Equatable, Sendable {
    /// The face of each card; the cards of Memory are laid out row by row from the top left, those of Set are dealt in
    /// this order.
    let cards: CardFaces

    /// The faces as text.
    public var faces: [String] { cards.map { $0 ?? "" } }

    /// Deals a deck for the given rules.
    ///
    /// - Parameter pictures: those of the host; at least one if the rules deal from them.
    public init(for rules: Rules, pictures: [Picture] = [], using random: inout some RandomNumberGenerator) {
        cards =
            switch rules.game {
            case .memory: Memory.deal(for: rules, pictures, using: &random)
            case .set: CardFaces(SetCard.all.shuffled(using: &random))
            }
    }

    /// Creates a deck from faces stored in a journal or a record.
    ///
    /// - Returns: nil if the number of faces doesn't match the rules, a face is empty, or the game deals no such deck.
    public init?(_ faces: [String], for rules: Rules) {
        let isDealt =
            switch rules.game {
            case .memory: Memory.mayDeal(faces)
            case .set: SetGame.mayDeal(faces)
            }
        guard faces.count == rules.deckCount, !faces.contains(""), isDealt else { return nil }
        cards = CardFaces(faces, under: rules)
    }

    /// Creates a deck from a record that may come from any host. Whatever the record says, the deck has as many cards
    /// as the rules say, each with a face.
    init(asRecorded faces: CardFaces, for rules: Rules) {
        if rules.game == .set {
            let texts = faces.compactMap(\.self)
            cards = SetGame.mayDeal(texts) ? faces : CardFaces(SetCard.all)
            return
        }
        let isWhole = faces.count == rules.cardCount && faces.indices.allSatisfy { !faces.isDown($0) }
        cards =
            isWhole
            ? faces
            : CardFaces((0..<rules.cardCount).map { (faces.indices.contains($0) ? faces[$0] : nil) ?? "\u{FFFD}" })
    }

    /// The number of cards in the deck.
    public var count: Int { cards.count }
}

// MARK: - Dealing, per game

extension Memory {
    /// Deals the cards: random faces for the pairs, none repeated until the set is used up, then all cards shuffled.
    ///
    /// A board with more pairs than the set has faces goes through the set again ("Rules of a match", `faces`).
    fileprivate static func deal(
        for rules: Rules, _ pictures: [Picture], using random: inout some RandomNumberGenerator
    ) -> CardFaces {
        let faces = rules.faces == .pictures ? pictures.map(\.label) : rules.faces.faces
        precondition(!faces.isEmpty, "there is nothing to deal")
        let everyFace = Array(0..<UInt8(faces.count))
        var pairs: [UInt8] = []
        while pairs.count < rules.pairCount {
            pairs += everyFace.shuffled(using: &random).prefix(rules.pairCount - pairs.count)
        }
        let cards = (pairs + pairs).shuffled(using: &random)
        guard rules.faces == .pictures else { return CardFaces(set: rules.faces, cards: cards) }
        return CardFaces(cards.map { faces[Int($0)] })
    }

    /// Returns true if the cards form pairs, that is, if no face appears an odd number of times.
    fileprivate static func mayDeal(_ faces: [String]) -> Bool {
        faces.reduce(into: [:]) { $0[$1, default: 0] += 1 }.values.allSatisfy { $0.isMultiple(of: 2) }
    }
}

extension SetGame {
    /// Returns true if it is the whole deck.
    fileprivate static func mayDeal(_ faces: [String]) -> Bool {
        faces.count == SetCard.count && Set(faces.compactMap { SetCard($0) }).count == SetCard.count
    }
}
