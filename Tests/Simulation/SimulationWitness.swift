import Protocol

@testable import Lobby

/// Remembers, over all lives of a host, whose each name is and for how long, which turns have which time, and which
/// versions have left for whom; says what a host has forgotten of that.
///
/// It learns from effects once they are kept, and from lines when they leave, never from the lobby.
struct Witness {
    /// A name that is somebody's, and how long it must be kept.
    private struct Owner {
        let name: PlayerName
        let bot: Int
        /// Since when nobody is there, by the host's uptime, and for how long that must not matter.
        var absence: (since: Int, milliseconds: Int)?
        /// The milliseconds of all earlier absences from a match.
        var away: (match: MatchID, milliseconds: Int)?

        /// Begins an absence from a match, or from none.
        mutating func leave(_ match: MatchID?, _ rules: Rules?, at uptime: Int) {
            guard let match, let rules else { return absence = (uptime, 0) }
            if away?.match != match { away = (match, 0) }
            let left = Limits.gracePeriods * rules.graceMilliseconds - (away?.milliseconds ?? 0)
            absence = (uptime, min(rules.graceMilliseconds, Limits.desertedMilliseconds, left))
        }

        mutating func endAbsence(at uptime: Int) {
            if let absence { away?.milliseconds += uptime - absence.since }
            absence = nil
        }
    }

    private var names: [String: Owner] = [:]
    /// The names that were taken or given up since, if what nobody was told of is there; and whose they were before.
    private var doubtful: [String: (owner: Owner?, mayBeFree: Bool)] = [:]
    private var tokens: [String: String] = [:]
    private var seatings: [ClientID: Seating] = [:]
    /// By the host's uptime, when a turn ends at the earliest.
    private var deadlines: [MatchID: Int] = [:]
    /// The newest version that has left for anybody, and that each bot has read.
    private var sent: [MatchID: Int] = [:]
    private var read: [Int: [MatchID: Int]] = [:]
    private(set) var flaw: String?

    mutating func object(_ what: String) {
        if flaw == nil { flaw = what }
    }

    // MARK: Lines

    /// A line has left the host.
    mutating func leaves(_ message: Message) {
        guard case .state(let state) = message.event else { return }
        sent[state.match] = max(sent[state.match] ?? 0, state.version)
    }

    /// A bot has read a line.
    mutating func reads(_ message: Message, _ bot: Int) {
        guard case .state(let state) = message.event else { return }
        let old = read[bot]?[state.match] ?? 0
        if state.version < old { object("bot \(bot) saw \(state.match.text) go back from \(old) to \(state.version)") }
        read[bot, default: [:]][state.match] = state.version
    }

    /// Returns true if a token must be valid: the bot has heard no newer one, and its name was not given up.
    func mustKnow(_ token: Token, of bot: Int, _ registry: Registry) -> Bool {
        guard let key = tokens[token.text], let owner = names[key], owner.bot == bot else { return false }
        guard let person = registry[owner.name] else { return false }
        if case .client = person.keeper { return person.token == TokenDigest(token) }
        return true
    }

    // MARK: What is kept

    mutating func look(at happening: SimulatedHost.Happening, owners: [ClientID: Int]) {
        for effect in happening.effects {
            switch effect {
            case .send(let message, let client): look(at: message.event, for: [client], happening, owners)
            case .broadcast(let event, let clients): look(at: event, for: clients, happening, owners)
            case .notify(.ended(let match, let players, _, let ending, _)):
                if ending.reason == .abandoned,
                    !players.contains(where: { mayBeForgotten(PlayerName.key(of: $0), happening) })
                {
                    object("\(match.text) was abandoned before its time")
                }
            case .notify, .close, .queryRecords, .replay, .stopReplay: break
            }
        }
        for entry in happening.entries { look(at: entry, happening) }
        lookAtClient(happening)
        if let flaw = happening.drainingFlaw { object(flaw) }
    }

    private mutating func look(
        at event: Event, for clients: [ClientID], _ happening: SimulatedHost.Happening, _ owners: [ClientID: Int]
    ) {
        switch event {
        case .welcome(let welcome):
            guard let client = clients.first, let bot = owners[client], let name = try? PlayerName(welcome.name) else {
                return object("a welcome to nobody")
            }
            var owner = Owner(name: name, bot: bot, away: names[name.key]?.away)
            owner.absence = names[name.key]?.absence
            owner.endAbsence(at: happening.uptime)
            names[name.key] = owner
            tokens[welcome.token.text] = name.key
        case .match(let seating): for client in clients { seatings[client] = seating }
        case .state(let state):
            guard let left = state.turnEndsInMilliseconds, left > 0 else { return }
            let deadline = happening.uptime + left
            if let old = deadlines[state.match], old > deadline {
                object("a turn of \(state.match.text) lost \(old - deadline) ms")
            }
            deadlines[state.match] = deadline
        default: break
        }
    }

