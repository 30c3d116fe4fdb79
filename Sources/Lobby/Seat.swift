public import Protocol

/// A taken seat.
struct Seat: Sendable {
    /// The person or the house in the seat.
    private(set) var occupant: Occupant
    /// True if its player has offered a rematch.
    var offersRematch = false
    /// Milliseconds for which its player was absent from the match in play, up to the last return.
    var awayMilliseconds = 0

    /// The occupant of a seat.
    enum Occupant: Equatable, Sendable {
        /// A named player and their presence.
        case person(PlayerName, Presence)
        /// The house player, which is always present.
        case house(House)
        /// A person at the client of seat 0, whose presence is theirs, too.
        case beside(PlayerName)
    }

    /// The presence of a seat's player.
    enum Presence: Equatable, Sendable {
        /// Present, on this connection.
        case present(ClientID)
        /// Absent since this time; the seat is kept.
        case absent(since: Instant)
        /// Gone; the seat is no longer kept.
        case left
    }

    /// Creates a seat that has just been taken.
    init(_ occupant: Occupant) { self.occupant = occupant }

    /// Changes the presence of the player. Does nothing for a seat without a client of its own.
    mutating func become(_ presence: Presence) {
        if case .person(let name, _) = occupant { occupant = .person(name, presence) }
    }

    /// The seat's player.
    var player: Player {
        switch occupant {
        case .person(let name, _): .person(name)
        case .house(let house): .house(house)
        case .beside(let name): .beside(name)
        }
    }

    var kind: PlayerKind {
        switch occupant {
        case .person: .person
        case .house(let house): .house(house.level)
        case .beside: .beside
        }
    }

    private var presence: Presence? {
        if case .person(_, let presence) = occupant { presence } else { nil }
    }

    /// The connection of its player; nil while there is none.
    var client: ClientID? {
        if case .present(let client) = presence { client } else { nil }
    }

    /// True if nobody has to come back to it: the house is always there, and who plays beside another comes with them.
    var isClientless: Bool { presence == nil }

    /// True if the player is present, as far as this seat knows.
    var isPresent: Bool { client != nil || isClientless }

    /// The time since which its player has been absent; nil unless the seat is being kept.
    var absentSince: Instant? {
        if case .absent(let since) = presence { since } else { nil }
    }

    /// True if its player is gone for good.
    var hasLeft: Bool { presence == .left }
}

/// The player in a seat.
public enum Player: Equatable, Sendable {
    case person(PlayerName)
    /// The house player. It needs no connection, and a match in which nobody else is left isn't kept for it.
    case house(House)
    /// A person who plays at the client of seat 0.
    case beside(PlayerName)

    /// The displayed name.
    public var text: String {
        switch self {
        case .person(let name), .beside(let name): name.text
        case .house: "House"
        }
    }

    /// The name of a person with a client of their own, in use for as long as the seat; nil for others.
    var name: PlayerName? {
        if case .person(let name) = self { name } else { nil }
    }
}
