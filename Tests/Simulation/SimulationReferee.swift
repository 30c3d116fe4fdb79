import Foundation
import Protocol

@testable import Lobby
@testable import TestDrivers

/// Watches every message of a simulation, and says what breaks the contract: of requests and their replies, of who is
/// told what and when, of the lines as they are written, and of the states, which the ``StateLaws`` and the ``Mirror``
/// judge.
struct Referee {
    /// The referee's knowledge of a match.
    struct Record {
        var rules: Rules
        /// True if the client of seat 0 plays both seats.
        var isShared = false
        /// The seal that was told first.
        var seal: Seal?
        /// The faces that were shown, by card.
        var faces: [Int: String] = [:]
        var last: MatchState?
        /// The bytes of that state, but for the milliseconds.
        var bytes: [UInt8] = []
        var shownAt = Instant(milliseconds: .min)
        var begins = 0
        var ends = 0
        /// The host was restarted, and nothing has been told since.
        var isResumed = false
    }

    private(set) var matches: [MatchID: Record] = [:]
    private(set) var mirror = Mirror()
    private var places: [ClientID: MatchID] = [:]
    private var seats: [ClientID: Int] = [:]
    /// What was said in a match for everybody, before it began or after its end.
    private var openTalk: [MatchID: Set<String>] = [:]
    private var versions: [ClientID: (match: MatchID, version: Int)] = [:]
    private(set) var dialects: [ClientID: Dialect] = [:]
    private var named: Set<ClientID> = []
    private var open: Set<ClientID> = []
    private var lastPush: Instant?
    private var wire = WireCheck()
    /// The number of times each thing was seen: kinds of messages, news, phases, endings.
    private(set) var seen: [String: Int] = [:]
    /// The first thing that broke the contract.
    private(set) var flaw: String?

    mutating func object(_ what: String) {
        if flaw == nil { flaw = what }
    }

    mutating func came(_ client: ClientID) {
        open.insert(client)
        dialects[client] = .json
    }

    mutating func went(_ client: ClientID) {
        open.remove(client)
        (places[client], seats[client], versions[client], dialects[client]) = (nil, nil, nil, nil)
        named.remove(client)
    }

    /// A client has left its match, and has had its last state.
    mutating func left(_ client: ClientID) { (places[client], seats[client]) = (nil, nil) }

    mutating func speaks(_ client: ClientID, _ dialect: Dialect?) {
        if let dialect { dialects[client] = dialect }
    }

    /// The host was started again: everybody is gone.
    ///
    /// - Parameters:
    ///   - tail: the entries that were written, and that nobody was told about.
    ///   - written: how many of them it must have, at least and at most.
    mutating func resume(_ host: SimulatedHost, tail: [Entry], written: ClosedRange<Int>) {
        for client in open { went(client) }
        lastPush = nil
        if let flaw = mirror.recover(host, tail: tail, written: written) { return object(flaw) }
        for match in host.lobby.matches.all where matches[match.id] == nil {
            matches[match.id] = Record(rules: match.rules)
        }
        for (id, record) in matches where record.last?.phase != .over { matches[id]?.isResumed = true }
        // What nobody was told has happened all the same.
        for id in Set(tail.compactMap(\.match)) where matches[id] != nil {
            let hasBegun = mirror.records[id] != nil || mirror.match(id)?.beganAt != nil
            matches[id]?.begins = hasBegun ? 1 : 0
            matches[id]?.ends = mirror.records[id] == nil ? 0 : 1
        }
    }

    /// The last match is over.
    mutating func close(_ records: [MatchRecord]) {
        if let flaw = mirror.recordFlaw(of: records) { object(flaw) }
        for record in records {
            if let flaw = record.replayFlaw { object("the record of \(record.summary.match.text): \(flaw)") }
        }
        for (id, known) in matches {
            let hasRecord = mirror.records[id] != nil
            if known.begins != known.ends || known.begins != (hasRecord ? 1 : 0) {
                object("\(id.text) began \(known.begins) times and ended \(known.ends) times")
            }
        }
    }

