import Protocol

// What happens at the table: its game says what, and knows nothing of the client.

extension Model {
    /// Hands to the game on the table what a person meant.
    ///
    /// - Returns: false if it means nothing there.
    @discardableResult
    mutating func play(_ input: TableInput, _ now: Instant) -> Bool {
        play(now) { $0.respond(to: input, $1) }
    }

    /// Has the game on the table do something.
    ///
    /// - Returns: false if it means nothing there.
    @discardableResult
    mutating func play(_ now: Instant, _ act: (inout any GameOnScreen, TableContext) -> [TableAction]?) -> Bool {
        guard showsTable, let table = session.table, let state = table.state else { return false }
        var game = table.game
        let context = TableContext(
            state: state, seating: table.seating, settings: options.settings, showsBoard: table.showsBoard, now: now)
        let (former, actions) = (game, act(&game, context))
        // Save the game even if the input was ignored: it may have cancelled something.
        session.table?.game = game
        guard let actions else { return false }
        for action in actions {
            switch action {
            case .move(let move): ask(for: move, now)
            case .complain(let sentence): notify(sentence, .complaint)
            case .focus: screen.focus = nil
            case .rearranged: screen.motions.move(from: places(state, former), to: places(state, game), at: now)
            }
        }
        return true
    }

    /// Asks the host for a move, unless it was chosen on a board that the host has not shown again yet.
    private mutating func ask(for move: Move, _ now: Instant) {
        guard isOnline, session.table?.awaitsResync == true else { return request(.move(move), now) }
        notify(MatchSentence.notShownYet.text(), .complaint)
    }

    /// Returns the places of a table's cards on the screen, by their faces; none if nothing moves.
    func places(_ state: MatchState?, _ game: (any GameOnScreen)?) -> [String: Rect] {
        guard look.hasMotion, hasScreen, let state, let game else { return [:] }
        return game.places(state, in: TableLayout(state, game, in: Rect(size)).room)
    }

    /// The settings that this person can change at the table.
    var settingsAtTable: [Setting] {
        (state?.onScreen.facts.settings ?? []).filter { $0.isOffered(look) && (ownSeat != nil || !$0.isForPlayers) }
    }

    /// Changes a setting by its key at a table; false if it is no such key.
    mutating func changeSetting(by key: Unicode.Scalar, _ now: Instant) -> Bool {
        guard let setting = settingsAtTable.first(where: { $0.key == key }) else { return false }
        options.settings[setting].toggle()
        play(.changed(setting), now)
        notify(options.settings[setting] ? setting.turnedOn : setting.turnedOff)
        return true
    }
}

// MARK: - Others who wait

// Alone or against the house, the client follows the list of matches, to learn of anybody who is waiting; after any
// other match, to learn that the host is closing.

extension Model {
    /// A match whose player waits for an opponent while this client's plays alone, or the house.
    var waitingMatch: LobbyList.Entry? {
        guard session.table?.isAlone == true, !session.hostIsDraining else { return nil }
        return session.lobby?.matches.first { $0.phase == .waiting && !$0.rules.isSolo }
    }

    /// Asks to be sent the list of matches whenever it changes; once per connection and match.
    mutating func followLobby(_ now: Instant) {
        guard isOnline, session.table?.followsLobby == false else { return }
        session.table?.followsLobby = true
        session.commands.refresh(.followList(true))
        sendQueued(now)
    }

    /// Asks for the same after a match. No answer is waited for, so that it keeps no command of the player waiting.
    mutating func followLobbyAfterMatch() {
        guard isOnline, ownSeat != nil, session.table?.followsLobby == false else { return }
        session.table?.followsLobby = true
        effects.append(.send(.followList(true), id: nil))
    }

    /// Says, once for each match, that its player is waiting for an opponent.
    mutating func announceWaiting() {
        guard hasScreen, session.table?.isAlone == true, session.announcedMatch != waitingMatch?.match else {
            return
        }
        session.announcedMatch = waitingMatch?.match
        guard let entry = waitingMatch else { return appendToLog("Nobody is waiting for an opponent any more.") }
        let player = entry.seats.first ?? "the player"
        appendToLog(
            "\(player) is waiting\(Wording.game(entry, on: self)). Press \(Button.joinWaiting.keyText) to join.")
        ring()
    }

    /// True if leaving the match against the house counts as a loss, or a game alone has begun.
    var wouldLoseByLeaving: Bool {
        guard let state, state.phase != .over else { return false }
        return !state.onScreen.facts.takesTurns || state.turnNumber > 1 || !state.turned.isEmpty
    }

    /// Leaves the match to join whoever is waiting.
    mutating func joinWaiting(_ now: Instant) {
        guard let entry = waitingMatch else { return notify("Nobody is waiting for an opponent any more.") }
        leaveTable(for: .join(.id(entry.match)), now)
    }

    /// Plays the house, by the same rules, instead of waiting for an opponent.
    mutating func playHouseInstead(_ now: Instant) {
        guard let rules = seating?.rules, state?.phase == .waiting, !session.hostIsDraining else { return }
        leaveTable(for: .open(RulesRequest(rules), isPrivate: false, against: .house(.steady)), now)
    }

