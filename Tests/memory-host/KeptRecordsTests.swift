import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

/// The oldest records are dropped when a host starts.
@Suite struct KeptRecordsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Starts a host that keeps this many records, and ends it after a look at it; returns the records that are left.
    private func start(keeping count: Int, _ look: (Storage) throws -> Void = { _ in }) throws -> [Int] {
        let storage = try folder.storage(.never, keptRecords: count)
        let page = try storage.records.page(before: nil, limit: 1_000)
        #expect(page.total == page.records.count)
        try look(storage)
        return page.records.map(\.id.number).reversed()
    }

    private func write(_ records: [MatchRecord]) throws {
        try folder.writeRecords(RecordSamples.header + records.flatMap { RecordSamples.line($0) })
        _ = try Storage.repair(folder.path)  // There is no journal.
    }

    @Test func `more records than are kept are dropped once there are a tenth more, the oldest first`() throws {
        try write((1...22).map { RecordSamples.match($0) })
        #expect(try start(keeping: 0) == Array(1...22))
        #expect(try start(keeping: 22) == Array(1...22))
        #expect(try start(keeping: 20) == Array(1...22), "it would not be worth it")
        let before = try folder.records
        let left = try start(keeping: 19) { (storage: Storage) throws in
            #expect(try storage.records.record(RecordID(number: 3)) == nil)
            #expect(try storage.records.record(RecordID(number: 4)) == RecordSamples.match(4))
            #expect(try storage.records.statistics(of: PlayerName("Ann")).games == 19)
            var records = storage.records
            let gone = try records.answer(.one(RecordID(number: 1)))
            #expect(gone == .error(ErrorReport(.noSuchRecord, command: "record")))
        }
        #expect(left == Array(4...22))
        #expect(try folder.records.count < before.count)
        #expect(folder.files == ["journal.ndjson", "lock", "numbers.ndjson", "records.ndjson"])
    }

    @Test func `numbering goes on after the last record, and the next starts change nothing`() throws {
        try write((1...30).map { RecordSamples.match($0) })
        let left = try start(keeping: 5) { (storage: Storage) throws in
            var records = storage.records
            #expect(records.lastNumber == 30)
            var next = RecordSamples.match(1)
            next.summary.match = MatchID(number: 99)
            try records.append(next)
            #expect(records.lastNumber == 31)
            try records.synchronize()
        }
        #expect(left == Array(26...30))
        let bytes = try folder.records
        for count in [0, 6, 100] { #expect(try start(keeping: count) == Array(26...31)) }
        #expect(try folder.records == bytes)
        #expect(try Storage.repair(folder.path) == [])
    }

    @Test func `the best solo games stay, and do not make a start drop records again and again`() throws {
        let games = (1...40).map { number in
            number.isMultiple(of: 2)
                ? RecordSamples.match(number) : RecordSamples.game(number, score: number < 12 ? 50 - number : 1)
        }
        try write(games)
        // The list has room for ten, so four of those that came next are in it.
        let best = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
        let left = try start(keeping: 10) { (storage: Storage) throws in
            #expect(storage.lobby.ledger.best.records == Set(best))
            #expect(try storage.records.record(RecordID(number: 3)) == games[2])
            var records = storage.records
            #expect(records.scores().best.map(\.score) == [49, 47, 45, 43, 41, 39, 1, 1, 1, 1])
        }
        #expect(left == best + Array(31...40))
        let bytes = try folder.records
        #expect(try start(keeping: 10) == left)
        #expect(try folder.records == bytes)
    }

    @Test func `private records count, and are dropped like others`() throws {
        try write((1...20).map { RecordSamples.match($0, isPrivate: $0.isMultiple(of: 2)) })
        #expect(try start(keeping: 10) == [11, 13, 15, 17, 19])
        #expect(try FoundRecords(DiskFolder(folder.path)).totals.lastNumber == 20)
    }

    @Test func `a dropped record does not come back from the journal`() throws {
        // The journal of a killed host tells of all of them.
        do {
            let host = try LobbyDriver(in: folder.path)
            host.write("Ann", "name Ann", "open 6x6")
            host.write("Bob", "name Bob")
            for _ in 0..<8 { host.write("Bob", "open 4x4 solo", "a1", "b1", "resign", "leave") }
        }
        for _ in 0..<2 {
            let left = try start(keeping: 2) { #expect($0.lobby.liveMatches.count == 1) }
            #expect(left == [7, 8])
        }
    }
}
