import Protocol

/// The match that the client is in.
struct TablePage: PageContent {
    let model: Model

    var items: [Target] { model.session.table.map { $0.showsBoard ? [.card($0.cursor)] : [] } ?? [] }

    var buttons: [Button] {
        guard let state = model.state else { return [.leave] }
        let joining: [Button] = model.waitingMatch == nil ? [] : [.joinWaiting]
        if state.phase == .over {
            let mayReplay = state.result?.record != nil || model.session.hostReplays && state.hasBegun
            let replay: [Button] = mayReplay ? [.record] : []
            let next: [Button] = model.ownSeat == nil ? [] : canPlayAgain(state) ? [.rematch, .another] : [.another]
            return joining + next + [.leave] + replay + [.talk, .messages, .help, .exit]
        }
        let offer: [Button] = state.phase == .waiting && model.mayPlayHouse ? [.house] : joining
        let moves = model.isPlaying ? state.onScreen.buttons : []
        return offer + moves + [.talk, .messages, .rules, .help] + (model.isPlaying ? [.resign] : []) + [.leave]
    }

    /// True if an offer of a rematch can still be accepted, at once or by a player who comes back.
    private func canPlayAgain(_ state: MatchState) -> Bool {
        state.result?.rematch == nil && !state.seats.contains(where: \.left)
            && !(model.ownSeat.map { state.seats.indices.contains($0) && state.seats[$0].rematch } ?? true)
    }

    // MARK: Help

    var help: [HelpLine] {
        let talk = HelpLine(.talk, .messages)
        if model.state?.phase == .over { return helpAtTheEnd + [talk, HelpLine(.exit)] }
        guard model.ownSeat != nil else { return [talk, HelpLine(.leave, words: "stop watching")] }
        if model.state?.phase == .waiting {
            return (model.mayPlayHouse ? [HelpLine(.house)] : []) + [talk, HelpLine(.leave)]
        }
        let game = model.state?.onScreen ?? model.game.onScreen
        let settings = game.settings.filter { $0.isOffered(model.look) }.map { setting in
            HelpLine("\(setting.key)", setting.keyHelp(model.options.settings[setting]))
        }
        return (model.waitingMatch == nil ? [] : [HelpLine(.joinWaiting)]) + game.help(model.options.settings)
            + settings + [talk, HelpLine(.resign, .leave)]
    }

    private var helpAtTheEnd: [HelpLine] {
        let shown = buttons
        return [HelpLine("Arrows, hjkl", "move"), HelpLine("Enter, space", "select")]
            + [Button.joinWaiting, .rematch, .another, .leave, .record].filter { shown.contains($0) }
            .map { HelpLine($0) }
    }

    // MARK: Drawing

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        guard let table = model.session.table, let state = table.state else {
            let line = screen.centred(rows: 1, columns: screen.columns)
            drawing.canvas.put("Loading the match…", in: line, align: .centre)
            return
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

    var buttons: [Button] { [.toggle, .back, .stepBack, .stepForward, .slower, .faster, .help] }

    var help: [HelpLine] {
        [
            HelpLine("space", "play / pause"),
            HelpLine(.stepBack, .stepForward, by: " ", and: ", arrows", words: "previous, next step"),
            HelpLine(.slower, .faster, by: " ", words: "slower, faster"), HelpLine("Home, End", "start, end"),
            .back(to: "back"),
        ]
    }

    var previous: Page { model.session.table == nil ? .records : .table }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        TableView(model: model, state: player.state, seating: player.seating, player: player, now: now)
            .draw(&drawing, in: screen)
    }
}
