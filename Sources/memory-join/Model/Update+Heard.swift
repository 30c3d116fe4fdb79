import Games
import Protocol

// What the host says.

extension Model {
    /// Takes in a line of the host.
    mutating func hear(_ heard: Heard, _ now: Moment) {
        heardAt = now
        pingedAt = nil
        switch heard {
        case .unknown: break
        case .nonsense(let why): note("Invalid message from the host: \(why)", .complaint)
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
        case .state(let state): hear(state, now)
        case .said(let said):
            tell(message)
            let role = said.role == .watcher ? " (watching)" : ""
            if hasScreen { appendToLog("\(said.from)\(role) says: \(said.text)", .talk) }
        case .records(let list): hear(list, message, isReply: isReply)
        case .record(let report):
            hear(report, Message(.record(report.playedAgain), re: message.re), isReply: isReply, now)
        case .scores(let list):
            scores = list
            read(message, isReply: isReply)
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

    /// Shows an answer: as text, and over the screen if it was asked for by a line.
    private mutating func read(_ message: Message, isReply: Bool) {
        tell(message)
        if hasScreen, isReply, pending?.isLine == true { show(.text(PlainEvents.lines(message))) }
    }

    private mutating func hear(_ list: LobbyList, _ message: Message, isReply: Bool) {
        keepFocus(before: list)
        lobby = list
        guard isReply, let pending, !pending.isOwn || options.isPlain else { return }
        tell(message)
        if hasScreen, seating != nil { show(.text(PlainEvents.lines(message))) }
    }

    /// Sees to it that the focus does not slip to another match when the list changes.
    private mutating func keepFocus(before next: LobbyList) {
        guard case .lobby = page, overlay == nil, case .match(let match) = effectiveFocus else { return }
        if next.matches.contains(where: { $0.match == match }) { return focus = .match(match) }
        // Nobody has chosen what was only the first.
        if chosen != match, focus == nil { return }
        note("\(match.text) no longer exists.", .complaint)
        focus = .button(.talk)
    }

    private mutating func hear(_ list: RecordList, _ message: Message, isReply: Bool) {
        read(message, isReply: isReply)
        guard hasScreen, isReply, pending?.isLine == false else { return }
        guard case .records = page, let known = records, let last = known.records.last else { return records = list }
        guard let first = list.records.first else {
            // There are no older ones, whatever was said before.
            return records = RecordList(records: known.records, total: known.records.count)
        }
        guard first.id.number < last.id.number else { return records = list }
        records = RecordList(records: known.records + list.records, total: list.total)
        focus = .record(first.id)
    }

    private mutating func hear(_ report: RecordReport, _ message: Message, isReply: Bool, _ now: Moment) {
        read(message, isReply: isReply)
        guard hasScreen, isReply, pending?.isLine == false, case .records = page else { return }
        var player = ReplayPlayer(Replay(report))
        player.toggle(now: now)
        go(to: .replay(player), focusing: .button(.toggle))
    }

    private mutating func hear(_ seating: Seating) {
        if self.seating?.match != seating.match {
            state = nil
            turnEndsAt = nil
            goneSince = []
            seenFaces = SeenFaces()
            (cursor, typed, hidesEnding, endingFrom) = (0, nil, false, nil)
            if hasScreen {
                log = []
                sitDown()
                appendToLog("You are \(seating.seat == nil ? "watching" : "in") \(seating.match.text).")
            }
        }
        self.seating = seating
        awaitsCopy = true
    }

    /// Shows the table; what is being typed stays.
    private mutating func sitDown() {
        let former = overlay
        go(to: .table)
        if case .prompt = former { overlay = former }
    }

    private mutating func hear(_ heard: MatchState, _ now: Moment) {
        guard let seating, seating.match == heard.match else { return }
        if let state, !awaitsCopy, heard.version < state.version { return }
        let former = awaitsCopy ? nil : state
        awaitsCopy = false
        var next = heard
        next.matched = seating.rules.matched
        next.change = MatchNews.change(from: former, to: next)
        let vanishes = next.matched == .vanish
        if look.hasMotion, hasScreen { motions.follow(from: former ?? state, to: next, vanishes: vanishes, at: now) }
        state = next
        seenFaces.note(next.cards)
        cursor = min(cursor, max(0, next.cards.count - 1))
        turnEndsAt = next.phase == .playing ? next.turnEndsInMilliseconds.map { now + $0 } : nil
        goneSince = next.seats.enumerated().map { seat, player in
            player.present ? nil : goneSince.indices.contains(seat) ? goneSince[seat] ?? now : now
        }
        if next.phase == .over, endingFrom == nil { end(after: former, now) }
        if former?.version == next.version { return }
        tell(Message(.state(next)))
        guard hasScreen else { return }
        let faces = FaceText.spell(seenFaces.faces, columns: Widths.face, isASCII: look.isASCII)
        if let line = Wording.news(next, own: seating.seat, written: { faces[$0] ?? $0 }) { appendToLog(line) }
    }

    /// The match is over: the last cards are seen, then the box that says so.
    private mutating func end(after former: MatchState?, _ now: Moment) {
        focus = nil
        if case .question = overlay { overlay = nil }
        let showsLast = look.hasMotion && hasScreen
        endingFrom = former.map { showsLast ? now + Motions.lastLook(at: $0) : now } ?? now + -Times.surprise
    }

    private mutating func hear(_ report: ErrorReport, isReply: Bool, _ now: Moment) {
        if report.isFatal {
            fatal = report
            if isPassing(report.code) { giveUpAt = giveUpAt ?? now + Times.restart }
        }
        if isRefused(report, now) { return }
        if options.isPlain { tell(Message(.error(report))) } else { appendToLog(report.message, .complaint) }
        guard isReply, let pending, pending.isOwn, let seating, pending.kind == .join || pending.kind == .watch else {
            return
        }
        // The client could not get back to the match that it still shows.
        let sentence = "You are no longer in \(seating.match.text)."
        if options.isPlain { note(sentence) }
        leaveMatch(saying: sentence)
    }

    /// A command was done that no other event answers.
    private mutating func done(_ kind: Command.Kind) {
        switch kind {
        case .leave:
            tell(Message(.ok(.leave)))
            leaveMatch()
        case .rematch: tell(Message(.ok(.rematch)))
        case .hello, .list, .open, .join, .watch, .flip, .resign, .say, .records, .record, .scores, .ping, .bye, .help:
            break
        }
    }

    /// The client is in the lobby again.
    mutating func leaveMatch(saying sentence: String = "You left the match.") {
        let wasWatching = seating?.seat == nil
        let wasAlone = seating?.rules.isSolo ?? false
        seating = nil
        state = nil
        turnEndsAt = nil
        goneSince = []
        guard hasScreen else { return }
        log = [LogLine(text: sentence, kind: .news)]
        if case .table = page { go(to: wasAlone && !wasWatching ? .menu : .lobby(watching: wasWatching)) }
        queue.insert(contentsOf: [.command(.list, isOwn: true), .command(.scores, isOwn: true)], at: 0)
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
        pump(now)
    }
}
