public import Protocol

// Storage: the entries, and recovering from them.
extension Lobby {
    // MARK: Recovery

    /// Replays an entry of the journal. Call it only on a lobby to which nothing else has happened yet.
    ///
    /// - Returns: the match's record, if this entry ended the match.
    /// - Throws: the reason the entry can't follow those before it. At most the entry's own match has changed then.
    public mutating func replay(_ entry: Entry) throws(EntryFlaw) -> MatchRecord? {
        switch entry {
        case .counted(let lastMatch, let lastRecord):
            matches.advanceNumbering(past: lastMatch)
            ledger.lastRecord = max(ledger.lastRecord, lastRecord)
        case .reserved(let lastMatch, let lastRecord): skipNumbers(lastMatch: lastMatch, lastRecord: lastRecord)
        case .stopped(let count, let lastRecord):
            ledger.lastRecord = max(ledger.lastRecord, lastRecord)
            let found = lastingMatches.count
            guard found == count else {
                throw EntryFlaw(reason: "\(count) matches went on here, but \(found) are found", match: nil)
            }
        case .named(let name, let token):
            let keeper = registry[name]?.keeper ?? .nobody
            registry.register(Registry.Person(name: name, token: token, keeper: keeper))
        case .forgot(let name):
            if let match = seatedMatch(of: name) {
                throw EntryFlaw(reason: "\(name.text) is removed while seated in \(match.text)", match: match)
            }
            if isKept(name) {
                throw EntryFlaw(reason: "\(name.text) is removed while an entrant of the contest", match: nil)
            }
            registry.remove(name)
        case .contest(let event):
            if case .entered(let name) = event, registry[name] == nil, contest?.isClosed == false {
                throw EntryFlaw(reason: "\(name.text) enters the contest without being registered", match: nil)
            }
            try apply(event)
        case .opened(let opening):
            guard opening.match.number > lastOpened else {
                throw EntryFlaw(reason: "\(opening.match.text) is opened twice", match: opening.match)
            }
            lastOpened = opening.match.number
            matches.add(Match(opening, pictures: settings.pictures))
            replayedAt = opening.at
        case .clocksPaused(let milliseconds, let at):
            shiftDeadlines(by: milliseconds)
            replayedAt = at
        case .restarted(let at, let stoppedAt):
            dropTornMatches()
            markEveryoneAbsent(since: at, clockAt: stoppedAt)
            replayedAt = at
        case .changed(let match, let event, let stamp): return try replay(event, of: match, stamp)
        }
        return nil
    }

    private mutating func replay(
        _ event: Entry.Event, of id: MatchID, _ stamp: Entry.Stamp
    ) throws(EntryFlaw) -> MatchRecord? {
        guard let (stored, seat) = matches[id].map({ ($0.versions.stored, $0.seats.count) }) else {
            throw EntryFlaw(reason: "\(id.text) is over or was never opened", match: id)
        }
        let expected = stored.step + 1
        guard stamp.step == expected, stamp.version >= stored.version else {
            throw EntryFlaw(reason: "step \(expected) of \(id.text) is missing", match: id)
        }
        if case .seated(.person(let name)) = event {
            guard registry[name] != nil else {
                throw EntryFlaw(reason: "\(name.text) takes a seat in \(id.text) without being registered", match: id)
            }
            if let other = seatedMatch(of: name) {
                throw EntryFlaw(
                    reason: "\(name.text) takes a seat in \(id.text), but the end of \(other.text) is missing",
                    match: other)
            }
        }
        do throws(Refusal) {
            try matches.update(id) { (match) throws(Refusal) in try match.replay(event, stamp) }
        } catch {
            throw EntryFlaw(reason: "illegal entry for \(id.text): \(error.message)", match: id)
        }
        if case .seated(.person(let name)) = event {
            registry.setKeeper(of: name, to: .seat(id, seat))
        }
        replayedAt = stamp.at
        let isOfContest = isOfThisContest(id)
        if isOfContest, case .seated = event { noteDeal(of: id) }
        guard !matches.isLive(id) else { return nil }
        let record =
            matches.update(id) { match in
                if isOfContest, let result = ContestResult(match, at: stamp.at) { desk?.contest.note(result) }
                return ledger.conclude(&match, at: stamp.at)
            } ?? nil
        matches.remove(id)
        return record
    }

    /// Returns the live match in which a player has a seat, during replay.
    private func seatedMatch(of name: PlayerName) -> MatchID? {
        guard case .seat(let match, _) = registry[name]?.keeper, matches.contains(match) else { return nil }
        return match
    }

    /// Resumes after the last entry: nobody is connected, every seat's grace period starts now, and the clocks
    /// continue from the last replayed entry.
    ///
    /// - Parameter now: the time, which is earlier than that entry's if the clock was wrong when it was stored.
    /// - Returns: the entry to store, if there are matches or were, so that the next restart finds them as they are
    ///   now; or if time goes back.
    public mutating func resume(at now: Instant) -> Outcome {
        let stoppedAt = replayedAt ?? now
        var step = Step(at: now)
        let isTorn = dropTornMatches()
        for person in registry.everybody { registry.setKeeper(of: person.name, to: .nobody) }
        for match in matches.all {
            for (seat, taken) in match.seats.enumerated() {
                if let name = taken.player.name { registry.setKeeper(of: name, to: .seat(match.id, seat)) }
            }
        }
        markEveryoneAbsent(since: now, clockAt: stoppedAt)
        if matchCount > 0 || isTorn || now < stoppedAt { step.store(.restarted(at: now, stoppedAt: stoppedAt)) }
        absentUntil = registry.count == 0 ? nil : now + Limits.absentMilliseconds
        noteDue()
        return step.outcome
    }

