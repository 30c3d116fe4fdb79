// Plain words are sentences, and people choose their names and texts. So that nothing that a person says or is called
// can be taken for what the host says:
//
// - a name that is more than one word, or is one of the host's words, stands in quotation marks, which no name contains
//   (`PlayerName.quoted`);
// - a line of chat begins with a name and `says:` or `said earlier:`, and no name contains a colon, so that no other
//   line begins like that.

extension Event {
    /// The event with every player's name as plain words show it.
    var withQuotedNames: Event {
        switch self {
        case .welcome(let welcome):
            return .welcome(
                Welcome(name: PlayerName.quoted(welcome.name), token: welcome.token, resumed: welcome.resumed))
        case .lobby(let lobby):
            let matches = lobby.matches.map { entry in
                LobbyList.Entry(
                    match: entry.match, phase: entry.phase, seats: entry.seats.map(PlayerName.quoted),
                    scores: entry.scores, watchers: entry.watchers, rules: entry.rules)
            }
            return .lobby(
                LobbyList(
                    matches: matches, players: lobby.players.map(PlayerName.quoted), playerCount: lobby.playerCount,
                    total: lobby.total, isDraining: lobby.isDraining))
        case .state(let state): return .state(state.withQuotedNames)
        case .replay(let header): return .replay(header.withQuotedNames)
        case .replayed(var replayed):
            replayed.state = replayed.state.withQuotedNames
            return .replayed(replayed)
        case .said(let said):
            return .said(
                Said(
                    match: said.match, from: PlayerName.quoted(said.from), role: said.role, text: said.text,
                    isPast: said.isPast))
        case .records(let list):
            return .records(
                RecordList(
                    records: list.records.map(\.withQuotedNames), total: list.total, filter: list.filter))
        case .record(var record, let pictures):
            record.summary = record.summary.withQuotedNames
            return .record(record, pictures: pictures)
        case .scores(let scores):
            let house = scores.house.map { result in
                ScoreList.AgainstHouse(level: result.level, player: result.player.withQuotedName)
            }
            return .scores(
                ScoreList(
                    best: scores.best.map(\.withQuotedName), players: scores.players.map(\.withQuotedName),
                    house: house, player: scores.player?.withQuotedNames))
        case .standings(var standings):
            for index in standings.players.indices {
                standings.players[index].name = PlayerName.quoted(standings.players[index].name)
            }
            return .standings(standings)
        case .hello, .match, .rules, .ok, .error, .pong, .bye, .help: return self
        }
    }
}

extension MatchState {
    /// The state with every player's name as plain words show it.
    fileprivate var withQuotedNames: Self {
        var state = self
        for seat in state.seats.indices { state.seats[seat].name = PlayerName.quoted(state.seats[seat].name) }
        return state
    }
}

extension PlayerStatistics {
    /// The results with every player's name as plain words show it.
    fileprivate var withQuotedNames: Self {
        var player = self
        player.name = PlayerName.quoted(name)
        player.best = best.map(\.withQuotedName)
        player.opponents = opponents.map(\.withQuotedName)
        return player
    }
}

extension ScoreList.Game {
    /// The game with the player's name as plain words show it.
    fileprivate var withQuotedName: Self {
        Self(
            rules: rules, name: PlayerName.quoted(name), score: score, turns: turns, seconds: seconds, endedAt: endedAt)
    }
}

extension ScoreList.Player {
    /// The results with the player's name as plain words show it.
    fileprivate var withQuotedName: Self { Self(name: PlayerName.quoted(name), results: results) }
}

extension RecordSummary {
    /// The summary with every player's name as plain words show it.
    var withQuotedNames: RecordSummary {
        var summary = self
        summary.players = players.map(PlayerName.quoted)
        return summary
    }
}

extension ReplayHeader {
    /// The header with every player's name as plain words show it.
    var withQuotedNames: Self {
        var header = self
        header.players = players.map(PlayerName.quoted)
        return header
    }
}
