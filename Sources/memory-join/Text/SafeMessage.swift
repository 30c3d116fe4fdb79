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
            hello.host = hello.host.safeName
            hello.programVersion = hello.programVersion.safeName
            hello.hint = hello.hint.safeSentence
            return .hello(hello)
        case .welcome(let welcome):
            return .welcome(Welcome(name: welcome.name.safeName, token: welcome.token, resumed: welcome.resumed))
        case .lobby(let lobby): return .lobby(lobby.sanitized())
        case .match(let seating):
            let seat = seating.seat.flatMap { (0..<2).contains($0) ? $0 : nil }
            let beside = seating.beside.flatMap { (0..<2).contains($0) ? $0 : nil }
            return .match(
                Seating(
                    match: seating.match, seat: seat, rules: seating.rules, seal: seating.seal, code: seating.code,
                    beside: beside, contest: seating.contest))
        case .state(let state): return .state(state.sanitized())
        case .said(let said):
            let text = SafeText.line(said.text)
            return .said(
                Said(match: said.match, from: said.from.safeName, role: said.role, text: text, isPast: said.isPast))
        case .error(let report):
            return .error(
                ErrorReport(
                    code: report.code.safeName, message: report.message.safeSentence,
                    command: report.command?.safeName, isFatal: report.isFatal))
        case .bye(let farewell):
            return .bye(
                Farewell(
                    reason: farewell.reason.safeName, message: farewell.message.safeSentence, retry: farewell.retry))
        case .records(let list): return .records(list.sanitized())
        case .record(let report): return .record(report.sanitized())
        case .replay(let header): return .replay(header.sanitized())
        case .replayed(let replayed): return .replayed(replayed.sanitized())
        case .scores(let scores): return .scores(scores.sanitized())
        case .standings(let standings): return .standings(standings.sanitized())
        case .rules(let book): return .rules(book.sanitized())
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
    static let face = 8
    /// The same with its words apart, if it is the label of a picture.
    static let shownFace = 2 * face
    /// Faces in a set.
    static let faces = 64
    /// Entries in a list of presets, ranges or face sets.
    static let entries = 16
    /// The largest number that is shown.
    static let number = 999_999_999
}

extension LobbyList {
    fileprivate func sanitized() -> LobbyList {
        let entries = matches.prefix(Limits.lobbyMatches).map { entry in
            Entry(
                match: entry.match, phase: entry.phase, seats: entry.seats.prefix(2).map(\.safeName),
                scores: entry.scores.prefix(2).map(\.safe), watchers: entry.watchers.safeCount, rules: entry.rules)
        }
        let names = players.prefix(Limits.lobbyPlayers).map(\.safeName)
        return LobbyList(
            matches: entries, players: names, playerCount: max(names.count, playerCount.safe),
            total: max(entries.count, total.safe), isDraining: isDraining)
    }
}

extension RecordSummary {
    fileprivate func sanitized() -> RecordSummary {
        var summary = self
        summary.players = players.map(\.safeName)
        summary.reason = reason.sanitized()
        summary.scores = scores.map(\.safe)
        summary.turns = turns.map { $0.safeCount }
        return summary
    }
}

extension RecordList {
    fileprivate func sanitized() -> RecordList {
        let shown = records.prefix(Limits.recordsAtOnce).map { $0.sanitized() }
        return RecordList(records: shown, total: max(shown.count, total.safe), filter: filter)
    }
}

extension RecordReport {
    /// The results of its moves are dropped: replaying them computes those without trusting the host.
    fileprivate func sanitized() -> RecordReport {
        let shown = deck.sanitized()
        return RecordReport(
            summary: summary.sanitized(), deck: shown,
            moves: Array(moves.prefix(summary.rules.game.recordMoves)), seal: seal, salt: shown == deck ? salt : nil)
    }
}

extension ReplayHeader {
    fileprivate func sanitized() -> ReplayHeader {
        ReplayHeader(
            record: record, match: match, startedAt: startedAt, endedAt: endedAt, players: players.map(\.safeName),
            rules: rules, seal: seal, states: min(max(1, states), Limits.Internal.replayedStates), pictures: pictures)
    }
}

extension ReplayedState {
    fileprivate func sanitized() -> ReplayedState {
        ReplayedState(
            state: state.sanitized(), record: record, atMilliseconds: atMilliseconds.safeCount, isLast: isLast)
    }
}

extension Standings {
    fileprivate func sanitized() -> Standings {
        Standings(
            players: players.prefix(Limits.entrants).map { $0.sanitized() }, former: former?.sanitized(),
            remaining: remaining.safeCount, pairs: pairs.safeCount, isClosed: isClosed, seal: seal.safeName,
            seed: seed?.safeName, nextSeal: nextSeal?.safeName,
            seeds: seeds.prefix(Limits.contestSeeds).map(\.safeName))
    }
}

extension Standings.Former {
    fileprivate func sanitized() -> Self {
        Self(count: count.safeCount, results.sanitized())
    }
}

