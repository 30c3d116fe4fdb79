import Protocol

/// One match: a game, its seats and watchers, and its clock.
///
/// Each function that handles an event during play returns the ``Change`` it made. Journal replay calls the same
/// functions. Entries and states are built in `Match+States.swift`.
struct Match: Sendable {
    let id: MatchID
    /// The code of a private match; nil for a public one.
    let code: MatchCode?
    /// The seat that begins.
    let starting: Int
    /// True if its second seat is taken by the house or a second person at the same client.
    let hasClientlessSeat: Bool
    /// The place of the match in the contest; nil outside of contests.
    let contest: ContestPlace?
    /// The milliseconds for which the player of each seat may be absent from play in all; nil for some grace periods.
    let absenceAllowed: [Int]?
    /// The host's pictures, if the cards show any.
    let pictures: [Picture]
    /// The seal of its cards; nil if it was opened by a host that sealed none.
    let seal: Seal?
    /// The salt that opens the seal. It leaves the match once that is over, and not before.
    private let salt: Salt?
    private(set) var game: Game
    /// Its players and watchers.
    private var attendance = Attendance()
    private(set) var stage = MatchStage.waiting
    /// The time at which it began; nil until then.
    private(set) var beganAt: Instant?
    /// The moves that its record keeps.
    private let moveLimit: Int
    /// Every move made and every turn timed out, up to that limit.
    private(set) var moves: [MatchRecord.Move] = []
    /// The time at which its result was complete; nil until then.
    private(set) var endedAt: Instant?
    /// The time of the last move.
    private(set) var movedAt: Instant?
    /// The last things said that players, and that watchers, could hear.
    var playerTalk = Transcript(), watcherTalk = Transcript()
    /// The house player; nil unless it plays.
    var house: HouseSeat?
    /// The versions sent and stored.
    var versions: Versions
    /// The alarms set for the match, each earlier than the one before; see ``Timers``.
    var alarms: [Instant] = []

    /// Creates an empty match.
    ///
    /// - Parameter pictures: all pictures of the host.
    init(_ opening: Entry.Opening, pictures: [Picture] = []) {
        (id, code, starting) = (opening.match, opening.code, opening.starting)
        self.pictures = opening.rules.usesPictures ? pictures : []
        (hasClientlessSeat, contest) = (opening.hasClientlessSeat, opening.contest)
        absenceAllowed = opening.absenceAllowed
        moveLimit = opening.rules.game.recordMoves
        salt = opening.salt
        seal = opening.salt.map { Seal(of: opening.deck.faces, $0) }
        game = Game(rules: opening.rules, deck: opening.deck, starting: opening.starting)
        versions = Versions(at: opening.at)
    }

    // MARK: Properties

    // These are inlined because a match is copied before a call that is not.
    @inline(__always) var seats: [Seat] { attendance.seats }
    @inline(__always) var watchers: [ClientID] { attendance.watchers }
    @inline(__always) var audience: [ClientID] { attendance.audience }
    @inline(__always) var desertedSince: Instant? { attendance.desertedSince }

    var isOver: Bool { if case .over = stage { true } else { false } }

    var isWaiting: Bool { stage == .waiting }

    var isRunning: Bool { if case .running = stage { true } else { false } }

    /// True if the match has begun and isn't over.
    var isInProgress: Bool { !isOver && !isWaiting }

    /// True if a player may join: a seat is free, and the opener is present.
    var isOpen: Bool { isWaiting && attendance.isComplete }

    /// True if a person plays in the match and is present.
    var hasPlayer: Bool { seats.contains { $0.client != nil } }

    /// True if nobody is in the match and no seat is kept.
    var isEmpty: Bool { attendance.isEmpty }

    var rules: Rules { game.rules }

    var players: [String] { seats.map(\.player.text) }

    var scores: [Int] { seats.indices.map { game.score(of: $0) } }

