import Lobby
import Protocol

/// One client's connection, and what is queued on either side of it.
///
/// Its stages:
///
///     arriving ── first line, or a moment of silence ──▶ open ◀── too fast, for a moment ──▶ throttled
///        │                                                ▲ │                                      │
///        └── GET ──▶ requesting ── GET /ws ───────────────┘ │                                      │
///                     ▲                                     │                                      │
///                     └── too fast ──▶ delayed              │                                      │
///      ┌── bye, a fatal refusal, a second login ────────────┴──────────────────────────────────────┘
///      ▼
///     closing ── all sent ──▶ lingering ── end, or timeout ──▶ gone
///
/// The lobby knows it from the moment it is greeted, when it becomes open. Nothing is obeyed on a connection whose first
/// line belongs to another protocol: it is dropped. A browser's requests are answered without the lobby's knowledge.
///
/// A lingering connection has shut down its sending side, and reads and discards what the client still sends: closing
/// a socket with unread input would reset the connection, and the client could lose its last lines.
struct Connection: Sendable {
    let client: ClientID
    let socket: Socket
    let host: SocketAddress.Host
    var framing: Framing
    var decoder = LineDecoder()
    var outgoing = OutgoingLines()
    var bucket: TokenBucket
    /// Its next line, or request, has been taken out of the bucket of its address.
    var hasReservation = false
    /// The dialect of the client's last line that had one.
    var dialect = Dialect.json
    var stage = Stage.arriving
    /// Its first line has arrived, and is one of this protocol.
    var hasFirstLine = false
    /// Thousandths of a command that are to be charged for what the client has sent besides commands.
    var idleThousandths = 0
    /// The client sends nothing more.
    var hasEnded = false
    /// The code that ended the client's messages of WebSocket, its own or that of its fault; nil until then.
    var closeCode: WebSocketCloseCode?
    /// The client has broken the rules of WebSocket.
    var hasBrokenRules = false
    /// The bytes of HTTP that were discarded since the connection began to close.
    var discardedBytes = 0
    /// The connection is in the host's list of those with a request to answer.
    var isAsking = false
    /// The reason there is no room for the connection, which exists only to be told so; the lobby does not know it.
    let refusal: Refusal?
    /// The time of the client's last line; of its greeting, until there is one.
    var saidAt: Instant
    /// The last time when a queued byte was sent or the queue was empty.
    var movedAt: Instant
    /// The time by which a closing connection must have sent everything.
    private var closeBy: Instant
    private var hold = Hold.none
    /// The connection is in the list of those to flush.
    var isDirty = false
    /// The client has asked for records that are being read: its next line waits for the answer.
    var awaitsRecords = false
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
        /// It speaks HTTP.
        case requesting
        /// The same, and its address has sent too much: its request is left waiting, and no more is read.
        case delayed
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
        framing = isWeb ? .undecided([]) : .lines
        bucket = TokenBucket(at: now)
        (saidAt, movedAt, closeBy) = (now, now, now)
    }

    /// It has not been greeted, and has sent no request.
    var isArriving: Bool { stage == .arriving }

    /// It speaks HTTP, or did before it began to close.
    var isHTTP: Bool { if case .requests = framing { true } else { false } }

    /// Opens a connection that has not been greeted; returns false if it was.
    mutating func open(at now: Instant) -> Bool {
        guard isArriving || stage == .requesting else { return false }
        (stage, wakeAt, saidAt) = (.open, nil, now)
        return true
    }

    // MARK: Sending

    /// The form that it is written to in.
    @inline(__always)
    var encoding: Encoding {
        if case .messages = framing { return dialect == .json ? .jsonMessages : .plainMessages }
        return dialect == .json ? .jsonLines : .plainLines
    }

    /// Closes the connection once everything queued has been sent.
    ///
    /// - Parameter code: the reason for a client of WebSocket that has not given one.
    mutating func close(_ code: WebSocketCloseCode, at now: Instant) {
        if encoding.isMessages, stage != .closing, stage != .lingering {
            outgoing.append(WebSocketFrame.close(closeCode ?? code), .reply)
        }
        let needed = outgoing.byteCount * 1000 / Limits.closingBytesPerSecond
        (stage, movedAt, closeBy) = (.closing, now, now + Limits.closingMilliseconds + needed)
    }

    /// The time to drop a closing connection; it may be later if bytes are sent before.
    var dropAt: Instant { min(movedAt + Limits.stalledMilliseconds, closeBy) }

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
            guard !hasEnded || closeCode != nil else {
                after.end = .finished
                break
            }
            socket.shutDownWriting()
            stage = .lingering
            after.wakeAt = now + Limits.lingerMilliseconds
        }
        after.canResumeReading =
            (stage == .open || stage == .requesting) && hasWaitingInput && !isBackedUp && !awaitsRecords
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

    /// Lines or requests wait to be taken.
    var hasWaitingInput: Bool {
        if case .requests(let reader) = framing { return reader.hasNext }
        return decoder.hasWholeLine
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
        case .arriving, .requesting, .open:
            if !hasEnded, !isBackedUp, !hasWaitingInput { wanted.insert(.readable) }
        case .lingering: wanted.insert(.readable)
        case .delayed, .throttled, .closing, .gone: break
        }
        guard wanted != interest else { return nil }
        interest = wanted
        return wanted
    }
}
