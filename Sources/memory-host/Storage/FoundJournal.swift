import Lobby
import Protocol

/// The journal in a folder as a host left it, read once and replayed into a lobby. Nothing is changed before
/// ``resume(sync:)``.
struct FoundJournal {
    /// The lobby, as the journal's last entry left it.
    private(set) var lobby: Lobby
    /// The records of finished matches that the journal still holds.
    private(set) var records: [MatchRecord] = []
    /// The number of the last record that the journal relies on.
    private(set) var lastRecord = 0
    /// Numbers that no record has, since numbering went on behind what was reserved.
    private(set) var skipped: [ClosedRange<Int>] = []
    /// The sync mode of the hosts that wrote it; nil if that is unknown.
    private(set) var sync: CommitGate.Sync?
    /// The end that was only partly written, and must be dropped.
    private(set) var torn: LogReader.Torn?
    /// The log, and the number of its valid bytes; nil if there is no file, or an empty one.
    let log: LogFile?
    private(set) var size = 0
    private var synced = 0
    /// True if the last line is that of a clean stop.
    private(set) var endsWithStop = false
    /// The last line that says how much was on disk.
    private var lastMarked: [UInt8] = []

    /// Reads the journal in a folder.
    ///
    /// - Parameter lobby: a lobby to which nothing has happened yet.
    init(_ folder: any StorageFolder, into lobby: Lobby) throws(StorageProblem) {
        self.lobby = lobby
        log = try LogFile(existing: .journal, in: folder)
        guard let log else { return }
        var reader = log.reader()
        while let line = try reader.nextUntorn() {
            try replay(line, reader)
            (size, synced) = (line.end, max(synced, line.trailer?.synced ?? 0))
        }
        (torn, sync) = (reader.torn, reader.sync)
        // A journal got its name when these lines were on disk, so no power failure has cut them off.
        if size == 0 { throw .damaged(file: log.file.path, line: 1, reason: Self.startIsMissing) }
    }

    private static let startIsMissing = "the start of the journal is missing"

    private mutating func replay(_ line: LogReader.Line, _ reader: LogReader) throws(StorageProblem) {
        if size == 0, !reader.hasHeader { throw reader.damaged(line, Self.startIsMissing) }
        guard line.trailer != nil, let entry = EntryLine.read(reader.bytes, in: line.range) else {
            throw reader.damaged(line, "corrupt entry")
        }
        var isCounted = false
        endsWithStop = false
        switch entry {
        case .counted(_, let last): (isCounted, lastRecord) = (true, max(lastRecord, last))
        case .stopped(_, let last): (endsWithStop, lastRecord) = (true, max(lastRecord, last))
        case .reserved(_, let last): skip(to: last)
        default: break
        }
        if size == 0, !isCounted { throw reader.damaged(line, Self.startIsMissing) }
        if line.lacksBytesBefore { throw reader.damaged(line, "data before it is missing") }
        // Two entries may say the same, but not with the same mark.
        if line.trailer?.synced != nil {
            if reader.bytes[line.range].elementsEqual(lastMarked) {
                throw reader.damaged(line, "it repeats the line before it")
            }
            lastMarked = Array(reader.bytes[line.range])
        }
        do throws(EntryFlaw) {
            if let record = try lobby.replay(entry) { records.append(record) }
        } catch {
            throw reader.damaged(line, error.reason)
        }
    }

    private mutating func skip(to number: Int) {
        let made = max(lastRecord, records.last?.summary.id.number ?? 0, skipped.last?.upperBound ?? 0)
        if number > made { skipped.append(made + 1...number) }
    }

    /// True if this is all that there was when a host stopped.
    func isWhole(since stop: StopLine) -> Bool { endsWithStop && torn == nil && size == stop.journalBytes }

    /// Returns the log, to be continued after its valid bytes, all of which are on disk then; nil if there is none.
    ///
    /// - Parameter sync: the sync mode of the host that continues it. If it is not ``sync``, the log must be compacted
    ///   before anything is added.
    func resume(sync: CommitGate.Sync) throws(StorageProblem) -> LogFile? {
        guard var log else { return nil }
        log.sync = sync
        try log.resume(after: size, synced: synced)
        return log
    }
}
