import Protocol

// Draining: the host is to end once nobody plays any more. Matches that wait for a player, and those whose players are all
// away, are not waited for: like all others they are in the journal, and go on when the host is started again.
extension Lobby {
    /// The matches in play with a player who is there: those that a host which drains waits for. It looks at every match.
    public var matchesInPlay: Int { matches.count { $0.isInPlay } }

    /// True if the lobby drains and nobody plays any more, so that the host may stop.
    public var isDrained: Bool {
        // By position, to avoid copying each match.
        isDraining && !matches.all.indices.contains { matches.all[$0].isInPlay }
    }

    /// Lets nothing begin from now on, and tells those who are sent the list.
    mutating func drain(_ step: inout Step) {
        if isDraining { return }
        isDraining = true
        step.outcome.changesList = true
    }
}

extension Match {
    /// True if the match has begun and isn't over, and a player is there.
    fileprivate var isInPlay: Bool { isInProgress && hasPlayer }
}
