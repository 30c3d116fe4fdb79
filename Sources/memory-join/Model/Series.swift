import Protocol

/// The results of two players against each other since they sat down together.
struct Series: Equatable, Sendable {
    let players: [String]
    /// The matches that each of them has won.
    private(set) var wins = [0, 0]
    private(set) var draws = 0

    /// An empty series; nil for a solo game.
    init?(of state: MatchState) {
        players = state.seats.map(\.name)
        guard players.count == 2 else { return nil }
    }

    /// Counts a match of these players that has just ended. One without a result counts for nobody.
    mutating func count(_ state: MatchState) {
        guard let result = state.result else { return }
        if let winner = result.winner, wins.indices.contains(winner) {
            wins[winner] += 1
        } else if result.winner == nil, result.reason.isPlayedOut {
            draws += 1
        }
    }
}
