import Protocol

/// All that is known of the records without reading them again.
struct RecordTotals {
    /// The results of all listed records.
    private(set) var tally = RecordTally()
    /// The records that clients may see.
    private(set) var index = RecordIndex()
    /// The number of the last record; 0 if there is none.
    private(set) var lastNumber = 0
    /// The highest number of a match that has a record; 0 if there is none.
    private(set) var lastMatch = 0
    private var recent = RecentMatches()

    /// Adds a record, whose number is higher than all before.
    ///
    /// - Parameter isListed: true if clients may see it.
    mutating func add(_ record: RecordSummary, isListed: Bool) {
        lastNumber = record.id.number
        lastMatch = max(lastMatch, record.match.number)
        recent.add(record.match)
        guard isListed else { return }
        tally.count(record)
        index.add(record)
    }

    /// Removes the oldest listed record from the index.
    mutating func removeFirstFromIndex() { index.removeFirst() }

    /// Returns true if a match already has a record, public or private, among the last 10,000.
    func hasRecord(of match: MatchID) -> Bool { recent.contains(match) }
}

/// The matches of the newest records, kept so that no match leaves two.
///
/// After a crash the journal reports a match again only if its end is recent, so the newest are enough.
private struct RecentMatches {
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
