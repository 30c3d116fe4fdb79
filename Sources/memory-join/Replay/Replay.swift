import Protocol

// A host sends a replay as a header and the states that a watcher of the match saw; `ReplayPlayer` is a position in
// those that have come, which advances with time.

/// A finished match as the sequence of its visible states, as far as they have come.
struct Replay: Equatable, Sendable {
    let header: ReplayHeader
    /// The states, from the beginning on; at least one.
    private(set) var steps: [ReplayedState]
    private(set) var faces = SeenFaces()

    /// Starts with the first state.
    init(_ header: ReplayHeader, first step: ReplayedState) {
        (self.header, steps) = (header, [step])
        faces.insert(step.state.cards)
    }

    /// Adds the next state, which was shown no earlier than the one before, whatever the host says; one that is there
    /// already, and more than a match can have, are left out.
    mutating func append(_ step: ReplayedState) {
        guard let last = steps.last, !last.isLast, step.state.version > last.state.version,
            steps.count < Limits.Internal.replayedStates
        else { return }
        var next = step
        next.atMilliseconds = max(last.atMilliseconds, step.atMilliseconds)
        steps.append(next)
        faces.insert(step.state.cards)
    }

    /// All states have come.
    var isComplete: Bool { steps.last?.isLast ?? false }

    /// The seating of a watcher of the match.
    var seating: Seating { Seating(match: header.match, seat: nil, rules: header.rules, code: nil) }
}
