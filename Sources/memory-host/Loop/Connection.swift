import Lobby
import Protocol

// The life of a connection. Each is in one of five states, and all that changes a state is in this file: bytes, lines and
// the passing of time come in, and what the host must do comes out. `following` is the same table as data: debug builds
// stop at a step that is not in it, and a test takes every one that is.
//
//     state       what happens                                                           next state
//
//     arriving    the first line, the end, or a moment of silence: the host greets it    client
//                 the first bytes of a request of HTTP                                   browser
//     browser     a request to speak WebSocket                                           client
//                 a request that is refused, or the last one; the host stops             closing
//     client      bye, a fatal refusal, a second login, the end, a stall                 closing
//     closing     all is sent, and the client has closed its side, or takes too long     gone
//     any         it breaks, speaks another protocol, or somebody else needs its place   gone
//
// Within a state: a browser's request, and a client's next line, waits while too much was sent; a client's next line also
// waits for the answer to the one before if that must be read from disk. A closing connection first sends what is queued,
// then it lingers: it has shut down its sending side, and reads and discards what the client still sends, since closing a
// socket with unread input would reset the connection, and the client could lose its last lines.
//
// The lobby knows a connection while it is a client; nothing is obeyed before, or if its first line belongs to another
// protocol. A browser's requests are answered without the lobby's knowledge.

/// One connection, and what is queued on either side of it.
struct Connection: Sendable {
    let client: ClientID
    let socket: Socket
    let host: SocketAddress.Host
    /// The reason there is no room for the connection, which exists only to be told so; the lobby does not know it.
    let refusal: Refusal?
    private(set) var state: State
    /// Cuts what a client sends into lines.
    private(set) var decoder = LineDecoder()
    /// What is queued to be sent.
    var outbox: Outbox
    /// What it owes for what it has sent.
    var dues: Dues
    /// The form that it is written to in.
    private(set) var encoding = Encoding.jsonLines
    /// Its side of the connection is closed.
    private var hasEnded = false
    /// The time of the last line or request; of the greeting, until there is one.
    private(set) var saidAt: Instant
    /// The conditions that the poller watches for.
    private(set) var interest = Conditions.readable
    /// The time of its alarm; see ``alarm(at:mayBeSpare:)``.
    var wakeAt: Instant?

    /// The state of a connection.
    enum State: Sendable {
        /// It is read from, but has not been greeted.
        case arriving(Opening)
        /// It speaks HTTP.
        case browser(HTTPRequestReader, Turn)
        /// It is greeted, and speaks the host's protocol.
        case client(Framing, Pace)
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

    /// Where the request of a browser is.
    enum Turn: Sendable {
        /// There is none to be answered.
        case none
        /// It is in the host's list of those to be answered.
        case listed
        /// It waits because its address has sent too much, and no more is read.
        case delayed
    }

    /// What becomes of the next line of a client.
    enum Pace: Sendable {
        /// It is taken.
        case taken
        /// It waits because too much was sent, and no more is read.
        case throttled
        /// It waits until records are read from disk, for the answer to the line before.
        case awaitingRecords
    }

    /// What is left to do before a connection is closed.
    struct Closing: Sendable {
        /// The time by which everything must be sent.
        let by: Instant
        /// Everything is sent; the client may take its time to close.
        var isLingering = false
        /// The bytes of HTTP that were discarded; nil unless it was a browser's.
        var discardedBytes: Int?
    }

    /// A connection that has just been accepted.
    ///
    /// - Parameters:
    ///   - isWeb: true if requests of HTTP are answered.
    ///   - refusal: the reason there is no room for it, if there is none.
    init(
        client: ClientID, socket: Socket, host: SocketAddress.Host, isWeb: Bool = true, refusal: Refusal? = nil,
        at now: Instant
    ) {
        (self.client, self.socket, self.host, self.refusal) = (client, socket, host, refusal)
        state = .arriving(isWeb ? .undecided([]) : .line)
        (dues, outbox, saidAt) = (Dues(at: now), Outbox(at: now), now)
    }

