import Protocol

// The consequences of a choice, made by key, click or typed command.

extension Model {
    /// Carries out the target with the focus; on a form, its start.
    mutating func activateFocus(_ now: Instant) {
        guard let focus = effectiveFocus else { return }
        // The arrows fill in a form: Enter is for all of it.
        if case .field = focus { activate(.button(.start), now) } else { activate(focus, now) }
    }

    /// Carries out a target: turns its card, opens its match or record, changes its field or presses its button.
    mutating func activate(_ target: Target, _ now: Instant) {
        switch target {
        case .host(let host): choose(host)
        case .card(let card): play(.choose(card), now)
        case .match(let match): request(content.command(for: .id(match)), now)
        case .record(let record): replay(record, now)
        case .opponent(let name): if let name = try? PlayerName(name) { showRecords(with: name, now) }
        case .field(let field): change(field, by: 1)
        case .button(let button): button.press(&self, now)
        }
    }

    /// Changes a field of the form; what it says of this client holds at once.
    mutating func change(_ field: OpeningForm.Field, by step: Int) {
        guard case .opening(var form) = screen.page else { return }
        form.change(field, by: step, faceSets: session.hostFaceSets)
        screen.page = .opening(form)
        options.settings = form.settings
    }

    /// Asks before something that cannot be undone.
    mutating func ask(_ question: Question) {
        screen.overlay = .question(question)
        screen.focus = nil
    }

    /// Shows a page of what the host knows, as fresh as can be.
    mutating func showRefreshed(_ page: Page, _ now: Instant) {
        go(to: page)
        // Without a connection it is asked for when there is one.
        refresh()
        sendQueued(now)
    }

    /// Lays a text over the page.
    mutating func show(_ text: TextBox) {
        screen.overlay = .text(text)
        screen.scrollOffset = text.opensAtEnd ? .max : 0
    }

    mutating func go(to page: Page, focusing target: Target? = nil) {
        let wasLooking = screen.page == .hosts && page != .hosts
        (screen.page, screen.focus, screen.overlay, screen.chosen, screen.scrollOffset) = (page, target, nil, nil, 0)
        // Who goes elsewhere does not wait for a replay.
        session.comingReplay = nil
        // What was said stays, and the news of a match; what else happened on the page before is dropped.
        session.log.removeAll { $0.kind == .complaint || session.table == nil && $0.kind == .news }
        screen.motions.stop()
        if wasLooking { stopLooking() }
    }

    mutating func fillIn(_ form: OpeningForm) {
        var form = form
        (form.games, form.settings) = (session.hostGames, options.settings)
        form.offered = Setting.all.filter { $0.isOffered(look) }
        screen.pageBeforeForm = screen.page
        go(to: .opening(form))
    }

    /// The game that was opened last, if the host plays it.
    var gameToPlay: GameKind { session.hostGames.contains(game) ? game : session.hostGames.first ?? game }

    /// A form with the host's default rules, for the game that was opened last.
    func newForm(seats: Int, against opponent: OpponentChoice = .anybody) -> OpeningForm {
        var form = OpeningForm(seats: seats, preset: session.hostPreset)
        (form.opponent, form.game) = (opponent, gameToPlay)
        return form
    }

    /// Leaves the match, at once if there is nobody to tell: the host hears it when the connection is back.
    mutating func leaveTable(_ now: Instant) {
        if isOnline { return request(.leave, now) }
        session.commands.append(.command(.leave, isOwn: true, guards: sight?.guards(for: .leave)))
        returnToLobby()
    }

    /// Leaves the match that the client has come back to, for what the command line asks for.
    mutating func leaveForPurpose(_ now: Instant) {
        // The lobby is asked for when it is shown: with it, opening a match would exceed what may be sent at once.
        session.commands.dropOwn()
        leaveTable(now)
        for command in takePurpose() { session.commands.append(.command(command, isOwn: true)) }
        sendQueued(now)
    }

    /// Asks something of the host, for the person, unless the same is being asked: a key that is held down does nothing
    /// twice.
    mutating func request(_ command: Command, _ now: Instant) {
        guard requireConnection() else { return }
        if session.commands.isQueued(command) { return }
        if session.commands.excludes(command) {
            return notify(MatchSentence.awaitAnswer.text(), .complaint)
        }
        if name == nil, command.needsName {
            return screen.overlay = .prompt(Prompt(.name, complaint: "Choose a name first."))
        }
        session.commands.append(.command(command, isOwn: false, guards: sight?.guards(for: command)))
        sendQueued(now)
    }

    /// True if the host can be asked something now; says so if not.
    mutating func requireConnection() -> Bool {
        guard isOnline else {
            notify(MatchSentence.notConnected.text(), .complaint)
            return false
        }
        guard session.commands.hasRoom else {
            notify("The host is not keeping up; nothing was sent.", .complaint)
            return false
        }
        return true
    }

    /// Asks for the list of matches. Clients with a name are told of changes in any case.
    var listMatches: Command { name == nil ? .followList(true) : .list }

    /// Asks for what the page shows, for the client's own sake.
    mutating func refresh() {
        if let query = content.query, isOnline { session.commands.refresh(query) }
    }

    /// Keeps the reason why something that the client itself has asked for did not come; what the page shows is asked
    /// for again.
    mutating func note(unanswered question: CommandQueue.Pending, _ reason: String, _ now: Instant) {
        session.unanswered[question.kind] = reason
        if content.query?.kind == question.kind { session.askAgainAt = now + Times.askAgainDelay }
    }
}

extension Command {
    /// True if the host requires a name for it.
    fileprivate var needsName: Bool { kind.terms.needsName }
}

// MARK: - Commands

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
            let sentence = SafeText.line(refusal.message, columns: Widths.sentence)
            let report = ErrorReport(code: refusal.code, message: sentence, command: nil, isFatal: refusal.isFatal)
            printPlain(Message(.error(report)))
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

// MARK: - Records

// The choice among the records.

extension Model {
    /// The records that the client asks for at a time.
    static let recordsPerPage = 50

    /// The people whom the person has played, most matches first, and the house if that has been played.
    var opponents: [ScoreList.Player] {
        guard let statistics = session.statistics else { return [] }
        let house = statistics.house.map(\.results)
        guard !house.isEmpty else { return statistics.opponents }
        return statistics.opponents + [
            ScoreList.Player(
                name: "House", won: house.reduce(0) { $0 + $1.won }, drawn: house.reduce(0) { $0 + $1.drawn },
                lost: house.reduce(0) { $0 + $1.lost })
        ]
    }

    /// The player other than this person whose matches are listed.
    var recordFilterOpponent: PlayerName? {
        session.recordFilter.opponent ?? session.recordFilter.player.flatMap { $0.key == name?.key ? nil : $0 }
    }

    /// Chooses among the records, and shows them.
    mutating func showRecords(_ filter: RecordFilter, _ now: Instant) {
        filterRecords(filter)
        showRefreshed(.records, now)
    }

    /// Chooses among the records, which are then to be asked for.
    mutating func filterRecords(_ filter: RecordFilter) {
        if filter != session.recordFilter { session.records = nil }
        session.recordFilter = filter
    }

    /// Lists the matches of this person with another; or all of the other's, if this person has no name.
    mutating func showRecords(with other: PlayerName, _ now: Instant) {
        let player = name ?? other
        showRecords(RecordFilter(player: player, with: other.key == player.key ? nil : other), now)
    }
}
