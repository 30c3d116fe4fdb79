/// A computer player of Set, which finds sets as people do.
///
/// Each set on the table is found after a time of its own: an exponential distribution, whose mean grows with the
/// number of features in which the cards differ, and with the number of cards to look at. The one found first is
/// claimed. (Jacob and Hochstein, "Set recognition as a window to perceptual and cognitive processes", Perception &
/// Psychophysics 70, 2008, found that people see sets of similar cards sooner.) It never claims wrongly.
struct SetHouse: HousePlayer, Equatable {
    private let seat: Int
    private let pace: Pace
    /// The next action, and its time; nil before it has seen a table.
    private var plan: Plan?

    /// The speed at which a player finds sets.
    struct Pace: Equatable, Sendable {
        /// Milliseconds that a player takes on average for a set, of a table of twelve cards.
        let perSet: Double
        /// Milliseconds after which a player asks for more cards if there is no set.
        let patience: Double

        /// Creates the pace of a player who takes this many seconds on average for a set.
        init(secondsPerSet: Double) {
            perSet = secondsPerSet * 1000
            patience = 1.5 * secondsPerSet * 1000
        }
    }

    private struct Plan: Equatable, Sendable {
        /// The table that it looked at, which tells whether it has to look again.
        let table: CardFaces
        /// The move; nil if there is nothing more to do on this table.
        var move: SetMove?
        let time: Int
    }

    /// Creates a player who has seen nothing; see ``TableGame/house(level:seat:rules:seed:)``. `houseMs` of the rules
    /// scales its pace, which is the usual one at the default.
    init(level: HouseLevel, seat: Int, rules: Rules) {
        let scale = Double(rules.houseMilliseconds) / Double(rules.comparable.houseMilliseconds)
        self.init(seat: seat, pace: Pace(secondsPerSet: level.secondsPerSet * scale))
    }

    /// Creates a player with a pace of its own.
    init(seat: Int, pace: Pace) { (self.seat, self.pace) = (seat, pace) }

    /// Returns the time of its next move; see ``HousePlayer/nextMove(after:at:using:)``.
    mutating func nextMove(
        after state: MatchState, at time: Int, using random: inout some RandomNumberGenerator
    ) -> Int? {
        guard state.phase == .playing, let set = state.set, set.seats.indices.contains(seat) else { return nil }
        // As long as the cards stay, it goes on looking: nobody can put it off.
        if plan?.table != state.cards {
            let (move, after) = find(in: state.cards, deckLeft: set.deckLeft, using: &random)
            plan = Plan(table: state.cards, move: move, time: time + Int(after))
        }
        guard let plan, let move = plan.move, move != .more || !set.seats[seat].asksForMore else { return nil }
        return max(time, plan.time, time + set.seats[seat].blockedMilliseconds)
    }

    /// Returns the move that it has planned; nil if it has none for this table.
    mutating func move(in state: MatchState, using random: inout some RandomNumberGenerator) -> Move? {
        guard state.phase == .playing, plan?.table == state.cards else { return nil }
        defer { plan?.move = nil }
        return (plan?.move).map { .set($0) }
    }

    /// Looks for a set, or finds that there is none.
    ///
    /// - Returns: the move, and the milliseconds after which it makes it.
    private func find(
        in faces: CardFaces, deckLeft: Int, using random: inout some RandomNumberGenerator
    ) -> (move: SetMove?, after: Double) {
        let table = faces.compactMap { $0.flatMap { SetCard($0) } }
        var first: (places: [Int], after: Double)?
        for places in SetCard.sets(in: table) {
            let differences = table[places[0]].differences(from: table[places[1]])
            let after = pace.mean(differences: differences, cards: table.count) * Self.exponential(using: &random)
            if after < first?.after ?? .infinity { first = (places, after) }
        }
        if let first { return (SetPlaces(first.places).map { .take($0) }, first.after) }
        return (deckLeft > 0 ? .more : nil, pace.patience * Double.random(in: 2.0 / 3...4.0 / 3, using: &random))
    }

    /// Returns a number with an exponential distribution of mean 1, by von Neumann's method, which needs no logarithm.
    private static func exponential(using random: inout some RandomNumberGenerator) -> Double {
        var whole = 0.0
        while true {
            let first = Double.random(in: 0..<1, using: &random)
            var (last, count) = (first, 1)
            while true {
                let next = Double.random(in: 0..<1, using: &random)
                guard next < last else { break }
                (last, count) = (next, count + 1)
            }
            if !count.isMultiple(of: 2) { return whole + first }
            whole += 1
        }
    }
}

extension SetHouse.Pace {
    /// Returns the milliseconds after which a set is found, on average, by a player who looks for no other.
    fileprivate func mean(differences: Int, cards: Int) -> Double {
        let size = Double(cards) / Double(SetGame.tableCount)
        return perSet * Self.effort[differences - 1] * size * size
    }

    /// The time that one set takes, as a multiple of that of an average set of a whole game, by the number of features
    /// that differ: most tables have two or three sets, of which the first one found counts. A test measures what comes
    /// of it.
    private static let effort = [0.82, 1.3, 1.97, 2.88]
}

extension HouseLevel {
    /// The seconds that a player of this strength takes for a set, of twelve cards. A beginner takes about 25.
    fileprivate var secondsPerSet: Double {
        switch self {
        case .novice: 45
        case .steady: 14
        case .perfect: 0.5
        }
    }
}
