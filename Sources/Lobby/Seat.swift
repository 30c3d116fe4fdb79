public import Protocol

/// A seat that is taken.
struct Seat: Sendable {
    /// Who has it.
    private(set) var occupant: Occupant
    /// Whether its player offers to play again.
    var offersRematch = false

    /// Who has a seat.
    enum Occupant: Equatable, Sendable {
        /// Somebody with a name, and where they are.
        case person(PlayerName, Presence)
        /// The house, which is always there.
        case house
    }

    /// Where the person is who has a seat.
    enum Presence: Equatable, Sendable {
        /// Here, on this connection.
        case present(ClientID)
        /// Gone since then; the seat is kept.
        case absent(since: Instant)
        /// Gone, and the seat is kept no longer.
        case left
    }

    /// A seat that has just been taken.
    init(_ occupant: Occupant) { self.occupant = occupant }

    /// The person in it comes or goes. Nothing changes for the house.
    mutating func become(_ presence: Presence) {
        if case .person(let name, _) = occupant { occupant = .person(name, presence) }
    }

    /// Who plays in it.
    var player: Player {
        switch occupant {
        case .person(let name, _): .person(name)
        case .house: .house
        }
    }

    private var presence: Presence? {
        if case .person(_, let presence) = occupant { presence } else { nil }
    }

    /// The connection of its player, while there is one.
    var client: ClientID? {
        if case .present(let client) = presence { client } else { nil }
    }

    /// Whether somebody is there to play.
    var isPresent: Bool { client != nil || occupant == .house }

    /// Since when its player has been absent, while the seat is kept.
    var absentSince: Instant? {
        if case .absent(let since) = presence { since } else { nil }
    }

    /// Whether its player is gone for good.
    var hasLeft: Bool { presence == .left }
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
