public import Protocol

// How it works. A lobby is a value and `handle` is a function: what happened goes in, with the time and the
// randomness, and what to do comes out as a list of effects in order. It owns no socket, file, clock or thread,
// so a test can play ten thousand matches in a second and a seed replays them.
//
// Three tables hold everything: `sessions` (one a connection: its dialect, its name, its place), `registry` (one
// a name: its token, and the connection or the seat that keeps it alive) and `matches`. A fourth, `timers`, holds
// when to look at which match again; whoever drives the lobby sleeps until `nextDue` and then calls `advance`.
//
// Every command passes the same three doors, in this order, and the first that is shut says why:
// who you are (`name_needed`), where you are (`not_seated`, `already_seated`), what you said (`bad_field`, ...).
// Only then does the command's own code look at the match. A refusal changes nothing.

/// Everybody who is connected, and every match.
public struct Lobby: Sendable {
    /// What whoever runs the host has decided.
    public struct Settings: Equatable, Sendable {
        /// What the host says of itself.
        public var hello: Hello
        /// The preset that rules without one are taken from.
        public var preset: Preset

        /// The settings of a host.
        public init(hello: Hello, preset: Preset = .classic) {
            self.hello = hello
            self.hello.preset = preset.rawValue
            self.preset = preset
        }
    }

    let settings: Settings
    /// How many matches there are.
    public var matchCount: Int { matches.all.count }
    /// What the host says of itself in the first line of a connection.
    public var hello: Hello { settings.hello }
    var sessions: [Session?] = []
    var registry = Registry()
    var matches = MatchTable()
    var timers = Timers<MatchID>()
    /// How many of those are alarms of matches that are gone.
    var idleAlarms = 0
    /// The best solo game under each set of rules.
    var best: [Rules: SoloScore] = [:]
    /// Whether the lobby has changed since it was last pushed, and when that was.
    var isStale = false
    /// The list that was pushed last, if everybody in the lobby has seen it.
    var pushed: LobbyList?
    var lastPush: Instant?
    /// How many records have been made of matches that ended.
    var lastRecord = 0
    /// The moment of the latest entry that was replayed; nil if there was none.
    public internal(set) var replayedAt: Instant?
    /// The number of the match that was opened last by an entry that was replayed.
    var lastOpened = 0
    /// Until when names are kept that nobody has come back for since the host was started again.
    var absentUntil: Instant?
    /// Why nothing may be changed for now; nil while all is well.
    public internal(set) var trouble: String?
    /// What the input at hand has led to so far.
    var outcome = Outcome()

    /// A lobby with nobody in it.
    public init(settings: Settings) { self.settings = settings }

    /// The moment by which ``advance(to:)`` must be called; nil if nothing will happen by itself. (It changes nothing;
    /// being `mutating` has it look at the lobby in place.)
    public var nextDue: Instant? {
        mutating get {
            var due = timers.next
            if isStale { due = Self.earlier(due, pushDue) }
            return Self.earlier(due, absentUntil)
        }
    }

    @inline(__always)
    private static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Takes in something that happened.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - now: when; never earlier than at the call before.
    ///   - random: where decks, codes and tokens come from.
    ///   - outcome: gets what is to be kept and done, after what it holds already.
    public mutating func handle(
        _ input: Input, at now: Instant, using random: inout some RandomNumberGenerator, into outcome: inout Outcome
    ) {
        swap(&self.outcome, &outcome)
        defer { swap(&self.outcome, &outcome) }
        switch input {
        case .received(let request, let client): receive(request, from: client, at: now, using: &random)
        case .connected(let client, let perAddress): connect(client, connectionsPerAddress: perAddress)
        case .hurried(let client):
            if session(of: client) != nil { refuse(.tooFast, to: client, re: nil, command: nil) }
        case .finished(let client): finish(client, saying: .closed, at: now)
        case .stalled(let client): finish(client, saying: .slowReader, at: now)
        case .outwaited(let client): finish(client, saying: .idle, at: now)
        case .disconnected(let client): disconnect(client, at: now)
        case .stopping: stop()
        case .diskFailed(let why): trouble = why
        case .diskWorks: trouble = nil
        case .stood(let milliseconds): goOn(after: milliseconds, at: now)
        }
    }

    /// Takes in a `flip` in JSON that has no `id`: the same as ``Input/received(_:from:)``, at half the cost.
    ///
    /// - Parameter card: as the client says it; there may be no such card.
    public mutating func flip(
        _ card: Int, by client: ClientID, at now: Instant, using random: inout some RandomNumberGenerator,
        into outcome: inout Outcome
    ) {
        swap(&self.outcome, &outcome)
        let isDone = flipSimply(card, by: client, at: now)
        swap(&self.outcome, &outcome)
        guard !isDone else { return }
        let request = Request(.command(.flip(.index(card))), dialect: .json)
        handle(.received(request, from: client), at: now, using: &random, into: &outcome)
    }

    /// Does what is due: turns cards back, passes turns, gives up seats, pushes the lobby.
    ///
    /// - Parameter outcome: gets what is to be kept and done, after what it holds already.
    public mutating func advance(to now: Instant, into outcome: inout Outcome) {
        swap(&self.outcome, &outcome)
        defer { swap(&self.outcome, &outcome) }
        while let alarm = timers.popDue(at: now) { ring(alarm, at: now) }
        if let absentUntil, absentUntil <= now { forgetAbsent() }
        if isStale, pushDue <= now { pushLobby(at: now) }
    }

