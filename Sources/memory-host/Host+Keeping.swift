import Lobby
import Protocol

// What must outlive the host is on the disk before anybody is told of it: `keep` is called between the lobby's answer
// and the first line that is sent. When the disk fails, the lines that tell of what it did not take are held back, in
// front of the connections that they are meant for, and the lobby changes nothing until the disk works again; its
// clocks stand still meanwhile.
extension Host {
    /// While the disk fails.
    struct Trouble {
        /// Why, in a few words.
        let reason: String
        /// Since when; the lobby's clock stands there.
        let since: Instant
        /// When it is tried again.
        var retryAt: Instant
        /// Whether something has happened in the lobby that is not on the disk, so that nobody may see how things stand.
        var isAhead: Bool
    }

    /// What time it is in the lobby.
    var lobbyNow: Instant { trouble?.since ?? now }

    /// Gives the lobby an input, and does what it wants done.
    mutating func tell(_ input: Input) { settle(lobby.handle(input, at: lobbyNow, using: &random)) }

    /// Has what is due done, unless the clocks stand still.
    mutating func advance() {
        guard trouble == nil, let due = lobby.nextDue, due <= now else { return }
        settle(lobby.advance(to: now))
    }

    /// Has what the lobby wants kept, by the next ``keep()``, and done.
    mutating func settle(_ outcome: Outcome) {
        if !outcome.entries.isEmpty {
            journal?.append(outcome.entries, using: &writer)
            hasFreshEntries = journal != nil
        }
        if !outcome.records.isEmpty { unkeptRecords += outcome.records }
        for effect in outcome.effects { apply(effect) }
    }

    // MARK: Keeping

    /// When ``keep()`` must be called though nothing has happened; nil if it need not.
    var keepingDue: Instant? { trouble?.retryAt ?? journal?.due }

    /// Keeps what has happened, if anything has; if that fails, holds back every line that may tell of it.
    mutating func keep() {
        let isDue = keepingDue.map { $0 <= now } ?? false
        guard hasFreshEntries || !unkeptRecords.isEmpty || isDue else { return }
        if isDue || trouble.map({ !$0.isAhead }) ?? true { tryToKeep() }  // A disk that is full may still have room.
        if hasFreshEntries, trouble != nil {
            trouble?.isAhead = true
            holdBack()
        }
        hasFreshEntries = false
        if journal?.isLong ?? false, trouble == nil { compact() }
    }

    /// Keeps what has happened before the turn of the loop is over.
    ///
    /// - Returns: whether all is kept, and may be told.
    mutating func keepEarly() -> Bool {
        if hasFreshEntries, trouble == nil {
            tryToKeep()
            if trouble == nil { hasFreshEntries = false }
        }
        return !hasFreshEntries
    }

    private mutating func tryToKeep() {
        switch journal?.commit(at: now) {
        case .failed(let error): return beginTrouble(error, isAhead: true)
        case .full(let error):
            beginTrouble(error, isAhead: false)
            hasFreshEntries = false  // There was room for these.
            return release()
        case nil, .all: break
        }
        do throws(SystemError) {
            try keepRecords()
            if trouble != nil { endTrouble() }
        } catch {
            beginTrouble(error, isAhead: false)
            hasFreshEntries = false  // The journal has them.
            release()
        }
    }

    private mutating func keepRecords() throws(SystemError) {
        for record in unkeptRecords { try records.append(record) }  // Those that are there already are passed over.
        unkeptRecords.removeAll()
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

    // MARK: Trouble

    private mutating func beginTrouble(_ error: SystemError, isAhead: Bool) {
        if trouble == nil {
            log.write(.error, "the disk fails (\(error)): no match goes on until it works again")
        }
        trouble = Trouble(
            reason: trouble?.reason ?? error.message, since: lobbyNow,
            retryAt: now + Limits.House.diskMilliseconds, isAhead: isAhead)
    }

    private mutating func endTrouble() {
        guard let trouble else { return }
        self.trouble = nil
        log.write(.notice, "the disk works again")
        release()
        tell(.clocksPaused(milliseconds: now - trouble.since))
        tryToKeep()
    }

    /// Keeps every line that waits from leaving: it may tell of something that is not on the disk.
    private mutating func holdBack() {
        for client in connections.clients where connections.read(client, { $0.outgoing.isEmpty }) == false {
            hold(client)
        }
    }

    /// Keeps what waits for a client from leaving, as if its socket were full, and tells it why: it may have asked for
    /// just that, and gets no other answer until the disk works.
    private mutating func hold(_ client: ClientID) {
        guard let trouble, connections.read(client, { $0.isHeld }) == false,
            let dialect = connections.dialect(of: client)
        else { return }
        let report = ErrorReport(.diskFailed(trouble.reason), command: nil)
        let line = encode(Message(.error(report)), dialect)
        connections.update(client) { $0.hold(saying: line) }
    }

    /// Keeps a line, and all that follow it, from leaving while it may tell of something that is not on the disk.
    mutating func holdIfAhead(_ kind: OutgoingLines.Kind, _ client: ClientID) {
        guard let trouble, trouble.isAhead else { return }
        switch kind {
        case .state, .lobby, .placement: hold(client)
        case .chatter, .reply: break
        }
    }

    private mutating func release() {
        for client in connections.clients {
            let wasHeld = connections.update(client) { connection in
                defer { connection.isHeld = false }
                return connection.isHeld
            }
            if wasHeld ?? false { markDirty(client) }
        }
    }

    /// Puts everything on the disk at the end; complains if that cannot be.
    mutating func closeStorage() {
        do throws(SystemError) {
            try journal?.close()
            try keepRecords()  // Only now: a match that ends in the records has ended in the journal.
            try records.synchronize()
        } catch {
            log.write(.error, "what happened last could not be kept: \(error)")
        }
    }
}
