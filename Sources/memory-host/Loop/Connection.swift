import HTTP
import Lobby
import Protocol

// The life of a connection. Each is in one of five states, and all that changes a state is in this file: bytes, lines
// and the passing of time come in, and what the host must do comes out. `following` is the same table as data: debug
// builds stop at a step that is not in it, and a test takes every one that is.
//
//     state       what happens                                                           next state
//
//     arriving    the first line, the end, or a moment of silence: the host greets it    client
//                 the first bytes of a request of HTTP                                   browser
//     browser     a request to speak WebSocket                                           client
//                 a request that is refused, or the last one; its end; the host stops    closing
//                 no request for too long, or a response that is read too slowly         gone
//     client      bye, a fatal refusal, a second login, the end, a stall                 closing
//                 there is no room for it, which it is told; the host stops              closing
//     closing     all is sent, and the client has closed its side, or takes too long     gone
//     any         it breaks, speaks another protocol, or somebody else needs its place   gone
//
// Within a state: a browser's request, and a client's next line, waits while too much was sent; a client's next line
// also waits for the answer to the one before if that must be read from disk. A closing connection first sends what is
// queued, then it lingers: it has shut down its sending side, and reads and discards what the client still sends, since
// closing a socket with unread input would reset the connection, and the client could lose its last lines.
//
// The lobby knows a connection while it is a client; nothing is obeyed before, or if its first line belongs to another
// protocol. A browser's requests are answered without the lobby's knowledge. What was received waits in the inlet, what
// is to be sent in the outbox; the states carry no bytes.

/// One connection, and what is queued on either side of it.
struct Connection: Sendable {
    let client: ClientID
    let socket: Socket
    let host: SocketAddress.Host
    /// The reason there is no room for the connection, which exists only to be told so; the lobby does not know it.
    let refusal: Refusal?
    private(set) var state = State.arriving
    /// The bytes that it has sent and nobody has taken.
    private(set) var inlet: Inlet
    /// The bytes that are queued to be sent.
    var outbox: Outbox
    /// Slows it down if it sends too much.
    var throttle: Throttle
    /// The form that it is written to in.
    private(set) var encoding = Encoding.jsonLines
    /// The bytes that were received.
    private(set) var receivedBytes = 0
    /// The time of the last line or request; of the greeting, until there is one.
    private(set) var saidAt: Instant
    /// The conditions that the poller watches for.
    private(set) var interest = Conditions.readable
    /// It is in the host's list of those whose lines, or requests, were left unread.
    private var isUnread = false
    /// The time of its alarm; see ``alarm(at:mayBeSpare:)``.
    private(set) var alarmAt: Instant?

    /// The state of a connection.
    enum State: Sendable {
        /// It is read from, but has not been greeted.
        case arriving
        /// It speaks HTTP.
        case browser(NextRequest)
        /// It is greeted, and speaks the host's protocol.
        case client(NextLine)
        /// It is about to be closed.
        case closing(Closing)
        /// It is closed, and its slot is vacant.
        case gone
    }

    /// The states without what belongs to them.
    enum Stage: Sendable, CaseIterable { case arriving, browser, client, closing, gone }

    /// The states that may follow each state: the table above.
    static let following: [Stage: Set<Stage>] = [
        .arriving: [.client, .browser, .gone], .browser: [.client, .closing, .gone], .client: [.closing, .gone],
        .closing: [.gone], .gone: [],
    ]

    /// The states of the next request of a browser.
    enum NextRequest: Sendable {
        /// It is listed as soon as there is one.
        case welcome
        /// It is in the host's list of those to be answered.
        case listed
        /// It waits because its address has sent too much, and no more is read.
        case delayed
    }

    /// The states of the next line of a client.
    enum NextLine: Sendable {
        /// It is taken.
        case welcome
        /// It waits because too much was sent, and no more is read.
        case throttled
        /// It waits until records are read from disk, for the answer to the line before.
        case awaitingRecords
    }

