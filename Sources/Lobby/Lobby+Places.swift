public import Protocol

// Who is where: opening, joining, watching and leaving matches.
extension Lobby {
    mutating func open(
        _ request: RulesRequest, _ isPrivate: Bool, _ session: Session, _ id: RequestID?, at now: Instant,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        let rules = try Rules(request, default: settings.preset)
        guard makeRoom(at: now) else { throw .tooManyMatches }
        vacate(session, at: now)
        var code: MatchCode?
        while isPrivate, code.map({ matches.id(of: $0) != nil }) ?? true { code = MatchCode(using: &random) }
        let match = addMatch(rules: rules, code: code, starting: 0, at: now, using: &random)
        take(seatIn: match, session, id, at: now)
    }

    mutating func join(
        _ reference: MatchReference?, _ session: Session, _ id: RequestID?, at now: Instant,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        let match: MatchID
        if let reference {
            match = try find(reference)
            guard let position = matches.position(of: match), matches.all[position].isWaiting else { throw .matchFull }
            guard matches.all[position].isOpen else { throw .opponentLeft }
        } else if let open = oldestOpen {
            match = open
        } else {
            return try open(RulesRequest(), false, session, id, at: now, using: &random)
        }
        vacate(session, at: now)
        take(seatIn: match, session, id, at: now)
    }

    mutating func watch(
        _ reference: MatchReference?, _ session: Session, _ id: RequestID?, at now: Instant
    ) throws(Refusal) {
        let match: MatchID
        if let reference {
            match = try find(reference)
        } else if let liveliest {
            match = liveliest
        } else {
            throw .noSuchMatch
        }
        if session.place == .watching(match), let position = matches.position(of: match) {
            sendSeating(match, to: session.client, re: id)
            return sendCopy(of: position, to: session.client, at: now)
        }
        vacate(session, keeping: match, at: now)
        guard let position = matches.position(of: match) else { return }
        matches.all[position].watchers.append(session.client)
        matches.all[position].countAudience()
        sessions[session.client.index]?.place = .watching(match)
        sendSeating(match, to: session.client, re: id)
        isStale = true
        if isRecountDue(position, at: now) {
            publish(position, .watchers, welcoming: session.client, at: now)
        } else {
            sendCopy(of: position, to: session.client, at: now)
            schedule(position)
        }
    }

    // These walk over all matches by position, because a walk by element would copy each of them.

    /// The public match that has waited the longest for a player, and whose opener is there.
    private var oldestOpen: MatchID? {
        matches.all.indices.lazy
            .filter { matches.all[$0].code == nil && matches.all[$0].isOpen }.map { matches.all[$0].id }.min()
    }

    /// The public match that has most recently seen a flip, else the newest; those that are over come last, but for
    /// those in which no player is present.
    private var liveliest: MatchID? {
        func rank(_ position: Int) -> (Int, Int, Int, Int) {
            let isPeopled = matches.all[position].seats.contains { $0.client != nil }
            let flipped = matches.all[position].lastFlip.map { $0.milliseconds + 1 } ?? 0
            let isOver = matches.all[position].stage.isOver
            return (isPeopled ? 1 : 0, isOver ? 0 : 1, flipped, matches.all[position].id.number)
        }
        let candidates = matches.all.indices.lazy.filter { matches.all[$0].code == nil }
        return candidates.max { rank($0) < rank($1) }.map { matches.all[$0].id }
    }

    /// Whether there is room for one more match: if need be, one that nobody is present in gives way, the newest first,
    /// and a match of two that has begun never does.
    private mutating func makeRoom(at now: Instant) -> Bool {
        guard matches.all.count >= Limits.matches else { return true }
        let deserted = matches.all.indices.filter { matches.all[$0].audience.isEmpty && matches.all[$0].givesWay > 0 }
        func rank(_ position: Int) -> (Int, Int) { (matches.all[position].givesWay, matches.all[position].id.number) }
        guard let position = deserted.max(by: { rank($0) < rank($1) }) else { return false }
        let seats = matches.all[position].seats
        if !matches.all[position].isOver {
            forfeit(position, by: nil, as: .abandoned, at: now)
            conclude(position, at: now)
        }
        remove(position)
        for seat in seats where seat.goneSince != nil { forget(seat.name) }
        return true
    }

    private func find(_ reference: MatchReference) throws(Refusal) -> MatchID {
        switch reference {
        case .id(let id):
            guard let position = matches.position(of: id) else { throw .noSuchMatch }
            guard matches.all[position].code == nil else { throw .badCode }
            return id
        case .code(let code):
            guard let id = matches.id(of: code) else { throw .badCode }
            return id
        }
    }

    /// Lays out a new match with nobody in it.
    mutating func addMatch(
        rules: Rules, code: MatchCode?, starting: Int, at now: Instant, using random: inout some RandomNumberGenerator
    ) -> MatchID {
        let id = matches.nextID()
        let deck = Deck(for: rules, using: &random)
        let opening = Entry.Opening(match: id, rules: rules, code: code, deck: deck, starting: starting, at: now)
        outcome.entries.append(.opened(opening))
        matches.add(Match(opening))
        return id
    }

