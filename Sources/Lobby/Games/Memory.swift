public import Protocol

// How it works. A game is a value: no clock, no names, no connections. Whoever holds it says what happened, a move or
// a deadline that has come, and when. Every input has an answer in every state:
//
//   table      input                   becomes
//   choosing   flip, first card        choosing, that card open
//              flip, a pair            choosing: the same seat under `again`, else the next; or over (cleared, turns)
//              flip, a miss            showing, until the reveal is over
//              deadline: the turn's    choosing, the next seat; or over (timeout, turns)
//   showing    deadline: the reveal's  choosing, the next seat; or over (turns)
//   either     forfeit                 over (resigned, abandoned)
//   any        anything else           unchanged; a flip says why, the others change nothing
//
// During play faces leave through `faces` only, which holds those that are open or taken; `revealedDeck` is nil until the
// match is over.

/// The rules of Memory ("Rules of a match" in the protocol): a match from the first flip to its end.
public struct Memory: Equatable, Sendable {
    /// Consecutive turns that run out until the seat loses the match ("Rules of a match", `turnMs`).
    public static let timeoutsThatLose = 3

    /// The rules that the match is played by.
    public let rules: Rules
    /// What lies open, and who is to do what.
    public private(set) var table: Table
    /// The cards that each seat has taken, in the order of taking; those of a pair are neighbours.
    public private(set) var taken: [[Int]]
    /// When the turn, or the showing of two cards, is over; nil without a turn's clock, and at the end.
    public private(set) var deadline: Int?

    /// What each seat has done with its turns.
    private(set) var tallies: [Tally]
    private let deck: Deck
    /// The faces of the cards that are open or taken.
    private var shown: CardFaces

    /// What lies open that has not been taken, and who is to do what.
    public enum Table: Hashable, Sendable {
        /// A seat is to turn a card; `first` is the one that it has turned in this turn.
        case choosing(seat: Int, first: Int?)
        /// The seat has turned two cards that differ, in this order; nobody may flip until they are turned back.
        case showing(seat: Int, first: Int, second: Int)
        /// The match is over.
        case over(Ending)
    }

    /// What a seat has done with its turns; its pairs are counted by ``Memory/taken``.
    struct Tally: Equatable, Sendable {
        /// Turns that are spent.
        var turnsUsed = 0
        /// Turns that showed two cards that differ.
        var misses = 0
        /// Consecutive turns that ran out; a second card sets it to 0.
        var timeoutsInARow = 0
    }

    /// Lays out a match with every card face down.
    ///
    /// - Parameters:
    ///   - rules: what to play by.
    ///   - deck: as many cards as the rules say; any other traps.
    ///   - seat: who flips first; one of the rules' seats.
    public init(rules: Rules, deck: Deck, starting seat: Int = 0) {
        precondition(deck.count == rules.cardCount, "this deck is for other rules")
        precondition((0..<rules.seats).contains(seat), "no such seat")
        self.rules = rules
        self.deck = deck
        shown = deck.cards.allFaceDown
        table = .choosing(seat: seat, first: nil)
        taken = Array(repeating: [], count: rules.seats)
        tallies = Array(repeating: Tally(), count: rules.seats)
        deadline = turnEnd(from: 0)
    }

    // MARK: What happens

    /// A seat turns a card. The cost does not depend on the size of the board.
    ///
    /// - Returns: the flip with the index of its card, and a ``Change/flip(seat:card:)``, ``Change/pair(seat:first:second:)``
    ///   or ``Change/miss(seat:first:second:)``; whether it ended the match, ``table`` says.
    /// - Throws: the first of `not_playing`, `showing`, `not_your_turn`, `no_such_card`, `card_face_up` that holds;
    ///   then nothing has changed.
    public mutating func play(_ move: Move, by seat: Int, at time: Int) throws(Refusal) -> Game.Played {
        switch move {
        case .flip(let reference):
            let (card, first) = try check(reference, by: seat)
            return (.flip(.card(card)), flip(card, by: seat, after: first, at: time))
        }
    }

    private mutating func flip(_ card: Int, by seat: Int, after first: Int?, at time: Int) -> Change {
        shown.turnUp(card, as: deck.cards)
        guard let first else {
            table = .choosing(seat: seat, first: card)
            return .flip(seat: seat, card: card)
        }
        tallies[seat].timeoutsInARow = 0
        guard deck.cards.areAlike(first, card) else {
            tallies[seat].turnsUsed += 1
            tallies[seat].misses += 1
            table = .showing(seat: seat, first: first, second: card)
            deadline = time + rules.revealMilliseconds
            return .miss(seat: seat, first: first, second: card)
        }
        taken[seat].append(first)
        taken[seat].append(card)
        settlePair(of: seat, at: time)
        return .pair(seat: seat, first: first, second: card)
    }

    /// The deadline has come. Two cards that differ have been shown for long enough: they turn back and the turn passes.
    /// Or the turn has run out: an open card turns back, the turn is spent and passes, no miss is counted.
    ///
    /// A seat that runs out of time ``timeoutsThatLose`` times in a row loses, even if no turns were left either.
    ///
    /// - Returns: a ``Change/cover(seat:first:second:)`` or ``Change/timeout(seat:card:)``; nil if there was no deadline.
    public mutating func expire(at time: Int) -> Change? {
        guard deadline != nil else { return nil }
        switch table {
        case .showing(let seat, let first, let second):
            shown.turnDown(first)
            shown.turnDown(second)
            passTurn(from: seat, at: time)
            return .cover(seat: seat, first: first, second: second)
        case .choosing(let seat, let first):
            if let first { shown.turnDown(first) }
            tallies[seat].turnsUsed += 1
            tallies[seat].timeoutsInARow += 1
            if tallies[seat].timeoutsInARow == Self.timeoutsThatLose {
                end(.timeout, winner: opponent(of: seat))
            } else {
                passTurn(from: seat, at: time)
            }
            return .timeout(seat: seat, card: first)
        case .over: return nil
        }
    }

