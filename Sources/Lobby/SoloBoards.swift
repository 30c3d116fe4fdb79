public import Protocol

/// A solo game's score.
public struct SoloScore: Equatable, Sendable {
    /// The points.
    public let score: Int
    /// The number of turns used.
    public let turns: Int

    /// Creates a score.
    public init(score: Int, turns: Int) { (self.score, self.turns) = (score, turns) }

    /// Returns true if this score is better: a higher score, then fewer turns.
    public func beats(_ other: SoloScore) -> Bool { (score, -turns) > (other.score, -other.turns) }
}

/// The public solo games of a host by their rules: only games under the same rules, apart from their times, compare.
///
/// So that odd rules can't fill the memory, at most ``Limits/soloBests`` sets of rules are kept. Beyond that a quarter
/// of them are forgotten at once, which spares a flood of them a sort for each: those with the fewest games, and of
/// equals those played longest ago; never those of a preset.
public struct SoloBoards<Board: Sendable>: Sendable {
    private struct Entry: Sendable {
        var board: Board
        var games = 0
        var lastGame = 0
    }

    private var entries: [Rules: Entry] = [:]
    private var games = 0

    /// Creates a table without games.
    public init() {}

    /// The number of sets of rules.
    public var count: Int { entries.count }

    /// The board of games under these rules, whatever their times.
    public subscript(rules: Rules) -> Board? { entries[rules.comparable]?.board }

    /// The boards, each with the number of its games, in no particular order.
    public var all: [(games: Int, board: Board)] { entries.values.map { ($0.games, $0.board) } }

    /// Counts a game that was played to its end.
    ///
    /// - Parameters:
    ///   - initial: the board if it is the first game under these rules.
    ///   - change: adds the game to the board.
    public mutating func addGame(under rules: Rules, initial: Board, _ change: (inout Board) -> Void) {
        let rules = rules.comparable
        if entries[rules] == nil, entries.count >= Limits.soloBests { forgetLeastPlayed() }
        games += 1
        change(&entries[rules, default: Entry(board: initial)].board)
        entries[rules]?.games += 1
        entries[rules]?.lastGame = games
    }

    private mutating func forgetLeastPlayed() {
        let presets = Set(Preset.allCases.map { Rules.preset($0, solo: true).comparable })
        let odd = entries.filter { !presets.contains($0.key) }
        let rarest = odd.sorted { ($0.value.games, $0.value.lastGame) < ($1.value.games, $1.value.lastGame) }
        for (rules, _) in rarest.prefix(Limits.soloBests / 4) { entries[rules] = nil }
    }

    /// Returns the same table with other boards.
    public func mapBoards<Other>(_ transform: (Board) -> Other) -> SoloBoards<Other> {
        var other = SoloBoards<Other>()
        other.games = games
        other.entries = entries.mapValues {
            SoloBoards<Other>.Entry(board: transform($0.board), games: $0.games, lastGame: $0.lastGame)
        }
        return other
    }
}
