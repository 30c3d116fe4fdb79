import Lobby
import Protocol

/// The log of records, one a line, in the order of their numbers. A running host only appends to it; the oldest are
/// dropped when a host starts.
///
/// Memory holds only the place of each record, so 100,000 of them take two megabytes. Writing a record does not wait
/// for the disk, since the journal can recreate it.
final class RecordFile {
    private var log: LogFile
    private var places: RecordPlaces
    private var cache = RecordLine.RulesCache()
    private var writer = ByteWriter()
    private var buffer: [UInt8] = []

    /// Continues a file, all of whose records are at these places.
    init(_ log: LogFile, _ places: RecordPlaces) { (self.log, self.places) = (log, places) }

    /// The number of records.
    var count: Int { places.count }

    // MARK: Writing

    /// Appends a record; it is not on disk yet when this returns.
    ///
    /// It stays in memory, too, until a sync has ended. After an error, reads still see the file's old length,
    /// and the next attempt starts at the same place.
    func append(_ record: MatchRecord) throws(SystemError) {
        RecordLine.write(record, into: &writer)
        let start = log.append(&writer)
        do throws(SystemError) {
            try log.write()
        } catch {
            log.removeLast(from: start)
            throw error
        }
        places.add(record.summary.id, at: start, to: log.end)
    }

    /// Waits until all records are on disk.
    func synchronize() throws(SystemError) { try log.synchronize() }

    /// Ends the file with the line of a clean stop, and waits until it is on disk. Nothing can follow it.
    func end(with line: StopLine) throws(SystemError) {
        line.write(into: &writer)
        log.append(&writer)
        try log.synchronize()
    }

    /// The file, for a sync of everything written now, which the next two methods begin and end.
    var file: any StorageFile { log.file }

    /// Writes what an earlier sync failed to put on disk, and notes that a sync begins.
    func beginSync() throws(SystemError) {
        try log.check()
        try log.write()
        log.beginSync()
    }

    func endSync() { log.endSync() }

    /// Notes that a sync has failed: what it covered will be written again.
    func rewind() { log.rewind() }

    // MARK: Reading

    /// Returns the place of a record's line, without its LF, if it exists.
    func place(of number: Int) -> Range<Int>? { places[number].map { $0.lowerBound..<$0.upperBound - 1 } }

    /// Returns the place of what is read of a record for its summary, if it exists.
    func place(ofSummary number: Int) -> Range<Int>? { place(of: number)?.prefix(Limits.Internal.summaryBytes) }

    /// Returns all of a record but its deck and its moves, if it exists.
    func summary(_ number: Int) throws(SystemError) -> RecordSummary? {
        guard let place = place(ofSummary: number) else { return nil }
        let count = try read(place)
        guard let summary = RecordLine.readSummary(buffer, in: 0..<count, rules: &cache) else { throw Self.changed }
        return summary
    }

    /// Returns a complete record, if it exists.
    func record(_ number: Int) throws(SystemError) -> MatchRecord? {
        guard let place = place(of: number) else { return nil }
        let count = try read(place)
        guard LogLine(buffer, in: 0..<count) != nil,
            let record = RecordLine.read(buffer, in: 0..<count, rules: &cache)
        else { throw Self.changed }
        return record
    }

    /// The error for a line that was intact when the host started and no longer is: an I/O error like any other.
    private static let changed = SystemError.inputOutput("read")

    /// Reads a line, or its beginning, into the buffer, and returns its length.
    private func read(_ place: Range<Int>) throws(SystemError) -> Int {
        if buffer.count != place.count { buffer = [UInt8](repeating: 0, count: place.count) }
        guard try log.file.read(at: place.lowerBound, into: &buffer) == place.count else { throw Self.changed }
        return place.count
    }

    // MARK: Dropping

    /// Returns the records to keep if the oldest are dropped; nil if so few can be dropped that it is not worth it.
    ///
    /// - Parameters:
    ///   - count: the number of newest records to keep.
    ///   - best: the numbers of older ones that stay.
    func kept(_ count: Int, and best: Set<Int>) -> KeptRecords? {
        guard places.count > count else { return nil }
        let first = places.number(at: places.count - count)
        let dropped = places.count - count - best.count { $0 < first }
        return dropped > count / Limits.Internal.surplusRecordsShare ? KeptRecords(from: first, and: best) : nil
    }

    /// Writes the records to keep into a new file, and waits until they are on disk; the old one is not changed.
    func copy(_ kept: KeptRecords) throws(SystemError) -> LogFile {
        var copy = try LogFile(replacing: .records, in: log.folder)
        do throws(SystemError) {
            var index = places.firstIndex { kept.contains($0) } ?? places.count
            let reader = LogReader(log.file, .records, size: places.end, from: places.start(at: index))
            try LogFile.copyLines(of: reader, to: &copy, using: &writer) { (_, line) throws(SystemError) in
                guard index < places.count, line.start == places.start(at: index) else { throw Self.changed }
                defer { index += 1 }
                return kept.contains(places.number(at: index))
            }
            guard index == places.count else { throw Self.changed }
            try copy.synchronize()
        } catch {
            copy.discard()
            throw error
        }
        return copy
    }

    /// Puts a copy in the place of this file, which must not be used any more.
    func replace(by copy: inout LogFile) throws(SystemError) {
        try copy.replace(log)
        try log.folder.synchronize()
    }
}

/// The place of each record in its file, in the order of their numbers; 12 bytes a record.
struct RecordPlaces {
    private var numbers: [Int32] = []
    private var starts: [Int] = []
    /// The offset of the next record.
    private(set) var end = 0

    /// The number of records.
    var count: Int { numbers.count }

    /// Adds a record, whose number is higher than all before.
    mutating func add(_ id: RecordID, at start: Int, to end: Int) {
        numbers.append(Int32(clamping: id.number))
        starts.append(start)
        self.end = end
    }

    /// Returns the range of a record's line; nil if no record has this number.
    subscript(number: Int) -> Range<Int>? {
        let index = numbers.partitionPoint { $0 < number }
        guard index < numbers.count, numbers[index] == number else { return nil }
        return starts[index]..<start(at: index + 1)
    }

    /// Returns the number of the record at an index.
    func number(at index: Int) -> Int { Int(numbers[index]) }

    /// Returns the offset of the record at an index; of the end, if the index is the count.
    func start(at index: Int) -> Int { index < starts.count ? starts[index] : end }

    /// Returns the index of the first record whose number passes a test.
    func firstIndex(where passes: (Int) -> Bool) -> Int? { numbers.firstIndex { passes(Int($0)) } }
}

/// The records that stay when the oldest are dropped.
struct KeptRecords {
    /// The number of the first of the newest, all of which stay.
    private let first: Int
    /// Older ones that stay.
    private let best: Set<Int>

    /// Chooses the newest records, from this number on, and these older ones.
    init(from first: Int, and best: Set<Int>) { (self.first, self.best) = (first, best) }

    /// Returns true if the record with this number stays.
    func contains(_ number: Int) -> Bool { number >= first || best.contains(number) }
}
