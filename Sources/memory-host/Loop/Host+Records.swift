import Lobby
import Protocol

// Queries about finished matches. A thread reads what an answer needs, for one query after the other; then the answer is
// put together from what the system has in memory by then. Meanwhile the client's next line waits, and nobody else does.

extension Host {
    /// Answers a client's query about the records, at once or when they are read.
    mutating func take(_ query: RecordQuery, from client: ClientID, _ re: RequestID?) {
        guard queries.thread != nil, let job = committer.reading(for: query) else { return answer(query, client, re) }
        connections.update(client) { $0.awaitRecords() }
        queries.add(PastQuery(query: query, client: client, re: re, job: job))
        startReading()
    }

    private mutating func startReading() {
        // All that fail are taken out first: a client's next line may be a query that starts to read.
        var failures: [(query: PastQuery, error: SystemError)] = []
        while let failure = queries.startNext(at: now) { failures.append(failure) }
        for failure in failures { finish(failure.query, .failure(failure.error)) }
    }

    /// Takes the answer of the thread that reads.
    mutating func finishReading() {
        guard let answer = queries.takeAnswer() else { return }
        startReading()
        if let query = answer.query { finish(query, answer.result) }
    }

    /// Tells those who wait that the disk does not deliver, if it has been reading for too long.
    mutating func giveUpReading() {
        let (waiting, isNew) = queries.giveUp(at: now)
        if isNew { log.write(.error, "the disk has delivered no records for 10 s; queries are refused until it does") }
        for query in waiting where connections.update(query.client, { $0.recordsAreRead() }) ?? false {
            refuse(query.query, query.client, query.re)
            processLines(query.client)
        }
    }

    private mutating func finish(_ query: PastQuery, _ result: Result<Void, SystemError>) {
        // A client that is gone, or was told to go, is told nothing more.
        guard connections.update(query.client, { $0.recordsAreRead() }) ?? false else { return }
        switch result {
        case .success: answer(query.query, query.client, query.re)
        case .failure(let error): report(error, query.query, query.client, query.re)
        }
        processLines(query.client)
    }

    private mutating func answer(_ query: RecordQuery, _ client: ClientID, _ re: RequestID?) {
        var event: Event
        do throws(SystemError) {
            event = try committer.answer(query)
        } catch {
            return report(error, query, client, re)
        }
        if case .record(let record, _) = event {
            if case .replay = query { return startReplay(of: record, for: client, re) }
            event = .record(record, pictures: record.shown(of: lobby.settings.pictures))
        }
        send(Message(event, re: re), to: client, after: [])
    }

    private mutating func report(_ error: SystemError, _ query: RecordQuery, _ client: ClientID, _ re: RequestID?) {
        log.write(.error, "cannot read the records: \(error)")
        refuse(query, client, re)
    }

    private mutating func refuse(_ query: RecordQuery, _ client: ClientID, _ re: RequestID?) {
        send(Message(.error(.unreadableRecords(query)), re: re), to: client, after: [])
    }
}

// Replays: the header at once, then the states, a few each time all that was sent before has left.
extension Host {
    /// Starts to show a client the states of a finished match, instead of those of another.
    ///
    /// - Parameter starting: the seat that began; nil if only the moves tell.
    mutating func startReplay(
        of record: MatchRecord, starting: Int? = nil, for client: ClientID, _ re: RequestID?
    ) {
        guard let host = connections.read(client, { $0.host }) else { return }
        if memory.isLow { return send(Message(.error(.noMemoryForReplays), re: re), to: client, after: []) }
        guard replays.isWatching(client) || !replays.isFull(for: host) else {
            return send(Message(.error(.tooManyReplays), re: re), to: client, after: [])
        }
        replays.stop(client)
        let replay = MatchReplay(record, starting: starting)
        let pictures = record.shown(of: lobby.settings.pictures)
        send(Message(.replay(ReplayHeader(replay, pictures: pictures)), re: re), to: client, after: [])
        replays.start(replay, for: client, at: host, now)
    }

    /// Ends the replay that a client is watching in plain text, since the next lines are about something else.
    mutating func interruptReplay(of client: ClientID) {
        guard connections.encoding(of: client)?.dialect == .plain, replays.stop(client) else { return }
        send(Message(.ok(.replay)), to: client, after: [])
        lists.leaveUnread(client)  // One that has closed its side is finished now; the lobby may be busy with another.
    }

    /// Makes the states that are due, as many as take a moment.
    mutating func continueReplays() {
        var (left, rest) = (replays.count, Limits.Internal.replayedAtOnce)
        while left > 0, rest > 0 {
            left -= 1
            guard let client = replays.nextClient(at: now), isReadyForMore(client) else { continue }
            rest -= showStates(to: client)
        }
    }

    /// True if a client is one, and all that it was sent has left.
    func isReadyForMore(_ client: ClientID) -> Bool {
        connections.read(client) { $0.stage == .client && $0.outbox.queue.isEmpty } ?? false
    }

    /// Sends a client the next states of its replay, none of which is ever replaced by another, unless it must wait: what
    /// they cost is paid afterwards, but some commands are left to it and to its address.
    ///
    /// - Returns: the number of states.
    private mutating func showStates(to client: ClientID) -> Int {
        guard let encoding = connections.encoding(of: client) else { return 0 }
        if let due = pay(thousandths: 0, for: client) {
            replays.delay(client, until: due)
            return 0
        }
        let states = replays.takeStates(for: client, isPaced: encoding.dialect == .plain, at: now)
        for state in states {
            let event = Event.replayed(state)
            let position = committer.gate.position(of: event, after: [])
            put(encode(Message(event), encoding), .reply, client, position: position)
        }
        if let due = pay(thousandths: states.count * 1000 / Limits.statesPerCommand, for: client) {
            replays.delay(client, until: due)
        }
        if !replays.isWatching(client) { processLines(client) }  // One that has closed its side is finished now.
        return states.count
    }

    private mutating func pay(thousandths: Int, for client: ClientID) -> Instant? {
        connections.update(client) {
            $0.throttle.pay(
                thousandths, of: $0.host, at: clock.now, sharing: &limits.commands,
                keeping: Limits.Internal.replayReserve * 1000)
        } ?? nil
    }
}

extension ErrorReport {
    /// The error a client gets when the records cannot be read from disk.
    fileprivate static func unreadableRecords(_ query: RecordQuery) -> ErrorReport {
        return ErrorReport(
            code: Refusal.noSuchRecord.code, message: "The host cannot read its records right now.",
            command: query.command.name, isFatal: false)
    }

    /// The error a client gets when as many replays are being watched as may be.
    fileprivate static let tooManyReplays = noReplay("Too many replays are being watched; try again in a moment.")
    /// The error a client gets while there is no memory for a replay.
    fileprivate static let noMemoryForReplays = noReplay("The host is short of memory; try again in a moment.")

    private static func noReplay(_ sentence: String) -> ErrorReport {
        ErrorReport(
            code: Refusal.tooFast.code, message: sentence, command: Command.Kind.replay.name, isFatal: false)
    }
}
