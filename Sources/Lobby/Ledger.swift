import Games
import Protocol

/// The lobby's memory of finished matches.
struct Ledger: Sendable {
    /// The number of the last record, which is the number of records made.
    var lastRecord = 0
    /// The best public solo game under each set of rules.
    var best = SoloBoards<SoloScore>()

    /// Makes the record of a finished match, noting whether it was the best solo game.
    ///
    /// - Returns: the record; nil if the match never began.
    mutating func conclude(_ match: inout Match, at now: Instant) -> MatchRecord? {
        match.conclude(best: isBest(match))
        guard let record = match.record(number: lastRecord + 1, endedAt: now) else { return nil }
        lastRecord = record.number
        return record
    }

    /// Returns true if a solo game played to its end beat all earlier ones under the same rules. Counts it, unless the
    /// match was private and so appears in no list of scores.
    private mutating func isBest(_ match: Match) -> Bool {
        guard match.rules.isSolo, match.beganAt != nil, match.game.ending?.reason.isPlayedOut ?? false else {
            return false
        }
        let score = SoloScore(score: match.game.score(of: 0), turns: match.game.turnsUsed(of: 0))
        let isBest = best[match.rules].map(score.beats) ?? true
        if match.code == nil {
            best.addGame(under: match.rules, initial: score) { if score.beats($0) { $0 = score } }
        }
        return isBest
    }
}
