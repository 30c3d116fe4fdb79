import Lobby
import Protocol

// How it works. A match that ends becomes a record, and a record never changes. With a data folder, the records are
// the lines of one file (`RecordFile`), and memory holds their offsets and the answer to `scores` (`RecordTally`);
// without one, the last of them are in memory and nowhere else. A record of a private match is stored like any other,
// but clients are never told of it: it is in no list, no count and no score.
//
// `append` writes, `synchronize` waits for the disk. In between, the record is already readable.

/// The records of finished matches.
struct RecordStore {
    /// The file of records; nil if they are in memory only.
    private(set) var file: RecordFile?
    /// The last records, oldest first, if there is no file.
    private var inMemory: [MatchRecord] = []
    private var tally = RecordTally()
    /// The cached answer to `scores`, until the next record arrives.
    private var scoresNow: ScoreList?
    /// The number of the last record; 0 if there is none.
    private(set) var lastNumber = 0
    /// The highest number of a match that has a record; 0 if there is none.
    private(set) var lastMatch = 0
    private var recent = RecentMatches()

    /// Creates a store in memory, which lasts as long as the host.
    init() {}

    /// Opens the records in a folder; they must be settled before anything is added.
    init(in folder: any StorageFolder) throws(StorageProblem) {
        var (tally, lastMatch, recent) = (RecordTally(), 0, RecentMatches())
        let file = try RecordFile(in: folder) { line in
            if !line.isPrivate { tally.count(line.summary) }
            recent.add(line.summary.match)
            lastMatch = max(lastMatch, line.summary.match.number)
        }
        (self.tally, self.lastMatch, self.recent) = (tally, lastMatch, recent)
        (self.file, lastNumber) = (file, file.lastNumber)
    }

    /// The end that was only partly written, until it is settled.
    var torn: LogReader.Torn? { file?.torn }

    /// The best public solo games.
    var best: SoloBoards { tally.best }

    /// The number of public records.
    var total: Int { file?.publishedCount ?? inMemory.count { !$0.isPrivate } }

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
        } else {
            inMemory.append(record)
            if inMemory.count > Limits.Internal.recordsInMemory { inMemory.removeFirst() }
        }
        lastNumber = record.summary.id.number
        lastMatch = max(lastMatch, match.number)
        recent.add(match)
        if !record.isPrivate { tally.count(record.summary) }
        scoresNow = nil
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

    /// Returns up to `limit` of the newest records, or of those before one, newest first, as many as fit on one line.
    func page(before: RecordID?, limit: Int) throws(SystemError) -> RecordList {
        let number = before?.number
        let found =
            try file?.page(before: number, limit: limit)
            ?? inMemory.reversed().lazy.filter { !$0.isPrivate }.map(\.summary).filter { $0.id.number < number ?? .max }
            .prefix(limit).map { $0 }
        return RecordList(fitting: found, total: total)
    }

    /// Returns a record; nil if there is none, or it is private.
    func record(_ id: RecordID) throws(SystemError) -> MatchRecord? {
        if let file { return try file.record(id.number) }
        return inMemory.first { $0.summary.id == id && !$0.isPrivate }
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
