public import Protocol

// The contest: who enters and withdraws, and who is seated next. Whatever may have freed an entrant also changes the
// list of matches and players, so that is when anyone looks for the next two who play.
extension Lobby {
    /// The contest; nil if there is none.
    public var contest: Contest? { desk?.contest }

    /// The host's first line on every connection.
    public var hello: Hello {
        var hello = settings.hello
        hello.isDraining = isDraining
        guard desk != nil else { return hello }
        hello.features = (hello.features + [Hello.contestFeature]).sorted()
        return hello
    }

    // MARK: Beginning

    /// Begins a contest, or ends the one there is. Call it after ``resume(at:)``; a contest that runs goes on by
    /// itself.
    ///
    /// - Parameter pairs: the pairs of matches that each two entrants play; 0 to end the contest, nil to change
    ///   nothing.
    public mutating func startContest(
        ofPairs pairs: Int?, at now: Instant, using random: inout some RandomNumberGenerator
    ) -> Outcome {
        var step = Step(at: now)
        if pairs == 0, desk != nil {
            endMatchesOfContest(&step)
            happen(.ended, &step)
        } else if let pairs, pairs > 0, desk == nil {
            let seed = ContestSeed(using: &random)
            happen(
                .began(pairs: pairs, .ofContest(settings.preset), seed, afterMatch: matches.lastNumber), &step)
        }
        if desk != nil { continueContest(&step) }
        noteDue()
        return step.outcome
    }

    private mutating func endMatchesOfContest(_ step: inout Step) {
        for id in matches.ids(where: { $0.contest != nil && !$0.isOver }) {
            change(id, &step) { match, step in match.forfeitAndStore(by: nil, as: .abandoned, &step) }
        }
    }

    /// Lets something happen in the contest, and stores it.
    private mutating func happen(_ event: Contest.Event, _ step: inout Step) {
        do throws(EntryFlaw) {
            try apply(event)
            step.store(.contest(event))
            step.outcome.changesList = true
        } catch {
            assertionFailure("an event that cannot happen: \(error.reason)")
        }
    }

    /// Applies an event of the contest.
    mutating func apply(_ event: Contest.Event) throws(EntryFlaw) {
        var contest = contest
        try Contest.apply(event, to: &contest)
        if let contest {
            if desk == nil { desk = ContestDesk(contest) } else { desk?.contest = contest }
        } else {
            (desk, contestDue) = (nil, nil)
        }
    }

    // MARK: Commands

    mutating func enter(
        _ client: ClientID, _ id: RequestID?, _ step: inout Step, using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        guard let contest else { throw .noContest }
        guard let name = sessions[client]?.name else { throw .nameNeeded }
        let entrant = contest.position(of: name).map { contest.entrants[$0] }
        if entrant?.hasWithdrawn == false { return step.acknowledge(.enter, to: client, re: id) }
        guard isFree(client) else { throw .alreadySeated }
        guard entrant != nil || !contest.isFull || takeOutGhost(&step) else { throw .contestFull }
        step.acknowledge(.enter, to: client, re: id)
        if entrant == nil {
            // The seed so far may be known, and with it the decks of all matches to come.
            let opensMatches = contest.entrants.contains { !$0.hasWithdrawn }
            if contest.isComplete, opensMatches { happen(.seeded(ContestSeed(using: &random)), &step) }
        }
        happen(.entered(name), &step)
    }

    mutating func withdraw(_ client: ClientID, _ id: RequestID?, _ step: inout Step) throws(Refusal) {
        guard let contest else { throw .noContest }
        guard let name = sessions[client]?.name, let position = contest.position(of: name),
            !contest.entrants[position].hasWithdrawn
        else { throw .notPlaying("You don't take part in the contest.") }
        step.acknowledge(.withdraw, to: client, re: id)
        if let (match, seat) = sessions.location(of: client)?.seat, isOfContest(match) {
            change(match, &step) { match, step in match.forfeitAndStore(by: seat, as: .resigned, &step) }
        }
        let entrant = contest.entrants[position].name
        guard self.contest?.hasPlayed(entrant) ?? false else { return takeOut(entrant, &step) }
        happen(.forfeited([entrant]), &step)
        happen(.withdrew(entrant), &step)
    }

