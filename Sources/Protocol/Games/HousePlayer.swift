/// A computer player. It sees what a player in its seat sees, the states that are sent to clients, and answers with
/// moves.
///
/// It is a value: players that were made alike and have seen the same states are equal and play alike, so a player is
/// rebuilt by showing it the states again. It is boxed, because most matches have none.
public indirect enum HousePlayer: Equatable, Sendable {
    /// A player of Memory.
    case memory(MemoryHouse)
    /// A player of Set.
    case set(SetHouse)

    /// Creates a player who has seen nothing.
    ///
    /// - Parameters:
    ///   - level: the strength.
    ///   - seat: the seat to play, one of the rules' seats.
    ///   - rules: the rules of the match, which clients know too.
    ///   - seed: decides which cards are forgotten when, in a game of memory.
    public init(level: HouseLevel, seat: Int, rules: Rules, seed: UInt64) {
        switch rules.game {
        case .memory: self = .memory(MemoryHouse(level: level, seat: seat, rules: rules, seed: seed))
        case .set: self = .set(SetHouse(level: level, seat: seat, rules: rules))
        }
    }

    /// Looks at a state of the match. A state that was seen before, or that comes after others that weren't seen, does
    /// no harm.
    public mutating func see(_ state: MatchState) {
        if case .memory(var player) = self {
            player.see(state)
            self = .memory(player)
        }
    }

    /// Returns the time of its next move.
    ///
    /// - Parameters:
    ///   - state: the newest state.
    ///   - time: the game's time of that state, in milliseconds.
    ///   - random: decides how long it thinks, and in a race for cards, what it finds.
    /// - Returns: a time of the game; nil if it has nothing to do until the state changes.
    public mutating func nextMove(
        after state: MatchState, at time: Int, using random: inout some RandomNumberGenerator
    ) -> Int? {
        switch self {
        case .memory(let player): return player.thinkingTime(in: state, using: &random).map { time + $0 }
        case .set(var player):
            let next = player.nextMove(after: state, at: time, using: &random)
            self = .set(player)
            return next
        }
    }

    /// Looks at the newest state and chooses a move.
    ///
    /// - Parameter random: chooses among moves that are equally good.
    /// - Returns: a legal move; nil if it has nothing to do.
    public mutating func move(in state: MatchState, using random: inout some RandomNumberGenerator) -> Move? {
        switch self {
        case .memory(var player):
            let move = player.move(in: state, using: &random)
            self = .memory(player)
            return move
        case .set(var player):
            let move = player.move(in: state)
            self = .set(player)
            return move
        }
    }
}
