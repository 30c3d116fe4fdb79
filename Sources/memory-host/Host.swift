import Lobby
import Protocol

// How it works. One thread owns everything. A turn of its loop is: wait until something is ready or due; read what
// came, cut it into lines, give each to the lobby; do what the lobby wants done, which is to put lines in front of
// connections; then send to each connection once, however many lines that is. A flip in a match of two costs four
// system calls: wait, receive, send, send.
//
// The lobby is the only one that decides, this is the only one that acts. A connection that must wait (it was too
// fast, or it is about to be gone) has an alarm among `timers`; the poller's wait ends at the nearest of those and
// the lobby's own. With nothing due the wait has no end: an idle host uses no processor time.

/// A host at work.
struct Host: ~Copyable {
    private let log: Log
    private let rate: Int
    private var poller: Poller
    private var lobby: Lobby
    private var connections = ConnectionTable()
    private var door: Door
    private let signals: FileDescriptor
    private var random = SystemRandomNumberGenerator()
    private var timers = Timers<ClientID>()
    /// Clients with lines to send, and clients with lines that were left unread, in this turn of the loop.
    private var dirty: [ClientID] = []
    private var unread: [ClientID] = []
    private var ready: [Readiness] = []
    private var input = [UInt8](repeating: 0, count: 16 * 1024)
    private var scratch: [UInt8] = []
    private var writer: ByteWriter
    private var now = Host.clock
    /// When a stopping host ends, whether everybody has gone or not.
    private var stopAt: Instant?

    private static let signalToken = UInt64.max

    /// A host that listens; call ``run()`` next.
    ///
    /// - Throws: what the poller or the signals' pipe fails with.
    init(options: Options, listeners: [Socket], connections: Int, log: Log) throws(SystemError) {
        var door = Door(listeners: listeners, connections: connections, perAddress: options.perAddress)
        var poller = try Poller()
        let signals = try Platform.watchSignals([.interrupt, .terminate, .hangUp])
        try poller.add(signals, interest: .readable, token: Self.signalToken)
        try door.open(&poller)
        (self.log, self.door, self.poller, self.signals) = (log, door, poller, signals)
        rate = options.rate
        writer = ByteWriter()
        var hello = Hello(host: options.hostName)
        hello.limits.connections = connections
        hello.limits.connectionsPerAddress = options.perAddress ?? Limits.connectionsPerAddress
        hello.limits.commandsPerSecond = options.rate
        lobby = Lobby(settings: Lobby.Settings(hello: hello, preset: options.preset))
    }

    private static var clock: Instant { Instant(milliseconds: Int(Platform.monotonicMilliseconds)) }

    /// Serves until a signal stops it, and everybody has been told.
    mutating func run() throws(SystemError) {
        while stopAt.map({ now < $0 && connections.count > 0 }) ?? true {
            try poller.wait(milliseconds: patience, into: &ready)
            now = Self.clock
            for event in ready { try handle(event) }
            wakeConnections()
            readOn()
            if let due = lobby.nextDue, due <= now { apply(lobby.advance(to: now)) }
            flushAll()
            try door.openIfDue(&poller, at: now)
        }
    }

    /// How many milliseconds the next wait may take; nil for as long as it likes.
    private var patience: Int? {
        guard unread.isEmpty else { return 0 }
        let dues = [lobby.nextDue, timers.next, door.openAt, stopAt]
        return dues.compactMap { $0 }.min().map { $0 <= now ? 0 : $0 - now }
    }

    private mutating func handle(_ event: Readiness) throws(SystemError) {
        if event.token == Self.signalToken { return takeSignals() }
        if let listener = door.listener(token: event.token) { return try accept(from: listener) }
        let client = ClientID(token: event.token)
        if event.isReadable { read(client, isHungUp: event.isHungUp) }
        if event.isWritable { markDirty(client) }
    }

    // MARK: Coming

    private mutating func accept(from listener: Socket) throws(SystemError) {
        for _ in 0..<Door.acceptedAtOnce {
            switch try listener.accept() {
            case .wouldBlock: return
            case .aborted: continue
            case .exhausted:
                log.write(.warning, "there is no descriptor left for one more connection")
                return door.close(&poller, until: now + Door.pauseMilliseconds)
            case .accepted(let socket, let address):
                if let refusal = refusal(for: address.host) {
                    turnAway(socket, address.host, refusal)
                } else if let client = admit(socket, address.host) {
                    log.write(.debug, "connection from \(address)")
                    apply(lobby.handle(.connected(client), at: now, using: &random))
                }
            }
        }
    }

