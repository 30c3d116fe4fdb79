public import Protocol

// How it works: A lobby is a value and `handle` is a function. An event goes in, with the time and the randomness;
// what to store and what to do comes out, in order. The lobby owns no socket, file, clock or thread, so a test can
// play ten thousand matches in a second, and a seed replays them. An input passes through it as a `Step`, which holds
// the time and collects the outcome.
//
// Three tables hold everything: `sessions` (per connection: its name and place), `registry` (per name: its token, and
// the connection or seat that keeps it in use) and `matches`. Each is changed only through its `update` or a function
// of its own. The lobby's driver sleeps until `nextDue` and then calls `advance`.
//
// Every command goes through the same checks in this order, and the first that fails gives the reason: who the client
// is (`name_needed`), where it is (`not_seated`, `already_seated`), what the host, its address and the disk allow
// (`draining`, `too_fast`, `disk_failed`). Only then does the command's own code look at the match. A refused command
// changes nothing.

/// All connections and all matches.
public struct Lobby: Sendable {
    /// The operator's settings.
    public let settings: Settings
    var sessions = SessionTable()
    var registry = Registry()
    var matches = MatchTable()
    var ledger = Ledger()
    var lastSeats = LastSeats()
    /// The moves made since the lobby was created, those of the house among them; replayed ones are not counted.
    public internal(set) var moves = MoveCounts()
    var push = ChangePush<LobbyList>()
    var following = Following()
    /// The contest and who is seated next; nil if there is none.
    var desk: ContestDesk?
    /// The time at which something is due in the contest.
    var contestDue: Instant?
    /// The time until which names are kept whose players haven't come back since the host was restarted.
    var absentUntil: Instant?
    /// The time of the latest replayed entry; nil if there was none.
    public internal(set) var replayedAt: Instant?
    /// True once the lobby was told to drain: what is in play goes on, and nothing else begins. A restart ends it.
    public internal(set) var isDraining = false
    /// True if matches may be lost that somebody has seen, until the contest knows.
    var mayHaveLostMatches = false
    /// The number of the last match opened by a replayed entry.
    var lastOpened = 0
    /// The time by which ``advance(to:)`` must be called; nil if nothing will happen by itself.
    public private(set) var nextDue: Instant?

    /// Creates an empty lobby.
    public init(settings: Settings) {
        Command.checkTable()
        self.settings = settings
    }

    /// The number of matches.
    public var matchCount: Int { matches.all.count }

    /// The number of connected players with a name.
    public var playerCount: Int { registry.connected.count }

    /// The number of public matches that aren't over; it looks at every match.
    public var publicMatchCount: Int { matches.count { $0.code == nil && ($0.isOpen || $0.isInProgress) } }

    /// Returns true if the client has a seat, or is an entrant of the contest with matches to play, which exempts it
    /// from being disconnected when idle.
    public func isExpected(_ client: ClientID) -> Bool {
        sessions.location(of: client)?.seat != nil || hasMatchesToPlay(client)
    }

    /// True if a client has a seat in a match that is not over: others wait for it, or for somebody to join it.
    public func isAwaited(_ client: ClientID) -> Bool {
        sessions.location(of: client)?.seat.map { matches.isLive($0.match) } ?? false
    }

    /// Handles an input.
    ///
    /// - Parameters:
    ///   - input: the event.
    ///   - now: the time of the event; never earlier than in the previous call.
    ///   - random: the source of randomness for decks, codes and tokens.
    ///   - outcome: an empty outcome, of which the memory is used again.
    /// - Returns: what to store and then do.
    public mutating func handle(
        _ input: Input, at now: Instant, using random: inout some RandomNumberGenerator,
        reusing outcome: consuming Outcome = Outcome()
    ) -> Outcome {
        var step = Step(at: now, reusing: outcome)
        switch input {
        case .received(let request, let client, let allowance):
            receive(request, from: client, allowance, &step, using: &random)
        case .connected(let client, let limits, let host): connect(client, limits, from: host, &step)
        case .throttled(let client):
            if sessions.contains(client) { step.refuse(.tooFast, to: client, re: nil, command: nil) }
        case .finished(let client, let farewell): finish(client, saying: farewell, &step)
        case .stalled(let client): finish(client, saying: .slowReader, &step)
        case .evictedForIdling(let client): finish(client, saying: .idle, &step)
        case .disconnected(let client): disconnect(client, &step)
        case .missedList:
            push.clientArrived()
            desk?.push.clientArrived()
            step.outcome.changesList = true
        case .draining: drain(&step)
        case .stopping: stop(&step)
        case .clocksPaused(let milliseconds): resumeClocks(after: milliseconds, &step)
        }
        if step.outcome.changesList, desk != nil { continueContest(&step, using: &random) }
        if !following.waitFor.isDisjoint(with: step.outcome.newPlay) { moveFollowers(&step) }
        if step.outcome.changesList { push.listChanged() }
        noteDue()
        return step.outcome
    }

