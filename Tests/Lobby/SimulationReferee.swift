import Foundation
import Protocol

@testable import Lobby

/// Watches every message of a simulation, keeps its own record of every match, and says what breaks the contract.
///
/// It trusts no field that it can count itself: which cards were turned up it learns from the flips that were not
/// refused, misses and pairs from the states that follow them, versions and bytes from the lines as they are written.
struct Referee {
    /// The referee's knowledge of a match.
    struct Record {
        var rules: Rules
        /// True if the client of seat 0 plays both seats.
        var isShared = false
        /// The cards that flips have turned up so far, and the face of each as it was first shown.
        var turnedUp: Set<Int> = []
        var faces: [Int: String] = [:]
        var misses = [0, 0]
        var set = SetKnowledge()
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

    func isOpen(_ client: ClientID) -> Bool { open.contains(client) }

    /// The host was started again: everybody is gone.
    ///
    /// - Parameters:
    ///   - recorded: the matches that have a record.
    ///   - entries: what was kept, though its host died before it could be known; the first part of one input's.
    mutating func resume(_ lobby: Lobby, recorded: Set<MatchID>, after entries: ArraySlice<Entry>) {
        for client in open { went(client) }
        lastPush = nil
        for match in lobby.matches.all where matches[match.id] == nil { matches[match.id] = Record(rules: match.rules) }
        for id in matches.keys where matches[id]?.last?.phase != .over { matches[id]?.isResumed = true }
        for case .changed(let id, let change, _) in entries {
            if case .moved(.flip(let card), _) = change { matches[id]?.turnedUp.insert(Int(card)) }
            guard let match = lobby.matches[id] else {
                let count = recorded.contains(id) ? 1 : 0
                matches[id]?.begins = count
                matches[id]?.ends = count
                continue
            }
            matches[id]?.begins = match.beganAt == nil ? 0 : 1
            switch match.game.table {
            case let game as Memory:
                for seat in match.seats.indices { matches[id]?.misses[seat] = game.misses(of: seat) }
            case let game as SetGame: matches[id]?.set.recover(game)
            default: preconditionFailure("a game without a referee")
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
            case .queryRecords(_, client, let re), .replay(_, client, let re): Message(.pong, re: re)
            case .send, .broadcast, .queryRecords, .replay, .stopReplay, .close, .notify: nil
            }
        }
        let marked = effects.count { effect in
            switch effect {
            case .send(let message, _): message.re != nil
            case .queryRecords(_, _, let re), .replay(_, _, let re): re != nil
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

    /// A flip that is about to be judged: if nothing refuses it, its card is turned up from now on.
    mutating func flipped(_ card: CardReference, by client: ClientID, _ effects: [Effect]) {
        let isRefused = effects.contains {
            if case .send(let message, client) = $0, case .error = message.event { true } else { false }
        }
        guard !isRefused else { return }
        guard let match = places[client], let own = seats[client], let record = matches[match] else {
            return object("a flip from nowhere was done")
        }
        let seat = record.isShared ? record.last?.turn ?? own : own
        guard let index = card.card(rows: record.rules.rows, columns: record.rules.columns) else {
            return object("a flip of no card was done")
        }
        if record.last?.turn != seat { object("seat \(seat) flipped out of turn in \(match.text)") }
        if record.last?.cards[index] != nil { object("card \(index) of \(match.text) was turned up twice") }
        matches[match]?.turnedUp.insert(index)
        for case .broadcast(.state(let state), _) in effects where state.match == match {
            if state.phase == .showing { matches[match]?.misses[seat] += 1 }
            if state.cards[index] == nil { object("card \(index) of \(match.text) was turned up in vain") }
        }
    }

    /// A move of Set is that of the client that asked for it.
    mutating func judgeMoves(of client: ClientID, _ effects: [Effect]) {
        for case .broadcast(.state(let state), _) in effects {
            if let seat = state.change?.seatOfSet, seats[client] != seat { object("\(client) moved for seat \(seat)") }
        }
    }

    /// A move of Set that no client asked for is the house's, or a request for more cards that is granted.
    mutating func judgeMoveUnasked(_ effect: Effect) {
        guard case .broadcast(.state(let state), _) = effect, let seat = state.change?.seatOfSet,
            state.seats[seat].kind.houseLevel == nil
        else { return }
        let asking = matches[state.match]?.last?.set?.seats.firstIndex(where: \.asksForMore)
        if case .set(.more) = state.change, asking == seat { return }
        object("nobody moved for seat \(seat)")
    }

    /// The cards that the house has turned, which no client asked for.
    mutating func houseFlipped(_ effect: Effect) {
        guard case .broadcast(.state(let state), _) = effect, let (seat, card) = state.change?.flip,
            state.seats[seat].kind.houseLevel != nil
        else { return }
        count("house")
        if matches[state.match]?.last?.turn != seat { object("the house flipped out of turn") }
        matches[state.match]?.turnedUp.insert(card)
        if state.phase == .showing { matches[state.match]?.misses[seat] += 1 }
    }

    // MARK: Messages

    mutating func look(at effect: Effect, _ now: Instant, uptime: Int) {
        switch effect {
        case .send(let message, let client): deliver(message, to: [client], isAlone: true, now, uptime)
        case .broadcast(let event, let clients):
            if Set(clients).count != clients.count || clients.isEmpty { object("a broadcast to \(clients)") }
            deliver(Message(event), to: clients, isAlone: false, now, uptime)
        case .stopReplay: break
        case .queryRecords(_, let client, _), .replay(_, let client, _):
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
        case .notify(.connected), .notify(.disconnected): break
        }
    }

    /// A state left for clients before what had happened elsewhere was visible, and then the host died.
    mutating func leftAhead(_ state: MatchState) {
        guard let last = matches[state.match]?.last, last.version < state.version else { return }
        matches[state.match]?.last = state
    }

    private mutating func count(_ what: String) { seen[what, default: 0] += 1 }

    private mutating func deliver(
        _ message: Message, to clients: [ClientID], isAlone: Bool, _ now: Instant, _ uptime: Int
    ) {
        count(Message(message.event).kind)
        for client in clients where !open.contains(client) {
            return object("\(message.kind) to \(client), who is gone")
        }
        switch message.event {
        case .welcome: named.formUnion(clients)
        case .match(let seating):
            if matches[seating.match] == nil { matches[seating.match] = Record(rules: seating.rules) }
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
        case .state(let state): judge(state, to: clients, isAlone: isAlone || state.isIntroduction, now, uptime)
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

    private mutating func judge(
        _ state: MatchState, to clients: [ClientID], isAlone: Bool, _ now: Instant, _ uptime: Int
    ) {
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
        let pace = Pace(uptime: uptime, isResumed: record.isResumed)
        if record.last?.version == state.version {
            if record.bytes != bytes.timeless {
                object("version \(state.version) of \(state.match.text) has two faces")
            }
            if let flaw = record.set.flaw(inCopy: state, pace) { object("a copy of \(state.match.text): \(flaw)") }
            if isAlone { return }
            // The copy for a newcomer may follow the line for the others, never the other way round.
            return object("version \(state.version) of \(state.match.text) was told to all twice")
        }
        if let flaw = StateCheck(state, bytes, record, isAlone: isAlone, now, pace).flaw {
            object("\(state.match.text) version \(state.version), \(String(describing: state.change)): \(flaw)")
        }
        if state.set == nil {
            for (card, face) in bytes.cards.enumerated() where !face.isEmpty {
                matches[state.match]?.faces[card] = face
            }
        } else {
            matches[state.match]?.set.note(state, record.rules, pace)
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
            if dialect == .plain, let flaw = Self.forgery(String(decoding: bytes, as: UTF8.self), message.event) {
                object(flaw)
            }
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

    /// Returns the line by which a player could pass for the host or another player, if any.
    ///
    /// Only chat says who `says:`. A line of the host begins with no word that is a name, unless it is about that player.
    private static func forgery(_ text: String, _ event: Event) -> String? {
        let talk = /("[^"]*"|[^ ":]+)( \(watching\))? (says|said earlier): .*/
        if case .said(let said) = event {
            let role = said.role == .watcher ? " (watching)" : ""
            let verb = said.isPast ? "said earlier" : "says"
            let isWhole = text == "\(PlayerName.quoted(said.from))\(role) \(verb): \(said.text)\n"
            return isWhole && text.dropLast().wholeMatch(of: talk) != nil ? nil : "talk reads \(text)"
        }
        let names = event.names
        for line in text.split(separator: "\n") {
            if line.wholeMatch(of: talk) != nil { return "the host's line reads like talk: \(line)" }
            let word = String(line.prefix { $0 != " " })
            guard word.allSatisfy(\.isLetter), PlayerName.quoted(word) == word, word != "House" else { continue }
            if !names.contains(word) { return "somebody may be called \(word): \(line)" }
        }
        return nil
    }
}

extension Change {
    /// The seat and the mark of a move; nil for another change, and for a request for more cards.
    var marked: (seat: Int, mark: Int)? {
        switch self {
        case .set(.set(let seat, let claim)), .set(.wrong(let seat, let claim, _)):
            MadeMove.set(.set(claim)).mark.map { (seat, $0) }
        case .set(.shuffle(let seat)): MadeMove.set(.shuffle).mark.map { (seat, $0) }
        default: flip.map { ($0.seat, $0.card) }
        }
    }

    /// The seat and the card of a flip; nil for another change.
    var flip: (seat: Int, card: Int)? {
        switch self {
        case .memory(.flip(let seat, let card)): (seat, card)
        case .memory(.pair(let seat, _, let card)), .memory(.miss(let seat, _, let card)): (seat, card)
        default: nil
        }
    }

    /// The name of its case, or of the game's step.
    var label: String {
        switch self {
        case .memory(let step): Self.label(step)
        case .set(let step): Self.label(step)
        default: Self.label(self)
        }
    }

    private static func label(_ value: some Any) -> String { String(String(describing: value).prefix { $0 != "(" }) }
}

extension Event {
    /// The players that the event is about.
    fileprivate var names: [String] {
        switch self {
        case .state(let state): state.seats.map(\.name)
        case .scores(let scores):
            scores.players.map(\.name) + scores.best.map(\.name) + scores.house.map(\.player.name)
        case .record(let report): report.summary.players
        default: []
        }
    }
}
