import Lobby
import Protocol

// What a start does with a data folder, in this order. The folder is open and locked by then, and has both files, if
// only empty ones (`DataFolder`, `LogFile`). Nothing in them changes before all of it is known to be usable, and
// whatever a start leaves behind that is killed or loses its power, the next start can do the same with.
//
//     read      the records, and then the journal, each from its beginning to its end
//     check     one against the other: neither may have lost its end
//     keep      put on disk what is left of the journal, and then the records that it recreates
//     settle    the lobby: a match that has a record is over, and numbers go on from the last record
//     renew     the journal, if its header is another host's, or lines in it must go; then the records, if there are too
//               many: those that stay are read once more
//
// What follows is the host's: it resumes the matches, and the journal says that it was restarted (`Lobby.resume`).

/// A data folder that was read and is usable.
struct Recovery {
    private let records: FoundRecords
    private let journal: FoundJournal

    /// Reads a folder, and checks it.
    init(_ folder: any StorageFolder, _ settings: Lobby.Settings) throws(StorageProblem) {
        records = try FoundRecords(folder)
        journal = try FoundJournal(folder, into: Lobby(settings: settings))
        try requireAgreement()
        try records.requireAll(
            recreating: journal.records, lastRecord: journal.lastRecord, isAhead: journal.sync == .always)
    }

    /// Throws if one file shows that the other has lost its end.
    private func requireAgreement() throws(StorageProblem) {
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

    /// Does the rest of a start.
    ///
    /// - Parameters:
    ///   - sync: the sync mode of the host.
    ///   - keptRecords: the number of records above which the oldest are dropped; 0 keeps all.
    ///   - log: receives a line about what was found.
    func finish(
        sync: CommitGate.Sync, keptRecords: Int, log: Log
    ) throws(StorageProblem) -> Storage {
        for torn in [records.torn, journal.torn].compactMap(\.self) { log.write(.notice, "dropped \(torn.text)") }
        // Nothing is added to the journal before the line of a clean stop is gone from the records: after such a stop
        // it has no torn end.
        let file = try journal.resume(sync: sync)
        let store = try records.store(recreating: journal.records)
        let kept = keptRecords == 0 ? nil : store.kept(keptRecords)
        let (lobby, isCutShort) = settle(store)
        let isRenewed = journal.sync != sync || isCutShort || kept != nil
        return Storage(
            journal: try begin(file, lobby, isRenewed: isRenewed),
            records: try kept.map { (kept) throws(StorageProblem) in try Self.drop(store, allBut: kept, log) } ?? store,
            lobby: lobby)
    }

    /// Returns the lobby that goes on; and true if lines of the journal must go.
    ///
    /// The journal may have lost its end while the records have not: a match with a record is over. Nothing in the
    /// journal says so, and whoever sat there may sit elsewhere.
    private func settle(_ store: RecordStore) -> (Lobby, isCutShort: Bool) {
        var lobby = journal.lobby
        let ended = lobby.liveMatches.filter { records.hasRecord(of: $0) }
        for match in ended { _ = lobby.abandon(match) }
        lobby.remember(lastRecord: store.lastNumber, lastMatch: store.lastMatch, best: store.best)
        return (lobby, !ended.isEmpty)
    }

    /// Returns the journal, which continues a file whose lines are all on disk, or takes its place.
    ///
    /// - Parameter isRenewed: true if it must be written anew: its header names another sync mode, or it has none yet,
    ///   or lines must go, as those from which records would be recreated that are about to be dropped.
    private func begin(_ file: LogFile, _ lobby: Lobby, isRenewed: Bool) throws(StorageProblem) -> Journal {
        var journal = Journal(file)
        var writer = ByteWriter()
        do throws(SystemError) {
            if isRenewed {
                try journal.compact(
                    keeping: Set(lobby.liveMatches), header: lobby.compactedHeader, counted: lobby.counted,
                    records: nil, using: &writer)
            } else if lobby.counted != self.journal.lobby.counted {
                journal.append([lobby.counted], using: &writer)
            }
            try journal.synchronize()
        } catch {
            throw .system(file: file.file.path, error)
        }
        return journal
    }

    /// Returns the records without the oldest. If there is no room for the new file, the old one goes on for now.
    private static func drop(
        _ store: RecordStore, allBut kept: KeptRecords, _ log: Log
    ) throws(StorageProblem) -> RecordStore {
        guard let file = store.file else { return store }
        var copy: LogFile
        do throws(SystemError) {
            copy = try file.copy(kept)
        } catch {
            log.write(.warning, "cannot drop the oldest records: \(error)")
            return store
        }
        do throws(SystemError) {
            try file.replace(by: &copy)
        } catch {
            throw .system(file: LogFile.Kind.records.name, error)
        }
        let rest = try FoundRecords(copy).store(in: copy)
        log.write(.notice, "dropped the oldest records: of \(file.count), \(rest.file?.count ?? 0) are left")
        return rest
    }
}

extension Lobby {
    /// The number of the last match that was opened.
    var lastMatch: Int { if case .counted(let last, _) = counted { last } else { 0 } }
}