    /// Does everything that is due: turns cards back, passes turns, frees seats, pushes the list.
    ///
    /// - Parameter random: the source of randomness for the seeds of a contest.
    /// - Returns: what to store and then do.
    public mutating func advance(to now: Instant, using random: inout some RandomNumberGenerator) -> Outcome {
        var step = Step(at: now)
        while let (match, due) = matches.popDue(at: now) { meet(due, in: match, &step) }
        if let absentUntil, absentUntil <= now { forgetAbsent(&step) }
        if desk != nil { continueContest(&step, using: &random) }
        if following.due.map({ $0 <= now }) ?? false || !following.waitFor.isDisjoint(with: step.outcome.newPlay) {
            moveFollowers(&step)
        }
        if step.outcome.changesList { push.listChanged() }
        if let due = push.due, due <= now { pushList(&step) }
        noteDue()
        return step.outcome
    }

    /// Notes when something is due next, at the end of each of the functions that change it.
    @inline(__always)
    mutating func noteDue() {
        nextDue = Instant.earlier(
            Instant.earlier(matches.nextDue, push.due),
            Instant.earlier(Instant.earlier(following.due, absentUntil), contestDue))
    }

    // MARK: Commands

    private mutating func receive(
        _ request: Request, from client: ClientID, _ allowance: Allowance, _ step: inout Step,
        using random: inout some RandomNumberGenerator
    ) {
        guard let standing = sessions.standing(of: client) else { return }
        do throws(Refusal) {
            switch request.content {
            case .command(let command):
                let terms = command.kind.terms
                step.outcome.cost.commands = terms.weight.count(of: command)
                try admit(client, terms, standing, request.guards)
                if terms.isForSeenMatch { try checkIsSeen(client, request.guards, at: step.now) }
                try check(command, terms, from: client, allowance, &step)
                try carryOut(command, from: client, request, allowance, &step, using: &random)
                guard step.outcome.cost.opensMatch else { return }
                step.outcome.cost.commands = terms.weight.count(of: command, opensMatch: true)
            case .malformed(let kind, let refusal):
                step.outcome.cost.commands = kind.terms.weight.count(of: nil)
                if !refusal.isFatal { try admit(client, kind.terms, standing, nil) }
                throw refusal
            case .unreadable(let refusal, _): throw refusal
            }
        } catch {
            if step.outcome.cost.isWrongGuess, !allowance.mayGuess, let name = sessions[client]?.name {
                lastSeats.remove(name)
            }
            step.refuse(error, to: client, re: request.id, command: request.content.typeText)
            if error.isFatal { finish(client, saying: Farewell(after: error), &step) }
        }
    }

    // These are mutating so that the lobby is not copied for them; they change nothing.
    /// The first: who the client is, whether the command is meant for where it is, and where it is.
    private mutating func admit(
        _ client: ClientID, _ terms: Command.Terms, _ standing: Session.Standing, _ guards: Request.Guards?
    ) throws(Refusal) {
        let location = standing.location
        if !standing.isNamed {
            switch terms.name {
            case .optional: break
            case .needed: throw .nameNeeded
            case .neededUnlessInMatch: guard location.match != nil else { throw .nameNeeded }
            }
        }
        if let guards { try check(guards, location) }
        switch terms.place {
        case .anywhere: return
        case .unseated: guard location.seat == nil else { throw .alreadySeated }
        case .free: guard isFree(client) else { throw .alreadySeated }
        case .seated: guard location.seat != nil else { throw .notSeated }
        case .inMatch: guard location.match != nil else { throw .notSeated }
        }
    }

    private mutating func check(_ guards: Request.Guards, _ location: Session.Location) throws(Refusal) {
        let current = location.match
        guard guards.apply(to: current) else {
            throw .stale(current.map { "You are in \($0.text) now." } ?? "You are not in a match now.")
        }
        guard let current, guards.turnNumber != nil || guards.ply != nil else { return }
        try matches.read(current) { (match) throws(Refusal) in try match.checkIsCurrent(guards) }
    }

