import Protocol
import Testing

@testable import Lobby

@Suite struct `Lobby: the list` {
    @Test func `the list shows matches with their phase, names, scores, watchers and rules, and who is here`() throws {
        let table = LobbyTable.playing(#""square""#)
        table.connect("guest")
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

    @Test func `matches that can be joined come first, and none that is over or whose opener is gone`() throws {
        let table = LobbyTable.playing()
        for who in ["cid", "dan", "eve"] {
            table.connect(who)
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

    @Test func `the list holds at most fifty matches, and says how many there are`() throws {
        let table = LobbyTable("ann")
        for number in 1...(Limits.lobbyMatches + 3) {
            table.connect("p\(number)")
            table.hello("p\(number)", as: "p\(number)")
            table.say("p\(number)", .open(RulesRequest(), isPrivate: false))
        }
        let list = try #require(table.say("ann", .list).lists.first)
        #expect((list.matches.count, list.total) == (Limits.lobbyMatches, Limits.lobbyMatches + 3))
    }

    @Test func `the list holds at most a hundred names, and says how many there are`() throws {
        let table = LobbyTable()
        for number in 1...(Limits.lobbyPlayers + 2) {
            table.connect("p\(number)")
            table.hello("p\(number)", as: "p\(number)")
        }
        let list = try #require(table.say("p1", .list).lists.first)
        #expect((list.players.count, list.playerCount) == (Limits.lobbyPlayers, Limits.lobbyPlayers + 2))
    }

    @Test func `a change is pushed at once if nothing was pushed for half a second, else when that has passed`() {
        let table = LobbyTable("ann", "bob")
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

    /// Whether somebody in the lobby speaks plain words, and so gets no list unasked, the host knows.
    @Test func `the list is pushed to those who have a name and no match, and to nobody else`() {
        let table = LobbyTable("program", "player", "watcher", "opener")
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

    @Test func `a pair is pushed with the new score, and so is a miss where it costs points`() throws {
        let table = LobbyTable.playing(#"{"scoring":"points","revealMs":5000}"#)
        table.connect("cid")
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

    @Test func `a list that was never sent is due at a moment that a host can wait for`() throws {
        var push = LobbyPush()
        #expect(push.due == nil)
        push.listChanged()
        let due = try #require(push.due)
        #expect(due == Instant(milliseconds: 0))
    }

    @Test func `with nobody to tell the lobby lets time pass`() {
        let table = LobbyTable("ann")
        table.vanish("ann")
        table.pass(1_000)
        #expect(table.nextDue == nil)
    }
}
