import Protocol

/// What a lobby knows of one connection.
struct Session: Sendable {
    /// The connection.
    let client: ClientID
    /// Who it is, once it has said so.
    var name: PlayerName?
    /// Whether its token may not have arrived: it has said nothing since it was sent.
    var hasUnconfirmedToken = false
    /// Where it is.
    var place = Place.lobby

    /// Where a client is.
    enum Place: Equatable, Sendable {
        /// In no match.
        case lobby
        /// In a seat of a match.
        case seated(MatchID, Int)
        /// Watching a match.
        case watching(MatchID)

        /// The match, if the client is in one.
        var match: MatchID? {
            switch self {
            case .lobby: nil
            case .seated(let match, _), .watching(let match): match
            }
        }

        /// The match and the seat, if the client has one.
        var seat: (match: MatchID, seat: Int)? {
            if case .seated(let match, let seat) = self { (match, seat) } else { nil }
        }
    }
}

/// All connections, each in the slot that its owner gave it.
struct SessionTable: Sendable {
    private var slots: [Session?] = []

    /// The sessions, in the order of their slots.
    var all: [Session] { slots.compactMap(\.self) }

    /// What is known of a connection; nil once it is gone.
    subscript(client: ClientID) -> Session? {
        guard let slot = slot(of: client) else { return nil }
        return slots[slot]
    }

    /// Where a client is; nil once its connection is gone.
    func place(of client: ClientID) -> Session.Place? {
        guard let slot = slot(of: client) else { return nil }
        return slots[slot]?.place
    }

    /// Whether a connection is there.
    func contains(_ client: ClientID) -> Bool { slot(of: client) != nil }

    /// Adds a connection.
    mutating func add(_ client: ClientID) {
        let slot = Int(client.slot)
        while slots.count <= slot { slots.append(nil) }
        slots[slot] = Session(client: client)
    }

    /// Changes what is known of a connection; nothing if it is gone.
    mutating func update(_ client: ClientID, _ change: (inout Session) -> Void) {
        guard let slot = slot(of: client), var session = slots[slot] else { return }
        change(&session)
        slots[slot] = session
    }

    /// Forgets a connection.
    mutating func remove(_ client: ClientID) {
        if let slot = slot(of: client) { slots[slot] = nil }
    }

    mutating func removeAll() { slots = [] }

    private func slot(of client: ClientID) -> Int? {
        let slot = Int(client.slot)
        return slot < slots.count && slots[slot]?.client == client ? slot : nil
    }
}
