import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import memory_host

// A lobby may store what happens in a journal alone, which then is the test's to handle, or in a journal and records,
// as a host does. Clients are sent everything at once, whatever the disk does.
extension LobbyDriver {
    static let settings = Lobby.Settings(hello: Hello(host: "table"))
    /// Milliseconds between two lines: enough for a host to sync again.
    private static let pace = 100

    // MARK: A journal alone

    /// The lobby that the journal in a folder leads to, as it was when the last entry was written. It goes on
    /// only once it is resumed.
    convenience init(journalIn folder: DiskFolder, sync: CommitGate.Sync = .never) throws {
        let found = try FoundJournal(folder, into: Lobby(settings: Self.settings))
        let tornBytes = found.torn?.bytes ?? 0
        self.init(found.lobby, records: found.records, tornBytes: tornBytes, sync: sync, pace: Self.pace, seed: 3)
        if let log = try found.resume(sync: sync) {
            journal = Journal(log)
        } else {
            journal = try Journal(new: folder, lobby.compactedHeader, sync: sync)
        }
    }

    /// The journal that everything is stored in; traps if there is none, or records as well.
    var journal: Journal {
        get { unwrapped(journalOnly) }
        set { journalOnly = newValue }
    }

    /// Writes everything that happens in the closure at once, like one turn of a host's loop.
    func together(_ happen: () throws -> Void) rethrows {
        isGathering = true
        try happen()
        isGathering = false
        writeJournal()
    }

    private func writeJournal() {
        #expect(throws: Never.self) {
            #expect(try journalOnly?.write() == nil)
            if sync != .never { try journalOnly?.synchronize() }
        }
    }

    /// Writes an entry that changes nothing.
    func write(_ entry: Entry) throws {
        journalOnly?.append([entry], using: &writer)
        #expect(try journalOnly?.write() == nil)
    }

    /// Makes the journal smaller.
    func compact() throws {
        try journalOnly?.compact(
            keeping: Set(lobby.liveMatches), header: lobby.compactedHeader, counted: lobby.counted, records: nil,
            using: &writer)
        try journalOnly?.synchronize()
    }

    /// Begins to make the journal smaller.
    func beginCompacting() throws {
        try journalOnly?.beginCompacting(
            keeping: Set(lobby.liveMatches), header: lobby.compactedHeader, records: nil)
    }

    /// Copies a slice of what the smaller journal needs.
    func slice() throws { try journalOnly?.copySlice(using: &writer) }

    /// Puts a smaller journal that is up to date in the place of the old one, once it is synced.
    func endCompacting() throws { try journalOnly?.replace(counted: lobby.counted, using: &writer) }

    // MARK: A journal and records

    /// A lobby that goes on with what is in a folder, as a host does that is started.
    convenience init(
        in path: String, sync: CommitGate.Sync = .always, keptRecords: Int = Limits.keptRecords
    ) throws(StorageProblem) {
        let storage = try Storage(path, Self.settings, sync: sync, keptRecords: keptRecords, log: Log(level: .error))
        self.init(storage, sync: sync)
    }

    /// The same with what was found.
    convenience init(_ storage: Storage, sync: CommitGate.Sync, at time: Instant? = nil) {
        self.init(storage.lobby, pace: Self.pace, seed: 5)
        restart(on: storage, sync: sync, at: time)
    }

    /// The host is started again with what was stored: all connections are gone.
    func restart(on storage: Storage, sync: CommitGate.Sync, at time: Instant? = nil) {
        self.storage = Committer(storage.journal, storage.records, sync: sync)
        restart(storage.lobby, entries: [], at: time)
    }

    /// The journal and the records; traps if there are none.
    var committer: Committer { unwrapped(storage) }

    /// Ends a pass of the loop.
    func endPass(after milliseconds: Int = 0) {
        oversleep(milliseconds)
        var lobby = lobby
        begin(storage?.passEnded(at: now, &lobby, using: &writer) ?? [])
    }

    /// The sync that was begun last has ended.
    func syncEnded(_ result: Result<Void, SystemError>) { begin(storage?.syncEnded(result, at: now) ?? []) }

    private func begin(_ effects: [Committer.Effect]) {
        for case .sync(let job) in effects {
            if let result = runSync(job) { syncEnded(result) }
        }
    }

    /// Stops as a host does that was asked to.
    func close() throws(SystemError) { try storage?.close(lobby, using: &writer) }

    // MARK: Either

    /// Stores what an input led to.
    func store(_ outcome: Outcome) {
        journalOnly?.append(outcome.entries, using: &writer)
        if journalOnly != nil, !isGathering { writeJournal() }
        guard storage != nil else { return }
        storage?.append(outcome, using: &writer)
        endPass()
    }

    /// What is stored of what a query asks for.
    func answer(_ query: RecordQuery) -> Event {
        do throws(SystemError) {
            if let event = try storage?.answer(query) { return event }
        } catch {
            Issue.record("the records cannot be read: \(error)")
        }
        return .error(ErrorReport(.noSuchRecord, command: nil))
    }
}

extension Lobby {
    /// Everything in it that is to last.
    var lasting: String {
        let matches = matches.all.filter { !$0.isOver }.sorted { $0.id < $1.id }
        let lasting = matches.map { "\($0.id) \($0.game) \($0.stage) \($0.players) \($0.versions.stored) \($0.moves)" }
        let people = registry.everybody.map { "\($0.name) \($0.token.text)" }
        return "\(lasting) \(people) \(ledger.lastRecord) \(self.matches.lastNumber)"
    }
}
