import Protocol

// What is stored of a match, and what clients see of it.

/// The versions of a match sent to clients, and its position in the journal.
struct Versions: Sendable {
    /// The version of the last state sent.
    private(set) var current = 0
    /// The last stamp in the journal: the number of events, and the version that announced the last one, or that a
    /// checkpoint counted.
    private(set) var stored = (step: 0, version: 0)
    /// The number of watchers in the last state, and the time it was sent.
    var shown: (watchers: Int, at: Instant)

    /// Starts a match opened at this time, of which nothing has been sent.
    init(at moment: Instant) { shown = (0, moment) }

    /// Returns the stamp of the next entry, for a change that the next state will announce.
    mutating func stamp(at now: Instant) -> Entry.Stamp {
        stored = (stored.step + 1, current + 1)
        return Entry.Stamp(step: stored.step, version: stored.version, at: now)
    }

    /// Returns the stamp of an entry that counts the versions sent so far, and that no state announces.
    mutating func checkpoint(at now: Instant) -> Entry.Stamp {
        stored = (stored.step + 1, current)
        return Entry.Stamp(step: stored.step, version: stored.version, at: now)
    }

    /// Restores the position before an event of the journal is replayed, so that the event is announced by the same
    /// version as it was then: those of watchers are not in the journal.
    mutating func prepare(for stamp: Entry.Stamp) { current = stamp.version - 1 }

    /// Restores the position stored in the journal.
    mutating func restore(_ stamp: Entry.Stamp) {
        stored = (stamp.step, stamp.version)
        current = stamp.version
    }

    /// Counts the next state, which is being sent.
    mutating func count(watchers: Int, at now: Instant) {
        current += 1
        shown = (watchers, now)
    }

    /// True if so many versions have been sent since the journal's last stamp that it needs a checkpoint.
    var needsCheckpoint: Bool { current - stored.version >= Limits.Internal.versionsPerCheckpoint }

    /// Skips every version that may have been sent before the host was restarted.
    mutating func skipUnstoredVersions() { current += 2 * Limits.Internal.versionsPerCheckpoint }
}

extension Match {
    /// Adds an event of a match that is live, or was until this event, to the journal. Call before
    /// ``publish(_:welcoming:_:)``.
    mutating func store(_ event: Entry.Event, _ step: inout Step) {
        step.store(.changed(id, event, versions.stamp(at: step.now)))
    }

    /// Sends everybody in the match the next state, produced by a change.
    ///
    /// - Parameters:
    ///   - change: nil for a match that has just been opened.
    ///   - newcomer: a client that sees the match for the first time and gets the state as a copy; in plain words,
    ///     the others need no board to learn who came.
    mutating func publish(_ change: Change?, welcoming newcomer: ClientID? = nil, _ step: inout Step) {
        versions.count(watchers: watchers.count, at: step.now)
        let others = newcomer == nil ? audience : audience.filter { $0 != newcomer }
        if !others.isEmpty { step.broadcast(.state(state(after: change, at: step.now)), to: others) }
        if let newcomer { introduce(to: newcomer, after: change, &step) }
        if code == nil {
            if change?.changesList ?? true { step.outcome.changesList = true }
            if let change, change.bringsPlayer, isInProgress { step.outcome.newPlay.insert(GameKinds(rules.game)) }
        }
        if !isOver, versions.needsCheckpoint {
            step.store(.changed(id, .versionCheckpoint, versions.checkpoint(at: step.now)))
        }
    }

    /// Sends the current state, with the time left as of now, to a client that hasn't seen the match.
    ///
    /// - Parameter change: the change that has just produced this version; nil for a copy of a version sent before.
    mutating func introduce(to client: ClientID, after change: Change? = nil, _ step: inout Step) {
        step.send(.state(introduction(after: change, at: step.now)), to: client)
    }

    /// Sends a copy of the current state to clients that haven't seen the match.
    mutating func introduce(to clients: [ClientID], _ step: inout Step) {
        step.broadcast(.state(introduction(after: nil, at: step.now)), to: clients)
    }

    private mutating func introduction(after change: Change?, at now: Instant) -> MatchState {
        var state = state(after: change, at: now)
        state.isIntroduction = true
        return state
    }

