// The lines queued for one client, and what happens to them if the client reads slowly.
//
// While the socket accepts everything, every line is sent, in order. Once it has refused bytes, and until the queue is
// empty, only the newest state matters: a state or a lobby replaces the previous one unless its first byte has been
// sent. Chat is dropped while the queue is long, and so is a lobby, which is sent again later. Replies are never
// dropped; a client that sends commands without reading is stopped by leaving its commands unread.
//
// So the cost of a client is bounded, however little it reads (`Limits.outgoingBytes`). The line being sent counts in
// full until its last byte has been sent. If much accumulates before the socket was offered any of it, the caller must
// offer it first (`mustFlushFirst`): then it is either sent, or the client is a slow reader from there on. A response
// for a browser comes on top: one long one waits at a time, and all connections that get the same one share its bytes.
//
// A line may have to wait until what it reports is on disk: it is then marked with a position, and neither it nor the
// lines behind it are sent before the owner says that this position is visible.
//
// Lines are shared by all their recipients and never copied, except that several small ones are gathered for a single
// send, because a send costs far more than the copying.

/// The lines queued for one client.
public struct SendQueue: Sendable {
    /// The treatment of a line if the client reads slowly.
    public enum Kind: Sendable {
        /// Never dropped.
        case reply
        /// Replaced by the next state.
        case state
        /// Replaced by the next lobby; dropped if more than `Limits.lobbyBytes` would be queued.
        case lobby
        /// The same for standings.
        case standings
        /// Replaced by the next placement, as are all waiting states: the client is now in another match.
        case seating
        /// Dropped if more than `Limits.chatterBytes` would be queued.
        case chatter
    }

    /// The result of `flush`.
    public enum Flushed: Equatable, Sendable {
        /// The queue is empty.
        case done
        /// The socket is full; flush again when it is writable.
        case blocked
        /// The next line may not be sent yet; flush again when more is visible.
        case held
        /// The connection is broken.
        case failed(SystemError)
    }

    private struct Entry: Sendable {
        let bytes: [UInt8]
        let kind: Kind
        /// The position that must be visible before the line is sent.
        let position: Int
    }

    /// Entries whose storage an empty queue keeps for the next ones.
    private static let idleEntries = 4

    private var entries: [Entry] = []
    /// Bytes of the first line already sent.
    private var sentBytes: UInt32 = 0
    private var waitingBytes: UInt32 = 0
    /// Bytes of lines other than states and placements, added since the queue was last empty.
    private var lastingBytes: UInt32 = 0
    /// True if a lobby was dropped and not replaced, so that what the client has is outdated, until ``resetDropped()``.
    public internal(set) var droppedLobby = false
    /// The same of the standings of a contest.
    private var droppedStandings = false
    /// True if the socket has refused bytes since the queue was last empty.
    public private(set) var isBlocked = false

    /// Creates an empty queue.
    public init() {}

    /// True if nothing is queued.
    public var isEmpty: Bool { waitingBytes == 0 }

    /// The number of bytes still to be sent.
    public var byteCount: Int { Int(waitingBytes) }

    /// The number of bytes held: those still to be sent, and those already sent of the current line.
    public var heldBytes: Int { Int(waitingBytes) + Int(sentBytes) }

    /// True if so much is queued that the client's next command must wait.
    public var isBackedUp: Bool { isBlocked || !isEmpty && lastingBytes > Limits.Internal.backlogBytes }

    /// Returns true if the queue must be offered to the socket before a line of this many bytes is appended.
    @inline(__always)
    public func mustFlushFirst(_ count: Int) -> Bool {
        Int(waitingBytes) + count > Limits.Internal.turnBytes && !isBlocked && !isEmpty
    }

    /// Queues a line, including its LF, for the next flush; an empty one changes nothing.
    ///
    /// - Parameter position: the position that must be visible before the line is sent.
    public mutating func append(_ line: [UInt8], _ kind: Kind, position: Int = 0) {
        if line.isEmpty { return }
        if isBlocked, !makeRoom(for: line.count, kind) { return }
        if isEmpty { lastingBytes = 0 }
        entries.append(Entry(bytes: line, kind: kind, position: position))
        waitingBytes += UInt32(line.count)
        switch kind {
        case .state, .seating: break
        case .reply, .lobby, .standings, .chatter: lastingBytes += UInt32(line.count)
        }
    }

    /// Treats the queue as if the socket had refused it, until the next flush.
    public mutating func hold() { isBlocked = true }

    /// Queues a reply in front of all lines but one that is partly sent.
    public mutating func prepend(_ line: [UInt8]) {
        entries.insert(Entry(bytes: line, kind: .reply, position: 0), at: sentBytes == 0 ? 0 : 1)
        waitingBytes += UInt32(line.count)
    }

    /// True if the client has an outdated lobby, or outdated standings.
    public var hasDropped: Bool { droppedLobby || droppedStandings }

