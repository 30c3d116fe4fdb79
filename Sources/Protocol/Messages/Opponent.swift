/// The strength of the house player.
public enum HouseLevel: String, CaseIterable, Hashable, Sendable {
    /// Forgets most of what it sees within a turn.
    case novice
    /// Forgets slowly.
    case steady
    /// Never forgets, and plays for the largest expected lead over an opponent who never forgets either.
    case perfect
}

/// The second player that `open` asks for.
public enum OpponentChoice: Equatable, Sendable {
    /// The first player who joins.
    case anybody
    /// The house player.
    case house(HouseLevel)
    /// A person with this name who plays at the same client.
    case beside(PlayerName)
}

/// The kind of player in a seat. In seat 0 it is always a person.
public enum PlayerKind: Hashable, Sendable {
    /// A person at a client of their own.
    case person
    /// The house player.
    case house(HouseLevel)
    /// A person who plays at the client of seat 0.
    case beside

    /// The level of the house player; nil for a person.
    public var houseLevel: HouseLevel? {
        if case .house(let level) = self { level } else { nil }
    }
}
