// The deck of Set, and its house player.

extension SetGame {
    var game: Game { .set(self) }

    /// The whole deck, of which the table shows a part; nil until the match is over.
    public var unshownDeck: Deck? { revealedDeck }

    /// Nobody has a turn: whoever sees a set claims it.
    public static let hasTurns = false
    /// See ``TableGame/recordMoves``; a claim takes up to 97 bytes.
    public static let recordMoves = Limits.setRecordMoves

    /// Returns the number of cards in the deck.
    public static func deckCount(under rules: Rules) -> Int { SetCard.count }

    /// Shuffles the deck.
    public static func deal(
        for rules: Rules, pictures: [Picture], using random: inout some RandomNumberGenerator
    ) -> CardFaces {
        CardFaces(SetCard.all.dealt(using: &random))
    }

    /// Returns true if it is the whole deck.
    public static func mayDeal(_ faces: [String]) -> Bool {
        faces.count == SetCard.count && Set(faces.compactMap { SetCard($0) }).count == SetCard.count
    }

    /// Makes a deck of the faces in a record; of any that are not the whole deck, the deck in order.
    public static func deck(asRecorded faces: CardFaces, under rules: Rules) -> CardFaces {
        mayDeal(faces.compactMap(\.self)) ? faces : CardFaces(SetCard.all)
    }

    /// Creates a computer player; see ``TableGame/house(level:seat:rules:seed:)``.
    public static func house(level: HouseLevel, seat: Int, rules: Rules, seed: UInt64) -> any HousePlayer {
        SetHouse(level: level, seat: seat, rules: rules)
    }
}

extension CardFaces {
    /// Creates a table of Set.
    public init(_ cards: [SetCard]) {
        self.init(palette: SetCard.palette, paletteIndices: cards.map { UInt8($0.number) })
    }
}
