import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import memory_host

/// A host that dies while it drops the oldest records, on a simulated disk.
@Suite struct DroppedRecordsTests {
    private static let settings = Lobby.Settings(hello: Hello(host: "simulation"))

    /// Starts a host that keeps at most this many records.
    private func start(in folder: SimulatedFolder, keeping count: Int) throws -> Storage {
        try Storage(in: folder, Self.settings, sync: .always, keptRecords: count, log: Log(level: .error))
    }

    /// The disk of a host with a match in play and eight records, of all of which its journal still tells.
    private func disk(seed: UInt64) throws -> SimulatedFolder {
        let folder = SimulatedFolder(seed: seed)
        let storage = try start(in: folder, keeping: 0)
        var (lobby, records, journal) = (storage.lobby, storage.records, try #require(storage.journal))
        var (random, now) = (SeededRandom(seed: 1), Instant(milliseconds: 1_000_000))
        var writer = ByteWriter()
        let play = ["open 4x4 solo", "a1", "b1", "resign", "leave"]
        let lines = [(0, ["name Ann", "open 6x6"]), (1, ["name Bob"])] + (0..<8).map { _ in (1, play) }
        for slot in 0...1 {
            _ = lobby.handle(.connected(ClientID(slot: slot, serial: 1)), at: now, using: &random)
        }
        for (slot, texts) in lines {
            for text in texts {
                now = now + 100
                let request = CommandReader.read(Array(text.utf8), in: 0..<text.utf8.count)
                let client = ClientID(slot: slot, serial: 1)
                let outcome = lobby.handle(.received(request, from: client), at: now, using: &random)
                journal.append(outcome.entries, using: &writer)
                try journal.synchronize()
                for record in outcome.records { try records.append(record) }
            }
        }
        try records.synchronize()
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
