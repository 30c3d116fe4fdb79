import Protocol

/// A match that the client is in: the messages of the host about it, and this person's place at the board. It is made anew
/// with each match.
struct Table: Equatable, Sendable {
    /// The match, the client's seat and the rules.
    private(set) var seating: Seating
    /// The latest state; nil until the first one has come.
    private(set) var state: MatchState?
    /// The faces seen so far, in the order in which they turned up.
    private(set) var seenFaces = SeenFaces()
    /// True if the next state counts whatever its version, since the host has just said `match`.
    private(set) var awaitsResync = true
    /// The last things said in this match.
    private var talk: [Said] = []
    /// Those of them that the host has not repeated since it said `match`.
    private var unrepeatedTalk: [Said] = []
    /// The end of the phase by the local clock: of a turn, or of the time for which an absent player's seat is held; nil
    /// if nothing is counted down.
    private(set) var phaseEndsAt: Instant?
    /// The seat whose turn it is, or was before nobody's was; nil before the first turn.
    private(set) var turnHolder: Int?
    /// The moment at which the client began to wait for an opponent; nil if it never did.
    private(set) var waitingSince: Instant?
    /// True if the host sends the list of matches whenever it changes, for the sake of this match.
    var followsLobby = false
    private(set) var tally = MatchTally()
    private var nextCard: NextCard?
    /// What a player of Set has selected.
    var hand = SetHand()
    /// The place of the card under the cursor.
    var cursor = 0
    var typed: TypedColumn?
    /// The moment from which the result is shown; nil until the match has ended.
    private(set) var resultFrom: Instant?

    /// A column that was typed, of a card whose row is still to come.
    struct TypedColumn: Equatable, Sendable {
        let column: Int
        /// The moment at which it is forgotten.
        let until: Instant
    }

    /// A card that was chosen while two others were open.
    private struct NextCard: Equatable, Sendable {
        let card: Int
        /// The turn in which it was chosen: it is meant for the one after.
        let turnNumber: Int
    }

    /// The step from one state of the match to another.
    struct Transition {
        /// The state before, if any.
        let previous: MatchState?
        let next: MatchState
        /// True for the first state after the host has said `match`.
        let isFirst: Bool
        /// True if the match has ended since the state before.
        let hasEnded: Bool
        /// The seat whose turn it was before; nil if there was none, or it is unknown.
        let previousHolder: Int?

        /// True if this version was shown before.
        var isCopy: Bool { previous?.version == next.version }
        /// True if no state is missing in between, so that the change is all that happened.
        var isNext: Bool { previous.map { $0.version &+ 1 == next.version } ?? (next.change == .deal) }
    }

    init(_ seating: Seating) { self.seating = seating }

    // MARK: The host's messages

    /// The host has said `match` again, as after a connection was lost: the next state is a copy.
    mutating func resume(_ seating: Seating) {
        self.seating = seating
        awaitsResync = true
        followsLobby = false
        unrepeatedTalk = talk
    }

    /// Keeps what was said.
    ///
    /// - Returns: false if the host has only repeated it.
    mutating func hear(_ said: Said) -> Bool {
        var live = said
        live.isPast = false
        if said.isPast, let index = unrepeatedTalk.firstIndex(of: live) {
            unrepeatedTalk.remove(at: index)
            return false
        }
        talk.append(live)
        if talk.count > Limits.pastLines { talk.removeFirst() }
        return true
    }

    /// Takes over a state of this match. A copy has no change.
    ///
    /// - Parameter hasMotion: true if the last cards of a match are seen for a while before the result.
    /// - Returns: nil for a state that is older than the latest one, or of another match.
    mutating func apply(_ next: MatchState, hasMotion: Bool, at now: Instant) -> Transition? {
        guard seating.match == next.match else { return nil }
        if let state, !awaitsResync, next.version < state.version { return nil }
        var next = next
        next.matched = seating.rules.matched
        next.cards = next.cards.dealt(from: seating.rules.faces)
        if next.version == state?.version { next.change = nil }
        let step = Transition(
            previous: state, next: next, isFirst: awaitsResync, hasEnded: next.phase == .over && resultFrom == nil,
            previousHolder: turnHolder)
        (state, awaitsResync) = (next, false)
        turnHolder = next.active ?? next.turn ?? turnHolder
        if next.phase == .waiting { waitingSince = waitingSince ?? now }
        tally.count(step, at: now)
        seenFaces.insert(next.cards)
        cursor = min(cursor, max(0, next.cards.count - 1))
        if next.set != nil { hand.apply(next, at: now) }
        phaseEndsAt = next.countdownMilliseconds.map { now + $0 }
        if step.hasEnded {
            let finalReveal =
                hasMotion && step.isNext ? Motions.finalReveal(after: next.change, under: seating.rules) : 0
            resultFrom = now + (step.isFirst ? -Model.Times.endGuard : finalReveal)
        }
        return step
    }

    // MARK: The match

