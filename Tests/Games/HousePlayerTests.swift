import Foundation
import TestSupport
import Testing

@testable import Protocol

@Suite struct `House: players` {
    /// The matches to play for each figure that is measured; nil for as many as the figure needs at least.
    private static let matches = ProcessInfo.processInfo.environment["MEMORY_MATCHES"].flatMap(Int.init)

    // MARK: Memory

    @Test func `half of what was seen is forgotten once as many cards as the half-life have been turned`() throws {
        var random = SeededRandom("half-life")
        let cards = CardFaces(["A", "B", nil])
        var (soon, late, stillForgotten) = (Sample(), Sample(), true)
        for _ in 0..<4_000 {
            var memory = CardMemory(cardCount: 3, halfLife: 10, seed: random.next())
            memory.see(cards)
            soon.add(memory.face(of: 1, after: 2 + 2) == nil ? 0 : 1)
            late.add(memory.face(of: 1, after: 2 + 10) == nil ? 0 : 1)
            let remembered = (0...50).map { memory.face(of: 1, after: 2 + $0) != nil }
            stillForgotten = stillForgotten && remembered == remembered.sorted { $0 && !$1 } && remembered[0]
        }
        #expect(soon.isNear(10.0 / 12), "\(soon)")
        #expect(late.isNear(0.5), "\(late)")
        #expect(stillForgotten)
    }

    @Test(arguments: HouseLevel.allCases)
    func `a player that is shown the states of a match again is the same player`(level: HouseLevel) throws {
        var random = SeededRandom("the same player")
        let rules = Rules.preset(.classic)
        let seed = random.next()
        var match = HouseMatch(rules, [level, level], seed: seed)
        var again = try #require(HouseMatch(rules, [level, level], seed: seed).players.first)
        var isSame = true
        for _ in 0..<60 {
            isSame = isSame && again as? MemoryHouse == match.players[0] as? MemoryHouse
            for state in match.step() { again.see(state) }
        }
        #expect(isSame)
    }

    @Test func `a state seen twice changes nothing`() throws {
        var match = HouseMatch(.preset(.classic), [.steady, .steady], seed: 4)
        for _ in 0..<20 {
            match.step()
            var player = match.players[0]
            player.see(match.state)
            #expect(player as? MemoryHouse == match.players[0] as? MemoryHouse)
        }
    }

    // MARK: Flips

    @Test(arguments: HouseLevel.allCases)
    func `decks that look alike so far get the same flip`(level: HouseLevel) throws {
        // Only cards of the last row differ, and nobody has turned those.
        let drawings = ["ABC DEF ABC DEF", "ABC DEF ABC FED"]
        let flips = try drawings.map { drawing in
            var board = try GameBoard(drawing)
            var players = (0...1).map { board.game.rules.housePlayer(level: level, seat: $0, seed: 7) }
            var flips: [Move?] = []
            for turn in ["a1 b1", "c1 a2", "b2 c2"] {
                for flip in "\(turn) back".split(separator: " ") {
                    let state = HouseMatch.state(of: board.game)
                    for seat in players.indices {
                        var random = SeededRandom(seed: 11)
                        flips.append(players[seat].move(in: state, using: &random))
                    }
                    try board.play(String(flip))
                }
            }
            return flips
        }
        #expect(flips[0] == flips[1])
        #expect(flips[0].contains { $0 != nil })
    }

    @Test(arguments: HouseLevel.allCases)
    func `a player flips only when it is its turn`(level: HouseLevel) throws {
        var board = try GameBoard("ABC ABC")
        var random = SeededRandom(seed: 1)
        var player = board.game.rules.housePlayer(level: level, seat: 1, seed: 1)
        #expect(player.move(in: HouseMatch.state(of: board.game), using: &random) == nil)
        try board.play("a1 b1")
        #expect(player.move(in: HouseMatch.state(of: board.game), using: &random) == nil)
        try board.play("back")
        #expect(player.move(in: HouseMatch.state(of: board.game), using: &random) != nil)
        _ = board.game.forfeit(by: 0, as: .resigned)
        #expect(player.move(in: HouseMatch.state(of: board.game), using: &random) == nil)
    }