    // MARK: Where it is

    /// The state without what belongs to it.
    @inline(__always)
    var stage: Stage {
        switch state {
        case .arriving: .arriving
        case .browser: .browser
        case .client: .client
        case .closing: .closing
        case .gone: .gone
        }
    }

    /// Its request waits because its address has sent too much.
    var isDelayed: Bool { if case .browser(_, .delayed) = state { true } else { false } }

    /// Its next line waits because too much was sent.
    var isThrottled: Bool { if case .client(_, .throttled) = state { true } else { false } }

    /// All is sent, and its client may take its time to close.
    var isLingering: Bool { if case .closing(let closing) = state { closing.isLingering } else { false } }

    /// It speaks HTTP, or did before it began to close.
    var isHTTP: Bool {
        switch state {
        case .browser: true
        case .closing(let closing): closing.discardedBytes != nil
        case .arriving, .client, .gone: false
        }
    }

    /// It is a browser's, and no request is under way on it.
    var isIdleBrowser: Bool {
        guard case .browser(let reader, let turn) = state, turn != .delayed else { return false }
        return outbox.queue.isEmpty && reader.heldBytes == 0 && !reader.hasNext
    }

    /// A browser has closed its side, and all its requests were taken.
    var hasNoMoreRequests: Bool {
        if case .browser(_, let turn) = state { turn != .delayed && hasEnded && !hasWaitingInput } else { false }
    }

    /// A client sends nothing more, and all its lines were taken and answered.
    var isFinished: Bool {
        guard case .client(let framing, .taken) = state else { return false }
        return (hasEnded || framing.isClosed) && !decoder.hasWholeLine
    }

    /// The rule of WebSocket that a client has broken; nil if it has broken none.
    var fault: WebSocketCloseCode? {
        if case .client(.closed(let code, isFault: true), _) = state { code } else { nil }
    }

    /// Lines or requests wait to be taken.
    var hasWaitingInput: Bool {
        if case .browser(let reader, _) = state { reader.hasNext } else { decoder.hasWholeLine }
    }

    // MARK: From one state to the next

    private mutating func become(_ next: State) {
        let before = stage
        state = next
        assert(Self.following[before]?.contains(stage) ?? false, "\(before) became \(stage)")
    }

    /// Makes a connection that has arrived a client; returns false if it is none that has.
    mutating func greet(at now: Instant) -> Bool {
        guard case .arriving(let opening) = state else { return false }
        become(.client(.opening(opening), .taken))
        (wakeAt, saidAt) = (nil, now)
        return true
    }

    /// Makes a browser a client that speaks WebSocket; returns what it has sent after its request.
    mutating func upgrade(at now: Instant) -> [UInt8] {
        guard case .browser(var reader, _) = state else { return [] }
        become(.client(.messages(WebSocketDecoder()), .taken))
        encoding = encoding.inMessages
        (wakeAt, saidAt) = (nil, now)
        return reader.takeRest()
    }

    /// Closes the connection once everything queued has been sent.
    ///
    /// - Parameter code: the reason for a client of WebSocket that has not given one.
    /// - Returns: the time for its alarm; nil if it is closing already.
    mutating func close(_ code: WebSocketCloseCode, at now: Instant) -> Instant? {
        switch state {
        case .closing, .gone: return nil
        case .client(.closed(let given, _), _): outbox.queue.append(WebSocketFrame.close(given), .reply)
        case .client(.messages, _): outbox.queue.append(WebSocketFrame.close(code), .reply)
        case .arriving, .browser, .client: break
        }
        let needed = outbox.queue.byteCount * 1000 / Limits.closingBytesPerSecond
        let closing = Closing(by: now + Limits.closingMilliseconds + needed, discardedBytes: isHTTP ? 0 : nil)
        become(.closing(closing))
        outbox.moved(at: now)
        return now + Limits.closingMilliseconds
    }

