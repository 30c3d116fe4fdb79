import Foundation
import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import memory_host

@Suite struct `Simulation: crashes` {
    /// Two that are the same each time, and one that is new; or the one that the environment names.
    static let seeds = SeededRandom.seeds(3, 4)

    /// The number of simulated half hours; with 10 or more, ten crowds run at once.
    static let scale = ProcessInfo.processInfo.environment["MEMORY_SCALE"].flatMap(Int.init) ?? 1

    /// The crowd of the other simulation: every second of it, or several of it.
    static var crowd: [Temper] {
        let all = `Simulation: a crowd at a host`.crowd
        guard scale < 10 else { return Array(repeatElement(all, count: 10).joined()) }
        return scale > 1 ? all : all.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    }

    @Test(arguments: seeds)
    func `however a host dies, nothing that anyone was told is lost`(seed: UInt64) {
        print("crashes from MEMORY_SEED=\(seed), \(Self.crowd.count) clients")
        var world = CrashWorld(seed: seed, tempers: Self.crowd)
        world.run(milliseconds: Self.scale * 1_800_000)
        world.close()
        #expect(world.flaw == nil, "MEMORY_SEED=\(seed)")
        print(
            "\(world.turns) turns, \(world.referee.matches.count) matches, \(world.counts.sorted { $0.key < $1.key })")
        guard [3, 4].contains(seed) else { return }
        #expect(world.host.records.count > 20)
        #expect(world.host.folder.holes > 0)
        #expect(world.host.folder.lostNames > 0)
        #expect(world.host.folder.replacements > 10)
        for what in Self.expected where (world.counts[what] ?? 0) == 0 {
            Issue.record("the simulation from MEMORY_SEED=\(seed) has never seen: \(what)")
        }
    }

    @Test(arguments: [
        SimulatedFolder.Sync(name: "journal.ndjson", isBlocking: false),
        SimulatedFolder.Sync(name: "journal.ndjson.new", isBlocking: false),
        SimulatedFolder.Sync(name: "records.ndjson", isBlocking: false),
        SimulatedFolder.Sync(name: nil, isBlocking: false),
    ])
    func `a skipped sync loses something that somebody was told`(sync: SimulatedFolder.Sync) {
        for seed in 1...3 as ClosedRange<UInt64> {
            var world = CrashWorld(seed: seed, tempers: `Simulation: a crowd at a host`.crowd)
            world.host.folder.forgotten = [sync]
            world.run(milliseconds: 1_800_000)
            guard let flaw = world.flaw else { continue }
            return print("without the sync of \(sync), MEMORY_SEED=\(seed): \(flaw)")
        }
        Issue.record("nobody misses the sync of \(sync)")
    }

    @Test func `after a kill, the next host syncs what was left before it shows any of it`() throws {
        var world = CrashWorld(seed: 3, tempers: Self.crowd)
        while world.host.syncing == nil || world.host.folder.entries.count < 50 { world.run(milliseconds: 1_000) }
        let killed = world.host.folder.afterwards(powerCut: false)
        let (entries, records) = (killed.entries, killed.records)
        var flaw: String?
        let host = try #require(SimulatedHost(folder: killed, at: world.now, uptime: 0, flaw: &flaw))
        for _ in 0..<20 {
            let left = host.folder.afterwards(powerCut: true)
            #expect(left.entries.starts(with: entries))
            #expect(left.records.starts(with: records))
        }
    }

    /// The events that these runs must have covered.
    static let expected = [
        "disk full", "matches recovered", "token", "stuck", "torn inputs", "crash while the disk fails",
        "crash operation", "crash syncing", "crash told", "power cut", "kill",
    ]
}
