import Protocol

// Chat.
extension Lobby {
    /// Sends a client's message to everybody who can hear it; the speaker's own copy is the reply.
    mutating func say(_ text: SpokenText, from client: ClientID, _ id: RequestID?, _ step: inout Step) {
        guard let session = sessions[client], let name = session.name else { return }
        let role: Said.Role?
        let recipients: [ClientID]
        switch session.location {
        case .lobby: (role, recipients) = (nil, inLobby)
        case .seated(let match, _): (role, recipients) = (.player, matches[match]?.recipients(of: .player) ?? [])
        case .watching(let match, _): (role, recipients) = (.watcher, matches[match]?.recipients(of: .watcher) ?? [])
        }
        let said = Said(match: session.location.match, from: name.text, role: role, text: text.text)
        if let match = said.match { matches.update(match) { $0.keep(said) } }
        step.send(.said(said), to: client, re: id)
        step.broadcast(.said(said), to: recipients.filter { $0 != client })
    }
}

// During play, players hear players and watchers hear watchers; otherwise everybody in the match hears everybody.
extension Match {
    fileprivate func recipients(of role: Said.Role) -> [ClientID] {
        guard isInProgress else { return audience }
        switch role {
        case .player: return seats.compactMap(\.client)
        case .watcher: return watchers
        }
    }

    /// Keeps what was said for those who hear it and come later.
    fileprivate mutating func keep(_ said: Said) {
        if said.role == .player || !isInProgress { playerTalk.append(said) }
        if said.role == .watcher || !isInProgress { watcherTalk.append(said) }
    }

    /// Repeats the last things said to a player who comes back, or to watchers who come. A slow reader may miss them,
    /// as it may miss them live.
    func repeatTalk(to clients: [ClientID], as role: Said.Role, _ step: inout Step) {
        for said in (role == .player ? playerTalk : watcherTalk).lines { step.broadcast(.said(said), to: clients) }
    }
}

/// The last lines of a match's chat, for those who come later. They are not stored: a restart of the host forgets them.
struct Transcript: Equatable, Sendable {
    /// The lines, oldest first; at most ``Limits/pastLines``, of at most ``Limits/pastBytes`` together.
    private(set) var lines: [Said] = []
    private var byteCount = 0

    /// Adds a line, and drops the oldest ones beyond the limits.
    mutating func append(_ said: Said) {
        var line = said
        line.isPast = true
        lines.append(line)
        byteCount += line.byteCount
        while lines.count > Limits.pastLines || byteCount > Limits.pastBytes {
            byteCount -= lines.removeFirst().byteCount
        }
    }
}

extension Said {
    fileprivate var byteCount: Int { from.utf8.count + text.utf8.count }
}
