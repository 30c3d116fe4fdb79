import Games
import Protocol

/// One match: a game, the seats and watchers around it, and the clock.
///
/// Its stages, and what moves it from one to the next:
///
///     waiting ──── every seat taken ──▶ running ──── moves, clock, resign ──▶ over
///        │                               │    ▲                                 ▲
///        │                  a player is absent  all are back                    │
///        │                               ▼    │                                 │
///        │                              paused ──── resign, or the grace is over ┤
///        └──── the opener leaves ───────────────────────────────────────────────┘
///
/// Each function for something that happens during play returns the ``Change`` that it made. Replaying the journal calls
/// the same functions. Entries and states come from `Match+States.swift`.
struct Match: Sendable {
    let id: MatchID
    /// The code, if the match is private.
    let code: MatchCode?
    /// Which seat begins.
    let starting: Int
    private(set) var game: Game
    /// The seats taken, in order.
    private(set) var seats: [Seat] = [] { didSet { countAudience() } }
    private(set) var watchers: [ClientID] = [] { didSet { countAudience() } }
    /// Everybody who gets its states: present players, then watchers.
    private(set) var audience: [ClientID] = []
    private(set) var stage = Stage.waiting
    /// When it began; nil until it has.
    private(set) var beganAt: Instant?
    /// Every move that was made and every turn that ran out, as far as a record keeps them.
    private(set) var moves: [MatchRecord.Move] = []
    /// When a player last made a move.
    private(set) var movedAt: Instant?
    /// How far it has been sent and kept.
    var versions: Versions
    /// The alarms set for it, each earlier than the one before; see ``Timers``.
    var alarms: [Instant] = []

    /// Where a match stands, with what each stage needs to know of time.
    enum Stage: Equatable, Sendable {
        /// A seat is free.
        case waiting
        /// It has been in play since then, not counting the time for which it was paused.
        case running(since: Instant)
        /// A player is absent; it has been in play for so many milliseconds.
        case paused(played: Int)
        /// It has ended.
        case over(rematch: MatchID?, best: Bool)
    }

    /// A match with nobody in it.
    init(_ opening: Entry.Opening) {
        (id, code, starting) = (opening.match, opening.code, opening.starting)
        game = Game(rules: opening.rules, deck: opening.deck, starting: opening.starting)
        versions = Versions(at: opening.at)
    }

    // MARK: What it is

    var isOver: Bool { if case .over = stage { true } else { false } }

    var isWaiting: Bool { stage == .waiting }

    var isRunning: Bool { if case .running = stage { true } else { false } }

    /// Whether the match goes on: begun and not over.
    var isLive: Bool { !isOver && !isWaiting }

    /// Whether somebody may take a seat: one is free, and whoever opened the match is there.
    var isOpen: Bool { isWaiting && seats.allSatisfy(\.isPresent) }

    /// Whether a person plays in it, and is there.
    var hasPlayer: Bool { seats.contains { $0.client != nil } }

    /// Whether nobody is in it, and no seat is kept.
    var isEmpty: Bool { watchers.isEmpty && seats.allSatisfy { $0.hasLeft || $0.occupant == .house } }

    var rules: Rules { game.rules }

    var players: [String] { seats.map(\.player.text) }

    var scores: [Int] { seats.indices.map { game.score(of: $0) } }

    var phase: MatchState.Phase {
        switch stage {
        case .waiting: .waiting
        case .paused: .paused
        case .over: .over
        case .running: game.phase
        }
    }

    /// How long it has been in play, in milliseconds: the time of its game.
    func played(at now: Instant) -> Int {
        switch stage {
        case .running(let since): now - since
        case .paused(let played): played
        case .waiting, .over: 0
        }
    }

    /// Who or what a client is to the match.
    func seating(seat: Int?) -> Seating { Seating(match: id, seat: seat, rules: rules, code: code) }

    // MARK: What happens while it goes on

    /// Somebody takes the next free seat; with the last one the match begins.
    ///
    /// - Returns: ``Change/deal`` if it began.
    mutating func takeSeat(_ occupant: Seat.Occupant, at now: Instant) -> Change? {
        precondition(isWaiting && seats.count < rules.seats, "no seat is free")
        seats.append(Seat(occupant))
        guard seats.count == rules.seats else { return nil }
        beganAt = now
        stage = .running(since: now)
        endIfGameDid()
        return .deal
    }

    /// A seat makes a move.
    ///
    /// - Returns: the move as it is kept, and what it changed; whether it ended the match, the stage says.
    /// - Throws: why it cannot be made; then nothing has changed.
    mutating func play(_ move: Move, by seat: Int, at now: Instant) throws(Refusal) -> Game.Played {
        switch stage {
        case .waiting: throw .notPlaying("The match is waiting for a second player.")
        case .paused: throw .notPlaying("The match is paused until the other player is back.")
        case .running, .over: break
        }
        let made = try game.play(move, by: seat, at: played(at: now))
        movedAt = now
        record(made.move, by: seat, at: now)
        endIfGameDid()
        return made
    }

