import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: draining` {
    @Test func `a lobby that drains refuses whatever begins something, and nothing else`() throws {
        let table = LobbyDriver("ann", "bob", "cid")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.handle(.draining)
        for command in [
            .open(RulesRequest(), isPrivate: false), .open(RulesRequest(), isPrivate: true), .join(nil),
            .join(.id(MatchID(number: 1))), .enter,
        ] as [Command] {
            #expect(table.say("bob", command, id: "1").kinds == ["error draining @1"], "\(command)")
        }
        #expect(table.say("bob", .hello(.name(try PlayerName("Bo"))), id: "2").kinds == ["error draining @2"])
        #expect(table.hello("new", as: "Dan").kinds == ["error draining"])
        // One's own name in another spelling is no new one.
        #expect(table.say("bob", .hello(.name(try PlayerName("BOB"))), id: "3").kinds == ["welcome @3"])
        for line in ["list", "watch m1", "leave", "say hi", "rules", "ping", "help"] {
            let heard = table.write("cid", line)
            #expect(!heard.isEmpty && !heard.kinds.contains { $0.hasPrefix("error") }, "\(line): \(heard.kinds)")
        }
        #expect(table.lobby.liveMatches.count == 1)
    }

    @Test func `what else is wrong with a command is said before that the host drains`() throws {
        let table = LobbyDriver.playing()
        table.handle(.draining)
        #expect(table.say("guest", .open(RulesRequest(), isPrivate: false)).kinds == ["error name_needed"])
        #expect(table.say("ann", .open(RulesRequest(), isPrivate: false)).kinds == ["error already_seated"])
        #expect(table.write("guest", #"{"type":"hello","name":""}"#).kinds == ["error bad_name"])
    }

    @Test func `hello and lobby say that the host drains, once and without being asked`() throws {
        let table = LobbyDriver("ann")
        #expect(table.say("ann", .list).lists.map(\.isDraining) == [false])
        table.pass(Limits.pushMilliseconds)
        table.handle(.draining)
        table.pass(Limits.pushMilliseconds)
        #expect(table.heard("ann").lists.map(\.isDraining) == [true])
        table.handle(.draining)
        table.pass(2 * Limits.pushMilliseconds)
        #expect(table.heard("ann").isEmpty)
        #expect(table.connect("bob").json.contains(#","draining":true,"#))
        #expect(table.type("ann", "list").hasPrefix("The host is closing after the matches in play.\nNo matches.\n"))
    }

    @Test func `a match in play goes on to its end, and there is no rematch, not even against the house`() throws {
        for line in [#"{"type":"open","rules":"quick"}"#, #"{"type":"open","rules":"quick","house":"steady"}"#] {
            let table = LobbyDriver("ann", "bob")
            table.write("ann", line)
            if !line.contains("house") { table.say("bob", .join(nil)) }
            table.handle(.draining)
            #expect(!table.lobby.isDrained && table.lobby.matchesInPlay == 1)
            #expect(table.flip("ann", 0).kinds == ["state"])
            table.vanish("ann")
            if line.contains("house") {
                #expect(table.lobby.isDrained, "nobody is there who plays")
            }
            #expect(try table.comeBack("ann").kinds == ["welcome", "match", "state"])
            #expect(!table.lobby.isDrained)
            table.say("ann", .resign)
            #expect(table.lobby.isDrained)
            #expect(table.say("ann", .rematch, id: "1").kinds == ["error draining @1"])
        }
    }

    @Test func `an absent player is waited for as long as the other one is there`() throws {
        let table = LobbyDriver.playing(#"{"graceMs":5000}"#)
        table.handle(.draining)
        table.vanish("ann")
        #expect(!table.lobby.isDrained)
        table.pass(5_000)
        #expect(table.lobby.isDrained)
    }

    @Test func `nobody waits for matches that wait, and for those whose players are gone`() {
        let table = LobbyDriver.playing()
        table.hello("cid", as: "cid")
        table.say("cid", .open(RulesRequest(), isPrivate: false))
        table.say("guest", .watch(nil))
        table.handle(.draining)
        table.vanish("ann")
        table.vanish("bob")
        #expect(table.lobby.isDrained)
        #expect(table.lobby.matchesInPlay == 0 && table.lobby.census.liveMatches == 2)
    }

    @Test func `without anybody who plays, a lobby has drained at once, and never before it is told to`() {
        let table = LobbyDriver("ann")
        #expect(!table.lobby.isDrained)
        table.handle(.draining)
        #expect(table.lobby.isDrained)
    }

    @Test func `in a contest nobody is seated any more, and nobody forfeits for being away`() throws {
        let table = LobbyDriver.contest("ann", "bob", "cat", pairs: 2)
        table.enter("ann", "bob", "cat")
        // Cat waits for Ann and Bob; then Ann is gone, and the time runs after which she would forfeit.
        table.handle(.draining)
        let before = table.entries.count
        try table.giveUp("ann")
        #expect(table.lobby.isDrained)
        table.vanish("ann")
        table.pass(200_000)
        let later = table.entries.dropFirst(before)
        #expect(
            !later.contains { entry in
                switch entry {
                case .opened, .contest(.forfeited): true
                default: false
                }
            })
        #expect(table.lobby.contest?.remaining == 11)
        #expect(table.say("bob", .withdraw, id: "1").kinds.first == "ok @1")
    }

    @Test func `a contest that stands still when the host drains forfeits nothing, either`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 1)
        table.enter("ann", "bob")
        table.vanish("bob")
        // Bob forfeits the match; and soon the other one, which cannot begin.
        table.pass(30_000)
        #expect(table.lobby.contest?.remaining == 1)
        table.pass(29_000)
        table.handle(.draining)
        let before = table.lobby.contest
        table.pass(200_000)
        #expect(table.lobby.contest == before)
    }

    @Test func `a restart ends the draining`() throws {
        let table = LobbyDriver.playing()
        table.handle(.draining)
        try table.restart()
        #expect(!table.lobby.isDraining)
        #expect(try table.comeBack("ann").kinds == ["welcome", "match", "state"])
        #expect(table.hello("new", as: "new").kinds == ["welcome"])
    }
}
