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
