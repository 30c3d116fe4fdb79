import Protocol
import TestSupport

@testable import Lobby

/// A lobby, a crowd of bots, and a referee: hours of a host's life from one seed, driven as the host's loop drives it.
struct SimulationWorld {
    private(set) var lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "simulation")))
    private(set) var referee = Referee()
    private(set) var steps = 0
    private var random: SeededRandom
    private var bots: [Bot]
    private var owners: [ClientID: Int] = [:]
    private var wakes = Timers<Int>()
    private var now = Instant(milliseconds: 1_000_000)
    private var freeSlots: [Int] = []
    private var slots = 0
    private var serial: UInt32 = 0
    /// The codes of private matches that were whispered about.
    private var codes: [MatchCode] = []
    /// The number of steps between two comparisons of all tables.
    private let thoroughness: Int

    init(seed: UInt64, tempers: [Temper], thoroughness: Int) {
        random = SeededRandom(seed: seed)
        bots = tempers.enumerated().map { Bot(number: $0.offset, temper: $0.element) }
        self.thoroughness = thoroughness
        for bot in bots {
            wakes.add(Timers.Alarm(due: now + Int.random(in: 0...20_000, using: &random), owner: bot.number))
        }
    }

    /// Lets the bots play for so long, or until something breaks the contract.
    mutating func run(milliseconds: Int) {
        let end = now + milliseconds
        while referee.flaw == nil {
            guard let wake = wakes.next, min(wake, lobby.nextDue ?? wake) <= end else { return }
            // A host never wakes early, and sometimes a little late.
            let lateness = max(0, Int.random(in: -20...5, using: &random))
            now = max(now, min(wake, lobby.nextDue ?? wake)) + lateness
            while let alarm = wakes.popDue(at: now) {
                act(alarm.owner)
                wakes.add(Timers.Alarm(due: now + rest(of: alarm.owner), owner: alarm.owner))
            }
            advance()
        }
    }

    /// Everybody goes, one after the other, and time passes until nothing is due any more.
    mutating func close() {
        for client in owners.keys.sorted(by: { $0.slot < $1.slot }) {
            now = now + Int.random(in: 0...50, using: &random)
            disconnect(client)
            advance()
        }
        while let due = lobby.nextDue, referee.flaw == nil {
            now = max(now, due)
            advance()
        }
        if let residue = lobby.residue { referee.object(residue) }
        for (id, match) in referee.matches where match.last?.phase != .over && match.begins != match.ends {
            referee.object("\(id.text) never ended")
        }
    }

    /// A bot's next pause: it thinks; or, between two matches, sleeps for a while, connected or not.
    private mutating func rest(of number: Int) -> Int {
        let bot = bots[number]
        guard bot.match == nil, bot.name != nil, Int.random(in: 0..<100, using: &random) < 40 else {
            return Int.random(in: bot.temper.pause, using: &random)
        }
        return Int.random(in: 600_000...3_600_000, using: &random)
    }

    // MARK: Steps

    private mutating func advance() {
        guard let due = lobby.nextDue, due <= now else { return }
        take(lobby.advance(to: now).effects)
        if let next = lobby.nextDue, next <= now { referee.object("the host would spin at \(now)") }
    }

    private mutating func act(_ number: Int) {
        switch bots[number].act(codes: codes, using: &random) {
        case .connect, .double: connect(number)
        case .vanish: if let client = bots[number].client { disconnect(client) }
        case .closeSide: happen(number, Input.finished)
        case .hurry: happen(number, Input.throttled)
        case .write(let line):
            let bytes = Array(line.utf8)
            request(CommandReader.read(bytes, in: 0..<bytes.count), from: number)
        case .flip(let card):
            let isMarked = Bool.random(using: &random)
            let id = isMarked ? RequestID("f\(steps)") : nil
            let dialect = bots[number].temper.dialect
            request(
                Request(.command(.move(.flip(.card(card)))), id: dialect == .json ? id : nil, dialect: dialect),
                from: number)
        case .unreadable(let bad): request(bad, from: number)
        case .idle: break
        }
    }

    private mutating func connect(_ number: Int) {
        serial += 1
        slots += freeSlots.isEmpty ? 1 : 0
        let client = ClientID(slot: freeSlots.popLast() ?? slots - 1, serial: serial)
        owners[client] = number
        let token = bots[number].token
        bots[number].lose()
        bots[number].client = client
        referee.came(client)
        take(lobby.handle(.connected(client), at: now, using: &random).effects)
        // Who has a token uses it at once: the connection before may still be open.
        if let token { request(Request(.command(.hello(.token(token))), dialect: .json), from: number) }
    }

    private mutating func disconnect(_ client: ClientID) {
        if let owner = owners.removeValue(forKey: client), bots[owner].client == client { bots[owner].lose() }
        freeSlots.append(Int(client.slot))
        referee.went(client)
        take(lobby.handle(.disconnected(client), at: now, using: &random).effects)
    }

    private mutating func happen(_ number: Int, _ input: (ClientID) -> Input) {
        guard let client = bots[number].client, referee.isOpen(client) else { return }
        take(lobby.handle(input(client), at: now, using: &random).effects)
    }

    private mutating func request(_ request: Request, from number: Int) {
        guard let client = bots[number].client, referee.isOpen(client) else { return }
        referee.speaks(client, request.dialect)
        let before = lobby.sessions[client]?.location.match.flatMap(sight)
        let effects = lobby.handle(.received(request, from: client), at: now, using: &random).effects
        let isRefused = effects.contains {
            if case .send(let message, client) = $0, case .error(let report) = message.event {
                !report.isFatal
            } else {
                false
            }
        }
        if isRefused, lobby.sessions[client]?.location.match.flatMap(sight) != before {
            referee.object("a refusal of \(request) changed the match")
        }
        if case .command(.move(.flip(let card))) = request.content { referee.flipped(card, by: client, effects) }
        referee.judge(request, from: client, effects)
        take(effects)
        if case .command(.leave) = request.content, !isRefused { referee.left(client) }
    }

    /// All that a refusal must leave as it is: what is seen of a match, its stage with its clock, and who is in it.
    private func sight(_ id: MatchID) -> Sight? {
        guard let match = lobby.matches[id] else { return nil }
        return Sight(
            state: match.state(after: nil, at: now), stage: match.stage, occupants: match.seats.map(\.occupant),
            watchers: match.watchers, alarms: match.alarms, names: lobby.registry.count)
    }

    private struct Sight: Equatable {
        let state: MatchState
        let stage: Match.Stage
        let occupants: [Seat.Occupant]
        let watchers: [ClientID]
        let alarms: [Instant]
        let names: Int
    }

    /// Has the referee look at what is to be done, does it, and looks at the tables.
    private mutating func take(_ effects: [Effect]) {
        steps += 1
        referee.look(at: effects, now)
        var closed: [ClientID] = []
        for effect in effects {
            switch effect {
            case .send(let message, let client): hear(message, client)
            case .broadcast(let event, let clients): for client in clients { hear(Message(event), client) }
            case .close(let client): closed.append(client)
            case .queryRecords, .notify: break
            }
        }
        if steps.isMultiple(of: thoroughness), let disagreement = lobby.disagreement {
            referee.object("after step \(steps): \(disagreement)")
        }
        // The host reports the end of each connection that it was told to close.
        for client in closed { disconnect(client) }
    }

    private mutating func hear(_ message: Message, _ client: ClientID) {
        guard let owner = owners[client], bots[owner].client == client else { return }
        bots[owner].hear(message, using: &random)
        if case .match(let seating) = message.event, let code = seating.code, seating.seat == 0 {
            codes = codes.suffix(10) + [code]
        }
    }
}
