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
