import Protocol

@testable import Lobby

/// Remembers, over all lives of a host, what was kept and what clients were told; says what a restart has lost of it.
///
/// It learns from requests and effects once they are kept, and from lines when they leave, never from the lobby.
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

    /// A match's cards, scores and moves at one moment.
    private struct Position {
        let state: MatchState
        let moves: [Int]
    }

    /// A match that nobody has seen since it was recovered. It may have been recovered with entries that were never known
    /// to be kept, and the next power cut may undo those: it can be found as it was last seen, or as at any restart since.
    private struct Unseen {
        var positions: [Position]
        /// The version with which it was last recovered.
        var version: Int
    }

    private var names: [String: Owner] = [:]
    private var tokens: [String: String] = [:]
    private var seatings: [ClientID: Seating] = [:]
    /// The positions that matches may be found in, since a restart after which nobody has seen them.
    private var unseen: [MatchID: Unseen] = [:]
    /// The scores of matches that ended by a move that nobody has seen.
    private var unseenEnds: [MatchID: [Int]] = [:]
    /// The marks of the moves that were made, by match.
    private(set) var flips: [MatchID: [Int]] = [:]
    /// By the host's uptime, when a turn ends at the earliest.
    private var deadlines: [MatchID: Int] = [:]
    /// The newest version that has left for anybody, and that each bot has read.
    private var sent: [MatchID: Int] = [:]
    private var read: [Int: [MatchID: Int]] = [:]
    private var lastOpened = 0
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
        case .opened(let opening):
            if opening.match.number <= lastOpened { object("\(opening.match.text) was there before") }
            lastOpened = opening.match.number
        case .counted, .stopped, .named, .clocksPaused, .restarted, .changed: break
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
        case .passed: return noteHouse(happening)
        case .came, .other: return
        case .went(let gone): (client, isGone) = (gone, true)
        case .about(let other): client = other
        case .request(let request, let sender):
            client = sender
            note(request, from: sender, happening)
        }
        guard isGone || happening.effects.contains(.close(client)), let key = happening.name?.key else { return }
        let seating = seatings[client]
        names[key]?.leave(seating?.match, seating?.rules, at: happening.uptime)
    }

    private mutating func note(_ request: Request, from client: ClientID, _ happening: SimulatedHost.Happening) {
        guard case .command(.move(let move)) = request.content, let seating = seatings[client] else { return }
        let isRefused = happening.effects.contains {
            if case .send(let message, _) = $0, case .error = message.event { true } else { false }
        }
        guard !isRefused else { return }
        if let mark = move.mark(under: seating.rules) { flips[seating.match, default: []].append(mark) }
    }

    /// Notes the flips of house players.
    private mutating func noteHouse(_ happening: SimulatedHost.Happening) {
        for case .broadcast(.state(let state), _) in happening.effects {
            guard let (seat, mark) = state.change?.marked, state.seats[seat].kind.houseLevel != nil else { continue }
            flips[state.match, default: []].append(mark)
        }
    }

    // MARK: After a restart

    /// The first entries of an input whose others were lost.
    mutating func look(atRest entries: ArraySlice<Entry>) {
        for entry in entries {
            switch entry {
            case .forgot(let name): names[name.key] = nil
            case .opened(let opening): lastOpened = opening.match.number
            case .counted, .stopped, .named, .clocksPaused, .restarted, .changed: break
            }
        }
    }

    /// Holds what a host has recovered against what was kept.
    ///
    /// - Parameter torn: matches of which more was on the disk than was known to be kept.
    mutating func check(_ host: SimulatedHost, _ referee: Referee, torn: Set<MatchID>, uptime: Int) {
        let lobby = host.lobby
        let records = Dictionary(host.records.map { ($0.summary.match, $0) }) { first, _ in first }
        for (id, known) in referee.matches {
            guard let kept = known.last else { continue }
            if let sent = sent[id], sent > kept.version { object("\(id.text) was told before it was kept") }
            guard let match = lobby.matches[id] else {
                if torn.contains(id), let record = records[id] { noteUnseenEnd(of: id, after: kept, record) }
                if let scores = unseenEnds[id], scores == records[id]?.summary.scores { continue }
                let flaws = positions(of: id, after: kept).map { Self.flaw(of: records[id], after: $0.state, known) }
                if !flaws.contains(nil) { object("\(id.text): \(flaws.compactMap(\.self).joined(separator: "; "))") }
                continue
            }
            let found = match.state(after: nil, at: host.startedAt)
            if found.version <= kept.version {
                object("\(id.text) goes on with \(found.version) after \(kept.version)")
            }
            if kept.phase == .over { object("\(id.text) was over, and goes on") }
            checkPosition(of: match, showing: found, after: kept, isTorn: torn.contains(id))
        }
        for id in sent.keys where referee.matches[id] == nil { object("\(id.text) was told, and never kept") }
        checkNames(lobby, uptime)
        seatings = [:]
    }

    /// Notes that a match has ended by a move that nobody has seen. Until the record is synced, a power cut may undo that.
    private mutating func noteUnseenEnd(of id: MatchID, after kept: MatchState, _ record: MatchRecord) {
        unseen[id] = Unseen(positions: positions(of: id, after: kept), version: kept.version + 1)
        unseenEnds[id] = record.summary.scores
        flips[id] = record.moves.compactMap(\.made?.mark)
    }

    /// Returns the positions in which a match may be found that was last seen in this state.
    private func positions(of id: MatchID, after kept: MatchState) -> [Position] {
        if let unseen = unseen[id], unseen.version > kept.version { return unseen.positions }
        return [Position(state: kept, moves: flips[id] ?? [])]
    }

    /// Holds a recovered match against what was last seen of it, and against what was recovered of it since.
    ///
    /// - Parameter isTorn: the match was recovered with entries that were not known to be kept.
    private mutating func checkPosition(
        of match: Match, showing found: MatchState, after kept: MatchState, isTorn: Bool
    ) {
        let id = match.id
        let moves = match.moves.compactMap(\.made?.mark)
        let isComplete = match.moves.count < match.rules.game.recordMoves
        var positions = positions(of: id, after: kept)
        if !isTorn {
            let alike = positions.filter { found.hasSameBoard(as: $0.state) }
            if alike.isEmpty { object("\(id.text) was \(kept) and is \(found)") }
            if isComplete, !alike.contains(where: { $0.moves == moves }) { object("\(id.text) has other flips") }
        }
        positions.append(Position(state: found, moves: moves))
        unseen[id] = Unseen(positions: positions, version: found.version)
        if isComplete { flips[id] = moves }
    }

    private mutating func checkNames(_ lobby: Lobby, _ uptime: Int) {
        var found: Set<String> = []
        for person in lobby.registry.everybody { found.insert(person.name.key) }
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

    /// Returns the flaw if a match last seen in this state is gone; nil if that is fine.
    private static func flaw(of record: MatchRecord?, after kept: MatchState, _ known: Referee.Record) -> String? {
        guard known.begins > 0 else { return kept.phase == .waiting || kept.phase == .over ? nil : "it began unseen" }
        guard let record else { return "it is gone, and has no record" }
        let scores = kept.seats.map(\.score) + (kept.seats.count == 1 ? [-1] : [])
        if record.summary.scores != scores { return "the record has \(record.summary.scores), seen was \(scores)" }
        return known.ends == known.begins || kept.phase == .over ? nil : "it has a record, and never ended"
    }
}

