import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import Simulation
@testable import TestDrivers

@Suite struct `Lobby: matches against the house` {
    /// Ann, in a match against the house that has just been dealt.
    private func playing(
        _ level: HouseLevel = .steady, _ rules: String = #""quick""#, seed: UInt64 = 1
    ) -> (table: LobbyDriver, heard: [Message]) {
        let table = LobbyDriver("ann", "bob", seed: seed)
        let heard = table.write("ann", #"{"type":"open","house":"\#(level.rawValue)","rules":\#(rules)}"#)
        return (table, heard)
    }

    @Test func `the house thinks before each flip, longest where it guesses, up to twice the rules' time`() throws {
        var (times, firsts, seconds): ([Int], Int, Int) = ([], 0, 0)
        for seed in 1...20 as ClosedRange<UInt64> {
            let (table, _) = playing(.novice, #"{"preset":"quick","houseMs":900,"revealMs":0}"#, seed: seed)
            try table.miss("ann")
            table.pass(0)
            for isSecond in [false, true] {
                let start = table.now
                let cards = try table.match().game.turned.count
                while try table.match().game.turned.count == cards, try table.match().game.active == 1 {
                    table.passToNextDue()
                }
                times.append(table.now - start)
                if isSecond { seconds += table.now - start } else { firsts += table.now - start }
            }
        }
        #expect(times.allSatisfy { (270...1800).contains($0) }, "\(times)")
        #expect(firsts < seconds, "\(times)")
        #expect(times.max()! - times.min()! > 300, "\(times)")
    }

    @Test func `with a time of 0 the house flips at once`() throws {
        let (table, _) = playing(.steady, #"{"preset":"quick","houseMs":0,"revealMs":0}"#)
        try table.takePair("ann")
        table.pass(0)
        #expect(try table.match().game.active == 0)
        #expect(table.heard("ann").states.count { $0.change?.flip?.seat == 1 } == 2)
    }

    @Test func `the house never lets a short clock run out, however long it would like to think`() throws {
        let (table, _) = playing(.perfect, #"{"houseMs":10000,"turnMs":1000,"revealMs":0}"#)
        while try !table.match().isOver {
            if try table.match().game.turn == 0 { try table.miss("ann") }
            table.passToNextDue()
        }
        #expect(try table.match().moves.allSatisfy { $0.made != nil })
        #expect(try table.match().game.ending?.reason == .turns)
    }

    @Test(arguments: HouseLevel.allCases)
    func `a match is played to its end, and its record tells the level`(level: HouseLevel) throws {
        let (table, _) = playing(level, seed: 7)
        while try !table.match().isOver {
            if try table.match().game.turn == 0 { try table.takePair("ann") }
            table.passToNextDue()
        }
        let summary = try #require(table.records.first?.summary)
        #expect(summary.players == ["ann", "House"] && summary.opponent == .house(level))
        #expect(summary.reason == .cleared)
    }

    @Test(arguments: HouseLevel.allCases)
    func `after a restart the house plays on as if nothing had happened`(level: HouseLevel) throws {
        /// Returns all flips of a match in which ann only misses, with the host restarted after each turn, or never.
        func flips(isRestarted: Bool) throws -> [MadeMove] {
            let (table, _) = playing(level, #"{"revealMs":0,"houseMs":1000}"#, seed: 5)
            var turn = 0
            while try !table.match().isOver {
                if try table.match().game.turn == 0 { try table.miss("ann") }
                table.passToNextDue()
                guard isRestarted, try table.match().turnNumber != turn, try !table.match().isOver else { continue }
                turn = try table.match().turnNumber
                try table.restart()
                try table.comeBack("ann")
            }
            return try table.match().moves.compactMap(\.made)
        }
        let (restarted, uninterrupted) = (try flips(isRestarted: true), try flips(isRestarted: false))
        #expect(restarted == uninterrupted)
    }

    @Test func `resigning, leaving and a rematch never wait for the house`() throws {
        let (table, _) = playing()
        try table.miss("ann")
        table.pass(1000)
        #expect(try table.match().game.turn == 1)
        #expect(table.say("ann", .resign, id: "r").kinds == ["ok @r", "state"])
        #expect(try table.match().game.ending == Ending(winner: 1, reason: .resigned))
        let again = table.say("ann", .rematch, id: "a")
        #expect(again.kinds == ["ok @a", "state", "match", "state"])
        #expect(again.states.last?.turn == 1 && again.states.last?.seats.map(\.name) == ["ann", "House"])
        #expect(table.say("ann", .leave, id: "l").kinds.first == "ok @l")
        #expect(table.lobby.matchCount == 0)
        table.pass(10_000_000)
        #expect(table.nextDue == nil)
    }

    @Test func `the house of a rematch forgets anew`() throws {
        let (table, _) = playing()
        table.say("ann", .resign)
        table.say("ann", .rematch)
        let houses = table.entries.compactMap { entry -> House? in
            if case .changed(_, .seated(.house(let house)), _) = entry { house } else { nil }
        }
        #expect(houses.count == 2 && houses[0].level == houses[1].level && houses[0].seed != houses[1].seed)
    }

    @Test func `the house stands still while its opponent is away, and wins if they never come back`() throws {
        let (table, _) = playing(.steady, #"{"preset":"quick","graceMs":60000}"#)
        try table.takePair("ann")
        table.vanish("ann")
        table.pass(59_000)
        #expect(try table.match().moves.count == 2 && table.match().phase == .paused)
        table.pass(1_000)
        #expect(table.lobby.matchCount == 0)
        #expect(table.records.first?.summary.winner == 1 && table.records.first?.summary.reason == .abandoned)
        table.pass(10_000_000)
        #expect(table.nextDue == nil)
    }

    @Test func `a watcher sees what the house does, and a private match is for those with its code`() throws {
        let table = LobbyDriver("ann", "bob")
        let seating = table.write("ann", #"{"type":"open","house":"novice","private":true}"#).seatings
            .first
        let code = try #require(seating?.code)
        #expect(table.say("bob", .watch(nil)).kinds == ["error no_such_match"])
        #expect(table.say("bob", .join(.code(code))).kinds == ["error match_full"])
        #expect(table.say("bob", .watch(.code(code))).states.last?.seats.last?.kind == .house(.novice))
    }

    @Test func `how long the house thinks says nothing of what it will forget`() {
        var alike = 0
        for seed in 0..<200 {
            let house = House(level: .novice, seed: seed)
            var seat = HouseSeat(house, seat: 1, rules: .preset(.classic))
            seat.see(
                MatchState(
                    match: MatchID(number: 1), version: 1, phase: .playing, rows: 5, columns: 6,
                    cards: CardFaces(Array(repeating: nil, count: 30)), turned: [], turn: 1,
                    turnEndsInMilliseconds: nil,
                    seats: [], watchers: 0, result: nil), at: 0)
            // 51 to 119 % of 900, since it doesn't know a card.
            let share = (Double(seat.movesAt ?? 0) - 459) / 612
            let grip = Double(SplitMix64(seed: SplitMix64(seed: UInt64(seed)).first &+ 1).first >> 11) * 0x1p-53
            if abs(share - grip) < 0.05 { alike += 1 }
        }
        #expect(alike < 50, "about 20 of 200 by chance")
    }

    @Test(arguments: [#""house":"steady""#, #""beside":"Bob""#])
    func `a match whose second seat was torn off the journal is gone after a restart`(opponent: String) throws {
        let table = LobbyDriver("ann")
        table.write("ann", #"{"type":"open",\#(opponent)}"#)
        let torn = table.entries.dropLast()
        #expect(try table.match().seats.count == 2 && torn.count == table.entries.count - 1)
        table.restart(try JournalSamples.replay(Array(torn)).lobby, entries: Array(torn))
        #expect(table.lobby.matchCount == 0 && table.lobby.matches.oldestOpen(.memory) == nil)
        #expect(try table.comeBack("ann").welcomes.first?.resumed == false)
        #expect(table.write("ann", #"{"type":"open",\#(opponent)}"#).kinds == ["match", "state"])
    }
}
