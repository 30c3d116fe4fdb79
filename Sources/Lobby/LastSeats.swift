import Protocol

/// The players whose matches have ended within the last minute.
///
/// Each may try one code even if others at the same address have used up its guesses: after a broken connection or a
/// match that was lost by it, the friends' next match is one code away. They are known by their names. A wrong code ends
/// this until they have had another seat, and their address owes it: over time, it makes no more guesses for this.
struct LastSeats: Sendable {
    /// When their matches ended, by the keys of their names: since ``begunAt``, and before that. What is older than a
    /// minute is dropped with all the rest, without being looked for.
    private var recent: [String: Instant] = [:]
    private var earlier: [String: Instant] = [:]
    private var begunAt = Instant(milliseconds: 0)

    /// Returns true if a player's match has just ended, and they have tried no code in vain since.
    func contains(_ name: PlayerName, at now: Instant) -> Bool {
        guard let end = recent[name.key] ?? earlier[name.key] else { return false }
        return now - end < Limits.seatedMilliseconds
    }

    /// Notes that the match of these players has ended. Beyond the limit, they are not remembered.
    mutating func add(_ names: [PlayerName], at now: Instant) {
        if now - begunAt >= Limits.seatedMilliseconds { (earlier, recent, begunAt) = (recent, [:], now) }
        for name in names where recent.count < Limits.Internal.rememberedSeats { recent[name.key] = now }
    }

    /// Forgets a player, who has tried a code in vain.
    mutating func remove(_ name: PlayerName) {
        recent[name.key] = nil
        earlier[name.key] = nil
    }
}
