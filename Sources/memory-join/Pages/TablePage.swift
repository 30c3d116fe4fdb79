import Protocol

/// The match that the client is in.
struct TablePage: PageContent {
    let model: Model

    var items: [Target] { model.session.table.map { $0.showsBoard ? [.card($0.cursor)] : [] } ?? [] }

    /// All that a table may have while its cards are chosen, in order. No card has one of their keys.
    static func buttons(of game: any GameOnScreen.Type) -> [Button] {
        [.joinWaiting] + game.facts.buttons + [.talk, .messages, .rules, .help, .resign, .leave]
    }

    var buttons: [Button] {
        guard let state = model.state else { return [.leave] }
        if state.phase == .over { return buttonsAtTheEnd(state) }
        let forPlayers = state.onScreen.facts.buttons + [.resign]
        return (model.mayPlayHouse ? [.house] : [])
            + Self.buttons(of: state.onScreen).filter { button in
                button == .joinWaiting
                    ? model.waitingMatch != nil : model.isPlaying || !forPlayers.contains(button)
            }
    }

    private func buttonsAtTheEnd(_ state: MatchState) -> [Button] {
        let joining: [Button] = model.waitingMatch == nil ? [] : [.joinWaiting]
        let mayReplay = state.result?.record != nil || model.session.hostReplays && state.hasBegun
        let replay: [Button] = mayReplay ? [.replay] : []
        let mayPlay = model.ownSeat != nil && !model.session.hostIsDraining
        let next: [Button] = !mayPlay ? [] : canPlayAgain(state) ? [.rematch, .another] : [.another]
        return joining + next + [.leave] + replay + [.talk, .messages, .help, .quitAtTheEnd]
    }

    /// True if an offer of a rematch can still be accepted, at once or by a player who comes back.
    private func canPlayAgain(_ state: MatchState) -> Bool {
        state.result?.rematch == nil && !state.seats.contains(where: \.left)
            && !(model.ownSeat.map { state.seats.indices.contains($0) && state.seats[$0].rematch } ?? true)
    }

    /// Whoever only watches has no use for the cursor.
    var keys: [HelpLine] {
        let settings = model.settingsAtTable.map { setting in
            HelpLine("\(setting.key)", setting.keyHelp(model.options.settings[setting]))
        }
        guard let state = model.state, model.session.table?.showsBoard == true else { return HelpLine.usual + settings }
        return (model.ownSeat == nil ? [] : state.onScreen.keys(model.options.settings)) + settings
    }

    func move(_ move: CursorMove, _ model: inout Model, _ now: Instant) -> Bool {
        guard model.session.table?.showsBoard == true else { return false }
        model.screen.focus = nil
        model.play(.move(move), now)
        return true
    }

    func nextTick(after now: Instant) -> Instant? {
        guard let table = model.session.table else { return nil }
        let changes = [
            model.isOnline ? table.nextSecond(after: now) : nil, table.game.nextChange(after: now),
            table.nextResultChange(after: now),
        ]
        return changes.compactMap(\.self).min()
    }

    // MARK: Drawing

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        guard let table = model.session.table, let state = table.state else {
            let line = screen.centred(rows: 1, columns: screen.columns)
            drawing.canvas.put("Loading the match…", in: line, align: .centre)
            // It may not come.
            Widgets.news(model, &drawing, in: screen.lines(screen.rows - 2))
            return Widgets.buttons(model.buttons, model, &drawing, in: screen.lines(screen.rows - 1))
        }
        if state.phase == .waiting, !table.showsBoard {
            return WaitingView(model: model, table: table, now: now).draw(&drawing, in: screen)
        }
        TableView(model: model, state: state, seating: table.seating, player: nil, now: now)
            .draw(&drawing, in: screen)
    }
}

/// A match that is played again.
struct ReplayPage: PageContent {
    let model: Model
    let player: ReplayPlayer

    var buttons: [Button] { [.playOrPause, .back, .stepBack, .stepForward, .slower, .faster, .help] }

    var keys: [HelpLine] { [HelpLine("Arrows, hjkl", "previous, next step"), HelpLine("Home, End", "start, end")] }

    /// Asks anew for a replay that a lost connection has cut off. Its states are the same each time.
    var query: Command? {
        player.replay.isComplete || !model.session.hostReplays ? nil : .replay(player.replay.header.record)
    }

    var previous: Page { model.session.table == nil ? .records : .table }
    var previousFocus: Target? {
        model.session.table == nil ? player.replay.header.record.map { .record($0) } : .button(.replay)
    }

    func move(_ move: CursorMove, _ model: inout Model, _ now: Instant) -> Bool {
        model.updateReplay(now) { $0.move(move) }
        return true
    }

    func nextTick(after now: Instant) -> Instant? { player.nextTick }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        TableView(model: model, state: player.state, seating: player.seating, player: player, now: now)
            .draw(&drawing, in: screen)
    }
}
