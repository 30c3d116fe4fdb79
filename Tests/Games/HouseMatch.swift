import TestSupport
import Testing

@testable import Protocol

/// A match between house players, played through the rules of Memory.
struct HouseMatch {
    private(set) var game: Memory
    private(set) var players: [any HousePlayer]
    private(set) var state: MatchState
    /// The chance that a player doesn't see a state, in percent; it always sees the one that it answers.
    var missedPercent = 0
    private var random: SeededRandom

    /// Deals a match between players of these levels.
    init(_ rules: Rules, _ levels: [HouseLevel], starting seat: Int = 0, seed: UInt64) {
        self.init(rules, starting: seat, seed: seed) { random in
            levels.indices.map { rules.housePlayer(level: levels[$0], seat: $0, seed: random.next()) }
        }
    }

    /// Deals a match between players that are made with its random numbers.
    init(
        _ rules: Rules, starting seat: Int = 0, seed: UInt64,
        players makePlayers: (inout SeededRandom) -> [any HousePlayer]
    ) {
        var random = SeededRandom(seed: seed)
        let deck = Deck(for: rules, using: &random)
        players = makePlayers(&random)
        self.random = random
        game = Memory(rules: rules, deck: deck, starting: seat)
        state = Self.state(of: game)
        show()
    }

    /// What clients are sent of a game.
    static func state(of game: Memory) -> MatchState {
        var state = emptyState(seats: game.rules.seats)
        game.show(in: &state, at: 0)
        return state
    }

    /// A state that a game has yet to fill in.
    static func emptyState(seats: Int) -> MatchState {
        let seat = MatchState.Seat(name: "house", present: true, score: 0, turnsLeft: nil, taken: [], rematch: false)
        return MatchState(
            match: MatchID(number: 1), version: 1, phase: .playing, rows: 2, columns: 2, cards: .none, turned: [],
            turn: nil, turnEndsInMilliseconds: nil, seats: Array(repeating: seat, count: seats),
            watchers: 0, result: nil)
    }

    /// Plays one flip, and turns cards back that differ.
    ///
    /// - Returns: the states that follow; none once the match is over, or if the player names no legal flip.
    @discardableResult
    mutating func step() -> [MatchState] {
        guard let seat = game.turn, let move = players[seat].move(in: state, using: &random) else { return [] }
        guard (try? game.play(move, by: seat, at: 0, announcedIn: 0)) != nil else { return [] }
        var states = [show()]
        if game.phase == .showing {
            _ = game.expire(at: 0, announcedIn: 0)
            states.append(show())
        }
        return states
    }

    /// Plays to the end, for at most `flips` flips.
    mutating func play(atMost flips: Int = 5_000) {
        for _ in 0..<flips where step().isEmpty { return }
    }

    @discardableResult
    private mutating func show() -> MatchState {
        state = Self.state(of: game)
        for seat in players.indices where missedPercent == 0 || !random.chance(percent: missedPercent) {
            players[seat].see(state)
        }
        return state
    }
}

extension HouseMatch {
    /// The seat of the house in a match against another player.
    static let houseSeat = 1

    /// Deals a match of the house against a player who remembers six cards.
    ///
    /// - Parameter number: even if the other player begins, odd if the house does.
    static func againstSixCards(
        _ level: HouseLevel, _ rules: Rules, number: Int, using random: inout SeededRandom
    ) -> Self {
        Self(rules, starting: number % 2, seed: random.next()) { random in
            [SixCardPlayer(seat: 0), rules.housePlayer(level: level, seat: houseSeat, seed: random.next())]
        }
    }
}

/// The pauses of the house in matches against a player who remembers six cards.
struct HousePauses {
    /// Every pause.
    private(set) var all = Sample()
    /// Those before the first and before the second card, in turns that took a pair.
    private(set) var pair = [Sample(), Sample()]
    /// The same in turns that took none.
    private(set) var miss = [Sample(), Sample()]
    /// The longest.
    private(set) var longest = 0

    init(_ level: HouseLevel, _ rules: Rules, matches: Int) throws {
        var random = SeededRandom(seed: 3)
        for number in 0..<matches {
            var match = HouseMatch.againstSixCards(level, rules, number: number, using: &random)
            var turn: [Int] = []
            while let seat = match.game.turn {
                let taken = match.state.seats[seat].taken.count
                if seat == HouseMatch.houseSeat {
                    var house = match.players[seat]
                    let pause = house.nextMove(after: match.state, at: 0, using: &random)
                    turn.append(try #require(pause))
                }
                try #require(!match.step().isEmpty)
                guard turn.count == 2 else { continue }
                add(turn, isPair: match.state.seats[seat].taken.count > taken)
                turn = []
            }
        }
    }

    private mutating func add(_ turn: [Int], isPair: Bool) {
        for (index, pause) in turn.enumerated() {
            all.add(Double(pause))
            longest = max(longest, pause)
            if isPair { pair[index].add(Double(pause)) } else { miss[index].add(Double(pause)) }
        }
    }
}
