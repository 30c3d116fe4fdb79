import Protocol

// What the person types.

extension Model {
    /// Characters that the prompt holds.
    private static let typedCharacters = 1000

    /// Takes in a key.
    mutating func press(_ key: Key, _ now: Moment) {
        switch key {
        case .character(let scalar):
            if typed.unicodeScalars.count < Self.typedCharacters { typed.unicodeScalars.append(scalar) }
        case .backspace: if !typed.isEmpty { typed.removeLast() }
        case .eraseLine: typed = ""
        case .eraseWord:
            while typed.last == " " { typed.removeLast() }
            while let last = typed.last, last != " " { typed.removeLast() }
        case .enter:
            let line = typed
            typed = ""
            overlay = .none
            enter(line, now)
        case .escape: overlay = .none
        case .interrupt: if typed.isEmpty { leave(now) } else { typed = "" }
        case .endOfInput: if typed.isEmpty { leave(now) }
        case .redraw: intents.append(.redraw)
        case .suspend: intents.append(.suspend)
        case .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab, .backTab, .mouse: break
        }
    }

    /// Takes in a line. In plain text it waits for a connection, and `bye` for what was typed before it; on a screen
    /// lines are refused without a connection, and `bye` is done at once, since the host may not answer.
    mutating func enter(_ line: String, _ now: Moment) {
        guard !line.trimmingSpaces().isEmpty else { return }
        if !options.isPlain {
            if case .command(.bye) = CommandReader.read(Array(line.utf8), in: 0..<line.utf8.count).content {
                return leave(now)
            }
            guard isOnline else { return note("There is no connection now; nothing was sent.") }
            guard hasRoomForLines else { return note("Too many lines wait for the host; nothing was sent.") }
        }
        queue.append(.line(line))
        pump(now)
    }

    /// Does what waits, until a reply must be waited for.
    mutating func pump(_ now: Moment) {
        while isOnline, pending == nil, !queue.isEmpty {
            switch queue.removeFirst() {
            case .command(let command): submit(command, isOwn: true, now)
            case .line(let line): perform(line, now)
            case .lineTooLong: refuse(.lineTooLong)
            }
        }
    }

    private mutating func perform(_ line: String, _ now: Moment) {
        let bytes = Array(line.utf8)
        switch CommandReader.read(bytes, in: 0..<bytes.count).content {
        case .malformed(_, let refusal), .unreadable(let refusal, _): refuse(refusal)
        case .command(.help): showHelp()
        case .command(.bye): leave(now)
        case .command(.flip(.place(let place))):
            guard let state else { return refuse(.notSeated) }
            guard let card = place.card(rows: state.rows, columns: state.columns) else { return refuse(.noSuchCard) }
            submit(.flip(.index(card)), isOwn: false, now)
        case .command(let command): submit(command, isOwn: false, now)
        }
    }

    /// Sends a command, and waits for its reply.
    private mutating func submit(_ command: Command, isOwn: Bool, _ now: Moment) {
        marks += 1
        guard let id = RequestID("c\(marks)") else { return }
        pending = Pending(id: id, kind: command.kind, until: now + Times.patience, isOwn: isOwn)
        intents.append(.send(command, id: id))
    }

    /// Says no to a line that the host need not see.
    private mutating func refuse(_ refusal: Refusal) {
        if options.isPlain {
            tell(Message(.error(ErrorReport(refusal, command: nil))).madeSafe())
        } else {
            note(refusal.message)
        }
    }

    private mutating func showHelp() {
        if options.isPlain { tell(Message(.help)) } else { overlay = .help }
    }

    /// Says `bye` and waits for the host's, if there is anybody to say it to.
    mutating func leave(_ now: Moment) {
        guard isOnline else { return quit(.success, nil) }
        link = .leaving(until: now + Times.farewell)
        intents.append(.send(.bye, id: nil))
    }

    /// Leaves at once; and when asked again, without waiting for the host.
    mutating func interrupt(_ now: Moment) { leave(now) }
}
