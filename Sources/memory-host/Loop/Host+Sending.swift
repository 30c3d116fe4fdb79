import HTTP
import Lobby
import Protocol

// Carrying out the lobby's effects, and sending to clients.
extension Host {
    /// Applies one effect of an outcome with these entries.
    mutating func apply(_ effect: Effect, after entries: [Entry]) {
        switch effect {
        case .broadcast(let event, let clients): broadcast(event, to: clients, after: entries)
        case .send(let message, let client): send(message, to: client, after: entries)
        case .queryRecords(let query, let client, let re): take(query, from: client, re)
        case .replay(let record, let starting, let client, let re):
            startReplay(of: record, starting: starting, for: client, re)
        case .stopReplay(let client): replays.stop(client)
        case .close(let client): close(client)
        case .notify(let notice): log.write(notice)
        }
    }

    mutating func send(_ message: Message, to client: ClientID, after entries: [Entry]) {
        if !replays.isEmpty, message.event.beginsMatch { interruptReplay(of: client) }
        guard let encoding = connections.encoding(of: client) else { return }
        if case .error(let report) = message.event { meters.refused(report.code) }
        if case .match(let seating) = message.event, seating.seat != nil { prefer(client) }
        // A reply to a command is never dropped; a copy of a state is superseded by the next state like any other.
        let kind: SendQueue.Kind = message.event.traits.kind == .state ? .state : .reply
        put(
            encode(message, encoding), kind, client,
            position: committer.gate.position(of: message.event, after: entries)
        )
    }

    /// Reads a player before others when a crowd speaks at once.
    private mutating func prefer(_ client: ClientID) {
        guard let (socket, interest) = connections.read(client, { ($0.socket, $0.interest) }) else { return }
        poller.prefer(socket.descriptor, interest: interest, token: PollToken.client(client).rawValue)
    }

    /// Encodes an event once for each form in use, and queues the same bytes for every client of it.
    private mutating func broadcast(_ event: Event, to clients: [ClientID], after entries: [Entry]) {
        let (message, kind) = (Message(event), event.traits.kind)
        let position = committer.gate.position(of: event, after: entries)
        var (json, plain) = (SharedEncodings(), SharedEncodings())
        var plainKind = kind
        for (index, client) in clients.enumerated() {
            let turn = Self.turn(index)
            guard let encoding = connections.encoding(of: client) else { continue }
            if !replays.isEmpty, event.beginsMatch { interruptReplay(of: client) }
            switch encoding.dialect {
            case .json:
                if !json.isEncoded { json.set(encode(message, .jsonLines)) }
                put(json.bytes(encoding), kind, client, position: position, turn)
            case .plain:
                if case .lobby(let list) = event, !list.isFollowed { continue }  // People get the list if they ask.
                if !plain.isEncoded {
                    plain.set(encode(message, .plainLines))
                    // A sentence alone must not replace a board that a slow reader still waits for.
                    if kind == .state, !PlainEvents.drawsBoard(event) { plainKind = .chatter }
                }
                put(plain.bytes(encoding), plainKind, client, position: position, turn)
            }
        }
    }

    mutating func encode(_ message: Message, _ encoding: Encoding) -> [UInt8] {
        encoding.encode(message, using: &writer)
    }

    /// The turn of those who are told the same: the first of them, who are the players, are told in this pass.
    static func turn(_ index: Int) -> Outbox.Turn { index < Limits.Internal.toldAtOnce ? .now : .later }

    @inline(__always)
    mutating func put(
        _ line: [UInt8], _ kind: SendQueue.Kind, _ client: ClientID, position: Int, _ turn: Outbox.Turn = .now
    ) {
        switch connections.update(client, { $0.outbox.put(line, kind, position: position, turn) }) {
        case nil, .waits: return
        case .needsFlush: lists.add(client, toFlush: turn)
        case .mustSendFirst:
            sendEarly(client)  // It is dirty now.
            connections.update(client) { $0.outbox.queue.append(line, kind, position: position) }
        }
    }

    /// Sends what a pass has queued for a client before the pass ends, because there is much of it.
    ///
    /// A broken connection is left to the end of the pass: others are still to be told of the current event, and must
    /// not hear first that a player is gone.
    private mutating func sendEarly(_ client: ClientID) {
        let visible = committer.gate.visible
        connections.update(client) {
            $0.outbox.sendEarly(to: $0.socket, at: clock.now, visible: visible, scratch: &scratch)
        }
        markDirty(client)
    }

    mutating func markDirty(_ client: ClientID) { mark(client, .now) }

    mutating func mark(_ client: ClientID, _ turn: Outbox.Turn) {
        guard connections.update(client, { $0.outbox.mark(turn) }) ?? false else { return }
        lists.add(client, toFlush: turn)
    }

    // MARK: Sending

    /// Flushes the connections with queued lines: those of this pass, and of a crowd as many as a pass may.
    mutating func flushAll() {
        commit()
        flushDirty()
        guard lists.hasCrowd else { return }
        for client in lists.takeCrowd() { flush(client) }
        flushDirty()
    }

    /// Flushes the connections of this pass. One that breaks may make others dirty, and so may what is committed then.
    private mutating func flushDirty() {
        while true {
            if committer.gate.isWriteDue(at: now) { commit() }
            guard let client = lists.nextDirty() else { return }
            flush(client)
        }
    }

    mutating func flush(_ client: ClientID) {
        let visible = committer.gate.visible
        guard
            let after = connections.update(client, { $0.flush(at: clock.now, visible: visible, scratch: &scratch) })
                ?? nil
        else { return }
        if let end = after.end {
            if case .broken(let error) = end { log.write(.debug, "lost connection: \(error)") }
            return drop(client)
        }
        if after.isNewlyHeld {
            lists.hold(client)
            explainHold(of: client)
        }
        if after.lacksTable { process(.missedList) }
        if let due = after.alarmAt { setAlarm(of: client, at: due) }
        if after.canResumeReading { lists.leaveUnread(client) }
        if let interest = after.interest { watch(client, interest) }
    }

    /// Tells the poller what to watch for.
    private mutating func watch(_ client: ClientID, _ interest: Conditions) {
        guard let socket = connections.read(client, { $0.socket }) else { return }
        do throws(SystemError) {
            try poller.change(socket.descriptor, interest: interest, token: PollToken.client(client).rawValue)
        } catch {
            log.write(.warning, "cannot poll a connection: \(error)")
            drop(client)
        }
    }
}

/// Lines for many clients: encoded once, and put into messages once if there is anybody who gets them so.
private struct SharedEncodings {
    // Not optional: unwrapping would retain and release once for each of a thousand watchers.
    private var lines: [UInt8] = []
    private var messages: [UInt8] = []
    private(set) var isEncoded = false

    mutating func set(_ lines: [UInt8]) { (self.lines, isEncoded) = (lines, true) }

    @inline(__always)
    mutating func bytes(_ encoding: Encoding) -> [UInt8] {
        guard encoding.isMessages else { return lines }
        if messages.isEmpty { messages = WebSocketFrame.messages(lines) }
        return messages
    }
}

extension Event {
    /// True if it gives a client a match, or deals the cards of the one that it is in.
    fileprivate var beginsMatch: Bool {
        switch self {
        case .match: true
        case .state(let state): state.change == .deal
        default: false
        }
    }
}