    /// The work that is left to do before a connection is closed.
    struct Closing: Sendable {
        /// Everything is sent; the client may take its time to close.
        var isLingering = false
        /// It was a browser's.
        let isHTTP: Bool
        /// The bytes that have come since it began to close, and were discarded.
        var discardedBytes = 0
    }

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
        let headLimit = host.isLoopback ? Limits.requestBytesFromLoopback : Limits.requestBytes
        inlet = Inlet(isWeb: isWeb, headLimit: headLimit)
        (throttle, outbox, saidAt) = (Throttle(rate: rate), Outbox(at: now), now)
    }

    // MARK: From one state to the next

    private mutating func become(_ next: State) {
        let before = stage
        state = next
        assert(Self.following[before]?.contains(stage) ?? false, "\(before) became \(stage)")
    }

    /// Makes a connection that has arrived a client; returns false in any other state.
    mutating func greet(at now: Instant) -> Bool {
        guard case .arriving = state else { return false }
        become(.client(.welcome))
        (alarmAt, saidAt) = (nil, now)
        return true
    }

    /// Makes a browser a client that speaks WebSocket; returns what it has sent after its request.
    mutating func upgrade(at now: Instant) -> [UInt8] {
        guard case .browser = state else { return [] }
        become(.client(.welcome))
        encoding = encoding.inMessages
        (alarmAt, saidAt) = (nil, now)
        return inlet.startMessages()
    }

    /// Closes the connection once everything queued has been sent.
    ///
    /// - Parameter code: the reason for a client of WebSocket that has not given one.
    /// - Returns: the time for its alarm; nil if it is closing already.
    mutating func close(_ code: WebSocketCloseCode, at now: Instant) -> Instant? {
        guard stage != .closing, stage != .gone else { return nil }
        if inlet.isInMessages { outbox.queue.append(WebSocketFrame.close(inlet.closeCode ?? code), .reply) }
        become(.closing(Closing(isHTTP: isHTTP)))
        outbox.setDeadline(from: now)
        return now + Limits.closingMilliseconds
    }

    /// Forgets everything, because the connection is closed.
    mutating func end() {
        become(.gone)
        inlet.removeAll()
        outbox.queue = SendQueue()
    }

    // MARK: Receiving

    /// Receives what has arrived.
    ///
    /// - Parameter input: a buffer that is reused from call to call.
    mutating func receive(into input: inout [UInt8]) -> Received {
        guard interest.contains(.readable) else { return .unwanted }
        switch socket.receive(into: &input) {
        case .wouldBlock: return .nothing
        case .failed(let error): return .failed(error)
        case .end: return endInput()
        case .bytes(let count):
            receivedBytes += count
            return take(&input, count)
        }
    }

    /// Takes the first `count` bytes of what the client has sent.
    mutating func take(_ input: inout [UInt8], _ count: Int) -> Received {
        switch state {
        case .client, .arriving, .browser: break
        case .closing(let closing): return discard(count, closing)
        case .gone: return .nothing
        }
        let arrival = inlet.receive(&input, count, charging: &throttle)
        switch arrival {
        case .nothing: return .nothing
        case .lines:
            if let ping = inlet.takePing() { outbox.queue.append(WebSocketFrame.pong(ping), .reply) }
            return .lines
        case .requests(let count):
            if stage == .client { return .lateRequest }
            if stage == .arriving { become(.browser(.welcome)) }
            return .requests(bytes: count)
        }
    }

    /// Discards what comes on a closing connection; what follows a browser's last request ends it if it is too much.
    private mutating func discard(_ count: Int, _ closing: Closing) -> Received {
        guard closing.isHTTP else { return .nothing }
        var closing = closing
        closing.discardedBytes += count
        state = .closing(closing)
        let isTooMuch = closing.isLingering && closing.discardedBytes > Limits.Internal.lingeringBytes
        return isTooMuch ? .finished : .requests(bytes: count)
    }

    /// Ends the input, since the client has closed its side.
    private mutating func endInput() -> Received {
        inlet.end()
        switch state {
        case .arriving, .client: return .lines
        case .browser: return .requests(bytes: 0)
        case .closing(let closing): return closing.isLingering ? .finished : .nothing
        case .gone: return .nothing
        }
    }

    /// Notes that its lines, or requests, are not left unread any longer; returns its stage.
    mutating func resumeReading() -> Stage {
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
        case .incomplete: return !isClient && inlet.hasEnded ? .arrival : .none
        case .acceptable:
            guard isClient else { return .arrival }
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
        state = .client(.throttled)
        return .tooFast(until: due)
    }

    /// Makes the next line wait until records are read.
    mutating func awaitRecords() { if stage == .client { state = .client(.awaitingRecords) } }

    /// Notes that the records are read; returns false if it is no client any more, which is told nothing then.
    mutating func recordsAreRead() -> Bool {
        guard stage == .client else { return false }
        state = .client(.welcome)
        return true
    }

    // MARK: Requests of HTTP

    /// Lets the next request be listed; returns false if there is none, or it is listed already, or must wait.
    mutating func listRequest() -> Bool {
        guard case .browser(.welcome) = state, inlet.hasWaiting else { return false }
        state = .browser(.listed)
        return true
    }

    /// Takes the listed request, if the browser has read the response to the one before, and the rate limit of its
    /// address allows it.
    mutating func nextRequest(at now: Instant, sharing requests: inout RateLimit) -> Listed {
        guard case .browser(.listed) = state else { return .none }
        guard !outbox.isBackedUp, inlet.hasWaiting else {
            state = .browser(.welcome)
            return .none
        }
        if let due = throttle.reserveRequest(of: host, at: now, sharing: &requests) {
            state = .browser(.delayed)
            return .tooFast(until: due)
        }
        saidAt = now
        state = .browser(.welcome)
        return .outcome(inlet.nextRequest())
    }

    // MARK: Time

    /// Notes the time of the alarm that the host has set for it.
    mutating func setAlarm(at due: Instant) { alarmAt = due }

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
            state = .browser(.welcome)
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
            state = .client(.welcome)
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
        var after = AfterFlush()
        if flushed == .held { after.isNewlyHeld = outbox.holdBack() } else if outbox.isHeld { outbox.release(at: now) }
        switch flushed {
        case .failed(let error): after.end = .broken(error)
        case .held: break
        case .blocked: if alarmAt == nil { after.alarmAt = now + Limits.stalledMilliseconds }
        case .done:
            after.lacksTable = outbox.queue.resetDropped()
            guard case .closing(var closing) = state, !closing.isLingering else { break }
            guard !inlet.hasEnded else {
                after.end = .finished
                break
            }
            socket.shutDownWriting()
            closing.isLingering = true
            state = .closing(closing)
            after.alarmAt = now + Limits.lingerMilliseconds
        }
        if takesInput, inlet.hasWaiting, !outbox.isBackedUp, !isUnread {
            (after.canResumeReading, isUnread) = (true, true)
        }
        after.interest = nextInterest()
        return after
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
