import Lobby
import Protocol

// How it works. A match that ends becomes a record, and a record never changes. With a data folder, the records are
// the lines of one file (`RecordFile`), and memory holds their offsets, what filters need (`RecordIndex`) and the
// answer to `scores` (`RecordTally`); without one, the last of them are in memory and nowhere else. A record of a
// private match, or of one that was given up before its first turn ended, is stored like any other, but clients are
// never told of it: it is in no list, no count and no score.
//
// `append` writes, `synchronize` waits for the disk. In between, the record is already readable.

/// The records of finished matches.
struct RecordStore {
    /// The file of records; nil if they are in memory only.
    private(set) var file: RecordFile?
    /// The last records, oldest first, if there is no file.
    private var inMemory: [MatchRecord] = []
    private var tally = RecordTally()
    /// The records that clients may see.
    private var index = RecordIndex()
    /// The cached answer to `scores`, until the next record arrives.
    private var scoresNow: ScoreList?
    /// The last player's results that were asked for, until the next record arrives.
    private var statisticsNow: (name: PlayerName, player: PlayerStatistics)?
    /// The number of the last record; 0 if there is none.
    private(set) var lastNumber = 0
    /// The highest number of a match that has a record; 0 if there is none.
    private(set) var lastMatch = 0
    private var recent = RecentMatches()

    /// Creates a store in memory, which lasts as long as the host.
    init() {}

    /// Opens the records in a folder; they must be settled before anything is added.
    init(in folder: any StorageFolder) throws(StorageProblem) {
        var (tally, index, lastMatch, recent) = (RecordTally(), RecordIndex(), 0, RecentMatches())
        let file = try RecordFile(in: folder) { line in
            if line.isListed {
                tally.count(line.summary)
                index.add(line.summary)
            }
            recent.add(line.summary.match)
            lastMatch = max(lastMatch, line.summary.match.number)
        }
        (self.tally, self.index, self.lastMatch, self.recent) = (tally, index, lastMatch, recent)
        (self.file, lastNumber) = (file, file.lastNumber)
    }

    /// The end that was only partly written, until it is settled.
    var torn: LogReader.Torn? { file?.torn }

    /// The best public solo games.
    var best: SoloBoards { tally.best }

    /// The number of public records.
    var total: Int { index.count }

    /// Returns true if a match already has a record, public or private, among the last 10,000.
    func hasRecord(of match: MatchID) -> Bool { recent.contains(match) }

    // MARK: Writing

    /// Appends a record, with the next number if its own is not above the last one's. A match has one record: a
    /// second one is ignored, since the journal may report a match again after a crash.
    ///
    /// - Throws: the error of writing; nothing has then changed, and the call may be repeated.
    mutating func append(_ record: MatchRecord) throws(SystemError) {
        let match = record.summary.match
        guard !hasRecord(of: match) else { return }
        var record = record
        record.summary.id = RecordID(number: max(record.summary.id.number, lastNumber + 1))
        if let file {
            try file.append(record)
        } else if record.isListed {
            inMemory.append(record)
        }
        lastNumber = record.summary.id.number
        lastMatch = max(lastMatch, match.number)
        recent.add(match)
        if record.isListed { list(record.summary) }
    }

    /// Makes a record visible to clients.
    private mutating func list(_ record: RecordSummary) {
        tally.count(record)
        index.add(record)
        (scoresNow, statisticsNow) = (nil, nil)
        guard file == nil, inMemory.count > Limits.Internal.recordsInMemory else { return }
        inMemory.removeFirst()
        index.removeFirst()
    }

    /// Appends the records that the journal recreates, and waits until all are on disk; call it once, before any
    /// other append.
    ///
    /// - Parameter lastRecord: the number of the last record that the journal relies on.
    mutating func append(recreated made: [MatchRecord], lastRecord: Int) throws(StorageProblem) {
        guard let file else { return }
        try file.truncateTornEnd(recreated: made, lastRecord: lastRecord)
        do throws(SystemError) {
            for record in made { try append(record) }
            try file.synchronize()
        } catch {
            throw .system(file: LogFile.Kind.records.name, error)
        }
    }

    /// Waits until all records are on disk.
    func synchronize() throws(SystemError) { try file?.synchronize() }

    // MARK: Reading

    /// Returns up to `limit` of the newest records that pass a filter, or of those before one, newest first, as many as
    /// fit on one line.
    func page(before: RecordID?, limit: Int, _ filter: RecordFilter = .all) throws(SystemError) -> RecordList {
        let (numbers, total) = index.find(filter, before: before?.number, limit: limit)
        var found: [RecordSummary] = []
        for number in numbers {
            if let summary = try summary(number) { found.append(summary) }
        }
        return RecordList(fitting: found, total: total, filter: filter)
    }

    /// Returns a record; nil if there is none, or it is not listed.
    func record(_ id: RecordID) throws(SystemError) -> MatchRecord? {
        guard index.contains(id.number) else { return nil }
        if let file { return try file.record(id.number) }
        return inMemory(id.number)
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
        let tally = PlayerTally(name.text, in: index)
        let seat = { (record: RecordSummary) in PlayerName.key(of: record.players[0]) == name.key ? 0 : 1 }
        var player = PlayerStatistics(name: name.text)
        if let last = try summary(tally.lastRecord) { player.name = last.players[seat(last)] }
        (player.games, player.solo, player.cleared) = (tally.games, tally.solo, tally.cleared)
        (player.people, player.streak, player.longestStreak) = (tally.people, tally.streak, tally.longestStreak)
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
        let scores = tally.scores
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
        case .one(let id):
            guard let record = try record(id) else {
                return .error(ErrorReport(.noSuchRecord, command: Command.Kind.record.rawValue))
            }
            return .record(RecordReport(record))
        }
    }
}

/// The matches of the newest records, kept so that no match leaves two.
///
/// After a crash the journal reports a match again only if its end is recent, so the newest are enough.
struct RecentMatches {
    private var numbers: Set<Int> = []
    /// The same numbers in order of arrival; once it is full, the next replaces the oldest.
    private var order: [Int] = []
    private var oldest = 0

    /// Returns true if this match is one of them.
    func contains(_ match: MatchID) -> Bool { numbers.contains(match.number) }

    /// Adds the match of the newest record.
    mutating func add(_ match: MatchID) {
        guard numbers.insert(match.number).inserted else { return }
        guard order.count >= Limits.Internal.recentMatches else { return order.append(match.number) }
        numbers.remove(order[oldest])
        order[oldest] = match.number
        oldest = (oldest + 1) % order.count
    }
}
