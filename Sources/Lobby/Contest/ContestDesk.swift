import Protocol

/// The contest, and what of it is not kept: who waits since when, and who is sent the standings.
struct ContestDesk: Sendable {
    var contest: Contest { didSet { results = nil } }
    /// The time since which each entrant has been free; nil for those who are not.
    private var freeSince: [Instant?] = []
    /// The time since which some have waited for others, all of whom are away; nil while it is not so.
    private(set) var standstillSince: Instant?
    /// The time at which to look again for room for the matches of those who could be seated; nil if all were.
    var retryAt: Instant?
    /// Decides when the standings are sent unasked.
    var push = ChangePush<Standings>()
    /// The strengths of the entrants when the standings were computed last.
    private var strengths: [Double] = []
    /// The standings of the contest as it is; nil until somebody asks.
    private var results: Standings?

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

    /// Forgets who has waited how long, since the entrants have other positions now.
    mutating func entrantsMoved() { freeSince = [] }

    /// Notes how a match of the contest ended.
    mutating func note(_ result: ContestResult) { contest.note(result) }

    /// Notes who is free, and returns those that are with the one first who has waited longest.
    mutating func sort(_ free: [Int], at now: Instant) -> [Int] {
        let before = freeSince
        freeSince = [Instant?](repeating: nil, count: contest.entrants.count)
        for position in free {
            freeSince[position] = (before.indices.contains(position) ? before[position] : nil) ?? now
        }
        return free.sorted { (freeSince[$0] ?? now, $0) < (freeSince[$1] ?? now, $1) }
    }

    /// Notes whether some wait for others, all of whom are away.
    mutating func note(isStandstill: Bool, at now: Instant) {
        standstillSince = isStandstill ? standstillSince ?? now : nil
    }

    /// The time at which those who are away forfeit what is left; nil while nobody waits for them.
    var standstillEnd: Instant? { standstillSince.map { $0 + contest.rules.graceMilliseconds } }

    /// Cancels all that is due, since the host stops.
    mutating func stop() {
        push.stop()
        (standstillSince, retryAt) = (nil, nil)
    }

    /// Puts off the end of a standstill, because the clocks stood still for this long.
    mutating func shift(by milliseconds: Int) {
        standstillSince = standstillSince.map { $0 + milliseconds }
        retryAt = retryAt.map { $0 + milliseconds }
        freeSince = freeSince.map { $0.map { $0 + milliseconds } }
    }
}
