import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: resuming` {
    @Test func `a name sent with a token is ignored`() throws {
        let table = LobbyDriver.playing()
        table.vanish("ann")
        let token = try table.token(of: "ann").text
        let heard = table.write("ann", "{\"type\":\"hello\",\"name\":\"bob\",\"token\":\"\(token)\"}")
        #expect(heard.welcomes.map(\.name) == ["ann"])
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
