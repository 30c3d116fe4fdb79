/// A finished match as the states that a watcher saw, made one after the other from its record.
///
/// A record may come from any host. Moves that are impossible on its board are skipped, so every state can be drawn;
/// the ending is the one the record states, whatever its moves come to. What a record does not store is left out: no
/// clock runs, nobody is absent, and nobody watches.
public struct MatchReplay: Sendable {
    /// The match.
    public let summary: RecordSummary
    /// The seal of its cards; nil for a match that was dealt without one.
    public let seal: Seal?
    private let salt: Salt?
    private var playback: Playback
    private let moves: [MatchRecord.Move]
    private var nextMove = 0
    private var stage = Stage.moving
    /// The steps that are still to be shown, in order; empty only at the end.
    private var steps: [Step]
    private var version = 0

    private enum Stage: Sendable { case moving, finishing, forfeiting, over }

    private struct Step: Sendable {
        let change: Change?
        let atMilliseconds: Int
        let game: Game
    }

    /// Starts with the deal.
    public init(_ report: RecordReport) {
        (summary, seal, salt) = (report.summary, report.seal, report.salt)
        playback = Playback(report)
        moves = Array(report.moves.prefix(summary.rules.game.recordMoves))
        steps = [Step(change: .deal, atMilliseconds: 0, game: playback.game)]
    }

    /// The time of the next state, in milliseconds since the match began; nil after the last one.
    public var nextMilliseconds: Int? { steps.first?.atMilliseconds }

    /// The number of states that are still to come: the match is played through to count them.
    public var count: Int {
        var (rest, count) = (self, 0)
        while !rest.steps.isEmpty {
            rest.steps.removeFirst()
            rest.prepare()
            count += 1
        }
        return count
    }

    /// Returns the next state; nil after the last one.
    public mutating func next() -> ReplayedState? {
        guard let step = steps.first else { return nil }
        steps.removeFirst()
        prepare()
        version += 1
        return ReplayedState(
            state: state(of: step), record: summary.listedID,
            atMilliseconds: step.atMilliseconds, isLast: steps.isEmpty)
    }

    /// Has at least one step ready, unless there is none left.
    private mutating func prepare() {
        while steps.isEmpty {
            switch stage {
            case .moving:
                guard nextMove < moves.count, playback.game.ending == nil else {
                    stage = .finishing
                    continue
                }
                add(playback.play(moves[nextMove]))
                nextMove += 1
            case .finishing:
                stage = .forfeiting
                add(playback.finish(at: length))
            case .forfeiting:
                stage = .over
                if playback.game.ending == nil { addEnd() }
            case .over: return
            }
        }
    }

    private mutating func add(_ played: [Playback.Step]) {
        steps += played.map { Step(change: $0.change, atMilliseconds: $0.atMilliseconds, game: $0.game) }
    }

    /// The milliseconds that the match took; 0 if the record's times are nonsense.
    private var length: Int {
        let (length, isTooLong) = summary.endedAt.subtractingReportingOverflow(summary.startedAt)
        return isTooLong ? 0 : length
    }

    /// Adds an end that the moves did not bring about: a resignation, or missing moves.
    private mutating func addEnd() {
        var game = playback.game
        let isResigned = summary.reason == .resigned
        // A solo player resigns; nobody is left to name in an abandoned game.
        let loser = summary.rules.isSolo && !isResigned ? nil : Ending.loser(winner: winner, seats: summary.rules.seats)
        let change = game.forfeit(by: loser, as: isResigned ? .resigned : .abandoned)
        let isTold = isResigned || summary.reason == .abandoned
        steps.append(
            Step(change: isTold ? change : nil, atMilliseconds: max(playback.time, length), game: game))
    }

    /// The seat that won, if one did.
    private var winner: Int? { summary.winner.flatMap { (0..<summary.rules.seats).contains($0) ? $0 : nil } }

    private func state(of step: Step) -> MatchState {
        var state = MatchState(
            match: summary.match, version: version, phase: step.game.phase, rows: 0, columns: 0, cards: .none,
            turned: [],
            turn: nil, turnEndsInMilliseconds: nil,
            seats: (0..<summary.rules.seats).map { seat in
                MatchState.Seat(
                    name: summary.players.indices.contains(seat) ? summary.players[seat] : "", present: true, score: 0,
                    turnsLeft: nil, taken: [], rematch: false)
            }, watchers: 0, result: nil, change: step.change)
        if state.seats.count > 1 { state.seats[1].kind = summary.opponent }
        step.game.show(in: &state, at: step.atMilliseconds)
        (state.turnEndsInMilliseconds, state.phaseEndsInMilliseconds) = (nil, nil)
        if step.game.ending != nil { addResult(of: step.game, to: &state) }
        return state
    }

    /// Adds the result. The host's counts win, even where the record lacks moves.
    private func addResult(of game: Game, to state: inout MatchState) {
        state.result = MatchState.Result(
            winner: winner, reason: summary.reason, rematch: nil, best: false,
            record: summary.listedID, recall: summary.recall,
            salt: salt, deck: salt == nil ? nil : game.unshownDeck?.faces)
        let limit = summary.rules.turns
        for seat in state.seats.indices {
            if summary.scores.indices.contains(seat) { state.seats[seat].score = summary.scores[seat] }
            if state.seats[seat].turnsLeft != nil, summary.turns.indices.contains(seat) {
                state.seats[seat].turnsLeft = limit - min(max(0, summary.turns[seat]), limit)
            }
        }
    }
}
