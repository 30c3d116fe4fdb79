import Protocol

/// One match: a game, the seats and watchers around it, and the clock.
///
/// Its stages, and what moves it from one to the next:
///
///     waiting ──── every seat taken ──▶ running ──── cards, turns, clock, resign ──▶ over
///        │                               │    ▲                                        ▲
///        │                     a player is gone  all are back                          │
///        │                               ▼    │                                        │
///        │                              paused ──── resign, or the grace has run out ──┤
///        └──── the opener leaves ──────────────────────────────────────────────────────┘
struct Match: Sendable {
    let id: MatchID
    let rules: Rules
    /// The code, if the match is private.
    let code: MatchCode?
    private(set) var game: Game
    /// The seats taken, in order.
    var seats: [Seat] = []
    var watchers: [ClientID] = []
    private(set) var stage = Stage.waiting
    /// Everybody who gets its states: present players, then watchers.
    private(set) var audience: [ClientID] = []
    /// The version of the state that was sent last.
    private(set) var version = 0
    /// What the journal was told of it last.
    private(set) var logged = (step: 0, version: 0)
    /// When it began; nil until it has.
    private(set) var beganAt: Instant?
    /// Every card that was turned and every turn that ran out, as far as a record keeps them.
    private(set) var moves: [MatchRecord.Move] = []
    /// What that state said of the watchers and the phase, and when it was sent.
    private(set) var shown: (watchers: Int, phase: MatchState.Phase, at: Instant)
    /// When a card was last turned.
    private(set) var lastFlip: Instant?
    /// Which seat begins.
    let starting: Int
    /// The alarms set for it, each earlier than the one before; see ``Timers``.
    private(set) var alarms: [Instant] = []

    /// Where a match stands, with what each stage needs to know of time.
    enum Stage: Equatable, Sendable {
        /// A seat is free.
        case waiting
        /// The turn, or the showing of two cards, ends then; nil without a clock.
        case running(until: Instant?)
        /// A player is gone; so many milliseconds of the turn or the showing were left.
        case paused(left: Int?)
        /// It has ended.
        case over(rematch: MatchID?, best: Bool)

        var isOver: Bool {
            if case .over = self { true } else { false }
        }
    }

    /// A match with nobody in it.
    init(_ opening: Entry.Opening) {
        (id, rules, code, starting) = (opening.match, opening.rules, opening.code, opening.starting)
        game = Game(rules: opening.rules, deck: opening.deck, starting: opening.starting)
        shown = (0, .waiting, opening.at)
    }

    // MARK: What it is

    var isOver: Bool { stage.isOver }

    var isWaiting: Bool { stage == .waiting }

    /// Whether the match goes on: begun and not over.
    var isLive: Bool { !isOver && !isWaiting }

    /// Whether somebody may take a seat: one is free, and whoever opened the match is there.
    var isOpen: Bool { isWaiting && seats.allSatisfy { $0.client != nil } }

    /// Whether nobody is in it, and no seat is kept.
    var isEmpty: Bool { watchers.isEmpty && seats.allSatisfy { $0.occupant == .left } }

    /// When somebody must look at the match again; nil if nothing will happen by itself. (It changes nothing; being
    /// `mutating` has it look at the match in place.)
    var due: Instant? {
        mutating get {
            let own: Instant?
            if case .running(let until) = stage { own = until } else { own = graceEnd }
            guard watchers.count != shown.watchers else { return own }
            let recount = shown.at + Limits.pushMilliseconds
            return own.map { min($0, recount) } ?? recount
        }
    }

    /// When the seat of a gone player is next given up in a match that does not run.
    private var graceEnd: Instant? {
        switch stage {
        case .running: nil
        case .paused: abandonedAt
        case .waiting, .over: seats.compactMap(\.goneSince).min().map { $0 + keptMilliseconds }
        }
    }

    /// When a paused match is abandoned: to whoever is there when the first gone player's grace has run out, or to
    /// nobody when the last one's has.
    var abandonedAt: Instant? {
        let gone = seats.compactMap(\.goneSince)
        let first = seats.contains { $0.client != nil } ? gone.min() : gone.max()
        return first.map { $0 + rules.graceMilliseconds }
    }

    /// How long the seat of a gone player is kept: in a match that waits not for too long, since nobody plays in it.
    private var keptMilliseconds: Int {
        isWaiting ? min(rules.graceMilliseconds, Limits.desertedMilliseconds) : rules.graceMilliseconds
    }

    // MARK: What happens to it

    /// Begins: every seat has been taken.
    mutating func begin(at now: Instant) {
        beganAt = now
        stage = .running(until: turnEnd(from: now))
    }

    /// A seat turns a card.
    ///
    /// - Returns: what that did; whether it ended the match, the stage says.
    /// - Throws: the first of the refusals of a flip that holds; then nothing has changed.
    mutating func flip(_ reference: CardReference, by seat: Int, at now: Instant) throws(Refusal) -> Telling.News {
        switch stage {
        case .waiting: throw .notPlaying("The match waits for a second player.")
        case .paused: throw .notPlaying("The match is paused until the other player is back.")
        case .running, .over: break
        }
        let card: Int
        switch reference {
        case .index(let index): card = index
        case .place(let place): card = place.card(rows: rules.rows, columns: rules.columns) ?? -1
        }
        let outcome = try game.flip(card, by: seat)
        lastFlip = now
        note(card, by: seat, at: now)
        restartClock(at: now)
        switch outcome {
        case .first: return .turned(card: card, seat: seat)
        case .pair: return .paired(card: card, seat: seat)
        case .mismatch: return .missed(card: card, seat: seat)
        }
    }

