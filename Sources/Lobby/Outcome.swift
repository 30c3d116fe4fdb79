public import Protocol

/// What came of an input: what is to be kept, and then what is to be done.
public struct Outcome: Equatable, Sendable {
    /// What must be kept before any line that the effects produce leaves the host, in this order.
    public var entries: [Entry] = []
    /// The records of matches that have ended.
    public var records: [MatchRecord] = []
    /// What is to be done, in this order.
    public var effects: [Effect] = []
    /// Whether it changed what the list of matches and players says.
    public var changesList = false
    /// What the client that sent a command is charged for it.
    public var cost = Cost()

    /// Nothing.
    public init() {}
}

/// One thing for the host to do, with everything that is needed to do it.
public enum Effect: Equatable, Sendable {
    /// Send a message to one client.
    case send(Message, to: ClientID)
    /// Send the same event to each of these clients.
    case broadcast(Event, to: [ClientID])
    /// Answer one client's question about the matches that are over.
    case queryRecords(RecordQuery, to: ClientID, re: RequestID?)
    /// Close the connection once everything sent to it is on its way.
    case close(ClientID)
    /// Tell whoever runs the host.
    indirect case note(Notice)
}

/// What a command costs whoever sent it.
public struct Cost: Equatable, Sendable {
    /// Commands that it counts as.
    public var commands = 1
    /// Whether it opened a match.
    public var opensMatch = false
    /// Whether it named a code or a token that is none.
    public var isWrongGuess = false

    /// What most commands cost.
    public init() {}
}

/// A question about the matches that are over.
public enum RecordQuery: Equatable, Sendable {
    /// So many of the newest, or of those before this one.
    case page(before: RecordID?, limit: Int)
    /// One of them.
    case one(RecordID)
    /// The best of all.
    case scores
}

/// What whoever runs a host wants to see.
public enum Notice: Equatable, Sendable {
    /// Somebody said who they are.
    case came(PlayerName)
    /// Somebody with a name is gone, and no seat is kept for them.
    case went(PlayerName)
    /// A match began.
    case began(MatchID, players: [String], Rules)
    /// A match ended.
    case ended(MatchID, players: [String], scores: [Int], Ending)
}

/// An input on its way through the lobby: the moment at which it happens, and what has come of it so far.
struct Step {
    /// The moment.
    let now: Instant
    /// What has come of it.
    var outcome = Outcome()
    init(at now: Instant) { self.now = now }

    /// Adds an entry to be kept.
    mutating func keep(_ entry: Entry) { outcome.entries.append(entry) }

    mutating func send(_ event: Event, to client: ClientID, re: RequestID? = nil) {
        outcome.effects.append(.send(Message(event, re: re), to: client))
    }

    /// Sends the same to all of them; nothing if there is nobody.
    mutating func broadcast(_ event: Event, to clients: [ClientID]) {
        if !clients.isEmpty { outcome.effects.append(.broadcast(event, to: clients)) }
    }

    mutating func close(_ client: ClientID) { outcome.effects.append(.close(client)) }

    mutating func note(_ notice: Notice) { outcome.effects.append(.note(notice)) }

    /// Sends `ok` for a command that nothing else answers, if it carried an id, or plain words confirm it.
    mutating func acknowledge(_ kind: Command.Kind, to client: ClientID, re: RequestID?) {
        let isConfirmed =
            switch kind {
            case .leave, .rematch: true
            case .hello, .list, .open, .join, .watch, .flip, .resign, .say, .records, .record, .scores, .ping, .bye,
                .help:
                false
            }
        if re != nil || isConfirmed { send(.ok(kind), to: client, re: re) }
    }

    mutating func refuse(_ refusal: Refusal, to client: ClientID, re: RequestID?, command: String?) {
        send(.error(ErrorReport(refusal, command: command)), to: client, re: re)
    }
}
