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

/// A claim that was judged: the places that a player named, and their cards.
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

    /// The cards in these places, in the same order.
    public var cards: [SetCard] { [firstCard, secondCard, thirdCard].map { SetCard(number: Int($0)) } }

    /// The command that made it.
    var move: SetMove { .take(named) }
}

/// The cost of a move of Set to its player, and the reason.
public struct SetPenalty: Hashable, Sendable {
    // Bytes, because every state has room for a change, and one is built for every flip of Memory.
    private let lost: UInt8
    /// The first feature in which two of three claimed cards are alike and one differs; nil after another move, and
    /// from a host that doesn't say.
    public let fault: SetCard.Feature?
    /// The places of a set that was on the table when a solo player asked for more cards; nil after another move.
    public let missed: SetPlaces?

    /// The points lost, 0 to 255.
    public var points: Int { Int(lost) }

    /// Creates a penalty; without arguments, one of nothing. The points are clamped to what they can be.
    public init(points: Int = 0, fault: SetCard.Feature? = nil, missed: SetPlaces? = nil) {
        (lost, self.fault, self.missed) = (UInt8(clamping: points), fault, missed)
    }
}
