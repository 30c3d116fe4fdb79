// What makes three cards a set.

extension SetCard {
    /// Returns true if three cards are a set: each feature is the same on all or different on all.
    public static func areSet(_ one: SetCard, _ two: SetCard, _ three: SetCard) -> Bool {
        one.third(with: two) == three
    }

    /// Returns the one card that makes a set with this and another card; for equal cards, the same card.
    public func third(with other: SetCard) -> SetCard { Self.thirds[number * Self.count + other.number] }

    /// The third card for every two, by the number of the first and then of the second.
    private static let thirds = all.flatMap { one in
        all.map { two in
            // Equal values add up to a multiple of three, and so do three different ones.
            let values = zip(one.features, two.features).map { (6 - $0 - $1) % 3 }
            return SetCard(number: values.reversed().reduce(0) { 3 * $0 + $1 })
        }
    }

    /// The first feature in which two of these three cards are alike and one differs; a set has none.
    static func fault(_ one: SetCard, _ two: SetCard, _ three: SetCard) -> Feature? {
        let values = zip(one.features, zip(two.features, three.features))
        return zip(Feature.allCases, values).first { _, values in Set([values.0, values.1.0, values.1.1]).count == 2 }?
            .0
    }

    /// The number of features in which this card and another differ, 0 to 4.
    public func differences(from other: SetCard) -> Int { zip(features, other.features).count { $0 != $1 } }

    /// Returns the places of every set on a table, each in ascending order.
    public static func sets(in table: [SetCard]) -> [[Int]] {
        var found: [[Int]] = []
        forEachSet(in: table) { set in
            found.append(set)
            return true
        }
        return found
    }

    /// Returns the places of a set on a table, if it has one.
    public static func firstSet(in table: [SetCard]) -> [Int]? {
        var first: [Int]?
        forEachSet(in: table) { set in
            first = set
            return false
        }
        return first
    }

    /// Calls the closure with the places of each set until it returns false.
    private static func forEachSet(in table: [SetCard], _ body: ([Int]) -> Bool) {
        var places = [Int?](repeating: nil, count: count)
        for (place, card) in table.enumerated() { places[card.number] = place }
        for first in table.indices {
            for second in table.indices.dropFirst(first + 1) {
                guard let third = places[table[first].third(with: table[second]).number], third > second else {
                    continue
                }
                guard body([first, second, third]) else { return }
            }
        }
    }
}
