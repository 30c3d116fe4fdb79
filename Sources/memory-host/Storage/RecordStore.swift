import Lobby
import Protocol

// How it works. A match that ends becomes a record, and a record never changes. With a data folder, the records are
// the lines of one file (`RecordFile`), and memory holds their places, what filters need (`RecordIndex`) and the
// answer to `scores` (`RecordTally`); without one, the last of them are in memory and nowhere else. A record of a
// private match, or of one that was given up before its first turn ended, is stored like any other, but clients are
// never told of it: it is in no list, no count and no score.
//
// `append` writes, `synchronize` waits for the disk. In between, the record is already readable.

/// The records of finished matches.
struct RecordStore {
    /// The file of records; nil if they are in memory only.
    let file: RecordFile?
    private var totals = RecordTotals()
    /// The last records, oldest first, if there is no file.
    private var inMemory: [MatchRecord] = []
    /// The cached answer to `scores`, until the next record arrives.
    private var scoresNow: ScoreList?
    /// The last player's results that were asked for, until the next record arrives.
    private var statisticsNow: (name: PlayerName, player: PlayerStatistics)?

    /// Creates a store in memory, which lasts as long as the host.
    init() { file = nil }

    /// Continues a file that holds exactly these records.
    init(_ file: RecordFile, _ totals: RecordTotals) { (self.file, self.totals) = (file, totals) }

    /// The number of the last record; 0 if there is none.
    var lastNumber: Int { totals.lastNumber }

    /// The highest number of a match that has a record; 0 if there is none.
    var lastMatch: Int { totals.lastMatch }

    /// The best public solo games.
    var best: SoloBoards { totals.tally.best }

    /// The number of public records.
    var total: Int { totals.index.count }

    /// The number of records that are kept: in a file, private ones are, too.
    var kept: Int { file?.count ?? inMemory.count }

    /// Returns the records that stay if only the newest and the best solo games are kept; nil if all stay for now.
    func kept(_ count: Int) -> KeptRecords? { file?.kept(count, and: best.records) }

    // MARK: Writing

    /// Appends a record, with the next number if its own is not above the last one's.
    ///
    /// - Throws: the error of writing; nothing has then changed, and the call may be repeated.
    mutating func append(_ record: MatchRecord) throws(SystemError) {
        var record = record
        record.summary.id = RecordID(number: max(record.summary.id.number, lastNumber + 1))
        if let file {
            try file.append(record)
        } else if record.summary.isListed {
            inMemory.append(record)
        }
        totals.add(record.summary)
        if record.summary.isListed { (scoresNow, statisticsNow) = (nil, nil) }
        guard inMemory.count > Limits.Internal.recordsInMemory else { return }
        totals.removeFirstFromIndex(inMemory.removeFirst().summary)
    }

    /// Waits until all records are on disk.
    func synchronize() throws(SystemError) { try file?.synchronize() }

    // MARK: Reading

    /// Returns up to `limit` of the newest records that pass a filter, or of those before one, newest first, as many as
    /// fit on one line.
    func page(before: RecordID?, limit: Int, _ filter: RecordFilter = .all) throws(SystemError) -> RecordList {
        let (numbers, total) = totals.index.find(filter, before: before?.number, limit: limit)
        var found: [RecordSummary] = []
        for number in numbers {
            if let summary = try summary(number) { found.append(summary) }
        }
        return RecordList(fitting: found, total: total, filter: filter)
    }

    /// Returns a record, if it exists and is listed.
    func record(_ id: RecordID) throws(SystemError) -> MatchRecord? {
        guard totals.index.contains(id.number) else { return nil }
        if let file { return try file.record(id.number) }
        return inMemory(id.number)
    }

    /// Returns what must be read from disk before a query is answered, so that answering it does not wait; nil if
    /// nothing must.
    func reading(for query: RecordQuery) -> DiskJob? {
        guard let file else { return nil }
        let parts: [Range<Int>]
        switch query {
        case .scores: return nil
        case .one(let id), .replay(let id): parts = [file.place(of: id.number)].compactMap(\.self)
        case .page(let before, let limit, let filter):
            let (numbers, _) = totals.index.find(filter, before: before?.number, limit: limit)
            parts = numbers.compactMap { file.place(ofSummary: $0) }
        case .statistics(let player):
            guard statisticsNow?.name != player else { return nil }
            parts = PlayerTally(player.text, in: totals.index).records.compactMap { file.place(ofSummary: $0) }
        }
        return parts.isEmpty ? nil : .read(file.file.descriptor, parts)
    }

    private func summary(_ number: Int) throws(SystemError) -> RecordSummary? {
        if let file { return try file.summary(number) }
        return inMemory(number)?.summary
    }

    private func inMemory(_ number: Int) -> MatchRecord? {
        let index = inMemory.partitionPoint { $0.summary.id.number < number }
        return index < inMemory.count && inMemory[index].summary.id.number == number ? inMemory[index] : nil
    }

    /// Returns the results of a player in the records that clients may see.
    func statistics(of name: PlayerName) throws(SystemError) -> PlayerStatistics {
        let tally = PlayerTally(name.text, in: totals.index)
        let seat = { (record: RecordSummary) in PlayerName.key(of: record.players[0]) == name.key ? 0 : 1 }
        var player = PlayerStatistics(name: name.text)
        if let last = try summary(tally.lastRecord) { player.name = last.players[seat(last)] }
        (player.games, player.solo, player.cleared) = (tally.games, tally.solo, tally.cleared)
        (player.people, player.streak, player.longestStreak) = (tally.people, tally.streak, tally.longestStreak)
        player.recall = totals.index.recall(of: name.text)
        player.house = HouseLevel.allCases.reversed().compactMap { level in
            tally.house[level].map { PlayerStatistics.AgainstHouse(level: level, results: $0) }
        }
        for board in tally.topBoards {
            if let game = try summary(board.best).flatMap({ ScoreList.Game($0) }) { player.best.append(game) }
        }
        for opponent in tally.topOpponents {
            guard let last = try summary(opponent.lastRecord) else { continue }
            let (results, name) = (opponent.results, last.players[1 - seat(last)])
            player.opponents.append(
                ScoreList.Player(name: name, won: results.won, drawn: results.drawn, lost: results.lost))
        }
        return player
    }

    /// Returns the best solo games, and every player's wins, draws and losses.
    mutating func scores() -> ScoreList {
        if let scoresNow { return scoresNow }
        let scores = totals.tally.scores
        scoresNow = scores
        return scores
    }

    /// Returns the answer to a client's query.
    mutating func answer(_ query: RecordQuery) throws(SystemError) -> Event {
        switch query {
        case .page(let before, let limit, let filter):
            return .records(try page(before: before, limit: limit, filter))
        case .scores: return .scores(scores())
        case .statistics(let player):
            let all = scores()
            let results: PlayerStatistics
            if let statisticsNow, statisticsNow.name == player {
                results = statisticsNow.player
            } else {
                results = try statistics(of: player)
                statisticsNow = (player, results)
            }
            return .scores(
                ScoreList(
                    best: all.best, players: all.players, house: all.house, player: results))
        case .one(let id), .replay(let id):
            guard let record = try record(id) else {
                return .error(ErrorReport(.noSuchRecord, command: query.command.name))
            }
            return .record(record)
        }
    }
}
