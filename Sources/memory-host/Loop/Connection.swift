import Lobby
import Protocol

/// One client's connection, and what is queued on either side of it.
///
/// Its stages:
///
///     arriving ── first line, or a moment of silence ──▶ open ◀── too fast, for a moment ──▶ throttled
///                                                         │                                      │
///      ┌── bye, a fatal refusal, a second login ──────────┴──────────────────────────────────────┘
///      ▼
///     closing ── all sent ──▶ lingering ── end, or timeout ──▶ gone
///
/// The lobby knows it from the moment it is greeted, when it becomes open. Nothing is obeyed on a connection whose first
/// line belongs to another protocol: it is dropped.
///
/// A lingering connection has shut down its sending side, and reads and discards what the client still sends: closing
/// a socket with unread input would reset the connection, and the client could lose its last lines.
struct Connection: Sendable {
    let client: ClientID
    let socket: Socket
    let host: SocketAddress.Host
    var decoder = LineDecoder()
    var outgoing = OutgoingLines()
    var bucket: TokenBucket
    /// Its next line has been taken out of the bucket of its address.
    private(set) var hasReservation = false
    /// The dialect of the client's last line that had one.
    var dialect = Dialect.json
    var stage = Stage.arriving
    /// Its first line has arrived, and is one of this protocol.
    private var hasFirstLine = false
    /// The client has closed its side.
    var hasEnded = false
    /// The connection is over the limit and exists only to be told so; the lobby does not know it.
    let isTurnedAway: Bool
    /// The time of the client's last line; of its greeting, until there is one.
    var saidAt: Instant
    /// The last time when a queued byte was sent or the queue was empty.
    var movedAt: Instant
    private var hold = Hold.none
    /// The connection is in the list of those to flush.
    var isDirty = false
    /// The client was told that it is too fast, and has not paused since.
    var hasReportedThrottling = false
    /// The conditions that the poller watches for.
    var interest = Conditions.readable
    /// The time of its alarm: to greet it, to resume reading, to check for a stall, or to drop it.
    var wakeAt: Instant?

    /// The stage of a connection.
    enum Stage: Equatable, Sendable {
        /// It is read from, but has not been greeted.
        case arriving
        /// It is read from and written to.
        case open
        /// The client was too fast: its input is left waiting, and no more is read.
        case throttled
        /// The lines still queued are being sent.
        case closing
        /// Everything is sent; the client may take its time to close.
        case lingering
        /// It is closed, and its slot is vacant.
        case gone
    }

    /// The reason the next queued line may not be sent yet, if it may not, and the client's knowledge of it.
    private enum Hold: Sendable {
        /// It may be sent.
        case none
        /// It depends on an entry that is not visible. The connection is in the host's list of those to release.
        case held
        /// The same, and the client was told that the disk fails.
        case explained
    }

    init(client: ClientID, socket: Socket, host: SocketAddress.Host, isTurnedAway: Bool, at now: Instant) {
        (self.client, self.socket, self.host, self.isTurnedAway) = (client, socket, host, isTurnedAway)
        bucket = TokenBucket(at: now)
        (saidAt, movedAt) = (now, now)
    }

    // MARK: Reading

    /// The result of an attempt to receive.
    enum Received {
        /// Nothing to act on now.
        case nothing
        /// Reading was not wanted.
        case unwanted
        /// There may be lines.
        case lines
        /// The client has closed its side; what it sent is still answered.
        case end
        /// The connection is broken.
        case failed(SystemError)
    }

    /// Receives what has arrived.
    ///
    /// - Parameter input: a buffer that is reused from call to call.
    mutating func receive(into input: inout [UInt8]) -> Received {
        guard interest.contains(.readable) else { return .unwanted }
        switch socket.receive(into: &input) {
        case .wouldBlock: return .nothing
        case .failed(let error): return .failed(error)
        case .end:
            hasEnded = true
            if takesInput { decoder.finish() }
            return .end
        case .bytes(let count):
            if takesInput { decoder.receive(input, count: count) }
            return takesInput && stage != .throttled ? .lines : .nothing
        }
    }

