/// Chooses the flips of a match, for both seats, with a perfect memory.
///
/// First every card is turned up once. After that the players miss on purpose, by two known cards that differ, and take
/// a known pair after so many misses; or, where many flips may be in flight, only take pairs.
struct Player {
    private let misses: Int
    /// Flips in one turn at most: 2, or as many as may be in flight where a pair gives another turn.
    private let most: Int
    private var missed = 0
    private var random: UInt64

    /// The player of the match with this number.
    init(options: Options, number: Int) {
        misses = options.misses
        most = max(2, options.depth & ~1)
        random = UInt64(number) &* 0x9e37_79b9_7f4a_7c15 | 1
    }

    /// Appends the next flips of whoever has the turn to `flips`: a turn, or several that are sure to be pairs.
    mutating func choose(_ table: Table, into flips: inout [Int]) {
        if let first = card(table, where: { table.faces[$0] == 0 }) {
            flips.append(first)
            let second =
                card(table, where: { $0 != first && table.faces[$0] == 0 }) ?? card(table, where: { $0 != first })
            if let second { flips.append(second) }
        } else if most > 2 {
            choosePairs(table, into: &flips)
        } else if missed < misses, let (first, second) = pair(table, alike: false) {
            missed += 1
            flips += [first, second]
        } else if let (first, second) = pair(table, alike: true) {
            missed = 0
            flips += [first, second]
        }
    }

    /// As many known pairs as may be in flight at once.
    private mutating func choosePairs(_ table: Table, into flips: inout [Int]) {
        for first in table.isUp.indices where !table.isUp[first] && !flips.contains(first) {
            let second = table.isUp.indices.first {
                $0 > first && !table.isUp[$0] && table.faces[$0] == table.faces[first] && !flips.contains($0)
            }
            if let second { flips += [first, second] }
            if flips.count + 2 > most { return }
        }
    }

    /// Two known cards that lie face down, and are alike or not.
    private mutating func pair(_ table: Table, alike: Bool) -> (Int, Int)? {
        guard let first = card(table, where: { _ in true }),
            let second = card(table, where: { $0 != first && (table.faces[$0] == table.faces[first]) == alike })
        else { return nil }
        return (first, second)
    }

    /// A card that lies face down and fits, looked for from anywhere on.
    private mutating func card(_ table: Table, where fits: (Int) -> Bool) -> Int? {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        let count = table.isUp.count
        var card = Int(random % UInt64(count))
        for _ in 0..<count {
            if !table.isUp[card], fits(card) { return card }
            card = card + 1 == count ? 0 : card + 1
        }
        return nil
    }
}
