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
        table.write("wim", "watch follow")
        table.say("cid", .open(RulesRequest(), isPrivate: false))
        table.say("dan", .join(nil))
        return table
    }

    private func passReading(_ table: LobbyDriver, _ milliseconds: Int, of who: String) -> [Message] {
        _ = table.heard(who)
        table.pass(milliseconds)
        return table.heard(who).filter { $0.kind != "lobby" }
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
}
