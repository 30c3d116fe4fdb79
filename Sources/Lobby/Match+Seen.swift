import Protocol

// What is seen of a match.
extension Match {
    var names: [PlayerName] { seats.map(\.name) }

    var scores: [Int] { seats.indices.map { game.score(of: $0) } }

    var phase: MatchState.Phase {
        switch stage {
        case .waiting: .waiting
        case .paused: .paused
        case .over: .over
        case .running: game.turn == nil ? .showing : .playing
        }
    }

    /// How the state that was sent last is told to somebody who has come since; only what is left of the turn differs.
    var telling: Telling { Telling(.copy, vanishes: rules.matched == .vanish) }

    /// The one function that makes what the wire shows of a match. Faces come from ``Game/visibleFaces()`` alone.
    ///
    /// - Parameter state: any; all of it is written over. (Being `mutating` has it look at the match in place.)
    mutating func show(in state: inout MatchState, at now: Instant) {
        let phase = phase
        state.match = id
        state.version = version
        state.phase = phase
        state.rows = rules.rows
        state.columns = rules.columns
        game.copyVisibleFaces(to: &state.cards)
        game.copyTurned(to: &state.turned)
        state.turn = nil
        state.turnEndsInMilliseconds = nil
        if case .running(let until) = stage, phase == .playing {
            state.turn = game.turn
            state.turnEndsInMilliseconds = until.map { max(0, $0 - now) }
        }
        if state.seats.count > seats.count { state.seats.removeLast(state.seats.count - seats.count) }
        while state.seats.count < seats.count { state.seats.append(.blank) }
        for seat in 0..<seats.count {  // Not a closure: that would copy the match.
            state.seats[seat] = MatchState.Seat(
                name: seats[seat].name.text, present: seats[seat].client != nil, score: game.score(of: seat),
                turnsLeft: game.turnsLeft(of: seat), taken: game.taken[seat], rematch: seats[seat].offersRematch)
        }
        state.watchers = shown.watchers
        state.result = result
    }

    private var result: MatchState.Result? {
        guard case .over(let rematch, let best) = stage, let ending = game.ending else { return nil }
        return MatchState.Result(winner: ending.winner, reason: ending.reason.rawValue, rematch: rematch, best: best)
    }
}

extension MatchState.Seat {
    /// A seat with nobody in it.
    fileprivate static let blank = MatchState.Seat(
        name: "", present: false, score: 0, turnsLeft: nil, taken: [], rematch: false)
}
