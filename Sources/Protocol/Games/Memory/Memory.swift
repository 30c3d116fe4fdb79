// How it works: A game is a value without a clock, names or connections. Its owner reports what happened (a move, or a
// deadline that has passed) and when. Every input is handled in every state:
//
//   table      input                   becomes
//   choosing   flip, first card        choosing, that card open
//              flip, a pair            choosing: the same seat under `again`, else the next; or over (cleared, turns)
//              flip, a miss            showing, until the reveal is over
//              deadline: the turn's    choosing, the next seat; or over (timeout, turns)
//   showing    deadline: the reveal's  choosing, the next seat; or over (turns)
//   either     forfeit                 over (resigned, abandoned)
//   any        anything else           unchanged; a flip throws the reason, the others do nothing
//
// During play, faces leave only through `faces`, which holds the cards that are open or taken; `revealedDeck` is nil
// until the match is over.

/// The rules of Memory ("Rules of a match" in the protocol), from the first flip to the end of the match.
public struct Memory: TableGame {
    /// Consecutive timed-out turns that lose the match ("Rules of a match", `turnMs`).
    public static let timeoutsThatLose = 3

    /// The rules of the match.
    public let rules: Rules
    /// The open cards, and whose turn it is.
    public private(set) var table: Table
    /// The cards each seat has taken, in order; the two cards of a pair are adjacent.
    public private(set) var taken: [[Int]]
    /// The time at which the turn or the reveal ends; nil without a turn clock and once the match is over.
    public private(set) var deadline: Int?

    /// The number of the current turn, or of the last one once the match is over; from 1.
    public private(set) var turnNumber = 1
    /// The number of flips made and of turns that timed out, together. It only grows, so each time a seat is to flip,
    /// the number is another, whatever the rules.
    public var ply: Int? { plies }
    private var plies = 0
    /// Each seat's turn counters.
    private(set) var tallies: [Tally]
    private let deck: Deck
    /// The faces of the cards that are open or taken.
    private var shown: CardFaces
    private var sightings: Sightings
    /// The recall of each seat.
    private var recalls: [Recall]

    /// The open cards that haven't been taken, and whose turn it is.
    public enum Table: Hashable, Sendable {
        /// A seat is to flip a card; `first` is the card it has already flipped this turn.
        case choosing(seat: Int, first: Int?)
        /// A seat has flipped two cards that differ, in this order; nobody may flip until they are turned back.
        case showing(seat: Int, first: Int, second: Int)
        /// The match is over.
        case over(Ending)
    }

    /// A seat's turn counters; its pairs are in ``Memory/taken``.
    struct Tally: Equatable, Sendable {
        var turnsUsed = 0
        /// Turns that revealed two cards that differ.
        var misses = 0
        /// Consecutive turns that timed out; a second flip resets it to 0.
        var timeoutsInARow = 0
    }

    /// Sets up a match with every card face down.
    ///
    /// - Parameters:
    ///   - rules: the rules to play by.
    ///   - deck: a deck with as many cards as the rules say; any other traps.
    ///   - seat: the seat that flips first; one of the rules' seats.
    public init(rules: Rules, deck: Deck, starting seat: Int = 0) {
        precondition(deck.count == rules.cardCount, "this deck does not fit the rules")
        precondition((0..<rules.seats).contains(seat), "no such seat")
        self.rules = rules
        self.deck = deck
        shown = deck.cards.allFaceDown
        table = .choosing(seat: seat, first: nil)
        taken = Array(repeating: [], count: rules.seats)
        tallies = Array(repeating: Tally(), count: rules.seats)
        sightings = Sightings(cards: deck.count)
        recalls = Array(repeating: Recall(), count: rules.seats)
        deadline = turnEnd(from: 0)
    }

    // MARK: Events

