extension Game {
    /// How often in a row a seat's clock runs out until the match is lost ("Rules of a match", `turnMs`).
    public static let timeoutsThatLose = 3

    /// What lies open that has not been taken, and who is to do what.
    public enum Table: Hashable, Sendable {
        /// A seat is to turn a card; `first` is the one that it has turned in this turn.
        case choosing(seat: Int, first: Int?)
        /// The seat has turned two cards that differ, in this order; nobody may flip until they are turned back.
        case showing(seat: Int, Int, Int)
        /// The match is over.
        case over(Ending)
    }

    /// How a match ends before its board does.
    public enum Forfeit: CaseIterable, Sendable {
        /// A seat gave up.
        case resigned
        /// A gone player's seat was kept for long enough.
        case abandoned

        /// The reason that the ending gives.
        var reason: Ending.Reason {
            switch self {
            case .resigned: .resigned
            case .abandoned: .abandoned
            }
        }
    }

    /// What a seat has done with its turns; its pairs are counted by ``Game/taken``.
    struct Tally: Equatable, Sendable {
        /// Turns that are spent.
        var turnsUsed = 0
        /// Turns that showed two cards that differ.
        var misses = 0
        /// Turns since its last second card, all of which ran out.
        var timeoutsInARow = 0
    }
}