    private mutating func leaveTable(for next: Command, _ now: Instant) {
        guard requireConnection(), !session.commands.isQueued(next) else { return }
        session.commands.append(.command(.leave, isOwn: false, guards: sight?.guards(for: .leave)))
        session.commands.append(.command(next, isOwn: false))
        sendQueued(now)
    }
}

// MARK: - Replays

// Matches that are over, played again.

extension Model {
    /// Asks for a match to be played back, or on an older host for its record: nil for the match that the client is in.
    mutating func replay(_ record: RecordID?, _ now: Instant) {
        if session.hostReplays { request(.replay(record), now) } else if let record { request(.record(record), now) }
    }

    /// Changes the replay on the page; one step forward animates the cards.
    mutating func updateReplay(_ now: Instant, _ change: (inout ReplayPlayer) -> Void) {
        guard case .replay(var player) = screen.page else { return }
        let (position, state) = (player.position, player.state)
        change(&player)
        screen.page = .replay(player)
        if player.position == position { return }
        guard look.hasMotion, player.position == position + 1 else { return screen.motions.stop() }
        screen.motions.play(player.state.change, from: state, to: player.state, under: player.seating.rules, at: now)
        screen.motions.move(
            from: places(state, state.onScreen.init(of: state)), to: places(player.state, player.game), at: now)
    }

    /// Shows a record as text, also on the page of a host that plays nothing back.
    mutating func showRecord(_ message: Message, _ answered: CommandQueue.Pending?) {
        printPlain(message)
        guard hasScreen, let answered, answered.isLine || wantsReplay else { return }
        show(TextBox(PlainEvents.lines(message)))
    }

    /// True while the person is where a replay is chosen.
    private var wantsReplay: Bool { screen.page == .records || showsTable && state?.phase == .over }

    /// Gets ready for a replay, unless the person has gone elsewhere. One that goes on after the connection was lost is
    /// there already.
    mutating func expect(_ header: ReplayHeader, _ answered: CommandQueue.Pending?, _ now: Instant) {
        session.commands.statesDue = now + Times.replyTimeout
        if options.isPlain { notify(PlainEvents.line(header)) }
        guard hasScreen, let answered else { return }
        if answered.isOwn {
            if !screen.page.isReplay(header) { stopReplay(now) }
        } else if answered.isLine || wantsReplay {
            session.comingReplay = header
        } else {
            stopReplay(now)
        }
    }

    /// Shows a replay from its first state on, and keeps the others as they come.
    mutating func show(_ step: ReplayedState, _ now: Instant) {
        session.commands.statesDue = step.isLast ? nil : now + Times.replyTimeout
        if step.isLast { sendQueued(now) }
        guard hasScreen else { return }
        if let header = session.comingReplay {
            var player = ReplayPlayer(Replay(header, first: step))
            player.toggle(now: now)
            go(to: .replay(player), focusing: .button(.playOrPause))
        } else if !screen.page.add(step), !step.isLast, !session.commands.awaitsReplay {
            stopReplay(now)
        }
    }

    /// Asks for no more states of a replay that nobody looks at, before all that waits, which may be another replay.
    private mutating func stopReplay(_ now: Instant) {
        guard !session.commands.isQueued(.stopReplay) else { return }
        session.commands.prepend([.stopReplay])
        sendQueued(now)
    }
}

// MARK: - Seals

// Sealed cards: the client checks each match that it sees the end of, each replay and each record. It reads what the
// host says as it came, because what is shown of a face may differ from it.

extension Model {
    /// Listens to an event for what it says of seals.
    ///
    /// - Returns: the outcome of a check that this event has brought to its end.
    mutating func checkSeals(_ event: Event) -> SealVerdict? {
        switch event {
        case .match(let seating):
            let former = self.seating?.match == seating.match ? session.seal : nil
            session.seals.note(seating.seal, of: seating.match)
            session.seal = session.seals.check(seating.match, under: seating.seal, goingOn: former)
            return session.seal?.verdict == former?.verdict ? nil : session.seal?.verdict
        case .state(let state) where state.match == seating?.match:
            if session.seal?.verdict != nil { return nil }
            session.seal?.see(state)
            return session.seal?.verdict
        case .replay(let header):
            session.replayedSeal = session.seals.check(header.match, under: header.seal)
            return session.replayedSeal?.verdict
        case .replayed(let step):
            // The first state opens the page of the replay, over what was said before.
            if session.replayedSeal?.verdict != nil, session.comingReplay == nil { return nil }
            session.replayedSeal?.see(step.state)
            return session.replayedSeal?.verdict
        case .record(let record, _):
            var check = session.seals.check(record.summary.match, under: record.seal)
            check?.see(record)
            return check?.verdict.flatMap { $0.isAlarming ? $0 : nil }
        default: break
        }
        return nil
    }

    /// Says that a seal fits where all is said in lines, and anywhere, loudly, that it does not.
    mutating func tell(_ verdict: SealVerdict) {
        if options.isPlain { return notify(verdict.isAlarming ? "WARNING! \(verdict.sentence)" : verdict.sentence) }
        guard hasScreen, verdict.isAlarming else { return }
        notify(verdict.sentence, .complaint)
        show(TextBox(["WARNING!", "", verdict.sentence]))
        ring()
    }
}
