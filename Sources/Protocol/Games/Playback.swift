/// Replays a finished match: a ``Game`` that is fed the moves of its record.
///
/// A record may come from any host, so illegal moves are skipped. Events that no record contains because they happened
/// by themselves, such as two cards turning back, happen when they were due, or just before the next move.
///
/// A record's times keep running while a match is paused, so no move is rejected for coming after a deadline.
public struct Playback: Sendable {
    /// The match in its current state.
    public private(set) var game: Game
    /// Milliseconds since the match began; never decreases.
    public private(set) var time = 0
    /// The reason given for the end.
    private let reason: Ending.Reason

    /// An event and its time.
    public struct Step: Equatable, Sendable {
        /// The change it caused.
        public let change: Change
        /// Milliseconds since the match began.
        public let atMilliseconds: Int
        /// The match after the change.
        public let game: Game

        /// Creates a step.
        public init(change: Change, atMilliseconds: Int, game: Game) {
            (self.change, self.atMilliseconds, self.game) = (change, atMilliseconds, game)
        }
    }

    /// Sets up the match. If the report doesn't name the seat that began, the seat of the first move is assumed.
    public init(_ report: RecordReport) {
        let rules = report.summary.rules
        reason = report.summary.reason
        let first = report.starting ?? report.moves.first?.seat ?? 0
        game = Game(
            rules: rules, deck: Deck(asRecorded: report.deck, for: rules), starting: first < rules.seats ? first : 0)
    }

    /// Plays the next move.
    ///
    /// - Returns: the steps that were due before the move, then the move's own; empty if the move is illegal.
    public mutating func play(_ move: MatchRecord.Move) -> [Step] {
        var next = self
        // A deadline that ends the match can't have passed if there was another move.
        var steps = next.passUnrecorded(by: move.atMilliseconds) { $1.ending == nil }
        next.time = max(next.time, move.atMilliseconds)
        guard let change = next.make(move) else { return [] }
        steps.append(Step(change: change, atMilliseconds: next.time, game: next.game))
        self = next
        return steps
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

    /// Brings the match to its end.
    ///
    /// - Parameter end: the time of the end, in milliseconds since the match began.
    /// - Returns: the steps that were due before the end and that no record contains.
    public mutating func finish(at end: Int) -> [Step] {
        // If a player gives up during a reveal, the cards haven't been turned back yet.
        guard let due = game.deadline, due <= end else { return [] }
        return passUnrecorded(by: end) { [reason] in $1.ending.map { $0.reason == reason } ?? true }
    }

    /// Handles the unrecorded event that is due next: at the game's deadline, or at `latest` if that is earlier.
    private mutating func passUnrecorded(by latest: Int, if isMeant: (Change, Game) -> Bool) -> [Step] {
        guard let due = game.deadline else { return [] }
        let moment = max(time, min(due, latest))
        guard let change = expire(at: moment, if: { $0.unprompted == nil && isMeant($0, $1) }) else { return [] }
        time = moment
        return [Step(change: change, atMilliseconds: moment, game: game)]
    }

    /// Expires the game's deadline, unless that would cause a change, or leave a game, other than the intended one.
    private mutating func expire(at moment: Int, if isMeant: (Change, Game) -> Bool) -> Change? {
        var next = game
        guard let change = next.expire(at: moment, announcedIn: 0), isMeant(change, next) else { return nil }
        game = next
        return change
    }
}

extension RecordReport {
    /// The report with the result of each move filled in.
    public var playedAgain: RecordReport {
        var playback = Playback(self)
        var report = self
        report.results = moves.map { move in
            let change = playback.play(move).last?.change
            return MoveResult(change: change, scores: (0..<summary.rules.seats).map(playback.game.score))
        }
        return report
    }
}
