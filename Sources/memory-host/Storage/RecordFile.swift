import Protocol

/// The log that records are kept in: it only ever grows, one record a line, in the order of their numbers.
///
/// Of each record memory holds the place, so that 100,000 of them take two megabytes. The disk is not waited
/// for when a record is written, since the journal can make it again.
final class RecordFile {
    private var log: LogFile
    /// As much of the file as a line says was on the disk.
    private var synced = 0
    /// The end that was never written whole, until it is settled.
    private(set) var torn: LogReader.Torn?
    /// The highest number of a record that can be read there; 0 if there is none.
    private var tornNumber = 0
    private var numbers: [Int32] = []
    private var starts: [Int] = []
    /// The records that may be told of, as indices of the two lists above.
    private var told: [Int32] = []
    private var end = 0
    private var memory = RecordLine.RulesMemory()
    private var writer = ByteWriter()
    private var buffer: [UInt8] = []

    /// Opens the file in a folder, or makes it, and goes over all of it once.
    ///
    /// - Parameter found: is given each record, without deck and moves, from the oldest on.
    init(in folder: any StorageFolder, found: (MatchRecord) -> Void) throws(StorageProblem) {
        log = try LogFile(.records, in: folder)
        var reader = log.reader()
        while let line = try reader.next() {
            if line.sound == nil, try reader.isTorn(line) {
                torn = try reader.drop(from: line) { bytes, line in
                    let record = RecordLine(bytes, in: line.range, rules: &memory)?.record
                    tornNumber = max(tornNumber, record?.number ?? 0)
                }
                return
            }
            guard line.sound != nil, reader.hasHeader, !line.lacksBytesBefore,
                let record = RecordLine(reader.bytes, in: line.range, rules: &memory)?.record,
                record.number > lastNumber
            else { throw damaged(line.number) }
            note(record, at: line.start, to: line.end)
            synced = max(synced, line.sound?.synced ?? 0)
            found(record)
        }
    }

    private func damaged(_ line: Int) -> StorageProblem {
        .damaged(file: log.file.path, line: line, reason: "it is corrupt")
    }

    /// Drops the end that was never written whole, if what it held is made again.
    ///
    /// - Parameters:
    ///   - made: the records that the journal makes again.
    ///   - lastRecord: the number of the last record that the journal relies on.
    func settle(made: [MatchRecord], lastRecord: Int) throws(StorageProblem) {
        let missing = Set(lastNumber + 1..<max(tornNumber, lastNumber) + 1).subtracting(made.map(\.number))
        if let torn, lastRecord > lastNumber || !missing.isEmpty { throw damaged(torn.line) }
        guard lastRecord <= lastNumber else {
            let reason = "the journal expects r\(lastRecord), but the last one here is r\(lastNumber)"
            throw .endsEarly(file: log.file.path, reason: reason)
        }
        try log.goOn(behind: end, synced: synced)
        torn = nil
    }

    private func note(_ record: MatchRecord, at start: Int, to end: Int) {
        if !record.isPrivate { told.append(Int32(numbers.count)) }
        numbers.append(Int32(clamping: record.number))
        starts.append(start)
        self.end = end
    }

    /// The number of the last record; 0 if there is none.
    var lastNumber: Int { numbers.last.map(Int.init) ?? 0 }

    /// The number of records that may be told of.
    var toldCount: Int { told.count }

    // MARK: Writing

    /// Writes a record behind the last one; it is not on the disk yet when this returns.
    ///
    /// It stays in memory, too, until a sync has ended. After an error the file is as long as before for whoever reads it here,
    /// and the next try begins where this did.
    func append(_ record: MatchRecord) throws(SystemError) {
        precondition(torn == nil, "what may be lost is settled before anything is written")
        RecordLine.write(record, into: &writer)
        let start = log.append(&writer)
        do throws(SystemError) {
            try log.write()
        } catch {
            log.takeBack(to: start)
            throw error
        }
        note(record, at: start, to: log.end)
    }

    /// Waits until all records are on the disk.
    func synchronize() throws(SystemError) { try log.synchronize() }

    /// The file, for a sync of all that is written now, which begins and ends with these two.
    var file: any StorageFile { log.file }

    /// Writes what an earlier sync has failed to put on the disk, and notes that a sync begins.
    func beginSync() throws(SystemError) {
        try log.write()
        log.beginSync()
    }

    /// Notes that the sync has ended.
    func endSync() { log.endSync() }

    /// A sync has failed: what it was to put on the disk is written again.
    func rewind() { log.rewind() }

    // MARK: Reading

    /// So many of the newest records that may be told of, or of those before a number, newest first; without deck and
    /// moves.
    func page(before number: Int?, limit: Int) throws(SystemError) -> [MatchRecord] {
        let end = number.map { self.place(of: $0, in: told) } ?? told.count
        var records: [MatchRecord] = []
        for place in told[max(0, end - limit)..<end].reversed() {
            let count = try read(Int(place), atMost: RecordLine.summaryBytes)
            guard let line = RecordLine(buffer, in: 0..<count, rules: &memory) else { throw Self.changed }
            records.append(line.record)
        }
        return records
    }

    /// One record, with all that it holds; nil if there is none, or it is private.
    func record(_ number: Int) throws(SystemError) -> MatchRecord? {
        let index = place(of: number, in: told)
        guard index < told.count, numbers[Int(told[index])] == number else { return nil }
        let count = try read(Int(told[index]), atMost: .max)
        guard LogLine(buffer, in: 0..<count) != nil,
            let record = RecordLine.read(buffer, in: 0..<count, rules: &memory)
        else { throw Self.changed }
        return record
    }

    /// A line that was sound when the host began is not any more: an input or output error like any other.
    private static let changed = SystemError.inputOutput("read")

    /// The number of records in a list that stand before one with this number.
    private func place(of number: Int, in list: [Int32]) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[Int(list[middle])] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Reads a line into the buffer, or its beginning, and returns its bytes without the LF.
    private func read(_ index: Int, atMost most: Int) throws(SystemError) -> Int {
        let end = index + 1 < starts.count ? starts[index + 1] : self.end
        let count = min(end - starts[index] - 1, most)
        if buffer.count != count { buffer = [UInt8](repeating: 0, count: count) }
        guard try log.file.read(at: starts[index], into: &buffer) == count else { throw Self.changed }
        return count
    }
}