    @Test(arguments: HouseLevel.allCases)
    func `the mate of a card that was just seen is taken`(level: HouseLevel) throws {
        var board = try GameBoard("ABC ABC")
        var random = SeededRandom(seed: 1)
        var player = board.game.rules.housePlayer(level: level, seat: 1, seed: 3)
        for move in ["a1", "b1", "back"] {
            try board.play(move)
            player.see(HouseMatch.state(of: board.game))
        }
        for _ in 0..<30 {
            // Whichever new card it turns, its mate is taken if it was seen.
            var (next, copy) = (board.game, player)
            let card = try #require(next.flipChosen(by: &copy, using: &random))
            // A novice may have forgotten the card before the last.
            guard (level == .novice ? [4] : [3, 4]).contains(card) else { continue }
            #expect(next.flipChosen(by: &copy, using: &random) == card - 3)
        }
    }

    @Test func `two perfect players who would rather pass turn a new card after one round`() throws {
        // Five pairs and four singles: the player whose turn it is passes.
        var board = try GameBoard("ABCDE ABCDE") { ($0.again, $0.turns) = (true, 0) }
        var random = SeededRandom(seed: 2)
        var players = (0...1).map { board.game.rules.housePlayer(level: .perfect, seat: $0, seed: 0) }
        for move in "a1 b1 back c1 d1 back".split(separator: " ") {
            try board.play(String(move))
            for seat in players.indices { players[seat].see(HouseMatch.state(of: board.game)) }
        }
        var turned: [[Int]] = []
        for seat in [0, 1, 0] {
            var cards: [Int] = []
            for _ in 0...1 {
                cards.append(try #require(board.game.flipChosen(by: &players[seat], using: &random)))
                for seat in players.indices { players[seat].see(HouseMatch.state(of: board.game)) }
            }
            turned.append(cards)
            guard board.game.phase == .showing else { break }
            board.game.turnBack()
            for seat in players.indices { players[seat].see(HouseMatch.state(of: board.game)) }
        }
        #expect(turned.count == 3)
        #expect(turned[0].allSatisfy { $0 < 4 } && turned[1].allSatisfy { $0 < 4 }, "\(turned)")
        #expect(turned[2][0] >= 4, "\(turned)")
    }

    // MARK: Whole matches

    @Test(arguments: SeededRandom.seeds(1))
    func `under any rules, players who have missed states flip legally to the end`(seed: UInt64) throws {
        print("house matches from seed \(seed)")
        var random = SeededRandom(seed: seed)
        for number in 0..<150 {
            var request = RulesRequest()
            (request.rows, request.columns) = (random.number(2...6), 2 * random.number(1...3))
            if random.chance(oneIn: 30) { (request.rows, request.columns) = (10, 10) }
            request.seats = random.number(1...2)
            request.turns = random.chance(percent: 50) ? 0 : random.number(1...20)
            request.again = random.chance(percent: 50)
            request.scoring = random.one(of: Rules.Scoring.allCases)
            request.matched = random.one(of: Rules.Matched.allCases)
            request.faces = random.one(of: FaceSet.builtIn)
            let rules = try Rules(request)
            let levels = (0..<rules.seats).map { _ in random.one(of: HouseLevel.allCases) }
            var match = HouseMatch(rules, levels, seed: random.next())
            match.missedPercent = random.one(of: [0, 0, 20, 90])
            match.play()
            try #require(match.game.isOver, "seed \(seed), match \(number): \(levels) stop under \(rules)")
        }
    }

    @Test func `alone, a perfect player takes as many turns as Velleman and Warrington expect`() throws {
        var random = SeededRandom("solo turns")
        var request = RulesRequest(preset: .classic)
        (request.seats, request.turns) = (1, 0)
        let rules = try Rules(request)
        var sample = Sample()
        for _ in 0..<(Self.matches ?? 800) {
            var match = HouseMatch(rules, [.perfect], seed: random.next())
            match.play()
            sample.add(Double(match.game.turnsUsed(of: 0)))
        }
        let ln2 = 0.693_147_180_559_945_3
        let expected = (3 - 2 * ln2) * Double(rules.pairCount) + 7.0 / 8 - 2 * ln2
        print("\(sample) turns; expected are \(expected)")
        #expect(sample.isNear(expected, within: 0.01), "\(sample), not \(expected)")
    }

    @Test(arguments: [(HouseLevel.perfect, HouseLevel.steady, 0.79...0.81), (.steady, .novice, 0.99...1)])
    func `of decided matches, perfect wins four of five against steady, and steady nearly all against novice`(
        stronger: HouseLevel, weaker: HouseLevel, share: ClosedRange<Double>
    ) throws {
        var random = SeededRandom("\(stronger) against \(weaker)")
        var sample = Sample()
        for number in 0..<(Self.matches ?? 500) {
            let seat = number % 2
            let levels = seat == 0 ? [stronger, weaker] : [weaker, stronger]
            var match = HouseMatch(.preset(.classic), levels, starting: number / 2 % 2, seed: random.next())
            match.play()
            let ending = try #require(match.game.ending)
            if let winner = ending.winner { sample.add(winner == seat ? 1 : 0) }
        }
        print("\(stronger) wins \(sample) of its decided matches against \(weaker)")
        #expect(sample.isNear(share), "\(sample)")
    }

    @Test(arguments: [(HouseLevel.novice, 0.15...0.25), (.steady, 0.95...1), (.perfect, 0.99...1)])
    func `under classic, a novice wins at most a quarter of its matches against a player who remembers six cards`(
        level: HouseLevel, share: ClosedRange<Double>
    ) throws {
        var random = SeededRandom(seed: SeededRandom.named ?? 1)
        var (won, drawn, lost) = (0, 0, 0)
        let count = Self.matches ?? 2_000
        for number in 0..<count {
            var match = HouseMatch.againstSixCards(level, .preset(.classic), number: number, using: &random)
            match.play()
            switch try #require(match.game.ending).winner {
            case HouseMatch.houseSeat: won += 1
            case nil: drawn += 1
            default: lost += 1
            }
        }
        print("of \(count) matches against a player who remembers six cards, \(level) wins \(won), draws \(drawn)")
        #expect(share.contains(Double(won) / Double(count)), "\(won), \(drawn), \(lost)")
    }

