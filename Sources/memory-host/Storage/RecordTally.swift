import Lobby
import Protocol

/// The totals of all public records: the best solo games, and the players' results.
///
/// It is counted record by record and holds nothing else, so a restarted host, having read the records again, gives
/// the same answers as before.
struct RecordTally {
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

    /// The best games under each set of rules, best first.
    private var boards = SoloBoards<[ScoreList.Game]>()
    private var standings: [Standing] = []
    /// A player's index in ``standings``, by the key of the name.
    private var indices: [String: Int] = [:]

    /// The number of players remembered.
    var playerCount: Int { standings.count }

    /// Counts a record; its deck and moves are not used.
    mutating func count(_ record: MatchRecord) {
        guard !record.isPrivate else { return }
        if record.rules.isSolo { countGame(record) } else { countMatch(record) }
    }

    // MARK: Solo games

    /// The best game under each set of rules.
    var best: SoloBoards<SoloScore> { boards.mapBoards { SoloScore($0[0]) } }

    private mutating func countGame(_ record: MatchRecord) {
        guard record.reason.isPlayedOut, let name = record.players.first, let score = record.scores.first,
            let turns = record.turns.first
        else { return }
        let game = ScoreList.Game(
            rules: record.rules.comparable, name: name, score: score, turns: turns, endedAt: record.endedAt)
        boards.addGame(under: record.rules, initial: []) { games in
            // Of two equally good games, the earlier stays ahead.
            let rank = games.firstIndex { SoloScore(game).beats(SoloScore($0)) } ?? games.count
            guard rank < Limits.bestGamesAlike else { return }
            games.insert(game, at: rank)
            if games.count > Limits.bestGamesAlike { games.removeLast() }
        }
    }

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
        boards.all.sorted { left, right in
            guard left.games == right.games else { return left.games > right.games }
            return left.board[0].endedAt < right.board[0].endedAt
        }
        .flatMap(\.board)
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

extension SoloScore {
    fileprivate init(_ game: ScoreList.Game) { self.init(score: game.score, turns: game.turns) }
}
