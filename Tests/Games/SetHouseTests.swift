import Foundation
import TestSupport
import Testing

@testable import Protocol

/// The house player of Set: legal, unhurried by others, and as strong as its level says.
@Suite struct `Set: the house player` {
    /// The number of matches to measure with, from the environment; nil for a few.
    private static let matches = ProcessInfo.processInfo.environment["MEMORY_MATCHES"].flatMap { Int($0) }

    @Test(arguments: HouseLevel.allCases)
    func `alone, it takes as long for a set as its level says`(level: HouseLevel) throws {
        var random = SeededRandom("a solo \(level)")
        var sample = Sample()
        for _ in 0..<(Self.matches ?? 300) {
            var match = try SetHouseMatch([.init(level: level, seat: 0, rules: rules(seats: 1))], using: &random)
            try match.play()
            #expect(match.game.score(of: 0) == match.game.sets(of: 0), "it asks for more only where there is no set")
            sample.add(Double(match.time) / 1000 / Double(match.game.sets(of: 0)))
        }
        let paces: [HouseLevel: Double] = [.novice: 45, .steady: 14, .perfect: 0.5]
        let expected = try #require(paces[level])
        print("\(level): \(sample) seconds for a set")
        #expect(sample.isNear(expected, within: 0.15 * expected), "\(sample), not \(expected)")
    }

    @Test(arguments: [(HouseLevel.novice, 0.8...1), (.steady, 0...0.2), (.perfect, 0...0.001)])
    func `a beginner, who takes 25 seconds for a set, beats only a novice`(
        level: HouseLevel, share: ClosedRange<Double>
    ) throws {
        var random = SeededRandom("a beginner against \(level)")
        var sample = Sample()
        for _ in 0..<(Self.matches ?? 200) {
            let house = SetHouse(level: level, seat: 1, rules: try rules(seats: 2))
            let beginner = SetHouse(seat: 0, pace: SetHouse.Pace(secondsPerSet: 25))
            var match = try SetHouseMatch([beginner, house], using: &random)
            try match.play()
            if let winner = try #require(match.game.ending).winner { sample.add(winner == 0 ? 1 : 0) }
        }
        print("a beginner wins \(sample) of the decided matches against \(level)")
        #expect(share.contains(sample.mean), "\(sample)")
    }

    @Test func `perfect loses to hardly anybody, not even to an expert who takes 3 seconds for a set`() throws {
        var random = SeededRandom("an expert against perfect")
        let matches = Self.matches ?? 200
        var wins = 0
        for _ in 0..<matches {
            let house = SetHouse(level: .perfect, seat: 1, rules: try rules(seats: 2))
            let expert = SetHouse(seat: 0, pace: SetHouse.Pace(secondsPerSet: 3))
            var match = try SetHouseMatch([expert, house], using: &random)
            try match.play()
            if match.game.ending?.winner == 0 { wins += 1 }
        }
        print("an expert wins \(wins) matches against perfect")
        // It has happened: one of some ten thousand matches.
        #expect(wins * 100 <= matches)
    }

    @Test func `sets of similar cards are found sooner, and all later among many cards`() throws {
        func seconds(_ cards: [String]) throws -> Double {
            var sample = Sample()
            var random = SeededRandom(seed: 5)
            var state = HouseMatch.emptyState(seats: 1)
            state.game = .set(
                SetState(deckLeft: 0, seats: [.init(sets: 0, blockedMilliseconds: 0, asksForMore: false)]))
            let table = cards.compactMap { SetCard($0) }
            state.cards = CardFaces(table)
            for _ in 0..<2_000 {
                var house = SetHouse(level: .steady, seat: 0, rules: try rules(seats: 1))
                let next = house.nextMove(after: state, at: 0, using: &random)
                sample.add(Double(try #require(next)))
            }
            return sample.mean
        }
        let similar = try seconds(["1rsd", "2rsd", "3rsd"])
        let two = try seconds(["1rsd", "2gsd", "3psd"])
        let different = try seconds(["1rsd", "2gto", "3pus"])
        let crowded = try seconds(["1rsd", "2rsd", "3rsd", "1gtd", "2pts", "1ptd"])
        #expect(similar < two && two < different && similar < crowded)
    }

    @Test func `nothing but other cards makes it begin to look again`() throws {
        var random = SeededRandom(seed: 1)
        var table = try SetTable(SetTable.set)
        var house = SetHouse(level: .novice, seat: 1, rules: table.game.rules)
        func state(at time: Int) -> MatchState {
            var state = HouseMatch.emptyState(seats: 2)
            table.game.show(in: &state, at: time)
            return state
        }
        let first = house.nextMove(after: state(at: 0), at: 0, using: &random)
        #expect(first != nil)
        try table.play(.more, at: 10)
        #expect(house.nextMove(after: state(at: 10), at: 10, using: &random) == first)
        try table.take(0, 1, 3, at: 20)
        #expect(house.nextMove(after: state(at: 20), at: 20, using: &random) == first)
        try table.take(0, 1, 2, at: 4_000)
        #expect(house.nextMove(after: state(at: 4_000), at: 4_000, using: &random) != first)
    }
}

/// The rules of Set for this many players, with the longest idle time.
private func rules(seats: Int) throws -> Rules {
    var request = RulesRequest(game: .set)
    (request.seats, request.idleMilliseconds) = (seats, 3_600_000)
    return try Rules(request)
}

/// A match of Set between house players.
private struct SetHouseMatch {
    var game: SetGame
    private(set) var time = 0
    private var players: [SetHouse]
    private var random: SeededRandom

    init(_ players: [SetHouse], using random: inout SeededRandom) throws {
        self.players = players
        let rules = try rules(seats: players.count)
        game = SetGame(rules: rules, deck: Deck(for: rules, using: &random))
        self.random = SeededRandom(seed: random.next())
    }

    /// Plays to the end.
    mutating func play() throws {
        for _ in 0..<10_000 where game.ending == nil {
            var state = HouseMatch.emptyState(seats: players.count)
            game.show(in: &state, at: time)
            var next: (seat: Int, time: Int)?
            for seat in players.indices {
                guard let due = players[seat].nextMove(after: state, at: time, using: &random) else { continue }
                if due < next?.time ?? .max { next = (seat, due) }
            }
            if let deadline = game.deadline, deadline <= next?.time ?? .max {
                time = deadline
                _ = game.expire(at: time, announcedIn: 0)
            } else if let next {
                time = next.time
                let planned = players[next.seat].move(in: state, using: &random)
                let move = try #require(planned)
                _ = try game.play(move, by: next.seat, at: time, announcedIn: 0)
            }
        }
        try #require(game.ending?.reason == .cleared, "it ends with \(String(describing: game.ending))")
    }
}
