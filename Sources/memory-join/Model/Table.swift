import Protocol

/// A match that the client is in: the messages of the host about it, and this person's place at the board. It is made
/// anew with each match.
struct Table: Equatable, Sendable {
    /// The match, the client's seat and the rules.
    private(set) var seating: Seating
    /// The latest state; nil until the first one has come.
    private(set) var state: MatchState?
    /// The faces seen so far, in the order in which they turned up.
    private(set) var seenFaces = SeenFaces()
    /// True if the next state counts whatever its version: the host has just said `match`, or a lost connection is back,
    /// and the match may be gone, or be another one.
    private(set) var awaitsResync = true
    /// The last things said in this match.
    private var talk: [Said] = []
    /// Those of them that the host has not repeated since it said `match`.
    private var unrepeatedTalk: [Said] = []
    /// The end of the phase by the local clock: of a turn, or of the time for which an absent player's seat is held;
    /// nil if nothing is counted down.
    private(set) var phaseEndsAt: Instant?
    /// The seat whose turn it is, or was before nobody's was; nil before the first turn.
    private(set) var turnHolder: Int?
    /// The moment at which the client began to wait for an opponent; nil if it never did.
    private(set) var waitingSince: Instant?
    /// True if the host sends the list of matches whenever it changes, for the sake of this match.
    var followsLobby = false
    /// The moment of the deal; nil if the client was not there.
    private var dealtAt: Instant?
    /// Milliseconds from the deal to the end; nil unless the client was there for both.
    private(set) var milliseconds: Int?
    private var own: AnyGame
    /// The moment from which the result is shown; nil until the match has ended.
    private(set) var resultFrom: Instant?
    /// The motion of the cards before the result; nil if nothing moves.
    private(set) var finale: Finale?

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

    init(_ seating: Seating) {
        self.seating = seating
        own = AnyGame(game: seating.rules.onScreen.init(of: nil))
    }

    /// The game as the person at this table has it in mind.
    var game: any GameOnScreen {
        get { own.game }
        set { own.game = newValue }
    }

    /// The place of the card under the cursor.
    var cursor: Int { game.cursor }

    // MARK: The host's messages

    /// The host has said `match` again, as after a connection was lost: the next state is a copy.
    mutating func resume(_ seating: Seating) {
        self.seating = seating
        awaitsResync = true
        followsLobby = false
        unrepeatedTalk = talk
    }

    /// A lost connection is back: nothing is played before the next state.
    mutating func distrustState() { awaitsResync = true }

    /// Keeps what was said.
    ///
    /// - Returns: false if the host has only repeated it.
    mutating func remember(_ said: Said) -> Bool {
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
    /// - Parameter hasMotion: true if the last cards of a match are seen for a while before the result, and then move.
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
        measure(step, at: now)
        seenFaces.insert(next.cards)
        if type(of: game) != next.onScreen { game = next.onScreen.init(of: next) }
        game.apply(step, at: now)
        phaseEndsAt = next.countdownMilliseconds.map { now + $0 }
        // Without the states in between, nobody knows what moved.
        if !step.hasEnded, !step.isNext, let from = resultFrom { resultFrom = min(from, now) }
        if step.hasEnded {
            resultFrom = now + (step.isFirst ? -Model.Times.endGuard : 0)
            if hasMotion, step.isNext, !step.isFirst {
                let reveal = next.onScreen.finalReveal(after: next.change, under: seating.rules)
                let finale = Finale(next, from: now + reveal)
                (self.finale, resultFrom) = (finale, finale.end)
            }
        }
        return step
    }

    /// Shows the result at once, if the last cards have been seen; false if it is shown already, or cannot be yet.
    mutating func skipToResult(at now: Instant) -> Bool {
        guard let resultFrom, now < resultFrom, let finale, finale.start <= now else { return false }
        self.resultFrom = now
        return true
    }

    private mutating func measure(_ step: Transition, at now: Instant) {
        if step.isCopy { return }
        if step.next.change == .deal { dealtAt = now }
        if step.hasEnded, !step.isFirst { milliseconds = dealtAt.map { now - $0 } }
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

    /// The next moment at which the result is shown, or looks different; nil once it stays as it is.
    func nextResultChange(after now: Instant) -> Instant? {
        guard let resultFrom else { return nil }
        if now < resultFrom { return resultFrom }
        let end = resultFrom + EndView.countTime + (state?.result?.best == true ? EndView.sparkleTime : 0)
        return finale == nil || now >= end ? nil : min(end, now + Motion.frame)
    }

    /// The next moment at which a clock on the screen shows another second; nil if all stand still.
    func nextSecond(after now: Instant) -> Instant? {
        if state?.phase == .waiting, seating.seat != nil, let waitingSince {
            return waitingSince + ((now - waitingSince) / 1000 + 1) * 1000
        }
        return [phaseEndsAt?.nextSecond(after: now), game.nextChange(after: now)].compactMap(\.self).min()
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

extension Instant {
    /// The next moment at which the seconds left until this one, rounded up, are one fewer; nil once it is over.
    func nextSecond(after now: Instant) -> Instant? { self > now ? self + -((self - now - 1) / 1000) * 1000 : nil }
}

// MARK: - Whose seats they are

extension Table {
    /// True if the client's player has nobody else at the table, but for the house.
    var isAlone: Bool { isAgainstHouse || seating.seat != nil && seating.rules.isSolo }

    /// True if the client plays against the house.
    var isAgainstHouse: Bool { seating.seat != nil && state?.seats.contains { $0.kind.houseLevel != nil } == true }

    /// False if nobody else's client has a seat, or may take one.
    var hasOpponent: Bool { seating.beside == nil && !isAgainstHouse }
}

extension Seating {
    /// The seat that texts call "you"; nil for a watcher, and where two people share the client.
    var you: Int? { beside == nil ? seat : nil }

    /// True if this client plays the given seat.
    func plays(_ other: Int?) -> Bool { seat != nil && other != nil && (other == seat || other == beside) }
}
