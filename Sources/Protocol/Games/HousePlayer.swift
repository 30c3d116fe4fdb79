/// A computer player. It sees what a player in its seat sees, the states that are sent to clients, and answers with
/// moves.
///
/// It is a value: players that were made alike and have seen the same states play alike, so a player is rebuilt by
/// showing it the states again.
public protocol HousePlayer: Sendable {
    /// Looks at a state of the match. A state that was seen before, or that comes after others that weren't seen, does
    /// no harm.
    mutating func see(_ state: MatchState)

    /// Returns the time of its next move.
    ///
    /// - Parameters:
    ///   - state: the newest state.
    ///   - time: the game's time of that state, in milliseconds.
    ///   - random: decides how long it thinks, and in a race for cards, what it finds.
    /// - Returns: a time of the game; nil if it has nothing to do until the state changes.
    mutating func nextMove(
        after state: MatchState, at time: Int, using random: inout some RandomNumberGenerator
    ) -> Int?

    /// Looks at the newest state and chooses a move.
    ///
    /// - Parameter random: chooses among moves that are equally good.
    /// - Returns: a legal move; nil if it has nothing to do.
    mutating func move(in state: MatchState, using random: inout some RandomNumberGenerator) -> Move?
}

extension Rules {
    /// Creates a computer player who has seen nothing; see ``TableGame/house(level:seat:rules:seed:)``.
    public func housePlayer(level: HouseLevel, seat: Int, seed: UInt64) -> any HousePlayer {
        game.type.house(level: level, seat: seat, rules: self, seed: seed)
    }
}

extension HousePlayer {
    /// Looks at nothing, for a player who keeps nothing in mind.
    public mutating func see(_ state: MatchState) {}
}
