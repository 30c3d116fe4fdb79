import Lobby
import Protocol

/// An index of all listed records, with the facts that filters and a player's results need, so that neither reads the
/// file.
///
/// An entry takes 32 bytes. It holds names as hashes, keyed per process, so that nobody can choose
/// names that collide, and rules by their number in a table. Looking at 100,000 entries takes a fraction of a
/// millisecond.
struct RecordIndex {
    /// One record.
    struct Entry {
        /// The hash of the name in seat 0.
        let first: Int
        /// The hash of the name in seat 1; in a solo game 0, which is no name's hash.
        let second: Int
        /// The record's number.
        let number: Int32
        /// The score of seat 0.
        let score: Int32
        /// The number of a solo game's rules, apart from their times, which distinguishes the boards that a player has
        /// played on; 0 for two players. Below it, in the lowest eight bits, the game.
        let board: UInt32
        /// The turns that seat 0 used, or the seconds of a game that is ranked by its time.
        let effort: UInt16
        let result: Result
        let opponent: PlayerKind

        var isSolo: Bool { second == 0 }
        var game: UInt8 { UInt8(truncatingIfNeeded: board) }
    }

    /// The result of a match for statistics.
    enum Result: UInt8 {
        /// Seat 0 won, or cleared its solo game.
        case first
        /// Seat 1 won.
        case second
        /// It was played to its end, and nobody won.
        case drawn
        /// It ended early without a winner, and counts for nobody.
        case unfinished
    }

    /// The entries, in the order of their numbers.
    private(set) var entries: [Entry] = []
    /// The recall of each player, by the hash of the name; without those who had nothing to remember.
    private var recalls: [Int: Recall] = [:]
    private var rules = InternedRules()

    /// The number of records.
    var count: Int { entries.count }

    /// Returns the hash by which a name is found; names that count as the same have the same.
    static func hash(of name: String) -> Int {
        let hash = PlayerName.key(of: name).hashValue
        return hash == 0 ? 1 : hash
    }

    /// Adds a record, whose number is higher than all before.
    mutating func add(_ record: RecordSummary) {
        let result: Result =
            switch record.winner {
            case 0: .first
            case .some: .second
            case nil: record.reason.isPlayedOut ? .drawn : .unfinished
            }
        entries.append(
            Entry(
                first: record.players.first.map(Self.hash) ?? 0,
                second: record.players.count > 1 ? Self.hash(of: record.players[1]) : 0,
                number: Int32(clamping: record.id.number), score: Int32(clamping: record.scores.first ?? 0),
                board: (record.rules.isSolo ? rules.intern(record.rules.comparable) : 0) << 8
                    | UInt32(Self.number(of: record.rules.game)),
                effort: UInt16(clamping: record.seconds ?? record.turns.first ?? 0), result: result,
                opponent: record.opponent))
        for (player, recall) in Self.recalls(entries[entries.count - 1], record) {
            recalls[player, default: Recall()] += recall
        }
    }

    /// Forgets the oldest record, which is this one.
    mutating func removeFirst(_ record: RecordSummary) {
        let entry = entries.removeFirst()
        if entry.isSolo { rules.release(entry.board >> 8) }
        for (player, recall) in Self.recalls(entry, record) {
            recalls[player]? -= recall
            if recalls[player]?.known == 0 { recalls[player] = nil }
        }
    }

    /// Returns the recall of a player; nil if there was nothing to remember.
    func recall(of name: String) -> Recall? { recalls[Self.hash(of: name)] }

    /// Returns the recall of the people in a record who had something to remember, with the hashes of their names.
    private static func recalls(_ entry: Entry, _ record: RecordSummary) -> [(player: Int, Recall)] {
        let people = entry.opponent.houseLevel == nil ? [entry.first, entry.second] : [entry.first]
        return zip(people, record.recall ?? []).filter { $1.known > 0 }
    }

    /// Returns true if the record with this number is in the index.
    func contains(_ number: Int) -> Bool {
        let position = position(of: number)
        return position < entries.count && entries[position].number == number
    }

    /// Returns the numbers of up to `limit` records that pass a filter, newest first, all of them below `before`; and
    /// the number of all that pass it.
    func find(_ filter: RecordFilter, before: Int?, limit: Int) -> (numbers: [Int], total: Int) {
        let end = before.map { position(of: $0) } ?? entries.count
        if filter == .all {
            return (entries[max(0, end - limit)..<end].reversed().map { Int($0.number) }, entries.count)
        }
        let player = filter.player.map { Self.hash(of: $0.text) }
        let opponent = filter.opponent.map { Self.hash(of: $0.text) }
        let (isSolo, game) = (filter.seats.map { $0 == 1 }, filter.game.map(Self.number))
        var (numbers, total) = ([Int](), 0)
        for index in entries.indices.reversed() {
            let entry = entries[index]
            if let isSolo, entry.isSolo != isSolo { continue }
            if let game, entry.game != game { continue }
            guard Self.passes(entry, player: player, opponent: opponent) else { continue }
            total += 1
            if index < end, numbers.count < limit { numbers.append(Int(entries[index].number)) }
        }
        return (numbers, total)
    }

    private static func number(of game: GameKind) -> UInt8 { UInt8(GameKind.allCases.firstIndex(of: game) ?? 0) }

    private static func passes(_ entry: Entry, player: Int?, opponent: Int?) -> Bool {
        guard let player else { return true }
        if entry.first == player { return opponent == nil || entry.second == opponent }
        return entry.second == player && (opponent == nil || entry.first == opponent)
    }

    /// Returns the number of entries below a record's number.
    private func position(of number: Int) -> Int {
        entries.partitionPoint { $0.number < number }
    }
}

/// A table of rules, each with a number of its own for as long as it is used.
private struct InternedRules {
    private var numbers: [Rules: UInt32] = [:]
    /// The rules with each number, and how often they are used; unused ones are listed in ``free``.
    private var slots: [(rules: Rules, uses: Int)] = []
    private var free: [UInt32] = []

    /// Returns the number of rules, which are used once more.
    mutating func intern(_ rules: Rules) -> UInt32 {
        if let number = numbers[rules] {
            slots[Int(number)].uses += 1
            return number
        }
        let number = free.popLast() ?? UInt32(slots.count)
        if number < slots.count { slots[Int(number)] = (rules, 1) } else { slots.append((rules, 1)) }
        numbers[rules] = number
        return number
    }

    /// Notes that the rules with a number are used once less.
    mutating func release(_ number: UInt32) {
        slots[Int(number)].uses -= 1
        guard slots[Int(number)].uses == 0 else { return }
        numbers[slots[Int(number)].rules] = nil
        free.append(number)
    }
}
