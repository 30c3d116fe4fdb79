import Protocol

// Lines that the person types, and commands that wait for their turn.

extension Model {
    /// Handles a line. In plain text it waits for a connection, and `bye` for what was typed before it; on a screen
    /// lines are refused without a connection, and `bye` is done at once, since the host may not answer.
    mutating func enter(_ line: String, _ now: Instant) {
        guard !line.trimmingSpaces().isEmpty else { return }
        if !options.isPlain {
            if case .command(.bye) = CommandReader.read(Array(line.utf8), in: 0..<line.utf8.count).content {
                return sayBye(now)
            }
            guard requireConnection() else { return }
        }
        session.commands.append(.line(line, seen: sight))
        sendQueued(now)
    }

    /// Does what waits, until a reply must be waited for.
    mutating func sendQueued(_ now: Instant) {
        while isOnline, let next = session.commands.next() {
            switch next {
            case .command(let command, let isOwn, let guards):
                if isPast(command, guards) {
                    notify(MatchSentence.tooLate.text(), .complaint)
                } else {
                    send(command, isOwn: isOwn, guards: guards, now)
                }
            case .line(let line, let seen): carryOut(line, seen: seen, now)
            case .lineTooLong: refuse(.lineTooLong)
            case .endOfInput: sayBye(now)
            }
        }
    }

    /// True if a move that has waited was meant for a match that is no longer the client's, or a flip for a state that did
    /// not come: it is dropped, as it would be refused.
    private func isPast(_ command: Command, _ guards: Request.Guards?) -> Bool {
        if case .move = command, let match = guards?.match, match != session.table?.seating.match { return true }
        guard let ply = guards?.ply, let table = session.table, let state = table.state else { return false }
        return state.ply != ply || !table.seating.plays(state.turn)
    }

    private mutating func carryOut(_ line: String, seen: Sight?, _ now: Instant) {
        let bytes = Array(line.utf8)
        switch CommandReader.read(bytes, in: 0..<bytes.count).content {
        case .malformed(_, let refusal), .unreadable(let refusal, _): refuse(refusal)
        case .command(.help): showHelp()
        case .command(.bye): sayBye(now)
        case .command(.move(.flip(.coordinate(let place)))):
            guard let state else { return refuse(.notSeated) }
            guard let card = place.card(rows: state.rows, columns: state.columns) else { return refuse(.noSuchCard) }
            send(line: .move(.flip(.card(card))), seen, now)
        case .command(let command): send(line: command, seen, now)
        }
    }

    private mutating func send(line command: Command, _ seen: Sight?, _ now: Instant) {
        if case .move = command, session.table?.awaitsResync == true {
            return refuse(.stale(MatchSentence.notShownYet.text()))
        }
        send(command, isOwn: false, guards: seen?.guards(for: command), isLine: true, now)
    }

    private mutating func send(
        _ command: Command, isOwn: Bool, guards: Request.Guards?, isLine: Bool = false, _ now: Instant
    ) {
        guard let id = session.commands.send(command, isOwn: isOwn, isLine: isLine, at: now) else { return }
        session.unanswered[command.kind] = nil
        effects.append(.send(command, id: id, guards: guards))
    }

    /// Reports the error in a line without asking the host.
    private mutating func refuse(_ refusal: Refusal) {
        if options.isPlain {
            printPlain(Message(.error(ErrorReport(refusal, command: nil))).sanitized())
        } else {
            notify(refusal.message, .complaint)
        }
    }

    private mutating func showHelp() {
        if options.isPlain { printPlain(Message(.help)) } else { show(TextBox(Wording.commands)) }
    }

    /// Says `bye` and waits for the host's, if there is anybody to say it to.
    mutating func sayBye(_ now: Instant) {
        guard isOnline else { return quit(.success, nil) }
        session.connection.stage = .leaving(until: now + Times.byeTimeout)
        effects.append(.send(.bye, id: nil))
    }
}
