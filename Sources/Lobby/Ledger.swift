import Protocol

/// The lobby's memory of finished matches.
struct Ledger: Sendable {
    /// The number of the last record, which is the number of records made.
    var lastRecord = 0
    /// The best public solo games.
    var best = SoloBoards()

    /// Makes the record of a finished match, and notes whether it was the best solo game played to its end. A private
    /// game is compared, but appears in no list of scores.
    ///
    /// - Returns: the record; nil if the match never began.
    mutating func conclude(_ match: inout Match, at now: Instant) -> MatchRecord? {
        guard let record = match.record(number: lastRecord + 1, endedAt: now) else { return nil }
        lastRecord += 1
        let game = ScoreList.Game(record.summary)
        match.conclude(best: game.map { best.isBest($0) } ?? false, record: record.isListed ? record.summary.id : nil)
        if let game, !record.isPrivate { best.add(game, record: record.summary.id.number) }
        return record
    }
}
