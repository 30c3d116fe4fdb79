import Protocol

// Hosts are untrusted. Messages are sanitized once, on arrival: everything in the model is safe to show, and numbers
// are safe to calculate with.

extension Message {
    /// The message with every text safe for a terminal and every number within bounds.
    func sanitized() -> Message { Message(event.sanitized(), re: re) }
}

extension Event {
    fileprivate func sanitized() -> Event {
        switch self {
        case .hello(var hello):
            hello.host = SafeText.line(hello.host, columns: Widths.name)
            hello.program = SafeText.line(hello.program, columns: Widths.name)
            hello.hint = SafeText.line(hello.hint, columns: Widths.sentence)
            return .hello(hello)
        case .welcome(let welcome):
            let name = SafeText.line(welcome.name, columns: Widths.name)
            return .welcome(Welcome(name: name, token: welcome.token, resumed: welcome.resumed))
        case .lobby(let lobby): return .lobby(lobby.sanitized())
        case .match(let seating):
            let seat = seating.seat.flatMap { (0..<2).contains($0) ? $0 : nil }
            return .match(Seating(match: seating.match, seat: seat, rules: seating.rules, code: seating.code))
        case .state(let state): return .state(state.sanitized())
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
        case .records(let list): return .records(list.sanitized())
        case .record(let report): return .record(report.sanitized())
        case .scores(let scores): return .scores(scores.sanitized())
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
    fileprivate func sanitized() -> LobbyList {
        let entries = matches.prefix(Limits.lobbyMatches).map { entry in
            Entry(
                match: entry.match, phase: entry.phase,
                seats: entry.seats.prefix(2).map { SafeText.line($0, columns: Widths.name) },
                scores: entry.scores.prefix(2).map(\.sanitized), watchers: max(0, entry.watchers.sanitized),
                rules: entry.rules)
        }
        let names = players.prefix(Limits.lobbyPlayers).map { SafeText.line($0, columns: Widths.name) }
        return LobbyList(
            matches: entries, players: names, playerCount: max(names.count, playerCount.sanitized),
            total: max(entries.count, total.sanitized))
    }
}

extension RecordSummary {
    fileprivate func sanitized() -> RecordSummary {
        var summary = self
        summary.players = players.map { SafeText.line($0, columns: Widths.name) }
        summary.reason = reason.sanitized()
        summary.scores = scores.map(\.sanitized)
        summary.turns = turns.map { max(0, $0.sanitized) }
        return summary
    }
}

extension RecordList {
    fileprivate func sanitized() -> RecordList {
        let shown = records.prefix(Limits.recordsAtOnce).map { $0.sanitized() }
        return RecordList(records: shown, total: max(shown.count, total.sanitized))
    }
}

extension RecordReport {
    /// The results of its moves are dropped: replaying them computes those without trusting the host.
    fileprivate func sanitized() -> RecordReport {
        RecordReport(
            summary: summary.sanitized(), deck: deck.sanitized(), moves: Array(moves.prefix(Limits.recordMoves)))
    }
}

extension ScoreList {
    fileprivate func sanitized() -> ScoreList {
        ScoreList(
            best: best.prefix(Limits.bestGames).map { game in
                Game(
                    rules: game.rules, name: SafeText.line(game.name, columns: Widths.name),
                    score: game.score.sanitized,
                    turns: max(0, game.turns.sanitized), endedAt: game.endedAt)
            },
            players: players.prefix(Limits.bestPlayers).map { player in
                Player(
                    name: SafeText.line(player.name, columns: Widths.name), won: max(0, player.won.sanitized),
                    drawn: max(0, player.drawn.sanitized), lost: max(0, player.lost.sanitized))
            })
    }
}

extension CardFaces {
    fileprivate func sanitized() -> CardFaces {
        CardFaces(map { $0.map(FaceText.sanitized) })
    }
}

extension MatchState {
    fileprivate func sanitized() -> MatchState {
        var state = self
        state.cards = cards.sanitized()
        state.turnEndsInMilliseconds = turnEndsInMilliseconds.map { max(0, $0.sanitized) }
        state.seats = seats.map { seat in
            var seat = seat
            seat.name = SafeText.line(seat.name, columns: Widths.name)
            seat.score = seat.score.sanitized
            seat.turnsLeft = seat.turnsLeft.map { max(0, $0.sanitized) }
            return seat
        }
        state.watchers = max(0, watchers.sanitized)
        if let reason = result?.reason { state.result?.reason = reason.sanitized() }
        if let winner = result?.winner, !seats.indices.contains(winner) { state.result?.winner = nil }
        return state
    }
}

extension Ending.Reason {
    fileprivate func sanitized() -> Self {
        guard case .unknown(let text) = self else { return self }
        return .unknown(SafeText.line(text, columns: Widths.sentence))
    }
}

extension Int {
    fileprivate var sanitized: Int { Swift.min(Swift.max(self, -Widths.number), Widths.number) }
}
