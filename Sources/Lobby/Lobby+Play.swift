import Protocol

/// A solo game's score, as the best of a host are kept.
struct SoloScore: Equatable, Sendable {
    /// The points.
    let score: Int
    /// The turns that it took.
    let turns: Int

    /// Whether it is better: more points, then fewer turns.
    func beats(_ other: SoloScore) -> Bool { (score, -turns) > (other.score, -other.turns) }
}

// What is played: flips, giving up, playing again, and the clocks.
extension Lobby {
    mutating func flip(_ card: CardReference, _ session: Session, _ id: RequestID?, at now: Instant) throws(Refusal) {
        guard case .seated(let match, let seat) = session.place, let position = matches.position(of: match) else {
            throw .notSeated
        }
        let news = try matches.all[position].flip(card, by: seat, at: now)
        if let turned = news.card { log(.flipped(card: turned, seat: seat), position, at: now) }
        acknowledge(.flip, session, id)
        settle(position, news, at: now)
    }

    /// The same for a program that flips without an `id`, as nearly every line does: nothing of it is copied.
    ///
    /// - Returns: false if it is not so simple; then nothing has happened.
    mutating func flipSimply(_ card: Int, by client: ClientID, at now: Instant) -> Bool {
        guard trouble == nil, client.index < sessions.count,
            let (match, seat) = sessions[client.index]?.settledSeat(of: client) ?? nil,
            let position = matches.recentPosition(of: match)
        else { return false }
        do throws(Refusal) {
            let news = try matches.all[position].flip(.index(card), by: seat, at: now)
            log(.flipped(card: card, seat: seat), position, at: now)
            settle(position, news, at: now)
        } catch {
            refuse(error, to: client, re: nil, command: Command.Kind.flip.rawValue)
        }
        return true
    }

    mutating func resign(_ session: Session, _ id: RequestID?, at now: Instant) throws(Refusal) {
        guard case .seated(let match, let seat) = session.place, let position = matches.position(of: match) else {
            throw .notSeated
        }
        guard matches.all[position].isLive else {
            throw .notPlaying(matches.all[position].isOver ? "The match is over." : "The match has not begun.")
        }
        acknowledge(.resign, session, id)
        forfeit(position, by: seat, as: .resigned, at: now)
        end(position, .ended, at: now)
    }

    mutating func rematch(
        _ session: Session, _ id: RequestID?, at now: Instant, using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        guard case .seated(let match, let seat) = session.place, let position = matches.position(of: match) else {
            throw .notSeated
        }
        guard matches.all[position].isOver else { throw .notPlaying("The match is not over.") }
        guard matches.all[position].seats.count == matches.all[position].rules.seats,
            !matches.all[position].seats.contains(where: { $0.occupant == .left })
        else { throw .opponentLeft }
        acknowledge(.rematch, session, id)
        guard !matches.all[position].seats[seat].offersRematch else { return }
        matches.all[position].seats[seat].offersRematch = true
        guard matches.all[position].seats.allSatisfy(\.offersRematch) else {
            return publish(position, .offered(seat: seat), at: now)
        }
        playAgain(position, at: now, using: &random)
    }

    /// Everybody in a match that is over goes on to the next one; the other seat begins.
    private mutating func playAgain(
        _ position: Int, at now: Instant, using random: inout some RandomNumberGenerator
    ) {
        let old = matches.all[position]
        let next = addMatch(
            rules: old.rules, code: old.code, starting: (old.starting + 1) % old.rules.seats, at: now, using: &random)
        guard case .over(_, let best) = old.stage, let new = matches.position(of: next) else { return }
        matches.all[position].conclude(rematch: next, best: best)
        publish(position, .goesOn, at: now)
        matches.all[new].seats = old.seats.map { Seat(name: $0.name, occupant: $0.occupant) }
        matches.all[new].watchers = old.watchers
        matches.all[new].countAudience()
        for (seat, player) in old.seats.enumerated() {
            log(.seated(player.name), new, at: now)
            if let client = player.client { sessions[client.index]?.place = .seated(next, seat) }
        }
        for client in old.watchers { sessions[client.index]?.place = .watching(next) }
        broadcastSeating(next)
        begin(new, at: now)
        remove(position)
        isStale = true
    }

