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
        if case .memory(let step) = change {  // A flip is most of what is counted.
            if let result = step.result { add(MemoryChange.game, result) }
        } else if let step = change.step, let result = step.result {
            add(type(of: step).game, result)
        }
    }

    @inline(__always)
    private mutating func add(_ game: GameKind, _ result: Int) { counts[game.index * Self.mostResults + result] += 1 }

    /// Passes on the count of each result of each game.
    public func forEach(_ body: (_ game: GameKind, _ result: String, _ count: Int) -> Void) {
        for game in GameKind.allCases {
            for (position, result) in game.type.moveResults.enumerated() {
                body(game, result, counts[game.index * Self.mostResults + position])
            }
        }
    }
}
