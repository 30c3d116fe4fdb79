public import Protocol

/// The outcome of an input: what to store, and then what to do.
public struct Outcome: Equatable, Sendable {
    /// Entries that must be stored, in this order, before any line produced by the effects leaves the host.
    public var entries: [Entry] = []
    /// The records of matches that have ended.
    public var records: [MatchRecord] = []
    /// The actions to take, in this order.
    public var effects: [Effect] = []
    /// True if the list of matches and players may have changed.
    public var changesList = false
    /// The games of which a public match has just begun, or has a player again: one to follow.
    var newPlay: GameKinds = []
    /// The cost of the command to its sender.
    public var cost = Cost()

    /// Creates an empty outcome.
    public init() {}

    /// Forgets everything, but keeps the arrays' memory for the next outcome, as far as an ordinary one needs it.
    public mutating func empty() {
        entries.removeAll(keepingCapacity: entries.count <= Self.ordinary)
        effects.removeAll(keepingCapacity: effects.count <= Self.ordinary)
        if !records.isEmpty { records = [] }
        (changesList, newPlay, cost) = (false, [], Cost())  // `Step` checks that no field is forgotten.
    }

    private static let ordinary = 16
}

/// One action for the host, with everything needed to perform it.
public enum Effect: Equatable, Sendable {
    case send(Message, to: ClientID)
    /// Send the same event to each of these clients.
    case broadcast(Event, to: [ClientID])
    /// Answer a client's query about finished matches.
    indirect case queryRecords(RecordQuery, to: ClientID, re: RequestID?)
    /// Show a client the states of a finished match one after the other, in place of a replay that it is watching. The
    /// seat is the one that began the match.
    indirect case replay(MatchRecord, starting: Int, to: ClientID, re: RequestID?)
    /// End the replay that a client is watching.
    case stopReplay(ClientID)
    /// Close the connection once everything sent to it is on its way.
    case close(ClientID)
    /// Notify the operator.
    indirect case notify(Notice)
}

/// The cost of a command to its sender.
public struct Cost: Equatable, Sendable {
    /// The number of commands it is charged as.
    public var commands = 1
    /// True if it opened a match.
    public var opensMatch = false
    /// True if it named a code that doesn't exist.
    public var isWrongGuess = false

    /// Creates the cost of an ordinary command.
    public init() {}
}

/// A query about finished matches.
public enum RecordQuery: Equatable, Sendable {
    /// Up to `limit` records that pass the filter: the newest, or the newest before the given one.
    case page(before: RecordID?, limit: Int, RecordFilter = .all)
    /// A single record.
    case one(RecordID)
    /// A single record, to be replayed.
    case replay(RecordID)
    /// The best games of all.
    case scores
    /// The same, and one player's results.
    case statistics(PlayerName)

    /// The command that asks for it.
    public var command: Command.Kind {
        switch self {
        case .page: .records
        case .one: .record
        case .replay: .replay
        case .scores, .statistics: .scores
        }
    }
}

/// Something of interest to the host's operator.
public enum Notice: Equatable, Sendable {
    /// A player took a name.
    case connected(PlayerName)
    /// A named player is gone, and no seat is kept.
    case disconnected(PlayerName)
    case began(MatchID, players: [String], Rules)
    case ended(MatchID, players: [String], scores: [Int], Ending, Rules)
    /// The contest is over.
    case contestEnded
}

/// An input on its way through the lobby: its time and its outcome so far.
struct Step {
    /// The time of the input.
    let now: Instant
    /// The outcome so far.
    var outcome: Outcome

    init(at now: Instant, reusing outcome: consuming Outcome = Outcome()) {
        assert(outcome == Outcome(), "something is left of the last outcome")
        self.now = now
        self.outcome = outcome
    }

    /// Adds an entry to store.
    mutating func store(_ entry: Entry) { outcome.entries.append(entry) }

    mutating func send(_ event: Event, to client: ClientID, re: RequestID? = nil) {
        outcome.effects.append(.send(Message(event, re: re), to: client))
    }

    /// Sends the same event to all these clients; does nothing if there are none.
    mutating func broadcast(_ event: Event, to clients: [ClientID]) {
        if !clients.isEmpty { outcome.effects.append(.broadcast(event, to: clients)) }
    }

    mutating func close(_ client: ClientID) { outcome.effects.append(.close(client)) }

    mutating func notify(_ notice: Notice) { outcome.effects.append(.notify(notice)) }

    /// Sends `ok` for a command with no other reply, if it carried an ID or plain words confirm it.
    mutating func acknowledge(_ kind: Command.Kind, to client: ClientID, re: RequestID?) {
        if re != nil || kind.isConfirmed { send(.ok(kind), to: client, re: re) }
    }

    mutating func refuse(_ refusal: Refusal, to client: ClientID, re: RequestID?, command: String?) {
        send(.error(ErrorReport(refusal, command: command)), to: client, re: re)
    }
}
