import Lobby
import Protocol

// How it works. A match that ends becomes a record, and a record never changes. With a data folder, the records are
// lines of one file (`RecordFile`), and what is in memory is where they begin and what `scores` says (`RecordTally`);
// without one, the last of them are here and nowhere else. A record of a private match is kept like any other, but
// nobody is told of it: it is in no list, in no number and in no score.
//
// `append` writes, `synchronize` waits for the disk. Between the two the record can be read already.

/// The matches that are over.
struct RecordStore {
    /// Where they are; nil if they are in memory only.
    private(set) var file: RecordFile?
    /// Without a file, the last records, oldest first.
    private var kept: [MatchRecord] = []
    private var tally = RecordTally()
    /// The answer to `scores`, until the next record comes.
    private var scoresNow: ScoreList?
    /// The number of the last record; 0 if there is none.
    private(set) var lastNumber = 0
    /// The highest number of a match that has a record; 0 if there is none.
    private(set) var lastMatch = 0
    private var recent = RecentMatches()

    /// A store that lasts as long as the host.
    init() {}

    /// The records in a folder, to be settled before anything is kept there.
    init(in folder: any StorageFolder) throws(StorageProblem) {
        var (tally, lastMatch, recent) = (RecordTally(), 0, RecentMatches())
        let file = try RecordFile(in: folder) { record in
            tally.count(record)
            recent.add(record.match)
            lastMatch = max(lastMatch, record.match.number)
        }
        (self.tally, self.lastMatch, self.recent) = (tally, lastMatch, recent)
        (self.file, lastNumber) = (file, file.lastNumber)
    }

    /// The end that was never written whole, until it is settled.
    var torn: LogReader.Torn? { file?.torn }

    /// For each set of rules the score of its best public solo game, and the turns that it took.
    var best: [(rules: Rules, score: Int, turns: Int)] { tally.best }

    /// The number of records that may be told of.
    var total: Int { file?.toldCount ?? kept.count { !$0.isPrivate } }

    /// True if a match has left a record already, private ones too, as far as that is among the last 10,000.
    func hasRecord(of match: MatchID) -> Bool { recent.contains(match) }

    // MARK: Writing

    /// Keeps a record, under the next number if its own is not above the last one's. A match has one record: a second
    /// one is not kept, since a journal may tell of it again after a crash.
    ///
    /// - Throws: what writing fails with; then nothing has changed, and it may be tried again.
    mutating func append(_ record: MatchRecord) throws(SystemError) {
        guard !hasRecord(of: record.match) else { return }
        var record = record
        record.number = max(record.number, lastNumber + 1)
        if let file {
            try file.append(record)
        } else {
            kept.append(record)
            if kept.count > Limits.House.recordsInMemory { kept.removeFirst() }
        }
        lastNumber = record.number
        lastMatch = max(lastMatch, record.match.number)
        recent.add(record.match)
        tally.count(record)
        scoresNow = nil
    }

    /// Keeps the records that the journal makes again, and waits until all are on the disk; to be called once, before
    /// anything else is kept.
    ///
    /// - Parameter lastRecord: the number of the last record that the journal relies on.
    mutating func settle(made: [MatchRecord], lastRecord: Int) throws(StorageProblem) {
        guard let file else { return }
        try file.settle(made: made, lastRecord: lastRecord)
        do throws(SystemError) {
            for record in made { try append(record) }
            try file.synchronize()
        } catch {
            throw .system(file: LogFile.Kind.records.name, error)
        }
    }

    /// Waits until all records are on the disk.
    func synchronize() throws(SystemError) { try file?.synchronize() }

    // MARK: Reading

    /// So many of the newest records, or of those before one, newest first, as far as one line holds them.
    func page(before: RecordID?, limit: Int) throws(SystemError) -> RecordList {
        let number = before?.number
        let found =
            try file?.page(before: number, limit: limit)
            ?? kept.reversed().lazy.filter { !$0.isPrivate && $0.number < number ?? .max }.prefix(limit).map { $0 }
        return RecordList(fitting: found.map { RecordSummary($0) }, total: total)
    }

    /// One record; nil if there is none, or nobody may be told of it.
    func record(_ id: RecordID) throws(SystemError) -> MatchRecord? {
        if let file { return try file.record(id.number) }
        return kept.first { $0.number == id.number && !$0.isPrivate }
    }

    /// The best solo games, and who has won how often.
    mutating func scores() -> ScoreList {
        if let scoresNow { return scoresNow }
        let scores = tally.scores
        scoresNow = scores
        return scores
    }

    /// The answer to a client who asks.
    mutating func answer(_ query: RecordQuery) throws(SystemError) -> Event {
        switch query {
        case .page(let before, let limit): return .records(try page(before: before, limit: limit))
        case .scores: return .scores(scores())
        case .one(let id):
            guard let record = try record(id) else {
                return .error(ErrorReport(.noSuchRecord, command: Command.Kind.record.rawValue))
            }
            return .record(RecordReport(record))
        }
    }
}