    private func refusal(for host: SocketAddress.Host) -> Refusal? {
        stopAt != nil
            ? .shuttingDown : door.refusal(open: connections.count, fromHost: connections.count(of: host), host)
    }

    private mutating func admit(_ socket: Socket, _ host: SocketAddress.Host) -> ClientID? {
        let client = connections.add(socket, host: host, at: now)
        do throws(SystemError) {
            try poller.add(socket.descriptor, interest: .readable, token: client.token)
            return client
        } catch {
            log.write(.warning, "a connection could not be watched: \(error)")
            connections.remove(client)
            socket.close()
            return nil
        }
    }

    /// Says why there is no room, and closes. The lobby never hears of it.
    private mutating func turnAway(_ socket: Socket, _ host: SocketAddress.Host, _ refusal: Refusal) {
        log.write(.info, "turned away a connection from \(host): \(refusal.code)")
        guard door.mayLinger(open: connections.count), let client = admit(socket, host) else {
            return socket.close()
        }
        let report = ErrorReport(refusal, command: nil)
        for event in [.hello(lobby.hello), .error(report), .bye(Farewell(after: refusal))] as [Event] {
            apply([.send(Message(event), to: client)])
        }
        apply([.close(client)])
    }

    // MARK: Reading

    private mutating func read(_ client: ClientID, isHungUp: Bool) {
        guard let connection = connections[client] else { return }
        guard connection.interest.contains(.readable) else {
            if isHungUp { drop(client) }
            return
        }
        switch connection.socket.receive(into: &input) {
        case .wouldBlock: return
        case .failed(let error):
            log.write(.debug, "\(connection.host) is gone: \(error)")
            drop(client)
        case .end:
            guard connection.stage == .open else { return drop(client) }
            connections[client]?.hasEnded = true
            connections[client]?.decoder.finish()
            takeLines(client)
        case .bytes(let count):
            guard connection.stage == .open else { return }
            connections[client]?.decoder.receive(input, count: count)
            takeLines(client)
        }
    }

    /// Gives the lobby the lines that have come, until there is none, or the client must wait.
    private mutating func takeLines(_ client: ClientID) {
        while let connection = connections[client], connection.stage == .open {
            if connection.isBackedUp { break }
            guard connection.decoder.hasWholeLine, mayCommand(client) else { break }
            guard let line = connections[client]?.decoder.next() else { break }
            let request: Request
            switch line {
            case .tooLong: request = CommandReader.tooLong
            case .text(let range): request = CommandReader.read(connections[client]?.decoder.bytes ?? [], in: range)
            }
            if let dialect = request.dialect { connections[client]?.dialect = dialect }
            apply(lobby.handle(.received(request, from: client), at: now, using: &random))
        }
        guard let connection = connections[client], connection.stage == .open else { return }
        if connection.hasEnded, !connection.decoder.hasWholeLine {
            apply(lobby.handle(.finished(client), at: now, using: &random))
        }
        watch(client)
    }

    /// Whether the client may send one more command now; if not, it is read no more until it may.
    private mutating func mayCommand(_ client: ClientID) -> Bool {
        guard rate > 0, let due = connections[client]?.bucket.take(at: now, rate: rate) else { return true }
        if connections[client]?.isHurried == false {
            connections[client]?.isHurried = true
            apply(lobby.handle(.hurried(client), at: now, using: &random))
        }
        connections[client]?.stage = .throttled
        wake(client, at: due)
        return false
    }

    /// Goes on with lines that were left unread because too much waited to be sent.
    private mutating func readOn() {
        guard !unread.isEmpty else { return }
        let clients = unread
        unread = []
        for client in clients { takeLines(client) }
    }

    // MARK: Doing

