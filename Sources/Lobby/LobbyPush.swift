import Protocol

/// When those in the lobby are sent the list of matches and players unasked: when it has changed, and not too often.
struct LobbyPush: Sendable {
    /// Whether the list has changed since it was last sent.
    private var isStale = false
    /// The list that was sent last, if everybody in the lobby has got it.
    private var sent: LobbyList?
    private var sentAt: Instant?

    /// When the list is to be sent; nil if it need not be.
    var due: Instant? {
        guard isStale else { return nil }
        return sentAt.map { $0 + Limits.pushMilliseconds } ?? Instant(milliseconds: 0)
    }

    /// The list may have changed.
    mutating func listChanged() { isStale = true }

    /// Somebody has come to the lobby who does not know the list.
    mutating func somebodyCame() { sent = nil }

    /// Nothing is to be sent any more.
    mutating func stop() { isStale = false }

    /// The list is sent now, to whoever is there.
    mutating func pushed(at now: Instant) { (isStale, sentAt) = (false, now) }

    /// Takes note of a list that is about to be sent.
    ///
    /// - Returns: whether it differs from the one before, or somebody has come since then.
    mutating func isNews(_ list: LobbyList) -> Bool {
        guard list != sent else { return false }
        sent = list
        return true
    }
}

/// The oldest matches of many, as many as a lobby shows; found without sorting the others.
struct OldestMatches {
    /// How many there were.
    private(set) var count = 0
    /// The oldest, the oldest first.
    private(set) var oldest: [MatchID] = []

    /// Looks at one more match.
    mutating func add(_ id: MatchID) {
        count += 1
        if oldest.count == Limits.lobbyMatches {
            guard let last = oldest.last, id < last else { return }
            oldest.removeLast()
        }
        oldest.insert(id, at: oldest.firstIndex { id < $0 } ?? oldest.count)
    }
}
