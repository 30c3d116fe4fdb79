import Lobby
import Protocol

// What must outlive the host is kept before anybody sees it: entries go to the journal, lines to connections with the
// position of the entry that must be visible first, and `Committer` says what is visible.
extension Host {
    /// What time it is in the lobby, whose clocks stand still while the disk fails.
    var lobbyNow: Instant { committer.trouble?.since ?? now }

    /// Gives the lobby an input, and does what it wants done.
    mutating func tell(_ input: Input) { carryOut(lobby.handle(input, at: lobbyNow, using: &random)) }

    /// Has what is due done, unless the clocks stand still.
    mutating func advance() {
        guard committer.trouble == nil, let due = lobby.nextDue, due <= now else { return }
        carryOut(lobby.advance(to: now))
    }

    /// Has what the lobby wants kept, by the next ``commit()``, and done.
    mutating func carryOut(_ outcome: Outcome) {
        committer.append(outcome, using: &writer)
        for effect in outcome.effects { apply(effect, after: outcome.entries) }
    }

    /// Keeps what has happened, or begins to, and has the lines that may be seen by that sent.
    mutating func commit() { apply(committer.passEnded(at: now, lobby, using: &writer)) }

    /// The thread that waits for the disk has answered.
    mutating func takeSyncAnswer() {
        if let answer = syncer?.answer() { apply(committer.syncEnded(answer, at: now)) }
    }

    private mutating func apply(_ effects: [Committer.Effect]) {
        for effect in effects {
            switch effect {
            case .sync(let job): start(job)
            case .release: release()
            case .beginTrouble:
                let reason = committer.trouble?.reason ?? ""
                log.write(.error, "the disk fails (\(reason)): all matches are paused until it works again")
                for client in held { explainHold(of: client) }
            case .endTrouble(let milliseconds):
                log.write(.notice, "the disk works again")
                tell(.clocksPaused(milliseconds: milliseconds))
            case .couldNotCompact(let error): log.write(.warning, "the journal could not be compacted: \(error)")
            }
        }
    }

    private mutating func start(_ job: SyncJob) {
        guard let syncer else { return }
        do throws(SystemError) {
            try syncer.start(job)
        } catch {
            apply(committer.syncEnded(.failure(error), at: now))
        }
    }

    private mutating func release() {
        for client in held {
            connections.update(client) { $0.isListed = false }
            markDirty(client)
        }
        held.removeAll(keepingCapacity: true)
    }

    /// Tells a client whose lines are held while the disk fails why it hears nothing.
    mutating func explainHold(of client: ClientID) {
        guard let trouble = committer.trouble, let dialect = connections.dialect(of: client) else { return }
        let line = encode(Message(.error(ErrorReport(.diskFailed(trouble.reason), command: nil))), dialect)
        connections.update(client) { $0.explainHold(line) }
    }

    /// Puts everything on the disk at the end; complains if that cannot be.
    ///
    /// - Returns: whether all is kept.
    mutating func closeStorage() -> Bool {
        do throws(SystemError) {
            if committer.isSyncing { throw .inputOutput("fsync") }  // It hangs.
            try committer.close()
            syncer?.stop()
            return true
        } catch {
            log.write(.error, "the last changes could not be saved: \(error)")
            return false
        }
    }
}
