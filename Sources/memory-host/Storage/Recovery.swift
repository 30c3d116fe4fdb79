import Lobby
import Protocol

// What a start does with a data folder, in this order. The folder is open and locked by then (`DataFolder`). Nothing in
// it changes before all of it is known to be usable, and whatever a start leaves behind that is killed or loses its
// power, the next start can do the same with.
//
//     read      the records, the journal, and which numbers are reserved, each from its beginning to its end
//     check     one against the other: there is a journal if there ever was one, and neither has lost its end
//     keep      put on disk what is left of the journal, and then the records that it recreates
//     settle    the lobby: a match that has a record is over, and numbers go on from the last ones, or from those that
//               are reserved
//     renew     the journal, if there is none, its header is another host's, or lines in it must go; then the records, if
//               there are too many: those that stay are read once more
//     reserve   the next numbers
//
// What follows is the host's: it resumes the matches, and the journal says that it was restarted (`Lobby.resume`).

/// A data folder that was read and is usable.
struct Recovery {
    private let records: FoundRecords
    private let journal: FoundJournal
    /// The numbers that are reserved; nil if the folder has no file that says so.
    private let numbers: NumberFile.Found?
    private let folder: any StorageFolder

    /// Reads a folder, and checks it.
    init(_ folder: any StorageFolder, _ settings: Lobby.Settings) throws(StorageProblem) {
        records = try FoundRecords(folder)
        journal = try FoundJournal(folder, into: Lobby(settings: settings))
        numbers = try NumberFile.find(in: folder)
        self.folder = folder
        guard let log = journal.log else {
            try requireNewFolder()
            return
        }
        try requireAgreement(log)
        try records.requireAll(
            recreating: journal.records, lastRecord: journal.lastRecord, skipped: journal.skipped,
            isAhead: journal.sync == .always)
    }

    /// Throws if there was a journal, which is gone.
    private func requireNewFolder() throws(StorageProblem) {
        guard records.log.size > 0 || numbers != nil else { return }
        let other = records.log.size > 0 ? LogFile.Kind.records : .numbers
        throw .missing(file: "\(folder.path)/\(LogFile.Kind.journal.name)", beside: other.name)
    }

    /// Throws if one file shows that the other has lost its end.
    private func requireAgreement(_ log: LogFile) throws(StorageProblem) {
        if let stop = records.stop, !journal.isWhole(since: stop) {
            let (had, has) = (stop.journalBytes, log.size)
            if journal.size == had, journal.endsWithStop, let torn = journal.torn {
                throw .damaged(file: log.file.path, line: torn.line, reason: "the host had stopped before it")
            }
            if has > had {
                let reason = "it ends where the host stopped, but the journal goes on"
                throw .endsEarly(file: records.log.file.path, reason: reason)
            }
            let before = "the host stopped with \(had) bytes and \(stop.matches.count) matches in play here"
            let after = "\(journal.size) intact bytes with \(journal.lobby.lastingMatches.count) matches are left"
            throw .endsEarly(file: log.file.path, reason: "\(before), and \(after)")
        }
        // A record is written once the end of its match is visible.
        let ahead = records.records(ofMatchesAfter: journal.lobby.lastMatch)
        if journal.sync == .always, !ahead.isEmpty {
            let names = ahead.prefix(8).map { "\($0.match.text) (\($0.record.text))" }.joined(separator: ", ")
            let others = ahead.count > 8 ? " and \(ahead.count - 8) others" : ""
            throw .endsEarly(
                file: log.file.path,
                reason: "it ends before \(names)\(others), whose records are complete in \(LogFile.Kind.records.name)")
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
        let (lobby, isChanged) = settle(store)
        let isRenewed = journal.sync != sync || isChanged || kept != nil
        var journal = try begin(file, lobby, sync: sync, isRenewed: isRenewed)
        journal.numbers = try NumberFile(in: folder, numbers, match: lobby.lastMatch, record: lobby.lastRecord)
        return Storage(
            journal: journal,
            records: try kept.map { (kept) throws(StorageProblem) in try Self.drop(store, allBut: kept, log) } ?? store,
            lobby: lobby)
    }

    /// Returns the lobby that goes on; and true if it does not follow from the journal.
    ///
    /// The journal may have lost its end while the records have not: a match with a record is over. Nothing in the
    /// journal says so, and whoever sat there may sit elsewhere.
    private func settle(_ store: RecordStore) -> (Lobby, isChanged: Bool) {
        var lobby = journal.lobby
        let ended = lobby.liveMatches.filter { records.hasRecord(of: $0) }
        for match in ended { _ = lobby.abandon(match) }
        lobby.remember(lastRecord: store.lastNumber, lastMatch: store.lastMatch, best: store.best)
        let skipped = skipped(after: lobby)
        if let skipped { lobby.goOnBehindLoss(lastMatch: skipped.match, lastRecord: skipped.record) }
        return (lobby, !ended.isEmpty || skipped != nil)
    }

    /// Returns the numbers that may have been used for what is lost; nil if nothing that anybody has seen can be: the host
    /// had stopped, it synced everything, or the machine has not been booted since.
    private func skipped(after lobby: Lobby) -> NumberFile.Reserved? {
        guard let numbers, records.stop == nil, journal.sync != .always else { return nil }
        if numbers.boot != nil, numbers.boot == folder.boot { return nil }
        if numbers.isWhole { return numbers.reserved }
        return .beyond(match: lobby.lastMatch, record: lobby.lastRecord).union(numbers.reserved)
    }

    /// Returns the journal, which continues a file whose lines are all on disk, takes its place, or is the first.
    ///
    /// - Parameter isRenewed: true if it must be written anew: its header names another sync mode, or lines must go, as
    ///   those from which records would be recreated that are about to be dropped.
    private func begin(
        _ file: LogFile?, _ lobby: Lobby, sync: CommitGate.Sync, isRenewed: Bool
    ) throws(StorageProblem) -> Journal {
        guard let file else { return try Journal(new: folder, lobby.compactedHeader, sync: sync) }
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
