public import Protocol

// How it works. A game is a value: no clock, no names, no connections. Whoever holds it says what happened, a flip
// or a clock that rang, and reads what is to be seen. Every input has an answer in every state:
//
//   table      input                   becomes
//   choosing   flip, first card        choosing, that card open
//              flip, a pair            choosing: the same seat under `again`, else the next; or over (cleared, turns)
//              flip, a mismatch        showing
//              turnRanOut              choosing, the next seat; or over (timeout, turns)
//   showing    turnBack                choosing, the next seat; or over (turns)
//   either     forfeit                 over (resigned, abandoned)
//   any        anything else           unchanged; a flip says why, a clock that rings too late says nothing
//
// Hidden faces leave through `visibleFaces` only: `deck` is private, and no other value made here holds a face.

/// The rules of one match of Memory, from the first flip to its end ("Rules of a match" in the protocol).
public struct Game: Equatable, Sendable {
    /// The rules that the match is played by.
    public let rules: Rules
    /// What lies open, and who is to do what.
    public private(set) var table: Table
    /// The cards that each seat has taken, in the order of taking; those of a pair are neighbours.
    public private(set) var taken: [[Int]]

    /// What each seat has done with its turns.
    private(set) var tallies: [Tally]
    private let deck: Deck
    /// For each card its face, as the deck has it, while it is open or taken; else ``CardFaces/faceDown``.
    private var shown: [UInt8]

    /// Lays out a match with every card face down.
    ///
    /// - Parameters:
    ///   - rules: what to play by.
    ///   - deck: as many cards as the rules say, of the rules' set; any other traps.
    ///   - seat: who flips first; one of the rules' seats.
    public init(rules: Rules, deck: Deck, starting seat: Int = 0) {
        precondition(deck.count == rules.cardCount && deck.set == rules.faces, "this deck is for other rules")
        precondition((0..<rules.seats).contains(seat), "no such seat")
        (self.rules, self.deck) = (rules, deck)
        table = .choosing(seat: seat, first: nil)
        taken = []
        for _ in 0..<rules.seats {
            taken.append([])
            taken[taken.count - 1].reserveCapacity(rules.cardCount)
        }
        tallies = Array(repeating: Tally(), count: rules.seats)
        shown = Array(repeating: CardFaces.faceDown, count: rules.cardCount)
    }

    // MARK: What happens

    /// A seat turns a card. The cost does not depend on the size of the board.
    ///
    /// - Parameters:
    ///   - card: counted row by row from the top left, from 0.
    ///   - seat: who turns it.
    /// - Throws: the first of `not_playing`, `showing`, `not_your_turn`, `no_such_card`, `card_face_up` that holds;
    ///   then nothing has changed.
    public mutating func flip(_ card: Int, by seat: Int) throws(Refusal) -> FlipOutcome {
        let first = try check(card, by: seat)
        shown[card] = deck.faces[card]
        guard let first else {
            table = .choosing(seat: seat, first: card)
            return .first
        }
        tallies[seat].timeoutsInARow = 0
        guard deck.isPair(first, card) else {
            tallies[seat].turnsUsed += 1
            tallies[seat].misses += 1
            table = .showing(seat: seat, first, card)
            return .mismatch
        }
        taken[seat].append(first)
        taken[seat].append(card)
        settlePair(of: seat)
        return .pair
    }

    /// Two cards that differ have been shown for long enough: they turn back and the turn passes.
    ///
    /// Does nothing unless the table is ``Table/showing(seat:_:_:)``.
    public mutating func turnBack() {
        guard case .showing(let seat, let first, let second) = table else { return }
        shown[first] = CardFaces.faceDown
        shown[second] = CardFaces.faceDown
        passTurn(from: seat)
    }

    /// The turn's clock ran out: an open card turns back, the turn is spent and passes, no miss is counted.
    ///
    /// A seat to which this happens ``timeoutsThatLose`` times in a row loses, even if no turns were left either.
    /// Does nothing unless the table is ``Table/choosing(seat:first:)``.
    public mutating func turnRanOut() {
        guard case .choosing(let seat, let first) = table else { return }
        if let first { shown[first] = CardFaces.faceDown }
        tallies[seat].turnsUsed += 1
        tallies[seat].timeoutsInARow += 1
        if tallies[seat].timeoutsInARow == Self.timeoutsThatLose {
            table = .over(Ending(winner: opponent(of: seat), reason: .timeout))
        } else {
            passTurn(from: seat)
        }
    }

