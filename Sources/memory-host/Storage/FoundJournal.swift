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
    /// The sync mode of the hosts that wrote it; nil if that is unknown.
    private(set) var sync: CommitGate.Sync?
    /// The end that was only partly written, and must be dropped.
    private(set) var torn: LogReader.Torn?
    /// The log, and the number of its valid bytes.
    let log: LogFile
    private(set) var size = 0
    private var synced = 0
    /// True if the last line is that of a clean stop.
    private(set) var endsWithStop = false

    /// Reads the journal in a folder; if there is none, creates an empty file, which is not a journal yet.
    ///
    /// - Parameter lobby: a lobby to which nothing has happened yet.
    init(_ folder: any StorageFolder, into lobby: Lobby) throws(StorageProblem) {
        self.lobby = lobby
        log = try LogFile(.journal, in: folder)
        var reader = log.reader()
        var hasBegun = false
        while let line = try reader.nextUntorn() {
            try replay(line, reader, isFirst: !hasBegun)
            hasBegun = true
            (size, synced) = (line.end, max(synced, line.trailer?.synced ?? 0))
        }
        (torn, sync) = (reader.torn, reader.sync)
    }

    private mutating func replay(_ line: LogReader.Line, _ reader: LogReader, isFirst: Bool) throws(StorageProblem) {
        guard line.trailer != nil, let entry = EntryLine.read(reader.bytes, in: line.range) else {
            throw damaged(line, "corrupt entry")
        }
        var isCounted = false
        endsWithStop = false
        switch entry {
        case .counted(_, let last): (isCounted, lastRecord) = (true, max(lastRecord, last))
        case .stopped(_, let last): (endsWithStop, lastRecord) = (true, max(lastRecord, last))
        default: break
        }
        if isFirst, !reader.hasHeader || !isCounted { throw damaged(line, "the start of the journal is missing") }
        if line.lacksBytesBefore { throw damaged(line, "data before it is missing") }
        do throws(EntryFlaw) {
            if let record = try lobby.replay(entry) { records.append(record) }
        } catch {
            throw damaged(line, error.reason)
        }
    }

    private func damaged(_ line: LogReader.Line, _ reason: String) -> StorageProblem {
        .damaged(file: log.file.path, line: line.number, reason: reason)
    }

    /// True if this is all that there was when a host stopped.
    func isWhole(since stop: StopLine) -> Bool { endsWithStop && torn == nil && size == stop.journalBytes }

    /// Returns the log, to be continued after its valid bytes, all of which are on disk then.
    ///
    /// - Parameter sync: the sync mode of the host that continues it. If it is not ``sync``, the log must be compacted
    ///   before anything is added.
    func resume(sync: CommitGate.Sync) throws(StorageProblem) -> LogFile {
        var log = log
        log.sync = sync
        try log.resume(after: size, synced: synced)
        return log
    }
}
