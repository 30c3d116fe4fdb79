import Protocol

// Deadlines: when a match needs attention, and what to do then.
extension Match {
    /// Returns the time at which the match next needs attention; nil if nothing will happen by itself. Mutating
    /// so that the match is not copied for it; it changes nothing.
    mutating func due() -> Instant? {
        let own: Instant?
        if case .running(let since) = stage {
            own = Instant.earlier(game.deadline.map { since + $0 }, house?.movesAt.map { since + $0 })
        } else {
            own = graceEnd
        }
        guard isRecountWanted else { return own }
        let recount = versions.shown.at + Limits.pushMilliseconds
        return own.map { min($0, recount) } ?? recount
    }

    /// Returns true if it is time to announce a changed number of watchers.
    func isRecountDue(at now: Instant) -> Bool {
        isRecountWanted && now - versions.shown.at >= Limits.pushMilliseconds
    }

    /// True if clients were last sent another number of watchers.
    @inline(__always)
    private var isRecountWanted: Bool { watchers.count != versions.shown.watchers && !audience.isEmpty }

    /// The time at which an absent player's grace period next ends in a match that isn't running. A paused match goes
    /// to the player who is present when the first grace period ends, or to nobody when the last one does.
    var graceEnd: Instant? {
        let ends = seats.indices.compactMap(graceEnd)
        switch stage {
        case .running: return nil
        case .paused where !hasPlayer: return ends.max()
        case .paused, .waiting, .over: return ends.min()
        }
    }

    /// Returns the time at which the grace period of a seat's absent player ends; nil if the player isn't absent.
    func graceEnd(of seat: Int) -> Instant? { seats[seat].absentSince.map { $0 + keptMilliseconds(seat) } }

    /// Returns the milliseconds for which a seat is kept: limited in a waiting match, since nobody plays in it; in
    /// play, no more than is left of what a player may be absent for in all.
    private func keptMilliseconds(_ seat: Int) -> Int {
        let grace = rules.graceMilliseconds
        return switch stage {
        case .waiting: min(grace, Limits.desertedMilliseconds)
        case .running, .paused:
            min(grace, max(0, (absenceAllowed?[seat] ?? Limits.gracePeriods * grace) - seats[seat].awayMilliseconds))
        case .over: grace
        }
    }

    /// Returns the milliseconds for which the player of a seat was absent from play until now, an absence that lasts
    /// counted as one grace period at most.
    func absence(of seat: Int, at now: Instant) -> Int {
        let absence =
            seats[seat].absentSince.map { min(max(0, now - $0), rules.graceMilliseconds) } ?? 0
        return seats[seat].awayMilliseconds + absence
    }

    /// The seat whose grace period ends first, among those of absent players.
    var firstToExpire: Int? {
        seats.indices.compactMap { seat in graceEnd(of: seat).map { (seat, end: $0) } }.min { $0.end < $1.end }?.0
    }

    /// Something due in a match.
    enum Due {
        /// Announce the number of watchers.
        case recount
        /// The game's deadline has passed.
        case deadline
        /// The house has thought about its move.
        case houseMove
        /// An absent player's grace period is over, which ends the match.
        case abandonment
        /// The same in a match that is already over: only the seat is freed.
        case seat(Int)
    }

    /// Removes the earliest alarm, which has fired.
    ///
    /// - Returns: what is due now; nil if the alarm fired too early.
    mutating func alarmFired(_ alarm: Timers<MatchID>.Alarm, at now: Instant) -> Due? {
        guard alarms.popLast() == alarm.due else {
            preconditionFailure("an alarm fired that its match did not set, or that is not its earliest")
        }
        guard let due = due(), due <= now else { return nil }
        if isRecountDue(at: now) { return .recount }
        switch stage {
        case .running:
            guard let moment = house?.movesAt, game.deadline.map({ moment < $0 }) ?? true else { return .deadline }
            return .houseMove
        case .paused, .waiting: return .abandonment
        case .over: return firstToExpire.map { .seat($0) }
        }
    }

    /// Returns the alarm to set now; nil if nothing is due or an alarm fires early enough.
    mutating func nextAlarm() -> Timers<MatchID>.Alarm? {
        guard let due = due() else { return nil }
        if let next = alarms.last, next <= due { return nil }
        alarms.append(due)
        return Timers.Alarm(due: due, owner: id)
    }
}
