import Protocol

// A record holds a deck and the events of a match: moves and timeouts. A `Playback` replays them through the rules
// when the record arrives, which yields every state that a watcher of the match saw. `ReplayPlayer` is a position in
// them that advances with time.
//
// A record may come from any host. Moves that are impossible on its board are skipped, so every state can be drawn;
// the ending is the one the record states, whatever its moves come to.

/// A finished match as the sequence of its visible states.
struct Replay: Equatable, Sendable {
    let summary: RecordSummary
    /// The states, from the beginning to the end; at least these two.
    private(set) var steps: [Step] = []
    private(set) var faces = SeenFaces()
    /// A state of the table.
    struct Step: Equatable, Sendable {
        /// The match as a watcher saw it, with ascending versions. No clock runs and everybody is present, because
        /// records do not store either.
        let state: MatchState
        /// Milliseconds since the match began; never less than the step before.
        let atMilliseconds: Int
    }

    init(_ report: RecordReport) {
        summary = report.summary
        var playback = Playback(report)
        var played = [Playback.Step(change: .deal, atMilliseconds: 0, game: playback.game)]
        for move in report.moves.prefix(summary.rules.game.recordMoves) where playback.game.ending == nil {
            played += playback.play(move)
        }
        let (length, isTooLong) = summary.endedAt.subtractingReportingOverflow(summary.startedAt)
        let end = isTooLong ? 0 : length
        played += playback.finish(at: end)
        for step in played { show(step.game, after: step.change, at: step.atMilliseconds) }
        if playback.game.ending == nil { showEnd(playback.game, at: max(playback.time, end)) }
    }

    /// The seating of a watcher of the match.
    var seating: Seating { Seating(match: summary.match, seat: nil, rules: summary.rules, code: nil) }

    /// Shows an end that the moves did not bring about: a resignation, or missing moves.
    private mutating func showEnd(_ game: Game, at time: Int) {
        var game = game
        let isResigned = summary.reason == .resigned
        // A solo player resigns; nobody is left to name in an abandoned game.
        let loser = summary.rules.isSolo ? (isResigned ? 0 : nil) : summary.winner.flatMap { [0: 1, 1: 0][$0] }
        let change = game.forfeit(by: loser, as: isResigned ? .resigned : .abandoned)
        show(game, after: isResigned || summary.reason == .abandoned ? change : nil, at: time)
    }

    private mutating func show(_ game: Game, after change: Change?, at time: Int) {
        var state = MatchState(
            match: summary.match, version: steps.count + 1, phase: game.phase, rows: 0, columns: 0, cards: .none,
            turned: [], turn: nil, turnEndsInMilliseconds: nil,
            seats: (0..<summary.rules.seats).map { seat in
                MatchState.Seat(
                    name: summary.players.indices.contains(seat) ? summary.players[seat] : "", present: true, score: 0,
                    turnsLeft: nil, taken: [], rematch: false)
            }, watchers: 0, result: nil, change: change)
        game.show(in: &state, at: time)
        (state.turnEndsInMilliseconds, state.phaseEndsInMilliseconds) = (nil, nil)
        if game.ending != nil { addResult(to: &state) }
        steps.append(Step(state: state, atMilliseconds: time))
        faces.insert(state.cards)
    }

    /// Adds the result. The host's counts win, even where the record lacks moves.
    private func addResult(to state: inout MatchState) {
        let winner = summary.winner.flatMap { state.seats.indices.contains($0) ? $0 : nil }
        state.result = MatchState.Result(winner: winner, reason: summary.reason, rematch: nil, best: false)
        let limit = summary.rules.turns
        for seat in state.seats.indices {
            if summary.scores.indices.contains(seat) { state.seats[seat].score = summary.scores[seat] }
            if limit > 0, summary.turns.indices.contains(seat) {
                state.seats[seat].turnsLeft = limit - min(max(0, summary.turns[seat]), limit)
            }
        }
    }
}
