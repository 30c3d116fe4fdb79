import Protocol
import TestSupport

@testable import Lobby
@testable import memory_host

/// Hours of a host from one seed: bots, a network that loses what was on its way, and a clock; and, unless all is calm,
/// a disk that tears and fills, a machine that sleeps, and a host that dies again and again.
struct SimulationWorld {
    enum Event {
        /// A bot acts.
        case wake(Int)
        /// Something arrives at the host, or at a client.
        case up(ClientID)
        case down(ClientID)
        /// A client that read nothing reads on.
        case reads(ClientID)
    }

    var host: SimulatedHost
    /// True if nothing happens to the host, its disk or its machine.
    let isCalm: Bool
    var referee = Referee()
    var witness = Witness()
    /// The number of times each thing was done.
    var counts: [String: Int] = [:]
    var bots: [Bot]
    /// Bots that have shown a token, and have heard no answer.
    var isAsking: Set<Int> = []
    /// The number of alarms that will wake each of them.
    var wakes: [Int]
    var codes: [MatchCode] = []
    var owners: [ClientID: Int] = [:]
    var up: [ClientID: [SimulatedSignal]] = [:]
    /// The messages on their way to each client; nil is the end of the connection.
    var down: [ClientID: [Message?]] = [:]
    var events = Timers<Event>()
    var serial: UInt32 = 0
    var slots = 0
    var freeSlots: [Int] = []
    var random: SeededRandom
    /// Decides when a host is told to drain.
    var ofOperator: SeededRandom
    var now = Instant(milliseconds: 1_000_000_000)
    /// By how much the machine's clock is ahead.
    var skew = 0
    var turns = 0
    /// The times when the host is restarted, and when the disk has room again.
    var startsAt: Instant?
    var roomAt: Instant?
    /// The entries that the last host wrote and told nobody about, and how many of them are on the disk.
    var tail: [Entry] = []
    var written = 0...0
    var uptime = 0

    init(seed: UInt64, tempers: [Temper], isCalm: Bool = false) {
        self.isCalm = isCalm
        random = SeededRandom(seed: seed)
        ofOperator = SeededRandom(seed: ~seed)
        var flaw: String?
        guard let host = SimulatedHost(folder: SimulatedFolder(seed: seed), at: now, uptime: 0, flaw: &flaw) else {
            preconditionFailure("a host starts with an empty disk")
        }
        self.host = host
        bots = tempers.enumerated().map { Bot(number: $0.offset, temper: $0.element) }
        wakes = bots.map { _ in 1 }
        for bot in bots { schedule(.wake(bot.number), in: Int.random(in: 0...20_000, using: &random)) }
    }

    /// The first thing that broke a promise; first of all, that a host did not start.
    var flaw: String? { witness.flaw ?? referee.flaw }

    var hostNow: Instant { now + skew }

    mutating func count(_ what: String) { counts[what, default: 0] += 1 }

    mutating func chance(_ one: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < one }

    mutating func schedule(_ event: Event, in milliseconds: Int) {
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
        if flaw == nil { now = max(now, end) }
    }

    mutating func turn() {
        turns += 1
        if let startsAt, startsAt <= now { start() }
        let isUp = startsAt == nil
        if isUp {
            if !isCalm { chooseFate() }
            if host.doom == .stopping { host.tell(.stopping, .other, at: hostNow, using: &random) }
        }
        while let event = events.popDue(at: now) { take(event.owner) }
        guard isUp else { return }
        host.advance(to: hostNow, using: &random)
        if host.committer.gate.diskFailure == nil, let due = host.lobby.nextDue, due <= hostNow {
            witness.object("the host would spin at \(now)")
        }
        if !host.endPass(at: hostNow, using: &random) { return crash() }
        takeDepartures()
        judge()
        if let disagreement = turns.isMultiple(of: 20) ? host.lobby.disagreement : nil {
            witness.object("after turn \(turns): \(disagreement)")
        }
    }

    /// The host is to end after the matches in play.
    mutating func drain() {
        count("drain")
        host.tell(.draining, .other, at: hostNow, using: &random)
    }

    /// Decides whether this turn of the loop is the host's last, and what else happens to the machine.
    mutating func chooseFate() {
        if let roomAt, roomAt <= now { (self.roomAt, host.folder.mood) = (nil, .works) }
        if roomAt == nil, chance(1, in: 900) {
            count("disk full")
            host.folder.mood = Bool.random(using: &random) ? .fails : .isFull
            roomAt = now + Int.random(in: 0...40_000, using: &random)
        }
        if chance(1, in: 3_000) {
            count("sleep")
            let slept = Int.random(in: 1_000...4_000_000, using: &random)
            skew += slept
            host.sleep(milliseconds: slept, until: hostNow, using: &random)
        }
        if Int.random(in: 0..<400, using: &ofOperator) == 0 { drain() }
        if host.lobby.isDrained, host.doom == nil {
            count("drained")
            host.doom = .stopping
        }
        // A host that has just been started dies sooner; so does one whose disk is full.
        let isTender = hostNow - host.startedAt < 1_000 || host.committer.gate.diskFailure != nil
        guard host.doom == nil, chance(1, in: isTender ? 30 : 150) else { return }
        let dooms: [SimulatedHost.Doom] = [
            .operation(0), .operation(0), .operation(Int.random(in: 0...12, using: &random)), .syncing, .syncing,
            .renamed, .renamed,
            .stopping, .told(Int.random(in: 0...6, using: &random)), .told(0),
        ]
        host.doom = dooms.randomElement(using: &random)
    }

    mutating func take(_ event: Event) {
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
            host.dirty.append(client)
        }
    }

    /// A bot's next pause: it thinks; or, between two matches, sleeps for a while, connected or not.
    mutating func rest(of number: Int) -> Int {
        guard bots[number].match == nil, bots[number].name != nil, chance(3, in: 10) else {
            return Int.random(in: bots[number].temper.pause, using: &random)
        }
        return Int.random(in: 60_000...600_000, using: &random)
    }
}
