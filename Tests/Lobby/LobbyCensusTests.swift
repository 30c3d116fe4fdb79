import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: the census` {
    @Test func `each match is in one stage of its game, and players and watchers are counted`() throws {
        let table = LobbyDriver("ann", "bob", "cid", "dan")
        #expect(table.lobby.census.players == 4)
        table.say("ann", .open(RulesRequest(), isPrivate: true))
        table.write("bob", #"{"type":"open","rules":{"game":"set","seats":1}}"#)
        table.say("cid", .watch(.id(MatchID(number: 2))))
        table.say("dan", .watch(.id(MatchID(number: 2))))
        var census = table.lobby.census
        #expect(census.matches(of: .memory, in: .waiting) == 1 && census.matches(of: .set, in: .playing) == 1)
        #expect(census.watchers == 2 && census.players == 4)
        table.vanish("bob")
        census = table.lobby.census
        #expect(census.matches(of: .set, in: .paused) == 1 && census.players == 3)
        var all = 0
        for game in GameKind.allCases {
            for stage in Lobby.Census.MatchStatus.allCases { all += census.matches(of: game, in: stage) }
        }
        #expect(all == table.lobby.matchCount && all == 2)
        table.say("cid", .leave)
        #expect(table.lobby.census.watchers == 1)
        table.say("ann", .leave)
        #expect(table.lobby.census.matches(of: .memory, in: .waiting) == 0)
    }

    @Test func `moves of people and of the house are counted once, and what a clock does is not`() throws {
        let table = LobbyDriver("ann", "bob")
        table.write("ann", #"{"type":"open","house":"novice","rules":{"preset":"quick","revealMs":0}}"#)
        try table.miss("ann")
        func count() -> Int {
            var sum = 0
            table.lobby.moves.forEach { sum += $2 }
            return sum
        }
        #expect(count() == 2)
        table.pass(0)
        #expect(count() == 2)  // The cards were turned back.
        while try table.match().game.active == 1 { table.passToNextDue() }
        let moved = table.entries.count { entry in
            if case .changed(_, .moved, _) = entry { true } else { false }
        }
        #expect(count() == moved && moved >= 4)
    }
}