    /// A seat gives the match up, whatever the score; does nothing when the match is over.
    ///
    /// - Parameters:
    ///   - seat: who does, one of the rules' seats; nil when every player is gone, and then nobody wins.
    ///   - forfeit: how.
    public mutating func forfeit(by seat: Int?, as forfeit: Forfeit) {
        precondition(seat.map((0..<rules.seats).contains) ?? true, "no such seat")
        guard !isOver else { return }
        table = .over(Ending(winner: seat.flatMap(opponent), reason: forfeit.reason))
    }

    // MARK: What faces are seen

    /// The face of every card that may be seen, in card order; nil for a card that lies face down.
    ///
    /// Seen are the cards that are open or taken, under `vanish` too, and all of them when the match is over.
    public func visibleFaces() -> CardFaces { CardFaces(set: deck.set, cards: isOver ? deck.faces : shown) }

    /// Writes ``visibleFaces()`` over those of another moment, or of another match.
    func copyVisibleFaces(to faces: inout CardFaces) { faces.show(isOver ? deck.faces : shown, of: deck.set) }

    /// The whole deck, for the record of the match; nil until it is over.
    public func revealedDeck() -> Deck? { isOver ? deck : nil }
}

// MARK: - The rules' own steps

extension Game {
    /// Checks a flip, in the order that the protocol gives ("Error codes"), and changes nothing.
    ///
    /// - Returns: the card that is open already in this turn.
    @inline(__always)
    private func check(_ card: Int, by seat: Int) throws(Refusal) -> Int? {
        switch table {
        case .over: throw .notPlaying("The match is over.")
        case .showing: throw .showing
        case .choosing(let turn, let first):
            guard turn == seat else { throw .notYourTurn }
            guard shown.indices.contains(card) else { throw .noSuchCard }
            guard shown[card] == CardFaces.faceDown else { throw .cardFaceUp }
            return first
        }
    }

    /// A seat has taken a pair: the match is over, the seat goes on, or its turn passes.
    ///
    /// Under `again` a pair spends no turn, not even the last one of the board.
    private mutating func settlePair(of seat: Int) {
        let isCleared = taken.reduce(0) { $0 + $1.count } == rules.cardCount
        if !rules.again { tallies[seat].turnsUsed += 1 }
        if isCleared {
            table = .over(Ending(winner: leader(soloWins: true), reason: .cleared))
        } else if rules.again {
            table = .choosing(seat: seat, first: nil)
        } else {
            passTurn(from: seat)
        }
    }

    /// A seat's turn is spent: the next seat that has turns flips, or the match is over when none has, or when it has
    /// gone on for so long that what is kept of it would fill the disk.
    private mutating func passTurn(from seat: Int) {
        let turns = tallies.reduce(0) { $0 + $1.turnsUsed }
        if turns < Limits.matchTurns,
            let next = Self.seat(after: seat, of: rules.seats, where: { turnsLeft(of: $0) != 0 })
        {
            table = .choosing(seat: next, first: nil)
        } else {
            table = .over(Ending(winner: leader(soloWins: false), reason: .turns))
        }
    }

    /// The seat that flips after another: the nearest in turn that still can, the other itself last; nil if none can.
    static func seat(after seat: Int, of seats: Int, where canFlip: (Int) -> Bool) -> Int? {
        (1...seats).lazy.map { (seat + $0) % seats }.first(where: canFlip)
    }

    /// The seat with the most points; nil if two have as many. A solo game's seat leads if `soloWins`.
    private func leader(soloWins: Bool) -> Int? {
        guard !rules.isSolo else { return soloWins ? 0 : nil }
        let (mine, theirs) = (score(of: 0), score(of: 1))
        return mine == theirs ? nil : mine > theirs ? 0 : 1
    }

    /// The other seat; nil in a solo game.
    private func opponent(of seat: Int) -> Int? { rules.isSolo ? nil : 1 - seat }
}
