// The game between two players who remember every card, as Zwick and Paterson solved it ("The memory game", Theoretical
// Computer Science 110, 1993), for the rules of this host.
//
// A position is three numbers: the singles (known cards whose mates nobody has seen), the known pairs (both cards have
// been seen, neither has been taken) and the unseen pairs. Its value is the expected difference in score, from now to
// the end, for the seat that is to flip. It follows from the values of positions with fewer new cards, pairs or turns.
//
// Where a pair earns another flip and turns aren't limited, this is the game of Zwick and Paterson, and the tables hold
// their values: a known pair is taken at once, and the choice is between turning two new cards, a new one and an old
// one, or two old ones, which passes.
//
// Where turns alternate strictly, a pair ends the turn like a miss. Three things are different:
//   - Known pairs stay on the table, since a turn takes only one. Both players draw on them, so a position must count
//     them.
//   - Taking a pair gives up the move, so it isn't always best. With two known pairs and a few unseen ones, it can be
//     better to pass, so that the other player takes the first of the two pairs or turns a new card.
//   - Turns run out before the cards do. A card that is turned late tells the other player less, since few turns are
//     left to use it, and in the last turn nothing. So the value depends on both seats' turns left. One number is enough:
//     the seat that is to flip has as many as the other, or one more.
//
// If both players would rather pass for ever, nothing more is scored: the difference to come is then 0, or half a miss
// to the other player's advantage if misses cost points. Zwick and Paterson let the match end there, with the same
// value.

/// The strategy that maximises the expected difference in score against a player who uses it too.
///
/// Exact for faces on two cards, with or without `again`, for both kinds of scoring: without a turn limit on any
/// board; with one while at most ``pairsUnderLimit`` pairs and ``longestLimit`` turns in all are left. While more are
/// left, it plays as if there were no limit. Faces on four cards are played as if each pair of cards had its own face.
struct OptimalPlay: Sendable {
    /// The most pairs for which limited turns are counted.
    static let pairsUnderLimit = 18
    /// The most turns, of both seats together, that are counted.
    static let longestLimit = 30
    /// The most pairs on a board.
    static let mostPairs = Rules.Bounds.side.upperBound * Rules.Bounds.side.upperBound / 2

    /// The number of cards of each kind on the table.
    struct Position: Hashable, Sendable {
        /// Known cards whose mates nobody has seen.
        var singles: Int
        /// Pairs of which both cards are known.
        var pairs: Int
        /// Pairs of which neither card is known.
        var unseen: Int

        /// Pairs on the table.
        var remaining: Int { singles + pairs + unseen }
        /// Cards that nobody has seen.
        var newCards: Int { singles + 2 * unseen }
        /// A number for each position, from 0 without gaps; positions with fewer pairs come first.
        var index: Int {
            let (all, known) = (remaining, singles + pairs)
            return all * (all + 1) * (all + 2) / 6 + known * (known + 1) / 2 + singles
        }
        /// The number of positions with at most this many pairs.
        static func count(upTo pairs: Int) -> Int { (pairs + 1) * (pairs + 2) * (pairs + 3) / 6 }
    }

    /// A kind of card to flip, in order of preference where values are equal.
    enum Choice: CaseIterable, Sendable {
        /// First, a card whose mate is known too; second, the mate of the open card.
        case pair
        /// A card that nobody has seen.
        case newCard
        /// A known card: first, one whose mate is unknown; second, one that doesn't match the open card.
        case oldCard
    }

    /// The first card of a turn, which is face up.
    enum OpenCard: Sendable {
        /// Its mate is known.
        case paired
        /// Its mate is unknown.
        case single
    }

    /// True if a seat that takes a pair goes again.
    let again: Bool
    /// The points that a pair adds and that a miss takes away.
    let pairPoints, missCost: Double
    /// The value of each position without a turn limit, by ``Position/index``.
    var unlimited: [Double]
    /// The same for each number of turns left in all, from 0.
    var limited: [[Double]]
}

// MARK: - Choosing

extension OptimalPlay {
    /// Returns the number of turns for which a position is valued.
    ///
    /// - Parameter turnsLeft: the turns that both seats have left; nil without a limit.
    /// - Returns: nil for the table without a limit.
    func horizon(for position: Position, turnsLeft: Int?) -> Int? {
        guard let turnsLeft, turnsLeft <= Self.longestLimit, position.remaining <= Self.pairsUnderLimit else {
            return nil
        }
        return max(1, turnsLeft)
    }

    /// Returns the best kind of card to begin a turn with.
    func first(in position: Position, turns: Int?, mayPass: Bool = true) -> Choice {
        best { value(ofFirst: $0, in: position, turns: turns, mayPass: mayPass) }
    }

    /// Returns the best kind of card to turn second.
    ///
    /// - Parameter position: the table, the open card being one of those known.
    func second(after open: OpenCard, in position: Position, turns: Int?, mayUseOldCard: Bool = true) -> Choice {
        best { choice in
            choice == .oldCard && !mayUseOldCard
                ? nil : value(ofSecond: choice, after: open, in: position, turns: turns)
        }
    }

    /// The value of a position for the player whose turn begins.
    ///
    /// - Parameter turns: the turns left in all, this one included; nil without a limit.
    func value(of position: Position, turns: Int?) -> Double {
        guard position.remaining > 0 else { return 0 }
        return turns.map { limited[$0][position.index] } ?? unlimited[position.index]
    }

    private func best(_ value: (Choice) -> Double?) -> Choice {
        var (choice, highest) = (Choice.newCard, -Double.infinity)
        for candidate in Choice.allCases {
            // Rounding must not decide between equal values.
            if let value = value(candidate), value > highest + 1e-9 { (choice, highest) = (candidate, value) }
        }
        return choice
    }
}
