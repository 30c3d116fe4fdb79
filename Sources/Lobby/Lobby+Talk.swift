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
        if !hearers.isEmpty { outcome.effects.append(.broadcast(said, to: hearers)) }
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
    ///
    /// A match whose opener is gone is not listed: it can be neither joined nor seen at play.
    func listing() -> LobbyList {
        var open = Oldest()
        var others = Oldest()
        for position in matches.all.indices where matches.all[position].code == nil {
            switch matches.all[position].stage {
            case .over: continue
            case .waiting:
                if matches.all[position].isOpen { open.take(position, matches.all[position].id.number) }
            case .running, .paused: others.take(position, matches.all[position].id.number)
            }
        }
        let shown = (open.positions + others.positions).prefix(Limits.lobbyMatches)
        return LobbyList(
            matches: shown.map { entry(matches.all[$0]) },
            players: Array(registry.connected.prefix(Limits.lobbyPlayers)),
            playerCount: registry.connected.count, total: open.count + others.count)
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

    /// Has the lobby pushed once more, though it has not changed: somebody who reads slowly has missed it.
    public mutating func pushAgain() {
        pushed = nil
        isStale = true
    }

    /// Sends the lobby to programs that have a name and no match, unless they have this one; people get it on asking.
    mutating func pushLobby(at now: Instant) {
        isStale = false
        lastPush = now
        let readers = sessions.compactMap { $0 }
            .filter { $0.place == .lobby && $0.name != nil && $0.dialect == .json }.map(\.client)
        guard !readers.isEmpty else { return }
        let listing = listing()
        guard listing != pushed else { return }
        pushed = listing
        outcome.effects.append(.broadcast(.lobby(listing), to: readers))
    }
}

/// The oldest matches of many, as many as a lobby shows; found without sorting the others.
private struct Oldest {
    /// How many there were.
    private(set) var count = 0
    private var numbers: [(position: Int, number: Int)] = []

    /// Where the oldest are, the oldest first.
    var positions: [Int] { numbers.map(\.position) }

    /// Looks at one more match.
    mutating func take(_ position: Int, _ number: Int) {
        count += 1
        if numbers.count == Limits.lobbyMatches {
            guard let last = numbers.last, number < last.number else { return }
            numbers.removeLast()
        }
        let place = numbers.firstIndex { number < $0.number } ?? numbers.count
        numbers.insert((position, number), at: place)
    }
}
