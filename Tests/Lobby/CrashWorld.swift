import Protocol

@testable import Lobby

/// Hours of a host that dies again and again, from one seed: bots, a network that loses what was on its way, a disk that
/// tears and fills, and a clock.
struct CrashWorld {
    private enum Event {
        /// A bot acts.
        case wake(Int)
        /// Something arrives at the host, or at a client.
        case up(ClientID)
        case down(ClientID)
        /// A client that read nothing reads on.
        case reads(ClientID)
    }

    private(set) var host: SimulatedHost
    private(set) var referee = Referee()
    private(set) var witness = Witness()
    /// How often what was done.
    private(set) var counts: [String: Int] = [:]
    private var bots: [Bot]
    /// Bots that have shown a token, and have heard no answer.
    private var isAsking: Set<Int> = []
    /// How many alarms wake each of them.
    private var wakes: [Int]
    private var codes: [MatchCode] = []
    private var owners: [ClientID: Int] = [:]
    private var up: [ClientID: [SimulatedSignal]] = [:]
    /// What is on its way to a client; nil is the end of the connection.
    private var down: [ClientID: [Message?]] = [:]
    private var events = Timers<Event>()
    private var serial: UInt32 = 0
    private var slots = 0
    private var freeSlots: [Int] = []
    private var random: GameRandom
    private var now = Instant(milliseconds: 1_000_000_000)
    /// By how much the machine's clock is ahead.
    private var skew = 0
    private(set) var turns = 0
    /// When the host is started again, and the disk has room again.
    private var startsAt: Instant?
    private var roomAt: Instant?
    /// Entries that were kept, though not all of what belongs to them was.
    private var torn: ArraySlice<Entry> = []
    private var uptime = 0

    init(seed: UInt64, tempers: [Temper]) {
        random = GameRandom(seed: seed)
        var flaw: String?
        guard let host = SimulatedHost(disk: SimulatedDisk(), at: now, uptime: 0, flaw: &flaw) else {
            preconditionFailure("a host starts with an empty disk")
        }
        self.host = host
        bots = tempers.enumerated().map { Bot(number: $0.offset, temper: $0.element) }
        wakes = bots.map { _ in 1 }
        for bot in bots { schedule(.wake(bot.number), in: Int.random(in: 0...20_000, using: &random)) }
    }

    /// The first thing that broke a promise.
    var flaw: String? { witness.flaw ?? referee.flaw }

    private var hostNow: Instant { now + skew }

    private mutating func count(_ what: String) { counts[what, default: 0] += 1 }

    private mutating func chance(_ one: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < one }

    private mutating func schedule(_ event: Event, in milliseconds: Int) {
        events.add(Timers.Alarm(due: now + milliseconds, owner: event))
    }

    // MARK: Turns

    /// Lets the bots play for so long, or until something breaks a promise.
    mutating func run(milliseconds: Int) {
        let end = now + milliseconds
        while flaw == nil, let next = events.next, next <= end {
            var next = next
            if let due = startsAt ?? host.due.map({ $0 + -skew }) { next = min(next, due) }
            // A turn of the loop takes in what has come while the one before it lasted.
            now = max(now, next) + (chance(1, in: 3) ? Int.random(in: 0...400, using: &random) : 0)
            turn()
        }
    }

    private mutating func turn() {
        turns += 1
        if let startsAt, startsAt <= now { start() }
        let isUp = startsAt == nil
        if isUp {
            chooseFate()
            if host.doom == .stopping { host.tell(.stopping, .other, at: hostNow, using: &random) }
        }
        while let event = events.popDue(at: now) { take(event.owner) }
        guard isUp else { return }
        host.advance(to: hostNow)
        if !host.endTurn(at: hostNow, using: &random) { return crash() }
        takeDepartures()
        judge()
        if let disagreement = turns.isMultiple(of: 20) ? host.lobby.disagreement : nil {
            witness.object("after turn \(turns): \(disagreement)")
        }
    }

