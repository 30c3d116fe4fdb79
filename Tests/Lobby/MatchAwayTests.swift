import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Match: time away` {
    private let table = LobbyDriver.playing(#"{"graceMs":5000}"#)

    @Test func `a player who breaks off again and again is absent for three times graceMs in all`() throws {
        for _ in 1...3 { try table.breakOff(for: 4_000) }
        _ = table.heard("bob")
        table.vanish("ann")
        let paused = try #require(table.heard("bob").states.last)
        #expect((paused.phase, paused.phaseEndsInMilliseconds) == (.paused, 3_000))
        table.pass(2_999)
        #expect(table.heard("bob").isEmpty)
        table.pass(1)
        let over = try #require(table.heard("bob").states.first)
        #expect(over.change == .abandon(seat: 0) && over.seats.map(\.left) == [true, false])
        #expect(over.result?.winner == 1 && over.result?.reason == .abandoned)
        #expect(table.records.map(\.summary.reason) == [.abandoned])
    }

    @Test func `no break lasts longer than graceMs, whatever is left in all`() throws {
        try table.breakOff(for: 4_999)
        table.vanish("ann")
        #expect(try table.millisecondsLeft == 5_000)
    }

    @Test func `a player with no time left loses the match with the next break`() throws {
        for milliseconds in [4_999, 4_999, 4_999, 2] { try table.breakOff(for: milliseconds) }
        table.vanish("ann")
        #expect(try table.millisecondsLeft == 1)
        table.pass(1)
        #expect(try table.match().isOver)
    }

    @Test func `each player has time of their own`() throws {
        for _ in 1...3 { try table.breakOff(for: 4_000) }
        table.vanish("bob")
        #expect(try table.millisecondsLeft == 5_000)
    }

    @Test func `of two absent players, the one with less time left in all loses once the other is back`() throws {
        for _ in 1...3 { try table.breakOff(for: 4_500) }
        table.vanish("bob")
        table.pass(1_000)
        table.vanish("ann")
        #expect(try table.millisecondsLeft == 4_000, "nobody is there, so the last to expire decides")
        try table.comeBack("bob")
        #expect(try table.millisecondsLeft == 1_500)
        table.pass(1_500)
        #expect(try table.match().game.ending?.winner == 1)
    }

    @Test func `time in which all clocks stood still is not time away`() throws {
        for _ in 1...5 {
            table.vanish("ann")
            table.oversleep(60_000)
            table.handle(.clocksPaused(milliseconds: 60_000))
            try table.comeBack("ann")
        }
        for _ in 1...3 { try table.breakOff(for: 4_000) }
        table.vanish("ann")
        #expect(try table.millisecondsLeft == 3_000)
    }

    @Test func `the opener's time away before the match begins does not count`() throws {
        let table = LobbyDriver("ann", "bob")
        table.write("ann", #"{"type":"open","rules":{"graceMs":5000}}"#)
        for _ in 1...5 { try table.breakOff(for: 4_000) }
        table.say("bob", .join(nil))
        for _ in 1...3 { try table.breakOff(for: 4_000) }
        table.vanish("ann")
        #expect(try table.millisecondsLeft == 3_000)
    }

    @Test func `a rematch gives everybody the whole time again`() throws {
        for _ in 1...3 { try table.breakOff(for: 4_000) }
        table.say("ann", .resign)
        for who in ["ann", "bob"] { table.say(who, .rematch) }
        table.vanish("ann")
        #expect(try table.millisecondsLeft == 5_000)
    }

    // MARK: After a restart

    @Test(arguments: [false, true])
    func `what was used stays used over any number of restarts, and none of them adds to it`(isCompacted: Bool) throws {
        for _ in 1...3 { try table.breakOff(for: 4_000) }
        for _ in 1...3 {
            table.oversleep(3_600_000)
            try table.restart(isCompacted: isCompacted)
            for who in ["ann", "bob"] { try table.comeBack(who) }
        }
        table.vanish("ann")
        #expect(try table.millisecondsLeft == 3_000)
        table.pass(3_000)
        #expect(table.heard("bob").states.last?.result?.winner == 1)
    }

    @Test(arguments: [false, true])
    func `a player who is absent while the host restarts has graceMs again, but no more in all`(isCompacted: Bool)
        throws
    {
        for _ in 1...2 { try table.breakOff(for: 4_000) }
        table.vanish("ann")
        table.pass(3_000)
        table.vanish("bob")
        table.oversleep(3_600_000)
        try table.restart(isCompacted: isCompacted)
        try table.comeBack("bob")
        #expect(try table.millisecondsLeft == 4_000, "of 15,000 are used 4,000, 4,000 and 3,000")
        table.pass(1_000)
        table.oversleep(3_600_000)
        try table.restart(isCompacted: isCompacted)
        for who in ["ann", "bob"] { try table.comeBack(who) }
        table.vanish("ann")
        let used = try #require(try table.millisecondsLeft)
        #expect(3_000...4_000 ~= used, "at most a second passed between the last entry and the end of the host")
    }
}

extension LobbyDriver {
    /// Ann breaks off for so long, and comes back unless the match is over by then.
    fileprivate func breakOff(for milliseconds: Int) throws {
        vanish("ann")
        pass(milliseconds)
        try comeBack("ann")
    }

    /// Milliseconds until the paused match is abandoned, as its state tells.
    fileprivate var millisecondsLeft: Int? {
        get throws { try match().state(after: nil, at: now).phaseEndsInMilliseconds }
    }
}
