/// Three places on a table of Set, claimed to hold a set.
public struct SetPlaces: Hashable, Sendable {
    // Bytes, because a match holds its moves until it has a record.
    private let first, second, third: UInt8

    /// Creates places; returns nil unless they are three different ones. They may be outside the table.
    public init?(_ places: [Int]) {
        guard places.count == 3, Set(places).count == 3 else { return nil }
        // Places that no table has become other such places, which differ, too.
        let bytes = places.enumerated().map { 0..<SetCard.count ~= $1 ? UInt8($1) : UInt8.max - UInt8($0) }
        (first, second, third) = (bytes[0], bytes[1], bytes[2])
    }

    /// The three places, from 0, as they were named; a number of 81 or more stands for any place outside the table.
    public var all: [Int] { [Int(first), Int(second), Int(third)] }
}

/// A claim that was judged: the places that a player named, and the cards that lay there.
public struct SetClaim: Hashable, Sendable {
    private let named: SetPlaces
    private let firstCard, secondCard, thirdCard: UInt8

    /// Creates a claim; returns nil unless there are three cards, and three places within the largest table.
    public init?(_ places: SetPlaces, cards: [SetCard]) {
        guard cards.count == 3, places.all.allSatisfy((0..<SetCard.count).contains) else { return nil }
        named = places
        (firstCard, secondCard, thirdCard) = (
            UInt8(cards[0].number), UInt8(cards[1].number), UInt8(cards[2].number)
        )
    }

    /// The three places, from 0, as they were named.
    public var places: [Int] { named.all }

    /// The cards that lay there, in the same order.
    public var cards: [SetCard] { [firstCard, secondCard, thirdCard].map { SetCard(number: Int($0)) } }

    /// The command that made it.
    var move: Move { .take(named) }
}
