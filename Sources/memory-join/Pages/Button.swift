import Protocol

/// An action that is chosen by a click, by its own key, or by Enter when it has the focus. All that is said of it, and
/// all that it does, stands in one place; a page only lists it.
struct Button: Sendable {
    private let name: String
    let title: String
    /// The key that does the same wherever the button is on the screen; nil for one that only Enter and the mouse
    /// press. While cards are turned no button that is there has the letter of a column for its key.
    let key: Unicode.Scalar?
    /// What the help says that its key does; the title in small letters if it needs no other words.
    let help: String
    /// What it does.
    let press: @Sendable (inout Model, Instant) -> Void

    init(
        _ name: String, _ title: String, key: Unicode.Scalar?, help: String? = nil,
        press: @escaping @Sendable (inout Model, Instant) -> Void
    ) {
        (self.name, self.title, self.key, self.press) = (name, title, key, press)
        self.help = help ?? title.lowercased()
    }
}

extension Button: Hashable {
    static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: - On several pages

extension Button {
    static let help = Button("help", "Help", key: "?") { model, _ in model.show(.help) }
    static let rules = Button("rules", "Rules", key: "u") { model, _ in model.show(.rules) }
    static let talk = Button("talk", "Talk", key: "t") { model, _ in model.screen.overlay = .prompt(Prompt(.talk)) }
    static let back = Button("back", "Back", key: "q") { model, _ in model.go(to: model.content.previous) }
    static let quit = Button("quit", "Quit", key: "q") { model, now in model.leave(now) }
    static let statistics = Button("statistics", "Your statistics", key: "y") { model, now in
        model.showRefreshed(.statistics, now)
    }
    static let yes = Button("yes", "Yes", key: "y") { model, now in model.answerYes(now) }
    static let no = Button("no", "No", key: "n") { model, now in model.answerNo(now) }
}

// MARK: - The list of hosts

extension Button {
    static let tryAgain = Button("tryAgain", "Try again", key: "r") { model, now in model.tryAgain(now) }
    static let address = Button("address", "Address", key: "a", help: "type an address") { model, _ in
        model.screen.overlay = .prompt(Prompt(.address))
    }
}

// MARK: - The menu

extension Button {
    static let play = Button("play", "Two players", key: "p") { model, now in
        model.request(.join(nil, game: model.gameToPlay.named), now)
    }
    /// Opens a match against the house, or has a player who waits play it instead.
    static let house = Button("house", "Play the house", key: "h") { model, now in
        if model.showsTable {
            model.playHouseInstead(now)
        } else {
            model.fillIn(model.newForm(seats: 2, against: .house(.steady)))
        }
    }
    static let solo = Button("solo", "Solo", key: "s") { model, _ in model.fillIn(model.newForm(seats: 1)) }
    static let beside = Button("beside", "Two on this device", key: "b") { model, _ in
        model.screen.overlay = .prompt(Prompt(.beside, model.besideName, isSuggestion: true))
    }
    static let matches = Button("matches", "Matches", key: "m") { model, now in
        model.showRefreshed(.lobby(watching: false), now)
    }
    static let watching = Button("watching", "Watch", key: "w") { model, now in
        model.showRefreshed(.lobby(watching: true), now)
    }
    static let records = Button("records", "Records", key: "r") { model, now in
        model.filterRecords(.all)
        model.showRefreshed(.records, now)
    }
    static let scores = Button("scores", "Scores", key: "c") { model, now in model.showRefreshed(.scores, now) }
    static let hosts = Button("hosts", "Other hosts", key: "o") { model, now in model.leaveHost(now) }
    static let name = Button("name", "Change name", key: "n", help: "change your name") { model, _ in
        model.screen.overlay = .prompt(Prompt(.name, model.name?.text ?? ""))
    }
}

// MARK: - The lobby and the form

extension Button {
    static let join = Button("join", "Join", key: nil) { model, now in
        model.request(.join(model.markedMatch.map { .id($0) }), now)
    }
    static let watch = Button("watch", "Watch", key: "w", help: "watch it") { model, now in
        model.request(.watch(model.markedMatch.map { .id($0) }), now)
    }
    static let open = Button("open", "Open match", key: "o", help: "open a match") { model, _ in
        model.fillIn(model.newForm(seats: 2))
    }
    static let code = Button("code", "Code", key: "c", help: "join by code") { model, _ in
        model.screen.overlay = .prompt(Prompt(.code))
    }
    static let start = Button("start", "Start", key: nil) { model, now in
        guard let form = model.form else { return }
        model.game = form.game
        model.request(form.command, now)
    }
}

// MARK: - The table and its end

extension Button {
    static let messages = Button("messages", "Log", key: "m") { model, _ in model.show(.messages) }
    static let leave = Button("leave", "Leave", key: "q") { model, now in
        if model.isPlaying { model.ask(.leave) } else { model.leaveTable(now) }
    }
    static let resign = Button("resign", "Resign", key: "x") { model, now in
        if model.isPlaying { model.ask(.resign) } else { model.leaveTable(now) }
    }
    static let rematch = Button("rematch", "Play again", key: "r") { model, now in
        model.request(.rematch, now)
        // The button goes; what comes in its place is not what the next Enter is meant for.
        model.screen.focus = .button(.talk)
    }
    static let another = Button("another", "New board", key: "o") { model, _ in
        var form = OpeningForm(
            model.seating?.rules ?? .preset(model.session.hostPreset), isPrivate: model.seating?.code != nil)
        form.opponent = model.state?.opponent ?? .anybody
        model.fillIn(form)
    }
    static let record = Button("record", "Replay", key: "p", help: "replay the match") { model, now in
        model.replay(model.state?.result?.record, now)
    }
    static let exit = Button("exit", "Quit", key: "Q") { model, now in model.leave(now) }
    /// For whoever plays the house while another player waits.
    static let joinWaiting = Button("joinWaiting", "Join", key: "w", help: "join whoever is waiting") { model, now in
        if model.wouldLoseToHouse { model.ask(.joinWaiting) } else { model.joinWaiting(now) }
    }
}

// MARK: - The records and the people in them

extension Button {
    static let older = Button("older", "Older", key: "o", help: "older ones") { model, now in
        let last = model.session.records?.records.last?.id
        model.request(.records(before: last, limit: Model.recordsPerPage, model.session.recordFilter), now)
    }
    static let allRecords: Button = Button("allRecords", "All", key: "a") { $0.filterRecords(by: .allRecords, $1) }
    static let own: Button = Button("own", "Yours", key: "y") { $0.filterRecords(by: .own, $1) }
    static let pairs: Button = Button("pairs", "Two players", key: "t") { $0.filterRecords(by: .pairs, $1) }
    static let alone: Button = Button("alone", "Solo", key: "s") { $0.filterRecords(by: .alone, $1) }
    static let ofGame: Button = Button(
        "ofGame", "Game", key: "g",
        help:
            "\(GameKind.allCases.map(\.title).joined(separator: ", ")), or \(GameKind.allCases.count > 2 ? "all" : "both")"
    ) { $0.filterRecords(by: .ofGame, $1) }
    static let against = Button("against", "With", key: "w", help: "with another player") { model, now in
        if model.name == nil {
            model.screen.overlay = .prompt(Prompt(.opponent))
        } else {
            model.showRefreshed(.opponents, now)
        }
    }
    static let typed = Button("typed", "Type a name", key: "n") { model, _ in
        model.screen.overlay = .prompt(Prompt(.opponent))
    }
}

// MARK: - A replay

extension Button {
    static let slower = Button("slower", "Slower", key: "-") { $0.updateReplay($1) { player in player.slowDown() } }
    static let faster = Button("faster", "Faster", key: "+") { $0.updateReplay($1) { player in player.speedUp() } }
    static let stepBack = Button("stepBack", "Prev", key: "p") { $0.updateReplay($1) { player in player.step(-1) } }
    static let stepForward = Button("stepForward", "Next", key: "n") {
        $0.updateReplay($1) { player in player.step(1) }
    }
    static let toggle = Button("toggle", "Play", key: nil) { model, now in
        model.updateReplay(now) { $0.toggle(now: now) }
    }
}
