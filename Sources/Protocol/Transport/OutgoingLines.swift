// What waits for one client, and what becomes of it when the client reads slowly.
//
// While the socket takes all that it is given, every line is sent, in order. Once it has refused bytes, and until all
// that waits has left, the newest state is worth more than all of them: a state, or a lobby, takes the place of the one
// before it, unless its first byte has left. What is said is dropped when much waits, and so is a lobby, which is sent
// again later. Replies are never dropped; whoever asks without reading is stopped by its commands being left unread.
//
// So what a client costs is bounded, however little it reads (`Limits.outgoingBytes`). The line that is being sent
// counts whole until its last byte has left. Where much gathers before the socket was offered any of it, whoever appends
// must offer it first (`mustLeaveFirst`): then it either leaves, or the client is a slow reader from there on.
//
// A line may have to wait until what it tells of is on the disk: then it says from which position on it may leave, and
// neither it nor those behind it leave before the owner says that so much is visible.
//
// Lines are shared by all who receive them and never copied, except that several small ones are gathered for a single
// send, because a send costs far more than the copying. The first line has a place of its own: usually there is only
// one, and then nothing is allocated.

/// The lines that wait for one client.
public struct OutgoingLines: Sendable {
    /// What may be done with a line when the client reads slowly.
    public enum Kind: Int, Sendable {
        /// Never dropped.
        case reply
        /// Replaced by the next state.
        case state
        /// Replaced by the next lobby; dropped when more than `Limits.lobbyBytes` would wait.
        case lobby
        /// Replaced by the next such line, together with the state that followed it: the client is in another match.
        case placement
        /// Dropped when more than `Limits.chatterBytes` would wait for a slow reader.
        case chatter
    }

    /// What came of `flush`.
    public enum Flushed: Equatable, Sendable {
        /// Nothing waits any more.
        case done
        /// The socket is full; flush again when it is writable.
        case blocked
        /// The next line may not leave yet; flush again when more is visible.
        case held
        /// The connection is broken.
        case failed(SystemError)
    }

    private struct Entry: Sendable {
        let bytes: [UInt8]
        /// Position and kind in one number, since every idle connection has room for an entry.
        private let mark: Int

        init(bytes: [UInt8], kind: Kind, position: Int) {
            self.bytes = bytes
            mark = position << 3 | kind.rawValue
        }

        var kind: Kind { Kind(rawValue: mark & 7) ?? .reply }
        /// The position that must be visible before it leaves.
        var position: Int { mark >> 3 }

        /// In the place of the first line while there is none.
        static var none: Entry { Entry(bytes: [], kind: .reply, position: 0) }
        var isNone: Bool { bytes.isEmpty }
    }

    /// The first line. (Not an optional one: to unwrap it would count references anew.)
    private var first = Entry.none
    private var others: [Entry] = []
    /// Bytes of the first line that have left.
    private var sentBytes: UInt32 = 0
    private var waitingBytes: UInt32 = 0
    /// Bytes of lines that no newer one replaces, added since nothing waited last.
    private var lastingBytes: UInt32 = 0
    /// Whether a lobby was dropped, and no other has taken its place: the client knows an old one. For its owner to reset.
    public var lacksLobby = false
    /// Whether the socket has refused bytes since nothing waited last.
    public private(set) var isBlocked = false

    /// Nothing waits.
    public init() {}

    /// Whether nothing waits.
    public var isEmpty: Bool { waitingBytes == 0 }

    /// The number of bytes that wait.
    public var byteCount: Int { Int(waitingBytes) }

    /// The number of bytes that are kept: those that wait, and those of the line being sent that have left.
    public var heldBytes: Int { Int(waitingBytes) + Int(sentBytes) }

    /// Whether so much waits that the client's next command must wait too.
    public var isBackedUp: Bool { isBlocked || !isEmpty && lastingBytes > Limits.House.backlogBytes }

    /// Whether what waits must be offered to the socket before a line of so many bytes is appended.
    @inline(__always)
    public func mustLeaveFirst(_ count: Int) -> Bool {
        Int(waitingBytes) + count > Limits.House.turnBytes && !isBlocked && !isEmpty
    }

    /// Has a line, its LF included, wait for the next flush.
    ///
    /// - Parameter position: what must be visible before it leaves.
    public mutating func append(_ line: [UInt8], _ kind: Kind, position: Int = 0) {
        let entry = Entry(bytes: line, kind: kind, position: position)
        if isBlocked {
            if kind == .state, !line.isEmpty, replaceLastState(by: entry) { return }
            guard makeWay(for: line, kind) else { return }
        }
        if line.isEmpty { return }
        if isEmpty { (first, lastingBytes) = (entry, 0) } else { others.append(entry) }
        waitingBytes += UInt32(line.count)
        switch kind {
        case .state, .placement: break
        case .reply, .lobby, .chatter: lastingBytes += UInt32(line.count)
        }
    }

