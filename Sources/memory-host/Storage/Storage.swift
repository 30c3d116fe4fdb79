import Lobby
import Protocol

/// A host's opened data folder: the journal, the records, and the lobby restored from them.
struct Storage {
    /// The journal; nil if nothing is kept on disk.
    private(set) var journal: Journal?
    /// The records of finished matches.
    private(set) var records = RecordStore()
    /// The lobby, with the matches that were running.
    private(set) var lobby: Lobby

    /// Opens the stored data and reads it; without a folder, starts empty.
    ///
    /// - Parameters:
    ///   - path: the folder; nil if nothing is to be kept.
    ///   - settings: the lobby's settings.
    ///   - log: receives a line about what was found.
    init(_ path: String?, _ settings: Lobby.Settings, sync: CommitGate.Sync, log: Log) throws(StorageProblem) {
        if let path {
            try self.init(in: DataFolder.open(path), settings, sync: sync, log: log)
        } else {
            self.init(settings)
        }
    }

    private init(_ settings: Lobby.Settings) { lobby = Lobby(settings: settings) }

    /// Opens the stored data in a folder and reads it. Nothing is changed there unless all of it is usable.
    init(
        in folder: any StorageFolder, _ settings: Lobby.Settings, sync: CommitGate.Sync, log: Log
    ) throws(StorageProblem) {
        records = try RecordStore(in: folder)
        let found = try Recovery(folder, into: Lobby(settings: settings))
        lobby = found.lobby
        // A record is written once the end of its match is committed.
        if sync == .always, records.lastMatch > lobby.lastMatch {
            let match = MatchID(number: records.lastMatch).text
            throw .endsEarly(file: found.log.file.path, reason: "\(match) has a record but is missing here")
        }
        for torn in [records.torn, found.torn].compactMap(\.self) { log.write(.notice, "dropped \(torn.text)") }
        try records.append(recreated: found.records, lastRecord: found.lastRecord)
        var journal = try found.journal()
        do throws(SystemError) { try begin(&journal) } catch { throw .system(file: found.log.file.path, error) }
        self.journal = journal
        let count = lobby.matchCount
        if count > 0 { log.write(.notice, "resumed \(count) match\(count == 1 ? "" : "es")") }
    }

    /// Makes the lobby count on from the last record, and the journal too, if it is new or lacks that record.
    private mutating func begin(_ journal: inout Journal) throws(SystemError) {
        var writer = ByteWriter()
        // The journal may have lost its end while the records have not: a match with a record is over.
        let stale = lobby.liveMatches.filter { records.hasRecord(of: $0) }
        for match in stale { _ = lobby.abandon(match) }
        let counted = lobby.counted
        lobby.remember(lastRecord: records.lastNumber, lastMatch: records.lastMatch, best: records.best)
        // Their lines must go, too: nothing in the journal says that they are over, and whoever sat there may sit elsewhere.
        if journal.size == 0 || !stale.isEmpty {
            try journal.compact(
                keeping: lobby.isLive, header: lobby.compactedHeader, counted: lobby.counted, records: nil,
                using: &writer)
        } else if lobby.counted != counted {
            journal.append([lobby.counted], using: &writer)
        }
        try journal.synchronize()
    }

    /// Sets aside the damaged data in the folder that the options name, prints what it held, and exits.
    static func repair(_ options: Options) {
        do throws(StorageProblem) {
            let findings = try repair(DataFolder.path(options))
            Log.print((findings.isEmpty ? ["Nothing is damaged."] : findings).map { $0 + "\n" }.joined())
        } catch {
            Log.fail(error.sentence, error.status)
        }
    }

    /// Repairs the data in a folder.
    ///
    /// - Returns: the findings, one sentence each.
    static func repair(_ path: String) throws(StorageProblem) -> [String] {
        let folder = try DataFolder.open(path)
        defer { folder.close() }
        return try Repair(folder).findings
    }
}
