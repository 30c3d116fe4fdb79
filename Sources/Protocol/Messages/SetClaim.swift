/// Three places of a table of Set that a player claims hold a set; once the game has judged the claim, with the cards
/// that lay there and the verdict.
public struct SetClaim: Hashable, Sendable {
    // Six bytes in all, because a match holds its moves until it has a record.
    private let firstPlace, secondPlace, thirdPlace: UInt8
    private let firstCard, secondCard, thirdCard: UInt8

    /// Marks a claim that is right, in ``firstPlace``.
    private static let right: UInt8 = 0x80
    /// The bits of a place.
    private static let placeBits: UInt8 = 0x7F
    /// Stands for a card of a claim that hasn't been judged.
    private static let unknown = UInt8.max

    /// Creates a claim; returns nil unless it names three different places. They may be outside the table.
    public init?(places: [Int]) {
        guard places.count == 3, Set(places).count == 3 else { return nil }
        // Places that no table has become other such places, which differ, too.
        self.init(places.enumerated().map { 0..<SetCard.count ~= $1 ? UInt8($1) : Self.placeBits - UInt8($0) })
    }

    /// Creates a claim that has been judged; returns nil unless it names three places of a table and three cards.
    init?(places: [Int], cards: [SetCard], isSet: Bool) {
        guard cards.count == 3, places.allSatisfy((0..<SetCard.count).contains), let claim = Self(places: places) else {
            return nil
        }
        self = claim.judged(cards, isSet: isSet)
    }

    private init(_ places: [UInt8], cards: [UInt8] = [unknown, unknown, unknown]) {
        (firstPlace, secondPlace, thirdPlace) = (places[0], places[1], places[2])
        (firstCard, secondCard, thirdCard) = (cards[0], cards[1], cards[2])
    }

    /// Returns the claim with the three cards that lay there and the verdict.
    public func judged(_ cards: [SetCard], isSet: Bool) -> SetClaim {
        let mark = isSet ? Self.right : 0
        return SetClaim(
            [firstPlace & Self.placeBits | mark, secondPlace, thirdPlace], cards: cards.map { UInt8($0.number) })
    }

    /// The three places, from 0, as they were named; a number of 81 or more stands for any place outside the table.
    public var places: [Int] { [Int(firstPlace & Self.placeBits), Int(secondPlace), Int(thirdPlace)] }

    /// The cards that lay there; nil until the claim has been judged.
    public var cards: [SetCard]? {
        guard firstCard != Self.unknown else { return nil }
        return [firstCard, secondCard, thirdCard].map { SetCard(number: Int($0)) }
    }

    /// True if it has been judged and is right.
    public var isSet: Bool { firstPlace & Self.right != 0 }
}
