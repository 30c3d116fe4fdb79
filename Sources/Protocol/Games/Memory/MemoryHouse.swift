/// A computer player of Memory, which answers with flips. A player that has missed states knows less, but still plays.
struct MemoryHouse: HousePlayer, Equatable {
    private let level: HouseLevel
    private let seat: Int
    private let rules: Rules
    private var memory: CardMemory
    private var rounds = Rounds()

    /// Creates a player who has seen nothing.
    ///
    /// - Parameters:
    ///   - level: the strength.
    ///   - seat: the seat to play, one of the rules' seats.
    ///   - rules: the rules of the match, which clients know too.
    ///   - seed: decides which cards are forgotten when; `perfect` forgets nothing.
    init(level: HouseLevel, seat: Int, rules: Rules, seed: UInt64) {
        (self.level, self.seat, self.rules) = (level, seat, rules)
        memory = CardMemory(cardCount: rules.cardCount, halfLife: level.halfLife, seed: seed)
    }

    mutating func see(_ state: MatchState) {
        guard state.cards.count == rules.cardCount, state.result == nil, state.phase != .over else { return }
        memory.see(state.cards)
        guard state.active == seat else { return }
        rounds.begin(turn: state.turnNumber, progress: progress(in: state))
    }

    /// Returns the milliseconds that it thinks before its next flip: two thirds to four thirds of the rules' time, but
    /// never so long that two flips could outlast the turn's clock. Nil if it isn't its turn to flip.
    func thinkingTime(in state: MatchState, using random: inout some RandomNumberGenerator) -> Int? {
        guard state.turn == seat else { return nil }
        let mean = rules.houseMilliseconds
        let time = Int.random(in: mean * 2 / 3...mean * 4 / 3, using: &random)
        return rules.turnMilliseconds == 0 ? time : min(time, rules.turnMilliseconds / 3)
    }

    mutating func nextMove(
        after state: MatchState, at time: Int, using random: inout some RandomNumberGenerator
    ) -> Int? {
        thinkingTime(in: state, using: &random).map { time + $0 }
    }

    /// Looks at the newest state and chooses a flip.
    ///
    /// - Parameter random: chooses among cards that are equally good.
    /// - Returns: a legal flip; nil if it isn't this player's turn to flip.
    mutating func move(in state: MatchState, using random: inout some RandomNumberGenerator) -> Move? {
        see(state)
        guard state.turn == seat, state.cards.count == rules.cardCount else { return nil }
        let table = RememberedTable(memory, in: state)
        let card = playsToWin ? bestCard(of: table, in: state, using: &random) : table.plainCard(using: &random)
        return (card ?? table.faceDown.randomElement(using: &random)).map { .flip(.card($0)) }
    }

    /// True if it plays the optimal strategy for two players. Alone, plain play with a perfect memory takes the fewest
    /// turns, and so has the fewest misses (Velleman and Warrington, "What to expect in a game of memory", American
    /// Mathematical Monthly 120, 2013).
    private var playsToWin: Bool { level == .perfect && !rules.isSolo }

    private func bestCard(
        of table: RememberedTable, in state: MatchState, using random: inout some RandomNumberGenerator
    ) -> Int? {
        let play = OptimalPlay.under(rules)
        let position = table.position
        let turns = play.horizon(for: position, turnsLeft: turnsLeft(in: state))
        let mayPass = turns != nil || rounds.mayPass(progress: progress(in: state))
        guard let open = table.open else {
            let choice = play.first(in: position, turns: turns, mayPass: mayPass)
            return table.first(choice, using: &random)
        }
        let openWasKnown = !memory.isNew(open.card)
        let choice = play.second(
            after: table.openKind, in: position, turns: turns, mayUseOldCard: mayPass || !openWasKnown)
        return table.second(choice, using: &random)
    }

    /// The turns that all seats have left; nil without a limit.
    private func turnsLeft(in state: MatchState) -> Int? {
        let left = state.seats.compactMap(\.turnsLeft)
        return left.count == state.seats.count ? left.reduce(0, +) : nil
    }

    /// A number that grows with every card that is seen for the first time or taken.
    private func progress(in state: MatchState) -> Int {
        memory.seenCount + state.seats.reduce(0) { $0 + $1.taken.count }
    }
}

extension HouseLevel {
    /// The number of flips after which half of what was seen is forgotten; nil if nothing ever is.
    ///
    /// Chosen so that under `classic` each level wins about four out of five decided matches against the level below.
    fileprivate var halfLife: Double? {
        switch self {
        case .novice: 13
        case .steady: 46
        case .perfect: nil
        }
    }
}

/// A player's last two turns, so that two perfect players don't pass for ever.
///
/// Where neither player wants to turn a new card, both pass. If a whole round has changed nothing, the player who
/// passed first turns a new card.
private struct Rounds: Equatable, Sendable {
    private var turn = 0
    private var progressNow = -1
    private var progressBefore = -1

    /// Notes a turn of the player; does nothing if it is the turn that was noted last.
    mutating func begin(turn: Int, progress: Int) {
        guard turn != self.turn else { return }
        (self.turn, progressBefore, progressNow) = (turn, progressNow, progress)
    }

    /// Returns true unless nothing has changed since the player's last turn began.
    func mayPass(progress: Int) -> Bool { progress != progressBefore }
}