    /// The third check: whether the host drains, what the client's address may do, and whether anything may change.
    private mutating func check(
        _ command: Command, _ terms: Command.Terms, from client: ClientID, _ allowance: Allowance, _ step: inout Step
    ) throws(Refusal) {
        if isDraining, terms.beginsAnew { throw .draining }
        if allowance == .everything { return }
        if !allowance.mayOpen, opens(command, terms.opensMatch) { throw .tooManyOpenings }
        if !allowance.hasMemory, opens(command, terms.opensMatch) { throw .tooManyMatches }
        // A code isn't even looked up, so a throttled client learns nothing and isn't charged for a guess.
        if !allowance.mayGuess, command.isGuess, !(allowance.mayOweGuess && hadSeat(client, at: step.now)) {
            step.outcome.cost.commands = Limits.wrongSecretWeight
            throw .tooManyGuesses
        }
        if let failure = allowance.diskFailure, needsDisk(terms.needsDisk, client) { throw .diskFailed(failure) }
    }

    private func opens(_ command: Command, _ opening: Command.Terms.Opening) -> Bool {
        switch opening {
        case .never: return false
        case .always: return true
        case .unlessOneIsOpen:
            guard case .join(nil, let game) = command else { return false }
            return matches.oldestOpen(game ?? .usual) == nil
        }
    }

    /// Returns true if a client may try one code whatever its address has guessed: it has just had a seat.
    private func hadSeat(_ client: ClientID, at now: Instant) -> Bool {
        sessions[client]?.name.map { lastSeats.contains($0, at: now) } ?? false
    }

    private func needsDisk(_ storage: Command.Terms.Storage, _ client: ClientID) -> Bool {
        switch storage {
        case .never: false
        case .always: true
        case .ifSeated: !isFree(client)
        }
    }

    /// Returns true if the client may take another place: it has no seat in a match that is waiting or in progress.
    func isFree(_ client: ClientID) -> Bool {
        guard let (match, _) = sessions.location(of: client)?.seat else { return true }
        return !matches.isLive(match)
    }

    private mutating func carryOut(
        _ command: Command, from client: ClientID, _ request: Request, _ allowance: Allowance, _ step: inout Step,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        let id = request.id
        switch command {
        case .move(let move): try play(move, seenIn: request.guards?.version, from: client, id, &step)
        case .hello(let identification): try hello(identification, from: client, id, &step, using: &random)
        case .list: step.send(.lobby(list), to: client, re: id)
        case .followList(let follows):
            sessions.update(client) { $0.followsList = follows }
            step.send(.lobby(list), to: client, re: id)
        case .open(let rules, let isPrivate, let opponent):
            try open(rules, isPrivate: isPrivate, against: opponent, from: client, id, &step, using: &random)
        case .join(let reference, let game):
            try join(reference, game ?? .usual, from: client, id, &step, using: &random)
        case .watch(let reference, let follows, let game):
            try watch(reference, follows: follows, game, from: client, id, &step)
        case .resign: try resign(client, id, &step)
        case .rematch: try offerRematch(client, id, &step, using: &random)
        case .leave:
            step.acknowledge(.leave, to: client, re: id)
            leave(client, isSaid: true, &step)
        case .say(let text): say(text, from: client, id, &step)
        case .records(let before, let limit, let filter):
            query(.page(before: before, limit: limit, filter), from: client, id, &step)
        case .record(let record): query(.one(record), from: client, id, &step)
        case .replay(let record?): query(.replay(record), from: client, id, &step)
        case .replay(nil): try replayMatch(of: client, id, &step)
        case .stopReplay:
            step.acknowledge(.replay, to: client, re: id)
            step.outcome.effects.append(.stopReplay(client))
        case .scores: query(.scores, from: client, id, &step)
        case .statistics(let player): query(.statistics(player), from: client, id, &step)
        case .enter: try enter(client, id, allowance, &step)
        case .withdraw: try withdraw(client, id, &step)
        case .standings(let follows): try sendStandings(to: client, follows: follows, id, &step)
        case .rules(let game):
            let book = RuleBook(preset: settings.preset, pictures: settings.pictures, explaining: game)
            step.send(.rules(book), to: client, re: id)
        case .ping: step.send(.pong, to: client, re: id)
        case .help: step.send(.help, to: client, re: id)
        case .bye: bye(client, id, mayResign: allowance.diskFailure == nil, &step)
        }
    }

    /// Has the host answer a query about the records, which the lobby doesn't have.
    private func query(_ query: RecordQuery, from client: ClientID, _ id: RequestID?, _ step: inout Step) {
        step.outcome.effects.append(.queryRecords(query, to: client, re: id))
    }
}
