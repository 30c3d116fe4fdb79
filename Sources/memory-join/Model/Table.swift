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
    /// The end of the turn, by the local clock; nil without a turn's clock.
    private(set) var turnEndsAt: Instant?
    /// For each seat the moment from which its player is gone; nil for those who are there.
    private(set) var goneSince: [Instant?] = []
    var cursor = 0
    var typed: TypedColumn?
    /// The moment from which the box at the end is shown; nil until the match has ended.
    private(set) var resultBoxFrom: Instant?
    /// True if that box is out of the way.
    var hidesResultBox = false

    /// A column that was typed, of a card whose row is still to come.
    struct TypedColumn: Equatable, Sendable {
        let column: Int
        /// The moment at which it is forgotten.
        let until: Instant
    }

    /// The difference that a state has made.
    struct Transition {
        /// The state before it, if it is known.
        let previous: MatchState?
        /// True if nothing is missing between the two.
        let isNext: Bool
        let hasEnded: Bool
    }

    init(_ seating: Seating) { self.seating = seating }

    // MARK: The host's messages

    /// The host has said `match` again, as after a connection was lost: the next state is a copy.
    mutating func resume(_ seating: Seating) {
        self.seating = seating
        awaitsResync = true
    }

    /// Takes over a state of this match, and works out its change.
    ///
    /// - Parameter hasMotion: true if the last cards of a match are seen for a while before the box at its end.
    /// - Returns: nil for a state that is older than the latest one, or of another match.
    mutating func apply(_ next: MatchState, hasMotion: Bool, at now: Instant) -> Transition? {
        guard seating.match == next.match else { return nil }
        if let state, !awaitsResync, next.version < state.version { return nil }
        let (previous, isNext) = (state, !awaitsResync)
        awaitsResync = false
        var next = next
        next.matched = seating.rules.matched
        next.change = Change.inferred(from: isNext ? previous : nil, to: next)
        state = next
        seenFaces.insert(next.cards)
        cursor = min(cursor, max(0, next.cards.count - 1))
        turnEndsAt = next.phase == .playing ? next.turnEndsInMilliseconds.map { now + $0 } : nil
        goneSince = next.seats.enumerated().map { seat, player in
            player.present ? nil : goneSince.indices.contains(seat) ? goneSince[seat] ?? now : now
        }
        let hasEnded = next.phase == .over && resultBoxFrom == nil
        if hasEnded {
            let finalReveal = previous.map { hasMotion ? Motions.finalReveal(at: $0) : 0 }
            resultBoxFrom = now + (isNext ? finalReveal ?? -Model.Times.endGuard : -Model.Times.endGuard)
        }
        return Transition(previous: previous, isNext: isNext && previous != nil, hasEnded: hasEnded)
    }

    // MARK: The match

    /// True if this client has a seat in a match that goes on.
    var isPlaying: Bool { seating.seat != nil && state.map { $0.phase != .over && $0.phase != .waiting } ?? false }

    /// True if cards can be pointed at: the match goes on, or the box at its end is out of the way.
    var showsBoard: Bool { state.map { $0.phase != .over || hidesResultBox } ?? false }

    /// True just after the end, when keys may still be meant for the cards.
    func guardsEnd(at now: Instant) -> Bool { resultBoxFrom.map { now < $0 + Model.Times.endGuard } ?? false }

    /// The moment at which the seat of an absent player is given up, as far as this client knows.
    func seatHeldUntil(_ seat: Int) -> Instant? {
        guard state?.phase == .paused, goneSince.indices.contains(seat), let since = goneSince[seat] else { return nil }
        return since + seating.rules.graceMilliseconds
    }

    /// The next moment at which a clock on the screen shows another second: the turn's, or that of a seat that is held.
    func nextSecond(after now: Instant) -> Instant? {
        ([turnEndsAt] + goneSince.indices.map { seatHeldUntil($0) }).compactMap(\.self)
            // The moment at which the seconds left, rounded up, are one fewer.
            .compactMap { $0 > now ? $0 + -(($0 - now - 1) / 1000) * 1000 : nil }.min()
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
        guard let state, state.phase != .over else { return .other }
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
