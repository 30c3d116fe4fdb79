import HTTP
import Lobby
import Protocol

/// One connection, and what is queued on either side of it.
///
/// It is in one of the states of ``ConnectionState``. Bytes, lines and the passing of time come in; tasks for the host
/// come out.
struct Connection: Sendable {
    let client: ClientID
    let socket: Socket
    let host: SocketAddress.Host
    /// The reason there is no room for the connection, which exists only to be told so; the lobby does not know it.
    let refusal: Refusal?
    private(set) var state = ConnectionState.arriving
    /// The bytes that it has sent and nobody has taken.
    private(set) var inlet: Inlet
    /// The bytes that are queued to be sent.
    var outbox: Outbox
    /// Slows it down if it sends too much.
    var throttle: Throttle
    /// The form that it is written to in.
    private(set) var encoding = Encoding.jsonLines
    private(set) var receivedBytes = 0
    /// The time of the last line or request; of the greeting, until there is one.
    private(set) var saidAt: Instant
    /// The conditions that the poller watches for.
    private(set) var interest = Conditions.readable
    /// It is in the host's list of those whose lines, or requests, were left unread.
    private var isUnread = false
    /// The time of its alarm; see ``alarm(at:mayBeSpare:)``.
    var alarmAt: Instant?

    /// A connection that has just been accepted.
    ///
    /// - Parameters:
    ///   - isWeb: true if requests of HTTP are answered.
    ///   - rate: the commands that it may send a second; 0 for no limit.
    ///   - refusal: the reason there is no room for it, if there is none.
    init(
        client: ClientID, socket: Socket, host: SocketAddress.Host, isWeb: Bool = true, rate: Int = 0,
        refusal: Refusal? = nil, at now: Instant
    ) {
        (self.client, self.socket, self.host, self.refusal) = (client, socket, host, refusal)
        inlet = Inlet(from: host, isWeb: isWeb)
        (throttle, outbox, saidAt) = (Throttle(rate: rate), Outbox(at: now), now)
    }

    // MARK: From one state to the next

    /// Makes a connection that has arrived a client; returns false in any other state.
    mutating func greet(at now: Instant) -> Bool {
        guard state.greet() else { return false }
        (alarmAt, saidAt) = (nil, now)
        return true
    }

    /// Makes a browser a client that speaks WebSocket; returns what it has sent after its request.
    mutating func upgrade(at now: Instant) -> [UInt8] {
        guard state.upgrade() else { return [] }
        encoding = encoding.inMessages
        (alarmAt, saidAt) = (nil, now)
        return inlet.startMessages()
    }

    /// Closes the connection once everything queued has been sent.
    ///
    /// - Parameter code: the reason for a client of WebSocket that has not given one.
    /// - Returns: the time for its alarm; nil if it is closing already.
    mutating func close(_ code: WebSocketCloseCode, at now: Instant) -> Instant? {
        guard state.close() else { return nil }
        if inlet.isInMessages { outbox.queue.append(WebSocketFrame.close(inlet.closeCode ?? code), .reply) }
        outbox.setDeadline(from: now)
        return now + Limits.closingMilliseconds
    }

    /// Forgets everything, because the connection is closed.
    mutating func end() {
        state.end()
        inlet.removeAll()
        outbox.queue = SendQueue()
    }

    // MARK: Receiving

    /// Receives what has arrived.
    ///
    /// - Parameters:
    ///   - input: a buffer that is reused from call to call.
    ///   - isHungUp: true if the poller says that the connection is broken, which it says unasked.
    mutating func receive(into input: inout [UInt8], isHungUp: Bool) -> Arrival {
        guard interest.contains(.readable) else { return isHungUp ? .finished : .nothing }
        switch socket.receive(into: &input) {
        case .wouldBlock: return .nothing
        case .failed(let error): return .broken(error)
        case .end: return endInput()
        case .bytes(let count):
            receivedBytes += count
            return take(&input, count)
        }
    }

