import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

@Suite final class `Host: the clock` {
    private let hour = 3_600_000
    private var monotonic = 5_000
    private var wall = 1_800_000_000_000

    private func clock(notBefore moment: Instant? = nil) -> HostClock {
        HostClock(notBefore: moment, monotonic: { self.monotonic * 1000 }, wall: { self.wall })
    }

    @Test func `a host's clock shows the time of day, and what passes during a wait`() {
        var clock = clock()
        #expect(clock.now.milliseconds == wall && clock.leftOut == 0)
        (monotonic, wall) = (monotonic + 250, wall + 250)
        #expect(clock.advance(afterWaiting: 250) == 0)
        #expect(clock.now.milliseconds == wall && clock.leftOut == 0)
    }

    @Test func `a wait that takes a second too long leaves the excess out, and one without a limit takes any time`() {
        var clock = clock()
        let start = clock.now
        (monotonic, wall) = (monotonic + hour + 10, wall + hour + 10)
        #expect(clock.advance(afterWaiting: 10) == hour)
        #expect(clock.now == start + 10 && clock.leftOut == hour)
        (monotonic, wall) = (monotonic + hour, wall + hour)
        #expect(clock.advance(afterWaiting: nil) == 0)
        #expect(clock.now == start + 10 + hour && clock.leftOut == hour)
    }

    @Test func `a clock that is behind the machine's leaves the difference out, so that it shows the time of day`() {
        var clock = clock()
        let start = clock.now
        (monotonic, wall) = (monotonic + 1_000, wall + 1_000 + hour)
        #expect(clock.advance(afterWaiting: nil) == hour)
        #expect(clock.now == start + 1_000 && clock.leftOut == hour)
        #expect(clock.advance(afterWaiting: nil) == 0)
    }

    @Test func `a clock does not go back when the machine's is set back`() {
        var clock = clock()
        let start = clock.now
        (monotonic, wall) = (monotonic + 1_000, wall - hour)
        #expect(clock.advance(afterWaiting: nil) == 0)
        #expect(clock.now == start + 1_000)
    }

    @Test func `a clock does not start before the last stored entry`() {
        let last = Instant(milliseconds: wall + hour)
        #expect(clock(notBefore: last).now == last)
    }
}