    /// Decides whether this turn of the loop is the host's last, and what else happens to the machine.
    private mutating func chooseFate() {
        if let roomAt, roomAt <= now { (self.roomAt, host.disk.mood) = (nil, .works) }
        if roomAt == nil, chance(1, in: 900) {
            count("disk full")
            host.disk.mood = Bool.random(using: &random) ? .fails : .fillsUp
            roomAt = now + Int.random(in: 0...40_000, using: &random)
        }
        if chance(1, in: 3_000) {
            count("sleep")
            let slept = Int.random(in: 1_000...4_000_000, using: &random)
            skew += slept
            host.sleep(milliseconds: slept, until: hostNow, using: &random)
        }
        // A host that has just been started dies sooner; so does one whose disk is full.
        let isTender = hostNow - host.startedAt < 1_000 || host.trouble != nil
        guard chance(1, in: isTender ? 30 : 250) else { return }
        let dooms: [SimulatedHost.Doom] = [
            .beforeWriting, .writing, .writing, .writing, .written, .recorded, .compacting, .stopping,
            .told(Int.random(in: 0...6, using: &random)), .told(0),
        ]
        host.doom = dooms.randomElement(using: &random)
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .wake(let number):
            if startsAt == nil { act(number) }
            // Who is awake more often than others has woken up for a second try.
            if wakes[number] == 1 { schedule(.wake(number), in: rest(of: number)) } else { wakes[number] -= 1 }
        case .down(let client): receive(client)
        case .up(let client):
            guard let signal = up[client]?.first else { return }
            up[client]?.removeFirst()
            arrive(signal, from: client)
        case .reads(let client):
            host.lines[client]?.isStuck = false
            host.look(at: client)
        }
    }

    /// How long a bot does nothing: it thinks; or, between two matches, sleeps for a while, connected or not.
    private mutating func rest(of number: Int) -> Int {
        guard bots[number].match == nil, bots[number].name != nil, chance(3, in: 10) else {
            return Int.random(in: bots[number].temper.pause, using: &random)
        }
        return Int.random(in: 60_000...600_000, using: &random)
    }

    // MARK: Bots

    private mutating func act(_ number: Int) {
        if let client = bots[number].client, isAsking.contains(number) {
            if chance(1, in: 8) { vanish(number, client) }  // It has heard nothing for too long.
            return
        }
        switch bots[number].act(codes: codes, using: &random) {
        case .connect, .double: connect(number)
        case .vanish: if let client = bots[number].client { vanish(number, client) }
        case .closeSide: send(number, .closedSide)
        case .hurry: send(number, .hurried)
        case .write(let line):
            let bytes = Array(line.utf8)
            send(number, .said(CommandReader.read(bytes, in: 0..<bytes.count)))
        case .flip(let card):
            send(number, .said(Request(.command(.flip(.index(card))), dialect: bots[number].temper.dialect)))
        case .unreadable(let bad): send(number, .said(bad))
        case .idle: if chance(1, in: 50) { getStuck(number) }
        }
    }

    private mutating func connect(_ number: Int) {
        serial += 1
        slots += freeSlots.isEmpty ? 1 : 0
        let client = ClientID(slot: freeSlots.popLast() ?? slots - 1, serial: serial)
        owners[client] = number
        let token = bots[number].token
        lose(number)
        bots[number].client = client
        send(number, .opened)
        guard let token else { return }
        send(number, .said(Request(.command(.hello(.token(token))), dialect: .json)))
        // Some lose the line again before the answer comes, and try again with the same token.
        guard chance(1, in: 5) else { return }
        send(number, .reset)
        lose(number)
        schedule(.wake(number), in: Int.random(in: 200...2_000, using: &random))
        wakes[number] += 1
    }

    private mutating func send(_ number: Int, _ signal: SimulatedSignal) {
        guard let client = bots[number].client else { return }
        if case .said(let request) = signal, case .command(.hello(.token)) = request.content { isAsking.insert(number) }
        up[client, default: []].append(signal)
        schedule(.up(client), in: Int.random(in: 0...150, using: &random))
    }

    /// A bot's connection breaks: what it sent last may be lost, and the host finds out now or later.
    private mutating func vanish(_ number: Int, _ client: ClientID) {
        if let count = up[client]?.count { up[client]?.removeLast(Int.random(in: 0...count, using: &random)) }
        up[client, default: []].append(.reset)
        // Signals that were lost leave their alarms; these find nothing.
        schedule(.up(client), in: chance(3, in: 4) ? 200 : Int.random(in: 200...40_000, using: &random))
        lose(number)
    }

    private mutating func lose(_ number: Int) {
        bots[number].lose()
        isAsking.remove(number)
    }

    private mutating func getStuck(_ number: Int) {
        guard let client = bots[number].client, host.lines[client]?.isStuck == false else { return }
        host.lines[client]?.isStuck = true
        count("stuck")
        let time = Int.random(in: 1_000...60_000, using: &random)
        if time > Limits.stalledMilliseconds {
            up[client, default: []].append(chance(1, in: 2) ? .stalled : .outwaited)
            schedule(.up(client), in: Limits.stalledMilliseconds)
        }
        schedule(.reads(client), in: time)
    }

    private mutating func receive(_ client: ClientID) {
        guard let first = down[client]?.first else { return }
        down[client]?.removeFirst()
        guard let number = owners[client], bots[number].client == client else { return }
        guard let message = first else { return lose(number) }
        witness.reads(message, number)
        bots[number].hear(message, using: &random)
        switch message.event {
        case .welcome, .error: isAsking.remove(number)
        case .match(let seating): if let code = seating.code, seating.seat == 0 { codes = codes.suffix(10) + [code] }
        case .hello, .lobby, .state, .said, .records, .record, .scores, .ok, .pong, .bye, .help: break
        }
    }

    // MARK: The host

    private mutating func arrive(_ signal: SimulatedSignal, from client: ClientID) {
        guard startsAt == nil, host.doom != .stopping else { return }
        if case .opened = signal {
            host.lines[client] = SimulatedLine()
            return host.tell(.connected(client), .came(client), at: hostNow, using: &random)
        }
        guard host.lines[client]?.isClosing == false else { return }
        switch signal {
        case .opened: break
        case .said(let request): hear(request, from: client)
        case .closedSide: host.tell(.finished(client), .about(client), at: hostNow, using: &random)
        case .hurried: host.tell(.hurried(client), .about(client), at: hostNow, using: &random)
        case .stalled: host.tell(.stalled(client), .about(client), at: hostNow, using: &random)
        case .outwaited:
            guard !host.lobby.isSeated(client) else { return }
            host.tell(.outwaited(client), .about(client), at: hostNow, using: &random)
        case .reset: host.drop(client, at: hostNow, using: &random)
        }
    }

    private mutating func hear(_ request: Request, from client: ClientID) {
        var isGood = false
        if host.trouble == nil, case .command(.hello(.token(let token))) = request.content, let bot = owners[client] {
            isGood = bots[bot].token == token && witness.mustKnow(token, of: bot, host.lobby.registry)
        }
        host.tell(.received(request, from: client), .request(request, client), at: hostNow, using: &random)
        guard isGood else { return }
        count("token")
        for case .send(let message, client) in host.unkept.last?.effects ?? [] {
            if case .error(let report) = message.event, report.code == "bad_token" {
                witness.object("a token that must be good was refused")
            }
        }
    }

    /// Has what has left for clients arrive there some time.
    private mutating func takeDepartures() {
        for (client, messages) in host.departures {
            for message in messages { witness.leaves(message) }
            deliver(messages, to: client)
        }
        for client in host.dropped {
            deliver([nil], to: client)
            freeSlots.append(Int(client.slot))
        }
        (host.departures, host.dropped) = ([], [])
    }

    private mutating func deliver(_ messages: [Message?], to client: ClientID) {
        down[client, default: []] += messages
        let delay =
            chance(1, in: 10) ? Int.random(in: 0...8_000, using: &random) : Int.random(in: 0...80, using: &random)
        for _ in messages { schedule(.down(client), in: delay) }
    }

    /// Shows the referee and the witness what has been kept.
    private mutating func judge() {
        for happening in host.kept {
            witness.look(at: happening, owners: owners)
            switch happening.kind {
            case .came(let client): referee.came(client)
            case .went(let client): referee.went(client)
            case .request(let request, let client):
                referee.speaks(client, request.dialect)
                if case .command(.flip(let card)) = request.content {
                    referee.flipped(card, by: client, happening.effects)
                }
                referee.judge(request, from: client, happening.effects)
            case .about, .passed, .other: break
            }
            referee.look(at: happening.effects, happening.now)
            if case .request(let request, let client) = happening.kind, request.content.isLeaving,
                !happening.effects.hasError
            {
                referee.left(client)
            }
        }
        host.kept = []
    }

    // MARK: Crashes

    private mutating func crash() {
        count(host.doom.map { "crash " + String(describing: $0).prefix { $0 != "(" } } ?? "crash")
        if host.trouble != nil { count("crash while the disk fails") }
        // What had left when the host died is on its way still, or a part of it.
        takeDepartures()
        judge()
        for client in host.lines.keys.sorted(by: { $0.serial < $1.serial }) {
            if let count = down[client]?.count { down[client]?.removeLast(Int.random(in: 0...count, using: &random)) }
            deliver([nil], to: client)
        }
        for client in up.keys.sorted(by: { $0.serial < $1.serial }) where host.lines[client] == nil {
            deliver([nil], to: client)  // Its connection has never been taken in.
        }
        up = [:]
        (slots, freeSlots) = (0, [])
        uptime = host.uptime(hostNow)
        salvage(host.die(using: &random))
        let downtime = chance(1, in: 2) ? Int.random(in: 10...5_000, using: &random) : 60_000
        startsAt = now + downtime * Int.random(in: 1...20, using: &random) / 10
        // The machine's clock may be set in the meantime.
        if chance(1, in: 5) { skew += Int.random(in: -4_000_000...1_000_000, using: &random) }
        roomAt = nil
    }

    /// Some of what was being written may be whole.
    private mutating func salvage(_ wholeLines: Int) {
        var left = wholeLines
        torn = []
        for happening in host.unkept {
            guard happening.entries.count <= left else {
                torn = happening.entries.prefix(left)
                break
            }
            left -= happening.entries.count
            host.kept.append(happening)
        }
        if wholeLines > 0 { count("whole lines of a torn end") }
        if !torn.isEmpty { count("torn inputs") }
        judge()
    }

    private mutating func start() {
        startsAt = nil
        var flaw: String?
        guard let started = SimulatedHost(disk: host.disk, at: hostNow, uptime: uptime, flaw: &flaw) else {
            return witness.object("after turn \(turns): \(flaw ?? "")")
        }
        host = started
        skew += host.startedAt - hostNow
        witness.look(atRest: torn)
        referee.resume(host.lobby, recorded: Set(host.disk.records.map(\.match)), after: torn)
        var matches: Set<MatchID> = []
        for case .changed(let match, _, _) in torn { matches.insert(match) }
        witness.check(host, referee, torn: matches, uptime: uptime)
        if let disagreement = host.lobby.disagreement { witness.object("started after turn \(turns): \(disagreement)") }
        for _ in host.lobby.matches.all { count("matches recovered") }
    }

    // MARK: The end

    /// The host lives on; everybody goes, and time passes until nothing is due any more.
    mutating func close() {
        if let startsAt {
            now = max(now, startsAt)
            start()
        }
        (host.disk.mood, host.doom, up) = (.works, nil, [:])
        for client in host.lines.keys.sorted(by: { $0.serial < $1.serial }) {
            host.drop(client, at: hostNow, using: &random)
        }
        _ = host.endTurn(at: hostNow, using: &random)
        while flaw == nil, let due = host.due {
            now = max(now, due + -skew)
            host.advance(to: hostNow)
            _ = host.endTurn(at: hostNow, using: &random)
            judge()
        }
        if let residue = host.lobby.residue { witness.object(residue) }
        witness.check(recordsOf: host.disk.records, referee)
    }
}

extension Request.Content {
    fileprivate var isLeaving: Bool { if case .command(.leave) = self { true } else { false } }
}

extension [Effect] {
    fileprivate var hasError: Bool {
        contains { if case .send(let message, _) = $0, case .error = message.event { true } else { false } }
    }
}
