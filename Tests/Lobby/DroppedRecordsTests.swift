import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import Simulation
@testable import TestDrivers
@testable import memory_host

/// A host that dies while it drops the oldest records, on a simulated disk.
@Suite struct DroppedRecordsTests {
    /// Starts a host that keeps at most this many records.
    private func start(in folder: SimulatedFolder, keeping count: Int) throws -> Storage {
        try Storage(in: folder, LobbyDriver.settings, sync: .always, keptRecords: count, log: Log(level: .error))
    }

    /// The disk of a host with a match in play and eight records, of all of which its journal still tells.
    private func disk(seed: UInt64) throws -> SimulatedFolder {
        let folder = SimulatedFolder(seed: seed)
        let table = LobbyDriver(try start(in: folder, keeping: 0), sync: .always)
        table.runSync = { folder.end(folder.begin($0)) }
        table.write("Ann", "name Ann", "open 6x6")
        table.write("Bob", "name Bob")
        for _ in 0..<8 { table.write("Bob", "open 4x4 solo", "a1", "b1", "resign", "leave") }
        table.endPass(after: 100)
        return folder
    }

    @Test func `whenever a host dies while it drops records, the next one has all that stay, once`() throws {
        var deaths = 0
        for operation in 0..<60 {
            for powerCut in [true, false] {
                let folder = try disk(seed: UInt64(operation))
                folder.operationsLeft = operation
                _ = try start(in: folder, keeping: 2)
                if folder.isDead { deaths += 1 }
                let next = try start(in: folder.afterwards(powerCut: powerCut), keeping: 2)
                let left = try next.records.page(before: nil, limit: 100).records.map(\.id.number)
                #expect(left == [8, 7], "operation \(operation)")
                #expect(next.records.lastNumber == 8 && next.lobby.liveMatches.count == 1)
            }
        }
        #expect(20..<120 ~= deaths, "and some do not die")
    }
}
