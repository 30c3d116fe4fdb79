import Protocol

// Sealed cards: the client checks each match that it sees the end of, each replay and each record. It reads what the
// host says as it came, because what is shown of a face may differ from it.

extension Model {
    /// Listens to an event for what it says of seals.
    ///
    /// - Returns: the outcome of a check that this event has brought to its end.
    mutating func checkSeals(_ event: Event) -> SealVerdict? {
        switch event {
        case .match(let seating):
            let former = self.seating?.match == seating.match ? session.seal : nil
            session.seals.note(seating.seal, of: seating.match)
            session.seal = session.seals.check(seating.match, under: seating.seal, goingOn: former)
            return session.seal?.verdict == former?.verdict ? nil : session.seal?.verdict
        case .state(let state) where state.match == seating?.match:
            if session.seal?.verdict != nil { return nil }
            session.seal?.see(state)
            return session.seal?.verdict
        case .replay(let header):
            session.replayedSeal = session.seals.check(header.match, under: header.seal)
            return session.replayedSeal?.verdict
        case .replayed(let step):
            // The first state opens the page of the replay, over what was said before.
            if session.replayedSeal?.verdict != nil, session.comingReplay == nil { return nil }
            session.replayedSeal?.see(step.state)
            return session.replayedSeal?.verdict
        case .record(let report):
            var check = session.seals.check(report.summary.match, under: report.seal)
            check?.see(report)
            return check?.verdict.flatMap { $0.isAlarming ? $0 : nil }
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
