import Protocol

// Sealed cards: the client checks each match that it sees the end of, and each replay. It reads what the host says as
// it came, because what is shown of a face may differ from it.

extension Model {
    /// Listens to an event for what it says of seals.
    ///
    /// - Returns: the outcome of a check that this event has brought to its end.
    mutating func checkSeals(_ event: Event) -> SealVerdict? {
        switch event {
        case .match(let seating):
            // A host that comes back with another seal for the same match is held to the first.
            let known = session.table?.seating.match == seating.match ? session.seal : nil
            session.seal = known ?? seating.seal.map { SealCheck($0) }
            guard let known, known.verdict == nil, seating.seal != known.seal else { return nil }
            session.seal?.refuse()
            return session.seal?.verdict
        case .state(let state) where state.match == seating?.match:
            if session.seal?.verdict != nil { return nil }
            session.seal?.see(state)
            return session.seal?.verdict
        case .replay(let header): session.replayedSeal = header.seal.map { SealCheck($0) }
        case .replayed(let step):
            if session.replayedSeal?.verdict != nil { return nil }
            session.replayedSeal?.see(step.state)
            return session.replayedSeal?.verdict
        default: break
        }
        return nil
    }

    /// Says that a seal fits where all is said in lines, and anywhere, loudly, that it does not.
    mutating func tell(_ verdict: SealVerdict) {
        if options.isPlain { return notify(verdict.isAlarming ? "WARNING! \(verdict.sentence)" : verdict.sentence) }
        guard hasScreen, verdict.isAlarming else { return }
        notify(verdict.sentence, .complaint)
        show(TextBox(["WARNING!", "", verdict.sentence]))
        ring()
    }
}
