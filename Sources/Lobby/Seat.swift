public import Protocol

/// A seat that is taken.
struct Seat: Sendable {
    /// Who plays in it.
    let player: Player
    /// Who is in it now.
    var occupant: Occupant
    /// Whether its player offers to play again.
    var offersRematch = false

    /// Who is in a seat.
    enum Occupant: Equatable, Sendable {
        /// Its player, by a connection.
        case present(ClientID)
        /// The house, which is always there.
        case house
        /// Nobody since then; the seat is kept.
        case absent(since: Instant)
        /// Nobody, and the seat is kept no longer.
        case left
    }

    /// A seat that its player has just taken.
    init(_ player: Player, _ occupant: Occupant) { (self.player, self.occupant) = (player, occupant) }

    /// The connection of its player, while there is one.
    var client: ClientID? {
        if case .present(let client) = occupant { client } else { nil }
    }

    /// Whether somebody is there to play.
    var isPresent: Bool { client != nil || occupant == .house }

    /// Since when its player has been absent, while the seat is kept.
    var absentSince: Instant? {
        if case .absent(let since) = occupant { since } else { nil }
    }
}

/// Who plays in a seat.
public enum Player: Equatable, Sendable {
    /// Somebody with a name.
    case person(PlayerName)
    /// The host itself. It needs no connection, and keeps no match going that nobody else is in.
    case house

    /// The name that everybody sees.
    public var text: String {
        switch self {
        case .person(let name): name.text
        case .house: "House"
        }
    }

    /// The name that lives as long as the seat; nil for the house, whose name is nobody's.
    var name: PlayerName? {
        if case .person(let name) = self { name } else { nil }
    }
}
