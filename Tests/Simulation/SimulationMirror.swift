import Protocol

@testable import Lobby

/// The matches, names and records as the journal has them: a lobby that nothing but entries has made.
///
/// It enforces two laws: clients are shown what it shows; and a host that is started again has all that anybody was
/// told, and some beginning of what was written after that.
struct Mirror {
    private(set) var lobby = Lobby(settings: SimulatedHost.settings)
    /// The matches that are over, as they ended.
    private(set) var ended: [MatchID: Match] = [:]
    /// The records, by match.
    private(set) var records: [MatchID: MatchRecord] = [:]
    /// The cards that were flipped, by match of Memory.
    private(set) var flipped: [MatchID: Set<Int>] = [:]
    /// The matches by the salts and by the seals of their cards.
    private(set) var salts: [String: MatchID] = [:], seals: [String: MatchID] = [:]
    /// The first entry that cannot follow those before it.
    private(set) var flaw: String?

    /// The match, whether it is over or not.
    func match(_ id: MatchID) -> Match? { lobby.matches[id] ?? ended[id] }

    mutating func apply(_ entry: Entry) {
        if case .changed(let id, .moved(.flip(let card), _), _) = entry { flipped[id, default: []].insert(Int(card)) }
        if case .opened(let opening) = entry, let salt = opening.salt {
            salts[salt.text] = opening.match
            seals[Seal(of: opening.deck.faces, salt).text] = opening.match
        }
        let before = entry.match.flatMap { lobby.matches[$0] }
        do {
            if let record = try lobby.replay(entry) { records[record.summary.match] = record }
            if case .changed(let id, let event, let stamp) = entry, var last = before, lobby.matches[id] == nil {
                try last.replay(event, stamp)
                ended[id] = last
            }
        } catch { flaw = flaw ?? "the journal cannot be read: \(error)" }
    }

    // MARK: What is shown

    /// Applies entries up to the one that a state announces.
    ///
    /// - Returns: the flaw of the state; nil if the journal shows the same.
    mutating func follow(_ entries: inout ArraySlice<Entry>, to state: MatchState, at now: Instant) -> String? {
        if let last = entries.lastIndex(where: { $0.isAnnounced(by: state) }) {
            for entry in entries[...last] { apply(entry) }
            entries = entries[(last + 1)...]
        }
        guard var match = match(state.match) else { return "the journal has no such match" }
        if match.versions.stored.version > state.version { return "the journal is ahead" }
        let own = match.state(after: nil, at: now).board
        return own == state.board ? nil : "the journal shows \(own)"
    }

    // MARK: What is recovered

    /// Holds a host that was started again against the journal, and goes on as it does.
    ///
    /// - Parameters:
    ///   - tail: what was written and nobody was told, when the host before it died.
    ///   - written: how many of these entries the host must have, at least and at most.
    /// - Returns: what differs if the host has no such beginning of the tail; nil if it has one.
    mutating func recover(_ host: SimulatedHost, tail: [Entry], written: ClosedRange<Int>) -> String? {
        let restart = host.unkept.flatMap(\.happening.entries)
        var all = self
        for entry in tail { all.apply(entry) }
        var first: String?
        for count in written.reversed() {
            var mirror = self
            for entry in tail.prefix(count) { mirror.apply(entry) }
            // The records may have been on the disk sooner than the ends of their matches.
            for record in host.records where mirror.lobby.isLive(record.summary.match) {
                guard record == all.records[record.summary.match] else { continue }
                mirror.end(record)
            }
            var restarted = mirror
            for entry in restart { restarted.apply(entry) }
            guard let flaw = restarted.flaw(of: host) else {
                self = mirror
                return nil
            }
            first = first ?? flaw
        }
        return first
    }

    private mutating func end(_ record: MatchRecord) {
        ended[record.summary.match] = lobby.matches[record.summary.match]
        _ = lobby.abandon(record.summary.match)
        lobby.remember(
            lastRecord: record.summary.id.number, lastMatch: lobby.matches.lastNumber, best: SoloBoards())
        records[record.summary.match] = record
    }

