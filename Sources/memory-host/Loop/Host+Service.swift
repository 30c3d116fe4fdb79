import Lobby
import Protocol

// What the operator and a service manager learn of the host, and draining, which they ask for.
extension Host {
    /// Tells the service manager that the host serves. Call it before ``run()``, once the port is known.
    mutating func announceReadiness() { notifier?.start(at: clock.now) }

    /// Tells the service manager what is due, if there is one.
    mutating func notifyManager() {
        guard let due = notifier?.due, due <= now else { return }
        let (now, status) = (now, status)
        notifier?.attend(at: now, status: status)
    }

    /// What goes on, in a few words: `3 matches, 7 players, 2 watching`.
    private var status: String {
        if stopAt != nil { return "stopping" }
        if lobby.isDraining { return "draining: \(Self.matches(lobby.matchesInPlay)) left" }
        let census = lobby.census
        let watching = census.watchers == 0 ? "" : ", \(census.watchers) watching"
        return "\(Self.matches(census.liveMatches)), \(PlainRules.counted(census.players, "player"))\(watching)"
    }

    private static func matches(_ count: Int) -> String { PlainRules.counted(count, "match", "matches") }

    // MARK: Draining

    /// Lets nothing begin any more. The host stops once nobody plays, or when it is told to again.
    mutating func drain() {
        log.write(.notice, "draining: \(Self.matches(lobby.matchesInPlay)) in play")
        process(.draining)
    }

    /// Stops a host that drains once nobody plays any more.
    mutating func stopIfDrained() {
        guard lobby.isDraining, stopAt == nil, lobby.isDrained else { return }
        log.write(.notice, "drained")
        stop()
        flushAll()  // Sending has had its turn in this pass, and nothing else may be due for a while.
    }
}
