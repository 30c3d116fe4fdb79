import Lobby
import Protocol

// How it works. One thread owns everything. A pass of its loop is: wait until something is ready or due; read what
// came, cut it into lines, give each to the lobby; do what the lobby wants done, which is to put lines in front of
// connections; then send to each connection once, however many lines that is. A flip in a match of two costs four
// system calls: wait, receive, send, send. Another thread does nothing but wait for the disk, and answers through a pipe
// (`Syncer`).
//
// The lobby is the only one that decides, this is the only one that acts. A connection that must wait (it was too
// fast, or it is about to be gone) has an alarm among `timers`; the poller's wait ends at the nearest of those and
// the lobby's own. With nothing due the wait has no end: an idle host uses no processor time.

/// A host at work.
struct Host: ~Copyable {
    let log: Log
    let rate: Int
    var poller: Poller
    var lobby: Lobby
    /// What is kept, and what may be seen by that.
    var committer: Committer
    /// The thread that waits for the disk; nil if nothing is kept there.
    let syncer: Syncer?
    var connections = ConnectionTable()
    var door: Door
    private let signals: FileDescriptor
    var random = SystemRandomNumberGenerator()
    var timers = Timers<ClientID>()
    var guesses = Attempts(limit: Limits.wrongGuesses)
    var openings = Attempts(limit: Limits.openings)
    /// Clients whose next line is not visible yet.
    var held: [ClientID] = []
    /// Clients with lines to send, and clients with lines that were left unread, in this pass of the loop.
    var dirty: [ClientID] = []
    var unread: [ClientID] = []
    private var ready: [Readiness] = []
    var input = [UInt8](repeating: 0, count: 16 * 1024)
    var scratch: [UInt8] = []
    var writer: ByteWriter
    private var clock: HostClock
    var now: Instant
    /// When a stopping host waits no longer for its clients.
    private(set) var stopAt: Instant?

    private static let signalToken = UInt64.max
    private static let syncToken = Door.lowestToken - 1

    /// A host that listens; call ``run()`` next.
    ///
    /// - Parameters:
    ///   - signals: where signals come from; nil for those of the process.
    ///   - syncer: who waits for the disk; nil for a thread of its own.
    /// - Throws: what the poller or the signals' pipe fails with.
    init(
        options: Options, listeners: [Socket], connections: Int, storage: Storage, log: Log,
        signals: FileDescriptor? = nil, syncer: Syncer? = nil
    ) throws(SystemError) {
        var door = Door(listeners: listeners, connections: connections, perAddress: options.perAddress)
        var poller = try Poller()
        let signals = if let signals { signals } else { try Platform.watchSignals([.interrupt, .terminate, .hangUp]) }
        try poller.add(signals, interest: .readable, token: Self.signalToken)
        try door.open(&poller)
        var syncer = storage.journal == nil ? nil : syncer
        if storage.journal != nil, syncer == nil { syncer = try Syncer() }
        if let syncer { try poller.add(syncer.answers, interest: .readable, token: Self.syncToken) }
        (self.log, self.door, self.poller, self.signals, self.syncer) = (log, door, poller, signals, syncer)
        rate = options.rate
        writer = ByteWriter()
        lobby = storage.lobby
        committer = Committer(storage.journal, storage.records, sync: options.sync)
        clock = HostClock(notBefore: storage.lobby.replayedAt)
        now = clock.now
        carryOut(lobby.resume(at: now))
    }

    /// Serves until a signal stops it, and everybody has been told.
    ///
    /// - Returns: whether all that happened is kept.
    mutating func run() throws(SystemError) -> Bool {
        while !isOver {
            let timeout = pollTimeout
            try poller.wait(milliseconds: timeout, into: &ready)
            passTime(afterWaiting: timeout)
            turn()
        }
        return closeStorage()
    }

    /// Whether it has stopped, and everybody has gone or has had the time to, and the disk too.
    private var isOver: Bool {
        guard let endAt else { return false }
        return now >= endAt || (connections.isEmpty && !committer.isSyncing)
    }

    /// When a stopping host ends: once everybody has had the time to go, unless it waits for the disk.
    private var endAt: Instant? { stopAt.map { committer.isSyncing ? $0 + Limits.House.hangingMilliseconds : $0 } }