    /// The salt of the seal; nil until the match is over.
    var revealedSalt: Salt? { isOver ? salt : nil }

    /// The number of turns begun.
    var turnNumber: Int { beganAt == nil ? 0 : game.turnNumber }

    /// Refuses a flip that was meant for another moment.
    func checkIsCurrent(_ guards: Request.Guards) throws(Refusal) {
        if let wanted = guards.ply, let ply = game.ply, wanted != ply {
            throw .stale("This match is at ply \(ply).")
        }
        if let wanted = guards.turnNumber, wanted != turnNumber {
            throw .stale(turnNumber == 0 ? "The first turn has not begun." : "This is turn \(turnNumber).")
        }
    }

    /// Returns the milliseconds it has been in play, which is the game's time.
    func played(at now: Instant) -> Int { stage.played(at: now) }

    // MARK: Events during play

    /// Takes the next free seat; the match begins once the last seat is taken.
    ///
    /// - Returns: ``Change/deal`` if it began.
    mutating func takeSeat(_ occupant: Seat.Occupant, at now: Instant) -> Change? {
        precondition(isWaiting && seats.count < rules.seats, "no seat is free")
        if case .house(let player) = occupant { house = HouseSeat(player, seat: seats.count, rules: rules) }
        attendance.fillSeat(occupant)
        guard seats.count == rules.seats else { return nil }
        beganAt = now
        stage = .running(since: now)
        gameChanged(at: now)
        return .deal
    }

    /// Makes a move for a seat.
    ///
    /// - Returns: the move that was made, and its change. Read ``stage`` to see if it ended the match.
    /// - Throws: the reason if the move is illegal. Nothing has changed then.
    mutating func play(_ move: Move, by seat: Int, at now: Instant) throws(Refusal) -> Game.Played {
        switch stage {
        case .waiting: throw .notPlaying("The match is waiting for a second player.")
        case .paused: throw .notPlaying("The match is paused until the other player reconnects.")
        case .running, .over: break
        }
        let played = try game.play(move, by: seat, at: played(at: now), announcedIn: versions.current + 1)
        movedAt = now
        record(played.made, by: seat, at: now)
        gameChanged(at: now)
        return played
    }

    /// Handles the game's deadline.
    ///
    /// - Returns: the change; nil if there was no deadline.
    mutating func expire(at now: Instant) -> Change? {
        guard case .running = stage,
            let change = game.expire(at: played(at: now), announcedIn: versions.current + 1)
        else { return nil }
        if let step = change.unprompted { record(step.made, by: step.seat, at: now) }
        gameChanged(at: now)
        return change
    }

    /// Ends the match before the game does.
    ///
    /// - Parameter seat: the seat that forfeits; nil if none or all do.
    mutating func forfeit(by seat: Int?, as forfeit: Game.Forfeit) -> Change? {
        let change = game.forfeit(by: seat, as: forfeit)
        endIfGameDid()
        return change
    }

    /// Marks a player as disconnected: keeps the seat, and pauses a running match.
    mutating func disconnect(_ seat: Int, at now: Instant) -> Change {
        attendance.goAway(seat, at: now)
        pauseOrResume(at: now)
        return .away(seat: seat)
    }

    /// Marks a player as back, or as moved to another connection; resumes a paused match once nobody is absent.
    ///
    /// - Returns: nil if the player was present all along.
    mutating func reconnect(_ seat: Int, as client: ClientID, at now: Instant) -> Change? {
        let wasPresent = seats[seat].isPresent
        endAbsence(of: seat, at: now)
        attendance.comeBack(seat, as: client)
        pauseOrResume(at: now)
        return wasPresent ? nil : .back(seat: seat)
    }

    /// Shifts all deadlines, because all clocks stood still for this long. So does the beginning, since the time counts for
    /// nothing: neither for how long the match took, nor for when a move was made.
    mutating func shiftDeadlines(by milliseconds: Int) {
        shiftTimes(by: milliseconds)
        attendance.shift(by: milliseconds)
        stage.shift(by: milliseconds)
    }