    /// The clock of a running match rang: two cards turn back, or a turn has run out.
    mutating func clockRang(at now: Instant) -> Telling.News {
        let news: Telling.News
        if let seat = game.turn {
            game.turnRanOut()
            note(nil, by: seat, at: now)
            news = .ranOut(seat: seat)
        } else {
            game.turnBack()
            news = .turnedBack
        }
        restartClock(at: now)
        return news
    }

    /// Sets the clock for what the game has come to: a turn, two cards to be shown, or the end.
    private mutating func restartClock(at now: Instant) {
        switch game.table {
        case .choosing(_, nil): stage = .running(until: turnEnd(from: now))
        case .choosing(_, .some): break
        case .showing: stage = .running(until: now + rules.revealMilliseconds)
        case .over: stage = .over(rematch: nil, best: false)
        }
    }

    /// Stops the clock while a player is gone; goes on with what was left when all are back.
    mutating func pauseOrGoOn(at now: Instant) {
        let isComplete = seats.allSatisfy { $0.client != nil }
        switch stage {
        case .running(let until) where !isComplete:
            stage = .paused(left: until.map { max(0, $0 - now) })
        case .paused(let left) where isComplete:
            stage = .running(until: left.map { now + $0 })
        case .waiting, .running, .paused, .over: break
        }
    }

    /// Takes note of a move for the record.
    private mutating func note(_ card: Int?, by seat: Int, at now: Instant) {
        guard moves.count < Limits.recordMoves, let beganAt else { return }
        moves.append(MatchRecord.Move(seat: UInt8(seat), card: card.map { UInt8($0) }, atMilliseconds: now - beganAt))
    }

    /// All clocks have stood still for so long.
    mutating func stand(milliseconds: Int) {
        shown.at = shown.at + milliseconds
        if case .running(let until?) = stage { stage = .running(until: until + milliseconds) }
        for seat in seats.indices {
            if let since = seats[seat].goneSince { seats[seat].occupant = .gone(since: since + milliseconds) }
        }
    }

    /// Ends before its cards do.
    mutating func forfeit(by seat: Int?, as forfeit: Game.Forfeit) {
        game.forfeit(by: seat, as: forfeit)
        stage = .over(rematch: nil, best: false)
    }

    /// Keeps no seat any longer whose player's grace has run out; says whose they were.
    mutating func dismissGone(at now: Instant) -> [PlayerName] {
        var leavers: [PlayerName] = []
        for seat in seats.indices {
            guard let since = seats[seat].goneSince, since + keptMilliseconds <= now else { continue }
            seats[seat].occupant = .left
            leavers.append(seats[seat].name)
        }
        return leavers
    }

    /// Says of a match that is over where it goes on, and whether it was the best.
    mutating func conclude(rematch: MatchID? = nil, best: Bool = false) {
        guard isOver else { preconditionFailure("a match that goes on has no conclusion") }
        stage = .over(rematch: rematch, best: best)
    }

    /// Works out anew who gets its states; to be called when somebody came or went.
    mutating func countAudience() { audience = seats.compactMap(\.client) + watchers }

    private func turnEnd(from now: Instant) -> Instant? {
        rules.turnMilliseconds == 0 ? nil : now + rules.turnMilliseconds
    }

    /// Whether something is due. (It changes nothing; being `mutating` has it look at the match in place.)
    mutating func isDue(at now: Instant) -> Bool { due.map { $0 <= now } ?? false }

    /// Takes note that its earliest alarm has rung.
    mutating func hear(_ alarm: Timers<MatchID>.Alarm) {
        guard alarms.popLast() == alarm.due else {
            preconditionFailure("an alarm rings that its match has not set, or not as its earliest")
        }
    }

    /// The alarm to set now; nil if nothing is due, or one rings early enough.
    mutating func nextAlarm() -> Timers<MatchID>.Alarm? {
        guard let due else { return nil }
        if let next = alarms.last, next <= due { return nil }
        alarms.append(due)
        return Timers.Alarm(due: due, owner: id)
    }

    // MARK: The journal

    /// The next line that the journal gets of it, for a change that the next state will tell of.
    mutating func stamp(at now: Instant) -> Entry.Stamp {
        logged = (logged.step + 1, version + 1)
        return Entry.Stamp(step: logged.step, version: logged.version, at: now)
    }

    /// Takes over what the journal knows of it.
    mutating func restore(_ stamp: Entry.Stamp) {
        logged = (stamp.step, stamp.version)
        version = stamp.version
    }

    /// Whether so many states have been told since the journal was last told of one that it must hear of them.
    var hasUncountedStates: Bool { version - logged.version >= Limits.House.uncountedStates }

    /// Counts on from above every state that may have been told before the host was started again.
    mutating func skipUncountedStates() { version += 2 * Limits.House.uncountedStates }

    // MARK: What is seen of it

    /// Goes on to the next state, which is the one to send now; says how it is to be told.
    mutating func nextState(_ news: Telling.News, at now: Instant) -> Telling {
        version += 1
        let phase = phase
        let draws = news.changesBoard || phase != shown.phase
        shown = (watchers.count, phase, now)
        return Telling(news, drawsBoard: draws, vanishes: rules.matched == .vanish)
    }

    /// Goes on to the next state, and has everybody told of it.
    mutating func publish(_ news: Telling.News, at now: Instant, into outcome: inout Outcome) {
        let telling = nextState(news, at: now)
        guard !audience.isEmpty else { return }
        outcome.effects.append(.tell(outcome.add(&self, at: now), telling, to: audience))
    }
}

extension Telling.News {
    /// Whether cards or the turn changed with it.
    fileprivate var changesBoard: Bool {
        switch self {
        case .copy, .begun, .turned, .paired, .missed, .turnedBack, .ranOut, .ended: true
        case .gone, .back, .offered, .goesOn, .left, .watchers: false
        }
    }
}
