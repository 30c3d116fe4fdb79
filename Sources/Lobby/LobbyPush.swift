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
        return sentAt.map { $0 + Limits.pushMilliseconds } ?? Instant(milliseconds: .min)
    }

    /// The list may have changed.
    mutating func listChanged() { isStale = true }

    /// Somebody has come to the lobby who does not know the list.
    mutating func somebodyCame() { sent = nil }

    /// Nothing is to be sent any more.
    mutating func stop() { isStale = false }

    /// The list as it stood then goes to whoever is there to get it.
    mutating func pushed(at now: Instant) { (isStale, sentAt) = (false, now) }

    /// Takes note of a list that is about to be sent.
    ///
    /// - Returns: whether anybody does not have it.
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
    private var positions: [(position: Int, number: Int)] = []

    /// Where the oldest are, the oldest first.
    var oldest: [Int] { positions.map(\.position) }

    /// Looks at one more match.
    mutating func add(_ position: Int, _ id: MatchID) {
        count += 1
        if positions.count == Limits.lobbyMatches {
            guard let last = positions.last, id.number < last.number else { return }
            positions.removeLast()
        }
        let place = positions.firstIndex { id.number < $0.number } ?? positions.count
        positions.insert((position, id.number), at: place)
    }
}
