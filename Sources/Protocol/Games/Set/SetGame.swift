// How it works: The deck's first twelve cards are on the table, each in a place of its own. Every input is handled in
// every state:
//
//   table      input                    becomes
//   in play    take, right              in play: three new cards take their places, or the table closes up;
//                                       or over (cleared)
//              take, wrong              in play: that seat is blocked for a moment
//              more, alone              in play: three more cards; or over (cleared)
//              more, first of two       in play: the request is shown
//              more, again by the first unchanged; throws
//              more, second of two      in play: three more cards, no request; or over (cleared)
//              shuffle, alone           in play: the same cards in other places
//              deadline: the request's  as `more, second of two`
//              deadline: the idle one   over (idle)
//   either     forfeit                  over (resigned, abandoned)
//   any        anything else            unchanged; a move throws the reason, the others do nothing
//
// The cards that haven't been dealt are in `stock`; nothing shows them before the match is over.

/// The rules of Set ("Set" in the protocol), from the first deal to the end of the match.
public struct SetGame: TableGame {
    /// Points that a wrong claim costs, and in a solo game, asking for more cards although there is a set.
    public static let penaltyPoints = 1
    /// Milliseconds for which a wrong claim blocks its player.
    public static let blockMilliseconds = 3_000
    /// Milliseconds without a set after which one player's request for more cards is granted.
    public static let askingMilliseconds = 5_000
    /// Cards on the table at first, and below which it is filled up.
    public static let tableCount = 12

    /// The rules of the match.
    public let rules: Rules
    /// The cards on the table, by their places.
    public private(set) var table: [SetCard]
    /// The result of the match; nil while it isn't over.
    public private(set) var ending: Ending?

    private let deck: Deck
    /// The cards that haven't been dealt, the next one last.
    private var stock: [SetCard]
    private var tallies: [Tally]
    /// The time of the last move.
    private var touchedAt = 0
    /// The request for more cards that the other player has not joined yet, if any.
    private var request: Request?
    /// Moves made.
    private var moves = 0
    private var placeVersions = PlaceVersions(count: tableCount)
    private var recentTables = RecentTables()

    /// A seat's score.
    private struct Tally: Equatable, Sendable {
        var sets = 0
        /// Points lost: wrong claims, and cards asked for although there was a set.
        var losses = 0
        /// Claims made, right or wrong.
        var claims = 0
        /// The version of the match that announced the last of them; 0 if there is none.
        var claimedIn = 0
        /// The time until which it can't claim.
        var blockedUntil = 0
    }

    private struct Request: Equatable, Sendable {
        let seat: Int
        /// The time at which it is granted.
        var end: Int
    }

    /// Deals the first cards.
    ///
    /// - Parameters:
    ///   - rules: the rules to play by.
    ///   - deck: the deck, in the order in which it is dealt; any that is not a deck of Set traps.
    ///   - seat: ignored, since nobody begins.
    public init(rules: Rules, deck: Deck, starting seat: Int = 0) {
        let cards = deck.faces.compactMap { SetCard($0) }
        precondition(cards.count == SetCard.count && rules.game == .set, "this deck does not fit the rules")
        (self.rules, self.deck) = (rules, deck)
        table = Array(cards.prefix(Self.tableCount))
        stock = cards.dropFirst(Self.tableCount).reversed()
        tallies = Array(repeating: Tally(), count: rules.seats)
    }

    // MARK: Events

    /// Makes a move for a seat.
    ///
    /// - Parameters:
    ///   - move: a ``SetMove``.
    ///   - seat: one of the rules' seats.
    ///   - time: the game's time.
    ///   - version: the version of the match that will announce the move.
    /// - Returns: the move that was made, and a ``SetChange``.
    /// - Throws: the first of `not_playing`, `blocked`, `no_such_card`, `deck_empty` that applies. Nothing has changed
    ///   then.
    public mutating func play(
        _ move: Move, by seat: Int, at time: Int, announcedIn version: Int
    ) throws(Refusal) -> Game.Played {
        guard ending == nil else { throw .notPlaying("The match is over.") }
        guard case .set(let move) = move else { throw .notPlaying("This is Set; there is nothing to flip.") }
        let before = table
        let (made, change) =
            switch move {
            case .take(let places): try take(places, by: seat, at: time, announcedIn: version)
            case .more: try askForMore(by: seat, at: time)
            case .shuffle: try shuffle(by: seat)
            }
        moves += 1
        touchedAt = time
        tableChanged(from: before, in: version, at: time, isShuffled: move == .shuffle)
        return (.set(made), .set(change))
    }