    // MARK: Pauses

    @Test(arguments: HouseLevel.allCases, Preset.allCases)
    func `over a match, the pauses are as long as the rules say on average`(
        level: HouseLevel, preset: Preset
    ) throws {
        let pauses = try HousePauses(level, .preset(preset), matches: preset == .classic ? 300 : 100)
        print("\(level), \(preset): \(pauses.all.mean) of 900 ms")
        #expect(abs(pauses.all.mean - 900) < 900 * (preset == .classic ? 0.05 : 0.1), "\(pauses.all)")
    }

    @Test func `a pair is quick, its second card most of all, and a guess is slow, above all for a novice`() throws {
        var contrasts: [Double] = []
        for level in HouseLevel.allCases {
            let pauses = try HousePauses(level, .preset(.classic), matches: 100)
            let ordered = pauses.pair.reversed() + pauses.miss
            #expect(zip(ordered, ordered.dropFirst()).allSatisfy { $0.mean < $1.mean }, "\(level): \(ordered)")
            contrasts.append(pauses.miss[1].mean / pauses.pair[1].mean)
        }
        #expect(contrasts == contrasts.sorted(by: >) && contrasts[2] > 1.2, "\(contrasts)")
    }

    @Test(arguments: HouseLevel.allCases)
    func `a player who is asked for its time chooses the same flip, also if it is asked again`(level: HouseLevel) {
        var match = HouseMatch(.preset(.classic), [level, level], seed: 12)
        var flips = 0
        while let seat = match.game.turn {
            var (asked, unasked) = (match.players[seat], match.players[seat])
            let times = (0..<2).map { _ in
                var random = SeededRandom(seed: 5)
                return asked.nextMove(after: match.state, at: 0, using: &random)
            }
            #expect(times[0] != nil && times[0] == times[1])
            var (one, other) = (SeededRandom(seed: 6), SeededRandom(seed: 6))
            #expect(asked.move(in: match.state, using: &one) == unasked.move(in: match.state, using: &other))
            flips += 1
            guard !match.step().isEmpty else { break }
        }
        #expect(flips > 30)
    }

    @Test(arguments: HouseLevel.allCases)
    func `a pause is at most a third of the turn's clock, and none if the rules say so`(level: HouseLevel) throws {
        for (milliseconds, clock, longest) in [(10_000, 1_000, 333), (0, 60_000, 0), (10_000, 0, 20_000)] {
            var request = RulesRequest(preset: .classic)
            (request.houseMilliseconds, request.turnMilliseconds) = (milliseconds, clock)
            let pauses = try HousePauses(level, Rules(request), matches: 5)
            #expect(pauses.longest <= longest && pauses.longest * 2 >= longest, "\(pauses.longest)")
        }
    }
}

extension Memory {
    /// Flips the card that a player chooses.
    ///
    /// - Returns: the card; nil if the player chooses none or an illegal one.
    fileprivate mutating func flipChosen(by player: inout any HousePlayer, using random: inout SeededRandom) -> Int? {
        let move = player.move(in: HouseMatch.state(of: self), using: &random)
        guard case .flip(let reference) = move else { return nil }
        guard let card = reference.card(rows: rules.rows, columns: rules.columns) else { return nil }
        return (try? flip(card, by: turn ?? 0)) == nil ? nil : card
    }
}