    /// True if this client has a seat in a match that goes on.
    var isPlaying: Bool { seating.seat != nil && state.map { $0.phase != .over && $0.phase != .waiting } ?? false }

    /// True if cards can be pointed at. A player who waits for an opponent sees how others join instead, and at the end
    /// there is nothing to turn.
    var showsBoard: Bool {
        switch state?.phase {
        case nil: false
        case .waiting: seating.seat == nil
        case .playing, .showing, .paused: true
        case .over: false
        }
    }

    /// True just after the end, when keys may still be meant for the cards.
    func guardsEnd(at now: Instant) -> Bool { resultFrom.map { now < $0 + Model.Times.endGuard } ?? false }

    /// The next moment at which a clock on the screen shows another second; nil if all stand still.
    func nextSecond(after now: Instant) -> Instant? {
        if state?.phase == .waiting, seating.seat != nil, let waitingSince {
            return waitingSince + ((now - waitingSince) / 1000 + 1) * 1000
        }
        let ends = [phaseEndsAt].compactMap(\.self) + hand.blockedUntil.values
        // The moments at which the seconds left, rounded up, are one fewer.
        return ends.filter { $0 > now }.map { $0 + -(($0 - now - 1) / 1000) * 1000 }.min()
    }

    // MARK: The next card

    /// The card that is turned as soon as the open ones are face down again; nil if none was chosen.
    var chosenCard: Int? { nextCard?.card }

    /// Keeps a card for the next turn, in place of the one kept before.
    mutating func keep(_ card: Int) { nextCard = state.map { NextCard(card: card, turnNumber: $0.turnNumber) } }

    mutating func dropChosenCard() { nextCard = nil }

    /// The card that was kept, if this is the turn for which it was; forgets it once it can no longer be turned.
    mutating func takeChosenCard() -> Int? {
        guard let state, let chosen = nextCard else { return nil }
        if state.phase == .showing, state.turnNumber == chosen.turnNumber { return nil }
        nextCard = nil
        // Some hosts count no turns.
        let isNextTurn = state.turnNumber == (chosen.turnNumber == 0 ? 0 : chosen.turnNumber + 1)
        let isOwnTurn = state.phase == .playing && seating.plays(state.turn) && state.turned.isEmpty
        guard isNextTurn, isOwnTurn, state.cards.indices.contains(chosen.card), state.cards[chosen.card] == nil
        else { return nil }
        return chosen.card
    }

    // MARK: The cursor

    /// Moves the cursor over the board; at an edge it stays.
    mutating func moveCursor(_ move: CursorMove) {
        guard let state, state.columns > 0 else { return }
        typed = nil
        let (row, column) = (cursor / state.columns, cursor % state.columns)
        switch move {
        case .up: cursor -= row > 0 ? state.columns : 0
        case .down: cursor += row + 1 < state.rows ? state.columns : 0
        case .left: cursor -= column > 0 ? 1 : 0
        case .right: cursor += column + 1 < state.columns ? 1 : 0
        case .first: cursor = row * state.columns
        case .last: cursor = row * state.columns + state.columns - 1
        case .pageUp: cursor = column
        case .pageDown: cursor = (state.rows - 1) * state.columns + column
        }
    }

    /// The meaning of a key while cards can be typed.
    enum TypedKey: Equatable {
        /// No part of a card's place.
        case other
        /// A column; the row is to follow.
        case column
        /// A place with a card, which is under the cursor now.
        case card(Int)
        /// A place without one.
        case noCard(Coordinate)
    }

    /// Reads a key of a card's place: its column, then its row, 0 standing for 10.
    ///
    /// h and j move the cursor; the columns of these names are typed as capitals.
    mutating func type(_ scalar: Unicode.Scalar, at now: Instant) -> TypedKey {
        guard let state, showsBoard, state.phase != .over else { return .other }
        let previous = typed?.column
        typed = nil
        if let previous, ("0"..."9").contains(scalar) {
            let place = Coordinate(column: previous, row: scalar == "0" ? 9 : Int(scalar.value) - 0x31)
            guard let card = place.card(rows: state.rows, columns: state.columns) else { return .noCard(place) }
            cursor = card
            return .card(card)
        }
        guard CursorMove(scalar) == nil, ("a"..."j").contains(scalar) || ("A"..."J").contains(scalar) else {
            return .other
        }
        let column = Int(scalar.value | 0x20) - 0x61
        guard column < state.columns else { return .other }
        typed = TypedColumn(column: column, until: now + Model.Times.coordinateTimeout)
        return .column
    }
}

extension MatchState {
    /// Milliseconds of the countdown on the screen, if any.
    fileprivate var countdownMilliseconds: Int? {
        switch phase {
        case .playing: phaseEndsInMilliseconds ?? turnEndsInMilliseconds  // Some hosts send only the turn's.
        case .waiting, .paused: phaseEndsInMilliseconds
        case .showing, .over: nil
        }
    }
}