    /// Takes the next free seat; the match begins with the last one.
    private mutating func take(seatIn match: MatchID, _ session: Session, _ id: RequestID?, at now: Instant) {
        guard let position = matches.position(of: match), let name = session.name else { return }
        let seat = matches.all[position].seats.count
        matches.all[position].seats.append(Seat(name: name, occupant: .present(session.client)))
        log(.seated(name), position, at: now)
        matches.all[position].countAudience()
        sessions[session.client.index]?.place = .seated(match, seat)
        sendSeating(match, to: session.client, re: id)
        if matches.all[position].seats.count == matches.all[position].rules.seats {
            begin(position, at: now)
        } else {
            publish(position, .copy, at: now)
        }
        isStale = true
    }

    /// Begins a match whose seats are all taken.
    mutating func begin(_ position: Int, at now: Instant) {
        matches.all[position].begin(at: now)
        let match = matches.all[position]
        outcome.effects.append(.note(.began(match.id, match.names, match.rules)))
        publish(position, .begun, at: now)
    }

    /// Tells everybody in a match that it is the one they are in now.
    mutating func broadcastSeating(_ match: MatchID) {
        guard let position = matches.position(of: match) else { return }
        func seating(_ seat: Int?) -> Event {
            .match(
                Seating(match: match, seat: seat, rules: matches.all[position].rules, code: matches.all[position].code))
        }
        for (seat, player) in matches.all[position].seats.enumerated() {
            if let client = player.client { outcome.effects.append(.broadcast(seating(seat), to: [client])) }
        }
        let watchers = matches.all[position].watchers
        if !watchers.isEmpty { outcome.effects.append(.broadcast(seating(nil), to: watchers)) }
    }

    /// Tells a client in which match it is, and as what.
    mutating func sendSeating(_ match: MatchID, to client: ClientID, re: RequestID? = nil) {
        guard let position = matches.position(of: match) else { return }
        var seat: Int?
        if case .seated(_, let number) = sessions[client.index]?.place { seat = number }
        let seating = Seating(
            match: match, seat: seat, rules: matches.all[position].rules, code: matches.all[position].code)
        send(.match(seating), to: client, re: re)
    }

    // MARK: Leaving

    /// Leaves a match: gives up one that goes on, ends one that waits.
    ///
    /// - Parameter isSaid: whether the player said `leave`, and so gets the last state of a match that ends by it.
    mutating func leave(_ session: Session, isSaid: Bool, at now: Instant) {
        guard case .seated(let match, let seat) = session.place, let position = matches.position(of: match) else {
            return stopWatching(session, at: now)
        }
        if !matches.all[position].isOver {
            if !isSaid {
                matches.all[position].seats[seat].occupant = .left
                matches.all[position].countAudience()
            }
            let isWaiting = matches.all[position].isWaiting
            forfeit(position, by: isWaiting ? nil : seat, as: isWaiting ? .abandoned : .resigned, at: now)
            end(position, .ended, at: now)
        }
        vacate(session, at: now)
    }

    /// Takes a client out of the match that it watches, or that is over, without a word to it.
    ///
    /// - Parameter match: a match that stays even if nobody is left in it, since the client comes again.
    mutating func vacate(_ session: Session, keeping match: MatchID? = nil, at now: Instant) {
        guard case .seated(let old, let seat) = session.place else {
            return stopWatching(session, keeping: match, at: now)
        }
        sessions[session.client.index]?.place = .lobby
        pushed = nil
        guard let position = matches.position(of: old) else { return }
        giveUp(seat, of: position, keeping: match, at: now)
    }

    /// A seat of a match that is over is kept no longer; the match goes with the last one in it.
    mutating func giveUp(_ seat: Int, of position: Int, keeping match: MatchID? = nil, at now: Instant) {
        let isNews = matches.all[position].seats[seat].occupant != .left
        matches.all[position].seats[seat].occupant = .left
        matches.all[position].seats[seat].offersRematch = false
        matches.all[position].countAudience()
        if matches.all[position].isEmpty, matches.all[position].id != match {
            remove(position)
        } else if isNews {
            publish(position, .left(seat: seat), at: now)
        }
        isStale = true
    }

    mutating func stopWatching(_ session: Session, keeping match: MatchID? = nil, at now: Instant) {
        guard case .watching(let old) = session.place else { return }
        sessions[session.client.index]?.place = .lobby
        pushed = nil
        guard let position = matches.position(of: old) else { return }
        matches.all[position].watchers.removeAll { $0 == session.client }
        matches.all[position].countAudience()
        if matches.all[position].isEmpty, old != match {
            remove(position)
        } else {
            recount(position, at: now)
        }
        isStale = true
    }

    /// Says how many watch: at once if nothing has been said for a while, else when it is due.
    func isRecountDue(_ position: Int, at now: Instant) -> Bool {
        matches.all[position].watchers.count != matches.all[position].shown.watchers
            && now - matches.all[position].shown.at >= Limits.pushMilliseconds
    }

    private mutating func recount(_ position: Int, at now: Instant) {
        isStale = true
        if isRecountDue(position, at: now) {
            publish(position, .watchers, at: now)
        } else {
            schedule(position)
        }
    }
}

extension Match {
    /// How readily it gives way when nobody is present in it: not at all if it is 0.
    fileprivate var givesWay: Int { isOver ? 3 : isWaiting ? 2 : rules.isSolo ? 1 : 0 }
}

extension Lobby {
    /// Whether somebody holds this token.
    public func knows(_ token: Token) -> Bool { registry[TokenDigest(token)] != nil }

    /// Whether a client sits in a match, and so is not to be sent away for saying nothing.
    public func isSeated(_ client: ClientID) -> Bool {
        if case .seated = session(of: client)?.place { true } else { false }
    }
}