    private var takesInput: Bool { stage == .open || stage == .throttled || stage == .arriving }

    /// The next input from a client.
    enum Next {
        /// Nothing that may be taken now.
        case none
        /// Its first line, or its end; it must be greeted before that is taken.
        case arrival
        /// A first line of another protocol: the connection must be dropped.
        case foreign
        /// A line.
        case request(Request)
        /// There is a line, but it may not be taken before then.
        case tooFast(until: Instant)
    }

    /// Takes the next line, if there is one and the rate limit allows it.
    ///
    /// - Parameters:
    ///   - rate: commands a second; 0 for no limit.
    ///   - addresses: the limits that it shares with the other connections of its address.
    mutating func next(at now: Instant, rate: Int, sharing addresses: inout AddressBuckets) -> Next {
        guard stage == .open || stage == .arriving, !isBackedUp else { return .none }
        if !hasFirstLine {
            switch decoder.judgeFirstLine() {
            case .foreign: return .foreign
            case .incomplete: return stage == .arriving && hasEnded ? .arrival : .none
            case .acceptable: hasFirstLine = true
            }
            if stage == .arriving { return .arrival }
        }
        if rate > 0 {
            guard decoder.hasLine() else { return .none }
            let hadToWait = hasReservation
            if let due = wait(at: now, rate: rate, sharing: &addresses) {
                stage = .throttled
                return .tooFast(until: due)
            }
            if bucket.wasFull, !hadToWait { hasReportedThrottling = false }
        }
        guard let line = decoder.next() else { return .none }
        saidAt = now
        let request = decoder.request(line)
        if let dialect = request.dialect { self.dialect = dialect }
        return .request(request)
    }

    /// Takes a command out of the bucket of its address, unless that was done, and then out of its own.
    ///
    /// - Returns: the time until which the command must wait; nil if it may be taken.
    private mutating func wait(at now: Instant, rate: Int, sharing addresses: inout AddressBuckets) -> Instant? {
        if !hasReservation {
            hasReservation = true
            if let due = addresses.reserve(host, at: now) { return due }
        }
        if let due = bucket.spend(at: now, rate: rate) { return due }
        hasReservation = false
        return nil
    }

    /// Opens an arriving connection; returns false if it is in another stage.
    mutating func open(at now: Instant) -> Bool {
        guard stage == .arriving else { return false }
        (stage, wakeAt, saidAt) = (.open, nil, now)
        return true
    }

    /// The client has closed its side, and all its lines were taken.
    var isFinished: Bool { stage == .open && hasEnded && !decoder.hasWholeLine }

    // MARK: Sending

    /// So much is queued to be sent that the client's commands are left unread.
    @inline(__always)
    var isBackedUp: Bool { outgoing.isBackedUp }

    /// The result of queueing a line.
    enum Put {
        /// It is queued.
        case waits
        /// It is queued, and the connection must be added to the list of those to flush.
        case needsFlush
        /// The lines queued already must be offered to the socket first.
        case mustSendFirst
    }

    /// Queues a line to be sent.
    @inline(__always)
    mutating func put(_ line: [UInt8], _ kind: OutgoingLines.Kind, position: Int) -> Put {
        guard !outgoing.mustFlushFirst(line.count) else { return .mustSendFirst }
        outgoing.append(line, kind, position: position)
        // A slow reader is flushed when its socket has room: retrying with every state would delay the others.
        guard !isDirty, !outgoing.isBlocked else { return .waits }
        isDirty = true
        return .needsFlush
    }

    /// True if the next queued line may not be sent yet.
    var isHeld: Bool { hold != .none }

    /// The host's tasks after a flush.
    struct AfterFlush {
        /// The connection must be dropped: it broke, or both sides have finished.
        var end: End?
        /// The connection must be flushed again when more is visible.
        var isNewlyHeld = false
        /// The client has not received the newest lobby.
        var lacksLobby = false
        /// The time to set its alarm for.
        var wakeAt: Instant?
        /// Lines were left unread, and nothing holds them back any more.
        var canResumeReading = false
        /// The conditions to watch for from now on; nil if they have not changed.
        var interest: Conditions?

