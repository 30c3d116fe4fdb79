/// The moves that were made on a host, by game and by what came of them.
public struct MoveCounts: Equatable, Sendable {
    /// The most results that a game may tell apart.
    static let mostResults = 8

    /// The counts of all games, each with room for the most results.
    private var counts = [Int](repeating: 0, count: GameKind.allCases.count * mostResults)

    /// Creates counts of no moves.
    public init() {}

    /// Counts the move that made a change, if one did.
    @inline(__always)
    public mutating func add(_ change: Change) {
        _ = change.ask { step in
            if let result = step.result { counts[step.game.index * Self.mostResults + result] += 1 }
        }
    }

    /// Passes on the count of each result of each game.
    public func forEach(_ body: (_ game: GameKind, _ result: String, _ count: Int) -> Void) {
        for game in GameKind.allCases {
            for (position, result) in game.type.moveResults.enumerated() {
                body(game, result, counts[game.index * Self.mostResults + position])
            }
        }
    }
}
