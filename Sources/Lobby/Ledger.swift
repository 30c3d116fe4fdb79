import Games
import Protocol

/// A solo game's score, as stored in the host's list of best games.
struct SoloScore: Equatable, Sendable {
    /// The score.
    let score: Int
    /// The number of turns used.
    let turns: Int

    /// Returns true if this score is better: a higher score, then fewer turns.
    func beats(_ other: SoloScore) -> Bool { (score, -turns) > (other.score, -other.turns) }
}

/// The lobby's memory of finished matches.
struct Ledger: Sendable {
    /// The number of the last record, which is the number of records made.
    var lastRecord = 0
    /// The best solo game under each set of rules.
    private(set) var best: [Rules: SoloScore] = [:]

    /// Stores the best solo game under these rules, as found in the records.
    mutating func remember(_ rules: Rules, _ score: SoloScore) { best[rules] = score }

    /// Makes the record of a finished match, noting whether it was the best solo game.
    ///
    /// - Returns: the record; nil if the match never began.
    mutating func conclude(_ match: inout Match, at now: Instant) -> MatchRecord? {
        match.conclude(best: isBest(match))
        guard let record = match.record(number: lastRecord + 1, endedAt: now) else { return nil }
        lastRecord = record.number
        return record
    }

    /// Returns true if a solo game played to its end beat all earlier ones under the same rules. Stores it, unless the
    /// match was private and so appears in no list of scores.
    private mutating func isBest(_ match: Match) -> Bool {
        guard match.rules.isSolo, match.beganAt != nil, match.game.ending?.reason.isPlayedOut ?? false else {
            return false
        }
        let score = SoloScore(score: match.game.score(of: 0), turns: match.game.turnsUsed(of: 0))
        let rules = match.rules.comparable
        if let old = best[rules], !score.beats(old) { return false }
        guard match.code == nil else { return true }
        // Keeps unusual rules from filling the memory or blocking games under other rules.
        if best[rules] == nil, best.count >= Limits.soloBests, let any = best.keys.first { best[any] = nil }
        best[rules] = score
        return true
    }
}
