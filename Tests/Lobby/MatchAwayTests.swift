import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Match: time away, after a restart` {
    private let table = LobbyDriver.playing(#"{"graceMs":5000}"#)

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
        get throws { try match().shown(at: now).phaseEndsInMilliseconds }
    }
}
