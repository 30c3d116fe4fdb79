import Protocol

/// The log of records: append-only, one record a line, in the order of their numbers.
///
/// Memory holds only the offset of each record, so 100,000 of them take two megabytes. Writing a record does not wait
/// for the disk, since the journal can recreate it.
final class RecordFile {
    private var log: LogFile
    /// The number of bytes of the file that a line says were on disk.
    private var synced = 0
    /// The end that was only partly written, until it is settled.
    private(set) var torn: LogReader.Torn?
    /// The highest readable record number in that end; 0 if there is none.
    private var tornNumber = 0
    private var numbers: [Int32] = []
    private var starts: [Int] = []
    private var end = 0
    private var memory = RecordLine.RulesCache()
    private var writer = ByteWriter()
    private var buffer: [UInt8] = []

    /// Opens the file in a folder, or creates it, and reads all of it once.
    ///
    /// - Parameter found: called with each record, oldest first.
    init(in folder: any StorageFolder, found: (RecordLine) -> Void) throws(StorageProblem) {
        log = try LogFile(.records, in: folder)
        var reader = log.reader()
        while let line = try reader.nextUntorn() {
            guard line.trailer != nil, reader.hasHeader, !line.lacksBytesBefore,
                let record = RecordLine(reader.bytes, in: line.range, rules: &memory),
                record.summary.id.number > lastNumber
            else { throw damaged(line.number) }
            add(record.summary.id, at: line.start, to: line.end)
            synced = max(synced, line.trailer?.synced ?? 0)
            found(record)
        }
        torn = reader.torn
        for line in torn?.intact ?? [] {
            let record = RecordLine(line, in: line.indices, rules: &memory)
            tornNumber = max(tornNumber, record?.summary.id.number ?? 0)
        }
    }

    private func damaged(_ line: Int) -> StorageProblem {
        .damaged(file: log.file.path, line: line, reason: "corrupt record")
    }

    /// Drops the partly written end, if everything in it can be recreated.
    ///
    /// - Parameters:
    ///   - made: the records that the journal recreates.
    ///   - lastRecord: the number of the last record that the journal relies on.
    func truncateTornEnd(recreated made: [MatchRecord], lastRecord: Int) throws(StorageProblem) {
        let missing = Set(lastNumber + 1..<max(tornNumber, lastNumber) + 1).subtracting(made.map(\.summary.id.number))
        if let torn, lastRecord > lastNumber || !missing.isEmpty { throw damaged(torn.line) }
        guard lastRecord <= lastNumber else {
            let end = lastNumber > 0 ? "the last record here is r\(lastNumber)" : "there are no records here"
            let reason = "the journal expects r\(lastRecord), but \(end)"
            throw .endsEarly(file: log.file.path, reason: reason)
        }
        try log.resume(after: end, synced: synced)
        torn = nil
    }

    private func add(_ id: RecordID, at start: Int, to end: Int) {
        numbers.append(Int32(clamping: id.number))
        starts.append(start)
        self.end = end
    }

    /// The number of the last record; 0 if there is none.
    var lastNumber: Int { numbers.last.map(Int.init) ?? 0 }

    // MARK: Writing

    /// Appends a record; it is not on disk yet when this returns.
    ///
    /// It stays in memory, too, until a sync has ended. After an error, reads still see the file's old length,
    /// and the next attempt starts at the same place.
    func append(_ record: MatchRecord) throws(SystemError) {
        precondition(torn == nil, "the torn end must be dealt with before anything is written")
        RecordLine.write(record, into: &writer)
        let start = log.append(&writer)
        do throws(SystemError) {
            try log.write()
        } catch {
            log.removeLast(from: start)
            throw error
        }
        add(record.summary.id, at: start, to: log.end)
    }

    /// Waits until all records are on disk.
    func synchronize() throws(SystemError) { try log.synchronize() }

    /// The file, for a sync of everything written now, which the next two methods begin and end.
    var file: any StorageFile { log.file }

    /// Writes what an earlier sync failed to put on disk, and notes that a sync begins.
    func beginSync() throws(SystemError) {
        guard try log.folder.isFile(log.file, named: log.name) else { throw .fileIsGone(log.name) }
        try log.write()
        log.beginSync()
    }

    /// Notes that the sync has ended.
    func endSync() { log.endSync() }

    /// Notes that a sync has failed: what it covered will be written again.
    func rewind() { log.rewind() }

    // MARK: Reading

    /// Returns all of a record but its deck and its moves; nil if there is none.
    func summary(_ number: Int) throws(SystemError) -> RecordSummary? {
        guard let index = index(of: number) else { return nil }
        let count = try read(index, atMost: RecordLine.summaryBytes)
        guard let line = RecordLine(buffer, in: 0..<count, rules: &memory) else { throw Self.changed }
        return line.summary
    }

    /// Returns a complete record; nil if there is none.
    func record(_ number: Int) throws(SystemError) -> MatchRecord? {
        guard let index = index(of: number) else { return nil }
        let count = try read(index, atMost: .max)
        guard LogLine(buffer, in: 0..<count) != nil,
            let record = RecordLine.read(buffer, in: 0..<count, rules: &memory)
        else { throw Self.changed }
        return record
    }

    /// The error for a line that was intact when the host started and no longer is: an I/O error like any other.
    private static let changed = SystemError.inputOutput("read")

    /// Returns the position of a record in the lists; nil if there is none with this number.
    private func index(of number: Int) -> Int? {
        let index = numbers.partitionPoint { $0 < number }
        return index < numbers.count && numbers[index] == number ? index : nil
    }

    /// Reads a line, or its beginning, into the buffer, and returns its length without the LF.
    private func read(_ index: Int, atMost most: Int) throws(SystemError) -> Int {
        let end = index + 1 < starts.count ? starts[index + 1] : self.end
        let count = min(end - starts[index] - 1, most)
        if buffer.count != count { buffer = [UInt8](repeating: 0, count: count) }
        guard try log.file.read(at: starts[index], into: &buffer) == count else { throw Self.changed }
        return count
    }
}
