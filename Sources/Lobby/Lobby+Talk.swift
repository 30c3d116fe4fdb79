import Protocol

// What is said, and what the lobby looks like.
extension Lobby {
    /// Passes on what a client says to those who hear it; the speaker's own copy is the reply.
    mutating func say(_ text: SpokenText, _ session: Session, _ id: RequestID?) {
        guard let name = session.name else { return }
        let role: Said.Role?
        var hearers: [ClientID]
        switch session.place {
        case .lobby:
            role = nil
            hearers = sessions.compactMap { $0 }.filter { $0.place == .lobby && $0.name != nil }.map(\.client)
        case .seated(let match, _):
            role = .player
            hearers = self.hearers(of: .player, in: match)
        case .watching(let match):
            role = .watcher
            hearers = self.hearers(of: .watcher, in: match)
        }
        hearers.removeAll { $0 == session.client }
        let said = Event.said(Said(match: session.place.match, from: name.text, role: role, text: text.text))
        send(said, to: session.client, re: id)
        if !hearers.isEmpty { effects.append(.broadcast(said, to: hearers)) }
    }

    /// While a match goes on players hear players and watchers hear watchers; else all in it hear all.
    private func hearers(of role: Said.Role, in match: MatchID) -> [ClientID] {
        guard let position = matches.position(of: match) else { return [] }
        let match = matches.all[position]
        guard match.isLive else { return match.audience }
        switch role {
        case .player: return match.seats.compactMap(\.client)
        case .watcher: return match.watchers
        }
    }

    // MARK: The list

    /// The lobby as it stands: what can be joined first, then what goes on; of each the oldest first.
    func listing() -> LobbyList {
        let listed = matches.all.filter { $0.code == nil && !$0.isOver }
        let shown = listed.sorted { left, right in
            (left.isOpen ? 0 : 1, left.id.number) < (right.isOpen ? 0 : 1, right.id.number)
        }
        let players = registry.connected()
        return LobbyList(
            matches: shown.prefix(Limits.lobbyMatches).map(entry), players: Array(players.prefix(Limits.lobbyPlayers)),
            playerCount: players.count, total: listed.count)
    }

    private func entry(_ match: Match) -> LobbyList.Entry {
        LobbyList.Entry(
            match: match.id, phase: match.phase, seats: match.names.map(\.text), scores: match.scores,
            watchers: match.watchers.count, rules: match.rules)
    }

    /// When a change of the lobby is to be pushed.
    var pushDue: Instant {
        guard let lastPush else { return Instant(milliseconds: .min) }
        return lastPush + Limits.pushMilliseconds
    }

    /// Sends the lobby to programs that have a name and no match; people get it when they ask.
    mutating func pushLobby(at now: Instant) {
        isStale = false
        let readers = sessions.compactMap { $0 }
            .filter { $0.place == .lobby && $0.name != nil && $0.dialect == .json }.map(\.client)
        lastPush = now
        if !readers.isEmpty { effects.append(.broadcast(.lobby(listing()), to: readers)) }
    }
}