    /// Takes out the first entrant who is away and has played nothing, to make room for another one: a name that is
    /// gone again must not keep its place for ever.
    ///
    /// - Returns: false if there is none.
    private mutating func takeOutGhost(_ step: inout Step) -> Bool {
        let ghost = contest?.entrants.first { entrant in
            guard case .away = whereabouts(of: entrant) else { return false }
            return contest?.hasPlayed(entrant.name) == false
        }
        guard let ghost else { return false }
        takeOut(ghost.name, &step)
        return true
    }

    /// Takes an entrant out who has played nothing, and frees the name if nobody has it.
    private mutating func takeOut(_ name: PlayerName, _ step: inout Step) {
        happen(.removed(name), &step)
        desk?.entrantsMoved()
        guard absentUntil == nil, case .nobody = registry[name]?.keeper else { return }
        registry.remove(name)
        step.store(.forgot(name))
    }

    /// Returns true if a client is an entrant who has matches left to play.
    func hasMatchesToPlay(_ client: ClientID) -> Bool {
        guard let contest, let name = sessions[client]?.name, let position = contest.position(of: name) else {
            return false
        }
        return contest.entrants.indices.contains { contest.remaining(position, $0) > 0 }
    }

    /// Returns true if a match is one of the contest and is not over.
    private func isOfContest(_ match: MatchID) -> Bool {
        matches.read(match) { $0.contest != nil && !$0.isOver } ?? false
    }

    // MARK: The standings

    mutating func sendStandings(
        to client: ClientID, follows: Bool?, _ id: RequestID?, _ step: inout Step
    ) throws(Refusal) {
        guard let standings = standings() else { throw .noContest }
        if let follows { sessions.update(client) { $0.followsStandings = follows } }
        if follows == true { desk?.push.clientArrived() }
        step.send(.standings(standings), to: client, re: id)
    }

    private mutating func standings() -> Standings? {
        guard var standings = desk?.standings() else { return nil }
        for index in standings.players.indices {
            standings.players[index].isPresent = isPresent(standings.players[index].name)
        }
        return standings
    }

    private func isPresent(_ name: String) -> Bool {
        if case .client = registry[key: PlayerName.key(of: name)]?.keeper { true } else { false }
    }

    /// Sends the standings to those that follow them, unless they have them.
    private mutating func pushStandings(_ step: inout Step) {
        desk?.push.pushed(at: step.now)
        let followers = sessions.all.filter(\.followsStandings).map(\.client)
        guard !followers.isEmpty, let standings = standings(), desk?.push.shouldSend(standings) ?? false else { return }
        step.broadcast(.standings(standings), to: followers)
    }

    // MARK: Seating

    /// An entrant's place.
    private enum Whereabouts {
        /// In no match that isn't over.
        case free(ClientID)
        /// In a match of the contest.
        case playing
        /// Not connected, or in another match.
        case away
    }

    private func whereabouts(of entrant: Contest.Entrant) -> Whereabouts {
        switch registry[key: entrant.key]?.keeper {
        case .client(let client):
            // While the host stops, names still have their connections, but nobody is seated any more.
            guard sessions.contains(client) else { return .away }
            guard let (match, _) = sessions.location(of: client)?.seat, matches.isLive(match) else {
                return .free(client)
            }
            return isOfContest(match) ? .playing : .away
        case .seat(let match, _): return isOfContest(match) ? .playing : .away
        case .nobody, nil: return .away
        }
    }

    /// Seats those who are free and have matches left to play, ends a standstill that has lasted too long, and sends
    /// the standings, as far as any of that is due.
    mutating func continueContest(_ step: inout Step) {
        let isRetry = desk?.retryAt.map { $0 <= step.now } ?? false
        if step.outcome.changesList { desk?.push.listChanged() }
        if step.outcome.changesList || isRetry { seatEntrants(&step) }
        if let end = standstillEnd, end <= step.now { endStandstill(&step) }
        if let due = desk?.push.due, due <= step.now { pushStandings(&step) }
        contestDue = Instant.earlier(Instant.earlier(standstillEnd, desk?.push.due), desk?.retryAt)
    }