    private mutating func look(at entry: Entry, _ happening: SimulatedHost.Happening) {
        switch entry {
        case .forgot(let name):
            if case .passed = happening.kind {
                if !mayBeForgotten(name.key, happening) { object("\(name.text) was forgotten before its time") }
            } else if happening.name?.key != name.key {
                object("\(name.text) was forgotten for the sake of another")
            }
            names[name.key] = nil
        case .opened, .counted, .reserved, .stopped, .named, .contest, .clocksPaused, .restarted, .changed: break
        }
    }

    /// Returns true if nobody has been present under a name for as long as it is kept.
    private func mayBeForgotten(_ key: String, _ happening: SimulatedHost.Happening) -> Bool {
        guard let absence = names[key]?.absence else { return false }
        return happening.uptime - absence.since >= absence.milliseconds
    }

    private mutating func lookAtClient(_ happening: SimulatedHost.Happening) {
        let client: ClientID
        var isGone = false
        switch happening.kind {
        case .came, .other, .passed: return
        case .went(let gone): (client, isGone) = (gone, true)
        case .about(let other): client = other
        case .request(_, let sender): client = sender
        }
        guard isGone || happening.effects.contains(.close(client)), let key = happening.name?.key else { return }
        let seating = seatings[client]
        names[key]?.leave(seating?.match, seating?.rules, at: happening.uptime)
    }

    // MARK: After a restart

    /// The first entries of an input whose others were lost.
    mutating func look(atTorn entries: ArraySlice<Entry>) {
        for case .forgot(let name) in entries { names[name.key] = nil }
    }

    /// Entries that nobody was told of may be lost, or not, and so may what was learned from them.
    mutating func doubt(_ entries: ArraySlice<Entry>, since before: Witness) {
        for entry in entries {
            switch entry {
            case .named(let name, _):
                let owner = before.names[name.key]
                if doubtful[name.key] == nil { doubtful[name.key] = (owner, owner == nil) }
            case .forgot(let name): doubtful[name.key] = (before.names[name.key], true)
            case .opened, .counted, .reserved, .stopped, .contest, .clocksPaused, .restarted, .changed: break
            }
        }
    }

    /// Holds what a host has recovered against what was kept.
    mutating func check(_ host: SimulatedHost, _ referee: Referee, uptime: Int) {
        for (id, known) in referee.matches {
            guard let kept = known.last else { continue }
            if let sent = sent[id], sent > kept.version { object("\(id.text) was told before it was kept") }
            let version = host.lobby.matches[id]?.versions.current ?? .max
            if version <= kept.version { object("\(id.text) goes on with \(version) after \(kept.version)") }
        }
        for id in sent.keys where referee.matches[id] == nil { object("\(id.text) was told, and never kept") }
        checkNames(host.lobby, uptime)
        seatings = [:]
    }

    private mutating func checkNames(_ lobby: Lobby, _ uptime: Int) {
        var found: Set<String> = []
        for person in lobby.registry.everybody { found.insert(person.name.key) }
        for (key, (owner, mayBeFree)) in doubtful {
            names[key] = found.contains(key) ? names[key] ?? owner : mayBeFree ? nil : owner
        }
        doubtful = [:]
        for key in names.keys where !found.contains(key) { object("\(key) has lost its name") }
        for key in names.keys {
            names[key]?.endAbsence(at: uptime)
            names[key]?.absence = (uptime, Limits.absentMilliseconds)
        }
        for match in lobby.matches.all {
            for name in match.seats.compactMap(\.player.name) {
                names[name.key]?.leave(match.id, match.rules, at: uptime)
            }
        }
    }
}

extension SimulatedHost.Happening {
    /// What a host that drains must not have done, or one that does not; nil if there is nothing.
    fileprivate var drainingFlaw: String? {
        for effect in effects {
            guard case .send(let message, _) = effect, case .error(let report) = message.event else { continue }
            if report.code == Refusal.draining.code, !wasDraining { return "a host that does not drain says so" }
        }
        guard wasDraining else { return nil }
        for entry in entries {
            switch entry {
            case .opened, .changed(_, .seated, _): return "a host that drains has begun something: \(entry)"
            case .named(let taken, _) where taken.key != name?.key: return "a host that drains has let \(taken.text) in"
            default: break
            }
        }
        return nil
    }
}
