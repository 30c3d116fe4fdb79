public import Protocol

// How it works. A lobby is a value and `handle` is a function: what happened goes in, with the time and the
// randomness, and what to keep and what to do comes out, in order. It owns no socket, file, clock or thread,
// so a test can play ten thousand matches in a second and a seed replays them.
//
// Three tables hold everything: `sessions` (one a connection: its name, its place), `registry` (one a name: its token,
// and the connection or the seat that keeps it alive) and `matches`. Each is changed through one door, its `update` or
// a function of its own. Whoever drives the lobby sleeps until `nextDue` and then calls `advance`.
//
// On its way through the lobby an input is a `Step`: it knows the moment, and gathers what comes of it.
//
// Every command passes the same doors, in this order, and the first that is shut says why: who you are (`name_needed`),
// where you are (`not_seated`, `already_seated`), what your address and the disk allow (`too_fast`, `disk_failed`). Only
// then does the command's own code look at the match. A refusal changes nothing.

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
    var sessions = SessionTable()
    var registry = Registry()
    var matches = MatchTable()
    var ledger = Ledger()
    var push = LobbyPush()
    /// Until when names are kept that nobody has come back for since the host was started again.
    var absentUntil: Instant?
    /// The moment of the latest entry that was replayed; nil if there was none.
    public internal(set) var replayedAt: Instant?
    /// The number of the match that was opened last by an entry that was replayed.
    var lastOpened = 0

    /// A lobby with nobody in it.
    public init(settings: Settings) { self.settings = settings }

    /// What the host says of itself in the first line of a connection.
    public var hello: Hello { settings.hello }

    /// How many matches there are.
    public var matchCount: Int { matches.all.count }

    /// Whether a client sits in a match, and so is not to be sent away for saying nothing.
    public func isSeated(_ client: ClientID) -> Bool { sessions.place(of: client)?.seat != nil }

    /// The moment by which ``advance(to:)`` must be called; nil if nothing will happen by itself.
    public var nextDue: Instant? {
        Instant.earlier(Instant.earlier(matches.nextDue, push.due), absentUntil)
    }

    /// Takes in something that happened.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - now: when; never earlier than at the call before.
    ///   - random: where decks, codes and tokens come from.
    /// - Returns: what is to be kept, and then done.
    public mutating func handle(
        _ input: Input, at now: Instant, using random: inout some RandomNumberGenerator
    ) -> Outcome {
        var step = Step(at: now)
        switch input {
        case .received(let request, let client, let allowance):
            receive(request, from: client, allowance, &step, using: &random)
        case .connected(let client, let perAddress): connect(client, connectionsPerAddress: perAddress, &step)
        case .throttled(let client):
            if sessions.contains(client) { step.refuse(.tooFast, to: client, re: nil, command: nil) }
        case .finished(let client): finish(client, saying: .closed, &step)
        case .stalled(let client): finish(client, saying: .slowReader, &step)
        case .evictedForIdling(let client): finish(client, saying: .idle, &step)
        case .disconnected(let client): disconnect(client, &step)
        case .stopping: stop(&step)
        case .clocksPaused(let milliseconds): resumeClocks(after: milliseconds, &step)
        }
        if step.outcome.changesList { push.listChanged() }
        return step.outcome
    }

    /// Does what is due: turns cards back, passes turns, gives up seats, pushes the lobby.
    ///
    /// - Returns: what is to be kept, and then done.
    public mutating func advance(to now: Instant) -> Outcome {
        var step = Step(at: now)
        while let (match, due) = matches.popDue(at: now) { handle(due, in: match, &step) }
        if let absentUntil, absentUntil <= now { forgetAbsent(&step) }
        if step.outcome.changesList { push.listChanged() }
        if let due = push.due, due <= now { pushList(&step) }
        return step.outcome
    }

    // MARK: Commands

    private mutating func receive(
        _ request: Request, from client: ClientID, _ allowance: Allowance, _ step: inout Step,
        using random: inout some RandomNumberGenerator
    ) {
        guard let session = sessions[client] else { return }
        if session.hasUnconfirmedToken { confirmToken(of: client, &step) }
        do throws(Refusal) {
            switch request.content {
            case .command(let command):
                step.outcome.cost.commands = command.weight
                try admit(command.kind, session)
                try check(command, from: client, allowance)
                try perform(command, from: client, request.id, allowance, &step, using: &random)
            case .malformed(let kind, let refusal):
                if !refusal.isFatal { try admit(kind, session) }
                throw refusal
            case .unreadable(let refusal, _): throw refusal
            }
        } catch {
            step.refuse(error, to: client, re: request.id, command: request.content.typeText)
            if error.isFatal { finish(client, saying: Farewell(after: error), &step) }
        }
    }

    /// The first two doors: who the client is, and where.
    private func admit(_ kind: Command.Kind, _ session: Session) throws(Refusal) {
        switch kind {
        case .list, .records, .record, .scores, .ping, .bye, .help: return
        case .hello:
            if session.place.seat != nil { throw .alreadySeated }
        case .say:
            guard session.name != nil else { throw .nameNeeded }
        case .open, .join:
            guard session.name != nil else { throw .nameNeeded }
            guard isFree(session.client) else { throw .alreadySeated }
        case .watch:
            guard isFree(session.client) else { throw .alreadySeated }
        case .flip, .resign, .rematch:
            guard session.name != nil else { throw .nameNeeded }
            guard session.place.seat != nil else { throw .notSeated }
        case .leave:
            guard session.place.match == nil else { return }
            throw session.name == nil ? .nameNeeded : .notSeated
        }
    }

    /// The third door: what the client's address may do, and whether anything may be changed.
    private func check(_ command: Command, from client: ClientID, _ allowance: Allowance) throws(Refusal) {
        if command.mayOpen, !allowance.mayOpen { throw .tooManyOpenings }
        // A code is not even looked up, so that whoever waits learns nothing, and at no other cost. A token that is good
        // was not guessed: nobody keeps others at the same address from their seats.
        if command.isGuess, !allowance.mayGuess, !isGoodToken(command) { throw .tooManyGuesses }
        if let failure = allowance.diskFailure, mayChangeSomething(command.kind, client) { throw .diskFailed(failure) }
    }

    private func isGoodToken(_ command: Command) -> Bool {
        if case .hello(.token(let token)) = command { registry[TokenDigest(token)] != nil } else { false }
    }

    /// Whether the command may change a match that goes on, or a name, and so must be kept.
    private func mayChangeSomething(_ kind: Command.Kind, _ client: ClientID) -> Bool {
        switch kind {
        case .hello, .open, .join, .flip, .resign, .rematch: true
        case .leave: !isFree(client)
        case .list, .watch, .say, .records, .record, .scores, .ping, .bye, .help: false
        }
    }

    /// Whether the client may take another place: it has no seat in a match that waits or goes on.
    func isFree(_ client: ClientID) -> Bool {
        guard let (match, _) = sessions.place(of: client)?.seat else { return true }
        return !matches.isLive(match)
    }

    private mutating func perform(
        _ command: Command, from client: ClientID, _ id: RequestID?, _ allowance: Allowance, _ step: inout Step,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        switch command {
        case .move(let move): try play(move, from: client, id, &step)
        case .hello(let identification): try hello(identification, from: client, id, &step, using: &random)
        case .list: step.send(.lobby(list), to: client, re: id)
        case .open(let rules, let isPrivate):
            try open(rules, isPrivate: isPrivate, from: client, id, &step, using: &random)
        case .join(let reference): try join(reference, from: client, id, &step, using: &random)
        case .watch(let reference): try watch(reference, from: client, id, &step)
        case .resign: try resign(client, id, &step)
        case .rematch: try offerRematch(client, id, &step, using: &random)
        case .leave:
            step.acknowledge(.leave, to: client, re: id)
            leave(client, isSaid: true, &step)
        case .say(let text): say(text, from: client, id, &step)
        case .records(let before, let limit): query(.page(before: before, limit: limit), from: client, id, &step)
        case .record(let record): query(.one(record), from: client, id, &step)
        case .scores: query(.scores, from: client, id, &step)
        case .ping: step.send(.pong, to: client, re: id)
        case .help: step.send(.help, to: client, re: id)
        case .bye: bye(client, id, mayResign: allowance.diskFailure == nil, &step)
        }
    }

    /// Has a client told what the records hold, which the lobby does not know.
    private func query(_ query: RecordQuery, from client: ClientID, _ id: RequestID?, _ step: inout Step) {
        step.outcome.effects.append(.queryRecords(query, to: client, re: id))
    }
}

extension Command {
    /// How many commands it counts as, unless it opens a match.
    fileprivate var weight: Int {
        switch self {
        case .say: Limits.sayWeight
        case .hello, .list, .open, .join, .watch, .move, .resign, .rematch, .leave, .records, .record, .scores, .ping,
            .bye, .help:
            1
        }
    }

    /// Whether it may open a match.
    fileprivate var mayOpen: Bool {
        switch self {
        case .open, .join(nil): true
        case .join, .hello, .list, .watch, .move, .resign, .rematch, .leave, .say, .records, .record, .scores, .ping,
            .bye, .help:
            false
        }
    }

    /// Whether it names a secret, and so may be a guess.
    fileprivate var isGuess: Bool {
        switch self {
        case .hello(.token), .join(.code), .watch(.code): true
        case .hello, .join, .watch, .list, .open, .move, .resign, .rematch, .leave, .say, .records, .record, .scores,
            .ping, .bye, .help:
            false
        }
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
