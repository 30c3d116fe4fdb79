import Protocol

// Opening, joining, watching and leaving matches.
extension Lobby {
    mutating func open(
        _ request: RulesRequest, isPrivate: Bool, against opponent: OpponentChoice = .anybody, from client: ClientID,
        _ id: RequestID?, _ step: inout Step, using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        let rules = try Rules(request, default: settings.preset)
        guard rules.faces != .pictures || !settings.pictures.isEmpty else { throw .noPictures }
        try check(opponent, rules, for: client)
        guard makeRoom(&step) else { throw .tooManyMatches }
        vacate(client, &step)
        var code: MatchCode?
        while isPrivate, code.map({ matches[$0] != nil }) ?? true { code = MatchCode(using: &random) }
        let match = addMatch(
            rules: rules, code: code, starting: 0, hasClientlessSeat: opponent != .anybody, &step, using: &random)
        let occupant: Seat.Occupant? =
            switch opponent {
            case .anybody: nil
            case .house(let level): .house(House(level: level, using: &random))
            case .beside(let name): .beside(name)
            }
        takeSeat(in: match, client, against: occupant, id, &step)
    }

    private func check(_ opponent: OpponentChoice, _ rules: Rules, for client: ClientID) throws(Refusal) {
        if opponent != .anybody, rules.isSolo { throw .badField("A solo game has no second player.") }
        guard case .beside(let name) = opponent else { return }
        guard rules.game.hasTurns else { throw .badField("Two at one client can only play a game with turns.") }
        // A finished match that the client leaves by this keeps no name.
        let left = sessions.location(of: client)?.seat?.match
        try registry.check(name)
        if matches.isBesideSomebody(name, except: left) { throw .nameTaken(name.text) }
    }

    mutating func join(
        _ reference: MatchReference?, _ game: GameKind, from client: ClientID, _ id: RequestID?, _ step: inout Step,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        let match: MatchID
        if let reference {
            match = try find(reference, &step)
            guard let found = matches[match], found.isWaiting else { throw .matchFull }
            guard found.isOpen else { throw .openerAway }
        } else if let open = matches.oldestOpen(game) {
            match = open
        } else {
            return try open(RulesRequest(game: game), isPrivate: false, from: client, id, &step, using: &random)
        }
        vacate(client, &step)
        takeSeat(in: match, client, id, &step)
    }

    mutating func watch(
        _ reference: MatchReference?, follows: Bool, _ game: GameKind?, from client: ClientID, _ id: RequestID?,
        _ step: inout Step
    ) throws(Refusal) {
        let match: MatchID
        if let reference {
            match = try find(reference, &step)
        } else if let active = matches.mostRecentlyActive(game ?? .usual) {
            match = active
        } else {
            throw .nothingToWatch
        }
        let followed = follows ? game ?? matches[match]?.rules.game : nil
        watch(match, following: followed, from: client, id, &step)
    }

    private mutating func watch(
        _ match: MatchID, following game: GameKind?, from client: ClientID, _ id: RequestID?, _ step: inout Step
    ) {
        var isThere = false
        if case .watching(match, _) = sessions.location(of: client) { isThere = true }
        if !isThere {
            vacate(client, keeping: match, &step)
            step.outcome.changesList = true
        }
        sessions.update(client) { $0.location = .watching(match, following: game) }
        if !matches.isLive(match) { scheduleFollowers([client], step) }
        matches.update(match) { match in
            if !isThere { match.addWatchers([client]) }
            step.send(.match(match.seating(seat: nil)), to: client, re: id)
            if !isThere, match.isRecountDue(at: step.now) {
                match.publish(.watchers, welcoming: client, &step)
            } else {
                match.introduce(to: client, &step)
            }
            if !isThere { match.repeatTalk(to: [client], as: .watcher, &step) }
        }
    }

    /// Returns true if there is room for another match. At the limit, evicts the match that has been deserted longest
    /// and may give way.
    mutating func makeRoom(_ step: inout Step) -> Bool {
        guard matches.all.count >= Limits.matches else { return true }
        guard let deserted = matches.longestDeserted(at: step.now) else { return false }
        var absent: [PlayerName] = []
        change(deserted, &step) { match, step in
            absent = match.seats.filter { $0.absentSince != nil }.compactMap(\.player.name)
            return match.forfeitAndStore(by: nil, as: .abandoned, &step)
        }
        matches.remove(deserted)
        for name in absent { forget(name, &step) }
        return true
    }

    private func find(_ reference: MatchReference, _ step: inout Step) throws(Refusal) -> MatchID {
        switch reference {
        case .id(let id):
            guard let match = matches[id] else { throw .noSuchMatch }
            guard match.code == nil else { throw .badCode }
            return id
        case .code(let code):
            guard let id = matches[code] else {
                step.outcome.cost.isWrongGuess = true
                step.outcome.cost.commands = Limits.wrongSecretWeight
                throw .badCode
            }
            return id
        }
    }

