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
        var due = Self.earlier(lobby.nextDue, timers.next)
        due = Self.earlier(Self.earlier(due, door.openAt), stopAt)
        return due.map { $0 <= now ? 0 : $0 - now }
    }

    private static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    private mutating func handle(_ event: Readiness) throws(SystemError) {
        if event.token == Self.signalToken { return takeSignals() }
        if let listener = door.listener(token: event.token) { return try accept(from: listener) }
        guard let slot = connections.slot(of: ClientID(token: event.token)) else { return }
        if event.isWritable { markDirty(slot) }
        if event.isReadable { read(slot, isHungUp: event.isHungUp) }
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
                } else if let slot = admit(socket, address.host) {
                    log.write(.debug, "connection from \(address)")
                    let client = connections.slots[slot].client
                    apply(lobby.handle(.connected(client), at: now, using: &random))
                }
            }
        }
    }

    private func refusal(for host: SocketAddress.Host) -> Refusal? {
        stopAt != nil
            ? .shuttingDown : door.refusal(open: connections.count, fromHost: connections.count(of: host), host)
    }

    private mutating func admit(_ socket: Socket, _ host: SocketAddress.Host) -> Int? {
        let slot = connections.add(socket, host: host, at: now)
        do throws(SystemError) {
            try poller.add(socket.descriptor, interest: .readable, token: connections.slots[slot].client.token)
            return slot
        } catch {
            log.write(.warning, "a connection could not be watched: \(error)")
            connections.remove(slot)
            socket.close()
            return nil
        }
    }

    /// Says why there is no room, and closes. The lobby never hears of it.
    private mutating func turnAway(_ socket: Socket, _ host: SocketAddress.Host, _ refusal: Refusal) {
        log.write(.info, "turned away a connection from \(host): \(refusal.code)")
        guard door.mayLinger(open: connections.count), let slot = admit(socket, host) else {
            return socket.close()
        }
        let client = connections.slots[slot].client
        let report = ErrorReport(refusal, command: nil)
        for event in [.hello(lobby.hello), .error(report), .bye(Farewell(after: refusal))] as [Event] {
            apply([.send(Message(event), to: client)])
        }
        apply([.close(client)])
    }

    // MARK: Reading

    private mutating func read(_ slot: Int, isHungUp: Bool) {
        guard connections.slots[slot].interest.contains(.readable) else {
            if isHungUp { drop(slot) }
            return
        }
        switch connections.slots[slot].socket.receive(into: &input) {
        case .wouldBlock: return
        case .failed(let error):
            log.write(.debug, "\(connections.slots[slot].host) is gone: \(error)")
            drop(slot)
        case .end:
            guard connections.slots[slot].stage == .open else { return drop(slot) }
            connections.slots[slot].hasEnded = true
            connections.slots[slot].decoder.finish()
            takeLines(slot)
        case .bytes(let count):
            guard connections.slots[slot].stage == .open else { return }
            connections.slots[slot].decoder.receive(input, count: count)
            takeLines(slot)
        }
    }

    /// Gives the lobby the lines that have come, until there is none, or the client must wait.
    private mutating func takeLines(_ slot: Int) {
        let client = connections.slots[slot].client
        while connections.slots[slot].stage == .open, !connections.slots[slot].isBackedUp {
            guard connections.slots[slot].decoder.hasWholeLine, mayCommand(slot) else { break }
            guard let line = connections.slots[slot].decoder.next() else { break }
            let request: Request
            switch line {
            case .tooLong: request = CommandReader.tooLong
            case .text(let range): request = CommandReader.read(connections.slots[slot].decoder.bytes, in: range)
            }
            if let dialect = request.dialect { connections.slots[slot].dialect = dialect }
            apply(lobby.handle(.received(request, from: client), at: now, using: &random))
        }
        guard connections.slots[slot].stage == .open else { return }
        if connections.slots[slot].hasEnded, !connections.slots[slot].decoder.hasWholeLine {
            apply(lobby.handle(.finished(client), at: now, using: &random))
        }
        markDirty(slot)  // So that the poller is told, once, what to look for now.
    }

    /// Whether the client may send one more command now; if not, it is read no more until it may.
    private mutating func mayCommand(_ slot: Int) -> Bool {
        guard rate > 0 else { return true }
        guard let due = connections.slots[slot].bucket.take(at: now, rate: rate) else {
            if connections.slots[slot].bucket.wasFull { connections.slots[slot].isHurried = false }
            return true
        }
        connections.slots[slot].stage = .throttled
        wake(slot, at: due)
        if !connections.slots[slot].isHurried {
            connections.slots[slot].isHurried = true
            apply(lobby.handle(.hurried(connections.slots[slot].client), at: now, using: &random))
        }
        return false
    }

    /// Goes on with lines that were left unread because too much waited to be sent.
    private mutating func readOn() {
        guard !unread.isEmpty else { return }
        let clients = unread
        unread = []
        for client in clients {
            if let slot = connections.slot(of: client) { takeLines(slot) }
        }
    }

    // MARK: Doing

    private mutating func apply(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .broadcast(let event, let clients): broadcast(event, to: clients)
            case .send(let message, let client):
                guard let slot = connections.slot(of: client) else { continue }
                put(encode(message, connections.slots[slot].dialect), message.kind, slot)
            case .close(let client):
                guard let slot = connections.slot(of: client) else { continue }
                connections.slots[slot].stage = .closing
                wake(slot, at: now + Limits.lingerMilliseconds)
                markDirty(slot)
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
            guard let slot = connections.slot(of: client) else { continue }
            switch connections.slots[slot].dialect {
            case .json:
                let line = json ?? encode(message, .json)
                json = line
                put(line, kind, slot)
            case .plain:
                let lines = plain ?? encode(message, .plain)
                plain = lines
                put(lines, kind, slot)
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

    private mutating func put(_ line: [UInt8], _ kind: OutgoingLines.Kind, _ slot: Int) {
        connections.slots[slot].outgoing.append(line, kind)
        markDirty(slot)
    }

    private mutating func markDirty(_ slot: Int) {
        guard !connections.slots[slot].isDirty else { return }
        connections.slots[slot].isDirty = true
        dirty.append(connections.slots[slot].client)
    }

    // MARK: Sending

    /// Sends to each connection what waits for it. A connection that breaks here may make others dirty.
    private mutating func flushAll() {
        var next = 0
        while next < dirty.count {
            if let slot = connections.slot(of: dirty[next]) { flush(slot) }
            next += 1
        }
        dirty.removeAll(keepingCapacity: true)
    }

    private mutating func flush(_ slot: Int) {
        connections.slots[slot].isDirty = false
        let socket = connections.slots[slot].socket
        switch connections.slots[slot].outgoing.flush(to: socket, scratch: &scratch) {
        case .failed(let error):
            log.write(.debug, "a connection broke: \(error)")
            return drop(slot)
        case .done where connections.slots[slot].stage == .closing:
            socket.shutDownWriting()
            connections.slots[slot].stage = .lingering
        case .done, .blocked: break
        }
        if connections.slots[slot].mayGoOn { unread.append(connections.slots[slot].client) }
        watch(slot)
    }

    /// Tells the poller what to look for, if that has changed.
    private mutating func watch(_ slot: Int) {
        guard let wanted = connections.slots[slot].nextInterest() else { return }
        let descriptor = connections.slots[slot].socket.descriptor
        do throws(SystemError) {
            try poller.change(descriptor, interest: wanted, token: connections.slots[slot].client.token)
        } catch {
            log.write(.warning, "a connection could not be watched: \(error)")
            drop(slot)
        }
    }

    // MARK: Going

    /// Has a connection looked at when its time has come.
    private mutating func wake(_ slot: Int, at due: Instant) {
        connections.slots[slot].wakeAt = due
        timers.add(Timers.Alarm(due: due, owner: connections.slots[slot].client))
    }

    private mutating func wakeConnections() {
        while let alarm = timers.popDue(at: now) {
            guard let slot = connections.slot(of: alarm.owner), connections.slots[slot].wakeAt == alarm.due else {
                continue
            }
            connections.slots[slot].wakeAt = nil
            switch connections.slots[slot].stage {
            case .throttled:
                connections.slots[slot].stage = .open
                takeLines(slot)
            case .closing, .lingering: drop(slot)
            case .open, .gone: break
            }
        }
    }

    /// Closes a connection at once.
    private mutating func drop(_ slot: Int) {
        guard connections.slots[slot].stage != .gone else { return }
        let client = connections.slots[slot].client
        poller.remove(connections.slots[slot].socket.descriptor)
        connections.slots[slot].socket.close()
        connections.remove(slot)
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