    /// The time at which those who are away forfeit what is left. After a restart it is not before the names are freed
    /// of those who do not come back.
    private var standstillEnd: Instant? { desk?.standstillEnd.map { max($0, absentUntil ?? $0) } }

    private mutating func seatEntrants(_ step: inout Step) {
        guard let contest else { return }
        // Nobody is seated, and so nobody waits for those who are away.
        if isDraining { return endSeating(at: step.now) }
        var (clients, isPlaying) = ([Int: ClientID](), false)
        for (position, entrant) in contest.entrants.enumerated() where !entrant.hasWithdrawn {
            switch whereabouts(of: entrant) {
            case .free(let client): clients[position] = client
            case .playing: isPlaying = true
            case .away: break
            }
        }
        let free = desk?.sort(Array(clients.keys), at: step.now) ?? []
        let pairings = contest.pairings(of: free)
        desk?.retryAt = nil
        for (one, other) in pairings {
            guard makeRoom(&step) else {
                desk?.retryAt = step.now + Limits.Internal.seatingRetryMilliseconds
                break
            }
            let (place, seats) = contest.next(one, other)
            let players = seats.compactMap { seat in clients[seat].map { (contest.entrants[seat].name, $0) } }
            seat(players, at: place, dealt: contest.deal(place, seats: seats), contest.rules, &step)
        }
        let isStandstill =
            !isPlaying && pairings.isEmpty
            && free.contains { one in contest.entrants.indices.contains { contest.remaining(one, $0) > 0 } }
        desk?.note(isStandstill: isStandstill, at: step.now)
    }

    private mutating func endSeating(at now: Instant) {
        desk?.retryAt = nil
        desk?.note(isStandstill: false, at: now)
    }

    /// Opens a match of the contest and moves its players there, as to a rematch.
    private mutating func seat(
        _ players: [(name: PlayerName, client: ClientID)], at place: ContestPlace,
        dealt: (deck: Deck, salt: Salt), _ rules: Rules, _ step: inout Step
    ) {
        vacate(players.map(\.client), &step)
        let opening = Entry.Opening(
            match: matches.nextID(), rules: rules, code: nil, deck: dealt.deck, salt: dealt.salt, starting: 0,
            at: step.now, contest: place)
        step.store(.opened(opening))
        matches.add(Match(opening))
        for (seat, player) in players.enumerated() {
            sessions.update(player.client) { session in
                session.location = .seated(opening.match, seat)
                session.movedAt = step.now
            }
        }
        change(opening.match, &step) { match, step in
            var change: Change?
            for player in players {
                change = match.takeSeatAndStore(.person(player.name, .present(player.client)), &step)
            }
            match.broadcastSeating(&step)
            return change
        }
        step.outcome.changesList = true
    }

    /// Removes clients from finished matches and from those that they watch, without telling them; those that stay
    /// there are told once.
    private mutating func vacate(_ clients: [ClientID], _ step: inout Step) {
        var left: [MatchID: Change] = [:]
        for client in clients {
            guard let (match, seat) = sessions.location(of: client)?.seat else {
                stopWatching(client, &step)
                continue
            }
            sessions.update(client) { $0.location = .lobby }
            left[match] = matches.update(match) { $0.leave(seat, at: step.now) } ?? nil
        }
        for (match, change) in left.sorted(by: { $0.key < $1.key }) {
            if matches.read(match, { $0.isEmpty }) ?? false {
                matches.remove(match)
            } else {
                matches.update(match) { $0.publish(change, &step) }
            }
        }
    }

    /// Ends a time in which everybody who could play has waited for those who are away: these forfeit what is left.
    private mutating func endStandstill(_ step: inout Step) {
        guard let contest else { return }
        let away = contest.entrants.indices.filter { position in
            guard case .away = whereabouts(of: contest.entrants[position]) else { return false }
            return contest.entrants.indices.contains { contest.remaining(position, $0) > 0 }
        }
        happen(.forfeited(away.map { contest.entrants[$0].name }), &step)
        desk?.note(isStandstill: false, at: step.now)
        desk?.push.listChanged()
    }
}
