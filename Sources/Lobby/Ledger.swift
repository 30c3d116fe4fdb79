import Protocol

/// The lobby's memory of finished matches.
struct Ledger: Sendable {
    /// The number of the last record.
    var lastRecord = 0
    /// The highest number that a lost record may have had.
    var reserved = 0
    /// The best public solo games, in records or about to be.
    var best = SoloBoards()

    /// Makes the record of a finished match, and notes whether it was the best solo game played to its end. A private
    /// game is compared, but appears in no list of scores.
    ///
    /// - Returns: the record; nil if the match never began.
    mutating func conclude(_ match: inout Match, at now: Instant) -> MatchRecord? {
        let number = max(lastRecord, reserved) + 1
        guard let record = match.record(number: number, endedAt: now) else { return nil }
        lastRecord = number
        let game = ScoreList.Game(record.summary)
        let shown = record.summary.isListed ? record.summary.id : nil
        match.conclude(best: game.map { best.isBest($0) } ?? false, record: shown, at: now)
        if let game, !record.summary.isPrivate { best.add(game, record: record.summary.id.number) }
        return record
    }
}
