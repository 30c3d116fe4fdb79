import HTTP
import Lobby
import Protocol

// The loop of an exam: as in `Host`, one thread waits, reads, decodes, asks the examiner and sends. It has no storage,
// and limits nobody: what it adds is that each piece leaves by itself, that connections break, and that the host is
// away.

/// A host that examines clients.
struct ExamHost: ~Copyable {
    private var examiner: Examiner
    private var poller: Poller
    private var acceptor: Acceptor
    private var connections = ConnectionTable()
    private var site: WebSite?
    private var limits = RateLimits()
    private let signals: FileDescriptor
    private var clock = HostClock(notBefore: nil)
    private var input = [UInt8](repeating: 0, count: Limits.Internal.receivedBytes)
    private var scratch: [UInt8] = []
    private var ready: [Readiness] = []
    /// The program that is examined, if the exam starts it.
    private var program: ExaminedProgram?
    private let output: ExamOutput
    /// True if one player is examined.
    private let isForOne: Bool
    /// The time when the exam of the one player was over.
    private var overAt: Instant?
    private var isStopped = false

    private var now: Instant { clock.now }

    /// Creates a listening host; call ``run()`` next.
    ///
    /// - Parameters:
    ///   - webFolder: the folder that the page is read from; nil for the page in the program.
    ///   - command: the program to examine, and its arguments; empty if it is started elsewhere.
    ///   - output: where the results go.
    init(
        _ plan: Examiner.Plan, options: Options, listeners: [Socket], webFolder: WebFolder?, command: [String],
        output: ExamOutput
    ) throws(SystemError) {
        var poller = try Poller()
        var acceptor = Acceptor(listeners: listeners, connections: Limits.connections, perAddress: options.perAddress)
        let signals = try Platform.watchSignals([.interrupt, .terminate, .hangUp, .childEnded])
        try poller.add(signals, interest: .readable, token: PollToken.signals.rawValue)
        try acceptor.watched.start(&poller)
        (examiner, self.poller, self.acceptor, self.signals) = (Examiner(plan), poller, acceptor, signals)
        site = options.servesWeb ? WebSite(names: options.webNames, folder: webFolder) : nil
        program = command.isEmpty ? nil : ExaminedProgram(command)
        self.output = output
        isForOne = plan.player != nil
    }

    /// Examines until a signal stops it, or the one player has been examined.
    ///
    /// - Returns: true unless the one player has failed, or has not finished.
    mutating func run() throws(SystemError) -> Bool {
        defer { program?.stop() }
        if program != nil {
            examiner.beginTheOne(at: now)
            carryOut()
        }
        while !isStopped {
            keepProgramRunning()
            let wait = wait
            try poller.wait(milliseconds: wait, into: &ready)
            _ = clock.advance(afterWaiting: nil)
            for index in 0..<ready.count { try serve(ready[index]) }
            attend()
        }
        return !isForOne || examiner.theOne.map { $0.isOver && $0.isPassed } ?? false
    }

    private var wait: Int? {
        if overAt == nil, examiner.theOne?.isOver ?? false { return 0 }
        var due = Instant.earlier(examiner.due, program?.due)
        due = Instant.earlier(due, acceptor.watched.resumesAt)
        for connection in connections.slots where connection.stage != .gone {
            due = Instant.earlier(due, connection.alarmAt)
        }
        due = Instant.earlier(due, overAt.map { $0 + Limits.Exam.reportMilliseconds })
        return due.map { max(0, $0 - now) }
    }

    private mutating func serve(_ event: Readiness) throws(SystemError) {
        switch PollToken(rawValue: event.token) {
        case .client(let client):
            if event.isWritable { flush(client) }
            if event.isReadable { read(client, isHungUp: event.isHungUp) }
        case .signals:
            while let signal = Platform.nextSignal(from: signals) { if signal != .childEnded { isStopped = true } }
        case .listener(let position): if let listener = acceptor.listener(at: position) { try accept(from: listener) }
        case .sync, .read, .finder, nil: break
        }
    }

