import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

// What tests do to the data folder of a host.
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
            _ = try FoundJournal(data, into: Lobby(settings: LobbyDriver.settings))
            return nil
        } catch {
            #expect(try journal.elementsEqual(bytes), "nothing is touched")
            return error
        }
    }

    /// What a host finds in the folder that starts there, and leaves there.
    func storage(
        _ sync: CommitGate.Sync = .always, keptRecords: Int = Limits.keptRecords
    ) throws(StorageProblem) -> Storage {
        try Storage(path, LobbyDriver.settings, sync: sync, keptRecords: keptRecords, log: Log(level: .error))
    }

    /// A store with these records in it.
    func store(_ records: [MatchRecord] = []) throws -> RecordStore {
        var store = try FoundRecords(DiskFolder(path)).store(recreating: [])
        for record in records { try store.append(record) }
        return store
    }

    /// A store in memory, one in the folder, and that one again after a restart, all with these records.
    func stores(_ records: [MatchRecord]) throws -> [RecordStore] {
        var inMemory = RecordStore()
        for record in records { try inMemory.append(record) }
        return [inMemory, try store(records), try store()]
    }

    /// Returns a new folder with these logs in it.
    static func holding(journal: [UInt8], records: [UInt8]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(journal)
        try folder.writeRecords(records)
        return folder
    }
}

extension LobbyDriver {
    /// Leaves the files of a host with four matches in play and two records, which has stopped or was killed.
    static func leave(in folder: TemporaryFolder, _ sync: CommitGate.Sync, stops: Bool) throws {
        let host = try LobbyDriver(in: folder.path, sync: sync)
        host.write("Ann", "name Ann", "open 6x6")
        host.write("Bob", "name Bob", "join", "a1")
        for number in 2...4 { host.write("Cid\(number)", "name Cid\(number)", "open 4x4 solo", "a1") }
        host.write("Dora", "name Dora")
        for _ in 0..<2 { host.write("Dora", "open 4x4 solo", "a1", "b1", "resign", "leave") }
        #expect(host.lobby.liveMatches.count == 4)
        if stops { try host.close() }
    }

    /// Puts the journal on disk, and expects a host that starts on it to have all that lasts; returns that host.
    func restarted(
        in data: DiskFolder, _ what: String = "", at location: SourceLocation = #_sourceLocation
    ) throws -> LobbyDriver {
        let sight = lobby.lasting
        try journal.synchronize()
        let again = try LobbyDriver(journalIn: data)
        #expect(again.lobby.lasting == sight, "\(what)", sourceLocation: location)
        return again
    }
}

extension [UInt8] {
    /// The offsets at which lines end.
    var lineEnds: [Int] { indices.filter { self[$0] == 10 }.map { $0 + 1 } }

    /// What each line of a log says that was on disk before it.
    var marks: [Int?] { lines.map { LogLine(Array($0), in: 0..<$0.count)?.synced } }
}

extension Lobby {
    /// The lobby that these lines of a journal lead to, all of which are sound.
    static func replaying(_ bytes: some Collection<UInt8>) throws -> Lobby {
        var lobby = Lobby(settings: LobbyDriver.settings)
        for line in Array(bytes).lines.map({ Array($0) }).dropFirst() {
            _ = try #require(LogLine(line, in: line.indices))
            _ = try lobby.replay(try #require(EntryLine.read(line, in: line.indices)))
        }
        return lobby
    }
}
