import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: private matches` {
    private func opened() throws -> (LobbyDriver, MatchCode) {
        let table = LobbyDriver("ann", "bob", "wim")
        let seating = table.write("ann", #"{"type":"open","private":true}"#).seatings.first
        return (table, try #require(seating?.code))
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
