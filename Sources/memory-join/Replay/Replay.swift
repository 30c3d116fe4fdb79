import Games
import Protocol

// How it works. A record holds a deck and what was done: moves that were made, turns that ran out. A `Playback` feeds
// them to the rules of the game, and so makes every state that a watcher of that match saw: once, when the record comes
// in. `ReplayPlayer` is where in them somebody looks, and goes on by the time that has passed.
//
// A record may come from any host. What cannot have been done on its board is passed over, so every state can be drawn;
// and how the match ended, the record says, whatever its moves come to.

/// A match that is over, as everything that was to be seen of it, in order.
struct Replay: Equatable, Sendable {
    /// The match, in a few words.
    let summary: RecordSummary
    /// What was to be seen, one after another: the beginning first, the end last. At least these two.
    private(set) var steps: [Step] = []
    /// The faces that were seen, in order.
    private(set) var faces = SeenFaces()
    /// Whether the record tells every move; a long match has more than a record holds.
    let isComplete: Bool

    /// A state that the table showed.
    struct Step: Equatable, Sendable {
        /// The match as a watcher saw it, each state of a higher version than the one before. No clock runs in it, and
        /// nobody is gone: a record does not say when somebody was.
        let state: MatchState
        /// When, in milliseconds since the match began; never less than in the step before.
        let atMilliseconds: Int
    }

    /// All that was to be seen of the match in this record.
    init(_ report: RecordReport) {
        summary = report.summary
        var playback = Playback(report)
        var played = [Playback.Step(change: .deal, atMilliseconds: 0, game: playback.game)]
        for move in report.moves.prefix(Limits.recordMoves) where playback.game.ending == nil {
            played += playback.play(move)
        }
        let (length, isTooLong) = summary.endedAt.subtractingReportingOverflow(summary.startedAt)
        let end = isTooLong ? 0 : length
        played += playback.finish(at: end)
        isComplete = report.moves.count < Limits.recordMoves || playback.game.ending != nil
        for step in played { show(step.game, after: step.change, at: step.atMilliseconds) }
        if playback.game.ending == nil { showEnd(playback.game, at: max(playback.time, end)) }
    }

    /// Where a watcher of the match was.
    var seating: Seating { Seating(match: summary.match, seat: nil, rules: summary.rules, code: nil) }

    /// The end of a match that its moves did not bring about: somebody gave up, or the record lacks moves.
    private mutating func showEnd(_ game: Game, at time: Int) {
        var game = game
        let isResigned = summary.reason == .resigned
        // Alone one gives up oneself; of an abandoned game nobody is left to be named.
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
        state.turnEndsInMilliseconds = nil
        if game.ending != nil { addResult(to: &state) }
        steps.append(Step(state: state, atMilliseconds: time))
        faces.note(state.cards)
    }

    /// The end: what the host has counted holds, also where the record lacks moves.
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
