import Lobby
import Protocol

// What the lobby wants done, and what goes to clients.
extension Host {
    mutating func apply(_ effect: Effect) {
        switch effect {
        case .tell(let state, let telling, let clients): tell(state, telling, to: clients)
        case .broadcast(let event, let clients): broadcast(event, to: clients)
        case .send(let message, let client):
            guard let slot = connections.slot(of: client) else { return }
            holdIfAhead(message.event.kind, slot)
            put(encode(message, connections.slots[slot].dialect), .reply, slot)
        case .consult(let query, let client, let re):
            guard let slot = connections.slot(of: client) else { return }
            put(encode(Message(answer(query), re: re), connections.slots[slot].dialect), .reply, slot)
        case .close(let client):
            guard let slot = connections.slot(of: client) else { return }
            connections.slots[slot].stage = .closing
            wake(slot, at: now + Limits.closingMilliseconds)
            markDirty(slot)
        case .note(let notice): log.write(notice)
        }
    }

    /// What a client is told of the matches that are over.
    private mutating func answer(_ query: RecordQuery) -> Event {
        do throws(SystemError) {
            return try records.answer(query)
        } catch {
            log.write(.error, "the records cannot be read: \(error)")
            return .error(.unreadableRecords(query))
        }
    }

    /// Encodes a state once for each dialect that somebody listens in, and gives all of them the same bytes.
    private mutating func tell(_ place: Int, _ telling: Telling, to clients: [ClientID]) {
        spread(.state, to: clients) { (host, dialect) in
            switch dialect {
            case .json: host.outcome.writeState(place, into: &host.writer)
            case .plain: PlainEvents.write(host.outcome.states[place], telling, into: &host.writer)
            }
            return host.writer.take()
        }
    }

    /// Encodes an event in the same way.
    private mutating func broadcast(_ event: Event, to clients: [ClientID]) {
        let message = Message(event)
        spread(event.kind, to: clients) { (host, dialect) in host.encode(message, dialect) }
    }

    @inline(__always)
    private mutating func spread(
        _ kind: OutgoingLines.Kind, to clients: [ClientID], encode: (inout Host, Dialect) -> [UInt8]
    ) {
        // Not optional: to unwrap them would count references anew for each of a thousand watchers.
        var (json, plain) = ([UInt8](), [UInt8]())
        var (hasJSON, hasPlain) = (false, false)
        for client in clients {
            guard let slot = connections.slot(of: client) else { continue }
            holdIfAhead(kind, slot)
            switch connections.slots[slot].dialect {
            case .json:
                if !hasJSON { (json, hasJSON) = (encode(&self, .json), true) }
                put(json, kind, slot)
            case .plain:
                if !hasPlain { (plain, hasPlain) = (encode(&self, .plain), true) }
                put(plain, kind, slot)
            }
        }
    }

    mutating func encode(_ message: Message, _ dialect: Dialect) -> [UInt8] {
        switch dialect {
        case .json: JSONEvents.write(message, into: &writer)
        case .plain: PlainEvents.write(message, into: &writer)
        }
        return writer.take()
    }

    @inline(__always)
    private mutating func put(_ line: [UInt8], _ kind: OutgoingLines.Kind, _ slot: Int) {
        switch connections.slots[slot].put(line, kind) {
        case .waits: return
        case .waitsAnew: dirty.append(connections.slots[slot].client)
        case .mustSendFirst:
            sendEarly(slot)  // It is dirty now.
            connections.slots[slot].outgoing.append(line, kind)
        }
    }

    /// Sends what one turn has gathered for a client before its end, since it is much.
    ///
    /// If the connection is found broken here, that is left to the end of the turn: others are still to be told what is
    /// being told now, and must not hear first that somebody is gone.
    private mutating func sendEarly(_ slot: Int) {
        guard keepEarly(), !connections.slots[slot].isHeld else { return markDirty(slot) }
        let socket = connections.slots[slot].socket
        let waiting = connections.slots[slot].outgoing.byteCount
        let flushed = connections.slots[slot].outgoing.flush(to: socket, scratch: &scratch)
        if case .failed = flushed { connections.slots[slot].outgoing.removeAll() }
        if connections.slots[slot].outgoing.byteCount < waiting { connections.slots[slot].movedAt = now }
        markDirty(slot)
    }

    mutating func markDirty(_ slot: Int) {
        guard !connections.slots[slot].isDirty else { return }
        connections.slots[slot].isDirty = true
        dirty.append(connections.slots[slot].client)
    }

    // MARK: Sending

    /// Sends to each connection what waits for it. A connection that breaks here may make others dirty.
    mutating func flushAll() {
        var next = 0
        keep()
        while next < dirty.count {
            if hasFreshEntries { keep() }
            if let slot = connections.slot(of: dirty[next]) { flush(slot) }
            next += 1
        }
        while dirty.popLast() != nil {}  // A few; to remove them all at once costs more.
    }

    mutating func flush(_ slot: Int) {
        switch connections.slots[slot].flush(at: now, scratch: &scratch) {
        case nil: return
        case .failed(let error):
            log.write(.debug, "a connection broke: \(error)")
            return drop(slot)
        case .done:
            if connections.slots[slot].outgoing.lacksLobby {
                connections.slots[slot].outgoing.lacksLobby = false
                lobby.pushAgain()
            }
            if connections.slots[slot].stage == .closing, !farewell(slot) { return }
        case .blocked:
            if connections.slots[slot].wakeAt == nil { wake(slot, at: now + Limits.stalledMilliseconds) }
        }
        if connections.slots[slot].mayGoOn { unread.append(connections.slots[slot].client) }
        watch(slot)
    }

    /// Everything is sent to a connection that closes; false if the client has closed as well, and it is gone.
    private mutating func farewell(_ slot: Int) -> Bool {
        guard !connections.slots[slot].hasEnded else {
            drop(slot)
            return false
        }
        connections.slots[slot].socket.shutDownWriting()
        connections.slots[slot].stage = .lingering
        wake(slot, at: now + Limits.lingerMilliseconds)
        return true
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
}

extension ErrorReport {
    /// What a client is told when the disk is to blame.
    fileprivate static func unreadableRecords(_ query: RecordQuery) -> ErrorReport {
        let command: Command.Kind =
            switch query {
            case .page: .records
            case .one: .record
            case .scores: .scores
            }
        return ErrorReport(
            code: Refusal.noSuchRecord.code, message: "This host cannot read its records now.",
            command: command.rawValue, isFatal: false)
    }
}

extension Event {
    /// What may become of it, sent unasked, when its reader is slow. A reply is never dropped.
    fileprivate var kind: OutgoingLines.Kind {
        switch self {
        case .state: .state
        case .lobby: .lobby
        case .said: .chatter
        case .match: .placement
        case .hello, .welcome, .records, .record, .scores, .ok, .error, .pong, .bye, .help: .reply
        }
    }
}
