import Protocol

// What the host says.

extension Model {
    /// Takes in a line of the host.
    mutating func hear(_ heard: Heard, _ now: Moment) {
        heardAt = now
        pingedAt = nil
        switch heard {
        case .unknown: break
        case .nonsense(let why): note("The host said something that makes no sense: \(why)")
        case .message(let message): hear(message.madeSafe(), now)
        }
    }

    private mutating func hear(_ message: Message, _ now: Moment) {
        let isReply = pending != nil && message.re == pending?.id
        switch message.event {
        case .hello(let hello):
            if !wasOnline { tell(message) }
            hear(hello, now)
        case .welcome(let welcome):
            tell(message)
            hear(welcome, now)
        case .lobby(let list): hear(list, message, isReply: isReply)
        case .match(let seating):
            tell(message)
            hear(seating)
        case .state(let state, _): hear(state, now)
        case .said(let said):
            tell(message)
            let role = said.role == .watcher ? ", watching," : ""
            if !options.isPlain { appendToLog("\(said.from)\(role) says: \(said.text)") }
        case .records, .record, .scores: read(message)
        case .ok: if isReply, let kind = pending?.kind { done(kind) }
        case .error(let report): hear(report, isReply: isReply, now)
        case .pong:
            // An answer to the client's own ping is nobody's business.
            if isReply { note("Pong.") }
        case .bye(let farewell):
            tell(message)
            hear(farewell, now)
        case .help: break
        }
        settle(message, isReply: isReply, now)
    }

    /// Says what the host said, where text is appended.
    mutating func tell(_ message: Message) {
        if options.isPlain { intents.append(.print(message)) }
    }

    /// Shows a text that is to be read: on a screen, over whatever is there.
    private mutating func read(_ message: Message) {
        tell(message)
        if !options.isPlain { overlay = .text(PlainEvents.lines(message)) }
    }

    private mutating func hear(_ list: LobbyList, _ message: Message, isReply: Bool) {
        lobby = list
        guard isReply, let pending else { return }
        tell(message)
        if !pending.isOwn, seating != nil { overlay = .lobby }
    }

    private mutating func hear(_ seating: Seating) {
        if self.seating?.match != seating.match {
            state = nil
            turnEndsAt = nil
            overlay = .none
            if !options.isPlain {
                appendToLog(
                    seating.seat == nil ? "You watch \(seating.match.text)." : "You are in \(seating.match.text).")
            }
        }
        self.seating = seating
        awaitsCopy = true
    }

    private mutating func hear(_ next: MatchState, _ now: Moment) {
        guard let seating, seating.match == next.match else { return }
        if let state, !awaitsCopy, next.version < state.version { return }
        let former = awaitsCopy ? nil : state
        awaitsCopy = false
        let isCopy = former?.version == next.version
        state = next
        turnEndsAt = next.phase == .playing ? next.turnEndsInMilliseconds.map { now + $0 } : nil
        let vanishes = seating.rules.matched == .vanish
        let telling = MatchNews.telling(from: former, to: next, vanishes: vanishes)
        if isCopy { return }
        tell(Message(.state(next, telling)))
        if !options.isPlain, let line = Wording.news(telling.news, next, own: seating.seat) {
            appendToLog(line)
        }
    }

    private mutating func hear(_ report: ErrorReport, isReply: Bool, _ now: Moment) {
        if report.isFatal {
            fatal = report
            if isPassing(report.code) { giveUpAt = giveUpAt ?? now + Times.restart }
        }
        if isRefused(report, now) { return }
        if options.isPlain { tell(Message(.error(report))) } else { appendToLog(report.message) }
        guard isReply, let pending, pending.isOwn, let seating else { return }
        // The client could not get back to the match that it still shows.
        note("You are no longer in \(seating.match.text).")
        leaveMatch()
    }

    /// A command was done that no other event answers.
    private mutating func done(_ kind: Command.Kind) {
        switch kind {
        case .leave:
            tell(Message(.ok(.leave)))
            if !options.isPlain { appendToLog("You have left the match.") }
            leaveMatch()
        case .rematch: tell(Message(.ok(.rematch)))
        case .hello, .list, .open, .join, .watch, .flip, .resign, .say, .records, .record, .scores, .ping, .bye, .help:
            break
        }
    }

    /// The client is in the lobby again.
    mutating func leaveMatch() {
        seating = nil
        state = nil
        turnEndsAt = nil
        overlay = .none
        if !options.isPlain { queue.insert(.command(.list), at: 0) }
    }

    /// Goes on with what waits when the reply is complete: after `match`, that is with its first state.
    private mutating func settle(_ message: Message, isReply: Bool, _ now: Moment) {
        guard var waiting = pending else { return }
        switch message.event {
        case .match where isReply:
            waiting.awaitsState = true
            pending = waiting
            return
        case .state where waiting.awaitsState && !awaitsCopy: break
        case .hello, .welcome, .lobby, .match, .state, .said, .records, .record, .scores, .ok, .error, .pong, .bye,
            .help:
            guard isReply else { return }
        }
        pending = nil
        if !options.isPlain, seating == nil, lobby == nil, waiting.kind != .list, queue.isEmpty {
            queue.insert(.command(.list), at: 0)
        }
        pump(now)
    }
}
