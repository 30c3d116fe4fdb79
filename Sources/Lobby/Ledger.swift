public import Protocol

/// The lobby's memory of finished matches.
struct Ledger: Sendable {
    /// The number of the last record.
    var lastRecord = 0
    /// The highest number that a lost record may have had.
    var reserved = 0
    /// The best public solo games.
    var best = SoloBoards()

    /// Makes the record of a finished match, and notes whether it was the best solo game played to its end. A private
    /// game is compared, but appears in no list of scores.
    ///
    /// - Returns: the record; nil if the match never began.
    mutating func conclude(_ match: inout Match, at now: Instant) -> MatchRecord? {
        let number = max(lastRecord, reserved) + 1
        guard let record = match.record(number: number, endedAt: now) else { return nil }
        lastRecord = number
        let game = ScoreList.Game(record.summary)
        let shown = record.summary.isListed ? record.summary.id : nil
        match.conclude(best: game.map { best.isBest($0) } ?? false, record: shown, at: now)
        if let game, !record.summary.isPrivate { best.add(game, record: record.summary.id.number) }
        return record
    }
}

/// The best public solo games of a host by their rules: only games under the same rules, apart from their times,
/// compare.
///
/// So that odd rules can't fill the memory, at most ``Limits/soloBests`` sets of rules are kept. Beyond that a quarter
/// of them are forgotten at once, so that a flood does not cause a sort for each: those with the fewest games, and of
/// equals those played longest ago; never those of a preset, nor the default rules of another game.
public struct SoloBoards: Sendable {
    /// The best games under the same rules with the numbers of their records, best first, at most
    /// ``Limits/bestGamesAlike``; and all that were played.
    private struct Board: Sendable {
        var best: [(game: ScoreList.Game, record: Int)] = []
        var played = 0
        var lastGame = 0

        var games: [ScoreList.Game] { best.map(\.game) }

        mutating func add(_ game: ScoreList.Game, record: Int, number: Int) {
            best.insert((game, record), bestOf: Limits.bestGamesAlike) { $0.game.rank > $1.game.rank }
            (played, lastGame) = (played + 1, number)
        }
    }

    private var boards: [Rules: Board] = [:]
    private var played = 0

    /// Creates a table without games.
    public init() {}

    /// The best games under these rules, whatever their times, best first.
    public subscript(rules: Rules) -> [ScoreList.Game] { boards[rules.comparable]?.games ?? [] }

    /// The best games under each set of rules, with the number of all games under them, in no particular order.
    public var all: [(played: Int, games: [ScoreList.Game])] { boards.values.map { ($0.played, $0.games) } }

    /// The numbers of the records of all these games.
    public var records: Set<Int> { Set(boards.values.flatMap { $0.best.map(\.record) }) }

    /// Returns true if a game beats all others under the same rules.
    func isBest(_ game: ScoreList.Game) -> Bool { self[game.rules].first.map { game.rank > $0.rank } ?? true }

    /// Adds a game. Of two equally good games, the earlier stays ahead.
    ///
    /// - Parameter record: the number of its record.
    public mutating func add(_ game: ScoreList.Game, record: Int) {
        if boards[game.rules] == nil, boards.count >= Limits.soloBests { forgetLeastPlayed() }
        played += 1
        boards[game.rules, default: Board()].add(game, record: record, number: played)
    }

    private mutating func forgetLeastPlayed() {
        let usual = Set(Rules.usual(solo: true).map(\.comparable))
        let odd = boards.filter { !usual.contains($0.key) }
        let rarest = odd.sorted { ($0.value.played, $0.value.lastGame) < ($1.value.played, $1.value.lastGame) }
        for (rules, _) in rarest.prefix(Limits.soloBests / 4) { boards[rules] = nil }
    }
}

extension ScoreList.Game {
    /// Creates the entry of a finished match; nil unless it was a solo game played to its end that may be
    /// listed.
    public init?(_ record: RecordSummary) {
        guard record.rules.isSolo, record.reason.isPlayedOut, record.hasTurn, let name = record.players.first,
            let score = record.scores.first, let turns = record.turns.first
        else { return nil }
        self.init(
            rules: record.rules.comparable, name: name, score: score, turns: turns, seconds: record.seconds,
            endedAt: record.endedAt)
    }

    /// Its rank among the games under the same rules.
    fileprivate var rank: SoloRank { SoloRank(score: score, effort: effort) }
}

/// The rank of a solo game among those under the same rules: a higher score is better, and then less effort.
public struct SoloRank: Comparable, Sendable {
    private let score, effort: Int

    /// Creates the rank of a game.
    ///
    /// - Parameter effort: its turns, or the seconds of a game that is ranked by its time.
    public init(score: Int, effort: Int) { (self.score, self.effort) = (score, effort) }

    /// Returns true if the other game is better.
    public static func < (one: Self, other: Self) -> Bool {
        (one.score, -one.effort) < (other.score, -other.effort)
    }
}