    // MARK: Commands

    private mutating func receive(
        _ request: Request, from client: ClientID, at now: Instant, using random: inout some RandomNumberGenerator
    ) {
        guard var session = session(of: client) else { return }
        if let dialect = request.dialect, dialect != session.dialect {
            sessions[client.index]?.dialect = dialect
            session.dialect = dialect  // Already this line is answered in its own dialect.
        }
        if session.isFresh { confirm(session) }
        do throws(Refusal) {
            switch request.content {
            case .command(let command):
                try admit(command.kind, session)
                if let trouble, mayChangeSomething(command.kind, session) { throw .diskFailed(trouble) }
                try perform(command, for: session, id: request.id, at: now, using: &random)
            case .malformed(let kind, let refusal):
                if !refusal.isFatal { try admit(kind, session) }
                throw refusal
            case .unreadable(_, _): break
            }
        } catch {
            refuse(error, to: client, re: request.id, command: request.content.typeText)
            if error.isFatal { finish(client, saying: Farewell(after: error), at: now) }
        }
        if case .unreadable(let refusal, let type) = request.content {
            refuse(refusal, to: client, re: request.id, command: type)
        }
    }

    /// The first two doors: who the client is, and where.
    private func admit(_ kind: Command.Kind, _ session: Session) throws(Refusal) {
        switch kind {
        case .list, .records, .record, .scores, .ping, .bye, .help: return
        case .hello:
            if case .seated = session.place { throw .alreadySeated }
        case .say:
            guard session.name != nil else { throw .nameNeeded }
        case .open, .join:
            guard session.name != nil else { throw .nameNeeded }
            guard isFree(session) else { throw .alreadySeated }
        case .watch:
            guard isFree(session) else { throw .alreadySeated }
        case .flip, .resign, .rematch:
            guard session.name != nil else { throw .nameNeeded }
            guard case .seated = session.place else { throw .notSeated }
        case .leave:
            guard session.place.match == nil else { return }
            throw session.name == nil ? .nameNeeded : .notSeated
        }
    }

    /// Whether the command may change a match that goes on, or a name, and so must be kept.
    private func mayChangeSomething(_ kind: Command.Kind, _ session: Session) -> Bool {
        switch kind {
        case .hello, .open, .join, .flip, .resign, .rematch: true
        case .leave: !isFree(session)
        case .list, .watch, .say, .records, .record, .scores, .ping, .bye, .help: false
        }
    }

    /// Whether the client may take another place: it has no seat in a match that waits or goes on.
    func isFree(_ session: Session) -> Bool {
        guard case .seated(let match, _) = session.place, let position = matches.position(of: match) else {
            return true
        }
        return matches.all[position].isOver
    }

    private mutating func perform(
        _ command: Command, for session: Session, id: RequestID?, at now: Instant,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        switch command {
        case .flip(let card): try flip(card, session, id, at: now)
        case .hello(let identification): try hello(identification, session, id, at: now, using: &random)
        case .list: send(.lobby(listing()), to: session.client, re: id)
        case .open(let rules, let isPrivate): try open(rules, isPrivate, session, id, at: now, using: &random)
        case .join(let reference): try join(reference, session, id, at: now, using: &random)
        case .watch(let reference): try watch(reference, session, id, at: now)
        case .resign: try resign(session, id, at: now)
        case .rematch: try rematch(session, id, at: now, using: &random)
        case .leave:
            acknowledge(.leave, session, id)
            leave(session, isSaid: true, at: now)
        case .say(let text): say(text, session, id)
        case .records(let before, let limit): consult(.page(before: before, limit: limit), session, id)
        case .record(let record): consult(.one(record), session, id)
        case .scores: consult(.scores, session, id)
        case .ping: send(.pong, to: session.client, re: id)
        case .help: send(.help, to: session.client, re: id)
        case .bye: finish(session.client, saying: .asked, re: id, leaving: true, at: now)
        }
    }

    /// What is known of a connection; nil once it is gone.
    func session(of client: ClientID) -> Session? {
        guard client.index < sessions.count, let session = sessions[client.index], session.client == client else {
            return nil
        }
        return session
    }

    // MARK: Answers

    /// Answers a command that was done: in plain words always, in JSON to those who marked it.
    mutating func acknowledge(_ kind: Command.Kind, _ session: Session, _ id: RequestID?) {
        if id != nil || session.dialect == .plain { send(.ok(kind), to: session.client, re: id) }
    }

    mutating func refuse(_ refusal: Refusal, to client: ClientID, re: RequestID?, command: String?) {
        send(.error(ErrorReport(refusal, command: command)), to: client, re: re)
    }

    /// Has a client told what the records hold, which the lobby does not know.
    private mutating func consult(_ query: RecordQuery, _ session: Session, _ id: RequestID?) {
        outcome.effects.append(.consult(query, to: session.client, re: id))
    }

    mutating func send(_ event: Event, to client: ClientID, re: RequestID? = nil) {
        outcome.effects.append(.send(Message(event, re: re), to: client))
    }
}

extension Request.Content {
    /// What the command calls itself, for its refusal.
    fileprivate var typeText: String? {
        switch self {
        case .command(let command): command.kind.rawValue
        case .malformed(let kind, _): kind.rawValue
        case .unreadable(_, let type): type
        }
    }
}