    private func flaw(of host: SimulatedHost) -> String? {
        if let flaw { return flaw }
        let (own, other) = (lobby.matches.all, host.lobby.matches)
        for match in other.all where lobby.matches[match.id] == nil { return "\(match.id.text) is there again" }
        // A match without players is given up at once. All that is left of it is its number, which is not used again.
        if lobby.matches.lastNumber != other.lastNumber {
            return "the last match was m\(lobby.matches.lastNumber) and is m\(other.lastNumber)"
        }
        for var match in own {
            guard var found = other[match.id] else { return "\(match.id.text) is gone" }
            let (kept, shown) = (
                match.state(after: nil, at: host.startedAt), found.state(after: nil, at: host.startedAt)
            )
            if kept.board != shown.board || kept.times != shown.times {
                return "\(match.id.text) was \(kept.board) and is \(shown.board)"
            }
            if match.beganAt != found.beganAt { return "\(match.id.text) began at another time" }
            if match.stage != found.stage { return "\(match.id.text) was \(match.stage) and is \(found.stage)" }
            let (step, now) = (match.versions.stored.step, found.versions.stored.step)
            if step != now { return "\(match.id.text) was at step \(step) and is at step \(now)" }
            if match.seal == nil || match.seal != found.seal { return "\(match.id.text) has another seal" }
            if match.moves != found.moves || match.code != found.code { return "\(match.id.text) has other moves" }
        }
        return nameFlaw(of: host.lobby.registry) ?? recordFlaw(of: host.records)
    }

    private func nameFlaw(of registry: Registry) -> String? {
        for person in lobby.registry.everybody {
            guard let found = registry[person.name] else { return "\(person.name.text) has lost its name" }
            if found.token != person.token { return "\(person.name.text) has another token" }
        }
        return registry.count == lobby.registry.count ? nil : "\(registry.count) names, not \(lobby.registry.count)"
    }

    /// Returns the first difference between these records and those of the journal; nil if there is none.
    func recordFlaw(of found: [MatchRecord]) -> String? {
        for (index, record) in found.enumerated() {
            if record.summary.id.number != index + 1 {
                return "record \(record.summary.id.number) stands in place \(index + 1)"
            }
            guard let own = records[record.summary.match] else {
                return "a record of \(record.summary.match.text), which is not over"
            }
            if own != record { return "the record of \(record.summary.match.text) is \(record), not \(own)" }
        }
        return found.count == records.count ? nil : "\(found.count) records, not \(records.count)"
    }
}

extension Entry {
    /// True if the event was announced by a state, or by one before it.
    fileprivate func isAnnounced(by state: MatchState) -> Bool {
        switch self {
        case .opened(let opening): opening.match == state.match
        case .changed(let id, _, let stamp): id == state.match && stamp.version <= state.version
        case .counted, .reserved, .stopped, .named, .forgot, .contest, .clocksPaused, .restarted: false
        }
    }
}

extension MatchState {
    /// What runs out by itself.
    fileprivate var times: [Int?] {
        [turnEndsInMilliseconds, phaseEndsInMilliseconds] + (set?.seats.map(\.blockedMilliseconds) ?? [])
    }

    /// The state as far as the journal decides it: without times and watchers, and without what only clients change
    /// after the end.
    var board: MatchState {
        var state = self
        (state.version, state.watchers, state.change, state.isIntroduction) = (0, 0, nil, false)
        (state.turnEndsInMilliseconds, state.phaseEndsInMilliseconds) = (nil, nil)
        if let result {
            state.result = Result(
                winner: result.winner, reason: result.reason, rematch: nil, best: false, salt: result.salt,
                deck: result.deck)
            for seat in state.seats.indices {
                (state.seats[seat].present, state.seats[seat].rematch, state.seats[seat].left) = (true, false, false)
            }
        }
        // The milliseconds for which wrong claims still block.
        if case .set(let part) = game {
            let seats = part.seats.map {
                SetState.Seat(sets: $0.sets, blockedMilliseconds: 0, asksForMore: $0.asksForMore)
            }
            state.game = .set(SetState(deckLeft: part.deckLeft, seats: seats))
        }
        return state
    }
}
