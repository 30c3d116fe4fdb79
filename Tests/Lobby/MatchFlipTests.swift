import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Match: flips` {
    @Test func `a flip is checked in the protocol's order, and the first failed check is reported`() throws {
        let table = LobbyDriver()
        func flip(_ card: String, by who: String = "ann") -> [String] {
            table.write(who, "{\"type\":\"flip\",\"card\":\(card)}").kinds
        }
        #expect(flip("\"x\"") == ["error name_needed"])
        table.hello("ann", as: "ann")
        #expect(flip("\"x\"") == ["error not_seated"])
        table.write("ann", #"{"type":"open","rules":"square"}"#)
        #expect(flip("\"x\"") == ["error bad_field"])
        #expect(flip("99") == ["error not_playing"])
        table.hello("bob", as: "bob")
        table.say("bob", .join(nil))
        let (one, other) = try table.cards(alike: false)
        #expect(flip("99", by: "bob") == ["error not_your_turn"])
        #expect(flip("99") == ["error no_such_card"])
        #expect(flip("-1") == ["error no_such_card"])
        #expect(flip("\(one)") == ["state"])
        #expect(flip("\(one)", by: "bob") == ["error not_your_turn"])
        #expect(flip("\(one)") == ["error card_face_up"])
        #expect(flip("\(other)") == ["state"])
        #expect(flip("99", by: "bob") == ["error showing"])
        #expect(flip("\(one)") == ["error showing"])
        table.vanish("bob")
        #expect(flip("\(one)") == ["error not_playing"])
        table.say("ann", .resign)
        #expect(flip("\(one)") == ["error not_playing"])
        #expect(flip("\"x\"") == ["error bad_field"])
    }

    @Test func `in plain words a card is named by its place, and a place outside the board is refused`() {
        let table = LobbyDriver.playing(#""square""#)
        #expect(table.write("ann", "e1").kinds == ["error no_such_card"])
        #expect(table.write("ann", "a5").kinds == ["error no_such_card"])
        #expect(table.write("ann", "flip nonsense").kinds == ["error bad_field"])
        #expect(table.write("ann", "B4").states.map(\.turned) == [[13]])
        #expect(table.heard("bob").plain.contains("B4"))
    }

    @Test func `a taken card is face up, even on a board where taken cards vanish`() throws {
        for rules in [#""square""#, #""tiles""#] {
            let table = LobbyDriver.playing(rules)
            let (one, _) = try table.cards(alike: true)
            try table.takePair("ann")
            #expect(table.heard("bob").states.last?.cards[one] != nil)
            #expect(table.flip("bob", one).kinds == ["error card_face_up"])
        }
    }

    @Test func `every flip sends a state with its card open, and a mismatch one that is showing`() throws {
        let table = LobbyDriver.playing()
        let (one, other) = try table.cards(alike: false)
        let first = try #require(table.flip("ann", one).states.first)
        #expect((first.phase, first.turned, first.turn) == (.playing, [one], 0))
        #expect(first.cards.indices.filter { first.cards[$0] != nil } == [one])
        let second = try #require(table.flip("ann", other).states.first)
        #expect((second.phase, second.turned) == (.showing, [one, other]))
        #expect(second.turn == nil)
        #expect(second.turnEndsInMilliseconds == nil)
        #expect(table.heard("bob").states == [first, second])
    }

    @Test func `two different cards turn back after revealMs, and the turn passes`() throws {
        let table = LobbyDriver.playing(#"{"revealMs":1500}"#)
        try table.miss("ann")
        _ = table.heard("bob")
        table.pass(1_499)
        #expect(table.heard("bob").isEmpty)
        table.pass(1)
        let state = try #require(table.heard("bob").states.first)
        #expect((state.phase, state.turn, state.turned) == (.playing, 1, []))
        #expect(state.turnEndsInMilliseconds == 60_000)
        #expect(state.cards.allSatisfy { $0 == nil })
    }

    @Test func `with a revealMs of 0 a mismatch is still shown, and turned back at once`() throws {
        let table = LobbyDriver.playing(#"{"revealMs":0}"#)
        try table.miss("ann")
        table.pass(0)
        #expect(table.heard("bob").states.map(\.phase) == [.playing, .showing, .playing])
    }

    @Test func `a pair is taken at once, and passes the turn`() throws {
        let table = LobbyDriver.playing()
        let (one, other) = try table.cards(alike: true)
        table.flip("ann", other)
        let state = try #require(table.flip("ann", one).states.first)
        #expect((state.phase, state.turn, state.turned) == (.playing, 1, []))
        #expect(state.seats[0].taken == [other, one])
        #expect((state.seats[0].score, state.seats[0].turnsLeft) == (1, 14))
    }

    @Test func `with again, a player who takes a pair goes on with a fresh clock`() throws {
        let table = LobbyDriver.playing(#"{"again":true}"#)
        table.pass(30_000)
        try table.takePair("ann")
        let state = try #require(table.heard("bob").states.last)
        #expect((state.turn, state.turnEndsInMilliseconds, state.seats[0].turnsLeft) == (0, 60_000, 15))
    }

    @Test func `a match ends when its board is cleared, with all cards shown`() throws {
        let table = LobbyDriver.playing(#""quick""#)
        let deck = try table.deck()
        try table.clear("ann", "bob")
        let state = try #require(table.heard("bob").states.last)
        #expect(state.result?.unsealed == .ofTwo(winner: 0, .cleared, record: 1))
        #expect(state.cards.map { $0 ?? "" } == deck)
        #expect((state.phase, state.seats.map(\.score)) == (.over, [3, 2]))
        #expect(table.say("ann", .resign).kinds == ["error not_playing"])
    }

    @Test func `a match ends when no seat has turns left, and equal scores are a draw`() throws {
        let table = LobbyDriver.playing(#"{"turns":1}"#)
        try table.miss("ann")
        table.pass(1_000)
        try table.miss("bob")
        #expect(table.heard("ann").states.last?.phase == .showing)
        table.pass(1_000)
        let state = try #require(table.heard("ann").states.last)
        #expect(state.result?.unsealed == .ofTwo(winner: nil, .turns, record: 1))
    }

    @Test func `a player who resigns loses, whatever the score and whoever's turn it is`() throws {
        let table = LobbyDriver.playing()
        try table.takePair("ann")
        let state = try #require(table.say("ann", .resign).states.first)
        #expect(state.result?.unsealed == .ofTwo(winner: 1, .resigned, record: 1))
        #expect(state.turn == nil)
    }

    @Test func `a waiting match allows neither resign nor rematch`() {
        let table = LobbyDriver("ann")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        #expect(table.say("ann", .resign).kinds == ["error not_playing"])
        #expect(table.say("ann", .rematch).kinds == ["error not_playing"])
    }

    @Test func `a face that was never turned up is in no message until the match is over`() throws {
        let table = LobbyDriver.playing(#""square""#)
        let deck = try table.deck()
        table.say("guest", .watch(nil))
        let (one, other) = try table.cards(alike: false)
        let seen = Set([deck[one], deck[other]])
        let lines = [table.flip("ann", one), table.flip("ann", other), table.heard("bob"), table.heard("guest")]
        table.pass(1_000)
        for messages in lines + [table.heard("ann"), table.write("bob", "list")] {
            for face in deck where !seen.contains(face) {
                #expect(!messages.json.contains(face))
                #expect(!messages.plain.contains(face))
            }
        }
    }
}

extension MatchState.Result {
    /// The result of a match for two, unsealed, in which nobody could remember anything.
    static func ofTwo(winner: Int?, _ reason: Ending.Reason, record: Int? = nil) -> Self {
        MatchState.Result(
            winner: winner, reason: reason, rematch: nil, best: false, record: record.map { RecordID(number: $0) },
            recall: [Recall(), Recall()])
    }
}