    // MARK: Clocks

    /// Looks at a match whose alarm has rung.
    mutating func ring(_ alarm: Timers<MatchID>.Alarm, at now: Instant) {
        guard let position = matches.position(of: alarm.owner) else {
            idleAlarms -= 1
            return
        }
        matches.all[position].hear(alarm)
        while let position = matches.position(of: alarm.owner), matches.all[position].isDue(at: now) {
            act(position, at: now)
        }
        if let position = matches.position(of: alarm.owner) { schedule(position) }
    }

    /// Removes a match that nobody is in.
    ///
    /// Its alarms stay until they ring, which may take an hour. Once they are most of all alarms they are thrown away,
    /// so that opening and leaving matches all day fills no memory; it costs a match a sort of a few entries.
    mutating func remove(_ position: Int) {
        precondition(matches.all[position].isOver, "a match that goes on is not cleared away")
        idleAlarms += matches.all[position].alarms.count
        matches.remove(matches.all[position].id)
        guard idleAlarms > Limits.House.idleAlarms, idleAlarms > timers.count / 2 else { return }
        let matches = matches
        timers.keep { matches.contains($0) }
        idleAlarms = 0
    }

    /// Does what is due in a match, one thing at a time.
    private mutating func act(_ position: Int, at now: Instant) {
        if isRecountDue(position, at: now) { return publish(position, .watchers, at: now) }
        switch matches.all[position].stage {
        case .running:
            let news = matches.all[position].clockRang(at: now)
            log(.rang, position, at: now)
            settle(position, news, at: now)
        case .paused, .waiting: abandon(position, at: now)
        case .over:
            guard let seat = matches.all[position].longestGone else { return }
            let name = matches.all[position].seats[seat].name
            giveUp(seat, of: position, at: now)
            forget(name)
        }
    }

    /// A gone player's time is up: the match goes to whoever remains; with nobody left in it, it is cleared away.
    private mutating func abandon(_ position: Int, at now: Instant) {
        let somebodyRemains = matches.all[position].seats.contains { $0.client != nil }
        let loser = somebodyRemains ? matches.all[position].longestGone : nil
        let leavers = matches.all[position].dismissGone(at: now)
        forfeit(position, by: loser, as: .abandoned, at: now)
        end(position, .ended, at: now)
        for name in leavers { forget(name) }
        if matches.all[position].isEmpty { remove(position) }
    }

    // MARK: What follows

    /// Tells what a flip or a clock did, and ends the match if it did that.
    private mutating func settle(_ position: Int, _ news: Telling.News, at now: Instant) {
        if matches.all[position].stage.isOver {
            end(position, news, at: now)
        } else {
            publish(position, news, at: now)
        }
    }

    /// A match has come to its end: sees whether it was the best, and tells everybody.
    mutating func end(_ position: Int, _ news: Telling.News, at now: Instant) {
        conclude(position, at: now)
        let match = matches.all[position]
        if match.beganAt != nil, let ending = match.game.ending {
            outcome.effects.append(.note(.ended(match.id, match.names, scores: match.scores, ending)))
        }
        isStale = true
        publish(position, news, at: now)
    }

    /// Ends a match before its cards do, and has that kept.
    mutating func forfeit(_ position: Int, by seat: Int?, as forfeit: Game.Forfeit, at now: Instant) {
        matches.all[position].forfeit(by: seat, as: forfeit)
        log(.forfeited(seat: seat, forfeit), position, at: now)
    }

