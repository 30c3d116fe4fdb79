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
            total: total, isDraining: isDraining)
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

/// Decides when clients are sent something unasked: after it has changed, but not too often.
struct ChangePush<Content: Equatable & Sendable>: Sendable {
    /// True if it may have changed since it was last sent.
    private var isStale = false
    /// The content that was sent last, provided everybody who is to have it has received it.
    private var sent: Content?
    private var sentAt: Instant?

    /// The time at which to send it; nil if there is no need to.
    var due: Instant? {
        guard isStale else { return nil }
        return sentAt.map { $0 + Limits.pushMilliseconds } ?? Instant(milliseconds: 0)
    }

    /// Notes that it may have changed.
    mutating func listChanged() { isStale = true }

    /// Notes that a client came that doesn't have it.
    mutating func clientArrived() { sent = nil }

    /// Cancels any pending push.
    mutating func stop() { isStale = false }

    /// Notes that it is being sent now.
    mutating func pushed(at now: Instant) { (isStale, sentAt) = (false, now) }

    /// Records what is about to be sent.
    ///
    /// - Returns: true if it differs from the last, or a client has come since.
    mutating func shouldSend(_ content: Content) -> Bool {
        guard content != sent else { return false }
        sent = content
        return true
    }
}
