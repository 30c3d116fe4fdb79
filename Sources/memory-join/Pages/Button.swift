import Protocol

/// An action that is chosen by a click, by its own key, or by Enter when it has the focus. All that is said of it, and
/// all that it does, stands in one place; a page only lists it.
struct Button: Sendable {
    private let name: String
    /// The key that does the same wherever the button is on the screen; nil for one that only Enter and the mouse
    /// press. It means nothing else there, and no card's place: `KeyClashTests` tries them all.
    let key: Unicode.Scalar?
    /// Its keys as the help names them; empty if it has none of its own.
    let keys: String
    /// The words of the help about its keys; the title in small letters if it needs no other words.
    let help: String
    private let shownTitle: @Sendable (Model) -> String
    /// The effect of pressing it.
    let press: @Sendable (inout Model, Instant) -> Void

    /// Creates a button.
    ///
    /// - Parameter shown: the title, if that changes.
    init(
        _ name: String, _ title: String, key: Unicode.Scalar?, keys: String? = nil, help: String? = nil,
        shown: (@Sendable (Model) -> String)? = nil, press: @escaping @Sendable (inout Model, Instant) -> Void
    ) {
        (self.name, self.key, self.press) = (name, key, press)
        self.keys = keys ?? key.map { String($0) } ?? ""
        self.help = help ?? title.lowercased()
        shownTitle = shown ?? { _ in title }
    }

    func title(_ model: Model) -> String { shownTitle(model) }

    /// The key as it is shown; empty for none, and for space.
    var keyText: String { key.map { $0 == " " ? "" : String($0) } ?? "" }
}

extension Button: Hashable {
    static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: - On several pages

extension Button {
    /// Those whose keys work on every page, whether they are on it or not.
    static let everywhere = [help, rules]

    static let help = Button("help", "Help", key: "?") { model, _ in model.show(.help) }
    static let rules = Button("rules", "Rules", key: "u") { model, _ in model.show(.rules) }
    static let talk = Button("talk", "Talk", key: "t") { model, _ in model.screen.overlay = .prompt(Prompt(.talk)) }
    static let back = Button("back", "Back", key: "q", keys: "q, Esc") { model, _ in
        model.go(to: model.content.previous, focusing: model.content.previousFocus)
    }
    static let quit = Button("quit", "Quit", key: "q") { model, now in model.sayBye(now) }
    static let statistics = Button("statistics", "Your statistics", key: "y") { model, now in
        model.showRefreshed(.statistics, now)
    }
    static let yes = Button("yes", "Yes", key: "y") { model, now in
        guard case .question(let question) = model.screen.overlay else { return }
        model.screen.overlay = nil
        question.yes(&model, now)
    }
    static let no = Button("no", "No", key: "n") { model, _ in model.screen.overlay = nil }
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
    /// Joins whoever waits, or waits for somebody; it names the game where there are several.
    static let twoPlayers = Button(
        "twoPlayers", "Two players", key: "p",
        shown: { "Two players" + ($0.session.hostGames.count > 1 ? ": \($0.gameToPlay.title)" : "") }
    ) { model, now in
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
    static let records = Button("records", "Records", key: "r") { model, now in model.showRecords(.all, now) }
    static let scores = Button("scores", "Scores", key: "c") { model, now in model.showRefreshed(.scores, now) }
    static let hosts = Button("hosts", "Other hosts", key: "o") { model, now in model.showHosts(now) }
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
    static let start = Button("start", "Start", key: nil, keys: "Enter, space", help: "open the match") { model, now in
        guard let form = model.form else { return }
        model.game = form.game
        model.request(form.command, now)
    }
}

// MARK: - The table and its end

extension Button {
    static let messages = Button("messages", "Log", key: "m") { model, _ in model.show(.messages) }
    /// At the end it says where it leads.
    static let leave = Button("leave", "Leave", key: "q") { model in
        guard let table = model.session.table, table.state?.phase == .over else { return "Leave" }
        let wasAlone = table.seating.seat != nil && (table.seating.rules.isSolo || !table.hasOpponent)
        return wasAlone ? "Menu" : "Lobby"
    } press: { model, now in
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
    static let replay = Button("replay", "Replay", key: "p", help: "replay the match") { model, now in
        model.replay(model.state?.result?.record, now)
    }
    /// Quits at the end of a match, on a page where `q` leaves it.
    static let quitAtTheEnd = Button("quitAtTheEnd", "Quit", key: "Q") { model, now in model.sayBye(now) }
    /// For whoever plays the house while another player waits.
    static let joinWaiting = Button("joinWaiting", "Join", key: "w", help: "join whoever is waiting") { model, now in
        if model.wouldLoseByLeaving { model.ask(.joinWaiting) } else { model.joinWaiting(now) }
    }
}

// MARK: - A replay

extension Button {
    static let slower = Button("slower", "Slower", key: "-") { $0.updateReplay($1) { player in player.slowDown() } }
    static let faster = Button("faster", "Faster", key: "+") { $0.updateReplay($1) { player in player.speedUp() } }
    static let stepBack = Button("stepBack", "Prev", key: "p", help: "previous step") {
        $0.updateReplay($1) { player in player.step(-1) }
    }
    static let stepForward = Button("stepForward", "Next", key: "n", help: "next step") {
        $0.updateReplay($1) { player in player.step(1) }
    }
    static let playOrPause = Button("playOrPause", "Play", key: " ", keys: "space", help: "play / pause") { model in
        if case .replay(let player) = model.screen.page, player.isPlaying { "Pause" } else { "Play" }
    } press: { model, now in
        model.updateReplay(now) { $0.toggle(now: now) }
    }
}
