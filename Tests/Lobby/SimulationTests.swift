import Foundation
import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import Simulation
@testable import TestDrivers
@testable import memory_host

@Suite struct `Simulation: a crowd at a host` {
    /// The number of simulated half hours: `MEMORY_SCALE=1000` for a night; with 10 or more, ten crowds run at once
    /// where the host dies.
    static let scale = ProcessInfo.processInfo.environment["MEMORY_SCALE"].flatMap(Int.init) ?? 1

    /// More than two hundred clients of every kind.
    static let crowd: [Temper] = {
        let quick = #"{"preset":"quick","graceMs":45000,"revealMs":8000}"#
        let tiles = #"{"preset":"tiles","rows":2,"graceMs":45000,"revealMs":400}"#
        let short = #"{"rows":3,"columns":4,"turns":3,"faces":"pictures","revealMs":0,"graceMs":0}"#
        let again =
            #"{"rows":4,"columns":4,"again":true,"faces":"symbols","revealMs":10000,"turnMs":0,"graceMs":20000}"#
        let solo = #"{"preset":"quick","seats":1,"turnMs":30000,"graceMs":20000}"#
        let brief = #"{"preset":"tiles","rows":2,"seats":1,"turns":4,"faces":"letters"}"#
        let all = [quick, tiles, short, again]
        let set = #"{"game":"set","graceMs":45000,"idleMs":120000,"houseMs":300}"#
        let hasty = #"{"game":"set","graceMs":20000,"idleMs":10000}"#
        let alone = #"{"game":"set","seats":1,"idleMs":120000}"#
        let kinds: [(Int, Temper)] = [
            (44, Temper(memory: 95, rules: all)),
            (30, Temper(memory: 0, rules: all)),
            (14, Temper(pause: 30_000...150_000, memory: 50, rules: all)),
            (14, Temper(memory: 40, jumpsIn: 60, rules: all)),
            (24, Temper(pause: 5_000...90_000, leaves: 30, goal: .watch)),
            (10, Temper(pause: 5_000...90_000, talks: 40, goal: .chat)),
            (10, Temper(memory: 80, talks: 10, goal: .hide, rules: all)),
            (10, Temper(memory: 60, goal: .guess)),
            (18, Temper(memory: 70, vanishes: 8, returns: 98, rules: all)),
            (10, Temper(memory: 70, vanishes: 2, returns: 100, doubles: 8, rules: all)),
            (10, Temper(pause: 5_000...60_000, memory: 30, vanishes: 8, returns: 0, rules: all)),
            (8, Temper(pause: 1_000...30_000, errs: 60, rules: all)),
            (18, Temper(memory: 90, leaves: 3, playsAgain: 90, rules: all)),
            (14, Temper(memory: 70, playsAgain: 50, rules: [solo, brief])),
            (12, Temper(pause: 1_000...8_000, opensForTwo: 30, rules: [set])),
            (
                8,
                Temper(pause: 1_000...20_000, vanishes: 3, returns: 98, opensForTwo: 0, asks: 30, rules: [set, hasty])
            ),
            (6, Temper(pause: 500...4_000, jumpsIn: 8, resigns: 0, rules: [alone])),
            (4, Temper(pause: 500...4_000, resigns: 0, asks: 90, claims: 5, rules: [alone])),
        ]
        return kinds.flatMap { count, temper in
            (0..<count).map { number in
                var temper = temper
                if number % 3 == 2 { temper.dialect = .plain }
                return temper
            }
        }
    }()

    /// The crowd of a host that dies: every second of it, or several of it.
    static var doomedCrowd: [Temper] {
        guard scale < 10 else { return Array(repeatElement(crowd, count: 10).joined()) }
        return scale > 1 ? crowd : crowd.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    }

    @Test(arguments: SeededRandom.seeds(2026))
    func `whatever a crowd does, no promise is broken and no state is leaked`(seed: UInt64) {
        print("a crowd from MEMORY_SEED=\(seed), \(Self.crowd.count) clients")
        #expect(Self.crowd.count >= 200)
        var world = SimulationWorld(seed: seed, tempers: Self.crowd, isCalm: true)
        world.run(milliseconds: Self.scale * 1_800_000)
        world.close()
        #expect(world.flaw == nil, "MEMORY_SEED=\(seed)")
        let seen = world.referee.seen
        print("\(world.turns) turns, \(world.referee.matches.count) matches, \(seen.sorted { $0.key < $1.key })")
        for what in Self.expected where (seen[what] ?? 0) == 0 {
            Issue.record("the simulation from MEMORY_SEED=\(seed) has never seen: \(what)")
        }
        #expect(world.referee.matches.count > 100)
    }

