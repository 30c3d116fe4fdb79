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

    /// Returns the milliseconds that it thinks before its next flip, which depend on whether it knows the card; nil if
    /// it isn't its turn to flip. They are never so many that two flips could outlast the turn's clock.
    func thinkingTime(in state: MatchState, using random: inout some RandomNumberGenerator) -> Int? {
        guard isToFlip(in: state) else { return nil }
        let table = RememberedTable(memory, in: state)
        let isSure = choice(of: table, in: state) == .pair || table.faceDown.count == 1
        let share = level.hesitation.share(isSecond: table.open != nil, isSure: isSure, using: &random)
        let time = Int((Double(rules.houseMilliseconds) * share).rounded())
        return rules.turnMilliseconds == 0 ? time : min(time, rules.turnMilliseconds / 3)
    }

    mutating func nextMove(
        after state: MatchState, at time: Int, using random: inout some RandomNumberGenerator
    ) -> Int? {
        see(state)
        return thinkingTime(in: state, using: &random).map { time + $0 }
    }

    /// Looks at the newest state and chooses a flip.
    ///
    /// - Parameter random: chooses among cards that are equally good.
    /// - Returns: a legal flip; nil if it isn't this player's turn to flip.
    mutating func move(in state: MatchState, using random: inout some RandomNumberGenerator) -> Move? {
        see(state)
        guard isToFlip(in: state) else { return nil }
        let table = RememberedTable(memory, in: state)
        let card = table.card(choice(of: table, in: state), using: &random)
        return (card ?? table.faceDown.randomElement(using: &random)).map { .flip(.card($0)) }
    }

    private func isToFlip(in state: MatchState) -> Bool {
        state.turn == seat && state.cards.count == rules.cardCount
    }

    /// Returns the kind of card that it flips next. Chance has no part in it, so it can be asked before the house
    /// begins to think, and again when it flips.
    private func choice(of table: RememberedTable, in state: MatchState) -> OptimalPlay.Choice {
        playsToWin ? bestChoice(of: table, in: state) : table.plainChoice
    }

    /// True if it plays the optimal strategy for two players. Alone, plain play with a perfect memory takes the fewest
    /// turns, and so has the fewest misses (Velleman and Warrington, "What to expect in a game of memory", American
    /// Mathematical Monthly 120, 2013).
    private var playsToWin: Bool { level == .perfect && !rules.isSolo }

    private func bestChoice(of table: RememberedTable, in state: MatchState) -> OptimalPlay.Choice {
        let play = OptimalPlay.under(rules)
        let position = table.position
        let turns = play.horizon(for: position, turnsLeft: turnsLeft(in: state))
        let mayPass = turns != nil || rounds.mayPass(progress: progress(in: state))
        guard let open = table.open else { return play.first(in: position, turns: turns, mayPass: mayPass) }
        let openWasKnown = !memory.isNew(open.card)
        return play.second(after: table.openKind, in: position, turns: turns, mayUseOldCard: mayPass || !openWasKnown)
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
    /// Under `classic`, a player who remembers the last six cards seen, taken ones included, loses to `novice` in 18 of
    /// 100 matches, to `steady` in 98. `perfect` wins about four out of five decided matches against `steady`, and
    /// `steady` all but a few in a thousand against `novice`.
    fileprivate var halfLife: Double? {
        switch self {
        case .novice: 1.3
        case .steady: 46
        case .perfect: nil
        }
    }
}

/// The differences between a player's pauses, as shares of the rules' time.
///
/// A pause tells others what a person's pause would: whether the player seems to know the next card.
private struct Hesitation {
    /// The mean pause before the first and before the second card of a turn, if it knows that they are a pair.
    let sure: (first: Double, second: Double)
    /// The same if it doesn't.
    let unsure: (first: Double, second: Double)
    /// By what share a pause may be shorter or longer than its mean.
    let spread: Double

    /// Returns the share of a single pause.
    func share(isSecond: Bool, isSure: Bool, using random: inout some RandomNumberGenerator) -> Double {
        let means = isSure ? sure : unsure
        return (isSecond ? means.second : means.first) * Double.random(in: 1 - spread...1 + spread, using: &random)
    }
}

extension HouseLevel {
    /// The better the memory, the steadier the pace. Chosen so that over a match of `classic`, the pauses are as long
    /// as the rules say on average.
    fileprivate var hesitation: Hesitation {
        switch self {
        case .novice: Hesitation(sure: (0.65, 0.5), unsure: (0.85, 1.35), spread: 0.4)
        case .steady: Hesitation(sure: (0.9, 0.8), unsure: (1.05, 1.3), spread: 0.3)
        case .perfect: Hesitation(sure: (0.95, 0.85), unsure: (1.05, 1.2), spread: 0.2)
        }
    }
}

/// A player's last two turns, so that two perfect players don't pass for ever.
///
/// If neither player wants to turn a new card, both pass. If a whole round has changed nothing, the player who
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
