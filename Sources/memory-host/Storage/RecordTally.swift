import Lobby
import Protocol

/// The totals of all public records: the best solo games, and the players' results against others and the house.
///
/// It is computed from the records alone, one by one, so a restarted host, having read them again, gives
/// the same answers as before.
struct RecordTally {
    /// The best solo games.
    private(set) var best = SoloBoards()
    /// Everybody's results against other people.
    private var players = Leaderboard()
    /// Everybody's results against the house, by its level.
    private var house: [HouseLevel: Leaderboard] = [:]

    /// Counts a public record.
    mutating func count(_ record: RecordSummary) {
        guard !record.rules.isSolo else {
            if let game = ScoreList.Game(record) { best.add(game, record: record.id.number) }
            return
        }
        // A match that nobody was left to win counts for nobody.
        guard record.winner != nil || record.reason.isPlayedOut else { return }
        if let level = record.opponent.houseLevel {
            house[level, default: Leaderboard()].count(record, seats: 0..<1)
        } else {
            players.count(record, seats: record.players.indices)
        }
    }

    // MARK: The list

    /// The answer to `scores`.
    var scores: ScoreList {
        ScoreList(
            best: Array(bestGames.prefix(Limits.bestGames)), players: players.best,
            house: HouseLevel.allCases.reversed().flatMap { level in
                (house[level]?.best ?? []).prefix(Limits.bestAgainstHouse).map {
                    ScoreList.AgainstHouse(level: level, player: $0)
                }
            })
    }

    /// The best games, grouped by rules, those with the most games first.
    private var bestGames: [ScoreList.Game] {
        best.all.sorted { left, right in
            guard left.played == right.played else { return left.played > right.played }
            return left.games[0].endedAt < right.games[0].endedAt
        }
        .flatMap(\.games)
    }
}

/// The results of players against one kind of opponent.
private struct Leaderboard {
    /// One player's results.
    private struct Place {
        let key: String
        var name: String
        var won = 0
        var drawn = 0
        var lost = 0

        var played: Int { won + drawn + lost }

        /// Returns true if it ranks above another.
        func precedes(_ other: Place) -> Bool {
            (won, drawn, -lost) == (other.won, other.drawn, -other.lost)
                ? key < other.key : (won, drawn, -lost) > (other.won, other.drawn, -other.lost)
        }
    }

    private var places: [Place] = []
    /// A player's index in ``places``, by the key of the name.
    private var indices: [String: Int] = [:]

    /// Counts a match for the players in these seats.
    mutating func count(_ record: RecordSummary, seats: Range<Int>) {
        for seat in seats {
            let index = index(of: record.players[seat])
            switch record.winner {
            case nil: places[index].drawn += 1
            case seat: places[index].won += 1
            case .some: places[index].lost += 1
            }
            places[index].name = record.players[seat]
        }
        if places.count > Limits.Internal.countedPlayers { forgetSome() }
    }

    private mutating func index(of name: String) -> Int {
        let key = PlayerName.key(of: name)
        let index = indices[key, default: places.count]
        guard index == places.count else { return index }
        places.append(Place(key: key, name: name))
        indices[key] = index
        return index
    }

    /// Forgets half of the players: those with the fewest matches, and, among equals, those who came first.
    private mutating func forgetSome() {
        let counts = places.map(\.played).sorted(by: >).prefix(places.count / 2)
        guard let least = counts.last else { return }
        var room = counts.count { $0 == least }
        places = places.reversed().filter { place in
            if place.played == least { room -= 1 }
            return place.played > least || place.played == least && room >= 0
        }
        .reversed()
        indices.removeAll(keepingCapacity: true)
        for (index, place) in places.enumerated() { indices[place.key] = index }
    }

    /// The top players, found without sorting all the others; at most ``Limits/bestPlayers``.
    var best: [ScoreList.Player] {
        let top: [Place] = places.reduce(into: []) {
            $0.insert($1, bestOf: Limits.bestPlayers) { $0.precedes($1) }
        }
        return top.map { ScoreList.Player(name: $0.name, won: $0.won, drawn: $0.drawn, lost: $0.lost) }
    }
}

/// All that is known of the records without reading them again.
struct RecordTotals {
    /// The results of all listed records.
    private(set) var tally = RecordTally()
    /// The records that clients may see.
    private(set) var index = RecordIndex()
    /// The number of the last record; 0 if there is none.
    private(set) var lastNumber = 0
    /// The highest number of a match that has a record; 0 if there is none.
    private(set) var lastMatch = 0

    /// Adds a record, whose number is higher than all before.
    mutating func add(_ record: RecordSummary) {
        lastNumber = record.id.number
        lastMatch = max(lastMatch, record.match.number)
        guard record.isListed else { return }
        tally.count(record)
        index.add(record)
    }

    /// Removes the oldest listed record, which is this one, from the index.
    mutating func removeFirstFromIndex(_ record: RecordSummary) { index.removeFirst(record) }
}
