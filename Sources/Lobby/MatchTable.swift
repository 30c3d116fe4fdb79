import Protocol

/// All matches, by ID and by code, and their alarms.
///
/// Apart from its alarms, a match is changed only through ``update(_:_:)``, which then sets the next alarm.
struct MatchTable: Sendable {
    /// The matches, in no particular order.
    private(set) var all: [Match] = []
    private var positions: [MatchID: Int] = [:]
    private var codes: [MatchCode: MatchID] = [:]
    /// The matches in which a name is taken by a second player at one client, by the name's
    /// skeletons.
    private var namesBeside: [String: Set<MatchID>] = [:]
    /// The skeletons of the second player's name in each of those matches.
    private var namesBesideIn: [MatchID: Set<String>] = [:]
    private(set) var timers = Timers<MatchID>()
    /// The number of alarms whose matches are gone.
    private(set) var idleAlarms = 0
    /// The number of the last match opened.
    private(set) var lastNumber = 0

    subscript(id: MatchID) -> Match? { positions[id].map { all[$0] } }

    /// Reads a match in place: copying one costs as much as a flip.
    ///
    /// - Returns: the result of the look; nil if there is no such match.
    /// - Throws: the error of the look.
    func read<Result, Failure>(
        _ id: MatchID, _ look: (borrowing Match) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let position = positions[id] else { return nil }
        return try look(all[position])
    }

    subscript(code: MatchCode) -> MatchID? { codes[code] }

    /// Returns true if a player with this name, or one that looks like it, plays beside another player, who has not
    /// left.
    func isBesideSomebody(_ name: PlayerName, except match: MatchID? = nil) -> Bool {
        !namesBeside.isEmpty
            && name.skeletons.contains { namesBeside[$0]?.contains { $0 != match } ?? false }
    }

    func contains(_ id: MatchID) -> Bool { positions[id] != nil }

    /// Changes a match, then sets its alarm unless one fires early enough.
    ///
    /// - Returns: the result of the change; nil if there is no such match.
    /// - Throws: the error of the change.
    @discardableResult
    mutating func update<Result, Failure>(
        _ id: MatchID, _ change: (inout Match) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let position = positions[id] else { return nil }
        defer {
            noteNameBeside(position)
            setAlarm(position)
        }
        return try change(&all[position])
    }

    // MARK: Adding and removing

    /// Returns the ID for the next match to add.
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
        noteNameBeside(all.count - 1)
    }

    /// Notes if the second player at the client of a match, if it has one, still needs the name.
    private mutating func noteNameBeside(_ position: Int) {
        guard let name = all[position].nameBeside else { return }
        let match = all[position].id
        if all[position].seats[0].hasLeft {
            forgetNamesBeside(match)
        } else if namesBesideIn[match] == nil {
            let names = name.skeletons
            namesBesideIn[match] = names
            for name in names { namesBeside[name, default: []].insert(match) }
        }
    }

    private mutating func forgetNamesBeside(_ match: MatchID) {
        for name in namesBesideIn.removeValue(forKey: match) ?? [] {
            namesBeside[name]?.remove(match)
            if namesBeside[name]?.isEmpty == true { namesBeside[name] = nil }
        }
    }

    /// Removes a match that is over.
    ///
    /// Its alarms stay until they fire, which may take an hour. Once such alarms are the majority they are purged, so
    /// that opening and leaving matches all day doesn't fill the memory; amortized, that costs sorting a few entries
    /// per match.
    mutating func remove(_ id: MatchID) {
        guard let position = positions.removeValue(forKey: id) else { return }
        precondition(all[position].isOver, "a match in progress must not be removed")
        if let code = all[position].code, codes[code] == id { codes[code] = nil }
        forgetNamesBeside(id)
        idleAlarms += all[position].alarms.count
        let last = all.removeLast()
        if last.id != id {
            all[position] = last
            positions[last.id] = position
        }
        guard idleAlarms > Limits.Internal.idleAlarms, idleAlarms > timers.count / 2 else { return }
        timers.removeAll { positions[$0] == nil }
        idleAlarms = 0
    }

    // MARK: Alarms

    /// The next time at which a match needs attention.
    var nextDue: Instant? { timers.next }

    /// Returns the next match with something due now, and what is due.
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

    /// Clears all alarms.
    mutating func removeAllAlarms() { timers = Timers() }
}

// MARK: - Searching

// Matches are looked at by position: iterating over the matches themselves would copy each one.
extension MatchTable {
    /// Returns the number of matches that have a property.
    func count(where has: (borrowing Match) -> Bool) -> Int { all.indices.count { has(all[$0]) } }

    /// Looks at every match.
    func forEach(_ look: (borrowing Match) -> Void) { for position in all.indices { look(all[position]) } }

    /// Returns the IDs of the matches that have a property.
    func ids(where has: (borrowing Match) -> Bool = { _ in true }) -> [MatchID] {
        all.indices.filter { has(all[$0]) }.map { all[$0].id }
    }

    /// Returns true if the match is waiting or in progress.
    func isLive(_ id: MatchID) -> Bool { read(id) { !$0.isOver } ?? false }

    /// Returns the public match of a game that has waited longest for a player and whose opener is present.
    func oldestOpen(_ game: GameKind) -> MatchID? {
        ids { $0.code == nil && $0.isOpen && $0.rules.game == game }.min()
    }

    /// Returns the public match of a game with the most recent move, or else the newest. Finished matches come after
    /// live ones; matches without a player present come last.
    func mostRecentlyActive(_ game: GameKind) -> MatchID? { mostRecentlyActive(game) { _ in true } }

    /// Returns the public match of a game that is in progress, with a player present and the most recent move.
    func bestToFollow(_ game: GameKind) -> MatchID? { mostRecentlyActive(game) { $0.isInProgress && $0.hasPlayer } }

    private func mostRecentlyActive(_ game: GameKind, where isEligible: (Match) -> Bool) -> MatchID? {
        func rank(_ position: Int) -> (Int, Int, Int, Int) {
            let moved = all[position].movedAt.map { $0.milliseconds + 1 } ?? 0
            return (all[position].hasPlayer ? 1 : 0, all[position].isOver ? 0 : 1, moved, all[position].id.number)
        }
        let candidates = all.indices.filter {
            all[$0].code == nil && all[$0].rules.game == game && isEligible(all[$0])
        }
        return candidates.max { rank($0) < rank($1) }.map { all[$0].id }
    }

    /// Returns the match that has been deserted longest, the older of two, among those that may give way: a waiting one
    /// at once, any other after a while. Returns nil if there is none.
    func longestDeserted(at now: Instant) -> MatchID? {
        var longest: (since: Instant, match: MatchID)?
        for position in all.indices {
            guard let since = all[position].desertedSince,
                all[position].isWaiting || now - since >= Limits.evictionMilliseconds
            else { continue }
            if let longest, (longest.since, longest.match) < (since, all[position].id) { continue }
            longest = (since, all[position].id)
        }
        return longest?.match
    }
}
