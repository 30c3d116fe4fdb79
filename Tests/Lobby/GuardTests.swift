import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: guards` {
    @Test(arguments: [#""type":"flip","card":0"#, #""type":"resign""#, #""type":"leave""#, #""type":"say","text":"x""#])
    func `a command meant for another match is stale, and changes nothing`(fields: String) throws {
        let table = LobbyDriver.playing()
        let before = try table.match().state(after: nil, at: table.now)
        for other in ["m2", "m0", "x", "KQ7XM4"] {
            let heard = table.write("ann", "{\(fields),\"match\":\"\(other)\"}")
            #expect(heard.kinds == ["error stale"] && heard.errors.map(\.message) == ["You are in m1 now."])
        }
        #expect(try table.match().state(after: nil, at: table.now) == before)
        #expect(table.write("ann", "{\(fields),\"match\":\"m1\"}").errors.isEmpty)
    }

    @Test func `a flip meant for another turn is stale, and one for this turn is done`() {
        let table = LobbyDriver.playing(#"{"revealMs":0}"#)
        for turn in [0, 2, -1] {
            let heard = table.write("ann", "{\"type\":\"flip\",\"card\":0,\"turnNumber\":\(turn)}")
            #expect(heard.errors.map(\.message) == ["This is turn 1."])
        }
        #expect(table.write("ann", #"{"type":"flip","card":0,"turnNumber":1,"match":"m1"}"#).kinds == ["state"])
    }

    @Test func `a flip meant for another ply is stale, whatever the rules, and one for this ply is done`() throws {
        let table = LobbyDriver.playing(#"{"again":true,"turnMs":2000}"#)
        let deck = try table.deck()
        let second = try #require(deck.dropFirst().firstIndex(of: deck[0]))
        func flip(_ card: Int, _ ply: Int) -> [Message] {
            table.write("ann", "{\"type\":\"flip\",\"card\":\(card),\"match\":\"m1\",\"ply\":\(ply)}")
        }
        for ply in [-1, 1, Int.max] { #expect(flip(0, ply).errors.map(\.message) == ["This match is at ply 0."]) }
        #expect(flip(0, 0).kinds == ["state"])
        #expect(flip(0, 0).errors.map(\.code) == ["stale"], "carried out before")
        #expect(flip(1, 0).errors.map(\.code) == ["stale"], "another card for the same answer")
        #expect(flip(second, 1).changes == [.memory(.pair(seat: 0, first: 0, second: second))])
        // Under these rules turn and open cards are as before the pair.
        #expect(try table.match().turnNumber == 1 && table.match().game.ply == 2)
        let other = try #require(deck.indices.first { $0 != 0 && $0 != second })
        #expect(flip(other, 0).errors.map(\.message) == ["This match is at ply 2."])
        #expect(flip(other, 2).kinds == ["state"])
        table.pass(2000)
        #expect(try table.match().game.ply == 4, "a turn that timed out counts as well")
    }

    @Test func `a turn and a ply are both checked, and a match that waits is at ply 0`() {
        let table = LobbyDriver.playing()
        #expect(table.write("ann", #"{"type":"flip","card":0,"turnNumber":1,"ply":1}"#).kinds == ["error stale"])
        #expect(table.write("ann", #"{"type":"flip","card":0,"turnNumber":2,"ply":0}"#).kinds == ["error stale"])
        #expect(table.write("ann", #"{"type":"flip","card":0,"turnNumber":1,"ply":0}"#).kinds == ["state"])
        let waiting = LobbyDriver("ann")
        waiting.say("ann", .open(RulesRequest(), isPrivate: false))
        #expect(waiting.write("ann", #"{"type":"flip","card":0,"ply":0}"#).kinds == ["error not_playing"])
        #expect(waiting.write("ann", #"{"type":"flip","card":0,"ply":1}"#).kinds == ["error stale"])
    }

    @Test func `a leave that crosses the rematch does not resign it`() throws {
        let table = LobbyDriver.playing()
        table.say("ann", .resign)
        table.say("bob", .rematch)
        table.say("ann", .rematch)
        let heard = table.write("bob", #"{"type":"leave","match":"m1","id":"1"}"#)
        #expect(heard.kinds == ["error stale @1"])
        #expect(heard.errors.map(\.message) == ["You are in m2 now."])
        #expect(try #require(table.lobby.matches[MatchID(number: 2)]).isRunning)
    }

    @Test func `a match that has not begun has no turn`() {
        let table = LobbyDriver("ann")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        let heard = table.write("ann", #"{"type":"flip","card":0,"turnNumber":1}"#)
        #expect(heard.errors.map(\.message) == ["The first turn has not begun."])
        #expect(table.write("ann", #"{"type":"flip","card":0,"turnNumber":0}"#).kinds == ["error not_playing"])
    }

    @Test func `a guard is checked after the name and before the place`() {
        let table = LobbyDriver("ann")
        for type in ["resign", "rematch", "leave"] {
            let line = "{\"type\":\"\(type)\",\"match\":\"m1\"}"
            #expect(table.write("guest", line).kinds == ["error name_needed"])
            #expect(table.write("ann", line).errors.map(\.message) == ["You are not in a match now."])
        }
        #expect(table.write("ann", #"{"type":"flip","card":0,"turnNumber":1}"#).kinds == ["error not_seated"])
    }

    @Test func `a watcher's guard is the match that it watches`() {
        let table = LobbyDriver.playing()
        table.say("guest", .watch(nil))
        #expect(table.write("guest", #"{"type":"leave","match":"m2"}"#).kinds == ["error stale"])
        #expect(table.write("guest", #"{"type":"leave","match":"m1","id":"1"}"#).kinds == ["ok @1"])
    }
}
