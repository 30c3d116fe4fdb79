import Protocol

// Hosts are untrusted. Messages are sanitized once, on arrival: everything in the model is safe to show, and numbers
// are safe to calculate with.

extension Message {
    /// The message with every text safe for a terminal and every number within bounds.
    func madeSafe() -> Message { Message(event.madeSafe(), re: re) }
}

extension Event {
    fileprivate func madeSafe() -> Event {
        switch self {
        case .hello(var hello):
            hello.host = SafeText.line(hello.host, columns: Widths.name)
            hello.program = SafeText.line(hello.program, columns: Widths.name)
            hello.hint = SafeText.line(hello.hint, columns: Widths.sentence)
            return .hello(hello)
        case .welcome(let welcome):
            let name = SafeText.line(welcome.name, columns: Widths.name)
            return .welcome(Welcome(name: name, token: welcome.token, resumed: welcome.resumed))
        case .lobby(let lobby): return .lobby(lobby.madeSafe())
        case .match(let seating):
            let seat = seating.seat.flatMap { (0..<2).contains($0) ? $0 : nil }
            return .match(Seating(match: seating.match, seat: seat, rules: seating.rules, code: seating.code))
        case .state(let state): return .state(state.madeSafe())
        case .said(let said):
            let from = SafeText.line(said.from, columns: Widths.name)
            return .said(Said(match: said.match, from: from, role: said.role, text: SafeText.line(said.text)))
        case .error(let report):
            let message = SafeText.line(report.message, columns: Widths.sentence)
            let code = SafeText.line(report.code, columns: Widths.name)
            let command = report.command.map { SafeText.line($0, columns: Widths.name) }
            return .error(ErrorReport(code: code, message: message, command: command, isFatal: report.isFatal))
        case .bye(let farewell):
            let reason = SafeText.line(farewell.reason, columns: Widths.name)
            return .bye(Farewell(reason: reason, message: SafeText.line(farewell.message, columns: Widths.sentence)))
        case .records(let list): return .records(list.madeSafe())
        case .record(let report): return .record(report.madeSafe())
        case .scores(let scores): return .scores(scores.madeSafe())
        case .ok, .pong, .help: return self
        }
    }
}

/// Maximum widths of a host's texts, in columns.
enum Widths {
    /// A name: every character wide.
    static let name = 2 * Limits.nameCharacters
    /// A message for a person.
    static let sentence = 400
    /// A card's face: ``FaceText`` says how faces stay different.
    static let face = 6
    /// The largest number that is shown.
    static let number = 999_999_999
}

extension LobbyList {
    fileprivate func madeSafe() -> LobbyList {
        let entries = matches.prefix(Limits.lobbyMatches).map { entry in
            Entry(
                match: entry.match, phase: entry.phase,
                seats: entry.seats.prefix(2).map { SafeText.line($0, columns: Widths.name) },
                scores: entry.scores.prefix(2).map(\.madeSafe), watchers: max(0, entry.watchers.madeSafe),
                rules: entry.rules)
        }
        let names = players.prefix(Limits.lobbyPlayers).map { SafeText.line($0, columns: Widths.name) }
        return LobbyList(
            matches: entries, players: names, playerCount: max(names.count, playerCount.madeSafe),
            total: max(entries.count, total.madeSafe))
    }
}

extension RecordSummary {
    fileprivate func madeSafe() -> RecordSummary {
        var summary = self
        summary.players = players.map { SafeText.line($0, columns: Widths.name) }
        summary.reason = reason.madeSafe()
        summary.scores = scores.map(\.madeSafe)
        summary.turns = turns.map { max(0, $0.madeSafe) }
        return summary
    }
}

extension RecordList {
    fileprivate func madeSafe() -> RecordList {
        let shown = records.prefix(Limits.recordsAtOnce).map { $0.madeSafe() }
        return RecordList(records: shown, total: max(shown.count, total.madeSafe))
    }
}

extension RecordReport {
    /// The results of its moves are dropped: replaying them computes those without trusting the host.
    fileprivate func madeSafe() -> RecordReport {
        RecordReport(
            summary: summary.madeSafe(), deck: deck.madeSafe(), moves: Array(moves.prefix(Limits.recordMoves)))
    }
}

extension ScoreList {
    fileprivate func madeSafe() -> ScoreList {
        ScoreList(
            best: best.prefix(Limits.bestGames).map { game in
                Game(
                    rules: game.rules, name: SafeText.line(game.name, columns: Widths.name), score: game.score.madeSafe,
                    turns: max(0, game.turns.madeSafe), endedAt: game.endedAt)
            },
            players: players.prefix(Limits.bestPlayers).map { player in
                Player(
                    name: SafeText.line(player.name, columns: Widths.name), won: max(0, player.won.madeSafe),
                    drawn: max(0, player.drawn.madeSafe), lost: max(0, player.lost.madeSafe))
            })
    }
}

extension CardFaces {
    fileprivate func madeSafe() -> CardFaces {
        CardFaces(map { $0.map(FaceText.safe) })
    }
}

extension MatchState {
    fileprivate func madeSafe() -> MatchState {
        var state = self
        state.cards = cards.madeSafe()
        state.turnEndsInMilliseconds = turnEndsInMilliseconds.map { max(0, $0.madeSafe) }
        state.seats = seats.map { seat in
            var seat = seat
            seat.name = SafeText.line(seat.name, columns: Widths.name)
            seat.score = seat.score.madeSafe
            seat.turnsLeft = seat.turnsLeft.map { max(0, $0.madeSafe) }
            return seat
        }
        state.watchers = max(0, watchers.madeSafe)
        if let reason = result?.reason { state.result?.reason = reason.madeSafe() }
        if let winner = result?.winner, !seats.indices.contains(winner) { state.result?.winner = nil }
        return state
    }
}

extension Ending.Reason {
    fileprivate func madeSafe() -> Self {
        guard case .unknown(let text) = self else { return self }
        return .unknown(SafeText.line(text, columns: Widths.sentence))
    }
}

extension Int {
    fileprivate var madeSafe: Int { Swift.min(Swift.max(self, -Widths.number), Widths.number) }
}
