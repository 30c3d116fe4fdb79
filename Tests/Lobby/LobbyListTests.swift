import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: the list` {
    @Test func `the list shows matches with phase, names, scores, watchers and rules, and who is here`() throws {
        let table = LobbyDriver.playing(#""square""#)
        table.say("guest", .watch(nil))
        try table.takePair("ann")
        let list = try #require(table.say("guest", .list).lists.first)
        #expect(list.players == ["ann", "bob"])
        #expect((list.playerCount, list.total) == (2, 1))
        let entry = try #require(list.matches.first)
        #expect((entry.match.text, entry.phase, entry.watchers) == ("m1", .playing, 1))
        #expect(entry.seats == ["ann", "bob"])
        #expect(entry.scores == [1, 0])
        #expect(entry.rules == Rules.preset(.square))
    }

    @Test func `the list puts joinable matches first, and omits finished ones and those whose opener is gone`() throws {
        let table = LobbyDriver.playing()
        for who in ["cid", "dan", "eve"] {
            table.hello(who, as: who)
            table.say(who, .open(RulesRequest(), isPrivate: false))
        }
        table.vanish("cid")
        let list = try #require(table.say("ann", .list).lists.first)
        #expect(list.matches.map(\.match.number) == [3, 4, 1])
        table.say("ann", .resign)
        #expect(table.say("ann", .list).lists.first?.matches.map(\.match.number) == [3, 4])
        #expect(table.say("ann", .list).lists.first?.total == 2)
    }

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

    @Test func `a change pushes the list at once, or half a second after the last push`() {
        let table = LobbyDriver("ann", "bob")
        table.pass(1_000)
        table.say("bob", .open(RulesRequest(), isPrivate: false))
        table.pass(0)
        #expect(table.heard("ann").lists.map(\.total) == [1])
        table.say("bob", .leave)
        table.pass(499)
        #expect(table.heard("ann").isEmpty)
        table.pass(1)
        #expect(table.heard("ann").lists.map(\.total) == [0])
        table.pass(10_000)
        #expect(table.heard("ann").isEmpty)
    }

    /// The host, not the lobby, knows which clients speak plain words, and so get no list unasked.
    @Test func `the list is pushed only to clients with a name and no match`() {
        let table = LobbyDriver("program", "player", "watcher", "opener")
        table.connect("guest")
        table.say("player", .open(RulesRequest(), isPrivate: false))
        table.say("watcher", .watch(nil))
        table.pass(1_000)
        for who in ["program", "player", "watcher", "guest"] { _ = table.heard(who) }
        table.say("opener", .open(RulesRequest(), isPrivate: false))
        table.pass(1_000)
        #expect(table.heard("program").kinds == ["lobby"])
        for who in ["player", "watcher", "guest", "opener"] {
            #expect(!table.heard(who).kinds.contains("lobby"), "\(who) was told")
        }
    }

    @Test func `a client that follows the list gets it at every change, wherever it is, until it says otherwise`() {
        let table = LobbyDriver("program", "player", "watcher", "opener")
        table.say("player", .open(RulesRequest(), isPrivate: false))
        table.say("watcher", .watch(nil))
        for who in ["program", "player", "watcher", "guest"] {
            #expect(table.say(who, .followList(true), id: "f").lists.count == 1)
        }
        table.pass(1_000)
        for who in ["program", "player", "watcher", "guest"] { _ = table.heard(who) }
        table.say("opener", .open(RulesRequest(), isPrivate: false))
        table.pass(1_000)
        for who in ["program", "player", "watcher", "guest"] {
            #expect(table.heard(who).lists.map(\.isFollowed) == [true], "\(who)")
            #expect(table.say(who, .followList(false)).lists.count == 1)
        }
        table.say("opener", .leave)
        table.pass(1_000)
        #expect(table.heard("program").lists.map(\.isFollowed) == [false], "in the lobby it comes all the same")
        for who in ["player", "watcher", "guest"] { #expect(table.heard(who).lists.isEmpty, "\(who)") }
    }

    @Test func `a pair pushes the list with the new score, and so does a miss that costs points`() throws {
        let table = LobbyDriver.playing(#"{"scoring":"points","revealMs":5000}"#)
        table.hello("cid", as: "cid")
        table.pass(1_000)
        _ = table.heard("cid")
        try table.takePair("ann")
        table.pass(1_000)
        #expect(table.heard("cid").lists.map(\.matches.first?.scores) == [[200, 0]])
        try table.miss("bob")
        table.pass(1_000)
        #expect(table.heard("cid").lists.map(\.matches.first?.scores) == [[200, -100]])
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
