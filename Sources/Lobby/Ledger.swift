import Games
import Protocol

/// A solo game's score, as the best of a host are kept.
struct SoloScore: Equatable, Sendable {
    /// The points.
    let score: Int
    /// The turns that it took.
    let turns: Int

    /// Whether it is better: more points, then fewer turns.
    func beats(_ other: SoloScore) -> Bool { (score, -turns) > (other.score, -other.turns) }
}

/// What a lobby remembers of matches that are over.
struct Ledger: Sendable {
    /// How many records have been made of them.
    var lastRecord = 0
    /// The best solo game under each set of rules.
    private(set) var best: [Rules: SoloScore] = [:]

    /// Takes in the best solo game under these rules, as the records have it.
    mutating func remember(_ rules: Rules, _ score: SoloScore) { best[rules] = score }

    /// Makes the record of a match that is over, and finds out whether it was the best solo game.
    ///
    /// - Returns: the record; nil if the match never began.
    mutating func conclude(_ match: inout Match, at now: Instant) -> MatchRecord? {
        match.conclude(best: isBest(match))
        guard let record = match.record(number: lastRecord + 1, endedAt: now) else { return nil }
        lastRecord = record.number
        return record
    }

    /// Whether a solo game that was played to its end beat all before it under the same rules; remembers it, unless
    /// the match was private and so is in no list of scores.
    private mutating func isBest(_ match: Match) -> Bool {
        guard match.rules.isSolo, match.beganAt != nil, match.game.ending?.reason.isPlayedOut ?? false else {
            return false
        }
        let score = SoloScore(score: match.game.score(of: 0), turns: match.game.turnsUsed(of: 0))
        let rules = match.rules.comparable
        if let old = best[rules], !score.beats(old) { return false }
        guard match.code == nil else { return true }
        // So that odd rules neither fill the memory nor keep a game by other rules from being remembered.
        if best[rules] == nil, best.count >= Limits.soloBests, let any = best.keys.first { best[any] = nil }
        best[rules] = score
        return true
    }
}
