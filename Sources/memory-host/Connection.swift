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

    /// Whether so much waits to be sent that its commands are left unread.
    @inline(__always)
    var isBackedUp: Bool { outgoing.isBackedUp }

    /// Whether lines wait that were left unread, and nothing keeps them waiting any more.
    @inline(__always)
    var mayGoOn: Bool { stage == .open && decoder.hasWholeLine && !isBackedUp }

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
