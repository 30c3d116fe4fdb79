import Lobby
import Protocol

/// The folder of a host, opened: the journal and the records, and the lobby that they lead to.
struct Storage {
    /// The journal; nil if nothing is kept on the disk.
    private(set) var journal: Journal?
    /// The records of matches that have ended.
    private(set) var records = RecordStore()
    /// The lobby, with the matches that were running.
    private(set) var lobby: Lobby

    /// Opens what was kept and reads it; without a folder, begins with nothing.
    ///
    /// - Parameters:
    ///   - path: the folder; nil if nothing is to be kept.
    ///   - settings: those of the lobby.
    ///   - log: gets a line about what was found.
    init(_ path: String?, _ settings: Lobby.Settings, sync: Journal.Sync, log: Log) throws(StorageProblem) {
        if let path {
            try self.init(in: DataFolder.open(path), settings, sync: sync, log: log)
        } else {
            self.init(settings)
        }
    }

    private init(_ settings: Lobby.Settings) { lobby = Lobby(settings: settings) }

    /// Opens what was kept in a folder and reads it. Nothing is changed there unless all of it can be gone on with.
    init(
        in folder: any StorageFolder, _ settings: Lobby.Settings, sync: Journal.Sync, log: Log
    ) throws(StorageProblem) {
        records = try RecordStore(in: folder)
        let found = try Recovery(folder, into: Lobby(settings: settings))
        lobby = found.lobby
        // A record is written when the end of its match is kept.
        if sync == .always, records.lastMatch > lobby.lastMatch {
            let match = MatchID(number: records.lastMatch).text
            throw .endsEarly(file: found.log.file.path, reason: "\(match) has a record but is missing here")
        }
        for torn in [records.torn, found.torn].compactMap(\.self) { log.write(.notice, "dropped \(torn.text)") }
        try records.settle(made: found.records, lastRecord: found.lastRecord)
        var journal = try found.journal(sync: sync)
        do throws(SystemError) { try begin(&journal) } catch { throw .system(file: found.log.file.path, error) }
        self.journal = journal
        let count = lobby.matchCount
        if count > 0 { log.write(.notice, "resumed \(count) match\(count == 1 ? "" : "es")") }
    }

    /// Has the lobby count on from the last record, and the journal too, should it be new or not know of that record.
    private mutating func begin(_ journal: inout Journal) throws(SystemError) {
        var writer = ByteWriter()
        // The journal may have lost its end, and the records not: what has a record is over.
        for match in lobby.liveMatches where records.hasRecord(of: match) { _ = lobby.abandon(match) }
        let counted = lobby.counted
        lobby.remember(lastRecord: records.lastNumber, lastMatch: records.lastMatch, best: records.best)
        if journal.size == 0 {
            try journal.compact(
                keeping: lobby.isLive, beginning: lobby.beginning, counted: lobby.counted, records: nil, using: &writer)
        } else if lobby.counted != counted {
            journal.append([lobby.counted], using: &writer)
        }
        try journal.synchronize()
    }

    /// Sets aside what is damaged in the data that the options name, says what that was, and ends.
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
    /// - Returns: what was found, a sentence each.
    static func repair(_ path: String) throws(StorageProblem) -> [String] {
        let folder = try DataFolder.open(path)
        defer { folder.close() }
        return try Repair(folder).findings
    }
}
