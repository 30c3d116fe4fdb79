import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: opening, joining, leaving` {
    @Test func `open creates a match with the requested rules, and gives the opener seat 0`() throws {
        let table = LobbyDriver("ann")
        let heard = table.write("ann", #"{"type":"open","rules":{"preset":"tiles","revealMs":2000}}"#)
        #expect(heard.kinds == ["match", "state"])
        let seating = try #require(heard.seatings.first)
        #expect((seating.match.text, seating.seat, seating.code) == ("m1", 0, nil))
        #expect((seating.rules.rows, seating.rules.matched, seating.rules.revealMilliseconds) == (4, .vanish, 2000))
        #expect(heard.states.map(\.phase) == [.waiting])
        #expect(heard.states.first?.turn == nil)
        #expect(heard.states.first?.seats.map(\.name) == ["ann"])
    }

    @Test func `the second player starts the match, and seat 0 flips first`() throws {
        let table = LobbyDriver("ann", "bob")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        let heard = table.say("bob", .join(.id(MatchID(number: 1))))
        #expect(heard.seatings.map(\.seat) == [1])
        let state = try #require(heard.states.first)
        #expect((state.phase, state.turn, state.turnEndsInMilliseconds) == (.playing, 0, 60_000))
        #expect(table.heard("ann").states == [state])
    }

    @Test func `join without a match picks the oldest open public one`() throws {
        let table = LobbyDriver("ann", "bob", "cid", "dan")
        table.say("ann", .open(RulesRequest(), isPrivate: true))
        table.say("bob", .open(RulesRequest(), isPrivate: false))
        table.say("cid", .open(RulesRequest(), isPrivate: false))
        #expect(table.say("dan", .join(nil)).seatings.map(\.match.number) == [2])
    }

    @Test func `join without a match skips one whose opener is gone, and opens one if there is no other`() {
        let table = LobbyDriver("ann", "bob", preset: .duel)
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.vanish("ann")
        let seating = table.say("bob", .join(nil)).seatings.first
        #expect((seating?.match.number, seating?.seat) == (2, 0))
        #expect(seating?.rules == .preset(.duel))
    }

    @Test func `a waiting match cannot be joined by ID while its opener is gone`() throws {
        let table = LobbyDriver("ann", "bob")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.vanish("ann")
        #expect(table.say("bob", .join(.id(MatchID(number: 1)))).kinds == ["error opponent_left"])
        try table.comeBack("ann")
        #expect(table.say("bob", .join(.id(MatchID(number: 1)))).kinds == ["match", "state"])
    }

    @Test func `a match with both seats taken is full, and so is a finished one`() {
        let table = LobbyDriver.playing()
        table.hello("cid", as: "cid")
        #expect(table.write("cid", "join m1").kinds == ["error match_full"])
        table.say("bob", .leave)
        #expect(table.write("cid", "join m1").kinds == ["error match_full"])
        #expect(table.write("ann", "join m1").kinds == ["error match_full"])
        #expect(table.write("cid", "join m2").kinds == ["error no_such_match"])
    }

    @Test func `open, join and watch from a waiting or running match are already_seated`() {
        let table = LobbyDriver("ann", "bob")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        for line in ["open", "join", "watch", "join m99", "open 99x99", "join ?"] {
            #expect(table.write("ann", line).kinds == ["error already_seated"])
        }
        table.say("bob", .join(nil))
        table.vanish("ann")
        for line in ["open", "join m1", "watch m1"] {
            #expect(table.write("bob", line).kinds == ["error already_seated"])
        }
    }

    @Test(arguments: ["open", "join", "watch m1", "watch m2"])
    func `open, join and watch from a finished match leave it first`(line: String) throws {
        let table = LobbyDriver.playing()
        table.hello("cid", as: "cid")
        table.say("cid", .open(RulesRequest(), isPrivate: false))
        table.say("ann", .resign)
        for who in ["ann", "bob"] { _ = table.heard(who) }
        #expect(table.write("ann", line).seatings.count == 1)
        let state = try #require(table.heard("bob").states.first)
        #expect(state.seats.map(\.present) == [false, true])
        #expect(table.say("bob", .rematch).kinds == ["error opponent_left"])
    }

    @Test func `a refused open, join or watch from a finished match keeps the seat and the offer`() {
        let table = LobbyDriver.playing()
        table.say("ann", .resign)
        table.say("bob", .rematch)
        for line in ["join m9", "watch m9", "join KQ7XM4", "open 3x3"] {
            #expect(table.write("bob", line).errors.count == 1)
        }
        #expect(table.say("ann", .rematch).kinds == ["state", "match", "state"])
    }

    @Test func `leaving a running match resigns it, with a final state`() {
        let table = LobbyDriver.playing()
        let heard = table.say("ann", .leave, id: "1")
        #expect(heard.kinds == ["ok @1", "state"])
        #expect(heard.states.first?.result?.unsealed == .ofTwo(winner: 1, .resigned))
        let states = table.heard("bob").states
        #expect(states == heard.states)
        #expect(states.map(\.phase) == [.over])
        #expect(states.map { [$0.seats[0].left, $0.seats[0].present] } == [[true, false]])
        #expect(table.say("ann", .leave).kinds == ["error not_seated"])
    }

    @Test func `leaving a waiting match ends it as abandoned, with a final state for everyone in it`() throws {
        let table = LobbyDriver("ann", "wim")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("wim", .watch(nil))
        let heard = table.say("ann", .leave)
        #expect(heard.kinds == ["state"])
        let result = MatchState.Result(winner: nil, reason: .abandoned, rematch: nil, best: false)
        #expect(heard.states.first?.result?.unsealed == result)
        #expect(heard.states.map(\.change) == [.abandon(seat: 0)])
        #expect(heard.states.map { $0.seats.map(\.left) } == [[true]])
        #expect(table.heard("wim").states.first?.result?.unsealed == result)
        #expect(table.say("wim", .leave, id: "1").kinds == ["ok @1"])
        #expect(table.lobby.matches.all.isEmpty)
    }

    @Test func `a finished match remains while anyone is in it, even a watcher`() {
        let table = LobbyDriver.playing()
        table.say("guest", .watch(nil))
        table.say("ann", .resign)
        table.say("ann", .leave)
        table.say("bob", .bye)
        table.pass(3_600_000)
        #expect(table.write("late", "watch m1").states.map(\.phase) == [.over])
        table.vanish("guest")
        table.say("late", .leave)
        #expect(table.write("late", "watch m1").kinds == ["error no_such_match"])
    }

    @Test func `a client in no match cannot leave, flip, resign or offer a rematch`() {
        let table = LobbyDriver("ann", "wim")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        #expect(table.say("wim", .leave).kinds == ["error not_seated"])
        for place in ["lobby", "watching"] {
            for command in [Command.move(.flip(.card(0))), .resign, .rematch] {
                #expect(table.say("wim", command).kinds == ["error not_seated"], "\(place)")
            }
            table.say("wim", .watch(nil))
        }
    }

    @Test func `a host has a limit on matches, and a refused opener stays where it was`() {
        let table = LobbyDriver()
        for number in 0..<Limits.matches {
            table.hello("p\(number)", as: "p\(number)")
            #expect(table.say("p\(number)", .open(RulesRequest(), isPrivate: false)).kinds == ["match", "state"])
        }
        table.hello("late", as: "late")
        let heard = table.say("late", .open(RulesRequest(), isPrivate: false))
        #expect(heard.errors == [ErrorReport(.tooManyMatches, command: "open")] && heard.count == 1)
        #expect(table.say("late", .leave).kinds == ["error not_seated"])
    }
}
