import Lobby
import Protocol

// How it works. One thread owns everything. A pass of its loop: wait until something is ready or due; read the input,
// cut it into lines, feed each to the lobby; carry out the lobby's effects, which queue lines for connections; then
// send to each connection once, however many lines that is. Only then are HTTP requests answered, a few in each pass. A
// flip in a match of two costs four system calls if nothing is kept: wait, receive, send, send; with a journal two more,
// which look at the file and write to it. With `--sync always` it takes two passes and nine calls: wait, receive, look,
// write, start the sync; wait, take the answer, send, send. A second thread does nothing but sync, and answers through a
// pipe (`DiskThread`): three calls more. On a busy host, all flips within `syncSpacingMilliseconds` share
// those that look, write and sync.
//
// Work that is too long for one pass is cut into slices, one a pass: 16 lines of a client, one request of HTTP, 64 states
// of replays, 64 KB of a journal that is being compacted. A third thread reads past records.
//
// Only the lobby decides, only the host acts. What wakes the loop: something to read or write, found by the poller and
// told by its token (`serve`), or the time when something is due, or work left over (`Duty`, in Host+Time). With
// nothing due the wait has no timeout: an idle host uses no processor time.

/// A running host.
struct Host: ~Copyable {
    let log: Log
    var poller: Poller
    var lobby: Lobby
    /// Keeps the journal and the records, and knows what is visible.
    var committer: Committer
    /// The thread that syncs; nil if nothing is kept on disk.
    let syncer: DiskThread?
    /// Queries about finished matches, which wait for the disk.
    var queries: QueryQueue
    /// The replays that clients are watching.
    var replays = Replays()
    var connections: ConnectionTable
    var acceptor: Acceptor
    /// The web page and who may have it; nil if there is none.
    var site: WebSite?
    /// Who may read what was counted.
    var metricsGate: MetricsGate
    /// What was counted.
    var meters = Meters()
    /// The time at which the process began, in milliseconds since 1970.
    let startedAt: Int
    var browsing = BrowsingAddresses()
    /// Answers clients that look for hosts; nil if it is hidden.
    var finding: FindResponder?
    /// Tells the service manager how the host is; nil if there is none.
    var notifier: Notifier?
    private let signals: FileDescriptor
    var random = SystemRandomNumberGenerator()
    /// The last outcome, emptied, for the next one.
    var emptied = Outcome()
    /// The same of what the committer wants done.
    var emptiedEffects: [Committer.Effect] = []
    var timers = Timers<ClientID>()
    /// The limits on addresses.
    var limits: RateLimits
    var memory = MemoryGauge()
    /// The clients with work left over.
    var lists = WorkLists()
    private var ready: [Readiness] = []
    var input = [UInt8](repeating: 0, count: Limits.Internal.receivedBytes)
    var scratch: [UInt8] = []
    var writer: ByteWriter
    var clock: HostClock
    /// The time of this pass.
    var now: Instant { clock.now }
    /// The time when a stopping host gives up waiting for its clients.
    var stopAt: Instant?

    /// Creates a listening host; call ``resume(_:)`` next, then ``run()``.
    ///
    /// - Parameters:
    ///   - areInherited: true if the process that started this one keeps the listeners.
    ///   - finding: answers clients that look for hosts; nil if nobody is to find it.
    ///   - notifier: tells the service manager how the host is; nil if there is none.
    ///   - signals: the source of signals; nil for those of the process.
    ///   - pictures: the pictures that browsers may have.
    ///   - webFolder: the folder that the page is read from; nil for the page in the program.
    ///   - syncer: syncs; nil for a thread of the host's own.
    ///   - reader: reads past records; nil for a thread of the host's own.
    ///   - clock: the host's clock; nil for the machine's.
    ///   - startedAt: the time at which the process began, in milliseconds since 1970.
    /// - Throws: the error of the poller, of the signals' pipe or of a thread.
    init(
        options: Options, listeners: [Socket], areInherited: Bool = false, finding: FindResponder? = nil,
        connections: Int, storage: Storage, pictures: [PictureFile] = [], webFolder: WebFolder? = nil, log: Log,
        notifier: Notifier? = nil, signals: FileDescriptor? = nil, syncer: DiskThread? = nil,
        reader: DiskThread? = nil, clock: HostClock? = nil, startedAt: Int = Platform.wallMilliseconds
    ) throws(SystemError) {
        var acceptor = Acceptor(
            listeners: listeners, isInherited: areInherited, connections: connections, perAddress: options.perAddress)
        var poller = try Poller()
        let signals =
            if let signals {
                signals
            } else {
                try Platform.watchSignals([.interrupt, .terminate, .hangUp, .userDefined])
            }
        try poller.add(signals, interest: .readable, token: PollToken.signals.rawValue)
        poller.prefer(signals, interest: .readable, token: PollToken.signals.rawValue)
        try acceptor.watched.start(&poller)
        var finding = finding
        try finding?.watched.start(&poller)
        var (syncer, reader) = storage.journal == nil ? (nil, nil) : (syncer, reader)
        if storage.journal != nil {
            if syncer == nil { syncer = try DiskThread.start() }
            if reader == nil { reader = try DiskThread.start() }
        }
        // What players are told waits for these.
        for (thread, token) in [(syncer, PollToken.sync), (reader, .read)] {
            guard let thread else { continue }
            try poller.add(thread.answers, interest: .readable, token: token.rawValue)
            poller.prefer(thread.answers, interest: .readable, token: token.rawValue)
        }
        (self.log, self.acceptor, self.poller, self.signals) = (log, acceptor, poller, signals)
        (self.syncer, queries) = (syncer, QueryQueue(reader))
        site = options.servesWeb ? WebSite(names: options.webNames, pictures: pictures, folder: webFolder) : nil
        metricsGate = MetricsGate(for: options.metrics, at: WebAddress(ofThisMachineAnd: options.webNames))
        (self.finding, self.notifier, self.startedAt) = (finding, notifier, startedAt)
        limits = RateLimits(options)
        self.connections = ConnectionTable(rate: options.rate)
        writer = ByteWriter()
        lobby = storage.lobby
        committer = Committer(storage.journal, storage.records, sync: options.sync)
        self.clock = clock ?? HostClock(notBefore: storage.lobby.replayedAt)
        if let wrong = self.clock.discarded {
            let date = Platform.dateText(milliseconds: wrong.milliseconds)
            log.write(
                .warning,
                "the last entry in the journal is of \(date), more than a day ahead of this machine's clock: "
                    + "time goes on from the clock")
        }
    }