    @Test(arguments: SeededRandom.seeds(5028, 94469))
    func `however a host dies, nothing that anyone was told is lost`(seed: UInt64) {
        print("crashes from MEMORY_SEED=\(seed), \(Self.doomedCrowd.count) clients")
        let world = doomedWorld(seed)
        print(
            "\(world.turns) turns, \(world.referee.matches.count) matches, \(world.counts.sorted { $0.key < $1.key })")
    }

    /// Some are rare: worlds are simulated until everything has been seen.
    @Test func `hosts die in every way, and nothing that anyone was told is lost`() {
        var counts: [String: Int] = [:]
        var missing = Self.expectedOfCrashes
        for seed in 1...40 as ClosedRange<UInt64> where !missing.isEmpty {
            let world = doomedWorld(seed)
            counts.merge(world.counts) { $0 + $1 }
            counts["records", default: 0] += world.host.records.count
            counts["holes", default: 0] += world.host.folder.holes
            counts["lost names", default: 0] += world.host.folder.lostNames
            counts["replacements", default: 0] += world.host.folder.replacements
            missing = missing.filter { (counts[$0] ?? 0) == 0 }
        }
        #expect(missing == [])
    }

    /// Simulates half an hour of a host that is killed again and again.
    private func doomedWorld(_ seed: UInt64) -> SimulationWorld {
        var world = SimulationWorld(seed: seed, tempers: Self.doomedCrowd)
        world.run(milliseconds: Self.scale * 1_800_000)
        world.close()
        #expect(world.flaw == nil, "MEMORY_SEED=\(seed)")
        return world
    }

    @Test func `a crowd at a host that drains plays on, begins nothing, and has gone in the end`() {
        let crowd = Self.crowd.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
        var world = SimulationWorld(seed: 11, tempers: crowd, isCalm: true)
        world.run(milliseconds: 600_000)
        #expect(world.host.lobby.matchesInPlay > 5)
        world.drain()
        var minutes = 0
        while !world.host.lobby.isDrained, world.flaw == nil, minutes < 600 {
            world.run(milliseconds: 60_000)
            minutes += 1
        }
        print("drained after \(minutes) minutes, \(world.referee.seen["error draining"] ?? 0) refusals")
        #expect(world.host.lobby.isDrained)
        #expect((world.referee.seen["error draining"] ?? 0) > 10)
        let last = world.host.lobby.matches.lastNumber
        world.run(milliseconds: 60_000)
        // Somebody may have come back to a match that was paused.
        #expect(world.host.lobby.matches.lastNumber == last, "nobody has begun anything since")
        world.close()
        #expect(world.flaw == nil)
    }

    @Test func `a host puts on disk what the one before it renamed when it was killed`() throws {
        let settings = Lobby.Settings(hello: Hello(host: "simulation"))
        let folder = SimulatedFolder(seed: 1)
        let storage = try Storage(in: folder, settings, sync: .always, log: Log(level: .error))
        var journal = try #require(storage.journal)
        var writer = ByteWriter()
        try journal.compact(
            keeping: [], header: storage.lobby.compactedHeader, counted: storage.lobby.counted, records: nil,
            using: &writer)
        try folder.end(folder.begin(try journal.beginSync())).get()
        #expect(try journal.endSync() != nil)
        let next = folder.afterwards(powerCut: false)
        #expect(next.hasUnsyncedNames)
        _ = try Storage(in: next, settings, sync: .always, log: Log(level: .error))
        #expect(!next.hasUnsyncedNames)
    }

    @Test(arguments: [true, false])
    func `a host that dies anywhere in its first start leaves a folder in which the next one starts`(
        powerCut: Bool
    ) throws {
        var operations = 0
        while true {
            let folder = SimulatedFolder(seed: UInt64(operations))
            folder.operationsLeft = operations
            _ = try? SimulatedHost.storage(in: folder)
            guard folder.isDead else { break }
            let next = folder.afterwards(powerCut: powerCut)
            let storage = try SimulatedHost.storage(in: next)
            #expect(storage.lobby.matchCount == 0 && storage.journal != nil, "after \(operations) operations")
            operations += 1
        }
        #expect(operations > 10)
    }