    // MARK: Requests

    /// A request that was handled, and all that came of it.
    mutating func judge(_ request: Request, from client: ClientID, _ effects: [Effect]) {
        let own = effects.compactMap { effect -> Message? in
            switch effect {
            case .send(let message, client): message
            case .broadcast(let event, let all) where all.contains(client): Message(event)
            // The host answers; one line is all that counts.
            case .queryRecords(_, client, let re), .replay(_, _, client, let re): Message(.pong, re: re)
            case .send, .broadcast, .queryRecords, .replay, .stopReplay, .close, .notify: nil
            }
        }
        let marked = effects.count { effect in
            switch effect {
            case .send(let message, _): message.re != nil
            case .queryRecords(_, _, let re), .replay(_, _, _, let re): re != nil
            case .broadcast, .stopReplay, .close, .notify: false
            }
        }
        if let id = request.id {
            if own.first?.re != id || marked != 1 { object("\(request) got \(own.kinds), \(marked) of them marked") }
        } else if marked != 0 {
            object("\(request) has no id and got a mark: \(own.kinds)")
        }
        if case .error(let report)? = own.first?.event, !report.isFatal, effects.count != 1 {
            object("a refusal of \(request) had effects: \(effects)")
        }
        if request.id == nil, dialects[client] == .plain, own.allSatisfy({ $0.bytes(.plain).isEmpty }) {
            object("\(request) got no line")
        }
    }

    /// A move is the one that its client asked for, or the house's; or it grants what a player had asked for.
    mutating func judgeMoves(_ happening: SimulatedHost.Happening) {
        for case .changed(let id, .moved(let made, let seat), _) in happening.entries {
            guard let match = matches[id], let last = match.last, last.seats.indices.contains(seat) else {
                object("a move of nobody in \(id.text)")
                continue
            }
            if case .flip(let card) = made, !match.isResumed, last.cards[Int(card)] != nil {
                object("card \(card) of \(id.text) was turned up twice")
            }
            if case .request(let request, let client) = happening.kind {
                let isOwn = places[client] == id && (seats[client] == seat || match.isShared)
                if !isOwn || !request.content.asks(for: made, under: match.rules) {
                    object("\(request) of \(client) became \(made) of seat \(seat) of \(id.text)")
                }
            } else if last.seats[seat].kind.houseLevel != nil {
                count("house")
            } else if made != .set(.more) || last.set?.seats[seat].asksForMore != true {
                object("nobody made a move for seat \(seat) of \(id.text)")
            }
        }
    }

    // MARK: Messages

    /// An effect that is visible.
    ///
    /// - Parameter entries: those of the same input that have not been taken in; those that the effect shows are.
    mutating func look(at effect: Effect, _ entries: inout ArraySlice<Entry>, _ now: Instant) {
        switch effect {
        case .send(let message, let client): deliver(message, to: [client], isAlone: true, &entries, now)
        case .broadcast(let event, let clients):
            if Set(clients).count != clients.count || clients.isEmpty { object("a broadcast to \(clients)") }
            deliver(Message(event), to: clients, isAlone: false, &entries, now)
        case .stopReplay: break
        case .queryRecords(_, let client, _), .replay(_, _, let client, _):
            count("consult")
            if !open.contains(client) { object("records for \(client), who is gone") }
        case .close(let client):
            if !open.contains(client) { object("\(client) was closed twice") }
            went(client)
        case .notify(.began(let match, let names, let rules)):
            if names.count != rules.seats { object("\(match.text) began with \(names.count) players") }
            matches[match]?.begins += 1
        case .notify(.ended(let match, _, let scores, let ending, _)):
            matches[match]?.ends += 1
            count("ended \(ending.reason.text)")
            if matches[match]?.begins != 1 { object("\(match.text) ended and never began: \(scores)") }
        case .notify(.connected), .notify(.disconnected), .notify(.contestEnded): break
        }
    }

