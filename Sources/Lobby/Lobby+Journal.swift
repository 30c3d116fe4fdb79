public import Protocol

// What is kept: entries for what happens, and the way back from them.
extension Lobby {
    // MARK: While the host runs

    /// Has something that happened in a match be kept; to be called before the state that tells of it is made.
    mutating func log(_ change: Entry.Change, _ position: Int, at now: Instant) {
        let stamp = matches.all[position].stamp(at: now)
        outcome.entries.append(.changed(matches.all[position].id, change, stamp))
    }

    /// Has the journal hear of states that it does not know of, before they are too many to be counted over.
    mutating func countStates(_ position: Int, at now: Instant) {
        guard !matches.all[position].isOver, matches.all[position].hasUncountedStates else { return }
        log(.told, position, at: now)
    }

    /// The host has slept, or could change nothing, for a while: no clock has run.
    mutating func goOn(after stood: Int, at now: Instant) {
        absentUntil = absentUntil.map { $0 + stood }
        for position in matches.all.indices {
            matches.all[position].stand(milliseconds: stood)
            if !matches.all[position].isOver { log(.stood(milliseconds: stood), position, at: now) }
            schedule(position)
        }
    }

    // MARK: After a restart

    /// Takes in an entry of the journal: for a lobby to which nothing else has happened yet.
    ///
    /// - Returns: the record of the match, if this was its end.
    /// - Throws: why the entry cannot follow those before it; then nothing has changed but, perhaps, its own match.
    public mutating func replay(_ entry: Entry) throws(EntryFlaw) -> MatchRecord? {
        switch entry {
        case .counted(let lastMatch, let lastRecord):
            matches.count(from: lastMatch)
            self.lastRecord = lastRecord  // Not the highest: the records that the journal makes again come after it.
        case .named(let name, let token): register(name, token, previous: nil)
        case .resumed(let name, let token): register(name, token, previous: registry[name]?.token)
        case .confirmed(let name): registry.confirm(name)
        case .forgot(let name):
            if let match = match(of: name) {
                throw EntryFlaw(reason: "a seat of \(match.text) loses its name", match: match)
            }
            registry.remove(name)
        case .opened(let opening):
            guard opening.match.number > lastOpened else {
                throw EntryFlaw(reason: "\(opening.match.text) is opened twice", match: opening.match)
            }
            lastOpened = opening.match.number
            matches.add(Match(opening))
            replayedAt = max(replayedAt ?? opening.at, opening.at)
        case .changed(let match, let change, let stamp): return try replay(change, of: match, stamp)
        }
        return nil
    }

    private mutating func register(_ name: PlayerName, _ token: TokenDigest, previous: TokenDigest?) {
        let holder = registry[name]?.holder ?? .nobody
        registry.register(Registry.Person(name: name, token: token, previous: previous, holder: holder))
    }

    private mutating func replay(
        _ change: Entry.Change, of match: MatchID, _ stamp: Entry.Stamp
    ) throws(EntryFlaw) -> MatchRecord? {
        guard let position = matches.position(of: match) else {
            throw EntryFlaw(reason: "\(match.text) is over, or was never opened", match: match)
        }
        let expected = matches.all[position].logged.step + 1
        guard stamp.step == expected, stamp.version >= matches.all[position].logged.version else {
            throw EntryFlaw(reason: "step \(expected) of \(match.text) is missing", match: match)
        }
        if case .seated(let name) = change {
            guard registry[name] != nil else {
                throw EntryFlaw(reason: "a seat of \(match.text) is taken by somebody without a name", match: match)
            }
            if let other = self.match(of: name) {
                throw EntryFlaw(
                    reason: "\(name.text) sits in \(match.text) too, so the end of \(other.text) is missing",
                    match: other)
            }
        }
        do throws(Refusal) {
            try matches.all[position].replay(change, at: stamp.at)
        } catch {
            throw EntryFlaw(reason: "\(match.text) cannot go on like that: \(error.message)", match: match)
        }
        if case .seated(let name) = change { registry.hand(name, to: .seat(match, 0)) }
        matches.all[position].restore(stamp)
        replayedAt = max(replayedAt ?? stamp.at, stamp.at)
        guard matches.all[position].isOver else { return nil }
        conclude(position, at: stamp.at)
        remove(position)
        return outcome.records.popLast()
    }