    /// Tells everybody in the match that this is now their match.
    func broadcastSeating(_ step: inout Step) {
        for (seat, player) in seats.enumerated() {
            if let client = player.client { step.broadcast(.match(seating(seat: seat)), to: [client]) }
        }
        step.broadcast(.match(seating(seat: nil)), to: watchers)
    }

    /// Returns a client's role in the match.
    func seating(seat: Int?) -> Seating {
        Seating(
            match: id, seat: seat, rules: rules, seal: seal, code: code, beside: seat.flatMap { _ in seatBeside },
            contest: contest, pictures: pictures)
    }

    /// The phase that clients are told of.
    var phase: MatchState.Phase {
        switch stage {
        case .waiting: .waiting
        case .paused: .paused
        case .over: .over
        case .running: game.phase
        }
    }

    /// Builds the state sent to clients; nothing else does. The game's part comes from ``Game/show(in:at:)`` alone.
    /// Mutating so that the match is not copied for it; it changes nothing.
    mutating func state(after change: Change?, at now: Instant) -> MatchState {
        var state = MatchState(
            match: id, version: versions.current, phase: beganAt == nil ? .waiting : .playing, rows: 0, columns: 0,
            cards: .none, turned: [],
            turn: nil, turnEndsInMilliseconds: nil,
            seats: seats.map { seat in
                // Two at one client come and go together.
                let kind = seat.kind
                let client = kind == .beside ? seats[0] : seat
                return MatchState.Seat(
                    name: seat.player.text, present: client.isPresent, score: 0, turnsLeft: nil, taken: [],
                    rematch: client.offersRematch, left: isOver && client.hasLeft, kind: kind)
            }, watchers: versions.shown.watchers, result: result(), change: change)
        game.show(in: &state, at: played(at: now))
        if !isRunning {
            (state.phase, state.turn, state.turnEndsInMilliseconds) = (phase, nil, nil)
            state.phaseEndsInMilliseconds = isOver ? nil : graceEnd.map { max(0, $0 - now) }
        }
        if beganAt == nil { (state.active, state.turnNumber) = (nil, 0) }
        return state
    }

    private mutating func result() -> MatchState.Result? {
        guard case .over(let rematch, let best, let record) = stage, let ending = game.ending else { return nil }
        return MatchState.Result(
            winner: ending.winner, reason: ending.reason, rematch: rematch, best: best, record: record,
            recall: beganAt == nil ? nil : game.recall, salt: revealedSalt,
            deck: revealedSalt == nil ? nil : game.unshownDeck?.faces)
    }

    /// The match's entry in the list of matches.
    var listEntry: LobbyList.Entry {
        LobbyList.Entry(
            match: id, phase: phase, seats: players, scores: scores, watchers: watchers.count, rules: rules)
    }

    /// The record that a replay of the match is made from; nil while it is not over, and if it never began.
    var replayable: MatchRecord? {
        guard case .over(_, _, let shown) = stage, let endedAt else { return nil }
        return record(number: shown?.number ?? 0, endedAt: endedAt)
    }

    /// Returns the record of a match that has ended; nil if it never began.
    func record(number: Int, endedAt: Instant) -> MatchRecord? {
        guard let beganAt, let ending = game.ending, let deck = game.revealedDeck else { return nil }
        let summary = RecordSummary(
            id: RecordID(number: number), match: id, isPrivate: code != nil, startedAt: beganAt.milliseconds,
            endedAt: endedAt.milliseconds, rules: rules, players: players,
            scores: scores + (rules.isSolo ? [-1] : []), winner: ending.winner, reason: ending.reason,
            turns: seats.indices.map { game.turnsUsed(of: $0) }, opponent: seats.last?.kind ?? .person,
            recall: game.recall, contest: contest)
        return MatchRecord(summary: summary, deck: deck.cards, moves: moves, seal: seal, salt: revealedSalt)
    }
}

extension Change {
    /// True if a match that nobody played in may be played in from now on.
    fileprivate var bringsPlayer: Bool {
        switch self {
        case .deal, .back: true
        default: false
        }
    }
}
