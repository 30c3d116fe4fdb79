import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Match: rematches` {
    @Test func `an offer of a rematch is shown in its seat to everyone`() {
        let table = LobbyDriver.playing()
        table.say("ann", .resign)
        _ = table.heard("bob")
        table.say("ann", .rematch)
        #expect(table.heard("bob").states.map { $0.seats.map(\.rematch) } == [[true, false]])
    }

    @Test func `once all have offered, everyone gets the next match unasked, and the other seat starts`() throws {
        let table = LobbyDriver.playing()
        table.say("guest", .watch(nil))
        table.say("ann", .resign)
        table.say("ann", .rematch)
        for who in ["bob", "guest"] { _ = table.heard(who) }
        let bob = table.say("bob", .rematch)
        let guest = table.heard("guest")
        for heard in [bob, guest] {
            #expect(heard.kinds == ["state", "match", "state"])
            #expect(heard.states.first?.result?.rematch == MatchID(number: 2))
            #expect(heard.states.last?.match == MatchID(number: 2))
            #expect(heard.states.last?.turn == 1)
            #expect(heard.states.last?.watchers == 1)
            #expect(heard.states.last?.seats.map(\.name) == ["ann", "bob"])
        }
        #expect(bob.seatings.map(\.seat) == [1])
        #expect(guest.seatings.map(\.seat) == [nil])
        #expect(table.flip("ann", 0).kinds == ["error not_your_turn"])
        #expect(table.flip("bob", 0).kinds == ["state"])
        #expect(table.write("guest", "watch m1").kinds == ["error no_such_match"])
    }

    @Test func `a third match starts with seat 0 again, under the same rules`() {
        let table = LobbyDriver.playing(#""duel""#)
        for _ in 1...2 {
            table.say("ann", .resign)
            table.say("ann", .rematch)
            table.say("bob", .rematch)
            table.pass(Limits.lateMilliseconds)
        }
        let heard = table.heard("ann")
        #expect(heard.states.last?.turn == 0)
        #expect(heard.seatings.map(\.rules) == [.preset(.duel)])
    }

    @Test func `a rematch after the opponent has left is opponent_left`() {
        let table = LobbyDriver.playing()
        table.say("ann", .leave)
        #expect(table.say("bob", .rematch).kinds == ["error opponent_left"])
    }

    @Test func `a rematch cannot be offered during a match`() {
        let table = LobbyDriver.playing()
        #expect(table.say("ann", .rematch).kinds == ["error not_playing"])
    }

    @Test func `an offer is void once its player is gone, and the other player's stands`() throws {
        let table = LobbyDriver.playing()
        table.say("ann", .resign)
        table.say("ann", .rematch)
        table.vanish("ann")
        #expect(table.heard("bob").states.last?.seats.map(\.rematch) == [false, false])
        #expect(table.say("bob", .rematch).kinds == ["state"])
        try table.comeBack("ann")
        #expect(table.say("ann", .rematch).kinds == ["state", "match", "state"])
    }

    @Test func `in a finished match a gone player's seat is freed when the grace period ends`() {
        let table = LobbyDriver.playing()
        table.say("ann", .resign)
        table.vanish("ann")
        table.pass(119_999)
        #expect(table.say("bob", .rematch).kinds == ["state"])
        table.pass(1)
        #expect(table.say("bob", .rematch).kinds == ["error opponent_left"])
    }

    @Test func `in a solo game one offer starts the next game`() {
        let table = LobbyDriver("ann")
        table.write("ann", "open quick solo")
        table.say("ann", .resign)
        #expect(table.say("ann", .rematch).kinds == ["state", "match", "state"])
    }
}

@Suite struct `Match: solo games` {
    @Test func `a solo game starts at once, and is won when its board is cleared`() throws {
        let table = LobbyDriver("ann")
        let heard = table.write("ann", #"{"type":"open","rules":{"preset":"quick","seats":1}}"#)
        #expect(heard.kinds == ["match", "state"])
        #expect(heard.states.map(\.phase) == [.playing])
        #expect(heard.states.first?.seats.first?.turnsLeft == 30)
        try table.clear("ann")
        #expect(table.heard("ann").isEmpty)
        #expect(try table.match().game.ending == Ending(winner: 0, reason: .cleared))
    }

    @Test func `the first game played to the end is the best, then only one that beats it`() throws {
        let table = LobbyDriver("ann")
        func best(misses: Int, _ rules: String) throws -> Bool? {
            table.write("ann", "open \(rules)")
            for _ in 0..<misses {
                try table.miss("ann")
                table.pass(1_000)
            }
            try table.clear("ann")
            defer { table.vanish("guest") }
            let seen = table.write("guest", "watch \(try table.match().id.text)").states.last?.result?.best
            table.say("ann", .leave)
            return seen
        }
        #expect(try best(misses: 2, "quick solo") == true)
        #expect(try best(misses: 2, "quick solo") == false)
        #expect(try best(misses: 3, "quick solo") == false)
        #expect(try best(misses: 1, "quick solo") == true)
        #expect(try best(misses: 5, "quick solo points") == true)
    }

    @Test func `a game that was resigned, abandoned or timed out is never the best, and has no winner`() throws {
        for how in ["resign", "timeout", "abandoned"] {
            let table = LobbyDriver("ann")
            table.write("ann", "open quick solo")
            table.say("guest", .watch(nil))
            try table.takePair("ann")
            if how == "resign" { table.say("ann", .resign) }
            if how == "abandoned" { table.vanish("ann") }
            table.pass(180_000)
            let result = table.heard("guest").states.compactMap(\.result).first
            #expect((result?.winner, result?.best) == (nil, false), "\(how)")
            #expect(table.lobby.ledger.best.all.isEmpty)
        }
    }

    @Test func `a solo game that runs out of turns may be the best, and has no winner`() throws {
        let table = LobbyDriver("ann")
        table.write("ann", "open solo turns=1")
        let (one, other) = try table.cards(alike: true)
        table.flip("ann", one)
        let result = table.flip("ann", other).states.first?.result
        #expect(
            result?.unsealed
                == MatchState.Result(
                    winner: nil, reason: .turns, rematch: nil, best: true, record: RecordID(number: 1),
                    recall: [Recall()])
        )
    }
}
