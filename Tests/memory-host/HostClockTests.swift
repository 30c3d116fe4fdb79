import Lobby
import Protocol
import Testing

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