    /// Forgets everything, because the connection is closed.
    mutating func end() {
        become(.gone)
        (decoder, outbox.queue) = (LineDecoder(), SendQueue())
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
        case .bytes(let count): return take(&input, count)
        }
    }

    /// Takes the first `count` bytes of what the client has sent.
    mutating func take(_ input: inout [UInt8], _ count: Int) -> Received {
        switch state {
        case .client(.lines, let pace), .client(.opening(.line), let pace):
            dues.addDiscarded(decoder.receive(input, count: count))
            return pace == .throttled ? .nothing : .lines
        case .arriving(.line):
            dues.addDiscarded(decoder.receive(input, count: count))
            return .lines
        case .arriving(.undecided(let bytes)), .client(.opening(.undecided(let bytes)), _):
            return decide(bytes + input[..<count])
        case .browser(var reader, let turn):
            state = .gone  // So that the reader's bytes are not shared, and not copied.
            reader.receive(input, count: count)
            state = .browser(reader, turn)
            return .requests(bytes: count)
        case .client(.messages(var messages), let pace):
            state = .gone  // So that the decoder's bytes are not shared, and not copied.
            let end = decode(&input, count, &messages)
            dues.addIdle(messages.takeIdleFrames())
            state = .client(end ?? .messages(messages), pace)
            return pace == .throttled ? .nothing : .lines
        case .closing(let closing): return discard(count, closing)
        case .client(.closed, _), .gone: return .nothing
        }
    }

    /// Decides from the first bytes whether lines or requests follow.
    private mutating func decide(_ bytes: [UInt8]) -> Received {
        switch FirstBytes(bytes) {
        case .incomplete:
            open(.undecided(bytes))
            return .nothing
        case .line:
            open(.line)
            dues.addDiscarded(decoder.receive(bytes, count: bytes.count))
            return isThrottled ? .nothing : .lines
        case .request:
            guard case .arriving = state else { return .lateRequest }
            let limit = host.isLoopback ? Limits.requestBytesFromLoopback : Limits.requestBytes
            var reader = HTTPRequestReader(limit: limit)
            reader.receive(bytes, count: bytes.count)
            become(.browser(reader, .none))
            return .requests(bytes: bytes.count)
        }
    }

    /// Notes what is known of the first bytes.
    private mutating func open(_ opening: Opening) {
        switch state {
        case .arriving: state = .arriving(opening)
        case .client(_, let pace): state = .client(.opening(opening), pace)
        case .browser, .closing, .gone: break
        }
    }

    /// Decodes WebSocket messages into lines. Of several pings that came at once, the last one is answered.
    ///
    /// - Returns: the framing from now on if the messages have ended.
    private mutating func decode(_ input: inout [UInt8], _ count: Int, _ messages: inout WebSocketDecoder) -> Framing? {
        var (position, discarded) = (0, 0)
        var ping: [UInt8]?
        var end: Framing?
        while let event = messages.next(in: &input, at: &position, end: count) {
            switch event {
            case .text(let range): discarded += decoder.receive(text: input, range)
            case .messageEnd: decoder.endLine()
            case .ping(let payload): ping = payload
            case .close(let code): end = .closed(code ?? .normal, isFault: false)
            case .violation(let code): end = .closed(code, isFault: true)
            }
        }
        dues.addDiscarded(discarded)
        if let ping, end == nil { outbox.queue.append(WebSocketFrame.pong(ping), .reply) }
        return end
    }

    /// Discards what comes on a closing connection; what follows a request that was refused ends it if it is too much.
    private mutating func discard(_ count: Int, _ closing: Closing) -> Received {
        guard let before = closing.discardedBytes else { return .nothing }
        var closing = closing
        closing.discardedBytes = before + count
        state = .closing(closing)
        let isTooMuch = closing.isLingering && before + count > Limits.Internal.lingeringBytes
        return isTooMuch ? .finished : .requests(bytes: count)
    }