    /// Takes the first `count` bytes of what the client has sent.
    mutating func take(_ input: inout [UInt8], _ count: Int) -> Arrival {
        switch state {
        case .arriving, .browser, .client: break
        case .closing(let closing):
            guard closing.isHTTP else { return .nothing }
            // What follows a browser's last request ends the connection if it is too much.
            return state.discard(count) ? .finished : .requests(bytes: count)
        case .gone: return .nothing
        }
        let arrival = inlet.receive(&input, count, charging: &throttle)
        if case .requests = arrival {
            if stage == .client { return .lateRequest }
            state.browse()
        } else if let ping = inlet.takePing() {
            outbox.queue.append(WebSocketFrame.pong(ping), .reply)
        }
        return arrival
    }

    /// Ends the input, since the client has closed its side.
    private mutating func endInput() -> Arrival {
        inlet.end()
        switch state {
        case .arriving, .client: return .lines
        case .browser: return .requests(bytes: 0)
        case .closing(let closing): return closing.isLingering ? .finished : .nothing
        case .gone: return .nothing
        }
    }

    /// Notes that its lines, or requests, are not left unread any longer; returns its stage.
    mutating func resumeReading() -> ConnectionState.Stage {
        isUnread = false
        return stage
    }

    // MARK: Lines

    /// Takes the next line, if there is one and the rate limit allows it.
    ///
    /// - Parameter commands: the limit that it shares with the other connections of its address.
    mutating func next(at now: Instant, sharing commands: inout RateLimit) -> Next {
        let isClient: Bool
        switch state {
        case .client(.welcome): isClient = true
        case .arriving: isClient = false
        case .browser, .client, .closing, .gone: return .none
        }
        guard !outbox.isBackedUp else { return .none }
        let blankLines = inlet.skipBlankLines(atMost: Limits.Internal.blankLinesAtOnce)
        throttle.addIdle(blankLines)
        if isClient, let due = throttle.payForIdling(of: host, at: now, sharing: &commands) {
            return wait(until: due)
        }
        guard blankLines < Limits.Internal.blankLinesAtOnce else { return .none }
        switch inlet.judgeFirstLine() {
        case .foreign: return .foreign
        case .incomplete: return !isClient && inlet.hasEnded ? .newcomer : .none
        case .acceptable:
            guard isClient else { return .newcomer }
            inlet.acceptFirstLine()
        }
        if throttle.isLimited {
            guard inlet.hasLine() else { return .none }
            if let due = throttle.reserveCommand(of: host, at: now, sharing: &commands) { return wait(until: due) }
        }
        guard let request = inlet.nextLine() else { return .none }
        saidAt = now
        if let dialect = request.dialect { encoding = encoding.with(dialect) }
        return .request(request)
    }

    private mutating func wait(until due: Instant) -> Next {
        state.throttle()
        return .tooFast(until: due)
    }

    /// Makes the next line wait until records are read.
    mutating func awaitRecords() { state.awaitRecords() }

    /// Notes that the records are read; returns false if it is no client any more, which is told nothing then.
    mutating func recordsAreRead() -> Bool { state.welcomeLine() }

    // MARK: Requests of HTTP

    /// Lets the next request be listed; returns false if there is none, or it is listed already, or must wait.
    mutating func listRequest() -> Bool {
        guard case .browser(.welcome) = state, inlet.hasWaiting else { return false }
        state.setRequest(.listed)
        return true
    }

    /// Takes the listed request, if the browser has read the response to the one before, and the rate limit of its
    /// address allows it.
    mutating func nextRequest(at now: Instant, sharing requests: inout RateLimit) -> Listed {
        guard case .browser(.listed) = state else { return .none }
        guard !outbox.isBackedUp, inlet.hasWaiting else {
            state.setRequest(.welcome)
            return .none
        }
        if let due = throttle.reserveRequest(of: host, at: now, sharing: &requests) {
            state.setRequest(.delayed)
            return .tooFast(until: due)
        }
        saidAt = now
        state.setRequest(.welcome)
        return .outcome(inlet.nextRequest())
    }

