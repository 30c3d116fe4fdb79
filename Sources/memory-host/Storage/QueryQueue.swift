import Lobby
import Protocol

/// A client's query about finished matches, which waits for the disk.
struct PastQuery: Sendable {
    let query: RecordQuery
    let client: ClientID
    let re: RequestID?
    /// The reading that must be done first.
    let job: DiskJob
}

/// The queries that wait until records are read: a thread reads for one after the other. A client has one at most,
/// since its next line waits for the answer, so there are no more than clients.
struct QueryQueue: Sendable {
    /// Reads; nil if nothing is kept on disk.
    let thread: DiskThread?
    /// The queries that wait, in their order.
    private(set) var waiting: [PastQuery] = []
    /// The query that the thread reads for; nil while it has nothing to do, or if nobody wants the answer any more.
    private var current: PastQuery?
    /// The time since when the thread has been reading; nil while it has nothing to do.
    private var startedAt: Instant?
    /// The host has given up on what the thread is reading now.
    private var hasGivenUp = false

    /// Nothing waits.
    init(_ thread: DiskThread?) { self.thread = thread }

    /// The time when the host gives up on the disk; nil if nobody waits for it.
    var givesUpAt: Instant? {
        guard let startedAt, current != nil || !waiting.isEmpty else { return nil }
        return startedAt + Limits.Internal.hangingMilliseconds
    }

    /// Adds a query, which is read for once the others are done.
    mutating func add(_ query: PastQuery) { waiting.append(query) }

    /// Starts to read for the next query if the thread has nothing to do.
    ///
    /// - Returns: a query for which nothing can be read, and why not.
    mutating func startNext(at now: Instant) -> (query: PastQuery, error: SystemError)? {
        guard startedAt == nil, !waiting.isEmpty else { return nil }
        let query = waiting.removeFirst()
        do throws(SystemError) {
            try thread?.start(query.job)
            (current, startedAt) = (query, now)
            return nil
        } catch {
            return (query, error)
        }
    }

    /// Takes the thread's answer, if there is one; `query` is nil if nobody wants it any more.
    mutating func takeAnswer() -> (query: PastQuery?, result: Result<Void, SystemError>)? {
        guard let result = thread?.answer(of: "pread")?.result else { return nil }
        defer { (current, startedAt, hasGivenUp) = (nil, nil, false) }
        return (current, result)
    }

    /// Gives up if the thread has been reading for too long: returns all queries, none of which can be answered, and
    /// true the first time.
    mutating func giveUp(at now: Instant) -> (queries: [PastQuery], isNew: Bool) {
        guard let due = givesUpAt, due <= now else { return ([], false) }
        defer { (current, waiting, hasGivenUp) = (nil, [], true) }
        return ([current].compactMap(\.self) + waiting, !hasGivenUp)
    }

    /// Forgets the query of a client that is gone.
    mutating func cancel(_ client: ClientID) {
        if current?.client == client { current = nil }
        if !waiting.isEmpty { waiting.removeAll { $0.client == client } }
    }

    /// Stops the thread unless it is reading.
    func stop() { if startedAt == nil { thread?.stop() } }
}
