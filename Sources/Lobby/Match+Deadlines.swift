import Games
import Protocol

// When a match must be looked at again, and what is to be done then.
extension Match {
    /// When somebody must look at the match again; nil if nothing will happen by itself.
    var due: Instant? {
        let own: Instant?
        if case .running(let since) = stage { own = game.deadline.map { since + $0 } } else { own = graceEnd }
        guard watchers.count != versions.shown.watchers else { return own }
        let recount = versions.shown.at + Limits.pushMilliseconds
        return own.map { min($0, recount) } ?? recount
    }

    /// Whether it is time to say how many watch.
    func isRecountDue(at now: Instant) -> Bool {
        watchers.count != versions.shown.watchers && now - versions.shown.at >= Limits.pushMilliseconds
    }

    /// When the seat of an absent player is next given up in a match that does not run: of one that is paused, to whoever
    /// is there when the first player's grace is over, or to nobody when the last one's is.
    private var graceEnd: Instant? {
        let absent = seats.compactMap(\.absentSince)
        switch stage {
        case .running: return nil
        case .paused: return (hasPlayer ? absent.min() : absent.max()).map { $0 + rules.graceMilliseconds }
        case .waiting, .over: return absent.min().map { $0 + keptMilliseconds }
        }
    }

    /// How long the seat of an absent player is kept: in a match that waits not for too long, since nobody plays in it.
    var keptMilliseconds: Int {
        isWaiting ? min(rules.graceMilliseconds, Limits.desertedMilliseconds) : rules.graceMilliseconds
    }

    /// The seat whose player has been absent the longest, while it is kept.
    var longestAbsent: Int? {
        seats.indices.filter { seats[$0].absentSince != nil }.min { left, right in
            (seats[left].absentSince?.milliseconds ?? 0) < (seats[right].absentSince?.milliseconds ?? 0)
        }
    }

    /// Something that a match wants to have done when its time has come.
    enum Due {
        /// Those in it are told how many watch.
        case recount
        /// The deadline of the game has come.
        case deadline
        /// The seat of an absent player was kept for long enough, and so the match ends.
        case abandonment
        /// The same in a match that is over: only the seat is given up.
        case seat(Int)
    }

    /// Takes note that its earliest alarm has rung.
    ///
    /// - Returns: what is due now; nil if it rang too early.
    mutating func alarmFired(_ alarm: Timers<MatchID>.Alarm, at now: Instant) -> Due? {
        guard alarms.popLast() == alarm.due else {
            preconditionFailure("an alarm rings that its match has not set, or not as its earliest")
        }
        guard let due, due <= now else { return nil }
        if isRecountDue(at: now) { return .recount }
        switch stage {
        case .running: return .deadline
        case .paused, .waiting: return .abandonment
        case .over: return longestAbsent.map { .seat($0) }
        }
    }

    /// The alarm to set now; nil if nothing is due, or one rings early enough.
    mutating func nextAlarm() -> Timers<MatchID>.Alarm? {
        guard let due else { return nil }
        if let next = alarms.last, next <= due { return nil }
        alarms.append(due)
        return Timers.Alarm(due: due, owner: id)
    }
}