    /// Ends the input, since the client has closed its side. An unfinished message or request is discarded.
    private mutating func endInput() -> Received {
        hasEnded = true
        switch state {
        case .arriving(.undecided(let bytes)), .client(.opening(.undecided(let bytes)), _):
            open(.line)
            decoder.receive(bytes, count: bytes.count)
            decoder.finish()
        case .arriving(.line), .client(.opening(.line), _), .client(.lines, _): decoder.finish()
        case .browser: return isDelayed ? .nothing : .requests(bytes: 0)
        case .client: break
        case .closing(let closing): return closing.isLingering ? .finished : .nothing
        case .gone: return .nothing
        }
        return isThrottled ? .nothing : .lines
    }

    // MARK: Lines

    /// Takes the next line, if there is one and the rate limit allows it.
    ///
    /// - Parameters:
    ///   - rate: commands a second; 0 for no limit.
    ///   - addresses: the limits that it shares with the other connections of its address.
    mutating func next(at now: Instant, rate: Int, sharing addresses: inout AddressBuckets) -> Next {
        let isClient: Bool
        switch state {
        case .client(_, .taken): isClient = true
        case .arriving: isClient = false
        case .browser, .client, .closing, .gone: return .none
        }
        guard !outbox.isBackedUp else { return .none }
        let blankLines = decoder.skipBlankLines(atMost: Limits.Internal.blankLinesAtOnce)
        dues.addIdle(blankLines)
        if isClient, let due = dues.payForIdling(of: host, at: now, rate: rate, sharing: &addresses) {
            return wait(until: due)
        }
        guard blankLines < Limits.Internal.blankLinesAtOnce else { return .none }
        if let next = judgeFirstLine() { return next }
        if rate > 0 {
            guard decoder.hasLine() else { return .none }
            if let due = dues.reserveCommand(of: host, at: now, rate: rate, sharing: &addresses) {
                return wait(until: due)
            }
        }
        guard let line = decoder.next() else { return .none }
        saidAt = now
        let request = decoder.request(line)
        if let dialect = request.dialect { encoding = encoding.with(dialect) }
        return .request(request)
    }

    private mutating func wait(until due: Instant) -> Next {
        setPace(.throttled)
        return .tooFast(until: due)
    }

    /// Judges the first line unless that is done.
    ///
    /// - Returns: what that is; nil if it may be taken.
    @inline(__always)
    private mutating func judgeFirstLine() -> Next? {
        switch state {
        case .client(.opening, let pace):
            switch decoder.judgeFirstLine() {
            case .foreign: return .foreign
            case .incomplete: return Next.none
            case .acceptable: state = .client(.lines, pace)
            }
            return nil
        case .arriving:
            switch decoder.judgeFirstLine() {
            case .foreign: return .foreign
            case .incomplete: return hasEnded ? .arrival : Next.none
            case .acceptable: return .arrival
            }
        case .browser, .client, .closing, .gone: return nil
        }
    }

    private mutating func setPace(_ pace: Pace) {
        if case .client(let framing, _) = state { state = .client(framing, pace) }
    }

    /// Has the next line wait until records are read.
    mutating func awaitRecords() { setPace(.awaitingRecords) }

    /// Notes that the records are read; returns false if it is no client any more, which is told nothing then.
    mutating func recordsAreRead() -> Bool {
        guard stage == .client else { return false }
        setPace(.taken)
        return true
    }

    // MARK: Requests of HTTP

    /// Has a request be listed; returns false if none waits to be, or one is listed already.
    mutating func listRequest() -> Bool {
        guard case .browser(let reader, .none) = state, reader.hasNext else { return false }
        state = .browser(reader, .listed)
        return true
    }