extension MatchState {
    /// Returns true if cards and players are the same; only the phase may differ.
    fileprivate func hasSameBoard(as other: MatchState) -> Bool {
        match == other.match && cards == other.cards && turned == other.turned
            && seats.map(\.name) == other.seats.map(\.name) && seats.map(\.taken) == other.seats.map(\.taken)
            && seats.map(\.score) == other.seats.map(\.score)
            && seats.map(\.turnsLeft) == other.seats.map(\.turnsLeft) && set?.deckLeft == other.set?.deckLeft
            && set?.seats.map(\.sets) == other.set?.seats.map(\.sets)
            && set?.seats.map(\.asksForMore) == other.set?.seats.map(\.asksForMore)
    }
}

// A move has a number that tells it from others: the card of a flip, the places of a claim. A request for more cards has
// none, since cards are also dealt without a move.

extension Move {
    /// The number of the move in a match by these rules.
    func mark(under rules: Rules) -> Int? {
        switch self {
        case .flip(let card): card.card(rows: rules.rows, columns: rules.columns)
        case .set(.take(let places)): places.all.claimMark
        case .set(.shuffle): -1
        case .set(.more): nil
        }
    }
}

extension MadeMove {
    var mark: Int? {
        switch self {
        case .flip(let card): Int(card)
        case .set(.set(let claim)), .set(.wrong(let claim)): claim.places.claimMark
        case .set(.shuffle): -1
        case .set(.more), .set(.asked): nil
        }
    }
}

extension [Int] {
    fileprivate var claimMark: Int { 1_000 + reduce(0) { 128 * $0 + $1 } }
}
