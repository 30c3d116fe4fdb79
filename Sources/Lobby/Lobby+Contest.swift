public import Protocol

// The contest: who enters and withdraws, and when it begins and ends. Who is seated next is in
// `Lobby+ContestSeating.swift`.
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
    /// - Parameters:
    ///   - pairs: the pairs of matches that each two entrants play; 0 to end the contest, nil to change nothing. A
    ///     contest that is over makes way for another, unless `end` has passed.
    ///   - game: the game that it is of.
    ///   - end: the time from which on nobody is seated any more; nil if that is open.
    public mutating func startContest(
        ofPairs pairs: Int?, of game: GameKind = .usual, until end: Instant? = nil, at now: Instant,
        using random: inout some RandomNumberGenerator
    ) -> Outcome {
        var step = Step(at: now)
        if let pairs, pairs > 0, contest?.isClosed ?? true, end.map({ now < $0 }) ?? true {
            if desk != nil { happen(.ended, &step) }
            let seed = ContestSeed(using: &random)
            let rules = Rules.ofContest(settings.preset, game)
            happen(.began(pairs: pairs, rules, seed, afterMatch: matches.lastNumber), &step)
        }
        if mayHaveLostMatches, let contest, !contest.isClosed {
            // Without another seed, what was lost would be dealt again.
            if contest.mayDrawSeed {
                happen(.seeded(ContestSeed(using: &random)), &step)
            } else {
                closeContest(&step)
            }
        }
        mayHaveLostMatches = false
        if desk != nil {
            desk?.endsAt = pairs == 0 ? now : end
            if pairs == 0 { closeContest(&step) }
            continueContest(&step, using: &random)
        }
        noteDue()
        return step.outcome
    }

    /// Ends the contest. Matches that are in play, if any, end with it and count for nobody.
    mutating func closeContest(_ step: inout Step) {
        guard contest?.isClosed == false else { return }
        happen(.closed, &step)
        for id in matches.ids(where: { $0.contest != nil && !$0.isOver }) {
            change(id, &step) { match, step in match.forfeitAndStore(by: nil, as: .abandoned, &step) }
        }
        for entrant in contest?.entrants ?? [] { freeName(of: entrant.name, &step) }
        step.notify(.contestEnded)
    }

    /// Lets something happen in the contest, and stores it.
    mutating func happen(_ event: Contest.Event, _ step: inout Step) {
        do throws(EntryFlaw) {
            try apply(event)
            step.store(.contest(event))
            step.outcome.changesList = true
        } catch {
            assertionFailure("an event that cannot happen: \(error.reason)")
        }
    }

    mutating func apply(_ event: Contest.Event) throws(EntryFlaw) {
        var contest = contest
        try Contest.apply(event, to: &contest)
        if let contest {
            if case .began = event { desk = ContestDesk(contest) } else { desk?.contest = contest }
        } else {
            (desk, contestDue) = (nil, nil)
        }
    }

    // MARK: Commands

    mutating func enter(
        _ client: ClientID, _ id: RequestID?, _ allowance: Allowance, _ step: inout Step
    ) throws(Refusal) {
        let contest = try openContest(at: step.now)
        guard let name = sessions[client]?.name else { throw .nameNeeded }
        let entrant = contest.position(of: name).map { contest.entrants[$0] }
        if entrant?.hasWithdrawn == false { return step.acknowledge(.enter, to: client, re: id) }
        guard isFree(client) else { throw .alreadySeated }
        if entrant == nil { try makePlace(for: name, client, allowance, &step) }
        step.acknowledge(.enter, to: client, re: id)
        happen(.entered(name), &step)
    }

    /// Returns the contest, unless there is none or its end has come.
    private func openContest(at now: Instant) throws(Refusal) -> Contest {
        guard let desk else { throw .noContest }
        guard !desk.contest.isClosed, desk.endsAt.map({ now < $0 }) ?? true else {
            throw .notPlaying("The contest is over.")
        }
        return desk.contest
    }

    /// Makes sure that there is a place for somebody who has not entered yet.
    ///
    /// - Throws: why they can't enter. Nothing has changed then.
    private mutating func makePlace(
        for name: PlayerName, _ client: ClientID, _ allowance: Allowance, _ step: inout Step
    ) throws(Refusal) {
        guard let desk else { throw .noContest }
        guard !desk.contest.hasMadeRoom(name) else {
            throw .notPlaying("\(name.text) has withdrawn from the contest and made room for somebody else.")
        }
        if desk.contest.isHalfFull, let network = sessions.network(of: client),
            places(of: network) >= settings.entrantsPerAddress
        {
            throw .contestFullForAddress(settings.entrantsPerAddress)
        }
        guard allowance.mayOpen else { throw .tooManyOpenings }
        guard !desk.contest.isFull || takeOutGhost(&step) || takeOutWithdrawn(&step) else { throw .contestFull }
        step.outcome.cost.opensMatch = true
    }

    mutating func withdraw(_ client: ClientID, _ id: RequestID?, _ step: inout Step) throws(Refusal) {
        let contest = try openContest(at: step.now)
        guard let name = sessions[client]?.name, let position = contest.position(of: name),
            !contest.entrants[position].hasWithdrawn
        else { throw .notPlaying("You don't take part in the contest.") }
        step.acknowledge(.withdraw, to: client, re: id)
        if let (match, seat) = sessions.location(of: client)?.seat, isOfContest(match) {
            change(match, &step) { match, step in match.forfeitAndStore(by: seat, as: .resigned, &step) }
        }
        let entrant = contest.entrants[position].name
        guard self.contest?.hasPlayed(entrant) ?? false else { return takeOut(entrant, &step) }
        happen(.withdrew(entrant), &step)
    }

    /// Returns true if an entrant has gone and played nothing, and so makes room for another one: a name that is gone
    /// again must not keep its place for ever.
    private func isGhost(_ entrant: Contest.Entrant) -> Bool {
        guard case .gone = whereabouts(of: entrant) else { return false }
        return contest?.hasPlayed(entrant.name) == false
    }

    /// Returns how many places of the contest a network holds: those of entrants who make no room.
    private func places(of network: SocketAddress.Host) -> Int {
        guard let desk else { return 0 }
        return desk.contest.entrants.count { desk.isFrom(network, $0) && !$0.hasWithdrawn && !isGhost($0) }
    }

    /// Takes out the first entrant who has gone and played nothing.
    ///
    /// - Returns: false if there is none.
    private mutating func takeOutGhost(_ step: inout Step) -> Bool {
        guard let ghost = contest?.entrants.first(where: isGhost) else { return false }
        takeOut(ghost.name, &step)
        return true
    }

    /// Takes out the first entrant who has withdrawn, to make room for another one.
    ///
    /// - Returns: false if there is none.
    private mutating func takeOutWithdrawn(_ step: inout Step) -> Bool {
        guard let name = contest?.oldestWithdrawn?.name else { return false }
        happen(.retired(name), &step)
        desk?.entrantsMoved()
        freeName(of: name, &step)
        return true
    }

    /// Takes out an entrant who has played nothing.
    private mutating func takeOut(_ name: PlayerName, _ step: inout Step) {
        happen(.removed(name), &step)
        desk?.entrantsMoved()
        freeName(of: name, &step)
    }

    /// Frees the name of somebody who takes part no longer, if nobody has it.
    private mutating func freeName(of name: PlayerName, _ step: inout Step) {
        guard absentUntil == nil, let person = registry[name], case .nobody = person.keeper else { return }
        registry.remove(name)
        step.store(.forgot(name))
    }

    /// Returns true if the contest keeps a name, whether or not its player is connected.
    func isKept(_ name: PlayerName) -> Bool { contest.map { !$0.isClosed && $0.hasEntrant(name) } ?? false }

    /// Returns true if a client is an entrant who has matches left to play.
    func hasMatchesToPlay(_ client: ClientID) -> Bool {
        guard let contest, let name = sessions[client]?.name, let position = contest.position(of: name) else {
            return false
        }
        return contest.entrants.indices.contains { contest.remaining(position, $0) > 0 }
    }

    /// Returns true if a match is one of the contest and is not over.
    func isOfContest(_ match: MatchID) -> Bool {
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
    mutating func pushStandings(_ step: inout Step) {
        desk?.push.pushed(at: step.now)
        let followers = sessions.all.filter(\.followsStandings).map(\.client)
        guard !followers.isEmpty, let standings = standings(), desk?.push.shouldSend(standings) ?? false else { return }
        step.broadcast(.standings(standings), to: followers)
    }
}