    /// Does what is due.
    private mutating func attend() {
        acceptor.watched.resumeIfDue(&poller, at: now)
        for connection in connections.slots where connection.stage != .gone {
            if let due = connection.alarmAt, due <= now { answerAlarm(of: connection.client) }
        }
        examiner.advance(to: now)
        carryOut()
        guard examiner.theOne?.isOver ?? false else { return }
        if overAt == nil { overAt = now }
        if let overAt, connections.isEmpty || now - overAt >= Limits.Exam.reportMilliseconds { isStopped = true }
    }

    // MARK: The program

    private mutating func keepProgramRunning() {
        guard var program = self.program else { return }
        let results = examiner.theOne?.results.count ?? 0
        do throws(SystemError) {
            let isEnough = try program.keepRunning(
                lessons: results, mayStart: !(examiner.theOne?.run?.expectsQuiet ?? false) && overAt == nil, at: now)
            self.program = program
            guard !isEnough else { return }
            examiner.giveUp("the program ended before it had played", at: now)
            carryOut()
        } catch {
            Log.fail("cannot start \(program.name): \(error)", .unavailable)
        }
    }

    // MARK: Connections

    private mutating func accept(from listener: Socket) throws(SystemError) {
        for _ in 0..<Limits.Internal.acceptedAtOnce {
            let socket: Socket, address: SocketAddress
            switch try listener.accept() {
            case .accepted(let accepted, let from): (socket, address) = (accepted, from)
            case .aborted: continue
            case .wouldBlock: return
            case .exhausted:
                acceptor.watched.pause(&poller, until: now + Limits.Internal.acceptPauseMilliseconds)
                return
            }
            let fromHost = connections.count(of: address.host)
            guard acceptor.refusal(open: connections.count, fromHost: fromHost, address.host) == nil else {
                socket.close()
                continue
            }
            let client = connections.add(socket, host: address.host, isWeb: site != nil, at: now)
            try poller.add(socket.descriptor, interest: .readable, token: PollToken.client(client).rawValue)
            connections.update(client) { $0.alarmAt = clock.now + Limits.greetingMilliseconds }
        }
    }

    private mutating func greet(_ client: ClientID) {
        guard connections.update(client, { $0.greet(at: clock.now) }) ?? false else { return }
        meet(client, connections.encoding(of: client) ?? .jsonLines)
    }

    private mutating func meet(_ client: ClientID, _ encoding: Encoding) {
        guard let address = connections.read(client, { $0.host }) else { return }
        examiner.connect(client, encoding, from: address, at: now)
        carryOut()
    }

    private mutating func read(_ client: ClientID, isHungUp: Bool) {
        switch connections.update(client, { $0.receive(into: &input, isHungUp: isHungUp) }) {
        case nil, .nothing?: return
        case .lines?: takeLines(client)
        case .requests?: takeRequests(client)
        case .lateRequest?, .finished?, .broken?: drop(client)
        }
    }

    private mutating func takeLines(_ client: ClientID) {
        lines: while true {
            switch connections.update(client, { $0.next(at: clock.now, sharing: &limits.commands) }) {
            case .request(let request)?:
                examiner.receive(request, from: client, at: now)
                carryOut()
            case .newcomer?: greet(client)
            case .foreign?: return drop(client)
            case nil, .none?, .tooFast?: break lines
            }
        }
        guard connections.read(client, { $0.isFinished }) ?? false else { return flush(client) }
        examiner.end(client, isGone: false, at: now)
        carryOut()
        flush(client)
    }

    private mutating func drop(_ client: ClientID) {
        guard let socket = connections.read(client, { $0.socket }) else { return }
        poller.remove(socket.descriptor)
        socket.close()
        connections.remove(client)
        examiner.end(client, isGone: true, at: now)
        carryOut()
    }

