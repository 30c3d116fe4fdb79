import Protocol

/// A seat that somebody has taken.
struct Seat: Sendable {
    /// Who took it.
    let name: PlayerName
    /// Who is in it now.
    var occupant: Occupant
    /// Whether its player offers to play again.
    var offersRematch = false

    /// Who is in a seat.
    enum Occupant: Equatable, Sendable {
        /// Its player.
        case present(ClientID)
        /// Nobody since then; the seat is kept.
        case gone(since: Instant)
        /// Nobody, and the seat is kept no longer.
        case left
    }

    /// The connection of its player, while there is one.
    var client: ClientID? {
        if case .present(let client) = occupant { client } else { nil }
    }

    /// Since when its player has been gone, while the seat is kept.
    var goneSince: Instant? {
        if case .gone(let since) = occupant { since } else { nil }
    }
}
