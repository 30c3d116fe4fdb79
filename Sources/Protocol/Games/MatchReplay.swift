/// Plays a finished match again: feeds a ``Game`` the moves of a record, and shows the states that a watcher saw.
///
/// A record may come from any host. Moves that are impossible on its board are skipped, so every state can be drawn; the
/// ending is the one the record states, whatever its moves come to. Events that no record contains because they
/// happened by themselves, such as two cards turning back, happen when they were due, or just before the next move. What
/// else a record does not store is left out: no clock runs, nobody is absent, and nobody watches.
///
/// A record's times keep running while a match is paused, so no move is rejected for coming after a deadline.
public struct MatchReplay: Sendable {
    let record: MatchRecord
    /// The game after all frames that have passed.
    package private(set) var game: Game
    /// Milliseconds since the match began; never decreases.
    private var time = 0
    /// The moves that are still to be made.
    private var moves: ArraySlice<MatchRecord.Move>
    private var isFinished = false
    /// The frames that are still to be shown, in order; empty only at the end.
    private var frames: [Frame]
    private var version = 0

    /// A change and its time.
    package struct Frame: Sendable {
        /// The change it caused; nil if that is unknown.
        package let change: Change?
        /// Milliseconds since the match began.
        package let atMilliseconds: Int
        /// The match after the change.
        let game: Game
    }

    /// Starts with the deal.
    ///
    /// - Parameter starting: the seat that began; nil if that of the first move did, as records don't say it.
    public init(_ record: MatchRecord, starting: Int? = nil) {
        self.record = record
        let rules = record.summary.rules
        let first = starting ?? record.moves.first?.seat ?? 0
        game = Game(
            rules: rules, deck: Deck(asRecorded: record.deck, for: rules), starting: first < rules.seats ? first : 0)
        moves = record.moves.prefix(rules.game.recordMoves)
        frames = [Frame(change: .deal, atMilliseconds: 0, game: game)]
    }

    private var summary: RecordSummary { record.summary }

    /// The time of the next state, in milliseconds since the match began; nil after the last one.
    public var nextMilliseconds: Int? { frames.first?.atMilliseconds }

    /// The number of states that are still to come: the match is played through to count them.
    public var count: Int {
        var (rest, count) = (self, 0)
        while rest.nextFrame() != nil { count += 1 }
        return count
    }

    /// Returns the next state; nil after the last one.
    public mutating func next() -> ReplayedState? {
        guard let frame = nextFrame() else { return nil }
        version += 1
        return ReplayedState(
            state: state(of: frame), record: summary.listedID,
            atMilliseconds: frame.atMilliseconds, isLast: frames.isEmpty)
    }

    /// Returns the next frame, and has another ready unless there is none left.
    private mutating func nextFrame() -> Frame? {
        guard !frames.isEmpty else { return nil }
        let frame = frames.removeFirst()
        while frames.isEmpty, !isFinished {
            if game.ending == nil, let move = moves.popFirst() {
                frames = play(move)
            } else {
                isFinished = true
                frames = finish(at: length) + forfeit()
            }
        }
        return frame
    }

    /// The milliseconds that the match took; 0 if the record's times are nonsense.
    private var length: Int {
        let (length, isTooLong) = summary.endedAt.subtractingReportingOverflow(summary.startedAt)
        return isTooLong ? 0 : length
    }
}

// MARK: - Playing

extension MatchReplay {
    var scores: [Int] { (0..<summary.rules.seats).map(game.score) }

    /// Plays a move.
    ///
    /// - Returns: the frames that were due before the move, then the move's own; empty if the move is illegal.
    package mutating func play(_ move: MatchRecord.Move) -> [Frame] {
        let before = (game, time)
        // A deadline that ends the match can't have passed if there was another move.
        var frames = passUnrecorded(by: move.atMilliseconds) { $1.ending == nil }
        time = max(time, move.atMilliseconds)
        guard let change = make(move) else {
            (game, time) = before
            return []
        }
        frames.append(Frame(change: change, atMilliseconds: time, game: game))
        return frames
    }