    private mutating func answerAlarm(of client: ClientID) {
        switch connections.update(client, { $0.alarm(at: clock.now, mayBeSpare: false) }) {
        case .greet?: greet(client)
        case .wait(let due)?: connections.update(client) { $0.alarmAt = due }
        case .takeLines?: takeLines(client)
        case .takeRequest?: takeRequests(client)
        case .sayGoodbye?, .drop?: drop(client)
        case .nothing?, nil: break
        }
    }

    // MARK: Requests of HTTP

    private mutating func takeRequests(_ client: ClientID) {
        while connections.update(client, { $0.listRequest() }) ?? false {
            guard
                case .outcome(let outcome)? = connections.update(
                    client, { $0.nextRequest(at: clock.now, sharing: &limits.requests) })
            else { break }
            answer(outcome, client)
        }
        if connections.read(client, { $0.hasNoMoreRequests }) ?? false { close(client) }
        flush(client)
    }

    private mutating func answer(_ outcome: HTTPRequestReader.Item, _ client: ClientID) {
        switch outcome {
        case .incomplete: return
        case .refused(let status): respond(WebSite.refusal(status), to: client, isLast: true, omitsBody: false)
        case .request(let request):
            guard let address = connections.read(client, { $0.host }),
                let response = site?.respond(to: request, from: address)
            else { return }
            if response.status == .switchingProtocols { return upgrade(client, response) }
            let isLast = request.wantsClose || response.status.isRefusal
            respond(response, to: client, isLast: isLast, omitsBody: request.method == .head)
        }
    }

    private mutating func respond(_ response: HTTPResponse, to client: ClientID, isLast: Bool, omitsBody: Bool) {
        var response = response
        if isLast { response.add([("Connection", "close")]) }
        send(response.head, to: client)
        if !omitsBody { send(response.body, to: client) }
        if isLast { close(client) }
    }

    private mutating func upgrade(_ client: ClientID, _ response: HTTPResponse) {
        send(response.head, to: client)
        guard var rest = connections.update(client, { $0.upgrade(at: clock.now) }) else { return }
        meet(client, connections.encoding(of: client) ?? .jsonMessages)
        let count = rest.count
        if count > 0 { _ = connections.update(client) { $0.take(&rest, count) } }
        takeLines(client)
    }

    // MARK: Sending

    /// Does what the examiner wants done.
    private mutating func carryOut() {
        for task in examiner.takeOutputs() {
            switch task {
            case .print(let text): output.print(text)
            case .record(let line): output.record(line)
            case .act(.send(let bytes, let client)): send(bytes, to: client)
            case .act(.close(let client)): close(client)
            case .act(.cut(let client)): drop(client)
            case .act(.report), .act(.finish), .act(.settle), .act(.refuse): break
            }
        }
    }

    /// Sends bytes at once, so that they are a packet of their own unless the client is slow to read.
    private mutating func send(_ bytes: [UInt8], to client: ClientID) {
        guard !bytes.isEmpty else { return }
        connections.update(client) { $0.outbox.queue.append(bytes, .reply) }
        flush(client)
    }

    private mutating func close(_ client: ClientID) {
        if let due = connections.update(client, { $0.close(.normal, at: clock.now) }) ?? nil {
            connections.update(client) { $0.alarmAt = due }
        }
        flush(client)
    }

    private mutating func flush(_ client: ClientID) {
        guard
            let after = connections.update(client, { $0.flush(at: clock.now, visible: .max, scratch: &scratch) }) ?? nil
        else { return }
        if after.end != nil { return drop(client) }
        if let due = after.alarmAt { connections.update(client) { $0.alarmAt = due } }
        if let interest = after.interest, let socket = connections.read(client, { $0.socket }) {
            try? poller.change(socket.descriptor, interest: interest, token: PollToken.client(client).rawValue)
        }
        if after.canResumeReading, let stage = connections.update(client, { $0.resumeReading() }) {
            if stage == .client { takeLines(client) } else if stage == .browser { takeRequests(client) }
        }
    }
}
