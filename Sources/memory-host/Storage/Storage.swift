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
    ///   - keptRecords: the number of records above which the oldest are dropped; 0 keeps all.
    ///   - log: receives a line about what was found.
    init(
        _ path: String?, _ settings: Lobby.Settings, sync: CommitGate.Sync, keptRecords: Int = Limits.keptRecords,
        log: Log
    ) throws(StorageProblem) {
        if let path {
            try self.init(in: DataFolder.open(path), settings, sync: sync, keptRecords: keptRecords, log: log)
        } else {
            self.init(settings)
        }
    }

    private init(_ settings: Lobby.Settings) { lobby = Lobby(settings: settings) }

    /// Opens the stored data in a folder and reads each file once. Nothing is changed there unless all of it is usable.
    init(
        in folder: any StorageFolder, _ settings: Lobby.Settings, sync: CommitGate.Sync,
        keptRecords: Int = Limits.keptRecords, log: Log
    ) throws(StorageProblem) {
        let past = try FoundRecords(folder)
        let found = try FoundJournal(folder, into: Lobby(settings: settings))
        try Self.requireAgreement(found, past)
        try past.requireAll(
            recreating: found.records, lastRecord: found.lastRecord, isAhead: found.sync == .always)
        for torn in [past.torn, found.torn].compactMap(\.self) { log.write(.notice, "dropped \(torn.text)") }
        lobby = found.lobby
        // The journal is put on disk before the records that it recreates. Nothing is added to it before the line of a clean
        // stop is gone from the records: after such a stop it has no torn end.
        var journal = try found.journal(sync: sync)
        // The journal may have lost its end while the records have not: a match with a record is over.
        let stale = lobby.liveMatches.filter { past.hasRecord(of: $0) }
        records = try past.store(recreating: found.records)
        let kept = keptRecords == 0 ? nil : records.kept(keptRecords)
        do throws(SystemError) {
            try begin(
                &journal, abandoning: stale, isToBeNew: found.sync != sync || !stale.isEmpty || kept != nil)
        } catch {
            throw .system(file: found.log.file.path, error)
        }
        if let kept { try dropRecords(allBut: kept, log) }
        self.journal = journal
        let count = lobby.matchCount
        if count > 0 { log.write(.notice, "resumed \(count) match\(count == 1 ? "" : "es")") }
    }

    /// Throws if one file shows that the other has lost its end.
    private static func requireAgreement(
        _ journal: FoundJournal, _ records: FoundRecords
    ) throws(StorageProblem) {
        if let stop = records.stop, !journal.isWhole(since: stop) {
            let (had, has) = (stop.journalBytes, journal.log.size)
            if has > had {
                let reason = "it ends where the host stopped, but the journal goes on"
                throw .endsEarly(file: records.log.file.path, reason: reason)
            }
            let before = "the host stopped with \(had) bytes and \(stop.matches.count) matches in play here"
            let after = "\(journal.size) intact bytes with \(journal.lobby.lastingMatches.count) matches are left"
            throw .endsEarly(file: journal.log.file.path, reason: "\(before), and \(after)")
        }
        // A record is written once the end of its match is visible.
        if journal.sync == .always, records.totals.lastMatch > journal.lobby.lastMatch {
            let match = MatchID(number: records.totals.lastMatch).text
            throw .endsEarly(file: journal.log.file.path, reason: "\(match) has a record but is missing here")
        }
    }

    /// Makes the lobby count on from the last record, and the journal too, if it is new or lacks that record.
    ///
    /// - Parameters:
    ///   - stale: matches that are over, as their records say. Their lines must go: nothing in the journal says that they
    ///     are over, and whoever sat there may sit elsewhere.
    ///   - isToBeNew: true if the journal must be written anew: its header names another sync mode, or it has none yet, or
    ///     lines must go, as those from which records would be recreated that are about to be dropped.
    private mutating func begin(
        _ journal: inout Journal, abandoning stale: [MatchID], isToBeNew: Bool
    ) throws(SystemError) {
        var writer = ByteWriter()
        for match in stale { _ = lobby.abandon(match) }
        let counted = lobby.counted
        lobby.remember(lastRecord: records.lastNumber, lastMatch: records.lastMatch, best: records.best)
        if isToBeNew {
            try journal.compact(
                keeping: Set(lobby.liveMatches), header: lobby.compactedHeader, counted: lobby.counted, records: nil,
                using: &writer)
        } else if lobby.counted != counted {
            journal.append([lobby.counted], using: &writer)
        }
        try journal.synchronize()
    }

    /// Drops the oldest records. If there is no room for the new file, the old one goes on for now.
    private mutating func dropRecords(allBut kept: KeptRecords, _ log: Log) throws(StorageProblem) {
        guard let file = records.file else { return }
        var copy: LogFile
        do throws(SystemError) {
            copy = try file.copy(kept)
        } catch {
            return log.write(.warning, "cannot drop the oldest records: \(error)")
        }
        do throws(SystemError) {
            try file.replace(by: &copy)
        } catch {
            throw .system(file: LogFile.Kind.records.name, error)
        }
        records = try FoundRecords(copy).store(in: copy)
        log.write(.notice, "dropped the oldest records: of \(file.count), \(records.file?.count ?? 0) are left")
    }

    /// Sets aside the damaged data in the folder that the options name, prints what it held, and exits.
    static func repair(_ options: Options) {
        do throws(StorageProblem) {
            _ = try repair(DataFolder.path(options)) { findings in
                Log.print((findings.isEmpty ? ["Nothing is damaged."] : findings).map { $0 + "\n" }.joined())
            }
        } catch {
            Log.fail(error.sentence, error.status)
        }
    }

    /// Repairs the data in a folder.
    ///
    /// - Parameter report: is called with the findings before the last step, so that a repair which is killed before that,
    ///   and then repeated, reports them again.
    /// - Returns: the findings, one sentence each.
    static func repair(
        _ path: String, report: ([String]) -> Void = { _ in }
    ) throws(StorageProblem) -> [String] {
        let folder = try DataFolder.open(path)
        defer { folder.close() }
        var repair = try Repair(folder)
        report(repair.findings)
        try repair.end()
        return repair.findings
    }
}
