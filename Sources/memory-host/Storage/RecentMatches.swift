import Protocol

/// The matches that the newest records are of, so that no match leaves two of them.
///
/// A journal tells of a match again after a crash only while its end is not old, so that the newest are enough.
struct RecentMatches {
    private var numbers: Set<Int> = []
    /// The same in the order in which they came; when it is full, the next one takes the place of the oldest.
    private var order: [Int] = []
    private var oldest = 0

    /// Whether this is one of them.
    func contains(_ match: MatchID) -> Bool { numbers.contains(match.number) }

    /// Takes in the match of the newest record.
    mutating func add(_ match: MatchID) {
        guard numbers.insert(match.number).inserted else { return }
        guard order.count >= Limits.House.recentMatches else { return order.append(match.number) }
        numbers.remove(order[oldest])
        order[oldest] = match.number
        oldest = (oldest + 1) % order.count
    }
}
