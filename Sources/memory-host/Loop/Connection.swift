import Lobby
import Protocol

/// One client's connection, and what waits on either side of it.
///
/// Its stages:
///
///     open ◀── too fast, for a moment ──▶ throttled
///      │                                      │
///      └─ bye, a fatal refusal, a second login ┴─▶ closing ── all is sent ──▶ lingering ── end, or time ──▶ gone
///
/// `lingering` has said that nothing more will come, and reads and forgets what the client still sends: closing a
/// socket with unread bytes in it would reset the connection, and the client might lose its last lines.
struct Connection: Sendable {
    let client: ClientID
    let socket: Socket
    let host: SocketAddress.Host
    var decoder = LineDecoder()
    var outgoing = OutgoingLines()
    var bucket: TokenBucket
    /// The dialect of its last line that counted.
    var dialect = Dialect.json
    var stage = Stage.open
    /// Whether the client has closed its side.
    var hasEnded = false
    /// Whether it is one too many, and only here to be told so; the lobby does not know it.
    let isTurnedAway: Bool
    /// When its last line came.
    var saidAt: Instant
    /// When the last byte left of what waits, or nothing waited.
    var movedAt: Instant
    /// Whether what waits may not leave yet: it tells of something that is not visible.
    private(set) var isHeld = false
    /// Whether it is in the list of those that are looked at again when more is visible.
    var isListed = false
    /// Whether it was told, of what is held now, that the disk fails.
    private var wasToldOfTrouble = false
    /// Whether it is in the list of those to be flushed.
    var isDirty = false
    /// Whether it was told that it is too fast, and has not kept still since.
    var wasToldTooFast = false
    /// What the poller looks for.
    var interest = Interest.readable
    /// When it wants to be looked at: to be read again, to be found stalled, or to be gone.
    var wakeAt: Instant?

    /// How far a connection is.
    enum Stage: Equatable, Sendable {
        /// It is read and written.
        case open
        /// It was too fast: what came waits, and no more is read.
        case throttled
        /// What waits is still sent.
        case closing
        /// All is sent; the client may take its time to close.
        case lingering
        /// It is closed, and its slot is vacant.
        case gone
    }

    init(client: ClientID, socket: Socket, host: SocketAddress.Host, isTurnedAway: Bool, at now: Instant) {
        (self.client, self.socket, self.host, self.isTurnedAway) = (client, socket, host, isTurnedAway)
        bucket = TokenBucket(at: now)
        (saidAt, movedAt) = (now, now)
    }

    /// No time has passed for so long.
    mutating func postpone(by milliseconds: Int) {
        (saidAt, movedAt) = (saidAt + milliseconds, movedAt + milliseconds)
        wakeAt = wakeAt.map { $0 + milliseconds }
    }

    // MARK: Reading

    /// What came of looking for bytes.
    enum Received {
        /// Nothing that anything follows from now.
        case nothing
        /// It was not to be read.
        case unwanted
        /// There may be lines.
        case lines
        /// The client has closed its side; what it sent is still answered.
        case end
        /// The connection is broken.
        case failed(SystemError)
    }

    /// Takes in what has come.
    ///
    /// - Parameter input: any array, kept from call to call.
    mutating func receive(into input: inout [UInt8]) -> Received {
        guard interest.contains(.readable) else { return .unwanted }
        switch socket.receive(into: &input) {
        case .wouldBlock: return .nothing
        case .failed(let error): return .failed(error)
        case .end:
            hasEnded = true
            if stage == .open || stage == .throttled { decoder.finish() }
            return .end
        case .bytes(let count):
            if stage == .open || stage == .throttled { decoder.receive(input, count: count) }
            return stage == .open ? .lines : .nothing
        }
    }

    /// What comes next from a client.
    enum Next {
        /// Nothing that may be taken now.
        case none
        /// A line.
        case request(Request)
        /// There is a line, and the client may not send it before then.
        case tooFast(until: Instant)
    }

    /// Takes the next line, if there is one and the client may send one more.
    ///
    /// - Parameter rate: commands a second; 0 for no limit.
    mutating func next(at now: Instant, rate: Int) -> Next {
        guard stage == .open, !isBackedUp else { return .none }
        if rate > 0 {
            guard decoder.hasLine() else { return .none }
            if let due = bucket.take(at: now, rate: rate) {
                stage = .throttled
                return .tooFast(until: due)
            }
            if bucket.wasFull { wasToldTooFast = false }
        }
        guard let line = decoder.next() else { return .none }
        saidAt = now
        let request = decoder.request(line)
        if let dialect = request.dialect { self.dialect = dialect }
        return .request(request)
    }

