import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: watching` {
    @Test func `watch needs no name, and a watcher has no seat`() {
        let table = LobbyDriver.playing()
        let heard = table.write("guest", #"{"type":"watch","match":"m1"}"#)
        #expect(heard.kinds == ["match", "state"])
        #expect(heard.seatings.map(\.seat) == [nil])
        #expect(heard.json.contains("\"seat\":null"))
    }

    @Test func `watch without a match picks the one with the latest flip`() {
        let table = LobbyDriver("ann", "bob", "cid", "dan", "wim")
        for (opener, joiner) in [("ann", "bob"), ("cid", "dan")] {
            table.say(opener, .open(RulesRequest(), isPrivate: false))
            table.say(joiner, .join(nil))
        }
        #expect(table.say("wim", .watch(nil)).seatings.map(\.match.number) == [2])
        table.pass(10)
        table.flip("ann", 0)
        #expect(table.say("wim", .watch(nil)).seatings.map(\.match.number) == [1])
        table.pass(10)
        table.flip("cid", 0)
        #expect(table.say("wim", .watch(nil)).seatings.map(\.match.number) == [2])
    }

    @Test func `watch without a match prefers live matches, then those with flips, then newer ones`() {
        let table = LobbyDriver.playing()
        for who in ["cid", "wim"] { table.hello(who, as: who) }
        table.flip("ann", 0)
        table.say("cid", .open(RulesRequest(), isPrivate: false))
        #expect(table.say("wim", .watch(nil)).seatings.map(\.match.number) == [1])
        table.say("ann", .resign)
        #expect(table.say("wim", .watch(nil)).seatings.map(\.match.number) == [2])
    }

    @Test func `watch without a match never picks a private one`() {
        let table = LobbyDriver("ann", "wim")
        #expect(table.say("wim", .watch(nil)).kinds == ["error no_such_match"])
        table.say("ann", .open(RulesRequest(), isPrivate: true))
        #expect(table.say("wim", .watch(nil)).kinds == ["error no_such_match"])
    }

    @Test func `a watcher can open a match without leaving first`() throws {
        let table = LobbyDriver.playing()
        table.hello("wim", as: "wim")
        table.say("wim", .watch(nil))
        #expect(table.write("wim", "open").seatings.map(\.seat) == [0])
        #expect(try table.match(1).watchers.isEmpty)
        table.flip("ann", 0)
        #expect(table.heard("wim").states.isEmpty)
    }

    @Test func `a watcher can take the free seat of the match it watches`() throws {
        let table = LobbyDriver("ann", "wim")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("wim", .watch(nil))
        let heard = table.say("wim", .join(nil), id: "1")
        #expect(heard.kinds == ["match @1", "state"])
        #expect(heard.states.first?.watchers == 0)
    }

    @Test func `a client that watches the same match twice is counted once`() throws {
        let table = LobbyDriver.playing()
        for _ in 1...3 {
            #expect(table.write("guest", "watch m1").kinds == ["match", "state"])
            table.pass(1_000)
        }
        #expect(try table.match().watchers.count == 1)
        #expect(table.heard("ann").states.last?.watchers == 1)
    }

    @Test func `the only watcher of a finished match can watch it again`() {
        let table = LobbyDriver.playing()
        table.say("guest", .watch(nil))
        table.say("ann", .bye)
        table.say("bob", .bye)
        #expect(table.write("guest", "watch m1").kinds == ["match", "state"])
    }

    @Test func `the number of watchers is pushed at once, in a new version, if nothing was sent for half a second`() {
        let table = LobbyDriver.playing()
        table.pass(500)
        table.say("guest", .watch(nil))
        let states = table.heard("ann").states
        #expect(states.map(\.watchers) == [1])
        #expect(states.map(\.version) == [3])
    }

    @Test func `the number of watchers is pushed half a second after the last state, once for all newcomers`() {
        let table = LobbyDriver.playing()
        for number in 1...5 {
            #expect(table.say("guest\(number)", .watch(nil)).kinds == ["match", "state"])
        }
        table.pass(499)
        #expect(table.heard("ann").isEmpty)
        table.pass(1)
        #expect(table.heard("ann").states.map(\.watchers) == [5])
        table.pass(59_000)
        #expect(table.heard("ann").isEmpty)
    }

    @Test func `watchers who come and go within half a second cause no state`() {
        let table = LobbyDriver.playing()
        table.say("guest", .watch(nil))
        table.vanish("guest")
        table.pass(5_000)
        #expect(table.heard("ann").isEmpty)
    }

    @Test func `a flip's state carries the number of watchers, which is then not pushed again`() {
        let table = LobbyDriver.playing()
        table.say("guest", .watch(nil))
        table.flip("ann", 0)
        #expect(table.heard("bob").states.map(\.watchers) == [1])
        table.pass(5_000)
        #expect(table.heard("bob").isEmpty)
    }

    @Test(arguments: [0, 700])
    func `a person who starts to watch sees the board, and the others do not see it again`(after: Int) {
        let table = LobbyDriver.playing()
        table.type("ann", "ping")
        table.pass(after)
        #expect(table.type("guest", "watch").contains("\n\n   A   B   C"))
        table.pass(1_000)
        #expect(table.heard("ann").plain.isEmpty)
    }
}

@Suite struct `Lobby: private matches` {
    private func opened() throws -> (LobbyDriver, MatchCode) {
        let table = LobbyDriver("ann", "bob", "wim")
        let seating = table.write("ann", #"{"type":"open","private":true}"#).seatings.first
        return (table, try #require(seating?.code))
    }

    @Test func `joining or watching a private match by its ID or another code is bad_code`() throws {
        let (table, _) = try opened()
        for line in ["join m1", "watch m1", "join AAAAAA"] {
            #expect(table.write("bob", line).kinds == ["error bad_code"], "\(line)")
        }
    }

    @Test func `a private match's code admits players and watchers in any case, and is told to members only`() throws {
        let (table, code) = try opened()
        let text = code.text.lowercased()
        #expect(table.write("bob", "{\"type\":\"join\",\"code\":\"\(text)\"}").seatings.map(\.code) == [code])
        #expect(table.write("wim", "watch \(text)").seatings.map(\.code) == [code])
        #expect(table.say("wim", .leave).json.contains(code.text) == false)
        #expect(!table.say("wim", .list).json.contains(code.text))
    }

    @Test func `a code is six of A to Z and 2 to 9, never looks like an ID, and is never reused`() {
        let table = LobbyDriver()
        var codes: Set<String> = []
        for number in 1...400 {
            table.hello("p\(number)", as: "p\(number)")
            let heard = table.say("p\(number)", .open(RulesRequest(), isPrivate: true))
            let code = heard.seatings.first?.code?.text ?? ""
            #expect(code.count == 6)
            #expect(code.allSatisfy { "ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789".contains($0) })
            #expect(MatchID(code) == nil)
            codes.insert(code)
        }
        #expect(codes.count == 400)
    }

    @Test func `a private match keeps its code through a rematch, and loses it when it is gone`() throws {
        let (table, code) = try opened()
        table.say("bob", .join(.code(code)))
        table.say("bob", .resign)
        table.say("ann", .rematch)
        #expect(table.say("bob", .rematch).seatings.map(\.code) == [code])
        let seating = table.say("wim", .watch(.code(code))).seatings.first
        #expect(seating?.match.number == 2)
        for who in ["ann", "bob", "wim"] { table.say(who, .bye) }
        #expect(table.say("cid", .watch(.code(code))).kinds == ["error bad_code"])
    }
}