    private mutating func make(_ move: MatchRecord.Move) -> Change? {
        guard let made = move.made else {
            return expire(at: time) { change, _ in change.unprompted == UnpromptedStep(seat: move.seat, made: nil) }
        }
        // What a player had asked for is granted later in play than in the record, whose times include pauses.
        let asked = UnpromptedStep(seat: move.seat, made: made)
        if let due = game.deadline,
            let granted = expire(at: max(time, due), if: { change, _ in change.unprompted == asked })
        {
            return granted
        }
        do throws(Refusal) {
            return try game.play(made.move, by: move.seat, at: time, announcedIn: 0).change
        } catch {
            return nil
        }
    }

    /// Brings the match to its end, if that came by itself.
    ///
    /// - Parameter end: the time of the end, in milliseconds since the match began.
    /// - Returns: the frame that was due before the end and that no record contains, if any.
    package mutating func finish(at end: Int) -> [Frame] {
        // If a player gives up during a reveal, the cards haven't been turned back yet.
        guard let due = game.deadline, due <= end else { return [] }
        return passUnrecorded(by: end) { [reason = summary.reason] in $1.ending.map { $0.reason == reason } ?? true }
    }

    /// Adds an end that the moves did not bring about: a resignation, or missing moves.
    private mutating func forfeit() -> [Frame] {
        let isResigned = summary.reason == .resigned
        // A solo player resigns; nobody is left to name in an abandoned game.
        let loser = summary.rules.isSolo && !isResigned ? nil : Ending.loser(winner: winner, seats: summary.rules.seats)
        guard let change = game.forfeit(by: loser, as: isResigned ? .resigned : .abandoned) else { return [] }
        let isTold = isResigned || summary.reason == .abandoned
        return [Frame(change: isTold ? change : nil, atMilliseconds: max(time, length), game: game)]
    }

    /// Handles the unrecorded event that is due next: at the game's deadline, or at `latest` if that is earlier.
    private mutating func passUnrecorded(by latest: Int, if isMeant: (Change, Game) -> Bool) -> [Frame] {
        guard let due = game.deadline else { return [] }
        let moment = max(time, min(due, latest))
        guard let change = expire(at: moment, if: { $0.unprompted == nil && isMeant($0, $1) }) else { return [] }
        time = moment
        return [Frame(change: change, atMilliseconds: moment, game: game)]
    }

    /// Expires the game's deadline, unless that would cause a change, or leave a game, other than the intended one.
    private mutating func expire(at moment: Int, if isMeant: (Change, Game) -> Bool) -> Change? {
        var next = game
        guard let change = next.expire(at: moment, announcedIn: 0), isMeant(change, next) else { return nil }
        game = next
        return change
    }
}

// MARK: - Showing

extension MatchReplay {
    /// The seat that won, if one did.
    private var winner: Int? { summary.winner.flatMap { (0..<summary.rules.seats).contains($0) ? $0 : nil } }

    private func state(of frame: Frame) -> MatchState {
        var state = MatchState(
            match: summary.match, version: version, phase: frame.game.phase, rows: 0, columns: 0, cards: .none,
            turned: [],
            turn: nil, turnEndsInMilliseconds: nil,
            seats: (0..<summary.rules.seats).map { seat in
                MatchState.Seat(
                    name: summary.players.indices.contains(seat) ? summary.players[seat] : "", present: true, score: 0,
                    turnsLeft: nil, taken: [], rematch: false)
            }, watchers: 0, result: nil, change: frame.change)
        if state.seats.count > 1 { state.seats[1].kind = summary.opponent }
        frame.game.show(in: &state, at: frame.atMilliseconds)
        (state.turnEndsInMilliseconds, state.phaseEndsInMilliseconds) = (nil, nil)
        if frame.game.ending != nil { addResult(of: frame.game, to: &state) }
        return state
    }

    /// Adds the result. The host's counts win, even where the record lacks moves.
    private func addResult(of game: Game, to state: inout MatchState) {
        state.result = MatchState.Result(
            winner: winner, reason: summary.reason, rematch: nil, best: false,
            record: summary.listedID, recall: summary.recall,
            salt: record.salt, deck: record.salt == nil ? nil : game.unshownDeck?.faces)
        let limit = summary.rules.turns
        for seat in state.seats.indices {
            if summary.scores.indices.contains(seat) { state.seats[seat].score = summary.scores[seat] }
            if state.seats[seat].turnsLeft != nil, summary.turns.indices.contains(seat) {
                state.seats[seat].turnsLeft = limit - min(max(0, summary.turns[seat]), limit)
            }
        }
    }
}
