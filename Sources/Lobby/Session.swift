import Protocol

/// The lobby's state for one connection.
struct Session: Sendable {
    /// The connection.
    let client: ClientID
    /// The client's name; nil until it has one.
    var name: PlayerName?
    /// The token of its name; nil until it has one. The registry only has a digest.
    var token: Token?
    /// True if it is sent the lobby's list whenever that changes, wherever the client is.
    var followsList = false
    /// True if it is sent the standings of the contest whenever they change.
    var followsStandings = false
    /// Its current location.
    var location = Location.lobby { didSet { (movesOnAt, movedAt) = (nil, nil) } }
    /// The time at which it is moved on from a finished match; nil unless it follows and the match has ended.
    var movesOnAt: Instant?
    /// The time at which it was moved to its seat by what others did, in a rematch or a contest; nil for any other seat.
    var movedAt: Instant?

    /// The part of a session that decides which commands a client may send.
    struct Standing: Sendable {
        /// True if it has a name.
        let isNamed: Bool
        let location: Location
    }

    /// The location of a client.
    enum Location: Equatable, Sendable {
        /// In no match.
        case lobby
        case seated(MatchID, Int)
        /// Watching a match; who follows a game is moved on to another match of it when this one is over.
        case watching(MatchID, following: GameKind?)

        /// The match; nil if the client is in none.
        var match: MatchID? {
            switch self {
            case .lobby: nil
            case .seated(let match, _), .watching(let match, _): match
            }
        }

        /// Moves a watcher to another match.
        mutating func move(to match: MatchID) {
            if case .watching(_, let game) = self { self = .watching(match, following: game) }
        }

        /// The game that a following watcher sees; nil for anybody else.
        var followedGame: GameKind? { if case .watching(_, let game) = self { game } else { nil } }

        /// The match and the seat; nil if the client has none.
        var seat: (match: MatchID, seat: Int)? {
            if case .seated(let match, let seat) = self { (match, seat) } else { nil }
        }
    }
}

/// All connections, indexed by slot.
struct SessionTable: Sendable {
    private var slots: [Session?] = []
    /// The networks that connections come from, apart from their sessions, which every command reads.
    private var networks: [SocketAddress.Host?] = []

    /// The sessions, in slot order.
    var all: [Session] { slots.compactMap(\.self) }

    /// The session of a connection; nil once it is gone.
    subscript(client: ClientID) -> Session? {
        guard let slot = slot(of: client) else { return nil }
        return slots[slot]
    }

    /// Returns what decides which commands a client may send, without copying the rest; nil once its connection is
    /// gone.
    func standing(of client: ClientID) -> Session.Standing? {
        guard let slot = slot(of: client), let location = slots[slot]?.location else { return nil }
        return Session.Standing(isNamed: slots[slot]?.name != nil, location: location)
    }

    /// Returns a client's location; nil once its connection is gone.
    func location(of client: ClientID) -> Session.Location? {
        guard let slot = slot(of: client) else { return nil }
        return slots[slot]?.location
    }

    /// Returns true if the connection exists.
    func contains(_ client: ClientID) -> Bool { slot(of: client) != nil }

    /// Adds a connection.
    mutating func add(_ client: ClientID, network: SocketAddress.Host?) {
        let slot = Int(client.slot)
        while slots.count <= slot {
            slots.append(nil)
            networks.append(nil)
        }
        (slots[slot], networks[slot]) = (Session(client: client), network)
    }

    /// Returns the network that a connection comes from; nil if nothing is limited by it, or it is gone.
    func network(of client: ClientID) -> SocketAddress.Host? { slot(of: client).flatMap { networks[$0] } }

    /// Changes the session of a connection; does nothing if it is gone.
    mutating func update(_ client: ClientID, _ change: (inout Session) -> Void) {
        guard let slot = slot(of: client), var session = slots[slot] else { return }
        change(&session)
        slots[slot] = session
    }

    /// Removes a connection.
    mutating func remove(_ client: ClientID) {
        if let slot = slot(of: client) { slots[slot] = nil }
    }

    mutating func removeAll() { (slots, networks) = ([], []) }

    private func slot(of client: ClientID) -> Int? {
        let slot = Int(client.slot)
        return slot < slots.count && slots[slot]?.client == client ? slot : nil
    }
}
