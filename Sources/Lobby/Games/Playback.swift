public import Protocol

/// A match that is over, played again: a ``Game`` that is fed the moves of its record.
///
/// A record may come from any host. A move that cannot have been made is passed over. What happened by itself and is in
/// no record, such as two cards that turned back, happens when it was due, or just before the next move.
///
/// The times of a record run on while a match is paused, so no move is refused because it comes after a deadline.
public struct Playback: Sendable {
    /// The match as it stands.
    public private(set) var game: Game
    /// Milliseconds since the match began; it never goes back.
    public private(set) var time = 0

    /// What happened, and when, in milliseconds since the match began.
    public struct Step: Equatable, Sendable {
        /// What it changed.
        public let change: Change
        /// When.
        public let atMilliseconds: Int
        /// The match after it.
        public let game: Game

        /// Something that happened.
        public init(change: Change, atMilliseconds: Int, game: Game) {
            (self.change, self.atMilliseconds, self.game) = (change, atMilliseconds, game)
        }
    }

    /// The beginning of a match. A record does not name the seat that began, so it is taken to be the one that moved first.
    public init(_ report: RecordReport) {
        let rules = report.summary.rules
        let first = report.moves.first.map(\.seat) ?? 0
        game = Game(
            rules: rules, deck: Deck(asRecorded: report.deck, for: rules), starting: first < rules.seats ? first : 0)
    }

    /// The next move.
    ///
    /// - Returns: what it came to: what was due before it, and then the move's own step; nothing if it cannot be made.
    public mutating func play(_ move: MatchRecord.Move) -> [Step] {
        var next = self
        var steps = next.passUnrecorded(by: move.atMilliseconds)
        next.time = max(next.time, move.atMilliseconds)
        guard let change = next.make(move) else { return [] }
        steps.append(Step(change: change, atMilliseconds: next.time, game: next.game))
        self = next
        return steps
    }

    private mutating func make(_ move: MatchRecord.Move) -> Change? {
        guard let made = move.move else { return expire(at: time) { $0.missedTurn == move.seat } }
        do throws(Refusal) {
            return try game.play(made, by: move.seat, at: time).change
        } catch {
            return nil
        }
    }

    /// The match has come to its end.
    ///
    /// - Parameter time: when it did, in milliseconds since it began.
    /// - Returns: what was due before that and is in no record.
    public mutating func finish(at end: Int) -> [Step] {
        // A player who gives up while two cards are shown does not wait for them to be turned back.
        guard let due = game.deadline, due <= end else { return [] }
        return passUnrecorded(by: end)
    }

    /// What happens by itself and is in no record: at the game's deadline, or at `latest` if that is earlier.
    private mutating func passUnrecorded(by latest: Int) -> [Step] {
        guard let due = game.deadline else { return [] }
        let moment = max(time, min(due, latest))
        guard let change = expire(at: moment, if: { $0.missedTurn == nil }) else { return [] }
        time = moment
        return [Step(change: change, atMilliseconds: moment, game: game)]
    }

    /// The game's deadline comes, unless that would make another change than the one that is meant.
    private mutating func expire(at moment: Int, if isMeant: (Change) -> Bool) -> Change? {
        var next = game
        guard let change = next.expire(at: moment), isMeant(change) else { return nil }
        game = next
        return change
    }
}

extension RecordReport {
    /// The same with what each move did.
    public var playedAgain: RecordReport {
        var playback = Playback(self)
        let results = moves.map { move in
            let change = playback.play(move).last?.change
            return MoveResult(change: change, scores: (0..<summary.rules.seats).map(playback.game.score))
        }
        return RecordReport(summary: summary, deck: deck, moves: moves, results: results)
    }
}