    private mutating func shiftTimes(by milliseconds: Int) {
        versions.shown.at = versions.shown.at + milliseconds
        if !isOver { beganAt = beganAt.map { $0 + milliseconds } }
    }

    /// Adds an absence from play that ends now to the seat's total.
    private mutating func endAbsence(of seat: Int, at now: Instant) {
        if case .paused = stage { attendance.setAway(absence(of: seat, at: now), of: seat) }
    }

    private mutating func pauseOrResume(at now: Instant) {
        stage.pauseOrResume(isComplete: attendance.isComplete, at: now)
    }

    /// Ends the match if the game has ended, and lets the house see the cards.
    private mutating func gameChanged(at now: Instant) {
        endIfGameDid()
        if house != nil { showHouse(at: now) }
    }

    private mutating func endIfGameDid() {
        if game.ending != nil, !isOver { stage = .over(rematch: nil, best: false, record: nil) }
    }

    private mutating func record(_ made: MadeMove?, by seat: Int, at now: Instant) {
        guard moves.count < moveLimit, let beganAt else { return }
        moves.append(MatchRecord.Move(seat: seat, made, atMilliseconds: now - beganAt))
    }

    // MARK: Events around play

    /// Marks everybody as absent after a restart: every seat's grace period starts now. The match's clock, and the
    /// total of an absence that had begun, continue from the last known time of the host before.
    mutating func markEveryoneAbsent(since now: Instant, clockAt moment: Instant) {
        for seat in seats.indices { endAbsence(of: seat, at: moment) }
        attendance.allGoAway(at: now)
        pauseOrResume(at: moment)
        shiftTimes(by: now - moment)
        versions.skipUnstoredVersions()
    }

    /// Frees the seat of a player who is gone for good.
    ///
    /// - Returns: nil if the player had already left.
    mutating func leave(_ seat: Int, at now: Instant) -> Change? {
        guard !seats[seat].hasLeft else { return nil }
        attendance.leave(seat, at: now)
        return .left(seat: seat)
    }

    /// Frees every seat whose grace period is over, and returns the names of those players.
    mutating func dismissAbsent(at now: Instant) -> [PlayerName] {
        var leavers: [PlayerName] = []
        for seat in seats.indices {
            guard let end = graceEnd(of: seat), end <= now else { continue }
            endAbsence(of: seat, at: now)
            attendance.dismiss(seat)
            if let name = seats[seat].player.name { leavers.append(name) }
        }
        return leavers
    }

    /// Offers a rematch for a player; the house then agrees, and who plays beside another goes along.
    ///
    /// - Returns: nil if the player had already offered.
    mutating func offerRematch(_ seat: Int) -> Change? {
        guard !seats[seat].offersRematch else { return nil }
        attendance.offerRematch(seat)
        return .offer(seat: seat)
    }

    /// True if every player has offered a rematch.
    var isRematchAgreed: Bool { seats.allSatisfy(\.offersRematch) }

    /// True if no player of a finished match has left, so that a rematch is possible.
    var mayBePlayedAgain: Bool {
        seats.count == rules.seats && !seats.contains(where: \.hasLeft)
    }

    mutating func addWatchers(_ clients: [ClientID]) { attendance.addWatchers(clients) }

    mutating func removeWatchers(_ clients: [ClientID], at now: Instant) {
        attendance.removeWatchers(clients, at: now)
    }

    /// Completes the result of a finished match: its record, if it has one that may be shown, and whether it was the
    /// best solo game so far.
    mutating func conclude(best: Bool, record: RecordID?, at now: Instant) {
        precondition(isOver, "a match in progress has no conclusion")
        endedAt = now
        stage = .over(rematch: nil, best: best, record: record)
    }

    /// Links a finished match to its rematch.
    mutating func link(to rematch: MatchID) { stage.link(to: rematch) }
}