    /// Has what waits be dealt with as if the socket had refused it, until it is flushed again.
    ///
    /// - Returns: whether the socket has taken whole lines so far, so that something else may be sent in between.
    @discardableResult
    public mutating func hold() -> Bool {
        defer { isBlocked = true }
        return !isBlocked && sentBytes == 0
    }

    /// Takes note that another lobby is on its way to whoever lacks one; says whether one was lacking.
    public mutating func forgetLackOfLobby() -> Bool {
        defer { lacksLobby = false }
        return lacksLobby
    }

    /// Forgets all that waits.
    public mutating func removeAll() { self = OutgoingLines() }

    /// Sends what waits and may leave, in as few sends as can be.
    ///
    /// - Parameters:
    ///   - visible: the position up to which everything may be seen.
    ///   - scratch: any array, kept from call to call.
    public mutating func flush(to socket: Socket, visible: Int = .max, scratch: inout [UInt8]) -> Flushed {
        flush(visible: visible, scratch: &scratch) { socket.send($0, $1) }
    }

    /// Passes what waits to `send`, as a part of an array, until it refuses some of it.
    mutating func flush(
        visible: Int = .max, scratch: inout [UInt8], send: (_ bytes: [UInt8], _ range: Range<Int>) -> Socket.Sent
    ) -> Flushed {
        // As nearly always: one line, and all of it leaves.
        if others.isEmpty, sentBytes == 0, !isEmpty, first.position <= visible {
            let offered = first.bytes.count
            let result = send(first.bytes, 0..<offered)
            if case .bytes(offered) = result {
                (first, waitingBytes, isBlocked) = (.none, 0, false)
                return .done
            }
            if let flushed = heed(result, offered: offered) { return flushed }
        }
        while !isEmpty {
            guard first.position <= visible else { return .held }
            let flushed: Flushed?
            if gather(into: &scratch, visible: visible) {
                flushed = heed(send(scratch, 0..<scratch.count), offered: scratch.count)
            } else {
                let rest = Int(sentBytes)..<first.bytes.count
                flushed = heed(send(first.bytes, rest), offered: rest.count)
            }
            if let flushed { return flushed }
        }
        isBlocked = false
        return .done
    }
}

extension OutgoingLines {
    /// Copies the first lines, as many as fit, into `scratch`; false if that would be fewer than two.
    private func gather(into scratch: inout [UInt8], visible: Int) -> Bool {
        guard let second = others.first, second.position <= visible else { return false }
        let rest = first.bytes[Int(sentBytes)...]
        guard rest.count + second.bytes.count <= Limits.House.gatheredBytes else { return false }
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: rest)
        for entry in others {
            if entry.position > visible || scratch.count + entry.bytes.count > Limits.House.gatheredBytes { break }
            scratch.append(contentsOf: entry.bytes)
        }
        return true
    }

    /// Takes note of what became of the bytes that were offered; nil if all of them have left.
    private mutating func heed(_ result: Socket.Sent, offered: Int) -> Flushed? {
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

    /// Forgets the first `count` bytes, which have left.
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

    /// Puts a state in the place of the one before it, if that is the last line of a few, and the only state that has not
    /// begun to leave: so it is with watchers who have stopped reading, and players wait while a thousand are passed.
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

    /// Forgets, of what waits for a slow reader, what a new line makes superfluous; false if the line is not to wait.
    private mutating func makeWay(for line: [UInt8], _ kind: Kind) -> Bool {
        switch kind {
        case .reply: break
        case .state: removeWaiting(.state)
        case .placement:
            removeWaiting(.placement)
            removeWaiting(.state)
        case .lobby:
            removeWaiting(.lobby)
            lacksLobby = heldBytes + line.count > Limits.lobbyBytes
            if lacksLobby { return false }
        case .chatter: if heldBytes + line.count > Limits.chatterBytes { return false }
        }
        if heldBytes + line.count > Limits.outgoingBytes { keepNewest() }
        return true
    }

    /// Forgets every state but the newest, and every placement but the newest, as far as none of it has begun to leave.
    private mutating func keepNewest() {
        var found: Set<Kind> = []
        var kept: [Entry] = []
        for entry in others.reversed() {
            if entry.kind == .state || entry.kind == .placement, !found.insert(entry.kind).inserted {
                waitingBytes -= UInt32(entry.bytes.count)
            } else {
                kept.append(entry)
            }
        }
        others = kept.reversed()
    }

    /// Forgets the lines of a kind of which no byte has left.
    private mutating func removeWaiting(_ kind: Kind) {
        for entry in others where entry.kind == kind { waitingBytes -= UInt32(entry.bytes.count) }
        others.removeAll { $0.kind == kind }
        if sentBytes == 0, !first.isNone, first.kind == kind {
            waitingBytes -= UInt32(first.bytes.count)
            first = others.isEmpty ? .none : others.removeFirst()
        }
    }
}