    /// The match that goes on in which somebody has a seat, while entries are replayed.
    private func match(of name: PlayerName) -> MatchID? {
        guard case .seat(let match, _) = registry[name]?.holder, matches.contains(match) else { return nil }
        return match
    }

    /// Begins again after the last entry: nobody is there, every seat is kept from now on, and the clocks stand where
    /// they stood when something was last heard of them.
    ///
    /// - Parameter outcome: gets what is to be kept of that, so that after another restart the clocks stand there still.
    public mutating func resume(at now: Instant, into outcome: inout Outcome) {
        swap(&self.outcome, &outcome)
        defer { swap(&self.outcome, &outcome) }
        self.outcome.removeAll()
        let stoppedAt = replayedAt ?? now
        // The line after the opening of a match may have been torn: then nobody is in it, and nobody was told of it.
        for match in matches.all where match.seats.isEmpty { matches.remove(match.id) }
        for person in registry.everybody { registry.hand(person.name, to: .nobody) }
        for position in matches.all.indices {
            for seat in matches.all[position].leaveAlone(since: now, clockAt: stoppedAt) {
                log(.gone(seat: seat), position, at: stoppedAt)
            }
            for seat in matches.all[position].seats.indices {
                registry.hand(matches.all[position].seats[seat].name, to: .seat(matches.all[position].id, seat))
            }
            schedule(position)
        }
        absentUntil = registry.count == 0 ? nil : now + Limits.absentMilliseconds
    }

    /// Frees the names of those who had no seat and have not come back since the host was started again.
    mutating func forgetAbsent() {
        absentUntil = nil
        for name in registry.absent { forget(name) }
    }

    /// Gives up a match whose entries are damaged.
    ///
    /// - Returns: who sat in it and how far it was, as a part of a sentence; nil if there is no such match.
    public mutating func abandon(_ match: MatchID) -> String? {
        guard let position = matches.position(of: match) else { return nil }
        let names = matches.all[position].names.map(\.text).joined(separator: " and ")
        let pairs = matches.all[position].game.taken.reduce(0) { $0 + $1.count } / 2
        let all = matches.all[position].rules.pairCount
        defer { drop(position) }
        return "\(names.isEmpty ? "nobody" : names), \(pairs) of \(all) pairs taken"
    }

    /// The matches that go on.
    public var liveMatches: [MatchID] { matches.all.filter { !$0.isOver }.map(\.id) }

    private mutating func drop(_ position: Int) {
        matches.all[position].forfeit(by: nil, as: .abandoned)
        remove(position)
    }

    // MARK: What a journal may leave out

    /// How many matches and records there have been.
    public var counted: Entry { .counted(lastMatch: matches.lastNumber, lastRecord: lastRecord) }

    /// What a journal begins with that holds no match that is over: how far was counted, and who has which token, since
    /// a seat is taken by somebody with a name.
    public var beginning: [Entry] {
        [counted]
            + registry.everybody.flatMap { person in
                person.previous.map { [.named(person.name, $0), .resumed(person.name, person.token)] }
                    ?? [Entry.named(person.name, person.token)]
            }
    }

    /// Whether an entry is still needed behind that ``beginning``: its match goes on.
    public func needs(_ entry: Entry) -> Bool {
        switch entry {
        case .counted, .named, .resumed, .confirmed, .forgot: false
        case .opened(let opening): isLive(opening.match)
        case .changed(let match, _, _): isLive(match)
        }
    }

    /// Whether a match goes on, so that all its lines are needed.
    public func isLive(_ match: MatchID) -> Bool {
        guard let position = matches.position(of: match) else { return false }
        return !matches.all[position].isOver
    }

    /// Takes over what the records say: how many there are, the last match among them, and the best solo games; to be
    /// called after the journal was replayed, whose matches may be among them.
    public mutating func remember(lastRecord: Int, lastMatch: Int, best: [(rules: Rules, score: Int, turns: Int)]) {
        self.lastRecord = max(self.lastRecord, lastRecord)
        matches.count(from: lastMatch)
        for game in best { self.best[game.rules] = SoloScore(score: game.score, turns: game.turns) }
    }
}