    // MARK: Time

    /// Returns what the host must do now that the connection's alarm has gone off.
    ///
    /// - Parameter mayBeSpare: a browser at its address may have opened it for later, and is not greeted at once.
    mutating func alarm(at now: Instant, mayBeSpare: Bool) -> Alarm {
        alarmAt = nil
        switch state {
        case .arriving:
            let greetBy = saidAt + Limits.spareMilliseconds
            if mayBeSpare, now < greetBy, inlet.isMute { return .wait(until: greetBy) }
            return .greet
        case .browser(.delayed):
            state.setRequest(.welcome)
            return .takeRequest(wait: now + Limits.requestMilliseconds)
        case .browser:
            // A request that waits for its turn is not the browser's fault, nor is a response that it is still reading.
            var due = saidAt + Limits.requestMilliseconds
            if !outbox.queue.isEmpty {
                due = max(due, outbox.givesUpAt)
            } else if inlet.hasWaiting {
                due = now + Limits.requestMilliseconds
            }
            return due <= now ? .drop : .wait(until: due)
        case .client(.throttled):
            _ = state.welcomeLine()
            return .takeLines
        case .client:
            guard !outbox.queue.isEmpty, !outbox.isHeld else { return .nothing }
            return outbox.stallsAt <= now ? .sayGoodbye : .wait(until: outbox.stallsAt)
        case .closing(let closing):
            return closing.isLingering || outbox.givesUpAt <= now ? .drop : .wait(until: outbox.givesUpAt)
        case .gone: return .nothing
        }
    }

    // MARK: Sending

    /// Sends the queued lines that are visible.
    ///
    /// - Returns: nil if nothing else needs doing, as is nearly always so.
    @inline(__always)
    mutating func flush(at now: Instant, visible: Int, scratch: inout [UInt8]) -> AfterFlush? {
        let flushed = outbox.flush(to: socket, at: now, visible: visible, scratch: &scratch)
        if case .done = flushed, !outbox.isHeld, isAtRest { return nil }
        return conclude(flushed, at: now)
    }

    /// Returns what a flush with this result leaves to do.
    @inline(never)
    private mutating func conclude(_ flushed: SendQueue.Flushed, at now: Instant) -> AfterFlush {
        var (isNewlyHeld, lacksTable) = (false, false)
        var end: AfterFlush.End?
        var due: Instant?
        if flushed == .held { isNewlyHeld = outbox.holdBack() } else if outbox.isHeld { outbox.release(at: now) }
        switch flushed {
        case .failed(let error): end = .broken(error)
        case .held: break
        case .blocked: if alarmAt == nil { due = now + Limits.stalledMilliseconds }
        case .done:
            lacksTable = outbox.queue.resetDropped()
            guard stage == .closing, !state.isLingering else { break }
            guard !inlet.hasEnded else {
                end = .finished
                break
            }
            socket.shutDownWriting()
            state.linger()
            due = now + Limits.lingerMilliseconds
        }
        let canResumeReading = state.takesInput && inlet.hasWaiting && !outbox.isBackedUp && !isUnread
        if canResumeReading { isUnread = true }
        return AfterFlush(
            end: end, isNewlyHeld: isNewlyHeld, lacksTable: lacksTable, alarmAt: due,
            canResumeReading: canResumeReading, interest: nextInterest())
    }

    /// Returns the conditions to watch for from now on; nil if they have not changed.
    mutating func nextInterest() -> Conditions? {
        var wanted: Conditions = []
        if !outbox.queue.isEmpty, !outbox.isHeld { wanted.insert(.writable) }
        if isRead { wanted.insert(.readable) }
        guard wanted != interest else { return nil }
        interest = wanted
        return wanted
    }
}
