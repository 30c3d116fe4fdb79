import Protocol

// What stands on the pages that are not about one match in play.

extension Wording {
    /// That there is no connection, and how often it was tried; nil while there is one.
    static func banner(_ model: Model) -> String? {
        switch model.connection.stage {
        case .none, .naming, .online: nil
        case .leaving: "Goodbye."
        case .connecting, .greeting, .identifying, .waiting:
            model.connection.wasOnline
                ? "No connection; try \(model.connection.tries)"
                : "Connecting to \(SafeText.line(model.address.text)) …"
        }
    }

    /// Who is where.
    static func whereabouts(_ model: Model) -> String {
        let address = SafeText.line(model.address.text)
        guard model.connection.wasOnline else {
            return model.connection.stage == .none ? "" : "Connecting to \(address) …"
        }
        let name = model.name.map { "\($0.text) on " } ?? ""
        return name + (model.hostName.isEmpty ? address : "\(model.hostName) (\(address))")
    }

    /// What is to be said of a match beside its name.
    static func place(_ model: Model, _ state: MatchState, _ player: ReplayPlayer?) -> String {
        if let player { return "played \(date(player.replay.summary.endedAt))" }
        let watchers = state.watchers > 0 ? "\(state.watchers) watching" : ""
        let own = model.ownSeat == nil ? "you watch" : ""
        return [own, watchers].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The day and the time on this machine's clock.
    static func date(_ milliseconds: Int) -> String { Platform.localDateText(milliseconds: milliseconds) }

    // MARK: The lobby

    /// Who plays in a match of the lobby, with the scores.
    static func players(_ entry: LobbyList.Entry) -> String {
        if entry.phase == .waiting { return entry.seats.joined(separator: ", ") }
        guard entry.seats.count > 1, entry.scores.count > 1 else {
            return zip(entry.seats, entry.scores).map { "\($0) \($1)" }.joined()
        }
        return "\(entry.seats[0]) \(entry.scores[0]) : \(entry.scores[1]) \(entry.seats[1])"
    }

    /// What else is to be said of it.
    static func detail(_ entry: LobbyList.Entry) -> String {
        let phase =
            switch entry.phase {
            case .waiting: "waits"
            case .playing, .showing: entry.rules.isSolo ? "solo" : "plays"
            case .paused: "pauses"
            case .over: "over"
            }
        return entry.watchers > 0 ? "\(phase), \(entry.watchers) watching" : phase
    }

    // MARK: Rules

    /// The rules in a sentence or two.
    static func rules(_ rules: Rules) -> String {
        let turns = rules.turns == 0 ? "no limit of turns" : "\(rules.turns) turns\(rules.isSolo ? "" : " each")"
        let scoring = rules.scoring == .points ? "200 points a pair, 100 off for a miss" : "a pair is a point"
        let again = rules.again ? " A pair gives another flip." : ""
        let clock = rules.turnMilliseconds > 0 ? ", \(rules.turnMilliseconds / 1000) s a turn" : ""
        return "\(rules.cardCount) cards, \(turns)\(clock); \(scoring).\(again)"
    }

    /// Board, scoring and turns, by which solo games are compared.
    static func boardAndScoring(_ rules: Rules) -> String {
        let turns = rules.turns == 0 ? "" : ", \(rules.turns) turns"
        return "\(rules.rows)x\(rules.columns), \(rules.scoring.rawValue)\(rules.again ? ", again" : "")\(turns)"
    }

    // MARK: Records

    /// Who played, with the scores, and who won.
    static func result(_ record: RecordSummary) -> String {
        guard record.players.count > 1, record.scores.count > 1 else {
            return (record.players.first ?? "") + " " + (record.scores.first.map { points($0) } ?? "")
        }
        let scores = "\(record.players[0]) \(record.scores[0]) : \(record.scores[1]) \(record.players[1])"
        guard let winner = record.winner, record.players.indices.contains(winner) else { return scores }
        return scores + ", \(record.players[winner]) won"
    }

    /// What has just happened in a match that is played again.
    static func news(_ player: ReplayPlayer, isASCII: Bool) -> String? {
        let state = player.state
        // A record is opened with its result.
        if player.position == 0 { return "\(result(player.replay.summary))." }
        if player.isAtEnd { return "\(winner(state, own: nil)): \(result(state)). \(whyOver(state, own: nil))" }
        let faces = FaceText.spell(player.replay.faces.faces, columns: Widths.face, isASCII: isASCII)
        return news(state, own: nil) { faces[$0] ?? $0 }
    }

    // MARK: Help

    /// The keys of a page, each line in at most 36 columns.
    static func help(_ model: Model) -> [String] {
        let everywhere = ["Tab          to the next button", ":            type a command", "Ctrl-C       end"]
        switch model.page {
        case .table where model.state?.phase == .over:
            return [
                "Arrows, hjkl choose", "Enter, space do it", "r            play again",
                "q            back to the lobby",
                "v, Esc       look at the board", "t m          talk; log",
            ] + everywhere
        case .table where model.state?.phase == .waiting && model.ownSeat != nil:
            return ["t m          talk; log", "q            leave"] + everywhere
        case .table where model.ownSeat != nil:
            return [
                "Arrows, hjkl move the cursor", "Enter, space turn the card", "b 4          turn the card B4",
                "             (H and J as capitals,", "             0 for row 10)", "mouse        turn the card",
                "t m          talk; log", "x q          give up; leave",
            ] + everywhere
        case .table: return ["t m          talk; log", "q            stop watching"] + everywhere
        case .menu: return ["Arrows, hjkl choose", "Enter, space do it"] + everywhere
        case .lobby:
            return [
                "Arrows, j k  choose a match", "Enter        play in it, or watch", "w            watch it",
                "o            open one of your own", "c            type a code", "t            talk",
                "q, Esc       menu",
            ] + everywhere
        case .opening:
            return [
                "Up, down     choose a line", "Left, right  change it", "Enter        open the match",
                "Esc          back",
            ] + everywhere
        case .records:
            return [
                "Arrows, j k  choose a match", "Enter        see it played again", "o            older ones",
                "q, Esc       menu",
            ]
                + everywhere
        case .replay:
            return [
                "space        go on, or stop", "p n, arrows  a step back, or on", "- +          slower, faster",
                "Home, End    beginning, end", "q, Esc       the records",
            ] + everywhere
        case .scores: return ["q, Esc       menu"] + everywhere
        }
    }
}
