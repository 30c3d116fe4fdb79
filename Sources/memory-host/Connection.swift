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
    /// Whether what waits may not leave: it tells of something that the disk has not taken yet.
    var isHeld = false
    /// Whether it is in the list of those to be flushed.
    var isDirty = false
    /// Whether it was told that it is too fast, and has not kept still since.
    var isHurried = false
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

    /// The card of a flip, if that is all that came, nothing waits before it, and the client may send one more command:
    /// then it is taken.
    @inline(__always)
    mutating func loneFlip(_ input: [UInt8], count: Int, at now: Instant, rate: Int) -> Int? {
        guard let card = decoder.loneFlip(input, count: count), !isBackedUp else { return nil }
        if rate > 0 {
            guard bucket.take(at: now, rate: rate) == nil else { return nil }
            if bucket.wasFull { isHurried = false }
        }
        saidAt = now
        dialect = .json
        return card
    }

    /// Whether so much waits to be sent that its commands are left unread.
    @inline(__always)
    var isBackedUp: Bool { outgoing.isBackedUp }

    /// Whether lines wait that were left unread, and nothing keeps them waiting any more.
    @inline(__always)
    var mayGoOn: Bool { stage == .open && decoder.hasWholeLine && !isBackedUp }

    /// What came of giving it a line.
    enum Put {
        /// It waits.
        case waits
        /// It waits, and the connection has to be added to the list of those to be flushed.
        case waitsAnew
        /// What waits already must be offered to the socket first.
        case mustSendFirst
    }

    /// Has a line wait to be sent.
    @inline(__always)
    mutating func put(_ line: [UInt8], _ kind: OutgoingLines.Kind) -> Put {
        guard !outgoing.mustLeaveFirst(line.count) else { return .mustSendFirst }
        outgoing.append(line, kind)
        // A slow reader is looked at when its socket has room: trying again with every state would delay the others.
        guard !isDirty, !outgoing.isBlocked else { return .waits }
        isDirty = true
        return .waitsAnew
    }

    /// Sends what waits, unless it is held.
    ///
    /// - Returns: what came of it; nil if nothing else has to be seen to, as it nearly always is.
    @inline(__always)
    mutating func flush(at now: Instant, scratch: inout [UInt8]) -> OutgoingLines.Flushed? {
        isDirty = false
        guard !isHeld else { return nil }
        let waiting = outgoing.byteCount
        let flushed = outgoing.flush(to: socket, scratch: &scratch)
        switch flushed {
        case .done:
            movedAt = now
            return isAtRest ? nil : .done
        case .blocked: if outgoing.byteCount < waiting { movedAt = now }
        case .failed: break
        }
        return flushed
    }

    /// Whether a connection of which nothing waits to be sent just waits for its next line, and so does the poller.
    @inline(__always)
    private var isAtRest: Bool {
        stage == .open && interest == .readable && !hasEnded && !decoder.hasWholeLine && !outgoing.lacksLobby
    }

    /// What the poller should look for from now on; nil if that is what it looks for already.
    mutating func nextInterest() -> Interest? {
        var wanted: Interest = []
        if !outgoing.isEmpty { wanted.insert(.writable) }
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