    /// Whether the client has closed its side, and all its lines were taken.
    var isFinished: Bool { stage == .open && hasEnded && !decoder.hasWholeLine }

    // MARK: Sending

    /// Whether so much waits to be sent that its commands are left unread.
    @inline(__always)
    var isBackedUp: Bool { outgoing.isBackedUp }

    /// Whether lines wait that were left unread, and nothing keeps them waiting any more.
    @inline(__always)
    var canResumeReading: Bool { stage == .open && decoder.hasWholeLine && !isBackedUp }

    /// What came of giving it a line.
    enum Put {
        /// It waits.
        case waits
        /// It waits, and the connection has to be added to the list of those to be flushed.
        case needsFlush
        /// What waits already must be offered to the socket first.
        case mustSendFirst
    }

    /// Has a line wait to be sent.
    @inline(__always)
    mutating func put(_ line: [UInt8], _ kind: OutgoingLines.Kind, position: Int) -> Put {
        guard !outgoing.mustLeaveFirst(line.count) else { return .mustSendFirst }
        outgoing.append(line, kind, position: position)
        // A slow reader is looked at when its socket has room: trying again with every state would delay the others.
        guard !isDirty, !outgoing.isBlocked else { return .waits }
        isDirty = true
        return .needsFlush
    }

    /// Sends what waits and is visible.
    ///
    /// - Returns: what came of it; nil if nothing else has to be seen to, as it nearly always is.
    @inline(__always)
    mutating func flush(at now: Instant, visible: Int, scratch: inout [UInt8]) -> OutgoingLines.Flushed? {
        isDirty = false
        let waiting = outgoing.byteCount
        let flushed = outgoing.flush(to: socket, visible: visible, scratch: &scratch)
        // While it was held it was not the reader who was slow.
        if isHeld, flushed != .held { (wasToldOfTrouble, movedAt) = (false, now) }
        isHeld = flushed == .held
        switch flushed {
        case .done:
            movedAt = now
            return isAtRest ? nil : .done
        case .blocked, .held: if outgoing.byteCount < waiting { movedAt = now }
        case .failed: break
        }
        return flushed
    }

    /// Says in front of what is held why it is, unless that was said already: the client may have asked for just that, and
    /// gets no other answer until the disk works.
    mutating func explainHold(_ line: [UInt8]) {
        guard isHeld, !wasToldOfTrouble else { return }
        wasToldOfTrouble = true
        guard outgoing.hold(), stage == .open else { return }
        // Nothing waits in the socket, so that there is room for it; half of it would make no sense of what follows.
        if case .bytes(let count) = socket.send(line, 0..<line.count), count < line.count { socket.shutDownWriting() }
    }

    /// Sends what waits in the middle of a pass, since it is much; if that fails, the end of the pass will see to it. What may
    /// not leave yet is dealt with as a slow reader's.
    mutating func sendEarly(at now: Instant, visible: Int, scratch: inout [UInt8]) {
        let waiting = outgoing.byteCount
        switch outgoing.flush(to: socket, visible: visible, scratch: &scratch) {
        case .failed: outgoing.removeAll()
        case .held: outgoing.hold()
        case .done, .blocked: break
        }
        if outgoing.byteCount < waiting { movedAt = now }
    }

    /// Whether a connection of which nothing waits to be sent just waits for its next line, and so does the poller.
    @inline(__always)
    private var isAtRest: Bool {
        stage == .open && interest == .readable && !hasEnded && !decoder.hasWholeLine && !outgoing.lacksLobby
    }

    /// What the poller should look for from now on; nil if that is what it looks for already.
    mutating func nextInterest() -> Interest? {
        var wanted: Interest = []
        if !outgoing.isEmpty, !isHeld { wanted.insert(.writable) }
        switch stage {
        case .open:
            if !hasEnded, !isBackedUp, !decoder.hasWholeLine { wanted.insert(.readable) }
        case .lingering: wanted.insert(.readable)
        case .throttled, .closing, .gone: break
        }
        guard wanted != interest else { return nil }
        interest = wanted
        return wanted
    }
}