    /// Resets ``hasDropped``, since what was dropped is on its way again; returns its former value.
    public mutating func resetDropped() -> Bool {
        defer { (droppedLobby, droppedStandings) = (false, false) }
        return hasDropped
    }

    /// Drops all queued lines.
    public mutating func removeAll() { self = SendQueue() }

    /// Sends the queued lines that may be sent, in as few sends as possible.
    ///
    /// - Parameters:
    ///   - visible: the position up to which everything is visible.
    ///   - scratch: any array, reused between calls.
    public mutating func flush(to socket: Socket, visible: Int = .max, scratch: inout [UInt8]) -> Flushed {
        flush(visible: visible, scratch: &scratch) { socket.send($0, $1) }
    }

    /// Passes the queued lines to `send`, as ranges of arrays, until it refuses some bytes.
    mutating func flush(
        visible: Int = .max, scratch: inout [UInt8], send: (_ bytes: [UInt8], _ range: Range<Int>) -> Socket.Sent
    ) -> Flushed {
        while !isEmpty {
            guard entries[0].position <= visible else { return .held }
            let flushed: Flushed?
            if entries.count > 1, gather(into: &scratch, visible: visible) {
                flushed = record(send(scratch, 0..<scratch.count), offered: scratch.count)
            } else {
                let rest = Int(sentBytes)..<entries[0].bytes.count
                let sent = send(entries[0].bytes, rest)
                if entries.count == 1, case .bytes(rest.count) = sent {  // Almost always, so it has its own short way.
                    entries.removeLast()
                    (sentBytes, waitingBytes, isBlocked) = (0, 0, false)
                    return .done
                }
                flushed = record(sent, offered: rest.count)
            }
            if let flushed { return flushed }
        }
        isBlocked = false
        return .done
    }
}

extension SendQueue {
    /// Copies as many of the first lines as fit into `scratch`; returns false if that would be fewer than two.
    private func gather(into scratch: inout [UInt8], visible: Int) -> Bool {
        guard entries[1].position <= visible else { return false }
        let rest = entries[0].bytes[Int(sentBytes)...]
        guard rest.count + entries[1].bytes.count <= Limits.Internal.gatheredBytes else { return false }
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: rest)
        for entry in entries.dropFirst() {
            if entry.position > visible || scratch.count + entry.bytes.count > Limits.Internal.gatheredBytes { break }
            scratch.append(contentsOf: entry.bytes)
        }
        return true
    }

    /// Records the result of a send; returns nil if all bytes were sent.
    private mutating func record(_ result: Socket.Sent, offered: Int) -> Flushed? {
        switch result {
        case .bytes(let count):
            removeSent(count)
            if count == offered { return nil }
        case .wouldBlock: break
        case .failed(let error): return .failed(error)
        }
        isBlocked = true
        return .blocked
    }

    /// Removes the first `count` bytes, which have been sent.
    private mutating func removeSent(_ count: Int) {
        precondition(count >= 0 && count <= byteCount)
        waitingBytes -= UInt32(count)
        var gone = Int(sentBytes) + count
        var passed = 0
        while passed < entries.count, gone >= entries[passed].bytes.count {
            gone -= entries[passed].bytes.count
            passed += 1
        }
        sentBytes = UInt32(gone)
        if passed < entries.count {
            entries.removeFirst(passed)
        } else if passed > Self.idleEntries {
            entries = []
        } else {
            entries.removeAll(keepingCapacity: true)
        }
    }

    /// Drops what a new line makes obsolete in a slow reader's queue; returns false to drop the line itself.
    private mutating func makeRoom(for count: Int, _ kind: Kind) -> Bool {
        switch kind {
        case .reply: break
        case .state: removeWaiting(.state)
        case .seating:
            removeWaiting(.seating)
            removeWaiting(.state)
        case .lobby:
            removeWaiting(.lobby)
            droppedLobby = heldBytes + count > Limits.lobbyBytes
            if droppedLobby { return false }
        case .standings:
            removeWaiting(.standings)
            droppedStandings = heldBytes + count > Limits.lobbyBytes
            if droppedStandings { return false }
        case .chatter: if heldBytes + count > Limits.chatterBytes { return false }
        }
        if heldBytes + count > Limits.outgoingBytes {
            for kind in [Kind.state, .seating] { removeWaiting(kind, butLast: 1) }
        }
        return true
    }

    /// Drops the lines of a kind of which no byte has been sent, except the last ones.
    private mutating func removeWaiting(_ kind: Kind, butLast kept: Int = 0) {
        var newer = 0
        for index in entries.indices.reversed() where entries[index].kind == kind && (index > 0 || sentBytes == 0) {
            newer += 1
            if newer > kept { waitingBytes -= UInt32(entries.remove(at: index).bytes.count) }
        }
    }
}