    private mutating func apply(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .send(let message, let client):
                guard let dialect = connections[client]?.dialect else { continue }
                put(encode(message, dialect), message.kind, client)
            case .broadcast(let event, let clients): broadcast(event, to: clients)
            case .close(let client):
                connections[client]?.stage = .closing
                wake(client, at: now + Limits.lingerMilliseconds)
                markDirty(client)
            case .note(let notice): log.write(notice)
            }
        }
    }

    /// Encodes an event once for each dialect that somebody listens in, and gives all of them the same bytes.
    private mutating func broadcast(_ event: Event, to clients: [ClientID]) {
        let message = Message(event)
        let kind = message.kind
        var json: [UInt8]?
        var plain: [UInt8]?
        for client in clients {
            switch connections[client]?.dialect {
            case nil: continue
            case .json:
                let line = json ?? encode(message, .json)
                json = line
                put(line, kind, client)
            case .plain:
                let lines = plain ?? encode(message, .plain)
                plain = lines
                put(lines, kind, client)
            }
        }
    }

    private mutating func encode(_ message: Message, _ dialect: Dialect) -> [UInt8] {
        switch dialect {
        case .json: JSONEvents.write(message, into: &writer)
        case .plain: PlainEvents.write(message, into: &writer)
        }
        return writer.take()
    }

    private mutating func put(_ line: [UInt8], _ kind: OutgoingLines.Kind, _ client: ClientID) {
        connections[client]?.outgoing.append(line, kind)
        markDirty(client)
    }

    private mutating func markDirty(_ client: ClientID) {
        guard connections[client]?.isDirty == false else { return }
        connections[client]?.isDirty = true
        dirty.append(client)
    }

    // MARK: Sending

    /// Sends to each connection what waits for it. A connection that breaks here may make others dirty.
    private mutating func flushAll() {
        var next = 0
        while next < dirty.count {
            flush(dirty[next])
            next += 1
        }
        dirty.removeAll(keepingCapacity: true)
    }

    private mutating func flush(_ client: ClientID) {
        guard let socket = connections[client]?.socket else { return }
        connections[client]?.isDirty = false
        switch connections[client]?.outgoing.flush(to: socket, scratch: &scratch) {
        case .failed(let error):
            log.write(.debug, "a connection broke: \(error)")
            return drop(client)
        case .done where connections[client]?.stage == .closing:
            socket.shutDownWriting()
            connections[client]?.stage = .lingering
        case .done, .blocked, nil: break
        }
        if let connection = connections[client], connection.stage == .open, connection.decoder.hasWholeLine,
            !connection.isBackedUp
        {
            unread.append(client)
        }
        watch(client)
    }

    /// Tells the poller what to look for, if that has changed.
    private mutating func watch(_ client: ClientID) {
        guard let connection = connections[client] else { return }
        let wanted = connection.wantedInterest
        guard wanted != connection.interest else { return }
        connections[client]?.interest = wanted
        do throws(SystemError) {
            try poller.change(connection.socket.descriptor, interest: wanted, token: client.token)
        } catch {
            log.write(.warning, "a connection could not be watched: \(error)")
            drop(client)
        }
    }

    // MARK: Going

    /// Has a connection looked at when its time has come.
    private mutating func wake(_ client: ClientID, at due: Instant) {
        connections[client]?.wakeAt = due
        timers.add(Timers.Alarm(due: due, owner: client))
    }

    private mutating func wakeConnections() {
        while let alarm = timers.popDue(at: now) {
            guard let connection = connections[alarm.owner], connection.wakeAt == alarm.due else { continue }
            connections[alarm.owner]?.wakeAt = nil
            switch connection.stage {
            case .throttled:
                connections[alarm.owner]?.stage = .open
                takeLines(alarm.owner)
            case .closing, .lingering: drop(alarm.owner)
            case .open: break
            }
        }
    }

    /// Closes a connection at once.
    private mutating func drop(_ client: ClientID) {
        guard let connection = connections[client] else { return }
        poller.remove(connection.socket.descriptor)
        connection.socket.close()
        connections.remove(client)
        door.somebodyLeft()
        apply(lobby.handle(.disconnected(client), at: now, using: &random))
    }

    private mutating func takeSignals() {
        while Platform.nextSignal(from: signals) != nil {
            guard stopAt == nil else { Platform.exitProcess(.success) }
            stop()
        }
    }

    /// Stops: whoever is still at the door is turned away, everybody else is told.
    private mutating func stop() {
        stopAt = now + Limits.lingerMilliseconds
        log.write(.notice, "stopping")
        for listener in door.listeners {
            do throws(SystemError) {
                try accept(from: listener)
            } catch {
                log.write(.debug, "\(error)")
            }
        }
        door.closeForGood(&poller)
        apply(lobby.handle(.stopping, at: now, using: &random))
    }
}

extension Message {
    /// What may become of it when its reader is slow; a reply is never dropped.
    fileprivate var kind: OutgoingLines.Kind {
        guard re == nil else { return .reply }
        switch event {
        case .state: return .state
        case .lobby: return .lobby
        case .said: return .chatter
        case .hello, .welcome, .match, .ok, .error, .pong, .bye, .help: return .reply
        }
    }
}
