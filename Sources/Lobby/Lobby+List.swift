import Protocol

// The list of matches and players, and who is sent it.
extension Lobby {
    /// The current lobby list: matches that can be joined first, then those in progress, each oldest first.
    ///
    /// A match whose opener is gone isn't listed: it can be neither joined nor watched in play.
    var list: LobbyList {
        var (open, others, total) = ([MatchID](), [MatchID](), 0)
        let all = matches.all
        for position in all.indices where all[position].code == nil {  // By position, to avoid copying each one.
            let (id, most) = (all[position].id, Limits.lobbyMatches)
            if all[position].isOpen { open.insert(id, bestOf: most, by: <) }
            if all[position].isInProgress { others.insert(id, bestOf: most, by: <) }
            if all[position].isOpen || all[position].isInProgress { total += 1 }
        }
        let shown = (open + others).prefix(Limits.lobbyMatches)
        return LobbyList(
            matches: shown.compactMap { matches[$0]?.listEntry },
            players: Array(registry.connected.prefix(Limits.lobbyPlayers)), playerCount: registry.connected.count,
            total: total)
    }

    /// Sends the list to the clients in the lobby and to those that follow it, unless they have it. (In plain words, it
    /// is sent only to those that asked for it.)
    mutating func pushList(_ step: inout Step) {
        push.pushed(at: step.now)
        let followers = sessions.all.filter(\.followsList).map(\.client)
        let others = inLobby.filter { sessions[$0]?.followsList == false }
        guard !followers.isEmpty || !others.isEmpty else { return }
        var list = list
        guard push.shouldSend(list) else { return }
        step.broadcast(.lobby(list), to: others)
        list.isFollowed = true
        step.broadcast(.lobby(list), to: followers)
    }

    /// The clients that have a name and are in no match.
    var inLobby: [ClientID] {
        sessions.all.filter { $0.location == .lobby && $0.name != nil }.map(\.client)
    }
}

/// Decides when the clients in the lobby are sent the list unasked: after it has changed, but not too often.
struct LobbyPush: Sendable {
    /// True if the list may have changed since it was last sent.
    private var isStale = false
    /// The list sent last, provided everybody in the lobby has received it.
    private var sent: LobbyList?
    private var sentAt: Instant?

    /// The time at which to send the list; nil if there is no need to.
    var due: Instant? {
        guard isStale else { return nil }
        return sentAt.map { $0 + Limits.pushMilliseconds } ?? Instant(milliseconds: 0)
    }

    /// Notes that the list may have changed.
    mutating func listChanged() { isStale = true }

    /// Notes that a client came to the lobby that doesn't have the list.
    mutating func clientArrived() { sent = nil }

    /// Cancels any pending push.
    mutating func stop() { isStale = false }

    /// Notes that the list is being sent now.
    mutating func pushed(at now: Instant) { (isStale, sentAt) = (false, now) }

    /// Records a list that is about to be sent.
    ///
    /// - Returns: true if it differs from the last one, or a client has come since.
    mutating func shouldSend(_ list: LobbyList) -> Bool {
        guard list != sent else { return false }
        sent = list
        return true
    }
}
