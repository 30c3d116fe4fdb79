import Protocol

// What the host says.

extension Model {
    mutating func receive(_ line: HostMessage, _ now: Instant) {
        session.connection.markAlive(at: now)
        switch line {
        case .unknown: break
        case .malformed(let why): notify("Invalid message from the host: \(why)", .complaint)
        case .message(let message):
            let verdict = checkSeals(message.event)
            receive(Message(message.event.showingSafeFaces, re: message.re), now)
            if let verdict { tell(verdict) }
        }
    }

    private mutating func receive(_ message: Message, _ now: Instant) {
        let answered = session.commands.pending.flatMap { $0.id == message.re ? $0 : nil }
        switch message.event {
        case .hello(let hello):
            session.hostPreset = Preset(rawValue: hello.preset) ?? .classic
            let faceSets = hello.faces.compactMap { FaceSet(rawValue: $0) }
            session.hostFaceSets = faceSets.isEmpty ? FaceSet.builtIn : faceSets
            session.hostIsDraining = hello.isDraining
            session.hostHasPage = hello.features.contains("web")
            session.hostReplays = hello.features.contains("replay")
            session.hostGames = GameKind.offered(by: hello.features)
            if !session.connection.wasOnline { printPlain(message) }
            identify(to: hello, now)
        case .welcome(let welcome):
            printPlain(message)
            accept(welcome, now)
        case .lobby(let list): showLobby(list, message, answered)
        case .match(let seating):
            printPlain(message)
            if case .watch(_, let follows, _) = answered?.command {
                session.follows = follows
            } else if answered != nil {
                session.follows = false
            }
            enterMatch(seating)
        case .state(let state): apply(state, now)
        case .said(let said):
            guard session.table?.remember(said) ?? true else { break }
            printPlain(message)
            if hasScreen {
                appendToLog("\(said.speaker) \(said.isPast ? "said earlier" : "says"): \(said.text)", .talk)
            }
        case .records(let list): addRecords(list, message, answered)
        case .record: showRecord(message, answered)
        case .replay(let header): expect(header, answered, now)
        case .replayed(let replayed):
            printPlain(message)
            show(replayed, now)
        case .scores(let list):
            session.scores = list
            if answered?.isLine == false, let player = list.player { session.statistics = player }
            if case .statistics = answered?.command, list.player == nil, session.statistics == nil {
                session.unanswered[.scores] = "This host keeps no results of single players."
            }
            showAnswer(message, answered)
        case .rules, .standings: showAnswer(message, answered)
        case .ok: if let answered { didCarryOut(answered.kind) }
        case .error(let report): receive(report, answered, now)
        case .pong:
            // The answer to the client's own ping is dropped.
            if answered != nil { notify("Pong.") }
        case .bye(let farewell):
            printPlain(message)
            receive(farewell, now)
        case .help: break
        }
        finishPending(message, answers: answered != nil, now)
    }

    /// Prints a message of the host in plain text; a screen shows it otherwise.
    mutating func printPlain(_ message: Message) {
        if options.isPlain { effects.append(.print(message)) }
    }

    /// Shows an answer: as text, and over the screen if it was asked for by a line.
    private mutating func showAnswer(_ message: Message, _ answered: CommandQueue.Pending?) {
        printPlain(message)
        if hasScreen, answered?.isLine == true { show(TextBox(PlainEvents.lines(message))) }
    }

    private mutating func showLobby(_ list: LobbyList, _ message: Message, _ answered: CommandQueue.Pending?) {
        keepFocus(before: list)
        session.lobby = list
        session.hostIsDraining = list.isDraining
        announceWaiting()
        guard let answered, !answered.isOwn || options.isPlain else { return }
        printPlain(message)
        if hasScreen, seating != nil { show(TextBox(PlainEvents.lines(message))) }
    }

    /// Keeps the focus on its match when the list changes.
    private mutating func keepFocus(before next: LobbyList) {
        guard case .lobby = screen.page, screen.overlay == nil, case .match(let match) = effectiveFocus else { return }
        if next.matches.contains(where: { $0.match == match }) { return screen.focus = .match(match) }
        // Nobody has chosen what was only the first.
        if screen.chosen != match, screen.focus == nil { return }
        notify("\(match.text) is no longer in the list.", .complaint)
        screen.focus = .button(.talk)
    }

