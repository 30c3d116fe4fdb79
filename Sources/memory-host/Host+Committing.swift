import Lobby
import Protocol

// What must outlive the host is kept before anybody sees it: entries go to the journal, lines to connections with the
// position of the entry that must be visible first, and `CommitGate` says what to do and what is visible.
extension Host {
    /// What time it is in the lobby, whose clocks stand still while the disk fails.
    var lobbyNow: Instant { gate.trouble?.since ?? now }

    /// Gives the lobby an input, and does what it wants done.
    mutating func tell(_ input: Input) { settle(lobby.handle(input, at: lobbyNow, using: &random)) }

    /// Has what is due done, unless the clocks stand still.
    mutating func advance() {
        guard gate.trouble == nil, let due = lobby.nextDue, due <= now else { return }
        settle(lobby.advance(to: now))
    }

    /// Has what the lobby wants kept, by the next ``commit()``, and done.
    mutating func settle(_ outcome: Outcome) {
        if !outcome.entries.isEmpty, journal != nil {
            journal?.append(outcome.entries, using: &writer)
            gate.append(outcome.entries, changesList: outcome.changesList)
        }
        for record in outcome.records { unkeptRecords.append((gate.appended, record)) }
        for effect in outcome.effects { apply(effect, after: outcome.entries) }
    }

    /// Keeps what has happened, or begins to, and has the lines that may be seen by that sent.
    mutating func commit() {
        let hasRecords = unkeptRecords.first.map { $0.position <= gate.visible } ?? false
        perform(gate.passEnded(at: now, hasRecords: hasRecords))
        if journal?.isLong ?? false, gate.trouble == nil, !gate.isSyncing { compact() }
    }

    /// The thread that waits for the disk has answered.
    mutating func takeSyncAnswer() {
        switch syncer?.answer() {
        case nil: return
        case .success:
            journal?.endSync()
            perform(gate.synced(at: now))
        case .failure(let error):
            journal?.rewind()
            perform(gate.syncFailed(error, at: now))
        }
    }

    private mutating func perform(_ actions: [CommitGate.Action]) {
        for action in actions {
            switch action {
            case .write: perform(write())
            case .sync: perform(startSync())
            case .keepRecords: perform(keepRecords())
            case .release:
                for client in held {
                    connections.update(client) { $0.isListed = false }
                    markDirty(client)
                }
                held.removeAll(keepingCapacity: true)
            case .beginTrouble:
                log.write(.error, "the disk fails (\(gate.trouble?.reason ?? "")): no match goes on until it works again")
                for client in held { explainHold(of: client) }
            case .endTrouble(let milliseconds):
                log.write(.notice, "the disk works again")
                tell(.clocksPaused(milliseconds: milliseconds))
            }
        }
    }

    private mutating func write() -> [CommitGate.Action] {
        do throws(SystemError) {
            let shortage = try journal?.write() ?? nil
            return gate.written(at: now, shortage: shortage)
        } catch {
            journal?.rewind()
            return gate.writeFailed(error, at: now)
        }
    }

    private mutating func startSync() -> [CommitGate.Action] {
        guard let job = journal?.beginSync(), let syncer else { return gate.synced(at: now) }
        do throws(SystemError) {
            try syncer.start(job)
            return []
        } catch {
            journal?.rewind()
            return gate.syncFailed(error, at: now)
        }
    }

    /// Puts the records of matches whose end is visible into their file. Those that are there already are passed over.
    private mutating func keepRecords() -> [CommitGate.Action] {
        do throws(SystemError) {
            let visible = gate.visible
            while let next = unkeptRecords.first, next.position <= visible {
                try records.append(next.record)
                unkeptRecords.removeFirst()
            }
            return gate.recordsKept(at: now)
        } catch {
            return gate.recordsFailed(error, at: now)
        }
    }

    /// Makes the journal smaller; what it then lacks, the records have.
    private mutating func compact() {
        guard unkeptRecords.isEmpty else { return }
        do throws(SystemError) {
            try records.synchronize()
            try journal?.compact(for: lobby, using: &writer)
        } catch {
            log.write(.warning, "the journal could not be made smaller: \(error)")
        }
    }

    /// Tells a client whose lines are held while the disk fails why it hears nothing.
    mutating func explainHold(of client: ClientID) {
        guard let trouble = gate.trouble, let dialect = connections.dialect(of: client) else { return }
        let line = encode(Message(.error(ErrorReport(.diskFailed(trouble.reason), command: nil))), dialect)
        connections.update(client) { $0.explainHold(line) }
    }

    /// Puts everything on the disk at the end; complains if that cannot be.
    ///
    /// - Returns: whether all is kept.
    mutating func closeStorage() -> Bool {
        do throws(SystemError) {
            if gate.isSyncing, let syncer { _ = try syncer.wait() }
            journal?.rewind()
            try journal?.close()
            for (_, record) in unkeptRecords { try records.append(record) }  // Only now: the journal has their ends.
            try records.synchronize()
            syncer?.stop()
            return true
        } catch {
            log.write(.error, "what happened last could not be kept: \(error)")
            return false
        }
    }
}
