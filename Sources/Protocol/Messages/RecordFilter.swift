/// A choice among the finished matches. Everything it names must apply.
public struct RecordFilter: Hashable, Sendable {
    /// The players who must be in the match: nobody, one, or both.
    public let players: [PlayerName]
    /// The number of seats, 1 for solo games or 2; nil for either.
    public var seats: Int?
    /// The game; nil for any.
    public var game: GameKind?

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - player: a player of the match; nil for any.
    ///   - opponent: the other player; nil for any. Ignored without `player`.
    ///   - seats: the number of seats; nil for any.
    ///   - game: the game; nil for any.
    public init(
        player: PlayerName? = nil, with opponent: PlayerName? = nil, seats: Int? = nil, game: GameKind? = nil
    ) {
        players = player.map { [$0] + [opponent].compactMap(\.self) } ?? []
        (self.seats, self.game) = (seats, game)
    }

    /// The filter that every match passes.
    public static let all = RecordFilter()

    /// The player; nil for any.
    public var player: PlayerName? { players.first }

    /// The other player; nil for any.
    public var opponent: PlayerName? { players.count > 1 ? players[1] : nil }
}
