import Protocol

/// The contest, and what the journal does not keep of it: who has been free or awaited since when, where the entrants
/// come from, and who is sent the standings.
struct ContestDesk: Sendable {
    var contest: Contest { didSet { results = nil } }
    /// The time at which the contest is over, as soon as nobody plays; nil if that is open.
    var endsAt: Instant?
    /// The time at which to look again for room for the matches of those who could be seated; nil if all were.
    var retryAt: Instant?
    /// Decides when the standings are sent unasked.
    var push = ChangePush<Standings>()
    /// The time since which each entrant has been free; nil for those who are not.
    private var freeSince: [Instant?] = []
    /// The entrants for whom others have waited since they were last there, by the keys of their names.
    private var awaited: [String: Wait] = [:]
    /// The networks from which the entrants were last connected, by the keys of their names.
    private var networks: [String: SocketAddress.Host] = [:]
    /// The entrants who were there when it was last looked, by the keys of their names.
    private var gathered: Set<String> = []
    /// Their connections, by the positions of the entrants.
    private var clients: [ClientID?] = []
    /// The strengths of the entrants when the standings were computed last.
    private var strengths: [Double] = []
    /// The standings of the contest as it is; nil until somebody asks.
    private var results: Standings?

    /// How long others have waited for an entrant.
    private struct Wait {
        /// The time since which they wait now; nil if they don't.
        var since: Instant?
        /// The milliseconds for which they did before.
        var before = 0

        func milliseconds(at now: Instant) -> Int { before + (since.map { max(0, now - $0) } ?? 0) }
    }

    init(_ contest: Contest) { self.contest = contest }

    /// The results so far, but for who is present.
    mutating func standings() -> Standings {
        if let results { return results }
        let ratings = contest.ratings(startingFrom: strengths)
        strengths = ratings.strengths
        let standings = contest.standings(by: ratings)
        results = standings
        return standings
    }

    /// Forgets who has been free how long, since the entrants have other positions now, and all about those who take part
    /// no longer.
    mutating func entrantsMoved() {
        (freeSince, clients) = ([], [])
        let keys = Set(contest.entrants.map(\.key))
        networks = networks.filter { keys.contains($0.key) }
        awaited = awaited.filter { keys.contains($0.key) }
    }

    // MARK: Who is there

    /// Returns true if the entrants have other connections than when this was last asked.
    mutating func areNew(_ clients: [ClientID?]) -> Bool {
        defer { self.clients = clients }
        return clients != self.clients
    }

    /// Notes who is there, and from where.
    ///
    /// - Returns: the names of all of them, if two are there together for the first time; otherwise none.
    mutating func note(present: [Int: SocketAddress.Host?]) -> [PlayerName] {
        let here = present.keys.sorted()
        for (position, network) in present { networks[contest.entrants[position].key] = network }
        let keys = Set(here.map { contest.entrants[$0].key })
        guard keys != gathered else { return [] }
        gathered = keys
        let isNew = here.indices.contains { place in
            here.prefix(place).contains { !contest.meeting($0, here[place]).isPossible }
        }
        return isNew ? here.map { contest.entrants[$0].name } : []
    }

    /// Returns true if an entrant was last connected from a network.
    func isFrom(_ network: SocketAddress.Host, _ entrant: Contest.Entrant) -> Bool {
        networks[entrant.key] == network
    }

    /// Notes who is free, and returns those that are with the one first who has waited longest.
    mutating func sort(_ free: [Int], at now: Instant) -> [Int] {
        let before = freeSince
        freeSince = [Instant?](repeating: nil, count: contest.entrants.count)
        for position in free {
            freeSince[position] = (before.indices.contains(position) ? before[position] : nil) ?? now
        }
        return free.sorted { (freeSince[$0] ?? now, $0) < (freeSince[$1] ?? now, $1) }
    }

    // MARK: Who is awaited

    /// True if others wait for somebody, or did since they were last there.
    var hasWaits: Bool { !awaited.isEmpty }

    /// Notes for whom others wait who can play with nobody else.
    mutating func note(awaited positions: [Int], at now: Instant) {
        let keys = Set(positions.map { contest.entrants[$0].key })
        for (key, wait) in awaited where wait.since != nil && !keys.contains(key) {
            awaited[key] = Wait(since: nil, before: wait.milliseconds(at: now))
        }
        for key in keys where awaited[key]?.since == nil { awaited[key, default: Wait()].since = now }
    }

    /// The positions of those for whom others wait now.
    var awaitedPositions: [Int] {
        contest.entrants.indices.filter { awaited[contest.entrants[$0].key]?.since != nil }
    }

    /// The time at which those for whom others wait forfeit what is left: when the grace period is over for all of
    /// them, or what is left of their absence; nil while nobody waits.
    var waitEnd: Instant? {
        awaitedPositions.compactMap { position -> Instant? in
            guard let wait = awaited[contest.entrants[position].key], let since = wait.since else { return nil }
            let left = max(0, contest.absenceLeft(of: position) - wait.before)
            return since + min(contest.rules.graceMilliseconds, left)
        }.max()
    }

    /// Forgets that others have waited for an entrant, and returns for how many milliseconds they did.
    mutating func takeWait(of position: Int, at now: Instant) -> Int {
        awaited.removeValue(forKey: contest.entrants[position].key)?.milliseconds(at: now) ?? 0
    }

    /// Cancels all that is due, since the host stops.
    mutating func stop() {
        push.stop()
        awaited = [:]
        (retryAt, endsAt) = (nil, nil)
    }

    /// Puts off what is due, because the clocks stood still for this long.
    mutating func shift(by milliseconds: Int) {
        for (key, wait) in awaited { awaited[key]?.since = wait.since.map { $0 + milliseconds } }
        retryAt = retryAt.map { $0 + milliseconds }
        freeSince = freeSince.map { $0.map { $0 + milliseconds } }
    }
}
