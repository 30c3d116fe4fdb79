import Protocol

/// The matches of the newest records, kept so that no match leaves two.
///
/// After a crash the journal reports a match again only if its end is recent, so the newest are enough.
struct RecentMatches {
    private var numbers: Set<Int> = []
    /// The same numbers in order of arrival; once it is full, the next replaces the oldest.
    private var order: [Int] = []
    private var oldest = 0

    /// Returns true if this match is one of them.
    func contains(_ match: MatchID) -> Bool { numbers.contains(match.number) }

    /// Adds the match of the newest record.
    mutating func add(_ match: MatchID) {
        guard numbers.insert(match.number).inserted else { return }
        guard order.count >= Limits.Internal.recentMatches else { return order.append(match.number) }
        numbers.remove(order[oldest])
        order[oldest] = match.number
        oldest = (oldest + 1) % order.count
    }
}
