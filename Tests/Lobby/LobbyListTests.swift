import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: the list` {
    @Test func `a private match is in no list, neither while it waits nor in play`() throws {
        let table = LobbyDriver("ann", "bob", "cid")
        let opened = table.say("ann", .open(RulesRequest(), isPrivate: true)).seatings
        let code = try #require(opened.first?.code)
        for phase in [MatchState.Phase.waiting, .playing] {
            #expect(table.lobby.liveMatches.count == 1)
            let list = try #require(table.say("cid", .list).lists.first)
            #expect(list.matches.isEmpty && list.total == 0, "\(phase)")
            if phase == .waiting { #expect(table.type("bob", "join \(code.text)").contains("The match begins")) }
        }
    }

    @Test func `the list holds at most fifty matches, and states the total`() throws {
        let table = LobbyDriver("ann")
        for number in 1...(Limits.lobbyMatches + 3) {
            table.hello("p\(number)", as: "p\(number)")
            table.say("p\(number)", .open(RulesRequest(), isPrivate: false))
        }
        let list = try #require(table.say("ann", .list).lists.first)
        #expect((list.matches.count, list.total) == (Limits.lobbyMatches, Limits.lobbyMatches + 3))
    }

    @Test func `the list holds at most a hundred names, and states the total`() throws {
        let table = LobbyDriver()
        for number in 1...(Limits.lobbyPlayers + 2) { table.hello("p\(number)", as: "p\(number)") }
        let list = try #require(table.say("p1", .list).lists.first)
        #expect((list.players.count, list.playerCount) == (Limits.lobbyPlayers, Limits.lobbyPlayers + 2))
    }

    @Test func `a list that was never sent is due at a time that the host can wait for`() throws {
        var push = ChangePush<LobbyList>()
        #expect(push.due == nil)
        push.listChanged()
        let due = try #require(push.due)
        #expect(due == Instant(milliseconds: 0))
    }

    @Test func `with nobody to push the list to, nothing is due`() {
        let table = LobbyDriver("ann")
        table.vanish("ann")
        table.pass(1_000)
        #expect(table.nextDue == nil)
    }
}