    private typealias Played = (made: MadeSetMove, change: SetChange)

    private mutating func take(
        _ named: SetPlaces, by seat: Int, at time: Int, announcedIn version: Int
    ) throws(Refusal) -> Played {
        let blocked = blockedMilliseconds(of: seat, at: time)
        guard blocked == 0 else { throw .blocked(milliseconds: blocked) }
        let (places, cards) = (named.all, named.all.compactMap(card))
        guard let claim = SetClaim(named, cards: cards) else { throw .noSuchCard }
        tallies[seat].claims += 1
        tallies[seat].claimedIn = version
        guard SetCard.areSet(cards[0], cards[1], cards[2]) else {
            tallies[seat].losses += Self.penaltyPoints
            tallies[seat].blockedUntil = time + Self.blockMilliseconds
            let penalty = SetPenalty(
                points: Self.penaltyPoints, fault: SetCard.fault(cards[0], cards[1], cards[2]))
            return (.wrong(claim), .wrong(seat: seat, claim, penalty))
        }
        tallies[seat].sets += 1
        request?.end = time + Self.askingMilliseconds
        replace(places)
        return (.set(claim), .set(seat: seat, claim))
    }

    private mutating func askForMore(by seat: Int, at time: Int) throws(Refusal) -> Played {
        guard !stock.isEmpty else { throw .deckEmpty }
        var penalty = SetPenalty()
        if rules.isSolo {
            if let missed = SetCard.firstSet(in: table) {
                tallies[seat].losses += Self.penaltyPoints
                penalty = SetPenalty(points: Self.penaltyPoints, missed: SetPlaces(missed))
            }
        } else if request == nil {
            request = Request(seat: seat, end: time + Self.askingMilliseconds)
            return (.asked, .asked(seat: seat))
        } else if let request, request.seat == seat, time < request.end {
            throw .notPlaying("You have asked for three more cards already.")
        }
        dealThree()
        return (.more, .more(seat: seat, penalty))
    }

    private mutating func shuffle(by seat: Int) throws(Refusal) -> Played {
        guard rules.isSolo else { throw .notPlaying("Only a solo player's table can be shuffled.") }
        // The order follows from the number of moves, so that replaying a record gives the same one; PROTOCOL.md
        // says how. The numbers come from a Lehmer generator with multiplier 48271 and modulus 2^31 - 1.
        var number = moves + 1
        for place in table.indices.reversed().dropLast() {
            number = number * 48_271 % 2_147_483_647
            table.swapAt(place, number % (place + 1))
        }
        return (.shuffle, .shuffle(seat: seat))
    }

    /// Handles the deadline: grants a request for more cards, or ends an idle match.
    ///
    /// - Parameters:
    ///   - time: the game's time.
    ///   - version: the version of the match that will announce the change.
    /// - Returns: a ``SetChange/more(seat:_:)`` or ``SetChange/idle``; nil without a deadline.
    public mutating func expire(at time: Int, announcedIn version: Int) -> Change? {
        guard ending == nil else { return nil }
        guard let request, request.end <= idleEnd else {
            end(.idle, winner: leader(soloWins: false))
            return .set(.idle)
        }
        let before = table
        dealThree()
        tableChanged(from: before, in: version, at: time)
        return .set(.more(seat: request.seat))
    }
}

// MARK: - Internal steps

extension SetGame {
    /// Removes the cards in three places. New ones take their places, the lowest first, while the deck lasts and the
    /// table has no more than twelve; else the table closes up: from the highest place down, its last card moves there.
    private mutating func replace(_ places: [Int]) {
        if table.count <= Self.tableCount, !stock.isEmpty {
            for place in places.sorted() { table[place] = stock.removeLast() }
        } else {
            for place in places.sorted(by: >) {
                table.swapAt(place, table.count - 1)
                table.removeLast()
            }
        }
        if stock.isEmpty { request = nil }
    }