    /// Takes the listed request, if the browser has read the response to the one before, and the rate limit of its
    /// address allows it.
    mutating func nextRequest(at now: Instant, sharing requests: inout AddressBuckets) -> NextRequest {
        guard case .browser(var reader, .listed) = state else { return .none }
        guard !outbox.isBackedUp, reader.hasNext else {
            state = .browser(reader, .none)
            return .none
        }
        if let due = dues.reserveRequest(of: host, at: now, sharing: &requests) {
            state = .browser(reader, .delayed)
            return .tooFast(until: due)
        }
        saidAt = now
        state = .gone  // So that the reader's bytes are not shared, and not copied.
        let outcome = reader.next()
        state = .browser(reader, .none)
        return .outcome(outcome)
    }

    // MARK: Time

    /// Returns what the host must do now that the connection's alarm has gone off.
    ///
    /// - Parameter mayBeSpare: a browser at its address may have opened it for later, and is not greeted at once.
    mutating func alarm(at now: Instant, mayBeSpare: Bool) -> Alarm {
        wakeAt = nil
        switch state {
        case .arriving(let opening):
            let greetBy = saidAt + Limits.spareMilliseconds
            if mayBeSpare, now < greetBy, opening.isMute { return .wait(until: greetBy) }
            return .greet
        case .browser(let reader, .delayed):
            state = .browser(reader, .none)
            return .takeRequest(wait: now + Limits.requestMilliseconds)
        case .browser(let reader, _):
            // A request that waits for its turn is not the browser's fault, nor is a response that it is still reading.
            var due = saidAt + Limits.requestMilliseconds
            if !outbox.queue.isEmpty {
                due = max(due, outbox.stallsAt)
            } else if reader.hasNext {
                due = now + Limits.requestMilliseconds
            }
            return due <= now ? .drop : .wait(until: due)
        case .client(_, .throttled):
            setPace(.taken)
            return .takeLines
        case .client:
            guard !outbox.queue.isEmpty, !outbox.isHeld else { return .nothing }
            return outbox.stallsAt <= now ? .sayGoodbye : .wait(until: outbox.stallsAt)
        case .closing(let closing):
            let due = min(outbox.stallsAt, closing.by)
            return closing.isLingering || due <= now ? .drop : .wait(until: due)
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
        case .blocked: if wakeAt == nil { after.wakeAt = now + Limits.stalledMilliseconds }
        case .done:
            after.lacksLobby = outbox.queue.resetDroppedLobby()
            guard case .closing(var closing) = state, !closing.isLingering else { break }
            guard !hasEnded else {
                after.end = .finished
                break
            }
            socket.shutDownWriting()
            closing.isLingering = true
            state = .closing(closing)
            after.wakeAt = now + Limits.lingerMilliseconds
        }
        after.canResumeReading = takesInput && hasWaitingInput && !outbox.isBackedUp
        after.interest = nextInterest()
        return after
    }

    /// Its next line, or request, would be taken.
    private var takesInput: Bool {
        switch state {
        case .client(_, let pace): pace == .taken
        case .browser(_, let turn): turn != .delayed
        case .arriving, .closing, .gone: false
        }
    }

    /// Nothing is queued in either direction, and the poller is waiting for the next line.
    @inline(__always)
    private var isAtRest: Bool {
        switch state {
        case .client(.closed, _), .client(_, .throttled): false
        case .client: interest == .readable && !hasEnded && !decoder.hasWholeLine && !outbox.queue.droppedLobby
        case .arriving, .browser, .closing, .gone: false
        }
    }

    /// Returns the conditions to watch for from now on; nil if they have not changed.
    mutating func nextInterest() -> Conditions? {
        var wanted: Conditions = []
        if !outbox.queue.isEmpty, !outbox.isHeld { wanted.insert(.writable) }
        let isRead =
            switch state {
            case .browser(_, .delayed), .client(_, .throttled), .client(.closed, _), .gone: false
            case .arriving, .browser, .client: !hasEnded && !outbox.isBackedUp && !hasWaitingInput
            case .closing(let closing): closing.isLingering
            }
        if isRead { wanted.insert(.readable) }
        guard wanted != interest else { return nil }
        interest = wanted
        return wanted
    }
}