    /// The rest of an input that is kept.
    mutating func keep(_ entries: ArraySlice<Entry>) {
        for entry in entries { mirror.apply(entry) }
        if let flaw = mirror.flaw { object(flaw) }
    }

    /// A state left for clients before what had happened elsewhere was visible, and then the host died.
    mutating func leftAhead(_ state: MatchState) {
        guard let last = matches[state.match]?.last, last.version < state.version else { return }
        matches[state.match]?.last = state
    }

    private mutating func count(_ what: String) { seen[what, default: 0] += 1 }

    private mutating func deliver(
        _ message: Message, to clients: [ClientID], isAlone: Bool, _ entries: inout ArraySlice<Entry>, _ now: Instant
    ) {
        count(Message(message.event).kind)
        for client in clients where !open.contains(client) {
            return object("\(message.kind) to \(client), who is gone")
        }
        switch message.event {
        case .welcome: named.formUnion(clients)
        case .match(let seating):
            if matches[seating.match] == nil { matches[seating.match] = Record(rules: seating.rules) }
            let told = matches[seating.match]?.seal ?? seating.seal
            if told == nil || told != seating.seal { object("\(seating.match.text) has another seal") }
            matches[seating.match]?.seal = told
            if seating.beside != nil {
                count("beside")
                matches[seating.match]?.isShared = true
            }
            for client in clients {
                places[client] = seating.match
                seats[client] = seating.seat
            }
        case .lobby(let list):
            if list.matches.contains(where: { $0.phase == .over }) { object("the lobby lists a match that is over") }
            if message.re == nil, !isAlone { judgePush(to: clients, now) }
        case .state(let state):
            if let flaw = mirror.follow(&entries, to: state, at: now) { object("\(state): \(flaw)") }
            judge(state, to: clients, isAlone: isAlone || state.isIntroduction, now)
        case .said(let said): judge(said, to: clients)
        default: break
        }
        scan(message, for: clients)
    }

    /// What was said while a match was in progress is for the role that it was said in, also later.
    private mutating func judge(_ said: Said, to clients: [ClientID]) {
        guard let match = said.match else { return }
        if !said.isPast {
            let phase = matches[match]?.last?.phase
            if phase == .waiting || phase == .over { openTalk[match, default: []].insert(said.text) }
            return
        }
        count("past")
        for client in clients {
            if places[client] != match { object("\(said) was repeated elsewhere") }
            let isPlayer = seats[client] != nil
            if (said.role == .player) != isPlayer, openTalk[match]?.contains(said.text) != true {
                object("\(said) was repeated to \(isPlayer ? "a player" : "a watcher")")
            }
        }
    }

    private mutating func judgePush(to clients: [ClientID], _ now: Instant) {
        if let lastPush, now - lastPush < Limits.pushMilliseconds { object("the lobby was pushed too often") }
        lastPush = now
        for client in clients where places[client] != nil || !named.contains(client) {
            object("the lobby was pushed to \(client)")
        }
    }

