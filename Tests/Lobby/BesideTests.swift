import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: two players at one client` {
    /// Ann, in a match of 2x2 with Bob beside her.
    private func playing(_ people: String = "cid") -> (table: LobbyDriver, heard: [Message]) {
        let table = LobbyDriver("ann", people)
        return (table, table.write("ann", #"{"type":"open","beside":"Bob","rules":{"rows":2,"columns":4}}"#))
    }

    @Test func `a match for two at one client begins at once, under both names`() throws {
        let (_, heard) = playing()
        #expect(heard.kinds == ["match", "state"])
        #expect(heard.seatings.first?.beside == 1)
        let state = try #require(heard.states.first)
        #expect(state.change == .deal && state.turn == 0)
        #expect(state.seats.map(\.name) == ["ann", "Bob"] && state.seats.map(\.kind) == [.person, .beside])
    }

    @Test func `each flip is that of the seat whose turn it is`() throws {
        let (table, _) = playing()
        try table.miss("ann")
        #expect(table.flip("ann", 0).kinds == ["error showing"])
        table.pass(1000)
        #expect(try table.match().game.turn == 1)
        try table.takePair("ann")
        #expect(try table.match().scores == [0, 1])
        #expect(try table.match().moves.map(\.seat) == [0, 0, 1, 1])
        try table.takePair("ann")
        #expect(try table.match().scores == [1, 1])
    }

    @Test func `resigning and leaving give up for the seat whose turn it is`() throws {
        for command in [Command.resign, .leave] {
            let (table, _) = playing()
            try table.takePair("ann")
            let heard = table.say("ann", command)
            #expect(heard.states.last?.result?.winner == 0)
            #expect(heard.states.last?.change == .resign(seat: 1))
            #expect(table.records.first?.summary.players == ["ann", "Bob"])
            #expect(table.records.first?.summary.opponent == .beside)
        }
    }

    @Test func `both seats are away and back together`() throws {
        let (table, _) = playing()
        table.say("cid", .watch(nil))
        table.vanish("ann")
        #expect(table.heard("cid").states.last?.seats.map(\.present) == [false, false])
        let heard = try table.comeBack("ann")
        #expect(heard.kinds == ["welcome", "match", "state"])
        #expect(heard.seatings.first?.beside == 1)
        #expect(table.heard("cid").states.last?.seats.map(\.present) == [true, true])
    }

    @Test func `a rematch is agreed at once, and the other seat begins it`() throws {
        let (table, _) = playing()
        table.say("ann", .resign)
        let heard = table.say("ann", .rematch)
        #expect(heard.seatings.first?.beside == 1)
        #expect(heard.states.last?.turn == 1 && heard.states.last?.seats.map(\.name) == ["ann", "Bob"])
    }

    @Test func `the second name must be free, and nobody else can take it until the match is gone`() throws {
        let (table, _) = playing()
        #expect(table.hello("cid", as: "BOB").kinds == ["error name_taken"])
        #expect(table.write("cid", #"{"type":"open","beside":"bob"}"#).kinds == ["error name_taken"])
        #expect(table.write("cid", #"{"type":"open","beside":"ann"}"#).kinds == ["error name_taken"])
        #expect(table.write("cid", #"{"type":"open","beside":"cid"}"#).kinds == ["error name_taken"])
        #expect(table.write("cid", #"{"type":"open","beside":"host"}"#).kinds == ["error bad_name"])
        table.say("ann", .resign)
        #expect(table.hello("cid", as: "Bob").kinds == ["error name_taken"])
        table.say("ann", .leave)
        #expect(table.hello("cid", as: "Bob").kinds == ["welcome"])
    }

    @Test func `the same two open another match without leaving the last, and a watcher keeps no name for them`() throws
    {
        let (table, _) = playing()
        table.say("cid", .watch(nil))
        table.say("ann", .resign)
        #expect(table.write("ann", #"{"type":"open","beside":"Bob"}"#).kinds == ["match", "state"])
        table.say("ann", .resign)
        table.say("cid", .watch(.id(MatchID(number: 2))))
        table.say("ann", .leave)
        #expect(table.hello("bob", as: "Bob").kinds == ["welcome"])
    }

    @Test(arguments: [false, true])
    func `after a restart the match goes on, and the second name is kept`(isCompacted: Bool) throws {
        let (table, _) = playing()
        try table.takePair("ann")
        try table.restart(isCompacted: isCompacted)
        #expect(table.hello("cid", as: "Bob").kinds == ["error name_taken"])
        #expect(try table.comeBack("ann").seatings.first?.beside == 1)
        try table.takePair("ann")
        #expect(try table.match().scores == [1, 1])
    }

    @Test func `if the players never come back, nobody wins and both names are free`() {
        let (table, _) = playing()
        table.vanish("ann")
        table.pass(10_000_000)
        #expect(table.lobby.matchCount == 0 && table.records.first?.summary.winner == nil)
        #expect(table.hello("cid", as: "Bob").kinds == ["welcome"])
    }

    @Test func `nobody can join the match, and a plain player is told how it is played`() {
        let table = LobbyDriver("ann", "cid")
        let text = table.type("ann", "open quick beside Bob")
        #expect(text.contains("Both players use this client"))
        #expect(text.contains("The match begins. ann plays Bob."))
        #expect(table.say("cid", .join(.id(MatchID(number: 1)))).kinds == ["error match_full"])
    }
}