    /// Makes the record of a match that has come to its end, if it ever began, and sees whether it was the best.
    mutating func conclude(_ position: Int, at now: Instant) {
        let hasBegun = matches.all[position].beganAt != nil
        matches.all[position].conclude(best: hasBegun && isBest(matches.all[position]))
        guard let record = matches.all[position].record(number: lastRecord + 1, endedAt: now) else { return }
        lastRecord = record.number
        outcome.records.append(record)
    }

    /// Whether a solo game that was played to its end beat all before it under the same rules; remembers it, unless
    /// the match was private and so is in no list of scores.
    private mutating func isBest(_ match: Match) -> Bool {
        guard match.rules.isSolo, let reason = match.game.ending?.reason, reason == .cleared || reason == .turns
        else { return false }
        let score = SoloScore(score: match.game.score(of: 0), turns: match.game.turnsUsed(of: 0))
        let rules = match.rules.comparable
        if let old = best[rules], !score.beats(old) { return false }
        guard match.code == nil else { return true }
        // So that odd rules neither fill the memory nor keep a game by other rules from being remembered.
        if best[rules] == nil, best.count >= Limits.soloBests, let any = best.keys.first { best[any] = nil }
        best[rules] = score
        return true
    }

    /// Sends the next state of a match to everybody in it, and sets its alarm.
    mutating func publish(_ position: Int, _ news: Telling.News, at now: Instant) {
        matches.all[position].publish(news, at: now, into: &outcome)
        noteListing(position, news)
        countStates(position, at: now)
        schedule(position)
    }

    /// Does the same when somebody has just come: who sees the match for the first time gets all of it, as a copy,
    /// since in plain words the others need no board to know who came.
    mutating func publish(_ position: Int, _ news: Telling.News, welcoming newcomer: ClientID, at now: Instant) {
        let telling = matches.all[position].nextState(news, at: now)
        let others = matches.all[position].audience.filter { $0 != newcomer }
        let state = outcome.add(&matches.all[position], at: now)
        if !others.isEmpty { outcome.effects.append(.tell(state, telling, to: others)) }
        outcome.effects.append(.tell(state, matches.all[position].telling, to: [newcomer]))
        noteListing(position, news)
        countStates(position, at: now)
        schedule(position)
    }

    /// Shows a client the match as it was told last.
    mutating func sendCopy(of position: Int, to client: ClientID, at now: Instant) {
        let state = outcome.add(&matches.all[position], at: now)
        outcome.effects.append(.tell(state, matches.all[position].telling, to: [client]))
    }

    /// Remembers that the lobby is to be pushed if the news changed what it says of the match.
    private mutating func noteListing(_ position: Int, _ news: Telling.News) {
        if news.changesListing, matches.all[position].code == nil { isStale = true }
    }

    /// Sets an alarm for a match unless one rings early enough.
    mutating func schedule(_ position: Int) {
        if let alarm = matches.all[position].nextAlarm() { timers.add(alarm) }
    }
}

extension Telling.News {
    /// The card that a flip turned; nil for other news.
    fileprivate var card: Int? {
        switch self {
        case .turned(let card, _), .paired(let card, _), .missed(let card, _): card
        case .copy, .begun, .turnedBack, .ranOut, .gone, .back, .offered, .goesOn, .left, .ended, .watchers: nil
        }
    }

    /// Whether the phase, the scores, the names or the watchers of a match changed with it.
    fileprivate var changesListing: Bool {
        switch self {
        case .turned, .offered: false
        case .copy, .begun, .paired, .missed, .turnedBack, .ranOut, .gone, .back, .goesOn, .left, .ended, .watchers:
            true
        }
    }
}

extension Match {
    /// The seat whose player has been gone the longest, while it is kept.
    fileprivate var longestGone: Int? {
        seats.indices.filter { seats[$0].goneSince != nil }.min { left, right in
            (seats[left].goneSince?.milliseconds ?? 0) < (seats[right].goneSince?.milliseconds ?? 0)
        }
    }
}