    private mutating func addRecords(_ list: RecordList, _ message: Message, _ answered: CommandQueue.Pending?) {
        showAnswer(message, answered)
        guard hasScreen, answered?.isLine == false, case .records(_, _, let asked)? = answered?.command,
            asked == session.recordFilter
        else { return }
        guard list.filter == asked else {
            // A host that knows no filters says nothing of one.
            filterRecords(.all)
            session.records = list
            return notify("This host cannot filter its records.", .complaint)
        }
        guard case .records = screen.page, let known = session.records, let last = known.records.last else {
            return session.records = list
        }
        guard let first = list.records.first else {
            // There are no older ones, whatever was said before.
            return session.records = RecordList(records: known.records, total: known.records.count)
        }
        guard first.id.number < last.id.number else { return session.records = list }
        session.records = RecordList(records: known.records + list.records, total: list.total)
        screen.focus = .record(first.id)
    }

    private mutating func enterMatch(_ seating: Seating) {
        if session.table?.seating.match == seating.match {
            session.table?.resume(seating)
            return
        }
        session.table = Table(seating)
        guard hasScreen else { return }
        session.log = []
        showTable()
        appendToLog("You are \(seating.seat == nil ? "watching" : "in") \(seating.match.text).")
    }

    /// Shows the table; what is being typed stays.
    private mutating func showTable() {
        let previous = screen.overlay
        go(to: .table)
        if case .prompt = previous { screen.overlay = previous }
    }

    private mutating func apply(_ received: MatchState, _ now: Instant) {
        let hasMotion = look.hasMotion && hasScreen
        let former = places(state, session.table?.game)
        guard let step = session.table?.apply(received, hasMotion: hasMotion, at: now) else { return }
        let next = step.next
        if hasMotion, showsTable, !step.isCopy, let rules = seating?.rules {
            screen.motions.play(step.isNext ? next.change : nil, from: step.previous, to: next, under: rules, at: now)
            if step.isNext { screen.motions.move(from: former, to: places(next, session.table?.game), at: now) }
        }
        if step.hasEnded {
            if hasMotion, showsTable { screen.motions.finale = session.table?.finale }
            screen.focus = nil
            if case .question = screen.overlay { screen.overlay = nil }
        }
        if session.isComingBack || step.isFirst && step.previous != nil { callBack(next, now) }
        guard hasScreen else { return printPlain(step) }
        if step.hasEnded, step.previous != nil { countInSeries(next) }
        if callsForPlayer(step) { ring() }
        if let line = Wording.news(next, own: seating?.you) { appendToLog(line) }
        if session.table?.isAlone == true { followLobby(now) } else if step.hasEnded { followLobbyAfterMatch() }
        play(.applied, now)
    }

    /// The client has its seat back, and a running clock is announced at once. After the client was killed, a match in
    /// which there is nothing to lose gives way to what the command line asks for.
    private mutating func callBack(_ state: MatchState, _ now: Instant) {
        if hasScreen, let clock = Wording.clock(self, at: now) {
            notify(clock, .complaint)
            ring()
        }
        guard session.isComingBack else { return }
        session.isComingBack = false
        if purpose == .lobby { return }
        if state.phase == .waiting || state.phase == .over { return leaveForPurpose(now) }
        purpose = .lobby
        notify("You still have a seat in \(state.match.text). Leave it to play or watch elsewhere.", .complaint)
    }

    private mutating func countInSeries(_ state: MatchState) {
        if session.series?.players != state.seats.map(\.name) { session.series = Series(of: state) }
        session.series?.count(state)
    }

    /// True if a player who has looked away is wanted: the opponent has come, the opponent's turn is over, or the
    /// opponent has accepted a rematch.
    private func callsForPlayer(_ step: Table.Transition) -> Bool {
        guard let own = seating?.you, let previous = step.previous, !step.isCopy, step.next.seats.count > 1,
            session.table?.isAgainstHouse == false
        else { return false }
        if previous.phase == .waiting { return step.next.phase != .waiting && step.next.phase != .over }
        if step.next.phase == .over {
            let offered = previous.seats.indices.contains(own) && previous.seats[own].rematch
            return offered && previous.result?.rematch == nil && step.next.result?.rematch != nil
        }
        return step.next.turn == own && step.previousHolder.map { $0 != own } ?? false
    }

