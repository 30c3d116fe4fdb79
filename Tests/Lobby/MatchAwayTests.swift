import Protocol
import Testing

@testable import Lobby

@Suite struct `Match: time away` {
    /// Ann breaks off for so long, and comes back unless the match is over by then.
    private func breakOff(_ table: LobbyTable, for milliseconds: Int) throws {
        table.vanish("ann")
        table.pass(milliseconds)
        try comeBack("ann", table)
    }

    @discardableResult
    private func comeBack(_ who: String, _ table: LobbyTable) throws -> [Message] {
        table.connect(who)
        return table.say(who, .hello(.token(try table.token(of: who))))
    }

    /// Milliseconds until the paused match is abandoned, as its state tells.
    private func millisecondsLeft(_ table: LobbyTable) throws -> Int? {
        try table.match().state(after: nil, at: table.now).phaseEndsInMilliseconds
    }

    @Test func `a player who breaks off again and again is absent for three times graceMs in all`() throws {
        let table = LobbyTable.playing(#"{"graceMs":5000}"#)
        for _ in 1...3 { try breakOff(table, for: 4_000) }
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
        let table = LobbyTable.playing(#"{"graceMs":5000}"#)
        try breakOff(table, for: 4_999)
        table.vanish("ann")
        #expect(try millisecondsLeft(table) == 5_000)
    }

    @Test func `a player with no time left loses the match with the next break`() throws {
        let table = LobbyTable.playing(#"{"graceMs":5000}"#)
        for milliseconds in [4_999, 4_999, 4_999, 2] { try breakOff(table, for: milliseconds) }
        table.vanish("ann")
        #expect(try millisecondsLeft(table) == 1)
        table.pass(1)
        #expect(try table.match().isOver)
    }

    @Test func `each player has time of their own`() throws {
        let table = LobbyTable.playing(#"{"graceMs":5000}"#)
        for _ in 1...3 { try breakOff(table, for: 4_000) }
        table.vanish("bob")
        #expect(try millisecondsLeft(table) == 5_000)
    }

    @Test func `of two absent players, the one with less time left in all loses once the other is back`() throws {
        let table = LobbyTable.playing(#"{"graceMs":5000}"#)
        for _ in 1...3 { try breakOff(table, for: 4_500) }
        table.vanish("bob")
        table.pass(1_000)
        table.vanish("ann")
        #expect(try millisecondsLeft(table) == 4_000, "nobody is there, so the last to expire decides")
        try comeBack("bob", table)
        #expect(try millisecondsLeft(table) == 1_500)
        table.pass(1_500)
        #expect(try table.match().game.ending?.winner == 1)
    }

    @Test func `time in which all clocks stood still is not time away`() throws {
        let table = LobbyTable.playing(#"{"graceMs":5000}"#)
        for _ in 1...5 {
            table.vanish("ann")
            table.oversleep(60_000)
            table.handle(.clocksPaused(milliseconds: 60_000))
            try comeBack("ann", table)
        }
        for _ in 1...3 { try breakOff(table, for: 4_000) }
        table.vanish("ann")
        #expect(try millisecondsLeft(table) == 3_000)
    }

    @Test func `the opener's time away before the match begins does not count`() throws {
        let table = LobbyTable("ann", "bob")
        table.write("ann", #"{"type":"open","rules":{"graceMs":5000}}"#)
        for _ in 1...5 { try breakOff(table, for: 4_000) }
        table.say("bob", .join(nil))
        for _ in 1...3 { try breakOff(table, for: 4_000) }
        table.vanish("ann")
        #expect(try millisecondsLeft(table) == 3_000)
    }

    @Test func `a rematch gives everybody the whole time again`() throws {
        let table = LobbyTable.playing(#"{"graceMs":5000}"#)
        for _ in 1...3 { try breakOff(table, for: 4_000) }
        table.say("ann", .resign)
        for who in ["ann", "bob"] { table.say(who, .rematch) }
        table.vanish("ann")
        #expect(try millisecondsLeft(table) == 5_000)
    }

    // MARK: After a restart

    @Test(arguments: [false, true])
    func `what was used stays used over any number of restarts, and none of them adds to it`(isCompacted: Bool) throws {
        let table = LobbyTable.playing(#"{"graceMs":5000}"#)
        for _ in 1...3 { try breakOff(table, for: 4_000) }
        for _ in 1...3 {
            table.oversleep(3_600_000)
            try `Journal: after a restart`.restart(table, isCompacted: isCompacted)
            for who in ["ann", "bob"] { try comeBack(who, table) }
        }
        table.vanish("ann")
        #expect(try millisecondsLeft(table) == 3_000)
        table.pass(3_000)
        #expect(table.heard("bob").states.last?.result?.winner == 1)
    }

    @Test(arguments: [false, true])
    func `a player who is absent while the host restarts has graceMs again, but no more in all`(isCompacted: Bool)
        throws
    {
        let table = LobbyTable.playing(#"{"graceMs":5000}"#)
        for _ in 1...2 { try breakOff(table, for: 4_000) }
        table.vanish("ann")
        table.pass(3_000)
        table.vanish("bob")
        table.oversleep(3_600_000)
        try `Journal: after a restart`.restart(table, isCompacted: isCompacted)
        try comeBack("bob", table)
        #expect(try millisecondsLeft(table) == 4_000, "of 15,000 are used 4,000, 4,000 and 3,000")
        table.pass(1_000)
        table.oversleep(3_600_000)
        try `Journal: after a restart`.restart(table, isCompacted: isCompacted)
        for who in ["ann", "bob"] { try comeBack(who, table) }
        table.vanish("ann")
        let used = try #require(try millisecondsLeft(table))
        #expect(3_000...4_000 ~= used, "at most a second passed between the last entry and the end of the host")
    }
}
