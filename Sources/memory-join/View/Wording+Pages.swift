import Protocol

// The wording of the pages other than a match in play.

extension Wording {
    /// The connection's status, or outside a match that the host is closing; nil while there is nothing to say.
    static func banner(_ model: Model) -> String? {
        switch model.session.connection.stage {
        case .none, .naming: nil
        case .online:
            if case .replay = model.screen.page {
                nil
            } else {
                model.session.hostIsDraining && model.session.table == nil ? MatchSentence.hostCloses.text() : nil
            }
        case .leaving: "Goodbye."
        case .connecting, .greeting, .identifying, .postponed, .waiting:
            model.session.connection.wasOnline
                ? "Reconnecting (attempt \(model.session.connection.tries))"
                : "Connecting to \(SafeText.line(model.address.text))…"
        }
    }

    /// What a page says in place of what the host has not told yet: why, if that is known.
    static func missing(_ kind: Command.Kind, _ what: String, _ model: Model) -> String {
        model.session.unanswered[kind].map { "\($0) \(MatchSentence.askingAgain.text())" } ?? "Loading \(what)…"
    }

    /// The player's name and the host.
    static func playerAndHost(_ model: Model) -> String {
        let address = SafeText.line(model.address.text)
        let host = model.session.hostName.isEmpty ? address : "\(model.session.hostName) (\(address))"
        guard model.session.connection.wasOnline else {
            return switch model.session.connection.stage {
            case .none: ""
            case .naming: "Connected to \(host)"
            default: "Connecting to \(address)…"
            }
        }
        return (model.name.map { "\($0.text) on " } ?? "") + host
    }

    /// The same in a sentence.
    static func youAndHost(_ model: Model) -> String {
        guard model.session.connection.wasOnline else { return playerAndHost(model) }
        return (model.name == nil ? "Not signed in to " : "You are ") + playerAndHost(model)
    }

    /// Details about a match, next to its name.
    static func matchDetail(_ model: Model, _ state: MatchState, _ player: ReplayPlayer?) -> String {
        if let player { return "played \(date(player.replay.header.endedAt))" }
        let seal = model.session.seal == nil ? "" : "sealed"
        var watchers = state.watchers > 0 ? "\(state.watchers) watching" : ""
        if model.ownSeat == nil {
            let others = state.watchers - 1
            watchers =
                others > 0 ? "watching with \(PlainRules.counted(others, "other"))" : "You are the only one watching"
        }
        return [watchers, seal].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Date and time in this machine's time zone.
    static func date(_ milliseconds: Int) -> String { Platform.localDateText(milliseconds: milliseconds) }

    // MARK: The lobby

    /// The question to somebody who plays alone, or against the house, and wants to join a player who is waiting.
    static func joinWaiting(_ model: Model) -> String {
        let player = model.waitingMatch?.seats.first ?? "the other player"
        let played = model.waitingMatch.map { game($0, on: model) } ?? ""
        let loss = model.seating?.rules.isSolo == true ? "This game will not be finished." : "You will lose this match."
        return "Join \(player)\(played)? \(loss)"
    }

    /// What the player of a match wants to play; nothing on a host with one game.
    static func game(_ entry: LobbyList.Entry, on model: Model) -> String {
        model.session.hostGames.count > 1 ? " to play \(entry.rules.game.title)" : ""
    }

    /// The players of a match in the lobby, with their scores.
    static func players(_ entry: LobbyList.Entry) -> String {
        if entry.phase == .waiting { return entry.seats.joined(separator: ", ") }
        guard entry.seats.count > 1, entry.scores.count > 1 else {
            return zip(entry.seats, entry.scores).map { "\($0) \(signed($1))" }.joined()
        }
        return score(entry.seats, entry.scores)
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

    /// The commands by which others join a match, for the terminal client and for netcat.
    static func waysToJoin(_ seating: Seating, at addresses: [HostAddress], here: HostAddress) -> [String] {
        let client = seating.code.map { " --code \($0.text)" } ?? ""
        let netcat = "join \(seating.code?.text ?? seating.match.text)"
        if addresses.isEmpty {
            return ["Others on this machine can join with:", "memory-join \(here.shortText)\(client)"]
        }
        return ["Others can join with:"]
            + addresses.map { address in
                let port = address.port == SocketAddress.defaultPort ? nil : address.port
                return "memory-join \(SocketAddress.text(host: address.host, port: port))\(client)"
            } + addresses.prefix(1).map { "or: nc \($0.host) \($0.port), then \(netcat)" }
    }

    // MARK: Scores

    /// Returns the effort that ranks solo games with equal points: the turns or the time.
    static func effort(_ game: ScoreList.Game) -> String {
        game.seconds.map { time($0 * 1000) } ?? PlainRules.counted(game.turns, "turn")
    }

    // MARK: Records

    static func result(_ record: RecordSummary) -> String { result(record.players, record.scores, record.winner) }

    private static func result(_ players: [String], _ scores: [Int], _ winner: Int?) -> String {
        guard players.count > 1, scores.count > 1 else {
            return (players.first ?? "") + " " + (scores.first.map { points($0) } ?? "")
        }
        let score = score(players, scores)
        guard let winner, players.indices.contains(winner) else { return score }
        return score + ", \(players[winner]) won"
    }

    /// The latest news of a replay.
    static func news(_ player: ReplayPlayer, _ seal: SealVerdict?, isASCII: Bool) -> String? {
        let state = player.state
        if player.position == 0 { return (state.seats.count > 1 ? MatchSentence.matchBegins : .gameBegins).text() }
        if player.isAtEnd {
            let end = "\(winner(state, own: nil)): \(result(state)). \(endReason(state, own: nil))"
            guard let seal else { return end }
            return seal.isAlarming ? seal.sentence : "\(end) \(seal.sentence)"
        }
        let faces = FaceText.labels(
            player.replay.faces.faces, columns: Widths.shownFace, isASCII: isASCII,
            arePictures: player.seating.rules.faces == .pictures)
        return news(state, own: nil, label: { faces[$0] ?? $0 })
    }

    // MARK: Results

    /// The heading above ``numbers(_:)``.
    static let resultsHeading = "won drawn lost"

    /// Matches won, drawn and lost, in columns.
    static func numbers(_ player: ScoreList.Player) -> String {
        [(player.won, 3), (player.drawn, 6), (player.lost, 5)].map { number, columns in
            let text = "\(number)"
            return String(repeating: " ", count: max(1, columns - text.utf8.count)) + text
        }.joined()
    }
}