    /// Flips a card for a seat. The cost doesn't depend on the size of the board.
    ///
    /// - Returns: the flip, and a ``MemoryChange/flip(seat:card:)``,
    ///   ``MemoryChange/pair(seat:first:second:)`` or ``MemoryChange/miss(seat:first:second:)``. Read ``table`` to see
    ///   if it ended the match.
    /// - Throws: the first of `not_playing`, `showing`, `not_your_turn`, `no_such_card`, `card_face_up` that applies.
    ///   Nothing has changed then.
    public mutating func play(
        _ move: Move, by seat: Int, at time: Int, announcedIn version: Int
    ) throws(Refusal) -> Game.Played {
        guard case .flip(let reference) = move else {
            guard ending == nil else { throw .notPlaying("The match is over.") }
            throw .notPlaying("This is Memory; flip a card.")
        }
        let (card, first) = try check(reference, by: seat)
        return (.flip(card: card), .memory(flip(card, by: seat, after: first, at: time)))
    }

    private mutating func flip(_ card: Int, by seat: Int, after first: Int?, at time: Int) -> MemoryChange {
        shown.turnUp(card, as: deck.cards)
        plies += 1
        guard let first else {
            sightings.showFirst(card, deck.cards)
            table = .choosing(seat: seat, first: card)
            return .flip(seat: seat, card: card)
        }
        tallies[seat].timeoutsInARow = 0
        let isPair = deck.cards.areAlike(first, card)
        sightings.showSecond(card, takenWith: isPair ? first : nil, in: &recalls[seat])
        guard isPair else {
            tallies[seat].turnsUsed += 1
            tallies[seat].misses += 1
            table = .showing(seat: seat, first: first, second: card)
            deadline = time + rules.revealMilliseconds
            return .miss(seat: seat, first: first, second: card)
        }
        taken[seat].append(first)
        taken[seat].append(card)
        finishPair(of: seat, at: time)
        return .pair(seat: seat, first: first, second: card)
    }

    /// Handles the deadline. If two cards that differ were shown, they turn back and the turn passes. Otherwise the
    /// turn timed out: an open card turns back, and the turn counts as used and passes, without counting as a miss.
    ///
    /// A seat that times out ``timeoutsThatLose`` times in a row loses, even if no turns were left.
    ///
    /// - Returns: a ``MemoryChange/cover(seat:first:second:)`` or ``MemoryChange/timeout(seat:card:)``; nil without a
    ///   deadline.
    public mutating func expire(at time: Int, announcedIn version: Int) -> Change? {
        guard deadline != nil else { return nil }
        switch table {
        case .showing(let seat, let first, let second):
            shown.turnDown(first)
            shown.turnDown(second)
            passTurn(from: seat, at: time)
            return .memory(.cover(seat: seat, first: first, second: second))
        case .choosing(let seat, let first):
            if let first { shown.turnDown(first) }
            plies += 1
            tallies[seat].turnsUsed += 1
            tallies[seat].timeoutsInARow += 1
            if tallies[seat].timeoutsInARow == Self.timeoutsThatLose {
                end(.timeout, winner: opponent(of: seat))
            } else {
                passTurn(from: seat, at: time)
            }
            return .memory(.timeout(seat: seat, card: first))
        case .over: return nil
        }
    }
}

// MARK: - Internal steps

extension Memory {
    /// Checks a flip in the order given by the protocol ("Error codes"). Changes nothing.
    ///
    /// - Returns: the card, and the card already open in this turn.
    private func check(_ reference: CardReference, by seat: Int) throws(Refusal) -> (card: Int, first: Int?) {
        switch table {
        case .over: throw .notPlaying("The match is over.")
        case .showing: throw .showing
        case .choosing(let turn, let first):
            guard turn == seat else { throw .notYourTurn }
            guard let card = reference.card(rows: rules.rows, columns: rules.columns) else { throw .noSuchCard }
            guard shown.isDown(card) else {
                throw .cardFaceUp(Coordinate(card: card, columns: rules.columns), isTaken: card != first)
            }
            return (card, first)
        }
    }

    /// Finishes a pair that a seat has taken: the match is over, the seat continues, or its turn passes.
    ///
    /// Under `again`, a pair uses no turn, not even the last pair on the board.
    private mutating func finishPair(of seat: Int, at time: Int) {
        if !rules.again { tallies[seat].turnsUsed += 1 }
        if takenCount == rules.cardCount {
            end(.cleared, winner: leader(soloWins: true))
        } else if rules.again {
            begin(turnOf: seat, at: time)
        } else {
            passTurn(from: seat, at: time)
        }
    }

