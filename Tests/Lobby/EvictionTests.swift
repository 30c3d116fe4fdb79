import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: full of matches` {
    private func expectOpened(_ who: String, _ table: LobbyDriver, at location: SourceLocation = #_sourceLocation) {
        let kinds = table.say(who, .open(RulesRequest(), isPrivate: false)).kinds
        #expect(kinds == ["match", "state"], sourceLocation: location)
    }

    private func expectRefused(_ who: String, _ table: LobbyDriver, at location: SourceLocation = #_sourceLocation) {
        let kinds = table.say(who, .open(RulesRequest(), isPrivate: false)).kinds
        #expect(kinds == ["error too_many_matches"], sourceLocation: location)
    }

    /// Checks that the first matches up to this one have given way, and the next one has not.
    private func expectGone(_ count: Int, _ table: LobbyDriver, at location: SourceLocation = #_sourceLocation) {
        let first = table.lobby.matches.all.map(\.id.number).min()
        #expect(first == count + 1, sourceLocation: location)
    }

    /// A table with a match in play between ann and bob, which both have deserted. cid and dan are there.
    private func deserted() -> LobbyDriver {
        let table = LobbyDriver("cid", "dan", "ann", "bob")
        table.write("ann", "open 2x2")
        table.say("bob", .join(nil))
        for who in ["ann", "bob"] { table.vanish(who) }
        return table
    }

    @Test func `a match that waits for its second player gives way as soon as its opener is gone`() throws {
        let table = LobbyDriver("cid", "dan", "eve", "ann", "bob")
        for who in ["ann", "bob"] {
            table.write(who, "open 2x2")
            table.pass(1_000)
        }
        table.fillWithDeserted()
        expectRefused("cid", table)
        for who in ["bob", "ann"] {
            table.vanish(who)
            table.pass(1)
        }
        expectOpened("cid", table)
        #expect(table.lobby.matches.all.map(\.id.number).filter { $0 <= 2 } == [1], "bob's was deserted first")
        expectOpened("dan", table)
        expectGone(2, table)
        expectRefused("eve", table)
        #expect(try table.comeBack("ann").kinds == ["error bad_token"])
    }

    @Test func `a host full of matches that wait for nobody has room for all newcomers at once`() {
        let table = LobbyDriver("cid", "dan")
        table.fillWithDeserted(by: "open 2x2")
        for who in ["cid", "dan"] { expectOpened(who, table) }
        expectGone(2, table)
    }

    @Test func `the match that was deserted first gives way, but none that had begun within a minute`() {
        let table = LobbyDriver("cid", "dan", "eve", "ann", "bob", "gus", "ida", "jim")
        table.write("ann", "open 2x2")
        table.say("bob", .join(nil))
        table.say("bob", .resign)
        table.write("gus", "open 2x2")
        table.say("ida", .join(nil))
        table.write("jim", "open 2x2 solo")
        for pair in [["ann", "bob"], ["gus", "ida"], ["jim"]] {
            for who in pair { table.vanish(who) }
            table.pass(1_000)
        }
        let phases = table.lobby.matches.all.map(\.phase)
        #expect(phases == [.over, .paused, .paused])
        table.fillWithDeserted()
        table.pass(56_999)
        expectRefused("cid", table)
        table.pass(1)
        for (index, who) in ["cid", "dan", "eve"].enumerated() {
            expectOpened(who, table)
            expectGone(index + 1, table)
            table.pass(1_000)
        }
        #expect(table.lobby.matchCount == Limits.matches)
    }

    @Test func `a match is deserted when the last of its players and watchers is gone`() {
        let table = deserted()
        table.say("dan", .watch(.id(table.lobby.matches.all[0].id)))
        table.fillWithDeserted()
        table.pass(60_000)
        expectOpened("cid", table)
        #expect(table.lobby.matches.all.count { $0.id.number <= 2 } == 1)
        table.say("dan", .leave)
        expectOpened("dan", table)
        expectGone(0, table)
    }

    @Test func `a player who comes back in time has a match that stays`() throws {
        let table = deserted()
        table.pass(1_000)
        table.fillWithDeserted()
        table.pass(59_000)
        try table.comeBack("ann")
        expectRefused("cid", table)
        table.vanish("ann")
        table.pass(1_000)
        expectOpened("cid", table)
        expectGone(0, table)
    }

    @Test func `a match that gave way is abandoned, and its players are free to begin again`() throws {
        let table = deserted()
        table.fillWithDeserted()
        table.pass(60_000)
        expectOpened("cid", table)
        #expect(table.records.map(\.summary.reason) == [.abandoned])
        #expect(table.records.map(\.summary.winner) == [nil])
        for who in ["ann", "bob"] {
            #expect(try table.comeBack(who).kinds == ["error bad_token"])
            #expect(table.hello(who, as: who).kinds == ["welcome"])
        }
        let (replayed, records) = try JournalSamples.replay(table.entries)
        #expect(replayed.matches.all.map(\.id).sorted() == table.lobby.matches.all.map(\.id).sorted())
        #expect(replayed.registry.everybody.map(\.name) == table.lobby.registry.everybody.map(\.name))
        #expect(records == table.records)
    }

    @Test func `after a restart no match in play gives way for a minute`() throws {
        let table = deserted()
        table.fillWithDeserted()
        table.pass(60_000)
        try table.restart()
        table.hello("cid", as: "eve")
        table.pass(59_999)
        expectRefused("cid", table)
        table.pass(1)
        expectOpened("cid", table)
    }

    @Test func `time in which all clocks stood still is not part of the minute`() {
        let table = deserted()
        table.fillWithDeserted()
        table.pass(59_999)
        table.oversleep(60_000)
        table.handle(.clocksPaused(milliseconds: 60_000))
        expectRefused("cid", table)
        table.pass(1)
        expectOpened("cid", table)
    }

    @Test func `a host has a limit on matches, and a refused opener stays where it was`() {
        let table = LobbyDriver()
        for number in 0..<Limits.matches {
            table.hello("p\(number)", as: "p\(number)")
            #expect(table.say("p\(number)", .open(RulesRequest(), isPrivate: false)).kinds == ["match", "state"])
        }
        table.hello("late", as: "late")
        let heard = table.say("late", .open(RulesRequest(), isPrivate: false))
        #expect(heard.errors == [ErrorReport(.tooManyMatches, command: "open")] && heard.count == 1)
        #expect(table.say("late", .leave).kinds == ["error not_seated"])
    }
}