    /// The deadline of the game has come.
    ///
    /// - Returns: what that changed; nil if there was no deadline.
    mutating func expire(at now: Instant) -> Change? {
        guard case .running = stage, let change = game.expire(at: played(at: now)) else { return nil }
        if let seat = change.missedTurn { record(nil, by: seat, at: now) }
        endIfGameDid()
        return change
    }

    /// Ends before the game does.
    ///
    /// - Parameter seat: who is to blame; nil if it is nobody, or everybody.
    mutating func forfeit(by seat: Int?, as forfeit: Game.Forfeit) -> Change? {
        let change = game.forfeit(by: seat, as: forfeit)
        endIfGameDid()
        return change
    }

    /// A player's connection broke: the seat is kept, and a running match is paused.
    mutating func goAway(_ seat: Int, at now: Instant) -> Change {
        seats[seat].become(.absent(since: now))
        seats[seat].offersRematch = false
        pauseOrGoOn(at: now)
        return .away(seat: seat)
    }

    /// A player is there again, or on another connection; a match in which nobody is absent any more goes on.
    ///
    /// - Returns: nil if the player was there all the time.
    mutating func comeBack(_ seat: Int, as client: ClientID, at now: Instant) -> Change? {
        let wasPresent = seats[seat].isPresent
        seats[seat].become(.present(client))
        pauseOrGoOn(at: now)
        return wasPresent ? nil : .back(seat: seat)
    }

    /// All clocks have stood still for so long.
    mutating func shiftDeadlines(by milliseconds: Int) {
        versions.shown.at = versions.shown.at + milliseconds
        if case .running(let since) = stage { stage = .running(since: since + milliseconds) }
        for seat in seats.indices {
            if let since = seats[seat].absentSince { seats[seat].become(.absent(since: since + milliseconds)) }
        }
    }

    private mutating func pauseOrGoOn(at now: Instant) {
        let isComplete = seats.allSatisfy(\.isPresent)
        switch stage {
        case .running where !isComplete: stage = .paused(played: played(at: now))
        case .paused(let played) where isComplete: stage = .running(since: now + -played)
        case .waiting, .running, .paused, .over: break
        }
    }

    private mutating func countAudience() { audience = seats.compactMap(\.client) + watchers }

    private mutating func endIfGameDid() {
        if game.ending != nil, !isOver { stage = .over(rematch: nil, best: false) }
    }

    private mutating func record(_ move: Move?, by seat: Int, at now: Instant) {
        guard moves.count < Limits.recordMoves, let beganAt else { return }
        moves.append(MatchRecord.Move(seat: seat, move, atMilliseconds: now - beganAt))
    }

    // MARK: What happens around it

    /// Nobody is there after a restart: every seat is kept from now on, and the clock stands where it stood last.
    ///
    /// - Returns: the seats that somebody was in.
    mutating func markEveryoneAbsent(since now: Instant, clockAt moment: Instant) -> [Int] {
        let left = seats.indices.filter { seats[$0].client != nil }
        for seat in seats.indices { seats[seat].become(.absent(since: now)) }
        pauseOrGoOn(at: moment)
        versions.skipUnkeptVersions()
        return left
    }

    /// A player is gone for good, and the seat is kept no longer.
    ///
    /// - Returns: nil if that was known.
    mutating func leave(_ seat: Int) -> Change? {
        guard !seats[seat].hasLeft else { return nil }
        seats[seat].become(.left)
        seats[seat].offersRematch = false
        return .left(seat: seat)
    }

    /// Gives up every seat whose player's grace is over, and returns those players' names.
    mutating func dismissAbsent(at now: Instant) -> [PlayerName] {
        var leavers: [PlayerName] = []
        for seat in seats.indices {
            guard let since = seats[seat].absentSince, since + keptMilliseconds <= now else { continue }
            seats[seat].become(.left)
            if let name = seats[seat].player.name { leavers.append(name) }
        }
        return leavers
    }

    /// A player offers to play again.
    ///
    /// - Returns: nil if that was known.
    mutating func offerRematch(_ seat: Int) -> Change? {
        guard !seats[seat].offersRematch else { return nil }
        seats[seat].offersRematch = true
        return .offer(seat: seat)
    }

    /// Whether every player would like to play again; the house always does.
    var isRematchAgreed: Bool { seats.allSatisfy { $0.offersRematch || $0.occupant == .house } }

    /// Whether the players of a match that is over may still meet again.
    var mayBePlayedAgain: Bool {
        seats.count == rules.seats && !seats.contains(where: \.hasLeft)
    }

    mutating func addWatcher(_ client: ClientID) { watchers.append(client) }

    mutating func removeWatcher(_ client: ClientID) { watchers.removeAll { $0 == client } }

    /// Says of a match that is over whether it was the best solo game so far.
    mutating func conclude(best: Bool) {
        guard case .over(let rematch, _) = stage else { preconditionFailure("a match that goes on has no conclusion") }
        stage = .over(rematch: rematch, best: best)
    }

    /// Says of a match that is over where it goes on.
    mutating func goOn(in rematch: MatchID) {
        guard case .over(_, let best) = stage else { preconditionFailure("a match that goes on has no rematch") }
        stage = .over(rematch: rematch, best: best)
    }
}