    /// Ends a seat's turn: the next seat flips, or the match is over if that seat has no turns left, or if the match
    /// has gone on for so long that storing it would fill the disk.
    private mutating func passTurn(from seat: Int, at time: Int) {
        let turns = tallies.reduce(0) { $0 + $1.turnsUsed }
        let next = (seat + 1) % rules.seats
        // Turns alternate strictly: if the next seat has none left, no seat has.
        if turns < Limits.matchTurns, turnsLeft(of: next) != 0 {
            turnNumber += 1
            begin(turnOf: next, at: time)
        } else {
            end(.turns, winner: leader(soloWins: false))
        }
    }

    private mutating func begin(turnOf seat: Int, at time: Int) {
        sightings.beginTurn(deck.cards)
        table = .choosing(seat: seat, first: nil)
        deadline = turnEnd(from: time)
    }

    mutating func end(_ reason: Ending.Reason, winner: Int?) {
        table = .over(Ending(winner: winner, reason: reason))
        deadline = nil
    }

    private func turnEnd(from time: Int) -> Int? { rules.turnMilliseconds == 0 ? nil : time + rules.turnMilliseconds }

    private var takenCount: Int { taken.reduce(0) { $0 + $1.count } }
}

// MARK: - Public knowledge

extension Memory {
    /// The seat whose turn it is to flip; nil during a reveal and once the match is over.
    public var turn: Int? {
        if case .choosing(let seat, _) = table { seat } else { nil }
    }

    /// The seat that flips or whose two cards are shown; nil once the match is over.
    public var active: Int? {
        switch table {
        case .choosing(let seat, _), .showing(let seat, _, _): seat
        case .over: nil
        }
    }

    /// The cards flipped this turn that are still open, in order: at most two.
    ///
    /// Empty after a pair, whose cards are then the last two in ``taken``, and once the match is over.
    public var turned: [Int] {
        switch table {
        case .choosing(_, let first?): [first]
        case .showing(_, let first, let second): [first, second]
        case .choosing(_, nil), .over: []
        }
    }

    /// The result of the match; nil while it isn't over.
    public var ending: Ending? {
        if case .over(let ending) = table { ending } else { nil }
    }

    /// The phase: a seat is to flip, two cards are shown, or the match is over.
    public var phase: MatchState.Phase {
        switch table {
        case .choosing: .playing
        case .showing: .showing
        case .over: .over
        }
    }

    /// Returns the score of a seat ("Rules of a match", `scoring`).
    ///
    /// - Parameter seat: one of the rules' seats; any other traps, here and below.
    /// - Returns: one point per pair; or 200 per pair minus 100 per miss, which may be negative.
    public func score(of seat: Int) -> Int {
        let pairs = taken[seat].count / 2
        switch rules.scoring {
        case .pairs: return pairs
        case .points: return 200 * pairs - 100 * misses(of: seat)
        }
    }

    /// Returns the number of turns in which a seat revealed two cards that differ; a timed-out turn is not a miss.
    public func misses(of seat: Int) -> Int { tallies[seat].misses }

    /// Returns the number of turns a seat has used; under `again`, a pair uses none.
    public func turnsUsed(of seat: Int) -> Int { tallies[seat].turnsUsed }

    /// Returns the number of turns a seat has left, 0 or more, including the current one; nil without a limit.
    public func turnsLeft(of seat: Int) -> Int? { rules.turns == 0 ? nil : rules.turns - tallies[seat].turnsUsed }

    /// The recall of each seat; nil until the match is over.
    public var recall: [Recall]? { ending == nil ? nil : recalls }

    /// The progress as part of a sentence.
    public var progress: String { "\(takenCount / 2) of \(rules.pairCount) pairs found" }

    /// The face of every visible card, in card order; nil for a card that is face down.
    ///
    /// Cards that are open or taken are visible, even under `vanish`, and all cards are once the match is over.
    public var faces: CardFaces { ending == nil ? shown : deck.cards }

    /// The whole deck; nil until the match is over.
    public var revealedDeck: Deck? { ending == nil ? nil : deck }
}
