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
        // Plain text says what each move did, so the match is replayed under the rules of the game.
        if case .record(let report) = event {
            let isPlain = connections.encoding(of: client)?.dialect == .plain
            event = .record(isPlain ? report.playedAgain : report.illustrated(by: lobby.settings.pictures))
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

extension ErrorReport {
    /// The error a client gets when the records cannot be read from disk.
    fileprivate static func unreadableRecords(_ query: RecordQuery) -> ErrorReport {
        let command: Command.Kind =
            switch query {
            case .page: .records
            case .one: .record
            case .scores, .statistics: .scores
            }
        return ErrorReport(
            code: Refusal.noSuchRecord.code, message: "The host cannot read its records right now.",
            command: command.name, isFatal: false)
    }
}
