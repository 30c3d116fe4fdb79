import Lobby
import Protocol

/// The records in a folder as a host left them, read once. Nothing is changed before ``store(recreating:)``.
struct FoundRecords {
    /// All that is known of them without reading them again.
    private(set) var totals = RecordTotals()
    /// The end that was only partly written, and must be dropped.
    private(set) var torn: LogReader.Torn?
    /// The line of a clean stop, if the file ends with it.
    private(set) var stop: StopLine?
    /// The file, and the place of each record in it.
    let log: LogFile
    private var places = RecordPlaces()
    private var matches: [MatchID: RecordID] = [:]
    /// The number of bytes of the file that a line says were on disk.
    private var synced = 0
    /// The highest readable record number in the partly written end; 0 if there is none.
    private var tornNumber = 0

    /// Reads the records in a folder; if there are none, creates an empty file.
    init(_ folder: any StorageFolder) throws(StorageProblem) { try self.init(LogFile(.records, in: folder)) }

    /// Reads the records in a file.
    init(_ log: LogFile) throws(StorageProblem) {
        self.log = log
        var (reader, cache) = (log.reader(), RecordLine.RulesCache())
        while let line = try reader.nextUntorn() {
            guard line.trailer != nil, reader.hasHeader, !line.lacksBytesBefore, stop == nil else {
                throw reader.damaged(line, Self.corrupt)
            }
            if let record = RecordLine.readSummary(reader.bytes, in: line.range, rules: &cache),
                record.id.number > totals.lastNumber
            {
                places.add(record.id, at: line.start, to: line.end)
                totals.add(record)
                matches[record.match] = record.id
            } else {
                stop = StopLine(reader.bytes, in: line.range)
                if stop == nil { throw reader.damaged(line, Self.corrupt) }
            }
            synced = max(synced, line.trailer?.synced ?? 0)
        }
        torn = reader.torn
        for line in torn?.intact ?? [] {
            let record = RecordLine.readSummary(line, in: line.indices, rules: &cache)
            tornNumber = max(tornNumber, record?.id.number ?? 0)
        }
    }

    private static let corrupt = "corrupt record"

    /// Returns true if a match has a record, public or private.
    func hasRecord(of match: MatchID) -> Bool { matches[match] != nil }

    /// Returns the records of the matches with higher numbers than this, in their order.
    func records(ofMatchesAfter number: Int) -> [(match: MatchID, record: RecordID)] {
        matches.filter { $0.key.number > number }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns the store that continues them, with the records that the journal recreates: a match whose end it repeats
    /// may have one already. All are on disk then. The partly written end is dropped, and so is the line of a clean
    /// stop.
    ///
    /// - Parameter made: the records that the journal recreates.
    func store(recreating made: [MatchRecord]) throws(StorageProblem) -> RecordStore {
        let missing = made.filter { !hasRecord(of: $0.summary.match) }
        var log = log
        try log.resume(after: places.end, synced: min(synced, places.end))
        var store = store(in: log)
        do throws(SystemError) {
            for record in missing { try store.append(record) }
            try store.synchronize()
        } catch {
            throw .system(file: log.file.path, error)
        }
        return store
    }

    /// Returns the store that continues them in a log of exactly these records.
    func store(in log: LogFile) -> RecordStore { RecordStore(RecordFile(log, places), totals) }

    /// Throws if a record is missing that neither the file nor the journal has.
    ///
    /// - Parameters:
    ///   - made: the records that the journal recreates.
    ///   - lastRecord: the number of the last record that the journal relies on.
    ///   - skipped: numbers that no record has.
    ///   - isAhead: true if the journal had the end of each match on disk before its record was written, so that it
    ///     recreates what is missing in front of the last one.
    func requireAll(
        recreating made: [MatchRecord], lastRecord: Int, skipped: [ClosedRange<Int>], isAhead: Bool
    ) throws(StorageProblem) {
        let lastNumber = totals.lastNumber
        let expected = max(lastNumber, isAhead ? tornNumber : 0, lastRecord)
        var missing = Set(lastNumber..<expected).subtracting(made.map { $0.summary.id.number - 1 })
        for range in skipped { missing.subtract(range.lazy.map { $0 - 1 }) }
        if missing.isEmpty { return }
        if let torn { throw .damaged(file: torn.file, line: torn.line, reason: Self.corrupt) }
        let end = lastNumber > 0 ? "the last record here is r\(lastNumber)" : "there are no records here"
        throw .endsEarly(file: log.file.path, reason: "the journal expects r\(lastRecord), but \(end)")
    }
}
