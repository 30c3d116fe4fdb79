import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import Simulation
@testable import TestDrivers
@testable import memory_host

/// Hosts that do not sync everything, on a machine that may lose its power at any time.
@Suite struct `The numbers of matches and records` {
    @Test(arguments: [CommitGate.Sync.second, .never])
    func `none is used twice, whatever a power failure takes`(sync: CommitGate.Sync) throws {
        var random = SeededRandom("numbers")
        var (skips, repairs) = (0, 0)
        for seed in 0..<30 {
            var folder = SimulatedFolder(seed: UInt64(seed))
            var (matches, records) = (Set<MatchID>(), Set<RecordID>())
            for life in 0..<6 {
                let storage = try start(folder, sync, &repairs)
                let host = LobbyDriver(storage, sync: sync)
                let isLazy = Bool.random(using: &random)
                host.runSync = { [folder] in isLazy ? nil : folder.end(folder.begin($0)) }
                host.write("Ann", "name Ann\(life)")
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    host.write("Ann", "open 4x4 solo", "a1", "b1", "resign", "leave")
                }
                #expect(!host.records.isEmpty)
                for summary in host.records.map(\.summary) {
                    let isNew = (matches.insert(summary.match).inserted, records.insert(summary.id).inserted)
                    #expect(isNew == (true, true), "\(summary.match) or \(summary.id) again, from seed \(random.seed)")
                    if summary.match.number > 1_000 { skips += 1 }
                }
                folder = folder.afterwards(powerCut: Bool.random(using: &random))
            }
        }
        print("numbers: \(skips) behind what was reserved, \(repairs) repairs")
        #expect(skips > 10)
    }

    /// Starts a host, if need be after a repair.
    private func start(_ folder: SimulatedFolder, _ sync: CommitGate.Sync, _ repairs: inout Int) throws -> Storage {
        let start = { () throws(StorageProblem) -> Storage in
            try Storage(in: folder, LobbyDriver.settings, sync: sync, log: Log(level: .error))
        }
        do throws(StorageProblem) { return try start() } catch {
            repairs += 1
            var repair = try Repair(folder)
            try repair.end()
            return try start()
        }
    }
}