    /// Opens a new, empty match. If the host has had pictures but has none any more, a rematch is dealt from other
    /// faces.
    mutating func addMatch(
        rules: Rules, code: MatchCode?, starting: Int, hasClientlessSeat: Bool, _ step: inout Step,
        using random: inout some RandomNumberGenerator
    ) -> MatchID {
        let pictures = settings.pictures
        let rules = rules.faces == .pictures && pictures.isEmpty ? rules.dealt(from: .animals) : rules
        let deck = Deck(for: rules, pictures: pictures, using: &random)
        let opening = Entry.Opening(
            match: matches.nextID(), rules: rules, code: code, deck: deck, salt: Salt(using: &random),
            starting: starting, at: step.now, hasClientlessSeat: hasClientlessSeat)
        step.store(.opened(opening))
        step.outcome.cost.opensMatch = true
        matches.add(Match(opening, pictures: pictures))
        return opening.match
    }

    /// Takes the next free seat, and the one after it for a player without a client; the match begins once the last
    /// seat is taken.
    private mutating func takeSeat(
        in id: MatchID, _ client: ClientID, against opponent: Seat.Occupant? = nil, _ request: RequestID?,
        _ step: inout Step
    ) {
        guard let name = sessions[client]?.name, let seat = matches[id]?.seats.count else { return }
        change(id, &step) { match, step in
            var change = match.takeSeatAndStore(.person(name, .present(client)), &step)
            if let opponent { change = match.takeSeatAndStore(opponent, &step) }
            step.send(.match(match.seating(seat: seat)), to: client, re: request)
            if change == nil { match.publish(nil, &step) }
            return change
        }
        sessions.update(client) { $0.location = .seated(id, seat) }
        step.outcome.changesList = true
    }

    // MARK: Leaving

    /// Leaves a match: resigns if it is in progress, ends it if it is waiting.
    ///
    /// - Parameter isSaid: true if the player said `leave` and so receives the last state of a match that this ends.
    mutating func leave(_ client: ClientID, isSaid: Bool, _ step: inout Step) {
        if let (id, seat) = sessions.location(of: client)?.seat {
            var end: Change?
            change(id, &step) { match, step in
                guard !match.isOver else { return nil }
                let wasWaiting = match.isWaiting
                _ = match.leave(seat, at: step.now)
                let loser = wasWaiting ? nil : match.actingSeat(for: seat)
                end = match.forfeitAndStore(by: loser, as: wasWaiting ? .abandoned : .resigned, &step)
                return end
            }
            if isSaid, let end, var match = matches[id] {
                step.send(.state(match.state(after: end, at: step.now)), to: client)
            }
        }
        vacate(client, &step)
    }

    /// Removes a client from a match that it watches, or that is over, without telling it.
    ///
    /// - Parameter kept: a match to keep even if it becomes empty, since the client comes back to it.
    mutating func vacate(_ client: ClientID, keeping kept: MatchID? = nil, _ step: inout Step) {
        guard let (match, seat) = sessions.location(of: client)?.seat else {
            return stopWatching(client, keeping: kept, &step)
        }
        sessions.update(client) { $0.location = .lobby }
        push.clientArrived()
        giveUpSeat(seat, of: match, keeping: kept, &step)
    }

    /// Frees a seat of a match that is over; the match is removed once it is empty.
    mutating func giveUpSeat(_ seat: Int, of id: MatchID, keeping kept: MatchID? = nil, _ step: inout Step) {
        let isEmpty = matches.update(id) { match in
            let change = match.leave(seat, at: step.now)
            if match.isEmpty, id != kept { return true }
            if let change { match.publish(change, &step) }
            return false
        }
        if isEmpty ?? false { matches.remove(id) }
        step.outcome.changesList = true
    }

    mutating func stopWatching(_ client: ClientID, keeping kept: MatchID? = nil, _ step: inout Step) {
        guard case .watching(let id, _) = sessions.location(of: client) else { return }
        sessions.update(client) { $0.location = .lobby }
        push.clientArrived()
        stopWatching(id, [client], keeping: kept, &step)
    }

    /// Removes watchers from a match; it is removed once it is empty.
    mutating func stopWatching(
        _ id: MatchID, _ clients: [ClientID], keeping kept: MatchID? = nil, _ step: inout Step
    ) {
        let isEmpty = matches.update(id) { match in
            match.removeWatchers(clients, at: step.now)
            if match.isEmpty, id != kept { return true }
            if match.isRecountDue(at: step.now) { match.publish(.watchers, &step) }
            return false
        }
        if isEmpty ?? false { matches.remove(id) }
        step.outcome.changesList = true
    }
}
