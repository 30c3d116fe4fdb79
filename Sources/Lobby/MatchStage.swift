import Protocol

/// The stage of a match, with the times that each stage needs.
///
/// The transitions between them:
///
///     waiting ──── every seat taken ──▶ running ──── moves, clock, resign ──▶ over
///        │                               │    ▲                                 ▲
///        │                  a player is absent  all are back                    │
///        │                               ▼    │                                 │
///        │                              paused ──── resign, or grace period ends ┤
///        └──── the opener leaves ───────────────────────────────────────────────┘
enum MatchStage: Equatable, Sendable {
    /// A seat is free.
    case waiting
    /// In play since this instant, which pauses have moved forward.
    case running(since: Instant)
    /// A player is absent; the match has been in play for this many milliseconds.
    case paused(played: Int)
    case over(rematch: MatchID?, best: Bool, record: RecordID?)

    /// Returns the milliseconds for which the match has been in play.
    func played(at now: Instant) -> Int {
        switch self {
        case .running(let since): now - since
        case .paused(let played): played
        case .waiting, .over: 0
        }
    }

    /// Pauses a running match while a player is absent, and resumes a paused one once all are present.
    mutating func pauseOrResume(isComplete: Bool, at now: Instant) {
        switch self {
        case .running where !isComplete: self = .paused(played: played(at: now))
        case .paused(let played) where isComplete: self = .running(since: now + -played)
        case .waiting, .running, .paused, .over: break
        }
    }

    /// Shifts the time since which the match has been in play, because all clocks stood still for this long.
    mutating func shift(by milliseconds: Int) {
        if case .running(let since) = self { self = .running(since: since + milliseconds) }
    }

    /// Links a finished match to its rematch.
    mutating func link(to rematch: MatchID) {
        guard case .over(_, let best, let record) = self else {
            preconditionFailure("a match in progress has no rematch")
        }
        self = .over(rematch: rematch, best: best, record: record)
    }
}