    @Test func `a repair that is killed anywhere still names everything that is lost, once it is repeated`() throws {
        var world = SimulationWorld(seed: 3, tempers: Self.doomedCrowd, isCalm: true)
        for _ in 0..<1_800 where world.host.records.isEmpty || !world.host.committer.isEverythingStored {
            world.run(milliseconds: 1_000)
        }
        var writer = ByteWriter()
        try world.host.committer.close(world.host.lobby, using: &writer)
        let stopped = world.host.folder
        try #require(world.flaw == nil)
        stopped.damage(.records, at: 200)
        stopped.cut(.journal, by: 5_000)
        stopped.die()
        let whole = try Repair(stopped.afterwards(powerCut: false)).findings
        #expect(whole.contains { $0.contains("when the host stopped") } && whole.contains { $0.hasPrefix("Lost: ") })
        var operations = 0
        while true {
            let folder = stopped.afterwards(powerCut: false)
            folder.operationsLeft = operations
            var announced: [String] = []
            do throws(StorageProblem) {
                var repair = try Repair(folder) { if !folder.isDead { announced.append($0) } }
                try repair.end()
            } catch {}
            guard folder.isDead else { break }
            for powerCut in [false, true] {
                let left = folder.afterwards(powerCut: powerCut)
                var repair = try Repair(left)
                let findings = announced + repair.findings
                for finding in whole where finding.hasPrefix("Lost: ") {
                    #expect(findings.contains(finding), "killed at operation \(operations): \(findings)")
                }
                try repair.end()
                #expect(try Repair(left).findings == [], "killed at operation \(operations)")
                _ = try SimulatedHost.storage(in: left)
            }
            operations += 1
        }
        #expect(operations > 8)
    }

    /// Each with the seed of the first world that is tried: few worlds need the records' sync.
    @Test(
        arguments: [
            (SimulatedFolder.Sync(name: "journal.ndjson", isBlocking: false), 1),
            (SimulatedFolder.Sync(name: "journal.ndjson.new", isBlocking: false), 1),
            (SimulatedFolder.Sync(name: "records.ndjson", isBlocking: false), 50),
            (SimulatedFolder.Sync(name: nil, isBlocking: false), 1),
        ] as [(SimulatedFolder.Sync, UInt64)])
    func `a skipped sync loses something that somebody was told`(sync: SimulatedFolder.Sync, first: UInt64) {
        for seed in first..<first + 24 {
            var world = SimulationWorld(seed: seed, tempers: Self.crowd)
            world.host.folder.forgotten = [sync]
            world.run(milliseconds: 1_800_000)
            guard let flaw = world.flaw else { continue }
            return print("without the sync of \(sync), MEMORY_SEED=\(seed): \(flaw)")
        }
        Issue.record("nobody misses the sync of \(sync)")
    }

    @Test func `after a kill, the next host syncs what was left before it shows any of it`() throws {
        var world = SimulationWorld(seed: 3, tempers: Self.doomedCrowd)
        for _ in 0..<1_800 where world.host.syncing == nil || world.host.folder.entries.count < 50 {
            world.run(milliseconds: 1_000)
        }
        try #require(world.host.syncing != nil && world.host.folder.entries.count >= 50)
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

    /// All that a run must have seen at least once.
    static let expected: [String] = messages + errors + changes + phases + endings

    private static let messages = [
        "house", "beside",
        "hello", "welcome", "lobby", "match", "state", "salt", "said", "ok", "pong", "help", "bye bye", "bye closed",
        "bye replaced", "bye unsupported_protocol",
    ]
    private static let errors = [
        "bad_json", "unknown_type", "bad_field", "line_too_long", "unsupported_protocol", "name_needed", "bad_name",
        "name_taken", "bad_token", "bad_rules", "no_such_match", "match_full", "bad_code", "already_seated",
        "opponent_left", "not_seated", "not_playing", "not_your_turn", "no_such_card", "card_face_up", "showing",
        "too_fast", "stale", "blocked", "deck_empty",
    ].map { "error \($0)" }
    private static let changes = [
        "none", "deal", "flip", "pair", "miss", "cover", "timeout", "away", "back", "offer", "rematch", "left",
        "resign", "abandon", "watchers", "set", "wrong", "asked", "more", "shuffle", "idle",
    ].map { "change \($0)" }
    private static let phases = ["waiting", "playing", "showing", "paused", "over"].map { "phase \($0)" }
    private static let endings = Ending.Reason.known.map { "ended \($0.text)" }

    /// The events that the runs with crashes must have covered.
    private static let expectedOfCrashes = [
        "disk full", "matches recovered", "token", "stuck", "torn inputs", "crash while the disk fails",
        "crash operation", "crash syncing", "crash told", "crash starting", "power cut", "kill", "records", "holes",
        "lost names",
        "replacements", "drain",
    ]
}