    private mutating func judge(_ state: MatchState, to clients: [ClientID], isAlone: Bool, _ now: Instant) {
        guard let record = matches[state.match] else { return object("a state of an unknown match") }
        count("change \(state.change?.label ?? "none")")
        count("phase \(state.phase.rawValue)")
        for client in clients {
            if places[client] != state.match {
                object("a state of \(state.match.text) to one in \(places[client]?.text ?? "none")")
            }
            if let old = versions[client], old.match == state.match, old.version > state.version {
                object("\(state.match.text) went back from \(old.version) to \(state.version)")
            }
            versions[client] = (state.match, state.version)
        }
        let bytes = StateLine(Message(.state(state)).bytes(.json))
        if record.last?.version == state.version {
            if record.bytes != bytes.timeless {
                object("version \(state.version) of \(state.match.text) has two faces")
            }
            if isAlone { return }
            // The copy for a newcomer may follow the line for the others, never the other way round.
            return object("version \(state.version) of \(state.match.text) was told to all twice")
        }
        if let version = record.last?.version, state.version < version { object("\(state) follows version \(version)") }
        let laws = StateLaws(
            state: state, line: bytes, rules: record.rules, last: record.isResumed ? nil : record.last,
            hasBegun: record.begins > 0, flipped: mirror.flipped[state.match] ?? [], isAlone: isAlone)
        if let flaw = laws.flaw { object("\(state): \(flaw)") }
        if mirror.match(state.match)?.rules != record.rules { object("\(state.match.text) has other rules") }
        if let seal = record.seal, mirror.seals[seal.text] != state.match { object("a seal of other cards") }
        if state.change == .watchers, let last = record.last, !record.isResumed {
            if now - record.shownAt < Limits.pushMilliseconds { object("watchers are told too often") }
            if state.watchers == last.watchers { object("the same watchers are told again") }
        }
        if state.set == nil {
            for (card, face) in bytes.cards.enumerated() where !face.isEmpty {
                if let known = record.faces[card], face != known { object("card \(card) has another face") }
                matches[state.match]?.faces[card] = face
            }
        }
        matches[state.match]?.last = state
        matches[state.match]?.isResumed = false
        matches[state.match]?.bytes = bytes.timeless
        // A copy without a change is of a version that was sent before, if only to nobody.
        if !isAlone || state.change != nil { matches[state.match]?.shownAt = now }
    }

    /// Every animal's UTF-8 begins with this byte. (Foundation's search costs a debug build least.)
    private static let animalByte = Data([0xF0])

    /// No line to anyone holds an animal that its match has not turned up. (No name and no talk has one.)
    private mutating func scan(_ message: Message, for clients: [ClientID]) {
        var dialectsHeard: Set<Dialect> = []
        for client in clients { dialectsHeard.insert(dialects[client] ?? .json) }
        for dialect in dialectsHeard {
            let bytes = message.bytes(dialect)
            if dialect == .json, let flaw = wire.flaw(of: bytes, message) { object("\(message.kind): \(flaw)") }
            if dialect == .plain, let flaw = forgery(String(decoding: bytes, as: UTF8.self), message.event) {
                object(flaw)
            }
            for digits in Self.digests(bytes) { scan(digits, in: message) }
            guard Data(bytes).range(of: Self.animalByte) != nil else { continue }
            guard case .state(let state) = message.event, let record = matches[state.match] else {
                if case .hello = message.event { continue }
                return object("a face in a \(message.kind)")
            }
            guard state.phase != .over else { continue }
            let allowed = Set(record.faces.values.flatMap(\.unicodeScalars))
            let text = String(decoding: bytes, as: UTF8.self)
            for scalar in text.unicodeScalars where scalar.value >= 0x1F000 && !allowed.contains(scalar) {
                object("\(scalar) in \(state.match.text) to a \(dialect) client, though no flip has shown it")
            }
        }
    }

    /// A hash in a line is a seal, or else the salt of a match that is over, in a state of that match.
    private mutating func scan(_ digits: String, in message: Message) {
        if mirror.seals[digits] != nil { return }
        if case .match(let seating) = message.event, seating.seal?.text == digits { return }
        count("salt")
        guard case .state(let state) = message.event, state.phase == .over, mirror.salts[digits] == state.match else {
            return object("\(digits) in a \(message.kind)")
        }
    }

    /// Returns all runs of 64 hexadecimal digits or more. Each has a digit in a place that 64 divides, where it is
    /// looked for, since a look at every byte would take too long.
    private static func digests(_ bytes: [UInt8]) -> [String] {
        func isDigit(_ index: Int) -> Bool {
            bytes.indices.contains(index) && Character(Unicode.Scalar(bytes[index])).isHexDigit
        }
        return stride(from: 63, to: bytes.count, by: 64).compactMap { place in
            guard isDigit(place) else { return nil }
            var (start, end) = (place, place + 1)
            while isDigit(start - 1) { start -= 1 }
            while isDigit(end) { end += 1 }
            // A picture's path has one, too.
            if start > 0, bytes[start - 1] == UInt8(ascii: "/") { return nil }
            return end - start >= 64 ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
        }
    }

