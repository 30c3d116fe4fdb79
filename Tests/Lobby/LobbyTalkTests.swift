import Lobby
import Protocol
import Testing

@testable import TestDrivers

@Suite struct `Lobby: chat` {
    /// Ann and Bob in a match, Wim and Xia watching it, Cid and Dan in the lobby, and a guest without a name.
    private func house() -> LobbyDriver {
        let table = LobbyDriver("ann", "bob", "wim", "xia", "cid", "dan")
        table.connect("guest")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("wim", .watch(nil))
        table.say("xia", .watch(nil))
        return table
    }

    /// The clients that hear what this one says.
    private func hearers(of who: String, _ table: LobbyDriver) -> [String] {
        let everybody = ["ann", "bob", "wim", "xia", "cid", "dan", "guest"]
        for other in everybody { _ = table.heard(other) }
        let own = table.write(who, #"{"type":"say","text":" well played ","id":"s"}"#)
        #expect(own.kinds == ["said @s"])
        #expect(own.saids.map(\.text) == ["well played"])
        #expect(own.saids.map(\.from) == [who])
        return everybody.filter { other in
            let heard = table.heard(other)
            #expect(heard.allSatisfy { $0.re == nil })
            return other != who && heard.saids == own.saids
        }
    }

    @Test func `in the lobby a say is heard by everyone with a name and no match`() {
        let table = house()
        #expect(hearers(of: "cid", table) == ["bob", "dan"])
        #expect(table.write("cid", "say hi").saids.map { "\($0.role == nil) \($0.match == nil)" } == ["true true"])
    }

    @Test func `while a match waits, everyone in it hears everyone`() {
        let table = house()
        #expect(hearers(of: "ann", table) == ["wim", "xia"])
        #expect(hearers(of: "wim", table) == ["ann", "xia"])
    }

    @Test func `during a match players hear players, and watchers hear watchers`() throws {
        let table = house()
        table.say("bob", .join(nil))
        #expect(hearers(of: "ann", table) == ["bob"])
        #expect(hearers(of: "wim", table) == ["xia"])
        try table.miss("ann")
        #expect(hearers(of: "bob", table) == ["ann"])
        table.vanish("bob")
        #expect(hearers(of: "ann", table) == [])
        #expect(hearers(of: "xia", table) == ["wim"])
    }

    @Test func `after a match everyone in it hears everyone`() {
        let table = house()
        table.say("bob", .join(nil))
        table.say("bob", .resign)
        #expect(hearers(of: "ann", table) == ["bob", "wim", "xia"])
        #expect(hearers(of: "xia", table) == ["ann", "bob", "wim"])
    }

    @Test func `a said event names its match and the speaker's role`() throws {
        let table = house()
        let player = try #require(table.write("ann", "say x").saids.first)
        let watcher = try #require(table.write("wim", "say x").saids.first)
        #expect((player.match?.text, player.role) == ("m1", .player))
        #expect((watcher.match?.text, watcher.role) == ("m1", .watcher))
    }

    @Test func `a say has 1 to 500 characters, and no control characters`() {
        let table = LobbyDriver("ann")
        func say(_ text: String) -> [String] { table.write("ann", "{\"type\":\"say\",\"text\":\"\(text)\"}").kinds }
        #expect(say(String(repeating: "é", count: 500)) == ["said"])
        #expect(say(String(repeating: "e", count: 501)) == ["error bad_field"])
        #expect(say("   ") == ["error bad_field"])
        #expect(say(#"a\u001bb"#) == ["error bad_field"])
    }
}
