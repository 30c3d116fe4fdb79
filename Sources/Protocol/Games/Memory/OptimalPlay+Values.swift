// MARK: - Values

extension OptimalPlay {
    /// The value of beginning a turn with a kind of card, if there is such a card.
    func value(ofFirst choice: Choice, in position: Position, turns: Int?, mayPass: Bool = true) -> Double? {
        switch choice {
        case .pair:
            guard position.pairs > 0 else { return nil }
            return bestSecond(after: .paired, in: position, turns: turns, mayUseOldCard: mayPass)
        case .oldCard:
            guard position.singles > 0 else { return nil }
            return bestSecond(after: .single, in: position, turns: turns, mayUseOldCard: mayPass)
        case .newCard:
            guard position.newCards > 0 else { return nil }
            var sum = 0.0
            if position.singles > 0 {
                sum += Double(position.singles) * bestSecond(after: .paired, in: position.mateFound, turns: turns)
            }
            if position.unseen > 0 {
                sum += Double(2 * position.unseen) * bestSecond(after: .single, in: position.singleFound, turns: turns)
            }
            return sum / Double(position.newCards)
        }
    }

    /// The value of flipping a kind of card second, if there is such a card.
    func value(ofSecond choice: Choice, after open: OpenCard, in position: Position, turns: Int?) -> Double? {
        switch choice {
        case .pair:
            return open == .paired ? afterPair(position.pairTaken, turns) : nil
        case .oldCard:
            let known = position.singles + 2 * position.pairs
            return known > (open == .paired ? 2 : 1) ? afterMiss(position, turns) : nil
        case .newCard:
            guard position.newCards > 0 else { return nil }
            let mates = open == .single ? 1 : 0
            var sum = mates == 0 ? 0 : afterPair(position.mateFound.pairTaken, turns)
            if position.singles > mates {
                sum += Double(position.singles - mates) * afterMiss(position.mateFound, turns)
            }
            if position.unseen > 0 { sum += Double(2 * position.unseen) * afterMiss(position.singleFound, turns) }
            return sum / Double(position.newCards)
        }
    }

    private func bestSecond(
        after open: OpenCard, in position: Position, turns: Int?, mayUseOldCard: Bool = true
    ) -> Double {
        var highest = -Double.infinity
        for choice in Choice.allCases where choice != .oldCard || mayUseOldCard {
            highest = max(highest, value(ofSecond: choice, after: open, in: position, turns: turns) ?? highest)
        }
        return highest
    }

    private func afterPair(_ position: Position, _ turns: Int?) -> Double {
        pairPoints + (again ? value(of: position, turns: turns) : -value(of: position, turns: turns.map { $0 - 1 }))
    }

    private func afterMiss(_ position: Position, _ turns: Int?) -> Double {
        -missCost - value(of: position, turns: turns.map { $0 - 1 })
    }
}

extension OptimalPlay.Position {
    /// The position once the mate of a single has been seen.
    var mateFound: Self { Self(singles: singles - 1, pairs: pairs + 1, unseen: unseen) }
    /// The position once one card of an unseen pair has been seen.
    var singleFound: Self { Self(singles: singles + 1, pairs: pairs, unseen: unseen - 1) }
    /// The position once a known pair has been taken.
    var pairTaken: Self { Self(singles: singles, pairs: pairs - 1, unseen: unseen) }
}

// MARK: - Tables

extension OptimalPlay {
    /// Returns the strategy under these rules. Its tables take half a megabyte; they are computed on first use,
    /// which takes a few milliseconds.
    static func under(_ rules: Rules) -> OptimalPlay {
        switch (rules.again, rules.scoring) {
        case (true, .pairs): pairsAgain
        case (true, .points): pointsAgain
        case (false, .pairs): pairsInTurn
        case (false, .points): pointsInTurn
        }
    }

    private static let pairsAgain = OptimalPlay(again: true, scoring: .pairs)
    private static let pointsAgain = OptimalPlay(again: true, scoring: .points)
    private static let pairsInTurn = OptimalPlay(again: false, scoring: .pairs)
    private static let pointsInTurn = OptimalPlay(again: false, scoring: .points)

    /// Computes the tables.
    init(again: Bool, scoring: Rules.Scoring) {
        self.again = again
        (pairPoints, missCost) = scoring == .points ? (200, 100) : (1, 0)
        unlimited = Array(repeating: 0, count: Position.count(upTo: Self.mostPairs))
        let layer = Array(repeating: 0.0, count: Position.count(upTo: Self.pairsUnderLimit))
        limited = Array(repeating: layer, count: Self.longestLimit + 1)
        Self.forEachPosition(upTo: Self.mostPairs) { position in
            let open = bestFirst(in: position, turns: nil, mayPass: false)
            // Where both pass for ever, each pays for every second pass.
            unlimited[position.index] = position.mayPass ? max(open, -missCost / 2) : open
        }
        for turns in 1...Self.longestLimit {
            Self.forEachPosition(upTo: Self.pairsUnderLimit) { position in
                limited[turns][position.index] = bestFirst(in: position, turns: turns, mayPass: true)
            }
        }
    }

    private func bestFirst(in position: Position, turns: Int?, mayPass: Bool) -> Double {
        var highest = -Double.infinity
        for choice in Choice.allCases {
            let value = value(ofFirst: choice, in: position, turns: turns, mayPass: mayPass)
            highest = max(highest, value ?? highest)
        }
        return highest
    }

    /// Visits every position that isn't empty, each after those that a turn can lead to.
    private static func forEachPosition(upTo mostPairs: Int, _ visit: (Position) -> Void) {
        for newCards in 0...2 * mostPairs {
            for unseen in max(0, newCards - mostPairs)...newCards / 2 {
                let singles = newCards - 2 * unseen
                for pairs in 0...mostPairs - singles - unseen where singles + pairs + unseen > 0 {
                    visit(Position(singles: singles, pairs: pairs, unseen: unseen))
                }
            }
        }
    }
}

extension OptimalPlay.Position {
    /// True if there are two known cards that differ.
    var mayPass: Bool { singles + pairs > 1 }
}