/// A stopped process and a sleeping machine: that time passes for nobody.
@Suite struct `Host: a pause` {
    @Test func `an address that has guessed wrong too often gets no guesses back for a pause`() throws {
        let table = try HostDriver(rate: 0, guesses: 4)
        let bob = try table.connect(as: "Bob")
        func guess() throws -> String {
            try table.answer(#"{"type":"join","code":"AAAAAA","id":"g"}"#, from: bob, with: "\"re\":\"g\"")
        }
        for _ in 0..<4 { #expect(try guess().contains("bad_code")) }
        try table.stop(for: 60_000)
        try table.sleep(for: 60_000)
        #expect(try guess().contains("too_fast"))
        try table.turn(after: 15_000)
        #expect(try guess().contains("bad_code"))
    }

    @Test func `a sync during which the process was stopped does not count as hanging`() throws {
        let disk = try SlowDisk()
        let table = try HostDriver(rate: 0, disk: disk)
        let ann = try table.connect(as: "Ann")
        disk.syncer.isSlow = true
        try table.send(#"{"type":"open"}"#, from: ann)
        try table.turn { table.host.committer.gate.isSyncing }
        try table.stop(for: 10 * Limits.Internal.hangingMilliseconds)
        #expect(table.host.committer.gate.diskFailure == nil)
        try table.turn(after: Limits.Internal.hangingMilliseconds)
        #expect(table.host.committer.gate.diskFailure != nil)
    }

    @Test func `the clock of a match stands still during a pause, even while the disk fails`() throws {
        let disk = try SlowDisk()
        let table = try HostDriver(rate: 0, disk: disk)
        let ann = try table.connect(as: "Ann")
        try table.answer(#"{"type":"open","rules":{"seats":1,"turnMs":5000}}"#, from: ann, with: "playing")
        disk.syncer.isBroken = true
        try table.send(#"{"type":"flip","card":0}"#, from: ann)
        try table.turn { table.host.committer.gate.diskFailure != nil }
        for pause in [table.stop, table.sleep] { try pause(60_000) }
        disk.syncer.isBroken = false
        try table.turn(after: Limits.Internal.diskMilliseconds)
        let eve = try table.connect()
        for pause in [table.stop, table.sleep] { try pause(60_000) }
        let state = try table.answer(#"{"type":"watch"}"#, from: eve, with: "state")
        let left = state.split(separator: "\"turnEndsInMs\":").last?.prefix { $0.isNumber }
        #expect(4_000 - 2 * Limits.Internal.clockMilliseconds...5_000 ~= Int(left ?? "") ?? 0, "\(state)")
    }
}

/// A machine whose clock was wrong: what was stored then does not keep a host from being right again.
@Suite struct `Host: a clock that was wrong` {
    private let folder: TemporaryFolder
    private static let (year, now) = (365 * 24 * 3_600_000, 1_800_000_000_000)

    init() throws { folder = try TemporaryFolder() }

    /// A host starts in the folder of a machine that says that it is this time, and is then killed.
    private func start(at time: Int, _ body: (LobbyDriver, HostClock) throws -> Void) throws {
        let storage = try folder.storage()
        let clock = HostClock(notBefore: storage.lobby.replayedAt, monotonic: { 0 }, wall: { time })
        try body(LobbyDriver(storage, sync: .always, at: clock.now), clock)
    }

    @Test func `an entry that is more than a day ahead does not count, and later ones do again`() throws {
        let day = Limits.Internal.clockErrorMilliseconds
        for (ahead, isWrong) in [(5 * Self.year, true), (day + 1, true), (day, false), (-day, false)] {
            let moment = Instant(milliseconds: Self.now + ahead)
            let clock = HostClock(notBefore: moment, monotonic: { 0 }, wall: { Self.now })
            #expect(clock.discarded == (isWrong ? moment : nil))
            #expect(clock.now.milliseconds == Self.now + (isWrong ? 0 : max(0, ahead)))
        }
    }

    @Test func `once the machine's clock is right, so are records, and matches go on where they were`() throws {
        var played = 0
        try start(at: Self.now + 5 * Self.year) { host, clock in
            #expect(clock.discarded == nil)
            host.write("Ann", "name Ann", "open 4x4 solo", "a1")
            played = try host.match().played(at: host.now)
            try host.close()
        }
        try start(at: Self.now) { host, clock in
            #expect(clock.discarded?.milliseconds ?? 0 >= Self.now + 5 * Self.year)
            #expect(clock.now.milliseconds == Self.now)
            let again = try host.match().played(at: host.now)
            #expect(abs(again - played) < 1_000)
        }
        // From now on, the last entry is one of now, even if a host is killed.
        for _ in 0..<2 {
            try start(at: Self.now + 60_000) { host, clock in
                #expect(clock.discarded == nil)
                #expect(host.lobby.nextDue.map { $0.milliseconds < Self.now + 3_600_000 } == true)
            }
        }
        try start(at: Self.now + 70_000) { host, _ in
            host.write("Bob", "name Bob", "open 4x4 solo", "a1", "b1", "resign")
            host.endPass(after: host.lobby.nextDue.map { $0 - host.now } ?? 0)
            let record = try #require(host.records.last?.summary)
            #expect(Self.now...Self.now + 600_000 ~= record.endedAt)
            #expect(0..<60_000 ~= record.endedAt - record.startedAt)
        }
    }

    @Test func `a clock that is put right while a match is on makes it no longer`() throws {
        let table = LobbyDriver("Ann")
        table.write("Ann", "open 4x4 solo", "a1")
        table.oversleep(56 * Self.year)
        table.handle(.clocksPaused(milliseconds: 56 * Self.year))
        table.write("Ann", "b1", "resign")
        let record = try #require(table.records.last)
        #expect(record.summary.endedAt - record.summary.startedAt < 60_000)
        #expect(record.moves.allSatisfy { $0.atMilliseconds < 60_000 })
    }
}