    /// A seat gives the match up, whatever the score; see ``Game/forfeit(by:as:)``.
    public mutating func forfeit(by seat: Int?, as forfeit: Game.Forfeit) -> Change? {
        precondition(seat.map((0..<rules.seats).contains) ?? true, "no such seat")
        guard ending == nil else { return nil }
        end(forfeit.reason, winner: seat.flatMap(opponent))
        return forfeit.change(by: seat)
    }
}

// MARK: - The rules' own steps

extension Memory {
    /// Checks a flip, in the order that the protocol gives ("Error codes"), and changes nothing.
    ///
    /// - Returns: the card, and the one that is open already in this turn.
    private func check(_ reference: CardReference, by seat: Int) throws(Refusal) -> (card: Int, first: Int?) {
        switch table {
        case .over: throw .notPlaying("The match is over.")
        case .showing: throw .showing
        case .choosing(let turn, let first):
            guard turn == seat else { throw .notYourTurn }
            guard let card = reference.card(rows: rules.rows, columns: rules.columns) else { throw .noSuchCard }
            guard shown.isDown(card) else { throw .cardFaceUp }
            return (card, first)
        }
    }

    /// A seat has taken a pair: the match is over, the seat goes on, or its turn passes.
    ///
    /// Under `again` a pair spends no turn, not even the last one of the board.
    private mutating func settlePair(of seat: Int, at time: Int) {
        if !rules.again { tallies[seat].turnsUsed += 1 }
        if takenCount == rules.cardCount {
            end(.cleared, winner: leader(soloWins: true))
        } else if rules.again {
            begin(turnOf: seat, at: time)
        } else {
            passTurn(from: seat, at: time)
        }
    }

    /// A seat's turn is spent: the next seat flips, or the match is over when that has no turns left, or when the match
    /// has gone on for so long that what is kept of it would fill the disk.
    private mutating func passTurn(from seat: Int, at time: Int) {
        let turns = tallies.reduce(0) { $0 + $1.turnsUsed }
        let next = (seat + 1) % rules.seats
        // Turns alternate strictly: where the next seat has none left, no seat has.
        if turns < Limits.matchTurns, turnsLeft(of: next) != 0 {
            begin(turnOf: next, at: time)
        } else {
            end(.turns, winner: leader(soloWins: false))
        }
    }

    private mutating func begin(turnOf seat: Int, at time: Int) {
        table = .choosing(seat: seat, first: nil)
        deadline = turnEnd(from: time)
    }

    private mutating func end(_ reason: Ending.Reason, winner: Int?) {
        table = .over(Ending(winner: winner, reason: reason))
        deadline = nil
    }

    private func turnEnd(from time: Int) -> Int? { rules.turnMilliseconds == 0 ? nil : time + rules.turnMilliseconds }

    /// The seat with the most points; nil if two have as many. A solo game's seat leads if `soloWins`.
    private func leader(soloWins: Bool) -> Int? {
        guard !rules.isSolo else { return soloWins ? 0 : nil }
        let (mine, theirs) = (score(of: 0), score(of: 1))
        return mine == theirs ? nil : mine > theirs ? 0 : 1
    }

    /// The other seat; nil in a solo game.
    private func opponent(of seat: Int) -> Int? { rules.isSolo ? nil : 1 - seat }

    private var takenCount: Int { taken.reduce(0) { $0 + $1.count } }
}

// MARK: - What everybody may know

extension Memory {
    /// The seat that is to flip; nil while two cards are shown, and when the match is over.
    public var turn: Int? {
        if case .choosing(let seat, _) = table { seat } else { nil }
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

    /// How the match ended; nil until it has.
    public var ending: Ending? {
        if case .over(let ending) = table { ending } else { nil }
    }

    /// Whether a seat is to flip, two cards are shown, or the match is over.
    public var phase: MatchState.Phase {
        switch table {
        case .choosing: .playing
        case .showing: .showing
        case .over: .over
        }
    }

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

    /// How much of the board is taken, as a part of a sentence.
    var progress: String { "\(takenCount / 2) of \(rules.pairCount) pairs taken" }

    /// The face of every card that may be seen, in card order; nil for a card that lies face down.
    ///
    /// Seen are the cards that are open or taken, under `vanish` too, and all of them when the match is over.
    public var faces: CardFaces { ending == nil ? shown : deck.cards }

    /// The whole deck; nil until the match is over.
    var revealedDeck: Deck? { ending == nil ? nil : deck }

    /// Fills in what a state shows of the game; see ``Game/show(in:at:)``.
    func show(in state: inout MatchState, at time: Int) {
        (state.phase, state.rows, state.columns) = (phase, rules.rows, rules.columns)
        (state.cards, state.turned, state.turn, state.matched) = (faces, turned, turn, rules.matched)
        state.turnEndsInMilliseconds = turn == nil ? nil : deadline.map { max(0, $0 - time) }
        for seat in state.seats.indices {
            state.seats[seat].score = score(of: seat)
            state.seats[seat].turnsLeft = turnsLeft(of: seat)
            state.seats[seat].taken = taken[seat]
        }
    }
}
