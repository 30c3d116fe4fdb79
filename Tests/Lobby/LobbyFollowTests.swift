import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: following matches` {
    private static let solo = RulesRequest(.preset(.quick, solo: true))

    /// Ann and Bob in a match that Wim follows; Cid and Dan in another one.
    private func house() throws -> LobbyDriver {
        let table = LobbyDriver("ann", "bob", "cid", "dan", "wim")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("bob", .join(nil))
        #expect(table.write("wim", #"{"type":"watch","follow":true,"id":"w"}"#).kinds == ["match @w", "state"])
        table.say("cid", .open(RulesRequest(), isPrivate: false))
        table.say("dan", .join(nil))
        return table
    }

    private func passReading(_ table: LobbyDriver, _ milliseconds: Int, of who: String) -> [Message] {
        _ = table.heard(who)
        table.pass(milliseconds)
        return table.heard(who).filter { $0.kind != "lobby" }
    }

    @Test func `five seconds after the end a follower is moved to another match`() throws {
        let table = try house()
        table.say("ann", .resign)
        #expect(passReading(table, Limits.moveOnMilliseconds - 1, of: "wim").seatings.isEmpty)
        let heard = passReading(table, 1, of: "wim")
        #expect(heard.kinds == ["match", "state", "state"])
        #expect(heard.seatings.map(\.match.number) == [2] && heard.seatings.map(\.seat) == [nil])
        #expect(heard.changes == [nil, .watchers], "a copy for those who come, then the number of watchers for all")
        #expect(try table.match(2).watchers.count == 1 && table.match(1).watchers.isEmpty)
    }

    @Test func `one who only watches stays`() throws {
        let table = try house()
        table.say("wim", .watch(.id(MatchID(number: 1))))
        table.say("ann", .resign)
        #expect(passReading(table, 60_000, of: "wim").seatings.isEmpty)
    }

    @Test func `a rematch takes its followers along, and they go on following`() throws {
        let table = try house()
        table.say("ann", .resign)
        table.say("ann", .rematch)
        table.say("bob", .rematch)
        #expect(table.heard("wim").seatings.map(\.match.number) == [3])
        #expect(passReading(table, 60_000 - 1, of: "wim").seatings.isEmpty)
        table.say("bob", .resign)
        #expect(passReading(table, Limits.moveOnMilliseconds, of: "wim").seatings.map(\.match.number) == [2])
    }

    @Test func `an offered rematch holds nobody back`() throws {
        let table = try house()
        table.say("ann", .resign)
        table.pass(Limits.moveOnMilliseconds - 1)
        table.say("ann", .rematch)
        #expect(passReading(table, 1, of: "wim").seatings.map(\.match.number) == [2])
    }

    @Test func `while there is nothing else to watch a follower stays, and is moved once there is`() throws {
        let table = try house()
        table.say("cid", .leave)
        table.say("ann", .resign)
        table.say("dan", .leave)
        #expect(passReading(table, 60_000, of: "wim").seatings.isEmpty)
        table.say("cid", .open(RulesRequest(), isPrivate: false))
        #expect(table.heard("wim").seatings.isEmpty, "a waiting match is not worth watching")
        table.say("dan", .join(nil))
        #expect(table.heard("wim").seatings.map(\.match.number) == [3])
        #expect(passReading(table, 60_000 - 1, of: "wim").seatings.isEmpty)
    }

    @Test func `a match without players is not worth watching until one comes back`() throws {
        let table = try house()
        for who in ["cid", "dan"] { table.vanish(who) }
        table.say("ann", .resign)
        #expect(passReading(table, Limits.moveOnMilliseconds, of: "wim").seatings.isEmpty)
        try table.comeBack("cid")
        #expect(table.heard("wim").seatings.map(\.match.number) == [2])
    }

    @Test func `a follower is never moved to a private match, but from one`() throws {
        let table = LobbyDriver("ann", "bob", "cid", "dan", "wim")
        table.say("ann", .open(RulesRequest(), isPrivate: true))
        let code = try #require(table.match(1).code)
        table.say("bob", .join(.code(code)))
        table.say("cid", .open(RulesRequest(), isPrivate: true))
        table.say("dan", .join(.code(try #require(table.match(2).code))))
        table.write("wim", "watch \(code.text) follow")
        table.say("ann", .resign)
        #expect(passReading(table, 10_000, of: "wim").seatings.isEmpty)
        for who in ["ann", "bob"] { table.say(who, .leave) }
        table.say("ann", .open(Self.solo, isPrivate: false))
        #expect(table.heard("wim").seatings.map(\.match.number) == [3])
    }

    @Test(arguments: ["leave", "watch m1", "join m3", "open"])
    func `following ends with another place, and with a watch that does not follow`(_ line: String) throws {
        let table = try house()
        table.say("dan", .leave)
        table.say("cid", .leave)
        table.say("cid", .open(RulesRequest(), isPrivate: false))
        table.say("ann", .resign)
        table.write("wim", line)
        for who in ["ann", "bob"] { table.say(who, .leave) }
        table.say("ann", .open(Self.solo, isPrivate: false))
        #expect(passReading(table, 10_000, of: "wim").seatings.isEmpty)
    }

    @Test func `one that begins to follow a finished match is moved five seconds later`() throws {
        let table = try house()
        table.say("wim", .leave)
        table.say("ann", .resign)
        table.pass(60_000 - 1)
        table.say("wim", .watch(.id(MatchID(number: 1)), follows: true))
        #expect(passReading(table, Limits.moveOnMilliseconds - 1, of: "wim").seatings.isEmpty)
        #expect(passReading(table, 1, of: "wim").seatings.map(\.match.number) == [2])
    }

    @Test func `each of several followers has its own five seconds`() throws {
        let table = try house()
        table.say("ann", .resign)
        table.pass(Limits.moveOnMilliseconds - 500)
        table.write("late", "watch m1 follow")
        #expect(passReading(table, 500, of: "wim").seatings.map(\.match.number) == [2])
        #expect(passReading(table, Limits.moveOnMilliseconds - 501, of: "late").seatings.isEmpty)
        #expect(passReading(table, 1, of: "late").seatings.map(\.match.number) == [2])
    }

    @Test func `one who comes late holds up nobody who has waited`() throws {
        let table = try house()
        for who in ["cid", "dan", "ann"] { table.say(who, .leave) }
        #expect(passReading(table, 60_000, of: "wim").seatings.isEmpty)
        table.write("late", "watch m1 follow")
        table.say("cid", .open(Self.solo, isPrivate: false))
        #expect(table.heard("wim").seatings.map(\.match.number) == [3])
        #expect(passReading(table, Limits.moveOnMilliseconds, of: "late").seatings.map(\.match.number) == [3])
    }

    @Test func `only a match that begins or has a player again is looked at for those who wait to follow`() throws {
        let table = try house()
        for who in ["cid", "dan", "ann"] { table.say(who, .leave) }
        table.pass(60_000)
        #expect(table.lobby.following.waitFor == GameKinds(.memory))
        table.hello("eve", as: "eve")
        table.say("cid", .open(RulesRequest(), isPrivate: false))
        #expect(table.outcome.newPlay == [], "it waits for a player")
        table.say("dan", .join(nil))
        #expect(table.outcome.newPlay == GameKinds(.memory) && table.lobby.following.waitFor == [])
        let (one, other) = try table.cards(alike: true)
        for card in [one, other] {
            #expect(table.flip("cid", card).kinds == ["state"])
            #expect(table.outcome.newPlay == [], "the list changes with a pair, but there is no other match to follow")
        }
        table.vanish("dan")
        #expect(table.outcome.newPlay == [])
        try table.comeBack("dan")
        #expect(table.outcome.newPlay == GameKinds(.memory))
        table.say("eve", .open(RulesRequest(.preset(.quick, solo: true)), isPrivate: true))
        #expect(table.outcome.newPlay == [], "a private match is none to follow")
    }

    @Test func `one who waits for a game of Set is not looked for when a match of Memory begins`() throws {
        let table = try house()
        table.hello("sue", as: "sue")
        table.write("sue", "open set solo")
        table.write("fan", "watch set follow")
        table.say("sue", .leave)
        table.pass(Limits.moveOnMilliseconds)
        #expect(table.lobby.following.waitFor == GameKinds(.set))
        table.say("ann", .leave)
        table.say("ann", .open(Self.solo, isPrivate: false))
        #expect(table.lobby.following.waitFor == GameKinds(.set) && table.heard("fan").seatings.isEmpty)
        table.write("sue", "open set solo")
        #expect(table.heard("fan").seatings.count == 1 && table.lobby.following.waitFor == [])
    }

    @Test func `a pause of all clocks puts off the move`() throws {
        let table = try house()
        table.say("ann", .resign)
        table.oversleep(60_000)
        table.handle(.clocksPaused(milliseconds: 60_000))
        #expect(passReading(table, Limits.moveOnMilliseconds - 1, of: "wim").seatings.isEmpty)
        #expect(passReading(table, 1, of: "wim").seatings.map(\.match.number) == [2])
    }

    @Test func `all that follow one match are moved together, and the players learn of it`() throws {
        let table = try house()
        table.write("guest", "watch m1 follow")
        table.pass(1_000)
        table.say("ann", .resign)
        table.pass(Limits.moveOnMilliseconds + Limits.pushMilliseconds)
        #expect(try table.match(2).watchers.count == 2)
        #expect(table.heard("cid").states.last?.watchers == 2)
    }

    @Test func `without any match there is nothing to follow`() {
        let table = LobbyDriver("wim")
        #expect(table.write("wim", "watch follow").kinds == ["error no_such_match"])
        #expect(table.nextDue == nil)
    }
}
