import Protocol

// Seating in the contest. Whatever may have freed an entrant also changes the list of matches and players, so that is
// when the lobby looks for the next two who can play.
extension Lobby {
    /// An entrant's place.
    enum Whereabouts {
        /// Connected, and in no match that isn't over.
        case free(ClientID)
        /// In a match of the contest.
        case playing
        /// Connected, but in another match.
        case elsewhere
        /// Not connected.
        case gone

        /// True if the entrant can't be seated, and isn't in a match of the contest either.
        var isAway: Bool {
            switch self {
            case .free, .playing: false
            case .elsewhere, .gone: true
            }
        }
    }

    func whereabouts(of entrant: Contest.Entrant) -> Whereabouts { whereabouts(registry[key: entrant.key]?.keeper) }

    private func whereabouts(_ keeper: Registry.Keeper?) -> Whereabouts {
        switch keeper {
        case .client(let client):
            // While the host stops, names still have their connections, but nobody is seated any more.
            guard sessions.contains(client) else { return .gone }
            guard let (match, _) = sessions.location(of: client)?.seat, matches.isLive(match) else {
                return .free(client)
            }
            return isOfContest(match) ? .playing : .elsewhere
        case .seat(let match, _): return isOfContest(match) ? .playing : .gone
        case .nobody, nil: return .gone
        }
    }

    /// Seats those who are free and have matches left to play, ends a wait that has lasted too long, ends the contest
    /// or publishes its seed, and sends the standings, as far as any of that is due.
    mutating func continueContest(_ step: inout Step, using random: inout some RandomNumberGenerator) {
        let isDue = [desk?.retryAt, desk?.endsAt].contains { $0.map { $0 <= step.now } ?? false }
        if step.outcome.changesList || isDue { seatEntrants(&step) }
        if let end = waitEnd, end <= step.now { endWait(&step) }
        if step.outcome.changesList, contest?.isSeedDue ?? false {
            happen(.published(next: ContestSeed(using: &random)), &step)
        }
        if step.outcome.changesList { desk?.push.listChanged() }
        if let due = desk?.push.due, due <= step.now { pushStandings(&step) }
        let end = desk?.endsAt.flatMap { $0 > step.now ? $0 : nil }
        contestDue = Instant.earlier(Instant.earlier(waitEnd, desk?.push.due), Instant.earlier(desk?.retryAt, end))
    }

    /// The time at which those who are awaited forfeit what is left. After a restart it is not before the names are
    /// freed of those who do not come back.
    private var waitEnd: Instant? { desk?.waitEnd.map { max($0, absentUntil ?? $0) } }

    private mutating func seatEntrants(_ step: inout Step) {
        guard let contest, !contest.isClosed else { return endSeating(at: step.now) }
        // Nobody is seated, and so nobody waits for those who are away.
        if isDraining { return endSeating(at: step.now) }
        let keepers = contest.entrants.map { $0.hasWithdrawn ? nil : registry[key: $0.key]?.keeper }
        let places = keepers.map { whereabouts($0) }
        endWaits(for: places, &step)
        noteGathering(keepers, &step)
        let isPlaying = places.contains { if case .playing = $0 { true } else { false } }
        if let end = desk?.endsAt, end <= step.now {
            endSeating(at: step.now)
            return isPlaying ? () : closeContest(&step)
        }
        var clients: [Int: ClientID] = [:]
        for (position, place) in places.enumerated() {
            if case .free(let client) = place { clients[position] = client }
        }
        let free = desk?.sort(Array(clients.keys), at: step.now) ?? []
        let pairings = contest.pairings(of: free)
        seat(pairings, clients, &step)
        let awaited = contest.entrants.indices.filter { position in
            places[position].isAway && free.contains { contest.isAwaited(position, by: $0) }
        }
        desk?.note(awaited: isPlaying || !pairings.isEmpty ? [] : awaited, at: step.now)
    }

    private mutating func endSeating(at now: Instant) {
        desk?.retryAt = nil
        desk?.note(awaited: [], at: now)
    }

    /// Counts for how long others have waited for those who are back.
    private mutating func endWaits(for places: [Whereabouts], _ step: inout Step) {
        guard let entrants = contest?.entrants, desk?.hasWaits ?? false else { return }
        for (position, place) in places.enumerated() where !place.isAway {
            let wait = desk?.takeWait(of: position, at: step.now) ?? 0
            if wait > 0 { happen(.awaited(entrants[position].name, milliseconds: wait), &step) }
        }
    }

    /// Notes which entrants are there, if others are than when it was last looked.
    private mutating func noteGathering(_ keepers: [Registry.Keeper?], _ step: inout Step) {
        let clients = keepers.map { keeper -> ClientID? in
            if case .client(let client) = keeper, sessions.contains(client) { client } else { nil }
        }
        guard desk?.areNew(clients) ?? false else { return }
        var present: [Int: SocketAddress.Host?] = [:]
        for (position, client) in clients.enumerated() {
            if let client { present[position] = sessions.network(of: client) }
        }
        if let names = desk?.note(present: present), !names.isEmpty { happen(.gathered(names), &step) }
    }

    private mutating func seat(_ pairings: [(Int, Int)], _ clients: [Int: ClientID], _ step: inout Step) {
        guard let contest else { return }
        desk?.retryAt = nil
        for (one, other) in pairings {
            guard makeRoom(&step) else {
                desk?.retryAt = step.now + Limits.Internal.seatingRetryMilliseconds
                break
            }
            let (place, seats) = contest.next(one, other)
            let players = seats.compactMap { seat in clients[seat].map { (contest.entrants[seat].name, $0) } }
            let (deck, salt) = contest.deal(place, seats: seats)
            let opening = Entry.Opening(
                match: matches.nextID(), rules: contest.rules, code: nil, deck: deck, salt: salt, starting: 0,
                at: step.now, contest: place, absenceAllowed: seats.map(contest.absenceLeft))
            seat(players, in: opening, &step)
            desk?.contest.noteDeal(place, players.map(\.0))
        }
    }

    /// Opens a match of the contest and moves its players there, as to a rematch.
    private mutating func seat(
        _ players: [(name: PlayerName, client: ClientID)], in opening: Entry.Opening, _ step: inout Step
    ) {
        vacate(players.map(\.client), &step)
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

    /// Ends a time in which those who could play have waited for others, who forfeit what is left.
    private mutating func endWait(_ step: inout Step) {
        guard let desk else { return }
        let awaited = desk.awaitedPositions
        for position in awaited {
            let wait = self.desk?.takeWait(of: position, at: step.now) ?? 0
            if wait > 0 { happen(.awaited(desk.contest.entrants[position].name, milliseconds: wait), &step) }
        }
        happen(.forfeited(awaited.map { desk.contest.entrants[$0].name }), &step)
    }
}