    /// Drops the matches that don't go on; see ``lastingMatches``. Their lines stay in the journal, where the entry of
    /// the restart drops them again: their players may be elsewhere by then.
    ///
    /// - Returns: true if there were any.
    @discardableResult
    private mutating func dropTornMatches() -> Bool {
        let lasting = Set(lastingMatches)
        let torn = liveMatches.filter { !lasting.contains($0) }
        for match in torn { drop(match) }
        return !torn.isEmpty
    }

    private mutating func markEveryoneAbsent(since now: Instant, clockAt moment: Instant) {
        for id in matches.ids() {
            matches.update(id) { $0.markEveryoneAbsent(since: now, clockAt: moment) }
        }
    }

    /// Notes that a match of the contest was dealt, if it has begun.
    private mutating func noteDeal(of id: MatchID) {
        guard let match = matches[id], let place = match.contest, match.beganAt != nil else { return }
        desk?.contest.noteDeal(place, match.seats.compactMap(\.player.name))
    }

    /// Returns true if a match can be one of the contest there is, not of an earlier one.
    private func isOfThisContest(_ id: MatchID) -> Bool { contest.map { id >= $0.firstMatch } ?? false }

    /// Abandons a match whose entries are damaged.
    ///
    /// - Returns: its players and its progress as part of a sentence; nil if there is no such match.
    public mutating func abandon(_ id: MatchID) -> String? {
        guard let match = matches[id] else { return nil }
        drop(id)
        let names = match.players.joined(separator: " and ")
        return "\(names.isEmpty ? "no players" : names), \(match.game.progress)"
    }

    private mutating func drop(_ id: MatchID) {
        let isOfContest = isOfThisContest(id)
        matches.update(id) { match in
            if let place = match.contest, match.beganAt != nil, isOfContest {
                desk?.contest.skip(place, match.seats.compactMap(\.player.name))
            }
            _ = match.forfeit(by: nil, as: .abandoned)
        }
        matches.remove(id)
    }

    /// The matches that go on after a restart: all that aren't over, but for those whose opening was torn. The lines
    /// after it may be missing; then seats are empty that were taken with it, and no client has heard of the match.
    public var lastingMatches: [MatchID] {
        matches.ids { match in
            let isSeatedAtOnce = match.hasClientlessSeat || match.contest != nil
            let isTorn = match.seats.allSatisfy(\.isClientless) || isSeatedAtOnce && match.isWaiting
            return !match.isOver && !isTorn
        }
    }

    /// The matches that aren't over.
    public var liveMatches: [MatchID] { matches.ids { !$0.isOver } }

    // MARK: Compaction

    /// The entry with the number of matches and records so far.
    public var counted: Entry { counted(lastRecord: ledger.lastRecord) }

    /// Returns the entry with the number of matches so far and the given number of records in the records file.
    public func counted(lastRecord: Int) -> Entry { .counted(lastMatch: matches.lastNumber, lastRecord: lastRecord) }

    /// The first entries of a journal without finished matches.
    public var compactedHeader: [Entry] { compactedHeader(lastRecord: ledger.lastRecord) }

    /// Returns the first entries of a journal without the matches of those records: the counters, then every name with
    /// its token, since seats are taken by name, and the contest.
    ///
    /// - Parameter forgotten: players of matches in it whose names are nobody's by now, and are nobody's again once those
    ///   matches are over.
    public func compactedHeader(lastRecord: Int, naming forgotten: [PlayerName] = []) -> [Entry] {
        [counted(lastRecord: lastRecord)]
            + (ledger.reserved > lastRecord
                ? [.reserved(lastMatch: matches.lastNumber, lastRecord: ledger.reserved)] : [])
            + registry.everybody.map { .named($0.name, $0.token) }
            + forgotten.map { .named($0, TokenDigest(ofForgotten: $0)) } + (contest?.events.map { .contest($0) } ?? [])
    }

    /// The highest number of a record that may have been used.
    public var lastRecord: Int { max(ledger.lastRecord, ledger.reserved) }

    /// Goes on behind numbers that may have been used for matches and records that are lost. Their decks were seen, so a
    /// contest deals from another seed from now on.
    public mutating func goOnBehindLoss(lastMatch: Int, lastRecord: Int) {
        skipNumbers(lastMatch: lastMatch, lastRecord: lastRecord)
        mayHaveLostMatches = true
    }

    private mutating func skipNumbers(lastMatch: Int, lastRecord: Int) {
        matches.advanceNumbering(past: lastMatch)
        ledger.reserved = max(ledger.reserved, lastRecord)
    }

    /// Returns those of these players whose names are nobody's by now, each once.
    public func forgotten(of players: [PlayerName]) -> [PlayerName] {
        var seen: Set<String> = []
        return players.filter { registry[$0] == nil && seen.insert($0.key).inserted }
    }

    /// Returns true if the match isn't over, so that all its lines are needed.
    public func isLive(_ match: MatchID) -> Bool { matches.isLive(match) }

    /// Takes over the state of the records file: the last record, the last match in it, and the best solo games. Call
    /// it after replaying the journal, since its matches may be among the records.
    public mutating func remember(lastRecord: Int, lastMatch: Int, best: SoloBoards) {
        ledger.lastRecord = max(ledger.lastRecord, lastRecord)
        matches.advanceNumbering(past: lastMatch)
        ledger.best = best
    }
}