    /// Prints a state in plain text, with its board if the reader has missed one.
    private mutating func printPlain(_ step: Table.Transition) {
        if step.isCopy, !step.isFirst { return }
        var state = step.next
        if !step.isFirst { printPlain(Message(.state(state))) }
        guard step.isFirst || !step.isNext && !PlainEvents.drawsBoard(.state(state)) else { return }
        state.isIntroduction = true
        printPlain(Message(.state(state)))
    }

    private mutating func receive(_ report: ErrorReport, _ answered: CommandQueue.Pending?, _ now: Instant) {
        if report.isFatal {
            session.connection.fatal = report
            if session.connection.isTemporary(report.code) {
                session.connection.giveUpAt = session.connection.giveUpAt ?? now + Times.restartTimeout
            }
        }
        if report.code == Refusal.draining.code { session.hostIsDraining = true }
        if recoverSignIn(from: report, now) { return }
        if report.command == nil, report.code == Refusal.tooFast.code {
            session.commands.delay(until: now + Times.delayedReplyTimeout)
        }
        let isLate = answered?.kind == .flip && report.code == Refusal.stale("").code
        let complaint = isLate ? MatchSentence.tooLate.text() : report.message
        if options.isPlain { printPlain(Message(.error(report))) } else { appendToLog(complaint, .complaint) }
        if hasScreen, answered?.isOwn == true, answered?.kind == .watch, session.table == nil {
            // There was nothing to watch at the start; there may be soon.
            let complaint = session.log.last
            go(to: .lobby(watching: true))
            refresh()
            if let complaint { session.log.append(complaint) }
        }
        if let answered, answered.isOwn { note(unanswered: answered, report.message, now) }
        guard let answered, answered.isOwn, let seating, answered.kind == .join || answered.kind == .watch
        else {
            return
        }
        if case .watch(.some, follows: true, let game) = answered.command {
            return session.commands.prepend([.watch(nil, follows: true, game: game)])
        }
        // The client could not get back to the match that it still shows.
        let sentence = MatchSentence.noLongerIn.text(["match": seating.match.text])
        if options.isPlain { notify(sentence) }
        returnToLobby(saying: sentence)
    }

    /// A command was done that no other event answers.
    private mutating func didCarryOut(_ kind: Command.Kind) {
        switch kind {
        case .leave:
            printPlain(Message(.ok(.leave)))
            returnToLobby()
        case .rematch: printPlain(Message(.ok(.rematch)))
        case .replay:
            session.commands.statesDue = nil
            printPlain(Message(.ok(.replay)))
        default: break
        }
    }

    /// The client is in the lobby again.
    mutating func returnToLobby(saying sentence: String = MatchSentence.youLeft.text()) {
        let wasWatching = seating?.seat == nil
        let wasAlone = seating?.rules.isSolo == true || session.table?.hasOpponent == false
        let wasInMatch = session.table != nil
        (session.table, session.seal, session.series) = (nil, nil, nil)
        guard hasScreen else { return }
        if wasInMatch { go(to: wasAlone && !wasWatching ? .menu : .lobby(watching: wasWatching)) }
        session.log = [Session.LogLine(sentence, .news)]
        // Where another match is next, nobody sees the lobby.
        if !session.commands.isMatchNext { session.commands.prepend([listMatches, .scores]) }
    }

    /// Sends the next command once the reply is complete: after `match`, and after the `ok` for a flip, that is with a
    /// state.
    private mutating func finishPending(_ message: Message, answers: Bool, _ now: Instant) {
        guard let waiting = session.commands.pending else { return }
        switch message.event {
        case .match where answers: return session.commands.awaitState()
        case .ok where answers && waiting.kind == .flip && hasScreen: return session.commands.awaitState()
        case .state where waiting.awaitsState && session.table?.awaitsResync != true: break
        default: guard answers else { return }
        }
        session.commands.finish()
        sendQueued(now)
    }
}
