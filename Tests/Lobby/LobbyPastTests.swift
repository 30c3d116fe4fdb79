import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: past chat` {
    /// Ann and Bob in a match, Wim watching it, Xia in the lobby.
    private func house() -> LobbyDriver {
        let table = LobbyDriver("ann", "bob", "wim", "xia")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("bob", .join(nil))
        table.say("wim", .watch(nil))
        return table
    }

    private func texts(_ messages: [Message]) -> [String] {
        messages.saids.map { "\($0.isPast ? "past " : "")\($0.from): \($0.text)" }
    }

    @Test func `a watcher who comes is sent what watchers have said, after the state`() {
        let table = house()
        table.write("ann", "say for players")
        table.write("wim", "say for watchers")
        let heard = table.write("xia", #"{"type":"watch","id":"w"}"#)
        #expect(heard.kinds == ["match @w", "state", "said"])
        #expect(texts(heard) == ["past wim: for watchers"])
        #expect(heard.saids.map(\.role) == [.watcher] && heard.saids.map(\.match?.number) == [1])
        #expect(heard.json.contains(#""text":"for watchers","past":true}"#))
        #expect(heard.plain.hasSuffix("wim (watching) said earlier: for watchers\n"))
    }

    @Test func `a player who comes back is sent what players have said, and nobody else is`() throws {
        let table = house()
        table.write("ann", "say one")
        table.write("wim", "say for watchers")
        table.vanish("bob")
        table.write("ann", "say where are you?")
        for who in ["ann", "wim"] { _ = table.heard(who) }
        let heard = try table.comeBack("bob", as: "bob2")
        #expect(heard.kinds == ["welcome", "match", "state", "said", "said"])
        #expect(texts(heard) == ["past ann: one", "past ann: where are you?"])
        for who in ["ann", "wim"] { #expect(table.heard(who).saids.isEmpty) }
    }

    @Test func `what everybody could hear, before a match and after it, is repeated to both`() throws {
        let table = LobbyDriver("ann", "bob", "wim", "xia")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("wim", .watch(nil))
        table.write("wim", "say before")
        table.say("bob", .join(nil))
        table.say("bob", .resign)
        table.write("bob", "say after")
        #expect(texts(table.say("xia", .watch(.id(MatchID(number: 1))))) == ["past wim: before", "past bob: after"])
        #expect(texts(try table.comeBack("ann", as: "ann2")) == ["past wim: before", "past bob: after"])
    }

    @Test func `nothing is repeated to one who watches already, nor to one who joins`() {
        let table = LobbyDriver("ann", "bob", "wim")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("wim", .watch(nil))
        table.write("ann", "say hello")
        #expect(table.say("wim", .watch(nil)).saids.isEmpty)
        #expect(table.say("bob", .join(nil)).saids.isEmpty)
    }

    @Test func `a rematch begins without past chat`() {
        let table = house()
        table.write("ann", "say one")
        table.say("ann", .resign)
        for who in ["ann", "bob"] { table.say(who, .rematch) }
        #expect(table.say("xia", .watch(nil)).saids.isEmpty)
    }

    @Test func `the last twenty lines are kept, and of long ones no more than four kilobytes`() {
        let table = house()
        for number in 1...25 { table.write("wim", "say \(number)") }
        #expect(
            texts(table.say("xia", .watch(nil))).map { String($0.suffix(2)) }
                == (6...25).map { $0 < 10 ? " \($0)" : "\($0)" })
        let long = String(repeating: "𝕏", count: 500)
        for _ in 0..<3 { table.write("wim", "say \(long)") }
        table.say("xia", .leave)
        let kept = table.say("xia", .watch(nil)).saids
        #expect(kept.map(\.text) == [long, long])
        #expect(kept.reduce(0) { $0 + $1.from.utf8.count + $1.text.utf8.count } <= Limits.pastBytes)
    }
}
