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
        /// The house, which is always present.
        case house
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

    /// Changes the presence of the player. Does nothing for the house.
    mutating func become(_ presence: Presence) {
        if case .person(let name, _) = occupant { occupant = .person(name, presence) }
    }

    /// The seat's player.
    var player: Player {
        switch occupant {
        case .person(let name, _): .person(name)
        case .house: .house
        }
    }

    private var presence: Presence? {
        if case .person(_, let presence) = occupant { presence } else { nil }
    }

    /// The connection of its player; nil while there is none.
    var client: ClientID? {
        if case .present(let client) = presence { client } else { nil }
    }

    /// True if the player is present.
    var isPresent: Bool { client != nil || occupant == .house }

    /// The time since which its player has been absent; nil unless the seat is being kept.
    var absentSince: Instant? {
        if case .absent(let since) = presence { since } else { nil }
    }

    /// True if its player is gone for good.
    var hasLeft: Bool { presence == .left }
}

/// The player in a seat.
public enum Player: Equatable, Sendable {
    /// A named person.
    case person(PlayerName)
    /// The host itself. It needs no connection, and a match in which nobody else is left isn't kept for it.
    case house

    /// The displayed name.
    public var text: String {
        switch self {
        case .person(let name): name.text
        case .house: "House"
        }
    }

    /// The person's name, in use for as long as the seat; nil for the house.
    var name: PlayerName? {
        if case .person(let name) = self { name } else { nil }
    }
}