    /// Makes one turn of the loop with what is ready, at a moment of the caller's: so a test lets a minute pass at once.
    mutating func turn(at moment: Instant) throws(SystemError) {
        try poller.wait(milliseconds: 0, into: &ready)
        now = moment
        turn()
    }

    private mutating func turn() {
        for index in 0..<ready.count { handle(ready[index]) }  // A loop over `ready` itself would count references.
        wakeConnections()
        readOn()
        advance()
        flushAll()
        door.openIfDue(&poller, at: now)
    }

    /// How many milliseconds the next wait may take; nil for as long as it likes. While something is due it is short, so
    /// that one sees by its length that the process was stopped.
    private var pollTimeout: Int? {
        guard unread.isEmpty else { return 0 }
        var due = Instant.earlier(committer.trouble == nil ? lobby.nextDue : nil, timers.next)
        due = Instant.earlier(due, committer.due)
        due = Instant.earlier(Instant.earlier(due, door.openAt), endAt)
        return due.map { min(max(0, $0 - now), Limits.House.clockMilliseconds) }
    }

    private mutating func handle(_ event: Readiness) {
        if event.token == Self.signalToken { return takeSignals() }
        if event.token == Self.syncToken { return takeSyncAnswer() }
        guard event.token < Door.lowestToken else {
            if let listener = door.listener(token: event.token) { accept(from: listener) }
            return
        }
        let client = ClientID(token: event.token)
        if event.isWritable { markDirty(client) }
        if event.isReadable { read(client, isHungUp: event.isHungUp) }
    }

    // MARK: Time

    /// Looks at the clock. While the machine slept, or the process was stopped, time has passed for nobody.
    private mutating func passTime(afterWaiting timeout: Int?) {
        let before = now
        now = clock.now
        var paused = timeout.map { now - before - $0 } ?? 0
        if paused < Limits.House.clockMilliseconds { paused = 0 }
        if committer.trouble == nil, let slept = clock.catchUp(at: now) {
            now = now + slept
            paused += slept
        }
        guard paused > 0 else { return }
        timers.postpone(by: paused)
        connections.postpone(by: paused)
        if committer.trouble == nil { tell(.clocksPaused(milliseconds: paused)) }
    }

    /// Has a connection looked at when its time has come.
    mutating func wake(_ client: ClientID, at due: Instant) {
        guard connections.update(client, { $0.wakeAt = due }) != nil else { return }
        timers.add(Timers.Alarm(due: due, owner: client))
    }

    private mutating func wakeConnections() {
        while let alarm = timers.popDue(at: now) {
            let client = alarm.owner
            let stage = connections.update(client) { connection -> Connection.Stage? in
                guard connection.wakeAt == alarm.due else { return nil }
                connection.wakeAt = nil
                return connection.stage
            }
            switch stage ?? nil {
            case .throttled:
                connections.update(client) { $0.stage = .open }
                takeLines(client)
            case .open: endIfStalled(client)
            case .closing, .lingering: drop(client)
            case .gone, nil: break
            }
        }
    }

    /// Says goodbye to a client of which nothing has moved for too long; looks again later if something has.
    private mutating func endIfStalled(_ client: ClientID) {
        guard let connection = connections[client], !connection.outgoing.isEmpty, !connection.isHeld else { return }
        let due = connection.movedAt + Limits.stalledMilliseconds
        guard due <= now else { return wake(client, at: due) }
        log.write(.info, "\(connection.host) stopped reading")
        tell(.stalled(client))
    }

    // MARK: Stopping

    private mutating func takeSignals() {
        while Platform.nextSignal(from: signals) != nil {
            guard stopAt == nil else {
                Platform.exitProcess(committer.isAllKept ? .success : .inputOutputError)
            }
            stop()
        }
    }

    /// Stops: whoever is still at the door is turned away, everybody else is told.
    private mutating func stop() {
        stopAt = now + Limits.lingerMilliseconds
        log.write(.notice, "stopping")
        for listener in door.listeners { accept(from: listener) }
        door.closeForGood(&poller)
        tell(.stopping)
    }
}
