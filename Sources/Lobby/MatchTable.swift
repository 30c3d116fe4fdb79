import Protocol

/// All matches, found by their names and codes, and the alarms that are set for them.
///
/// Apart from its alarms, a match is changed through ``update(_:_:)`` alone, which then sets the next one.
struct MatchTable: Sendable {
    /// The matches in no order that matters.
    private(set) var all: [Match] = []
    private var positions: [MatchID: Int] = [:]
    private var codes: [MatchCode: MatchID] = [:]
    private(set) var timers = Timers<MatchID>()
    /// How many of those are alarms of matches that are gone.
    private(set) var idleAlarms = 0
    /// The number of the match that was opened last.
    private(set) var lastNumber = 0

    /// The match with this name.
    subscript(id: MatchID) -> Match? { positions[id].map { all[$0] } }

    /// The name of the match with this code.
    subscript(code: MatchCode) -> MatchID? { codes[code] }

    /// Whether there is a match with this name.
    func contains(_ id: MatchID) -> Bool { positions[id] != nil }

    /// Changes a match, and then sets its alarm unless one rings early enough.
    ///
    /// - Returns: what the change returns; nil if there is no such match.
    /// - Throws: what the change throws.
    @discardableResult
    mutating func update<Result, Failure>(
        _ id: MatchID, _ change: (inout Match) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let position = positions[id] else { return nil }
        defer { setAlarm(position) }
        return try change(&all[position])
    }

    // MARK: Coming and going

    /// The name of a match that is about to be added.
    mutating func nextID() -> MatchID {
        lastNumber += 1
        return MatchID(number: lastNumber)
    }

    /// Numbers the next match higher than this.
    mutating func advanceNumbering(past number: Int) { lastNumber = max(lastNumber, number) }

    mutating func add(_ match: Match) {
        advanceNumbering(past: match.id.number)
        positions[match.id] = all.count
        if let code = match.code { codes[code] = match.id }
        all.append(match)
    }

    /// Removes a match that is over.
    ///
    /// Its alarms stay until they ring, which may take an hour. Once they are most of all alarms they are thrown away,
    /// so that opening and leaving matches all day fills no memory; the cost, spread over the matches, is sorting a few entries each.
    mutating func remove(_ id: MatchID) {
        guard let position = positions.removeValue(forKey: id) else { return }
        precondition(all[position].isOver, "a match that goes on is not cleared away")
        if let code = all[position].code, codes[code] == id { codes[code] = nil }
        idleAlarms += all[position].alarms.count
        let last = all.removeLast()
        if last.id != id {
            all[position] = last
            positions[last.id] = position
        }
        guard idleAlarms > Limits.House.idleAlarms, idleAlarms > timers.count / 2 else { return }
        timers.keep { positions[$0] != nil }
        idleAlarms = 0
    }

    // MARK: Alarms

    /// The next moment at which a match must be looked at.
    var nextDue: Instant? { timers.next }

    /// The next match in which something is due now, and what that is.
    mutating func popDue(at now: Instant) -> (match: MatchID, due: Match.Due)? {
        while let alarm = timers.popDue(at: now) {
            guard let position = positions[alarm.owner] else {
                idleAlarms -= 1
                continue
            }
            if let due = all[position].alarmFired(alarm, at: now) { return (alarm.owner, due) }
            setAlarm(position)
        }
        return nil
    }

    private mutating func setAlarm(_ position: Int) {
        if let alarm = all[position].nextAlarm() { timers.add(alarm) }
    }

    /// Nobody is to be woken any more.
    mutating func removeAllAlarms() { timers = Timers() }
}
