import Lobby
import Protocol

// Whatever must outlive the host is committed before anyone sees it: entries go to the journal, lines to connections
// with the position of the entry that must be visible first, and `Committer` says what is visible.
extension Host {
    /// The lobby's time; its clocks stand still while the disk fails.
    var lobbyNow: Instant { (committer.gate.diskFailure?.since ?? now) + clock.leftOut }

    /// Feeds the lobby an input and carries out the result.
    mutating func process(_ input: Input) { carryOut(handle(input)) }

    /// Feeds the lobby an input. The memory of the last outcome is used for this one.
    mutating func handle(_ input: Input) -> Outcome {
        var room = Outcome()
        swap(&room, &emptied)
        return lobby.handle(input, at: lobbyNow, using: &random, reusing: room)
    }

    /// Carries out what is due in the lobby, unless the clocks stand still.
    mutating func advance() {
        guard wait(for: .lobby) <= 0 else { return }
        carryOut(lobby.advance(to: lobbyNow, using: &random))
    }

    /// Appends an outcome's entries, which the next ``commit()`` writes, and applies its effects.
    mutating func carryOut(_ outcome: consuming Outcome) {
        committer.append(outcome, using: &writer)
        if outcome.changesList { notifier?.statusMayHaveChanged() }
        // By index, because a loop over the array itself would keep another reference to it.
        for index in 0..<outcome.effects.count { apply(outcome.effects[index], after: outcome.entries) }
        outcome.empty()
        swap(&outcome, &emptied)
    }

    /// Commits what has happened, or starts to, and releases the lines that are visible now.
    mutating func commit() {
        apply(committer.passEnded(at: now, &lobby, using: &writer, reusing: takeRoom()))
        if meters.hasMoves { timeMoves() }
    }

    /// Does some of the work that makes the journal smaller, if there is any.
    mutating func continueCompacting() {
        if committer.hasSlice { apply(committer.continueCompacting(using: &writer)) }
    }

    /// Takes the answer of the thread that syncs.
    mutating func finishSync() {
        guard let answer = syncer?.answer(of: "fsync") else { return }
        meters.synced(microseconds: answer.microseconds)
        apply(committer.syncEnded(answer.result, at: now, reusing: takeRoom()))
    }

    /// Takes the last effects' memory for the next ones.
    private mutating func takeRoom() -> [Committer.Effect] {
        var room: [Committer.Effect] = []
        swap(&room, &emptiedEffects)
        return room
    }

    private mutating func apply(_ effects: consuming [Committer.Effect]) {
        for index in 0..<effects.count {
            switch effects[index] {
            case .sync(let job): start(job)
            case .release: release()
            case .diskFailed:
                let reason = committer.gate.diskFailure?.reason ?? ""
                log.write(.error, "disk failed (\(reason)); all matches are paused until it recovers")
                for client in lists.held { explainHold(of: client) }
            case .diskRecovered(let milliseconds):
                log.write(.notice, "disk recovered")
                process(.clocksPaused(milliseconds: milliseconds))
            case .couldNotCompact(let error): log.write(.warning, "cannot compact the journal: \(error)")
            }
        }
        effects.removeAll(keepingCapacity: true)
        swap(&effects, &emptiedEffects)
    }

    private mutating func start(_ job: DiskJob) {
        guard let syncer else { return }
        do throws(SystemError) {
            try syncer.start(job)
        } catch {
            apply(committer.syncEnded(.failure(error), at: now))
        }
    }

    private mutating func release() {
        for (index, client) in lists.held.enumerated() {
            connections.update(client) { $0.outbox.release(at: clock.now) }
            mark(client, Self.turn(index))
        }
        lists.releaseAll()
    }

    /// Tells a client whose lines are held why it gets no answers, if the disk fails.
    mutating func explainHold(of client: ClientID) {
        guard let trouble = committer.gate.diskFailure, let encoding = connections.encoding(of: client) else { return }
        let report = ErrorReport(.diskFailed(trouble.reason), command: nil)
        let line = encode(Message(.error(report)), encoding)
        let isTold = connections.update(client) {
            $0.outbox.explainHold($0.stage == .client ? line : nil, to: $0.socket, scratch: &scratch)
        }
        if isTold ?? false { meters.refused(report.code) }
    }

    /// Puts everything on disk at the end; logs an error if that fails.
    ///
    /// - Returns: true if everything was kept.
    mutating func closeStorage() -> Bool {
        do throws(SystemError) {
            if committer.gate.isSyncing { throw .inputOutput("fsync") }  // It hangs.
            try committer.close(lobby, using: &writer)
            syncer?.stop()
            queries.stop()
            return true
        } catch {
            log.write(.error, "cannot save the last changes: \(error)")
            return false
        }
    }
}