    private mutating func dealThree() {
        request = nil
        table += stock.suffix(3).reversed()
        stock.removeLast(3)
    }

    /// Notes which places have changed, and ends the match if nothing is left to do. After a shuffle, every place counts
    /// as changed, though a card may have come back to its own.
    private mutating func tableChanged(
        from before: [SetCard], in version: Int, at time: Int, isShuffled: Bool = false
    ) {
        placeVersions.note(from: isShuffled ? [] : before, to: table, in: version)
        if before != table { recentTables.note(before, until: time) }
        if stock.isEmpty, SetCard.firstSet(in: table) == nil {
            end(.cleared, winner: leader(soloWins: true))
        } else if moves >= Limits.matchTurns {
            end(.turns, winner: leader(soloWins: false))
        }
    }

    private func card(in place: Int) -> SetCard? { table.indices.contains(place) ? table[place] : nil }

    mutating func end(_ reason: Ending.Reason, winner: Int?) {
        ending = Ending(winner: winner, reason: reason)
        request = nil
    }

    /// The time at which the idle clock ends the match.
    var idleEnd: Int { touchedAt + rules.idleMilliseconds }
}

// MARK: - Public knowledge

extension SetGame {
    /// The time at which a request for more cards is granted or the idle clock ends the match; nil once the match is
    /// over.
    public var deadline: Int? { ending == nil ? min(idleEnd, request?.end ?? idleEnd) : nil }

    /// Nobody: it is never anybody's turn.
    public var active: Int? { nil }
    /// 0, since there are no turns.
    public var turnNumber: Int { 0 }
    /// Nil, since nobody flips.
    public var ply: Int? { nil }
    /// In play, or over.
    public var phase: MatchState.Phase { ending == nil ? .playing : .over }

    /// Returns the score of a seat: sets found, less a point for each wrong claim and, in a solo game, each time that
    /// cards were asked for although there was a set. It may be negative.
    public func score(of seat: Int) -> Int { tallies[seat].sets - tallies[seat].losses }

    /// Returns the number of sets that a seat has found.
    public func sets(of seat: Int) -> Int { tallies[seat].sets }

    /// Returns the number of claims that a seat has made, right or wrong.
    public func turnsUsed(of seat: Int) -> Int { tallies[seat].claims }

    /// Returns the milliseconds for which a wrong claim still blocks a seat; 0 if none does, or the match is over.
    public func blockedMilliseconds(of seat: Int, at time: Int) -> Int {
        ending == nil ? max(0, tallies[seat].blockedUntil - time) : 0
    }

    /// The seat that has asked for three more cards, if any.
    public var askingSeat: Int? { request?.seat }

    /// The number of cards left in the deck.
    public var deckLeft: Int { stock.count }

    /// Checks that a move is still meant; see ``Game/checkIsCurrent(_:by:seenIn:at:)``. A claim is stale once the card
    /// in one of its places has changed or its player has claimed again, so that it can be repeated if its reply was
    /// lost; other moves are once the table has changed. Without a version, only a claim is that comes a moment late.
    public func checkIsCurrent(_ move: Move, by seat: Int, seenIn version: Int?, at time: Int) throws(Refusal) {
        guard case .set(.take(let places)) = move else {
            if let version, placeVersions.hasAnyChanged(since: version) { throw .stale("The table has changed.") }
            return
        }
        guard let version else { return try checkIsInTime(places, by: seat, at: time) }
        if tallies[seat].claimedIn > version { throw .stale("You have made a claim since.") }
        if places.all.contains(where: { placeVersions.hasChanged($0, since: version) }) {
            throw .stale("The cards there have changed.")
        }
    }

    /// Refuses a claim that would be wrong, but was right a moment ago.
    private func checkIsInTime(_ places: SetPlaces, by seat: Int, at time: Int) throws(Refusal) {
        guard ending == nil, blockedMilliseconds(of: seat, at: time) == 0, !table.hasSet(in: places),
            recentTables.hadSet(in: places, since: time - Limits.lateMilliseconds)
        else { return }
        throw .stale("That was a set a moment ago, but the cards have changed.")
    }

    /// The whole deck; nil until the match is over.
    public var revealedDeck: Deck? { ending == nil ? nil : deck }
}
