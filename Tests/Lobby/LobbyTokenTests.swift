import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: resuming` {
    @Test func `a token restores the name and the seat, and stays the same`() throws {
        let table = LobbyDriver.playing()
        let old = try table.token(of: "ann")
        table.vanish("ann")
        let heard = try table.comeBack("ann")
        #expect(heard.kinds == ["welcome", "match", "state"])
        #expect(heard.welcomes.map(\.name) == ["ann"])
        #expect(heard.welcomes.map(\.resumed) == [true])
        #expect(heard.welcomes.map(\.token) == [old])
        #expect(heard.seatings.map(\.seat) == [0])
        #expect(table.flip("ann", 0).kinds == ["state"])
    }

    @Test func `a name sent with a token is ignored`() throws {
        let table = LobbyDriver.playing()
        table.vanish("ann")
        let token = try table.token(of: "ann").text
        let heard = table.write("ann", "{\"type\":\"hello\",\"name\":\"bob\",\"token\":\"\(token)\"}")
        #expect(heard.welcomes.map(\.name) == ["ann"])
    }

    @Test func `an older connection still open gets bye with replaced, and the match is unaffected`() throws {
        let table = LobbyDriver.playing()
        let heard = try table.comeBack("ann", as: "ann2")
        #expect(heard.kinds == ["welcome", "match", "state"])
        #expect(heard.welcomes.map(\.resumed) == [true])
        #expect(table.heard("ann").kinds == ["bye replaced"])
        #expect(!table.isOpen("ann"))
        table.vanish("ann")
        #expect(table.heard("bob").isEmpty)
        #expect(table.flip("ann2", 0).states.map(\.seats[0].present) == [true])
    }

    @Test func `a token from the lobby restores the name alone`() throws {
        let table = LobbyDriver("ann")
        let heard = try table.comeBack("ann", as: "ann2")
        #expect(heard.kinds == ["welcome"])
        #expect(heard.welcomes.map(\.resumed) == [false])
        #expect(table.heard("ann").kinds == ["bye replaced"])
    }

    @Test func `a client's own token on its own connection is repeated and closes nothing`() throws {
        let table = LobbyDriver("ann")
        let token = try table.token(of: "ann")
        for _ in 0..<2 {
            #expect(table.say("ann", .hello(.token(token))).welcomes.map(\.token) == [token])
            #expect(table.isOpen("ann"))
        }
    }

    @Test func `a name keeps its token however its owner spells it, and another name gets another`() throws {
        let table = LobbyDriver("ann")
        let token = try table.token(of: "ann")
        for spelling in ["ANN", "Ann", "Ann"] {
            #expect(table.hello("ann", as: spelling).welcomes.map(\.token) == [token])
        }
        let other = try #require(table.hello("ann", as: "Zoe").welcomes.first?.token)
        #expect(other != token)
        #expect(table.say("thief", .hello(.token(token))).kinds == ["error bad_token"])
        #expect(table.say("thief", .hello(.token(other))).welcomes.map(\.name) == ["Zoe"])
    }

    @Test func `however many welcomes are lost on the way, the first one's token still works`() throws {
        let table = LobbyDriver.playing()
        let token = try table.token(of: "ann")
        for _ in 0..<3 {
            table.vanish("ann")
            #expect(table.say("ann", .hello(.token(token))).welcomes.map(\.resumed) == [true])
        }
    }

    @Test func `a bad_token refusal changes nothing`() throws {
        let table = LobbyDriver("ann")
        let token = try table.token(of: "ann")
        #expect(table.write("ann", "resume \(String(repeating: "0", count: 32))").kinds == ["error bad_token"])
        #expect(table.write("ann", "resume nonsense").kinds == ["error bad_token"])
        #expect(table.write("ann", "say here").saids.map(\.from) == ["ann"])
        #expect(table.say("ann", .hello(.token(token))).kinds == ["welcome"])
    }

    @Test func `a token without a seat expires with its connection`() throws {
        let table = LobbyDriver("ann")
        table.vanish("ann")
        #expect(try table.comeBack("ann").kinds == ["error bad_token"])
    }

    @Test func `an expired token stays invalid when somebody else takes the name`() throws {
        let table = LobbyDriver("ann", "bob")
        let tokens = [try table.token(of: "ann"), try table.token(of: "bob")]
        table.vanish("ann")
        table.hello("bob", as: "Robert")
        for name in ["ann", "bob"] {
            table.connect(name)
            #expect(table.hello(name, as: name).kinds == ["welcome"])
        }
        for token in tokens {
            #expect(table.say("thief", .hello(.token(token))).kinds == ["error bad_token"])
        }
    }

    @Test func `a token expires with bye, and when its seat's grace period ends`() throws {
        for ending in ["bye", "grace"] {
            let table = LobbyDriver.playing()
            if ending == "bye" { table.say("ann", .bye) } else { table.vanish("ann") }
            table.pass(120_000)
            #expect(try table.comeBack("ann").kinds == ["error bad_token"], "\(ending)")
        }
    }

    @Test func `a token does not resume watching`() throws {
        let table = LobbyDriver.playing()
        table.hello("wim", as: "wim")
        table.say("wim", .watch(nil))
        let heard = try table.comeBack("wim", as: "wim2")
        #expect(heard.kinds == ["welcome"])
        #expect(heard.welcomes.map(\.resumed) == [false])
        #expect(try table.match().watchers.isEmpty)
    }

    @Test func `a client that resumes gives up the name it had until then`() throws {
        let table = LobbyDriver.playing()
        table.vanish("ann")
        table.hello("new", as: "Zoe")
        #expect(table.say("new", .hello(.token(try table.token(of: "ann")))).welcomes.map(\.name) == ["ann"])
        #expect(table.hello("other", as: "Zoe").kinds == ["welcome"])
    }

    @Test(arguments: [0, 1_000])
    func `a watcher who resumes a seat in the same match stops watching, and gets the reply first`(
        after: Int
    ) throws {
        let table = LobbyDriver.playing()
        table.say("ann2", .watch(nil))
        table.pass(600)
        table.say("guest", .watch(nil))
        table.pass(after)
        _ = table.heard("ann2")
        let heard = table.say("ann2", .hello(.token(try table.token(of: "ann"))), id: "1")
        #expect(heard.kinds == ["welcome @1", "match", "state"])
        #expect(table.heard("ann").kinds.last == "bye replaced")
        #expect(try table.match().watchers.count == 1)
        table.pass(1_000)
        #expect(table.heard("bob").states.last?.watchers == 1)
    }

    @Test func `a watcher who resumes while an older connection watches the same match gets welcome first`() throws {
        let table = LobbyDriver.playing()
        for who in ["wim", "wim2"] { table.say(who, .watch(nil)) }
        table.hello("wim", as: "wim")
        table.pass(1_000)
        let heard = table.say("wim2", .hello(.token(try table.token(of: "wim"))), id: "1")
        #expect(heard.kinds == ["welcome @1", "state"])
        #expect(heard.states.map(\.watchers) == [1])
    }

    @Test func `the opener of a waiting match can resume it`() throws {
        let table = LobbyDriver("ann", "wim")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("wim", .watch(nil))
        table.vanish("ann")
        #expect(table.heard("wim").states.map(\.seats[0].present) == [false])
        table.pass(119_999)
        #expect(try table.comeBack("ann").states.map(\.phase) == [.waiting])
        table.pass(3_600_000)
        #expect(try table.match().isWaiting)
    }

    @Test func `a player can resume a finished match while the seat is kept`() throws {
        let table = LobbyDriver.playing()
        table.say("ann", .resign)
        table.vanish("ann")
        table.pass(119_999)
        #expect(try table.comeBack("ann").states.map(\.phase) == [.over])
        table.say("bob", .rematch)
        #expect(table.say("ann", .rematch).kinds == ["state", "match", "state"])
    }

    @Test(arguments: ["waiting", "both gone", "over"])
    func `a person who resumes sees the board, even if nothing on it has changed`(phase: String) throws {
        let table = LobbyDriver("ann", "bob")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        if phase != "waiting" { table.say("bob", .join(nil)) }
        if phase == "both gone" { table.vanish("bob") }
        if phase == "over" { table.say("bob", .resign) }
        table.vanish("ann")
        let token = try table.token(of: "ann").text
        #expect(table.type("ann", "resume \(token)").contains("\n\n   A   B   C"))
    }
}
