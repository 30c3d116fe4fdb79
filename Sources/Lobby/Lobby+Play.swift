import Protocol

// Play: moves, resignation, rematches and clocks.
extension Lobby {
    /// Applies an event that may begin or end a match. Then records the end, if it came, and sends everybody in the
    /// match the next state.
    ///
    /// - Parameters:
    ///   - newcomer: a client that sees the match for the first time; see ``Match/publish(_:welcoming:_:)``.
    ///   - event: changes the match and adds that to the journal; returns the change, or nil for none.
    mutating func change<Failure>(
        _ id: MatchID, welcoming newcomer: ClientID? = nil, _ step: inout Step,
        _ event: (inout Match, inout Step) throws(Failure) -> Change?
    ) throws(Failure) {
        var lastWatchers: [ClientID] = []
        _ = try matches.update(id) { (match) throws(Failure) in
            let wasOver = match.isOver
            guard let change = try event(&match, &step) else { return }
            moves.add(change)
            if change == .deal { step.notify(.began(id, players: match.players, match.rules)) }
            if match.isOver, !wasOver {
                lastSeats.add(match.seats.compactMap(\.player.name), at: step.now)
                if let result = ContestResult(match, at: step.now) { desk?.contest.note(result) }
                if let record = ledger.conclude(&match, at: step.now) {
                    step.outcome.records.append(record)
                    match.notifyEnd(&step)
                }
                step.outcome.changesList = true
                lastWatchers = match.watchers
            }
            match.publish(change, welcoming: newcomer, &step)
        }
        scheduleFollowers(lastWatchers, step)
    }

    /// Makes a player's move.
    ///
    /// - Parameter version: the version of the match that the player had seen; nil if that is unknown.
    mutating func play(
        _ move: Move, seenIn version: Int?, from client: ClientID, _ id: RequestID?, _ step: inout Step
    ) throws(Refusal) {
        guard let (match, seat) = sessions.location(of: client)?.seat else { throw .notSeated }
        try change(match, &step) { (match, step) throws(Refusal) in
            let seat = match.actingSeat(for: seat)
            try match.checkIsCurrent(move, by: seat, seenIn: version, at: step.now)
            let (made, change) = try match.play(move, by: seat, at: step.now)
            match.store(.moved(made, seat: seat), &step)
            // The state that follows says it to people; asking the table costs as much as a part of the move.
            if id != nil { step.acknowledge(move.kind, to: client, re: id) }
            return change
        }
    }

    /// Replays the finished match that a client is in, whether or not it has a record that others may see.
    func replayMatch(of client: ClientID, _ re: RequestID?, _ step: inout Step) throws(Refusal) {
        guard let id = sessions.location(of: client)?.match, let match = matches[id], let record = match.replayable
        else {
            throw .notPlaying("You are not in a finished match; to watch an earlier one again, name its record.")
        }
        step.outcome.effects.append(.replay(record, starting: match.starting, to: client, re: re))
    }

    mutating func resign(_ client: ClientID, _ id: RequestID?, _ step: inout Step) throws(Refusal) {
        guard let (match, seat) = sessions.location(of: client)?.seat else { throw .notSeated }
        try change(match, &step) { (match, step) throws(Refusal) in
            guard match.isInProgress else {
                throw .notPlaying(match.isOver ? "The match is over." : "The match has not begun.")
            }
            step.acknowledge(.resign, to: client, re: id)
            return match.forfeitAndStore(by: match.actingSeat(for: seat), as: .resigned, &step)
        }
    }

    mutating func offerRematch(
        _ client: ClientID, _ id: RequestID?, _ step: inout Step, using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        guard let (match, seat) = sessions.location(of: client)?.seat else { throw .notSeated }
        let isAgreed = try matches.update(match) { (match) throws(Refusal) in
            guard match.isOver else { throw .notPlaying("The match is not over.") }
            guard match.contest == nil else { throw .notPlaying("In the contest, the host seats the players.") }
            guard match.mayBePlayedAgain else { throw .opponentLeft }
            step.acknowledge(.rematch, to: client, re: id)
            guard let change = match.offerRematch(seat) else { return false }
            if match.isRematchAgreed { return true }
            match.publish(change, &step)
            return false
        }
        if isAgreed ?? false { playAgain(match, agreedBy: client, &step, using: &random) }
    }

    /// Moves everybody in a finished match on to the rematch, which the other seat begins.
    ///
    /// - Parameter last: the client whose offer was the last; the others do not know yet that the rematch begins.
    private mutating func playAgain(
        _ id: MatchID, agreedBy last: ClientID, _ step: inout Step, using random: inout some RandomNumberGenerator
    ) {
        guard let old = matches[id] else { return }
        let next = addMatch(
            rules: old.rules, code: old.code, starting: (old.starting + 1) % old.rules.seats,
            hasClientlessSeat: old.hasClientlessSeat, &step, using: &random)
        matches.update(id) { match in
            match.link(to: next)
            match.publish(.rematch, &step)
        }
        for (seat, player) in old.seats.enumerated() {
            if let client = player.client { sessions.update(client) { $0.location = .seated(next, seat) } }
            if let client = player.client, client != last { sessions.update(client) { $0.movedAt = step.now } }
        }
        for client in old.watchers { sessions.update(client) { $0.location.move(to: next) } }
        change(next, &step) { match, step in
            var change: Change?
            match.addWatchers(old.watchers)
            for seat in old.seats {
                change = match.takeSeatAndStore(seat.occupant.forRematch(using: &random), &step)
            }
            match.broadcastSeating(&step)
            return change
        }
        matches.remove(id)
        step.outcome.changesList = true
    }