    /// Goes on with the stored matches, and begins or ends a contest. Call it before ``run()``, once the operator knows
    /// the addresses: it tells of matches that end by it.
    ///
    /// - Parameter options: say which contest.
    mutating func resume(_ options: Options) {
        carryOut(lobby.resume(at: lobbyNow))
        // The clock may be ahead of the machine's, which the option means.
        let end = options.contestEnd.map { lobbyNow + ($0 - Platform.wallMilliseconds) }
        let game = options.contestGame ?? .usual
        carryOut(lobby.startContest(ofPairs: options.contest, of: game, until: end, at: lobbyNow, using: &random))
    }

    /// Serves until a signal stops it and everyone has been told.
    ///
    /// - Returns: true if everything that happened was kept.
    mutating func run() throws(SystemError) -> Bool {
        while !isOver { try runPass(waiting: longestWait) }
        return closeStorage()
    }

    /// True if it is stopping and everyone has gone, or their time is up; a sync under way is waited for, with a limit.
    private var isOver: Bool {
        guard let endAt else { return false }
        return now >= endAt || (connections.isEmpty && !committer.gate.isSyncing)
    }

    /// The time when a stopping host ends: when its clients have had the time to go, or later if a sync is under way.
    var endAt: Instant? {
        stopAt.map { committer.gate.isSyncing ? $0 + Limits.Internal.hangingMilliseconds : $0 }
    }

    /// Runs one pass of the loop, which waits at most this many milliseconds for something to be ready; nil for no limit.
    mutating func runPass(waiting timeout: Int?) throws(SystemError) {
        try poller.wait(milliseconds: timeout, into: &ready)
        passTime(afterWaiting: timeout)
        for index in 0..<ready.count { serve(ready[index]) }  // A loop over `ready` itself would retain and release.
        for duty in Duty.allCases { attend(to: duty) }
    }

    private mutating func serve(_ event: Readiness) {
        switch PollToken(rawValue: event.token) {
        case .client(let client):
            if event.isWritable { markDirty(client) }
            if event.isReadable { read(client, isHungUp: event.isHungUp) }
        case .signals: takeSignals()
        case .sync: finishSync()
        case .read: finishReading()
        case .listener(let position): if let listener = acceptor.listener(at: position) { accept(from: listener) }
        case .finder(let position): answerQuestions(at: position)
        case nil: break
        }
    }

    /// Answers clients that look for hosts.
    private mutating func answerQuestions(at position: Int) {
        let now = now
        guard let questions = finding?.questions(at: position, &poller, at: now, using: &random), !questions.isEmpty,
            let port = finding?.port
        else { return }
        let answer = FindAnswer(
            host: lobby.hello.host, port: port, version: lobby.hello.programVersion, players: lobby.playerCount,
            matches: lobby.publicMatchCount)
        for question in questions { question.answer(answer) }
    }

    // MARK: Stopping

    private mutating func takeSignals() {
        while let signal = Platform.nextSignal(from: signals) {
            switch (signal, stopAt) {
            case (.userDefined, nil): if lobby.isDraining { stop() } else { drain() }
            case (.userDefined, _): break  // It has stopped for want of players, just when it was told to again.
            case (_, nil): stop()
            default: Platform.exitProcess(committer.isEverythingStored ? .success : .inputOutputError)
            }
        }
    }

    /// Stops: connections still in the system's queue are turned away, unless they can wait for the next host; everyone else
    /// is told, newcomers after their greeting.
    mutating func stop() {
        stopAt = now + Limits.lingerMilliseconds
        log.write(.notice, "stopping")
        notifier?.stop(at: clock.now)
        for listener in acceptor.listeners where !acceptor.isInherited {
            var rest = Limits.Internal.waitingConnections  // It ends even if more keep coming.
            while rest > 0, accept(from: listener) { rest -= Limits.Internal.acceptedAtOnce }
        }
        acceptor.stop(&poller)
        finding?.stop(&poller)
        for connection in connections.slots where connection.stage == .arriving { greet(connection.client) }
        for connection in connections.slots where connection.stage == .browser && !connection.state.isListed {
            close(connection.client)  // The others get an answer first, in this pass.
        }
        process(.stopping)
    }
}
