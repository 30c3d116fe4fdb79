import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import memory_host

/// A lobby whose journal is a file: what a host is, without its connections.
struct JournaledLobby: ~Copyable {
    var lobby: Lobby
    var journal: Journal
    /// The results of reading the file.
    let tornBytes: Int
    let records: [MatchRecord]
    /// The sync mode of its host.
    private let sync: CommitGate.Sync
    private var writer = ByteWriter()
    private var random: SeededRandom
    private var now = Instant(milliseconds: 1_000_000)
    /// Entries are gathered, to be written together later.
    private var isGathering = false

    static let settings = Lobby.Settings(hello: Hello(host: "table"))

    /// Begins with what is in the folder.
    init(_ folder: DiskFolder, sync: CommitGate.Sync = .never, seed: UInt64 = 3) throws {
        var writer = ByteWriter()
        let recovery = try FoundJournal(folder, into: Lobby(settings: Self.settings))
        var journal = try Journal(recovery.resume(sync: sync))
        if journal.size == 0 { try Self.compact(&journal, recovery.lobby, &writer) }
        (lobby, self.journal) = (recovery.lobby, journal)
        (tornBytes, records) = (recovery.torn?.bytes ?? 0, recovery.records)
        (self.sync, random) = (sync, SeededRandom(seed: seed))
    }

    /// Returns the lobby restored from these lines, all of which are intact.
    static func replayed(_ bytes: some Collection<UInt8>) throws -> Lobby {
        var lobby = Lobby(settings: settings)
        for line in Array(bytes).split(separator: 10).map({ Array($0) }).dropFirst() {
            _ = try #require(LogLine(line, in: line.indices))
            _ = try lobby.replay(try #require(EntryLine.read(line, in: line.indices)))
        }
        return lobby
    }

    /// A client connects and says these lines; what happened is kept.
    mutating func hear(_ number: Int, _ lines: String...) {
        let client = ClientID(slot: number, serial: 1)
        var outcomes: [Outcome] = []
        if lobby.sessions[client] == nil {
            outcomes.append(lobby.handle(.connected(client), at: now, using: &random))
        }
        for line in lines {
            let bytes = Array(line.utf8)
            let request = CommandReader.read(bytes, in: bytes.indices)
            now = now + 100
            outcomes.append(lobby.advance(to: now))
            outcomes.append(lobby.handle(.received(request, from: client), at: now, using: &random))
        }
        keep(outcomes)
    }

    /// A player flips two cards of the newest match that differ.
    mutating func missAPair(_ number: Int) {
        guard var game = lobby.matches.all.max(by: { $0.id < $1.id })?.game else { return }
        _ = game.forfeit(by: nil, as: .abandoned)
        let faces = game.revealedDeck?.faces ?? []
        let other = faces.indices.first { faces[$0] != faces[0] } ?? 0
        for card in [0, other] { hear(number, #"{"type":"flip","card":\#(card)}"#) }
    }

    /// A client's connection breaks.
    mutating func lose(_ number: Int) {
        keep([lobby.handle(.disconnected(ClientID(slot: number, serial: 1)), at: now, using: &random)])
    }

    private mutating func keep(_ outcomes: [Outcome]) {
        for outcome in outcomes { journal.append(outcome.entries, using: &writer) }
        if !isGathering { commit() }
    }

    /// Commits everything that happens in the closure at once, like one turn of a host's loop.
    mutating func together(_ happen: (inout JournaledLobby) -> Void) {
        isGathering = true
        happen(&self)
        isGathering = false
        commit()
    }

    private mutating func commit() {
        #expect(throws: Never.self) {
            #expect(try journal.write() == nil)
            if sync != .never { try journal.synchronize() }
        }
    }

    /// Makes the journal smaller.
    mutating func compact() throws { try Self.compact(&journal, lobby, &writer) }

    private static func compact(_ journal: inout Journal, _ lobby: Lobby, _ writer: inout ByteWriter) throws {
        try journal.compact(
            keeping: Set(lobby.liveMatches), header: lobby.compactedHeader, counted: lobby.counted, records: nil,
            using: &writer)
        try journal.synchronize()
    }

    /// Begins to make the journal smaller.
    mutating func beginCompacting() throws {
        try journal.beginCompacting(
            keeping: Set(lobby.liveMatches), header: lobby.compactedHeader, records: nil)
    }

    /// Copies a slice of what the smaller journal needs.
    mutating func slice() throws { try journal.copySlice(using: &writer) }

    /// Puts a smaller journal that is up to date in the place of the old one, once it is synced.
    mutating func endCompacting() throws { try journal.replace(counted: lobby.counted, using: &writer) }

    /// Writes an entry that changes nothing.
    mutating func write(_ entry: Entry) throws {
        journal.append([entry], using: &writer)
        #expect(try journal.write() == nil)
    }

    /// All that is to last.
    var sight: String { Self.sight(lobby) }

    static func sight(_ lobby: Lobby) -> String {
        let matches = lobby.matches.all.filter { !$0.isOver }.sorted { $0.id < $1.id }
        let lasting = matches.map { "\($0.id) \($0.game) \($0.stage) \($0.players) \($0.versions.stored) \($0.moves)" }
        let people = lobby.registry.everybody.map { "\($0.name) \($0.token.text)" }
        return "\(lasting) \(people) \(lobby.ledger.lastRecord) \(lobby.matches.lastNumber)"
    }
}

extension TemporaryFolder {
    /// Returns a new folder, and the same as a host holds it until both are gone.
    static func opened() throws -> (TemporaryFolder, DiskFolder) {
        let folder = try TemporaryFolder()
        return (folder, try DataFolder.open(folder.path))
    }

    /// Writes a journal and returns the problem for which it is not read; nil if it is.
    func problem(_ bytes: some Sequence<UInt8>, _ data: DiskFolder) throws -> StorageProblem? {
        try write(bytes)
        do throws(StorageProblem) {
            _ = try FoundJournal(data, into: Lobby(settings: JournaledLobby.settings))
            return nil
        } catch {
            #expect(try journal.elementsEqual(bytes), "nothing is touched")
            return error
        }
    }

    /// A store with these records in it.
    func store(_ records: [MatchRecord] = []) throws -> RecordStore {
        var store = try FoundRecords(DiskFolder(path)).store(recreating: [])
        for record in records { try store.append(record) }
        return store
    }
}