extension Standings.Results {
    fileprivate func sanitized() -> Self {
        Self(
            won: won.safeCount, drawn: drawn.safeCount, lost: lost.safeCount, forfeits: forfeits.safeCount)
    }
}

extension Standings.Player {
    fileprivate func sanitized() -> Self {
        Self(
            name: name.safeName, isPresent: isPresent, hasWithdrawn: hasWithdrawn, results.sanitized(),
            mean: mean?.safe,
            standardError: standardError?.safeCount, rating: rating.safe, interval: interval.safeCount,
            recall: recall.map { Recall.Turns(found: $0.found.safeCount, missed: $0.missed.safeCount) })
    }
}

extension ScoreList {
    fileprivate func sanitized() -> ScoreList {
        ScoreList(
            best: best.prefix(Limits.bestGames).map { $0.sanitized() },
            players: players.prefix(Limits.bestPlayers).map { $0.sanitized() },
            house: house.prefix(HouseLevel.allCases.count * Limits.bestAgainstHouse).map { result in
                AgainstHouse(level: result.level, player: result.player.sanitized())
            }, player: player?.sanitized())
    }
}

extension ScoreList.Game {
    fileprivate func sanitized() -> Self {
        Self(
            rules: rules, name: name.safeName, score: score.safe, turns: turns.safeCount,
            seconds: seconds?.safeCount, endedAt: endedAt)
    }
}

extension ScoreList.Player {
    fileprivate func sanitized() -> Self {
        Self(name: name.safeName, won: won.safeCount, drawn: drawn.safeCount, lost: lost.safeCount)
    }
}

extension PlayerStatistics {
    fileprivate func sanitized() -> Self {
        var player = self
        (player.name, player.games, player.people) = (name.safeName, games.safeCount, people.sanitized())
        (player.solo, player.cleared) = (solo.safeCount, cleared.safeCount)
        (player.streak, player.longestStreak) = (streak.safeCount, longestStreak.safeCount)
        player.house = house.prefix(HouseLevel.allCases.count).map {
            AgainstHouse(level: $0.level, results: $0.results.sanitized())
        }
        player.best = best.prefix(Limits.ownBoards).map { $0.sanitized() }
        player.opponents = opponents.prefix(Limits.opponents).map { $0.sanitized() }
        return player
    }
}

extension PlayerStatistics.Results {
    fileprivate func sanitized() -> Self { Self(won: won.safeCount, drawn: drawn.safeCount, lost: lost.safeCount) }
}

extension RuleBook {
    fileprivate func sanitized() -> RuleBook {
        func named(_ all: [NamedRules]) -> [NamedRules] {
            all.prefix(Widths.entries).map { NamedRules(name: $0.name.safeName, rules: $0.rules) }
        }
        return RuleBook(
            preset: preset.safeName, presets: named(presets), solo: named(solo), games: named(games),
            ranges: ranges.prefix(Widths.entries).map { number in
                let bounds = number.range
                return NamedRange(field: number.field.safeName, range: bounds.lowerBound.safe...bounds.upperBound.safe)
            },
            faces: faces.prefix(Widths.entries).map { set in
                NamedFaces(
                    name: set.name.safeName, faces: set.faces.prefix(Widths.faces).map(FaceText.sanitized))
            })
    }
}

extension CardFaces {
    fileprivate func sanitized() -> CardFaces { CardFaces(map { $0.map(FaceText.sanitized) }) }
}

extension MatchState {
    fileprivate func sanitized() -> MatchState {
        var state = self
        state.cards = cards.sanitized()
        state.turnEndsInMilliseconds = turnEndsInMilliseconds.map { $0.safeCount }
        state.phaseEndsInMilliseconds = phaseEndsInMilliseconds.map { $0.safeCount }
        state.turnNumber = turnNumber.safeCount
        state.seats = seats.map { seat in
            var seat = seat
            seat.name = seat.name.safeName
            seat.score = seat.score.safe
            seat.turnsLeft = seat.turnsLeft.map { $0.safeCount }
            return seat
        }
        state.watchers = watchers.safeCount
        if let reason = result?.reason { state.result?.reason = reason.sanitized() }
        if let deck = result?.deck { state.result?.deck = deck.map(FaceText.sanitized) }
        // Without its own faces, nobody is told how to check the deck.
        if state.sealedDeck != sealedDeck { state.result?.salt = nil }
        if let winner = result?.winner, !seats.indices.contains(winner) { state.result?.winner = nil }
        return state
    }
}

extension Ending.Reason {
    fileprivate func sanitized() -> Self {
        guard case .unknown(let text) = self else { return self }
        return .unknown(text.safeSentence)
    }
}

extension String {
    fileprivate var safeName: String { SafeText.line(self, columns: Widths.name) }
    fileprivate var safeSentence: String { SafeText.line(self, columns: Widths.sentence) }
}

extension Int {
    /// The nearest number that can be shown.
    fileprivate var safe: Int { Swift.min(Swift.max(self, -Widths.number), Widths.number) }
    fileprivate var safeCount: Int { Swift.max(0, safe) }
}
