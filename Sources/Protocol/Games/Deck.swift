/// The faces of a match's cards, as text, in dealing order. Dealt once, never changed.
///
/// A deck reveals every face. While a match is in progress, only its game and its journal hold one.
public struct Deck: Equatable, Sendable {
    /// The face of each card, in the order in which its game lays or deals them.
    public let cards: CardFaces

    public var faces: [String] { cards.texts }

    /// Deals a deck for the given rules.
    ///
    /// - Parameter pictures: those of the host; at least one if the rules deal from them.
    public init(for rules: Rules, pictures: [Picture] = [], using random: inout some RandomNumberGenerator) {
        cards = rules.game.type.deal(for: rules, pictures: pictures, using: &random)
    }

    /// Creates a deck from faces stored in a journal or a record.
    ///
    /// - Returns: nil if the number of faces doesn't match the rules, a face is empty or more than a line, or the game
    /// deals no such deck.
    public init?(_ faces: [String], for rules: Rules) {
        guard faces.count == rules.deckCount, faces.allSatisfy({ !$0.isEmpty && $0.isOneLine }),
            rules.game.type.mayDeal(faces)
        else { return nil }
        cards = CardFaces(faces, under: rules)
    }

    /// Creates a deck from a record that may come from any host. Whatever the record says, the deck has as many cards
    /// as the rules say, each with a face.
    init(asRecorded faces: CardFaces, for rules: Rules) {
        cards = rules.game.type.deck(asRecorded: faces, under: rules)
    }

    /// The number of cards in the deck.
    public var count: Int { cards.count }
}
