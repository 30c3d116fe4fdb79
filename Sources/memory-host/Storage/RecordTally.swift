import Protocol

/// The totals of all public records: the best solo games, and the players' results.
///
/// It is counted record by record and holds nothing else, so a restarted host, having read the records again, gives
/// the same answers as before.
struct RecordTally {
    /// The games under one set of rules, which are comparable with one another.
    private struct Board {
        /// The number of games played to the end, and the number of the last of them among all games counted.
        var count = 0
        var lastGame = 0
        /// The best games, best first.
        var top: [ScoreList.Game] = []

        /// Adds a game that was played to the end.
        mutating func add(_ game: ScoreList.Game, number: Int) {
            count += 1
            lastGame = number
            // Of two equally good games, the earlier stays ahead.
            let rank = top.firstIndex { (game.score, -game.turns) > ($0.score, -$0.turns) } ?? top.count
            guard rank < Limits.bestGamesAlike else { return }
            top.insert(game, at: rank)
            if top.count > Limits.bestGamesAlike { top.removeLast() }
        }
    }

    /// One player's results.
    private struct Standing {
        let key: String
        var name: String
        var won = 0
        var drawn = 0
        var lost = 0

        var played: Int { won + drawn + lost }

        /// Returns true if it ranks above another.
        func precedes(_ other: Standing) -> Bool {
            (won, drawn, -lost) == (other.won, other.drawn, -other.lost)
                ? key < other.key : (won, drawn, -lost) > (other.won, other.drawn, -other.lost)
        }
    }

    /// The boards, by rules with the default times.
    private var boards: [Rules: Board] = [:]
    private var gamesCounted = 0
    private var standings: [Standing] = []
    /// A player's index in ``standings``, by the key of the name.
    private var indices: [String: Int] = [:]

    /// The number of sets of rules for which games are kept.
    var boardCount: Int { boards.count }

    /// The number of players remembered.
    var playerCount: Int { standings.count }

    /// Counts a record; its deck and moves are not used.
    mutating func count(_ record: MatchRecord) {
        guard !record.isPrivate else { return }
        if record.rules.isSolo { countGame(record) } else { countMatch(record) }
    }

    // MARK: Solo games

    /// The best game under each set of rules, with the default times.
    var best: [(rules: Rules, score: Int, turns: Int)] {
        boards.compactMap { rules, board in board.top.first.map { (rules, $0.score, $0.turns) } }
    }

    private mutating func countGame(_ record: MatchRecord) {
        guard record.reason.isPlayedOut, let name = record.players.first, let score = record.scores.first,
            let turns = record.turns.first
        else { return }
        let rules = record.rules.comparable
        if boards[rules] == nil, boards.count >= Limits.soloBests { forgetSomeBoards() }
        gamesCounted += 1
        let game = ScoreList.Game(rules: rules, name: name, score: score, turns: turns, endedAt: record.endedAt)
        boards[rules, default: Board()].add(game, number: gamesCounted)
    }

    /// Forgets a quarter of the sets of rules: those with the fewest games, and of equals those played longest ago.
    /// It is a quarter so that a flood of odd rules does not cause a sort for each of them.
    private mutating func forgetSomeBoards() {
        let odd = boards.filter { !Self.lasting.contains($0.key) }
        let rarest = odd.sorted { ($0.value.count, $0.value.lastGame) < ($1.value.count, $1.value.lastGame) }
        for (rules, _) in rarest.prefix(Limits.soloBests / 4) { boards[rules] = nil }
    }

    /// The rules of the presets, which are never forgotten, however rarely they are played.
    private static let lasting = Set(Preset.allCases.map { Rules.preset($0, solo: true) })

    // MARK: Matches of two

    private mutating func countMatch(_ record: MatchRecord) {
        // A match that nobody was left to win counts for nobody.
        guard record.winner != nil || record.reason.isPlayedOut else { return }
        for (seat, name) in record.players.enumerated() {
            let index = index(of: name)
            switch record.winner {
            case nil: standings[index].drawn += 1
            case seat: standings[index].won += 1
            case .some: standings[index].lost += 1
            }
            standings[index].name = name
        }
        if standings.count > Limits.Internal.countedPlayers { forgetSome() }
    }

    private mutating func index(of name: String) -> Int {
        let key = PlayerName.key(of: name)
        let index = indices[key, default: standings.count]
        guard index == standings.count else { return index }
        standings.append(Standing(key: key, name: name))
        indices[key] = index
        return index
    }

    /// Forgets half of the players: those with the fewest matches, and of equals those who came first.
    private mutating func forgetSome() {
        let counts = standings.map(\.played).sorted(by: >).prefix(standings.count / 2)
        guard let least = counts.last else { return }
        var room = counts.count { $0 == least }
        standings = standings.reversed().filter { standing in
            if standing.played == least { room -= 1 }
            return standing.played > least || standing.played == least && room >= 0
        }
        .reversed()
        indices.removeAll(keepingCapacity: true)
        for (index, standing) in standings.enumerated() { indices[standing.key] = index }
    }

    // MARK: The list

    /// The answer to `scores`.
    var scores: ScoreList {
        ScoreList(
            best: Array(bestGames.prefix(Limits.bestGames)),
            players: bestStandings.map {
                ScoreList.Player(name: $0.name, won: $0.won, drawn: $0.drawn, lost: $0.lost)
            })
    }

    /// The best games, grouped by rules, those with the most games first.
    private var bestGames: [ScoreList.Game] {
        boards.values.sorted { left, right in
            guard left.count == right.count else { return left.count > right.count }
            return left.top.first?.endedAt ?? 0 < right.top.first?.endedAt ?? 0
        }
        .flatMap(\.top)
    }

    /// The top players, found without sorting all the others.
    private var bestStandings: [Standing] {
        var best: [Standing] = []
        for standing in standings {
            if best.count == Limits.bestPlayers {
                guard let last = best.last, standing.precedes(last) else { continue }
                best.removeLast()
            }
            let rank = best.firstIndex { standing.precedes($0) } ?? best.count
            best.insert(standing, at: rank)
        }
        return best
    }
}
