import Protocol

/// What everybody may know of a match; none of it holds a face.
extension Game {
    /// The seat that is to flip; nil while two cards are shown, and when the match is over.
    public var turn: Int? {
        switch table {
        case .choosing(let seat, _): seat
        case .showing, .over: nil
        }
    }

    /// The cards turned in this turn that are undecided or shown, in order: at most two.
    ///
    /// Empty after a pair, whose cards are then the last two of ``taken``, and when the match is over.
    public var turned: [Int] {
        switch table {
        case .choosing(_, let first?): [first]
        case .showing(_, let first, let second): [first, second]
        case .choosing(_, nil), .over: []
        }
    }

    /// Writes ``turned`` over a list, which keeps its room.
    @inline(__always)
    func copyTurned(to list: inout [Int]) {
        while list.popLast() != nil {}
        switch table {
        case .choosing(_, let first?): list.append(first)
        case .showing(_, let first, let second):
            list.append(first)
            list.append(second)
        case .choosing(_, nil), .over: break
        }
    }

    /// How the match ended; nil until it has.
    public var ending: Ending? {
        switch table {
        case .over(let ending): ending
        case .choosing, .showing: nil
        }
    }

    /// Whether the match has ended.
    public var isOver: Bool { ending != nil }

    /// The points of a seat ("Rules of a match", `scoring`).
    ///
    /// - Parameter seat: one of the rules' seats; any other traps, here and below.
    /// - Returns: a point a pair; or 200 a pair less 100 a miss, which may be below 0.
    public func score(of seat: Int) -> Int {
        let pairs = taken[seat].count / 2
        switch rules.scoring {
        case .pairs: return pairs
        case .points: return 200 * pairs - 100 * misses(of: seat)
        }
    }

    /// How often a seat has turned two cards that differ; a turn that ran out is no miss.
    public func misses(of seat: Int) -> Int { tallies[seat].misses }

    /// The turns that a seat has spent; under `again` a pair spends none.
    public func turnsUsed(of seat: Int) -> Int { tallies[seat].turnsUsed }

    /// The turns that a seat has left, 0 or more, the one that it is in included; nil if the rules set no limit.
    public func turnsLeft(of seat: Int) -> Int? { rules.turns == 0 ? nil : rules.turns - tallies[seat].turnsUsed }
}
