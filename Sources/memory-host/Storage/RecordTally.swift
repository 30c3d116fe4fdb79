import Protocol

/// What all public records come to: the best solo games, and who has won how often.
///
/// It is counted record by record, and knows nothing that is not in them: a host that has been restarted, and has gone
/// over them once more, says the same as before.
struct RecordTally {
    /// The games under one set of rules, which are compared with one another.
    private struct Board {
        /// How many were played to their end, and when the last of them was, in games counted.
        var count = 0
        var lastGame = 0
        /// The best of them, the best first.
        var top: [ScoreList.Game] = []

        /// Takes in a game that was played to its end.
        mutating func take(_ game: ScoreList.Game, number: Int) {
            count += 1
            lastGame = number
            // Of two that are as good, the earlier stays ahead.
            let place = top.firstIndex { (game.score, -game.turns) > ($0.score, -$0.turns) } ?? top.count
            guard place < Limits.bestGamesAlike else { return }
            top.insert(game, at: place)
            if top.count > Limits.bestGamesAlike { top.removeLast() }
        }
    }

    /// What one player has come to.
    private struct Standing {
        let key: String
        var name: String
        var won = 0
        var drawn = 0
        var lost = 0

        var played: Int { won + drawn + lost }

        /// Whether it stands before another in the list.
        func precedes(_ other: Standing) -> Bool {
            (won, drawn, -lost) == (other.won, other.drawn, -other.lost)
                ? key < other.key : (won, drawn, -lost) > (other.won, other.drawn, -other.lost)
        }
    }

    /// By rules with the usual times.
    private var boards: [Rules: Board] = [:]
    private var gamesCounted = 0
    private var standings: [Standing] = []
    /// Where a player stands in that list, by the key of the name.
    private var places: [String: Int] = [:]

    /// Under how many sets of rules games are kept.
    var boardCount: Int { boards.count }

    /// How many players are remembered.
    var playerCount: Int { standings.count }

    /// Counts a record; its deck and its moves are of no account.
    mutating func count(_ record: MatchRecord) {
        guard !record.isPrivate else { return }
        if record.rules.isSolo { countGame(record) } else { countMatch(record) }
    }

    // MARK: Solo games

    /// The best game under each set of rules, which have the usual times.
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
        boards[rules, default: Board()].take(game, number: gamesCounted)
    }

    /// Forgets a quarter of the sets of rules: those by which the fewest games were played, and of equals those that
    /// were played longest ago. It is a quarter so that a crowd of odd rules is not sorted for each of them.
    private mutating func forgetSomeBoards() {
        let odd = boards.filter { !Self.lasting.contains($0.key) }
        let rarest = odd.sorted { ($0.value.count, $0.value.lastGame) < ($1.value.count, $1.value.lastGame) }
        for (rules, _) in rarest.prefix(Limits.soloBests / 4) { boards[rules] = nil }
    }

    /// The rules of the presets, which are not forgotten however rarely they are played.
    private static let lasting = Set(Preset.allCases.map { Rules.preset($0, solo: true) })

    // MARK: Matches of two

    private mutating func countMatch(_ record: MatchRecord) {
        // A match that nobody was left to win is nobody's.
        guard record.winner != nil || record.reason.isPlayedOut else { return }
        for (seat, name) in record.players.enumerated() {
            let place = place(of: name)
            switch record.winner {
            case nil: standings[place].drawn += 1
            case seat: standings[place].won += 1
            case .some: standings[place].lost += 1
            }
            standings[place].name = name
        }
        if standings.count > Limits.House.countedPlayers { forgetSome() }
    }

    private mutating func place(of name: String) -> Int {
        let key = PlayerName.key(of: name)
        let place = places[key, default: standings.count]
        guard place == standings.count else { return place }
        standings.append(Standing(key: key, name: name))
        places[key] = place
        return place
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
        places.removeAll(keepingCapacity: true)
        for (place, standing) in standings.enumerated() { places[standing.key] = place }
    }

    // MARK: The list

    /// What clients are told.
    var scores: ScoreList {
        ScoreList(
            best: Array(bestGames.prefix(Limits.bestGames)),
            players: bestStandings.map {
                ScoreList.Player(name: $0.name, won: $0.won, drawn: $0.drawn, lost: $0.lost)
            })
    }

    /// The best games, first of the rules under which most were played.
    private var bestGames: [ScoreList.Game] {
        boards.values.sorted { left, right in
            guard left.count == right.count else { return left.count > right.count }
            return left.top.first?.endedAt ?? 0 < right.top.first?.endedAt ?? 0
        }
        .flatMap(\.top)
    }

    /// Who stands first, found without sorting all the others.
    private var bestStandings: [Standing] {
        var best: [Standing] = []
        for standing in standings {
            if best.count == Limits.bestPlayers {
                guard let last = best.last, standing.precedes(last) else { continue }
                best.removeLast()
            }
            let place = best.firstIndex { standing.precedes($0) } ?? best.count
            best.insert(standing, at: place)
        }
        return best
    }
}
