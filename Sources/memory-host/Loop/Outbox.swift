import Lobby
import Protocol

/// The bytes that are queued to be sent on a connection, and the conditions under which they may be sent.
struct Outbox: Sendable {
    /// The lines. Whoever appends some has the connection flushed at the end of the pass.
    var queue = SendQueue()
    /// The bytes that the system has taken to send.
    private(set) var sentBytes = 0
    /// When the connection is flushed.
    private var turn = Turn.none
    private var hold = Hold.none
    /// The last time when a queued byte was sent or the queue was empty.
    private(set) var movedAt: Instant
    /// The time by which everything must be sent, if there is one.
    private var deadline: Instant?

    /// When a connection is flushed: at the end of this pass, or in its turn among very many.
    enum Turn: UInt8, Sendable {
        case none, later, now
    }

    /// The reason the next line may not be sent yet, if it may not, and the client's knowledge of it.
    private enum Hold: Sendable {
        /// It may be sent.
        case none
        /// It depends on an entry that is not visible. The connection is in the host's list of those to release.
        case held
        /// The same, and the client was told that the disk fails.
        case explained
    }

    /// An empty queue.
    init(at now: Instant) { movedAt = now }

    /// So much is queued that the client's commands are left unread.
    @inline(__always)
    var isBackedUp: Bool { queue.isBackedUp }

    /// True if the next line may not be sent yet.
    var isHeld: Bool { hold != .none }

    /// The time at which the reader has stalled, if nothing is sent before.
    var stallsAt: Instant { movedAt + Limits.stalledMilliseconds }

    /// The time at which the host gives up on the reader: when it has stalled, or has not kept its deadline.
    var givesUpAt: Instant { min(stallsAt, deadline ?? stallsAt) }

    /// The result of queueing a line.
    enum Put {
        /// It is queued.
        case waits
        /// It is queued, and the connection must be added to the list of those to flush then.
        case needsFlush
        /// The lines queued already must be offered to the socket first.
        case mustSendFirst
    }

    /// Queues a line to be sent in this turn.
    @inline(__always)
    mutating func put(_ line: [UInt8], _ kind: SendQueue.Kind, position: Int, _ turn: Turn) -> Put {
        guard !queue.mustFlushFirst(line.count) else { return .mustSendFirst }
        queue.append(line, kind, position: position)
        // A slow reader is flushed when its socket has room: retrying with every state would delay the others.
        guard !queue.isBlocked, mark(turn) else { return .waits }
        return .needsFlush
    }

    /// Notes that the connection is in the list of those to flush then; returns false if it is flushed no later anyway.
    @inline(__always)
    mutating func mark(_ turn: Turn) -> Bool {
        guard self.turn.rawValue < turn.rawValue else { return false }
        self.turn = turn
        return true
    }

    /// Sends the lines that are visible.
    @inline(__always)
    mutating func flush(
        to socket: Socket, at now: Instant, visible: Int, scratch: inout [UInt8]
    ) -> SendQueue.Flushed {
        turn = .none
        let waiting = queue.byteCount
        let flushed = queue.flush(to: socket, visible: visible, scratch: &scratch)
        let left = queue.byteCount
        sentBytes += waiting - left
        if left == 0 || left < waiting { movedAt = now }
        return flushed
    }

    /// Sends lines in the middle of a pass, because there are many; a failure is dealt with at the end of the pass.
    /// Lines that may not be sent yet are treated like a slow reader's.
    mutating func sendEarly(to socket: Socket, at now: Instant, visible: Int, scratch: inout [UInt8]) {
        let waiting = queue.byteCount
        let flushed = queue.flush(to: socket, visible: visible, scratch: &scratch)
        sentBytes += waiting - queue.byteCount
        switch flushed {
        case .failed: queue.removeAll()
        case .held: queue.hold()
        case .done, .blocked: break
        }
        if queue.byteCount < waiting { movedAt = now }
    }

    /// Gives the reader the time for all that is queued which a slow line needs: nobody stays for good by reading a
    /// byte now and then.
    mutating func setDeadline(from now: Instant) {
        movedAt = now
        deadline = now + Limits.closingMilliseconds + queue.byteCount * 1000 / Limits.closingBytesPerSecond
    }

    // MARK: Lines that are not visible yet

    /// Notes that the next line may not be sent yet; returns false if that is known.
    mutating func holdBack() -> Bool {
        guard hold == .none else { return false }
        hold = .held
        return true
    }

    /// Notes that more may be visible now: while its lines were held, it was not the reader who was slow.
    mutating func release(at now: Instant) { (hold, movedAt) = (.none, now) }

    /// Puts the reason in front of the held lines, unless it was given already: the client may have asked for just
    /// one of them, and gets no other answer until the disk works.
    ///
    /// - Parameter line: the reason; nil for a connection that gets none.
    /// - Returns: true if it was given now.
    mutating func explainHold(_ line: [UInt8]?, to socket: Socket, scratch: inout [UInt8]) -> Bool {
        guard hold == .held else { return false }
        hold = .explained
        queue.hold()
        guard let line else { return false }
        queue.prepend(line)
        let waiting = queue.byteCount
        _ = queue.flush(to: socket, visible: 0, scratch: &scratch)  // The next flush finds out if it has failed.
        sentBytes += waiting - queue.byteCount
        return true
    }
}
