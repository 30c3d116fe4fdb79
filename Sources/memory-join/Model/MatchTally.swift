import Protocol

/// The statistics shown at the end of a match, as far as this client has seen it.
struct MatchTally: Equatable, Sendable {
    /// The pairs that a seat took in consecutive turns of its own.
    struct Run: Equatable, Sendable {
        let seat: Int
        let pairs: Int
    }

    /// Milliseconds from the deal to the end; nil unless the client was there for both.
    private(set) var milliseconds: Int?
    private var dealtAt: Instant?
    private var longest: Run?
    private var current: [Int: Int] = [:]
    /// True if no state since the deal was missed.
    private var hasSeenAll = false

    /// The longest run of pairs; nil if there was none, or if states were missed.
    var longestRun: Run? { hasSeenAll ? longest : nil }

    /// Counts a step of the match.
    mutating func count(_ step: Table.Transition, at now: Instant) {
        if step.isCopy { return }
        if step.next.change == .deal {
            (dealtAt, hasSeenAll) = (now, true)
        } else if !step.isNext {
            hasSeenAll = false
        }
        switch step.next.change {
        case .memory(.pair(let seat, _, _)):
            let pairs = current[seat, default: 0] + 1
            current[seat] = pairs
            if pairs > longest?.pairs ?? 0 { longest = Run(seat: seat, pairs: pairs) }
        case .memory(.miss(let seat, _, _)), .memory(.timeout(let seat, _)): current[seat] = nil
        default: break
        }
        if step.hasEnded, !step.isFirst { milliseconds = dealtAt.map { now - $0 } }
    }
}