        /// The end of a connection.
        enum End {
            case finished
            case broken(SystemError)
        }
    }

    /// Sends the queued lines that are visible.
    ///
    /// - Returns: nil if nothing else needs doing, as is nearly always so.
    @inline(__always)
    mutating func flush(at now: Instant, visible: Int, scratch: inout [UInt8]) -> AfterFlush? {
        isDirty = false
        let waiting = outgoing.byteCount
        let flushed = outgoing.flush(to: socket, visible: visible, scratch: &scratch)
        if outgoing.isEmpty || outgoing.byteCount < waiting { movedAt = now }
        if case .done = flushed, hold == .none, isAtRest { return nil }
        return conclude(flushed, at: now)
    }

    /// Returns what a flush with this result leaves to do.
    @inline(never)
    private mutating func conclude(_ flushed: OutgoingLines.Flushed, at now: Instant) -> AfterFlush {
        var after = AfterFlush()
        if flushed == .held {
            after.isNewlyHeld = hold == .none
            if hold == .none { hold = .held }
        } else if isHeld {
            release(at: now)
        }
        switch flushed {
        case .failed(let error): after.end = .broken(error)
        case .held: break
        case .blocked: if wakeAt == nil { after.wakeAt = now + Limits.stalledMilliseconds }
        case .done:
            after.lacksLobby = outgoing.resetDroppedLobby()
            guard stage == .closing else { break }
            guard !hasEnded else {
                after.end = .finished
                break
            }
            socket.shutDownWriting()
            stage = .lingering
            after.wakeAt = now + Limits.lingerMilliseconds
        }
        after.canResumeReading = stage == .open && decoder.hasWholeLine && !isBackedUp
        after.interest = nextInterest()
        return after
    }

    /// Notes that more may be visible now: while its lines were held, it was not the reader who was slow.
    mutating func release(at now: Instant) { (hold, movedAt) = (.none, now) }

    /// Puts the reason in front of the held lines, unless it was given already: the client may have asked for just
    /// one of them, and gets no other answer until the disk works.
    mutating func explainHold(_ line: [UInt8], scratch: inout [UInt8]) {
        guard hold == .held else { return }
        hold = .explained
        outgoing.hold()
        guard stage == .open else { return }
        outgoing.prepend(line)
        _ = outgoing.flush(to: socket, visible: 0, scratch: &scratch)  // The next flush finds out if it has failed.
    }

    /// Sends queued lines in the middle of a pass, because there are many; a failure is dealt with at the end of the
    /// pass. Lines that may not be sent yet are treated like a slow reader's.
    mutating func sendEarly(at now: Instant, visible: Int, scratch: inout [UInt8]) {
        let waiting = outgoing.byteCount
        switch outgoing.flush(to: socket, visible: visible, scratch: &scratch) {
        case .failed: outgoing.removeAll()
        case .held: outgoing.hold()
        case .done, .blocked: break
        }
        if outgoing.byteCount < waiting { movedAt = now }
    }

    /// Nothing is queued in either direction, and the poller is waiting for the next line.
    @inline(__always)
    private var isAtRest: Bool {
        stage == .open && interest == .readable && !hasEnded && !decoder.hasWholeLine && !outgoing.droppedLobby
    }

    /// Returns the conditions to watch for from now on; nil if they have not changed.
    mutating func nextInterest() -> Conditions? {
        var wanted: Conditions = []
        if !outgoing.isEmpty, !isHeld { wanted.insert(.writable) }
        switch stage {
        case .arriving, .open:
            if !hasEnded, !isBackedUp, !decoder.hasWholeLine { wanted.insert(.readable) }
        case .lingering: wanted.insert(.readable)
        case .throttled, .closing, .gone: break
        }
        guard wanted != interest else { return nil }
        interest = wanted
        return wanted
    }
}
