import Protocol

// How it works. A record holds a deck and what was done: cards that were turned, turns that ran out. From them the
// rules of a match follow again, and make every state that a watcher of that match saw: `ReplayTable` does that once,
// when the record comes in. `ReplayPlayer` is where in them somebody looks, and goes on by the time that has passed.
//
// A record may come from any host. What cannot have been done on its board is passed over, so every state can be drawn;
// and how the match ended, the record says, whatever its moves come to.

/// A match that is over, as everything that was to be seen of it, in order.
struct Replay: Equatable, Sendable {
    /// The match, in a few words.
    let summary: RecordSummary
    /// What was to be seen, one after another: the beginning first, the end last. At least these two.
    let steps: [Step]
    /// The faces that were seen, in order.
    let faces: SeenFaces
    /// Whether the record tells every move; a long match has more than a record holds.
    let isComplete: Bool

    /// A state that the table showed.
    struct Step: Equatable, Sendable {
        /// The match as a watcher saw it, each state of a higher version than the one before. No clock runs in it, and
        /// nobody is gone: a record does not say when somebody was.
        let state: MatchState
        /// What had just happened.
        let news: Telling.News
        /// When, in milliseconds since the match began; never less than in the step before.
        let atMilliseconds: Int
    }

    /// All that was to be seen of the match in this record.
    init(_ report: RecordReport) {
        summary = report.summary
        var table = ReplayTable(report)
        table.play(report.moves.prefix(Limits.recordMoves))
        steps = table.steps
        faces = steps.reduce(into: SeenFaces()) { $0.note($1.state.cards) }
        isComplete = report.moves.count < Limits.recordMoves || table.isOverByRules
    }

    /// Where a watcher of the match was.
    var seating: Seating { Seating(match: summary.match, seat: nil, rules: summary.rules, code: nil) }
}
