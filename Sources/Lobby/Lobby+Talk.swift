import Protocol

// What is said, and what the lobby looks like.
extension Lobby {
    /// Passes on what a client says to those who hear it; the speaker's own copy is the reply.
    func say(_ text: SpokenText, from client: ClientID, _ id: RequestID?, _ step: inout Step) {
        guard let session = sessions[client], let name = session.name else { return }
        let role: Said.Role?
        let hearers: [ClientID]
        switch session.place {
        case .lobby: (role, hearers) = (nil, inLobby)
        case .seated(let match, _): (role, hearers) = (.player, matches[match]?.hearers(of: .player) ?? [])
        case .watching(let match): (role, hearers) = (.watcher, matches[match]?.hearers(of: .watcher) ?? [])
        }
        let said = Event.said(Said(match: session.place.match, from: name.text, role: role, text: text.text))
        step.send(said, to: client, re: id)
        step.broadcast(said, to: hearers.filter { $0 != client })
    }

    /// Those who have a name and no match.
    private var inLobby: [ClientID] {
        sessions.all.filter { $0.place == .lobby && $0.name != nil }.map(\.client)
    }

    // MARK: The list

    /// The lobby as it stands: what can be joined first, then what goes on; of each the oldest first.
    ///
    /// A match whose opener is gone is not listed: it can be neither joined nor seen at play.
    var list: LobbyList {
        var (open, others) = (OldestMatches(), OldestMatches())
        let all = matches.all
        for position in all.indices where all[position].code == nil {  // By position: an element would be copied.
            switch all[position].stage {
            case .over: continue
            case .waiting: if all[position].isOpen { open.add(all[position].id) }
            case .running, .paused: others.add(all[position].id)
            }
        }
        let shown = (open.oldest + others.oldest).prefix(Limits.lobbyMatches)
        return LobbyList(
            matches: shown.compactMap { matches[$0]?.listEntry },
            players: Array(registry.connected.prefix(Limits.lobbyPlayers)), playerCount: registry.connected.count,
            total: open.count + others.count)
    }

    /// Sends the list to those in the lobby, unless they have this one. (In plain words people get it on asking only.)
    mutating func pushList(_ step: inout Step) {
        push.pushed(at: step.now)
        let readers = inLobby
        guard !readers.isEmpty else { return }
        let list = list
        if push.isNews(list) { step.broadcast(.lobby(list), to: readers) }
    }

    /// Has the list sent once more, though it has not changed: somebody who reads slowly has missed it.
    public mutating func pushListAgain() {
        push.somebodyCame()
        push.listChanged()
    }
}

extension Match {
    /// While a match goes on players hear players and watchers hear watchers; else all in it hear all.
    fileprivate func hearers(of role: Said.Role) -> [ClientID] {
        guard isLive else { return audience }
        switch role {
        case .player: return seats.compactMap(\.client)
        case .watcher: return watchers
        }
    }
}
