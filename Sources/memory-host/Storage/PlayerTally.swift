import Lobby
import Protocol

/// The results of one player, added up from the index of records, oldest first.
///
/// The names of opponents and the rules of boards, which the index doesn't hold, are in the records that it names.
struct PlayerTally {
    /// The results against one opponent.
    struct HeadToHead {
        var results = PlayerStatistics.Results()
        /// The number of the last record with this opponent.
        var lastRecord = 0
    }

    /// The solo games under one set of rules.
    struct Board {
        var played = 0
        /// The number of the record of the best game; 0 if none was played to its end.
        var best = 0
        fileprivate var rank: SoloRank?
    }

    private(set) var games = 0
    private(set) var solo = 0
    private(set) var cleared = 0
    private(set) var people = PlayerStatistics.Results()
    private(set) var house: [HouseLevel: PlayerStatistics.Results] = [:]
    private(set) var streak = 0
    private(set) var longestStreak = 0
    /// The number of the player's last record; 0 if there is none.
    private(set) var lastRecord = 0
    private var opponents: [Int: HeadToHead] = [:]
    private var boards: [UInt32: Board] = [:]

    /// Adds up the records of a player.
    ///
    /// - Parameter name: the player's name, in any spelling.
    init(_ name: String, in index: RecordIndex) {
        let player = RecordIndex.hash(of: name)
        for entry in index.entries {
            if entry.first == player {
                count(entry, seat: 0)
            } else if entry.second == player, entry.opponent.houseLevel == nil {
                count(entry, seat: 1)
            }
        }
    }

    private mutating func count(_ entry: RecordIndex.Entry, seat: Int) {
        games += 1
        lastRecord = Int(entry.number)
        if entry.isSolo { return countSolo(entry) }
        guard entry.result != .unfinished else { return }
        let won = entry.result == (seat == 0 ? .first : .second)
        if let level = entry.opponent.houseLevel {
            house[level, default: .init()].count(entry.result, won: won)
            return
        }
        people.count(entry.result, won: won)
        opponents[seat == 0 ? entry.second : entry.first, default: HeadToHead()].results.count(entry.result, won: won)
        opponents[seat == 0 ? entry.second : entry.first]?.lastRecord = lastRecord
        streak = won ? streak + 1 : 0
        longestStreak = max(longestStreak, streak)
    }

    private mutating func countSolo(_ entry: RecordIndex.Entry) {
        solo += 1
        if entry.result == .first { cleared += 1 }
        boards[entry.board, default: Board()].count(entry)
    }

    /// The records that hold what the index doesn't: of the last game, of the best ones, and with each opponent.
    var records: [Int] { [lastRecord] + topBoards.map(\.best) + topOpponents.map(\.lastRecord) }

    /// The opponents, most matches first, and of equals the last one first; at most ``Limits/opponents``.
    var topOpponents: [HeadToHead] {
        opponents.values.reduce(into: []) { top, opponent in
            top.insert(opponent, bestOf: Limits.opponents) {
                ($0.results.played, $0.lastRecord) > ($1.results.played, $1.lastRecord)
            }
        }
    }

    /// The boards on which a game was played to its end, most played first; at most ``Limits/ownBoards``.
    var topBoards: [Board] {
        boards.values.reduce(into: []) { top, board in
            guard board.best > 0 else { return }
            top.insert(board, bestOf: Limits.ownBoards) { ($0.played, $0.best) > ($1.played, $1.best) }
        }
    }
}

extension PlayerTally.Board {
    fileprivate mutating func count(_ entry: RecordIndex.Entry) {
        played += 1
        guard entry.result != .unfinished else { return }
        let game = SoloRank(score: Int(entry.score), effort: Int(entry.effort))
        // Of two equally good games, the earlier stays.
        if let rank, game <= rank { return }
        (best, rank) = (Int(entry.number), game)
    }
}

extension PlayerStatistics.Results {
    fileprivate mutating func count(_ result: RecordIndex.Result, won: Bool) {
        if won {
            self.won += 1
        } else if result == .drawn {
            drawn += 1
        } else {
            lost += 1
        }
    }
}
