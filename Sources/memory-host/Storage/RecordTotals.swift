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

    /// Adds a record, whose number is higher than all before.
    ///
    /// - Parameter isListed: true if clients may see it.
    mutating func add(_ record: RecordSummary, isListed: Bool) {
        lastNumber = record.id.number
        lastMatch = max(lastMatch, record.match.number)
        guard isListed else { return }
        tally.count(record)
        index.add(record)
    }

    /// Removes the oldest listed record from the index.
    mutating func removeFirstFromIndex() { index.removeFirst() }
}
