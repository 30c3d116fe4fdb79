import Protocol

// The life of a connection. Each is in one of five states, and all that changes a state is in this file; bytes, lines
// and the passing of time, which bring it about, are in Connection.swift. `following` is the same table as data: debug
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

enum ConnectionState: Sendable {
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

    // MARK: From one state to the next

    private mutating func become(_ next: Self) {
        let before = stage
        self = next
        assert(Self.following[before]?.contains(stage) ?? false, "\(before) became \(stage)")
    }

    /// Makes a connection that has arrived a client; returns false in any other state.
    mutating func greet() -> Bool {
        guard case .arriving = self else { return false }
        become(.client(.welcome))
        return true
    }

    /// Makes a connection that has arrived a browser's.
    mutating func browse() { if case .arriving = self { become(.browser(.welcome)) } }

    /// Makes a browser a client; returns false in any other state.
    mutating func upgrade() -> Bool {
        guard case .browser = self else { return false }
        become(.client(.welcome))
        return true
    }

    /// Begins to close the connection; returns false if it is closing already, or gone.
    mutating func close() -> Bool {
        guard stage != .closing, stage != .gone else { return false }
        become(.closing(Closing(isHTTP: isHTTP)))
        return true
    }

    /// Ends the connection.
    mutating func end() { become(.gone) }

    // MARK: Within a state

    /// Makes a client's next line wait because too much was sent.
    mutating func throttle() { if stage == .client { self = .client(.throttled) } }

    /// Makes a client's next line wait until records are read.
    mutating func awaitRecords() { if stage == .client { self = .client(.awaitingRecords) } }

    /// Lets a client's next line be taken; returns false if it is no client any more.
    mutating func welcomeLine() -> Bool {
        guard stage == .client else { return false }
        self = .client(.welcome)
        return true
    }

    /// Notes what a browser's next request waits for.
    mutating func setRequest(_ next: NextRequest) { if stage == .browser { self = .browser(next) } }

    /// Counts bytes that were discarded on a closing connection; returns true if they are more than a lingering one may
    /// send.
    mutating func discard(_ count: Int) -> Bool {
        guard case .closing(var closing) = self else { return false }
        closing.discardedBytes += count
        self = .closing(closing)
        return closing.isLingering && closing.discardedBytes > Limits.Internal.lingeringBytes
    }

    /// Notes that all is sent on a closing connection.
    mutating func linger() {
        guard case .closing(var closing) = self else { return }
        closing.isLingering = true
        self = .closing(closing)
    }

    // MARK: Questions

    /// The state without what belongs to it.
    @inline(__always)
    var stage: Stage {
        switch self {
        case .arriving: .arriving
        case .browser: .browser
        case .client: .client
        case .closing: .closing
        case .gone: .gone
        }
    }

    /// It speaks HTTP, or did before it began to close.
    @inline(__always)
    var isHTTP: Bool {
        switch self {
        case .browser: true
        case .closing(let closing): closing.isHTTP
        case .arriving, .client, .gone: false
        }
    }

    /// A browser's request waits because its address has sent too much.
    var isDelayed: Bool { if case .browser(.delayed) = self { true } else { false } }

    /// A browser's request is in the host's list of those to be answered.
    var isListed: Bool { if case .browser(.listed) = self { true } else { false } }

    /// A client's next line waits because too much was sent.
    var isThrottled: Bool { if case .client(.throttled) = self { true } else { false } }

    /// All is sent, and the client may take its time to close.
    var isLingering: Bool { if case .closing(let closing) = self { closing.isLingering } else { false } }

    /// Its next line, or request, would be taken.
    var takesInput: Bool {
        switch self {
        case .client(.welcome), .browser(.welcome): true
        case .arriving, .browser, .client, .closing, .gone: false
        }
    }
}
