import Protocol

/// A table of Set as a person at a terminal sees it.
enum SetOnScreen {
    /// The keys of the cards, by their places.
    static let keys = Array("abcdefginopsvyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

    /// Claims cards by their letters.
    static func claim(_ places: [Int], at client: TerminalProcess) throws {
        try client.type(String(places.map { keys[$0] }))
    }
}

extension MatchState {
    /// The places of a set on the table, if any.
    var aSet: [Int]? {
        let features = cards.compactMap { $0.flatMap { SetCard($0)?.features } }
        for first in features.indices {
            for second in features.indices where second > first {
                for third in features.indices where third > second {
                    let isSet = (0..<4).allSatisfy {
                        (features[first][$0] + features[second][$0] + features[third][$0]).isMultiple(of: 3)
                    }
                    if isSet { return [first, second, third] }
                }
            }
        }
        return nil
    }
}
