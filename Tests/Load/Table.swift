import Protocol

// The players' side of a match: what they know of it, and what each state must therefore say.
//
// A table is moved on by what was sent, and only what cannot be known, the face of a card that was never seen, is taken
// from the state. Then every field of the state is compared. So a state that shows too much, takes a card from the
// wrong seat, counts wrongly or lets the turn stay is found, whoever made the mistake.

/// One match as its players know it.
struct Table {
    let rows: Int
    let columns: Int
    let again: Bool
    /// The match's number.
    private(set) var match: Int
    /// The version of the last state.
    private(set) var version: Int
    private(set) var stage = Stage.playing
    /// The seat whose turn it is, or was when two cards were shown.
    private(set) var turn: Int
    /// The cards that lie open and belong to nobody.
    private(set) var turned: [Int] = []
    private(set) var taken: [[Int]] = [[], []]
    /// For each card the number of its face; 0 for one that was never seen.
    private(set) var faces: [UInt64]
    /// For each card whether it lies face up.
    private(set) var isUp: [Bool]
    private var starting: Int
    private var offers = [false, false]
    private let watchers: Int

    /// The progress of the match, and the next state expected.
    enum Stage: Equatable {
        /// A seat is to flip: what the flip leads to.
        case playing
        /// Two cards are shown: they are turned back.
        case showing
        /// The board is cleared: a seat offers to play again, or all have and the match goes on as another.
        case over(next: Int?)
        /// It goes on as another: the first state of that.
        case beginning
    }

    /// A match that has just begun: no card has been turned, and seat 0 is to flip.
    init(match: Int, version: Int, options: Options) {
        (rows, columns, again) = (options.rows, options.columns, options.depth > 2)
        (self.match, self.version, watchers, starting, turn) = (
            match, version, options.watchers + options.stalled, 0, 0
        )
        faces = Array(repeating: 0, count: rows * columns)
        isUp = Array(repeating: false, count: rows * columns)
    }

    /// Cards that lie face down.
    var downCount: Int { isUp.count - turned.count - taken[0].count - taken[1].count }

    /// Takes in the next state of the match.
    ///
    /// - Parameters:
    ///   - state: the state.
    ///   - card: the oldest flip that no state has shown; nil if there is none.
    /// - Returns: whether the state shows that flip.
    mutating func take(_ state: SeenState, flipped card: Int?) throws(Failure) -> Bool {
        try require(state.match == match, "is of match m\(state.match)", state)
        try require(state.version > version, "comes after version \(version)", state)
        try require(state.cards.count == isUp.count, "has \(state.cards.count) cards", state)
        version = state.version
        var isFlip = false
        switch stage {
        case .playing:
            guard let card else { throw failure("came unasked", state) }
            try flip(card, face: state.cards[card], state)
            isFlip = true
        case .showing: turnBack()
        case .over: try takeOffers(state)
        case .beginning: stage = .playing
        }
        try compare(state)
        return isFlip
    }

    /// The match goes on as another, in which the other seat begins.
    mutating func goOn(as next: Int) throws(Failure) {
        guard stage == .over(next: next) else { throw Failure("Match m\(match) went on as m\(next), unasked.") }
        (match, version, stage, starting) = (next, 0, .beginning, 1 - starting)
        turn = starting
        (turned, taken, offers) = ([], [[], []], [false, false])
        for card in isUp.indices { (faces[card], isUp[card]) = (0, false) }
    }
}

// MARK: - What happens

extension Table {
    private mutating func flip(_ card: Int, face: UInt64, _ state: SeenState) throws(Failure) {
        try require(face != 0, "hides card \(card), which was flipped", state)
        if faces[card] == 0 { faces[card] = face }
        isUp[card] = true
        guard let first = turned.first else {
            turned.append(card)
            return
        }
        guard faces[first] == faces[card] else {
            turned.append(card)
            stage = .showing
            return
        }
        turned.removeAll(keepingCapacity: true)
        taken[turn].append(first)
        taken[turn].append(card)
        if downCount == 0 {
            stage = .over(next: nil)
        } else if !again {
            turn = 1 - turn
        }
    }

    private mutating func turnBack() {
        for card in turned { isUp[card] = false }
        turned.removeAll(keepingCapacity: true)
        turn = 1 - turn
        stage = .playing
    }

    /// One more seat offers to play again; with the last offer the state names the next match.
    private mutating func takeOffers(_ state: SeenState) throws(Failure) {
        let before = offers
        for seat in 0..<2 where state.seats[seat].offersRematch { offers[seat] = true }
        try require(offers != before, "came unasked", state)
        let next = state.result?.rematch
        try require((next != nil) == (offers == [true, true]), "names a rematch too early, or none", state)
        stage = .over(next: next)
    }
}

// MARK: - What is compared

extension Table {
    private func compare(_ state: SeenState) throws(Failure) {
        let phase: MatchState.Phase
        var result: SeenState.Result?
        switch stage {
        case .playing: phase = .playing
        case .showing: phase = .showing
        case .beginning: preconditionFailure("a match that is beginning has no state yet")
        case .over(let next):
            phase = .over
            result = SeenState.Result(winner: leader, reason: Word.cleared, rematch: next)
        }
        try require(state.phase == phase, "should be \(phase.rawValue)", state)
        try require(state.turn == (phase == .playing ? turn : nil), "has the wrong turn", state)
        try require(state.turned == turned, "should have \(turned) turned", state)
        try require(state.result == result, "has the wrong result", state)
        try require(state.rows == rows && state.columns == columns, "has a board of another size", state)
        try require(state.watchers == watchers, "should have \(watchers) watchers", state)
        for card in isUp.indices {
            let face = isUp[card] ? faces[card] : 0
            try require(state.cards[card] == face, "shows the wrong face, or none, on card \(card)", state)
        }
        try require(state.seatCount == 2, "has \(state.seatCount) seats", state)
        for seat in 0..<2 {
            let seen = state.seats[seat]
            try require(seen.taken == taken[seat], "should have \(taken[seat]) taken by seat \(seat)", state)
            try require(seen.score == taken[seat].count / 2, "has the wrong score of seat \(seat)", state)
            try require(seen.isPresent && seen.offersRematch == offers[seat], "has a wrong seat \(seat)", state)
        }
    }

    /// The seat with more pairs.
    private var leader: Int? {
        taken[0].count == taken[1].count ? nil : taken[0].count > taken[1].count ? 0 : 1
    }

    @inline(__always)
    private func require(
        _ isTrue: Bool, _ problem: @autoclosure () -> String, _ state: SeenState
    ) throws(Failure) {
        if !isTrue { throw failure(problem(), state) }
    }

    private func failure(_ problem: String, _ state: SeenState) -> Failure {
        Failure("Of match m\(match), the state with version \(state.version) \(problem).")
    }
}
