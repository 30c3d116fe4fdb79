import Protocol

// The wording of the pages other than a match in play.

extension Wording {
    /// The connection's status; nil while online.
    static func banner(_ model: Model) -> String? {
        switch model.connection.stage {
        case .none, .naming, .online: nil
        case .leaving: "Goodbye."
        case .connecting, .greeting, .identifying, .waiting:
            model.connection.wasOnline
                ? "Reconnecting (attempt \(model.connection.tries))"
                : "Connecting to \(SafeText.line(model.address.text))…"
        }
    }

    /// The player's name and the host.
    static func playerAndHost(_ model: Model) -> String {
        let address = SafeText.line(model.address.text)
        guard model.connection.wasOnline else {
            return model.connection.stage == .none ? "" : "Connecting to \(address)…"
        }
        let name = model.name.map { "\($0.text) on " } ?? ""
        return name + (model.hostName.isEmpty ? address : "\(model.hostName) (\(address))")
    }

    /// Details about a match, next to its name.
    static func matchDetail(_ model: Model, _ state: MatchState, _ player: ReplayPlayer?) -> String {
        if let player { return "played \(date(player.replay.summary.endedAt))" }
        if model.ownSeat != nil { return state.watchers > 0 ? "\(state.watchers) watching" : "" }
        let others = state.watchers - 1
        return others > 0 ? "watching with \(PlainRules.counted(others, "other"))" : "watching alone"
    }

    /// Date and time in this machine's time zone.
    static func date(_ milliseconds: Int) -> String { Platform.localDateText(milliseconds: milliseconds) }

    // MARK: The lobby

    /// The players of a match in the lobby, with their scores.
    static func players(_ entry: LobbyList.Entry) -> String {
        if entry.phase == .waiting { return entry.seats.joined(separator: ", ") }
        guard entry.seats.count > 1, entry.scores.count > 1 else {
            return zip(entry.seats, entry.scores).map { "\($0) \($1)" }.joined()
        }
        return "\(entry.seats[0]) \(entry.scores[0]) – \(entry.scores[1]) \(entry.seats[1])"
    }

    /// The phase and the number of watchers.
    static func detail(_ entry: LobbyList.Entry) -> String {
        let phase =
            switch entry.phase {
            case .waiting: "waiting"
            case .playing, .showing: entry.rules.isSolo ? "solo" : "playing"
            case .paused: "paused"
            case .over: "over"
            }
        return entry.watchers > 0 ? "\(phase), \(entry.watchers) watching" : phase
    }

    // MARK: Rules

    /// The rules in a sentence or two.
    static func rules(_ rules: Rules) -> String {
        let turns =
            rules.turns == 0 ? "no turn limit" : PlainRules.counted(rules.turns, "turn") + (rules.isSolo ? "" : " each")
        let scoring = rules.scoring == .points ? "200 points per pair, -100 per miss" : "1 point per pair"
        let again = rules.again ? " A pair earns another turn." : ""
        let clock = rules.turnMilliseconds > 0 ? ", \(rules.turnMilliseconds / 1000) s per turn" : ""
        return "\(rules.cardCount) cards, \(turns)\(clock); \(scoring).\(again)"
    }

    /// Board, scoring and turns, by which solo games are ranked.
    static func boardAndScoring(_ rules: Rules) -> String {
        let turns = rules.turns == 0 ? "" : ", " + PlainRules.counted(rules.turns, "turn")
        return "\(rules.rows)x\(rules.columns), \(rules.scoring.rawValue)\(rules.again ? ", extra turns" : "")\(turns)"
    }

    // MARK: Records

    /// Players, scores and the winner.
    static func result(_ record: RecordSummary) -> String {
        guard record.players.count > 1, record.scores.count > 1 else {
            return (record.players.first ?? "") + " " + (record.scores.first.map { points($0) } ?? "")
        }
        let scores = "\(record.players[0]) \(record.scores[0]) – \(record.scores[1]) \(record.players[1])"
        guard let winner = record.winner, record.players.indices.contains(winner) else { return scores }
        return scores + ", \(record.players[winner]) won"
    }

    /// The latest news of a replay.
    static func news(_ player: ReplayPlayer, isASCII: Bool) -> String? {
        let state = player.state
        // A replay opens with its result.
        if player.position == 0 { return "\(result(player.replay.summary))." }
        if player.isAtEnd { return "\(winner(state, own: nil)): \(result(state)). \(endReason(state, own: nil))" }
        let faces = FaceText.labels(player.replay.faces.faces, columns: Widths.face, isASCII: isASCII)
        return news(state, own: nil) { faces[$0] ?? $0 }
    }

    // MARK: Help

    /// The keys of a page, each line in at most 36 columns.
    static func help(_ model: Model) -> [String] {
        let everywhere = ["Tab          next item", ":            type a command", "Ctrl-C       quit"]
        switch model.page {
        case .table where model.state?.phase == .over:
            let buttons = model.buttons(of: .table)
            return ["Arrows, hjkl move", "Enter, space select"]
                + (buttons.contains(.rematch) ? ["r            play again"] : [])
                + ["q            leave", "v, Esc       view the board"]
                + (buttons.contains(.record) ? ["p            replay the match"] : [])
                + ["t / m        talk / log"] + everywhere
        case .table where model.state?.phase == .waiting && model.ownSeat != nil:
            return ["t / m        talk / log", "q            leave"] + everywhere
        case .table where model.ownSeat != nil:
            return [
                "Arrows, hjkl move the cursor", "Enter, space turn the card", "b 4          turn card B4",
                "             (capital H and J,", "             0 for row 10)", "click        turn the card",
                "t / m        talk / log", "x / q        resign / leave",
            ] + everywhere
        case .table: return ["t / m        talk / log", "q            stop watching"] + everywhere
        case .menu: return ["Arrows, hjkl move", "Enter, space select"] + everywhere
        case .lobby:
            return [
                "Arrows, j k  select a match", "Enter        join or watch it", "w            watch it",
                "o            open a match", "c            join by code", "t            talk",
                "q, Esc       menu",
            ] + everywhere
        case .opening:
            return [
                "Up, down     select a line", "Left, right  change it", "Enter        open the match",
                "Esc          back",
            ] + everywhere
        case .records:
            return [
                "Arrows, j k  select a match", "Enter        replay it", "o            older ones",
                "q, Esc       menu",
            ]
                + everywhere
        case .replay:
            return [
                "space        play / pause", "p n, arrows  previous, next step", "- +          slower, faster",
                "Home, End    start, end", "q, Esc       back",
            ] + everywhere
        case .scores: return ["q, Esc       menu"] + everywhere
        }
    }
}
