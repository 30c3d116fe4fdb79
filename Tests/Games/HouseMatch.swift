import TestSupport

@testable import Protocol

/// A match between house players, played through the rules of Memory.
struct HouseMatch {
    private(set) var game: Memory
    private(set) var players: [any HousePlayer]
    private(set) var state: MatchState
    /// The chance that a player doesn't see a state, in percent; it always sees the one that it answers.
    var missedPercent = 0
    private var random: SeededRandom

    init(_ rules: Rules, _ levels: [HouseLevel], starting seat: Int = 0, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let deck = Deck(for: rules, using: &random)
        players = levels.indices.map { seat in
            rules.housePlayer(level: levels[seat], seat: seat, seed: random.next())
        }
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
