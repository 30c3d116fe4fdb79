import TestSupport
import Testing

@testable import Protocol

/// Whole matches by random rules and random moves: the laws of the game hold after every input.
@Suite struct `Memory: random matches` {
    /// The number of matches for each seed.
    private static let matches = 1_250

    @Test(arguments: SeededRandom.seeds(1))
    func `a random match is consistent after every input`(seed: UInt64) throws {
        print("random matches from seed \(seed)")
        var random = SeededRandom(seed: seed)
        var reasons: [Ending.Reason: Int] = [:]
        for number in 0..<Self.matches {
            let rules = try Self.rules(using: &random)
            var playout = Playout(rules: rules, using: &random)
            if let flaw = playout.play(using: &random) {
                Issue.record("seed \(seed), match \(number), \(rules): \(flaw) after \(playout.inputs.suffix(6))")
                return
            }
            if let reason = playout.game.ending?.reason { reasons[reason, default: 0] += 1 }
        }
        #expect(Set(reasons.keys) == Set(Ending.Reason.known).subtracting([.idle]), "\(reasons)")
        #expect(reasons.values.reduce(0, +) == Self.matches)
    }

    /// Rules of every kind; one board in thirty is large.
    private static func rules(using random: inout SeededRandom) throws -> Rules {
        var request = RulesRequest()
        let sides = Int.random(in: 0..<30, using: &random) == 0 ? 2...10 : 2...5
        request.rows = Int.random(in: sides, using: &random)
        request.columns = Int.random(in: sides, using: &random)
        if let rows = request.rows, let columns = request.columns, !(rows * columns).isMultiple(of: 2) {
            request.columns = columns - 1
        }
        request.seats = Int.random(in: 1...2, using: &random)
        request.turns = Bool.random(using: &random) ? 0 : Int.random(in: 1...20, using: &random)
        request.scoring = Rules.Scoring.allCases.randomElement(using: &random)
        request.matched = Rules.Matched.allCases.randomElement(using: &random)
        request.again = Bool.random(using: &random)
        request.faces = FaceSet.builtIn.randomElement(using: &random)
        return try Rules(request)
    }
}

/// One match on its way, with all that is known of it from outside.
private struct Playout {
    var game: Memory
    var inputs: [GameInput] = []
    /// The players know the deck; how often in a hundred they use it.
    private let skill: Int
    /// The chance that the clock runs out, in percent.
    private let lateness: Int
    private let deck: Deck
    /// The cards that have been turned at some time.
    private var everTurned: Set<Int> = []
    /// Whose turn the last one was that has been spent.
    private var lastTurn: Int?

    init(rules: Rules, using random: inout SeededRandom) {
        deck = Deck(for: rules, using: &random)
        let seat = Int.random(in: 0..<rules.seats, using: &random)
        game = Memory(rules: rules, deck: deck, starting: seat)
        skill = Int.random(in: 20...90, using: &random)
        lateness = [0, 2, 40].randomElement(using: &random) ?? 0
    }

    /// Plays to the end.
    ///
    /// - Returns: what is wrong, at once when something is.
    mutating func play(using random: inout SeededRandom) -> String? {
        // The worst: a hundred cards, no limit, and players who seldom use what they know. It takes some thousand
        // inputs.
        for _ in 0..<20_000 {
            guard !game.isOver else { return nil }
            if let flaw = step(input(using: &random)) { return flaw }
        }
        return "it does not end"
    }

    private mutating func step(_ input: GameInput) -> String? {
        let before = game
        inputs.append(input)
        let answer = game.answer(input)
        if case .flip(let card, _) = input {
            if ["first", "pair", "mismatch"].contains(answer) {
                everTurned.insert(card)
            } else if game != before {
                return "a flip refused as \(answer) changed something"
            }
        }
        return flaw(in: game.sight) ?? alternation(from: before)
    }

