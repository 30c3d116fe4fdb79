// The lines queued for one client, and what happens to them if the client reads slowly.
//
// While the socket accepts everything, every line is sent, in order. Once it has refused bytes, and until the queue is
// empty, only the newest state matters: a state or a lobby replaces the previous one unless its first byte has been
// sent. Chat is dropped while the queue is long, and so is a lobby, which is sent again later. Replies are never
// dropped; a client that sends commands without reading is stopped by leaving its commands unread.
//
// So the cost of a client is bounded, however little it reads (`Limits.outgoingBytes`). The line being sent counts in
// full until its last byte has been sent. If much accumulates before the socket was offered any of it, the caller must
// offer it first (`mustFlushFirst`): then it is either sent, or the client is a slow reader from there on.
//
// A line may have to wait until what it reports is on disk: it is then marked with a position, and neither it nor the
// lines behind it are sent before the owner says that this position is visible.
//
// Lines are shared by all their recipients and never copied, except that several small ones are gathered for a single
// send, because a send costs far more than the copying. The first line has its own storage: usually it is the only
// one, and then nothing is allocated.

/// The lines queued for one client.
public struct OutgoingLines: Sendable {
    /// The treatment of a line if the client reads slowly.
    public enum Kind: Int, Sendable {
        /// Never dropped.
        case reply
        /// Replaced by the next state.
        case state
        /// Replaced by the next lobby; dropped if more than `Limits.lobbyBytes` would be queued.
        case lobby
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
        /// Position and kind in one number, because every idle connection has room for an entry.
        private let mark: Int

        init(bytes: [UInt8], kind: Kind, position: Int) {
            self.bytes = bytes
            mark = position << 3 | kind.rawValue
        }

        var kind: Kind { Kind(rawValue: mark & 7) ?? .reply }
        /// The position that must be visible before the line is sent.
        var position: Int { mark >> 3 }

        /// Stands in for the first line while there is none.
        static var none: Entry { Entry(bytes: [], kind: .reply, position: 0) }
        var isNone: Bool { bytes.isEmpty }
    }

    /// The first line. (Not an optional, because unwrapping it would retain and release.)
    private var first = Entry.none
    private var others: [Entry] = []
    /// Bytes of the first line already sent.
    private var sentBytes: UInt32 = 0
    private var waitingBytes: UInt32 = 0
    /// Bytes of lines other than states and placements, added since the queue was last empty.
    private var lastingBytes: UInt32 = 0
    /// True if a lobby was dropped and not replaced, so that the client's list is outdated. Reset by the owner.
    public var droppedLobby = false
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
        let entry = Entry(bytes: line, kind: kind, position: position)
        if isBlocked {
            if kind == .state, replaceLastState(by: entry) { return }
            guard makeRoom(for: line, kind) else { return }
        }
        if isEmpty { (first, lastingBytes) = (entry, 0) } else { others.append(entry) }
        waitingBytes += UInt32(line.count)
        switch kind {
        case .state, .seating: break
        case .reply, .lobby, .chatter: lastingBytes += UInt32(line.count)
        }
    }

    /// Treats the queue as if the socket had refused it, until the next flush.
    ///
    /// - Returns: true if the socket wasn't blocked and no line is partly sent, so something else may be sent now.
    @discardableResult
    public mutating func hold() -> Bool {
        defer { isBlocked = true }
        return !isBlocked && sentBytes == 0
    }

    /// Resets ``droppedLobby``, since another lobby is on its way; returns its former value.
    public mutating func resetDroppedLobby() -> Bool {
        defer { droppedLobby = false }
        return droppedLobby
    }

    /// Drops all queued lines.
    public mutating func removeAll() { self = OutgoingLines() }

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
        // Almost always: a single line, sent in full.
        if others.isEmpty, sentBytes == 0, !isEmpty, first.position <= visible {
            let offered = first.bytes.count
            let result = send(first.bytes, 0..<offered)
            if case .bytes(offered) = result {
                (first, waitingBytes, isBlocked) = (.none, 0, false)
                return .done
            }
            if let flushed = record(result, offered: offered) { return flushed }
        }
        while !isEmpty {
            guard first.position <= visible else { return .held }
            let flushed: Flushed?
            if gather(into: &scratch, visible: visible) {
                flushed = record(send(scratch, 0..<scratch.count), offered: scratch.count)
            } else {
                let rest = Int(sentBytes)..<first.bytes.count
                flushed = record(send(first.bytes, rest), offered: rest.count)
            }
            if let flushed { return flushed }
        }
        isBlocked = false
        return .done
    }
}

extension OutgoingLines {
    /// Copies as many of the first lines as fit into `scratch`; returns false if that would be fewer than two.
    private func gather(into scratch: inout [UInt8], visible: Int) -> Bool {
        guard let second = others.first, second.position <= visible else { return false }
        let rest = first.bytes[Int(sentBytes)...]
        guard rest.count + second.bytes.count <= Limits.Internal.gatheredBytes else { return false }
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: rest)
        for entry in others {
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
        while !first.isNone, gone >= first.bytes.count {
            gone -= first.bytes.count
            first = passed < others.count ? others[passed] : .none
            passed += 1
        }
        if passed < others.count { others.removeFirst(passed) } else { others = [] }
        sentBytes = UInt32(gone)
    }

    /// Replaces the previous state if it is the last of a few lines and the only state not yet begun. That is the case
    /// for watchers who have stopped reading, and players wait while a thousand of them are processed.
    @inline(__always)
    private mutating func replaceLastState(by line: Entry) -> Bool {
        let isFirstState = sentBytes == 0 && !first.isNone && first.kind == .state
        let old: Int
        if let last = others.indices.last {
            guard last < 4, !isFirstState, others[last].kind == .state else { return false }
            for index in 0..<last where others[index].kind == .state { return false }
            old = others[last].bytes.count
            others[last] = line
        } else {
            guard isFirstState else { return false }
            old = Int(waitingBytes)
            first = line
        }
        waitingBytes = waitingBytes - UInt32(old) + UInt32(line.bytes.count)
        return true
    }

    /// Drops what a new line makes obsolete in a slow reader's queue; returns false to drop the line itself.
    private mutating func makeRoom(for line: [UInt8], _ kind: Kind) -> Bool {
        switch kind {
        case .reply: break
        case .state: removeWaiting(.state)
        case .seating:
            removeWaiting(.seating)
            removeWaiting(.state)
        case .lobby:
            removeWaiting(.lobby)
            droppedLobby = heldBytes + line.count > Limits.lobbyBytes
            if droppedLobby { return false }
        case .chatter: if heldBytes + line.count > Limits.chatterBytes { return false }
        }
        if heldBytes + line.count > Limits.outgoingBytes { keepNewest() }
        return true
    }

    /// Drops all but the newest state and the newest placement among the lines after the first.
    private mutating func keepNewest() {
        var found: Set<Kind> = []
        var kept: [Entry] = []
        for entry in others.reversed() {
            if entry.kind == .state || entry.kind == .seating, !found.insert(entry.kind).inserted {
                waitingBytes -= UInt32(entry.bytes.count)
            } else {
                kept.append(entry)
            }
        }
        others = kept.reversed()
    }

    /// Drops the lines of a kind of which no byte has been sent.
    private mutating func removeWaiting(_ kind: Kind) {
        for entry in others where entry.kind == kind { waitingBytes -= UInt32(entry.bytes.count) }
        others.removeAll { $0.kind == kind }
        if sentBytes == 0, !first.isNone, first.kind == kind {
            waitingBytes -= UInt32(first.bytes.count)
            first = others.isEmpty ? .none : others.removeFirst()
        }
    }
}
