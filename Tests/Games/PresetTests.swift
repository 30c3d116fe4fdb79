import TestSupport
import Testing

@testable import Protocol

@Suite struct `Memory: presets` {
    /// A match by a preset, played by someone who knows the deck: a mismatch whenever `misses` asks for one.
    private func played(_ preset: Preset, seats: Int? = nil, missing misses: Int) throws -> Memory {
        var random = SeededRandom(seed: 5)
        var request = RulesRequest(preset: preset)
        request.seats = seats
        let rules = try Rules(request)
        let deck = Deck(for: rules, using: &random)
        var game = Memory(rules: rules, deck: deck)
        var missesLeft = misses
        for _ in 0..<100 {
            guard let seat = game.turn else { break }
            let faces = game.faces
            let hidden = faces.indices.filter { faces[$0] == nil }
            let first = try #require(hidden.first)
            let wantsPair = missesLeft == 0 || hidden.count == 2
            let second = try #require(hidden.dropFirst().first { (deck.faces[first] == deck.faces[$0]) == wantsPair })
            #expect(try game.flip(first, by: seat) == .first)
            #expect(try game.flip(second, by: seat) == (wantsPair ? .pair : .mismatch))
            if !wantsPair { missesLeft -= 1 }
            game.turnBack()
        }
        return game
    }

    @Test(
        arguments: [
            // Two misses at the start, one by each seat, then pairs only: whose they are, points, turns left.
            (.classic, [16, 14], [8, 7], [6, 7], 0), (.tiles, [8, 8], [700, 700], [nil, nil], nil),
            (.square, [8, 8], [4, 4], [nil, nil], nil), (.quick, [6, 4], [3, 2], [11, 12], 0),
            (.duel, [36, 0], [18, 0], [nil, nil], 0),
        ] as [(Preset, [Int], [Int], [Int?], Int?)])
    func `every preset is played by its own rules`(
        preset: Preset, taken: [Int], scores: [Int], turnsLeft: [Int?], winner: Int?
    ) throws {
        let game = try played(preset, missing: 2)
        #expect(game.taken.map(\.count) == taken)
        #expect([game.score(of: 0), game.score(of: 1)] == scores)
        #expect([game.turnsLeft(of: 0), game.turnsLeft(of: 1)] == turnsLeft)
        #expect([game.misses(of: 0), game.misses(of: 1)] == [1, 1])
        #expect(game.ending == Ending(winner: winner, reason: .cleared))
    }

    @Test(arguments: Preset.allCases) func `every preset can be played solo`(preset: Preset) throws {
        let game = try played(preset, seats: 1, missing: 3)
        let pairs = game.rules.pairCount
        #expect(game.taken.map(\.count) == [game.rules.cardCount])
        #expect(game.score(of: 0) == (preset == .tiles ? 200 * pairs - 300 : pairs))
        #expect(game.turnsUsed(of: 0) == (preset == .duel ? 3 : pairs + 3))
        #expect(game.ending == Ending(winner: 0, reason: .cleared))
    }

    @Test(arguments: [(1, 30), (2, 15)]) func `a classic game ends when its turns are spent`(seats: Int, turns: Int)
        throws
    {
        let game = try played(.classic, seats: seats, missing: .max)
        #expect(game.ending == Ending(winner: nil, reason: .turns))
        for seat in 0..<seats {
            #expect(game.turnsLeft(of: seat) == 0 && game.misses(of: seat) == turns && game.score(of: seat) == 0)
        }
    }
}