    /// Refuses a command that names no match from a client that was moved to another one a moment ago, and would lose it
    /// by this: it is probably meant for the one before. Said again, it is meant for this one.
    mutating func checkIsSeen(_ client: ClientID, _ guards: Request.Guards?, at now: Instant) throws(Refusal) {
        guard guards?.match == nil, let session = sessions[client], let match = session.location.match,
            let movedAt = session.movedAt, now - movedAt < Limits.lateMilliseconds, matches.isLive(match)
        else { return }
        sessions.update(client) { $0.movedAt = nil }
        throw .stale("You were moved to \(match.text) a moment ago. If you mean that match, say it again.")
    }

    // MARK: Clocks

    /// Handles what is due in a match.
    mutating func meet(_ due: Match.Due, in id: MatchID, _ step: inout Step) {
        switch due {
        case .recount: matches.update(id) { $0.publish(.watchers, &step) }
        case .deadline:
            change(id, &step) { match, step in
                guard let change = match.expire(at: step.now) else { return nil }
                match.store(.deadlinePassed, &step)
                return change
            }
        case .houseMove:
            change(id, &step) { match, step in
                guard let (made, seat, change) = match.playForHouse(at: step.now) else { return nil }
                match.store(.moved(made, seat: seat), &step)
                return change
            }
        case .abandonment: abandon(id, &step)
        case .seat(let seat):
            let name = matches[id]?.seats[seat].player.name
            giveUpSeat(seat, of: id, &step)
            if let name { forget(name, &step) }
        }
    }

    /// Handles the end of an absent player's grace period: the remaining player or the house wins; an empty match is
    /// removed.
    private mutating func abandon(_ id: MatchID, _ step: inout Step) {
        var leavers: [PlayerName] = []
        change(id, &step) { match, step in
            let loser = match.hasPlayer || match.house != nil ? match.firstToExpire : nil
            leavers = match.dismissAbsent(at: step.now)
            return match.forfeitAndStore(by: loser, as: .abandoned, &step)
        }
        for name in leavers { forget(name, &step) }
        if matches[id]?.isEmpty ?? false { matches.remove(id) }
    }

    /// Resumes the clocks after a time in which nothing could happen, because the machine slept or the disk failed.
    mutating func resumeClocks(after milliseconds: Int, _ step: inout Step) {
        absentUntil = absentUntil.map { $0 + milliseconds }
        shiftDeadlines(by: milliseconds)
        shiftFollowing(by: milliseconds)
        desk?.shift(by: milliseconds)
        if matches.count(where: { !$0.isOver }) > 0 {
            step.store(.clocksPaused(milliseconds: milliseconds, at: step.now))
        }
    }

    /// Shifts the deadlines of all matches, because their clocks stood still for this long.
    mutating func shiftDeadlines(by milliseconds: Int) {
        for id in matches.ids() { matches.update(id) { $0.shiftDeadlines(by: milliseconds) } }
    }
}

extension Match {
    /// Refuses a move that was meant for another table; see ``Game/checkIsCurrent(_:by:seenIn:at:)``. While the match is
    /// not in play, one of which nothing is known is refused for that.
    fileprivate func checkIsCurrent(_ move: Move, by seat: Int, seenIn version: Int?, at now: Instant) throws(Refusal) {
        guard version != nil || isRunning else { return }
        try game.checkIsCurrent(move, by: seat, seenIn: version, at: played(at: now))
    }

    /// Takes the next free seat and stores that; see ``takeSeat(_:at:)``.
    mutating func takeSeatAndStore(_ occupant: Seat.Occupant, _ step: inout Step) -> Change? {
        let change = takeSeat(occupant, at: step.now)
        store(.seated(Seat(occupant).player), &step)
        return change
    }

    /// Forfeits the match and stores that. If nobody loses by it, it is still the doing of the only player.
    mutating func forfeitAndStore(by seat: Int?, as forfeit: Game.Forfeit, _ step: inout Step) -> Change? {
        guard let change = self.forfeit(by: seat, as: forfeit) else { return nil }
        store(.forfeited(seat: seat, forfeit), &step)
        return seats.count == 1 ? forfeit.change(by: 0) : change
    }

    fileprivate func notifyEnd(_ step: inout Step) {
        if let ending = game.ending { step.notify(.ended(id, players: players, scores: scores, ending, rules)) }
    }
}