    /// Returns the flaw in what is visible, if any.
    private func flaw(in sight: GameSight) -> String? {
        let up = sight.turned + sight.taken.joined()
        let rules = game.rules
        if Set(up).count != up.count { return "a card is in two places" }
        if game.isOver {
            if sight.faces.contains(nil) || game.revealedDeck != deck { return "over, and not all is shown" }
            if sight.turn != nil || !sight.turned.isEmpty { return "over, and still played" }
            if let ending = sight.ending, [.cleared, .turns].contains(ending.reason), !hasRightWinner(ending, sight) {
                return "the wrong seat won"
            }
        } else {
            if game.revealedDeck != nil { return "the deck is shown" }
            let seen = sight.faces.indices.filter { sight.faces[$0] != nil }
            if !everTurned.isSuperset(of: seen) { return "a face is seen that was never turned" }
            if Set(seen) != Set(up) { return "what is seen is not what is turned or taken" }
            if (sight.turn == nil) != (sight.turned.count == 2) { return "who is to flip, and what is shown?" }
            if let turn = sight.turn, sight.turnsLeft[turn] == 0 { return "a seat flips that has no turn" }
        }
        for card in sight.faces.indices where sight.faces[card].map({ $0 != deck.faces[card] }) ?? false {
            return "a card shows another's face"
        }
        for seat in 0..<rules.seats {
            let pairs = sight.taken[seat].count / 2
            let score = rules.scoring == .pairs ? pairs : 200 * pairs - 100 * sight.misses[seat]
            if sight.scores[seat] != score { return "a score is not what was taken" }
            if let left = sight.turnsLeft[seat], !(0...rules.turns).contains(left) { return "turns left: \(left)" }
        }
        return nil
    }

    /// Most points win a match of two that was played to its end; alone, all pairs do.
    private func hasRightWinner(_ ending: Ending, _ sight: GameSight) -> Bool {
        guard sight.scores.count == 2 else { return ending.winner == (ending.reason == .cleared ? 0 : nil) }
        guard let winner = ending.winner else { return sight.scores[0] == sight.scores[1] }
        return sight.scores[winner] > sight.scores[1 - winner]
    }

    /// Turns strictly alternate: of two seats none spends two on end.
    private mutating func alternation(from before: Memory) -> String? {
        let seats = 0..<game.rules.seats
        for seat in seats where game.turnsUsed(of: seat) != before.turnsUsed(of: seat) {
            if seats.count == 2, lastTurn == seat { return "seat \(seat) spent two turns on end" }
            lastTurn = seat
        }
        return nil
    }

    /// Returns the next input: mostly a legal one, now and then an illegal one.
    private func input(using random: inout SeededRandom) -> GameInput {
        let chance = Int.random(in: 0..<1_000, using: &random)
        let seats = game.rules.seats
        if chance < 3 {
            let seat = Int.random(in: 0...seats, using: &random)
            return .forfeit(seat: seat == seats ? nil : seat, Bool.random(using: &random) ? .resigned : .abandoned)
        }
        if chance < 150 {
            let card = Int.random(in: -1...deck.count, using: &random)
            return .flip(card: card, seat: Int.random(in: 0...2, using: &random))
        }
        if chance < 180 { return .turnBack }
        guard let seat = game.turn else { return .turnBack }
        if Int.random(in: 0..<100, using: &random) < lateness { return .turnRanOut }
        return .flip(card: card(using: &random), seat: seat)
    }

    /// A face-down card; one that makes a pair, as often as the players are good.
    private func card(using random: inout SeededRandom) -> Int {
        let faces = game.faces
        let hidden = faces.indices.filter { faces[$0] == nil }
        if let first = game.turned.first, Int.random(in: 0..<100, using: &random) < skill {
            if let second = hidden.first(where: { deck.faces[first] == deck.faces[$0] }) { return second }
        }
        return hidden.randomElement(using: &random) ?? 0
    }
}
