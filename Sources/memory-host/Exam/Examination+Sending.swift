import Lobby
import Protocol

// What the lobby has to say, on its way to the client: turned into packets as the lesson's habits want them.
extension Examination {
    // MARK: What the lobby does

    /// Passes on what the lobby has to say. All of it is on its way before anything is done about it, so that events leave
    /// in their order.
    mutating func carryOut(_ outcome: Outcome, at now: Instant) {
        isDelivering = true
        for effect in outcome.effects {
            switch effect {
            case .send(let message, let inner): deliver(message, to: inner, at: now)
            case .broadcast(let event, let inners): for inner in inners { deliver(Message(event), to: inner, at: now) }
            case .queryRecords(let query, let inner, let re):
                deliver(Message(query.answerWithoutRecords, re: re), to: inner, at: now)
            case .close(let inner):
                guard let client = client(of: inner) else { break }
                lines[client]?.delivery.add(.close, at: now)
                lines[client]?.isClosing = true
            case .replay, .stopReplay, .notify: break
            }
        }
        isDelivering = false
        if let fault = seenFault {
            seenFault = nil
            fail(fault, at: now)
        }
        proceed(at: now)
    }

    /// Returns the client's connection that the lobby knows by this number.
    func client(of inner: ClientID) -> ClientID? { lines.first { $0.value.inner == inner }?.key }

    mutating func deliver(_ message: Message, to inner: ClientID, at now: Instant) {
        if inner == opponent.client { return opponent.hear(message.event, at: now) }
        var message = message
        if isEntrant, case .match(let seating) = message.event {
            message = Message(.match(seating.inContest), re: message.re)
        }
        guard let client = client(of: inner), let line = lines[client], !line.isMuted else { return }
        guard line.delivery.count < Limits.Exam.deliveredItems else {
            lines[client]?.isMuted = true
            return
        }
        if case .welcome(let welcome) = message.event { take(welcome, client, at: now) }
        if line.encoding.dialect == .plain, case .lobby(let list) = message.event, !list.isFollowed { return }
        var isConcerned = run?.isJudged ?? false
        if case .state(let state) = message.event, state.change == .deal { isConcerned = true }
        let habits = isConcerned ? run?.lesson.habits ?? [] : []
        let packets = self.packets(of: message, line.encoding, habits)
        var due = now
        for packet in packets {
            due =
                lines[client]?.delivery.add(
                    packet, at: now, delay: habits.contains(.slow) ? Limits.Exam.slowMilliseconds : 0,
                    isSplit: habits.contains(.singleBytes)) ?? now
        }
        guard client == current else { return }
        if isOver, case .welcome = message.event { return sayReport(at: now) }
        if case .error(let report) = message.event, let fault = run?.fault(of: report) {
            seenFault = seenFault ?? fault
        }
        let asks = conduct.tell(message.event, at: due)
        if case .state(let state) = message.event, habits.contains(.flood) {
            nextCopyAt = state.phase == .playing ? now + Limits.Exam.copyMilliseconds : nil
        }
        judge(message.event)
        run?.note(message.event, asks: asks, isHere: conduct.match == opponent.seating?.match, at: now)
        proceed(at: now)
    }

    /// The client fails a lesson whose match it gives up.
    private mutating func judge(_ event: Event) {
        guard case .state(let state) = event, state.phase == .over, case .resign(let seat) = state.change,
            seat == conduct.seat
        else { return }
        seenFault =
            seenFault ?? Conduct.Fault(expected: "a match that is played to its end", seen: "the client gave it up")
    }

    // MARK: Packets

    /// Returns a message as it is sent: one packet for each element.
    mutating func packets(of message: Message, _ encoding: Encoding, _ habits: Set<Habit>) -> [[UInt8]] {
        let line = encoding.dialect.encode(message)
        guard encoding.dialect == .json, run != nil else { return [encoding.framed(line)] }
        var all = [line]
        if case .state(let state) = message.event { all = versions(of: line, state, habits) }
        if case .match = message.event { (sentStates, hasJumps, nextCopyAt) = ([], false, nil) }
        if habits.contains(.unknown) { all = all.map(LineEditor.withUnknownFields) + Omen.lines }
        if habits.contains(.reversed) { all = all.map(LineEditor.reversed) }
        if habits.contains(.packets) {
            let chatter = (1...9).map { Omen.line(number: $0) }
            return [encoding.framed((chatter + all).flatMap(\.self))]
        }
        return all.map { encoding.framed($0) }
    }

    /// Returns a state, with what the lesson's habits put before and after it.
    private mutating func versions(of line: [UInt8], _ state: MatchState, _ habits: Set<Habit>) -> [[UInt8]] {
        var (line, all) = (line, [[UInt8]]())
        if state.change == .deal { hasJumps = habits.contains(.jumps) || habits.contains(.flood) }
        if hasJumps {
            line = LineEditor.replacing(["version": "\(state.version * 1000)"], in: line)
        }
        if habits.contains(.strayStates) {
            all.append(LineEditor.replacing(["match": "\"m9999\"", "version": "9000", "ply": "4242"], in: line))
        }
        all.append(line)
        if habits.contains(.strayStates) { all += sentStates.suffix(2) }
        sentStates = sentStates.suffix(3) + [line]
        copies = 0
        return all
    }

    /// Sends a copy of the newest state, in which only the number of watchers has changed.
    mutating func sendCopy(at now: Instant) {
        guard let current, let line = sentStates.last, let state = opponent.state,
            let encoding = lines[current]?.encoding,
            encoding.dialect == .json, copies < Limits.Exam.copies, hasJumps
        else {
            nextCopyAt = nil
            return
        }
        copies += 1
        let copy = LineEditor.replacing(
            [
                "version": "\(state.version * 1000 + copies)", "watchers": "\(copies)",
                "change": "{\"kind\":\"watchers\",\"seat\":null,\"cards\":[]}",
            ], in: line)
        _ = lines[current]?.delivery.add(encoding.framed(copy), at: now)
        nextCopyAt = now + Limits.Exam.copyMilliseconds
    }

    /// Sends lines of JSON to the client, if it reads JSON.
    mutating func send(_ text: String, at now: Instant) {
        guard let current, let encoding = lines[current]?.encoding, encoding.dialect == .json else { return }
        _ = lines[current]?.delivery.add(encoding.framed(Array(text.utf8) + [UInt8(ascii: "\n")]), at: now)
    }
}

extension RecordQuery {
    /// The answer of a host that has no records, since it keeps nothing of an exam.
    var answerWithoutRecords: Event {
        switch self {
        case .page(_, _, let filter): .records(RecordList(fitting: [], total: 0, filter: filter))
        case .scores: .scores(ScoreList(best: [], players: []))
        case .statistics(let player):
            .scores(ScoreList(best: [], players: [], player: PlayerStatistics(name: player.text)))
        case .one, .replay: .error(ErrorReport(.noSuchRecord, command: command.name))
        }
    }
}
