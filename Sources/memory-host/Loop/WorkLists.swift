import Lobby
import Protocol

/// The clients with work left over, in lists that the passes of the loop work off. A connection knows whether it is in
/// a list, so its client is added only once; a client that is in `unread` twice does no harm.
struct WorkLists: Sendable {
    /// Clients with lines to send at the end of this pass.
    private(set) var dirty: [ClientID] = []
    /// How many of `dirty`, from its start, have been sent theirs.
    private var flushed = 0
    /// Clients with lines that very many get at once, sent to some in each pass.
    private var crowd: [ClientID] = []
    /// Clients whose next line is not visible yet.
    private(set) var held: [ClientID] = []
    /// Clients whose lines were left unread, and may be taken in the next pass.
    private var unread: [ClientID] = []
    /// Connections with a request of HTTP to answer, those that have waited longest first.
    private var asking: [ClientID] = []

    // MARK: To be sent to

    /// True if some of a crowd have not been sent their lines.
    var hasCrowd: Bool { !crowd.isEmpty }

    /// Adds a client with lines to send, in this pass or in its turn among very many.
    @inline(__always)
    mutating func add(_ client: ClientID, toFlush turn: Outbox.Turn) {
        if turn == .now { dirty.append(client) } else { crowd.append(client) }
    }

    /// Returns the next client to send to at the end of this pass; nil, and an empty list, after the last.
    @inline(__always)
    mutating func nextDirty() -> ClientID? {
        guard flushed < dirty.count else {
            dirty.removeAll(keepingCapacity: true)
            flushed = 0
            return nil
        }
        flushed += 1
        return dirty[flushed - 1]
    }

    /// Takes as many of the crowd as a pass may send to.
    mutating func takeCrowd() -> [ClientID] {
        let part = Array(crowd.prefix(Limits.Internal.flushedAtOnce))
        crowd.removeFirst(part.count)
        return part
    }

    // MARK: To be released

    /// Adds a client whose next line is not visible yet.
    mutating func hold(_ client: ClientID) { held.append(client) }

    /// Empties the list of those that are held.
    mutating func releaseAll() { held.removeAll(keepingCapacity: true) }

    /// Forgets that a client is held: it is gone.
    mutating func unhold(_ client: ClientID) { if !held.isEmpty { held.removeAll { $0 == client } } }

    // MARK: To be read

    /// True if the lines or requests of some were left unread.
    var hasUnread: Bool { !unread.isEmpty }

    /// Adds a client whose lines, or requests, were left unread.
    mutating func leaveUnread(_ client: ClientID) { unread.append(client) }

    /// Takes all whose lines, or requests, were left unread.
    mutating func takeUnread() -> [ClientID] {
        defer { unread = [] }
        return unread
    }

    // MARK: To be answered

    /// True if some wait for the answer to a request.
    var hasAsking: Bool { !asking.isEmpty }

    /// Adds a connection with a request, behind the others.
    mutating func add(asking client: ClientID) { asking.append(client) }

    /// Takes the connections with a request.
    mutating func takeAsking() -> [ClientID] {
        defer { asking = [] }
        return asking
    }

    /// Puts those that had no turn before those that have asked since.
    mutating func putBack(asking clients: ArraySlice<ClientID>) { asking = clients + asking }
}