    /// A line of chat. Made once, since that takes longer than a look at a line.
    private let talk = /("[^"]*"|[^ ":]+)( \(watching\))? (says|said earlier): .*/

    /// Returns the line by which a player could pass for the host or another player, if any.
    ///
    /// Only chat says who `says:`. A line of the host begins with no word that is a name, unless it is about that
    /// player.
    private func forgery(_ text: String, _ event: Event) -> String? {
        if case .said(let said) = event {
            let role = said.role == .watcher ? " (watching)" : ""
            let verb = said.isPast ? "said earlier" : "says"
            let isWhole = text == "\(PlayerName.quoted(said.from))\(role) \(verb): \(said.text)\n"
            return isWhole && text.dropLast().wholeMatch(of: talk) != nil ? nil : "talk reads \(text)"
        }
        let names = event.names
        let maySpeak = text.contains(" sa")
        for line in text.split(separator: "\n") {
            if maySpeak, line.wholeMatch(of: talk) != nil { return "the host's line reads like talk: \(line)" }
            let word = String(line.prefix { $0 != " " })
            guard word.allSatisfy(\.isLetter), PlayerName.quoted(word) == word, word != "House" else { continue }
            if !names.contains(word) { return "somebody may be called \(word): \(line)" }
        }
        return nil
    }
}

extension Event {
    /// The players that the event is about.
    fileprivate var names: [String] {
        switch self {
        case .state(let state): state.seats.map(\.name)
        case .scores(let scores):
            scores.players.map(\.name) + scores.best.map(\.name) + scores.house.map(\.player.name)
        case .record(let record, _): record.summary.players
        case .standings(let standings): standings.players.map(\.name)
        default: []
        }
    }
}

extension Request.Content {
    /// True if it asks for a move.
    fileprivate func asks(for made: MadeMove, under rules: Rules) -> Bool {
        guard case .command(.move(let move)) = self else { return false }
        return switch (move, made) {
        case (.flip(let card), .flip(let index)): card.card(rows: rules.rows, columns: rules.columns) == Int(index)
        case (.set(.take(let places)), .set(.set(let claim))), (.set(.take(let places)), .set(.wrong(let claim))):
            places.all == claim.places
        case (.set(.more), .set(.more)), (.set(.more), .set(.asked)), (.set(.shuffle), .set(.shuffle)): true
        default: false
        }
    }
}

extension MatchRecord {
    /// The reason why it cannot be played again as it was, by who has nothing but the record; nil if it can.
    fileprivate var replayFlaw: String? {
        if !zip(moves, moves.dropFirst()).allSatisfy({ $0.atMilliseconds <= $1.atMilliseconds }) {
            return "time goes back"
        }
        guard moves.count < summary.rules.game.recordMoves else { return nil }
        guard Deck(deck.texts, for: summary.rules) != nil else { return "no such deck" }
        guard let salt, Seal(of: deck.texts, salt) == seal else { return "its seal does not fit" }
        var replay = MatchReplay(self)
        for move in moves where replay.play(move).isEmpty { return "a move cannot be made: \(move)" }
        if summary.reason == .turns || summary.reason == .idle { _ = replay.finish(at: .max) }
        var game = replay.game
        if let forfeit: Game.Forfeit = summary.reason == .resigned
            ? .resigned : summary.reason == .abandoned ? .abandoned : nil
        {
            guard game.forfeit(by: summary.winner.map { 1 - $0 }, as: forfeit) != nil else { return "it had ended" }
        }
        guard let ending = game.ending else { return "it does not end" }
        if ending != Ending(winner: summary.winner, reason: summary.reason) { return "it ends by \(ending)" }
        let seats = 0..<summary.rules.seats
        if seats.map(game.score) + (summary.rules.isSolo ? [-1] : []) != summary.scores {
            return "\(summary.scores) points, played again otherwise"
        }
        return seats.map(game.turnsUsed) == summary.turns ? nil : "other turns"
    }
}
