import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Match: clocks` {
    @Test func `a timeout turns the open card back and passes the turn, without counting a miss`() throws {
        let table = LobbyDriver.playing(#"{"scoring":"points"}"#)
        table.pass(59_999)
        #expect(table.flip("ann", 7).states.first?.turnEndsInMilliseconds == 1)
        table.pass(1)
        let state = try #require(table.heard("ann").states.last)
        #expect((state.phase, state.turn, state.turned) == (.playing, 1, []))
        #expect(state.cards[7] == nil)
        #expect((state.seats[0].turnsLeft, state.seats[0].score) == (14, 0))
        #expect(state.turnEndsInMilliseconds == 60_000)
    }

    @Test func `the first card of a turn does not restart the clock`() {
        let table = LobbyDriver.playing()
        table.pass(20_000)
        #expect(table.flip("ann", 0).states.map(\.turnEndsInMilliseconds) == [40_000])
    }

    @Test func `three timeouts of a seat in a row lose the match`() throws {
        let table = LobbyDriver.playing()
        for _ in 1...2 {
            table.pass(60_000)
            try table.takePair("bob")
        }
        _ = table.heard("bob")
        table.pass(60_000)
        let state = try #require(table.heard("bob").states.last)
        #expect(state.result?.unsealed == .ofTwo(winner: 1, .timeout, record: 1))
    }

    @Test func `a turn that is played resets the count of timeouts`() throws {
        let table = LobbyDriver.playing()
        for turn in 1...5 {
            if turn == 3 { try table.takePair("ann") } else { table.pass(60_000) }
            try table.takePair("bob")
        }
        #expect(try table.match().phase == .playing)
    }

    @Test func `without a clock a turn never times out`() throws {
        let table = LobbyDriver.playing(#"{"turnMs":0}"#)
        #expect(table.flip("ann", 0).states.map(\.turnEndsInMilliseconds) == [nil])
        table.pass(36_000_000)
        #expect(table.heard("bob").states.count == 1)
        #expect(try table.match().phase == .playing)
    }

    @Test func `a host that wakes late takes one turn, and gives the next player a full one`() throws {
        let table = LobbyDriver.playing()
        table.oversleep(200_000)
        table.pass(0)
        let states = table.heard("bob").states
        #expect(states.map(\.turn) == [1])
        #expect(states.map(\.turnEndsInMilliseconds) == [60_000])
    }

    @Test func `a broken connection pauses the match, which resumes with the rest of the turn`() throws {
        let table = LobbyDriver.playing()
        table.flip("ann", 3)
        table.pass(20_000)
        _ = table.heard("bob")
        table.vanish("ann")
        let paused = try #require(table.heard("bob").states.first)
        #expect((paused.phase, paused.turned, paused.seats.map(\.present)) == (.paused, [3], [false, true]))
        #expect(paused.turn == nil)
        #expect(paused.turnEndsInMilliseconds == nil)
        table.pass(100_000)
        #expect(table.heard("bob").isEmpty)
        let state = try #require(try table.comeBack("ann").states.first)
        #expect((state.phase, state.turned, state.turn) == (.playing, [3], 0))
        #expect(state.turnEndsInMilliseconds == 40_000)
        table.pass(39_999)
        #expect(table.heard("ann").isEmpty)
        table.pass(1)
        #expect(table.heard("ann").states.map(\.turn) == [1])
    }

    @Test func `a pause also stops the showing of a mismatch, which resumes with the time left`() throws {
        let table = LobbyDriver.playing()
        try table.miss("ann")
        table.pass(600)
        table.vanish("bob")
        let paused = try #require(table.heard("ann").states.last)
        #expect((paused.phase, paused.turned.count) == (.paused, 2))
        table.pass(10_000)
        #expect(try table.comeBack("bob").states.map(\.phase) == [.showing])
        table.pass(399)
        #expect(table.heard("bob").isEmpty)
        table.pass(1)
        #expect(table.heard("bob").states.map(\.turn) == [1])
    }

    @Test func `a match both players have lost resumes only when both are back`() throws {
        let table = LobbyDriver.playing()
        table.pass(10_000)
        for who in ["ann", "bob"] { table.vanish(who) }
        table.pass(50_000)
        for (who, phase) in [("bob", MatchState.Phase.paused), ("ann", .playing)] {
            #expect(try table.comeBack(who).states.map(\.phase) == [phase])
        }
        #expect(table.heard("bob").states.map(\.turnEndsInMilliseconds) == [50_000])
    }

    @Test func `after graceMs a paused match is won by the player who remains, whatever the score`() throws {
        let table = LobbyDriver.playing(#"{"graceMs":5000}"#)
        try table.takePair("ann")
        table.vanish("ann")
        _ = table.heard("bob")
        table.pass(4_999)
        #expect(table.heard("bob").isEmpty)
        table.pass(1)
        let states = table.heard("bob").states
        #expect(states.first?.result?.unsealed == .ofTwo(winner: 1, .abandoned, record: 1))
        #expect(table.say("bob", .rematch).kinds == ["error opponent_left"])
    }

    @Test func `while all clocks stand still, no grace period runs`() throws {
        let table = LobbyDriver.playing()
        table.vanish("ann")
        table.oversleep(200_000)
        table.handle(.clocksPaused(milliseconds: 200_000))
        table.pass(119_999)
        #expect(try table.match().phase == .paused)
        table.pass(1)
        #expect(try table.match().phase == .over)
    }

    @Test func `with a graceMs of 0 a broken connection abandons the match at once`() {
        let table = LobbyDriver.playing(#"{"graceMs":0}"#)
        table.vanish("ann")
        table.pass(0)
        #expect(table.heard("bob").states.map(\.phase).prefix(2) == [.paused, .over])
    }

    @Test func `the player who remains may keep waiting, resign, or leave`() {
        for line in ["resign", "leave"] {
            let table = LobbyDriver.playing()
            table.vanish("ann")
            let result = table.write("bob", line).states.first?.result
            #expect(result?.unsealed == .ofTwo(winner: 0, .resigned))
        }
    }

    @Test func `when both players are gone for good nobody wins, and the match is removed`() throws {
        let table = LobbyDriver.playing()
        table.say("wim", .watch(nil))
        table.vanish("ann")
        table.pass(60_000)
        table.vanish("bob")
        table.pass(119_999)
        #expect(try table.match().phase == .paused)
        _ = table.heard("wim")
        table.pass(1)
        let states = table.heard("wim").states
        #expect(states.first?.result?.unsealed == .ofTwo(winner: nil, .abandoned))
        table.say("wim", .leave)
        #expect(table.lobby.matches.all.isEmpty)
        #expect(table.lobby.registry.count == 0)
    }

    @Test func `when both were gone and one is back, the other's grace period still counts`() throws {
        let table = LobbyDriver.playing()
        table.vanish("ann")
        table.pass(60_000)
        table.vanish("bob")
        table.pass(30_000)
        try table.comeBack("bob")
        table.pass(29_999)
        #expect(table.heard("bob").states.isEmpty)
        table.pass(1)
        #expect(table.heard("bob").states.first?.result?.winner == 1)
    }

    @Test func `a waiting match whose opener is gone is removed after graceMs, and its watchers are told`() throws {
        let table = LobbyDriver("ann")
        table.write("ann", #"{"type":"open","rules":{"graceMs":3000}}"#)
        table.say("guest", .watch(nil))
        table.vanish("ann")
        _ = table.heard("guest")
        table.pass(3_000)
        #expect(table.heard("guest").states.first?.result?.reason == .abandoned)
        #expect(table.hello("ann", as: "ann").kinds == ["welcome"])
        table.vanish("guest")
        #expect(table.lobby.matches.all.isEmpty)
    }

    @Test func `a waiting match whose opener is gone is kept for half an hour at most`() throws {
        let table = LobbyDriver("ann")
        table.write("ann", #"{"type":"open","rules":{"graceMs":3600000}}"#)
        table.vanish("ann")
        table.pass(Limits.desertedMilliseconds - 1)
        #expect(table.lobby.matches.all.count == 1)
        table.pass(1)
        #expect(table.lobby.matches.all.isEmpty)
        #expect(table.hello("ann", as: "ann").kinds == ["welcome"], "the name is free again")
    }

    @Test func `a running match that both have lost is kept for graceMs, even a long one, and then removed`() throws {
        let table = LobbyDriver.playing(#"{"graceMs":3600000}"#)
        table.vanish("ann")
        table.pass(1000)
        table.vanish("bob")
        table.pass(3_600_000 - 1)
        #expect(table.lobby.matches.all.count == 1)
        table.pass(1)
        #expect(table.lobby.matches.all.isEmpty)
        for who in ["ann", "bob"] { #expect(table.hello(who, as: who).kinds == ["welcome"]) }
    }
}
