import Foundation
import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

/// The disk is not waited for when a record is written, since the journal can make it again: after a power cut any part
/// of the last ones may be missing.
@Suite struct `Records: the last ones after a power cut` {
    /// The files that a host left: its journal, which has the ends of the last matches, and its records.
    private struct Left {
        var journal: [UInt8]
        let records: [UInt8]
        /// Bytes of the records that the journal knows nothing of any more.
        let safe: Int

        /// The journal loses the ends of so many of its games, and all that came after the first of these.
        mutating func loseEnds(ofLast count: Int) throws {
            let games = journal.lines.filter { $0.starts(with: #"{"type":"resigned""#.utf8) }
            journal.removeLast(journal.count - (try #require(games.suffix(count).first)).startIndex)
        }
    }

    /// Eight games alone: three that the journal has forgotten, and five that it tells of.
    private func left(_ sync: CommitGate.Sync = .always) throws -> Left {
        let folder = try TemporaryFolder()
        let data = try DataFolder.open(folder.path)
        defer { data.close() }
        var kept = try LobbyDriver(journalIn: data, sync: sync)
        func play(_ games: Int, _ name: String) throws {
            kept.write("Ann", "name \(name)")
            for _ in 0..<games { kept.write("Ann", "open 4x4 solo", "a1", "b1", "resign", "leave") }
            try kept.journal.synchronize()
            kept = try LobbyDriver(journalIn: data, sync: sync)
        }
        var store = try FoundRecords(data).store(recreating: [])
        try play(3, "Ann")
        for record in kept.records { try store.append(record) }
        try kept.compact()
        let safe = try folder.records.count
        try play(5, "Bob")
        #expect(kept.records.count == 5)
        for record in kept.records { try store.append(record) }
        #expect(store.lastNumber == 8)
        try kept.journal.synchronize()
        return Left(journal: try folder.journal, records: try folder.records, safe: safe)
    }

    /// Starts on these files, and returns the sentence of a host that does not; the records that are there afterwards
    /// are returned too.
    private func start(_ journal: [UInt8], _ records: [UInt8]) throws -> (refusal: String?, records: [UInt8]) {
        let folder = try TemporaryFolder.holding(journal: journal, records: records)
        do throws(StorageProblem) {
            let storage = try folder.storage(.never)
            #expect(storage.records.lastNumber == 8)
        } catch {
            return (error.sentence, try folder.records)
        }
        return (nil, try folder.records)
    }

    private func blocks(_ left: Left, _ size: Int) -> [Range<Int>] {
        stride(from: left.safe / size * size, to: left.records.count, by: size).map {
            max($0, left.safe)..<min($0 + size, left.records.count)
        }
    }

    /// The records of a file, all of whose lines are sound.
    private static func read(_ bytes: [UInt8]) throws -> [MatchRecord] {
        var cache = RecordLine.RulesCache()
        return try bytes.lines.dropFirst().map { line in
            _ = try #require(LogLine(Array(line), in: 0..<line.count))
            return try #require(RecordLine.read(Array(line), in: 0..<line.count, rules: &cache))
        }
    }

    @Test func `whichever blocks of the last records are missing, the journal recreates them`() throws {
        let left = try left()
        let blocks = blocks(left, 512)
        #expect(4...9 ~= blocks.count)
        for subset in 0..<1 << blocks.count {
            var holed = left.records
            for (index, range) in blocks.enumerated() where subset >> index & 1 == 1 {
                for position in range { holed[position] = 0 }
            }
            for size in [holed.count, holed.count - 100] {
                let (refusal, records) = try start(left.journal, Array(holed[..<size]))
                #expect(refusal == nil, "\(subset)")
                #expect(try Self.read(records) == Self.read(left.records), "\(subset)")
            }
        }
    }

    @Test func `a hole in records that the journal cannot recreate is refused, and nothing is changed`() throws {
        let left = try left()
        for position in stride(from: 0, to: left.safe, by: 50) {
            var holed = left.records
            holed[position] = 0
            let line = 1 + left.records[..<position].count { $0 == 10 }
            let (refusal, records) = try start(left.journal, holed)
            #expect(refusal?.contains(" is damaged at line \(line): ") == true, "byte \(position)")
            #expect(records.elementsEqual(holed))
        }
    }

    @Test func `a journal that has lost its end does not cause the loss of existing records`() throws {
        var left = try left()
        try left.loseEnds(ofLast: 1)
        var holed = left.records
        holed[left.safe + 40] = 0
        let (refusal, records) = try start(left.journal, holed)
        #expect(refusal?.contains(" is damaged at line 5: ") == true)
        #expect(records.elementsEqual(holed))
    }

    @Test(arguments: [CommitGate.Sync.second, .never])
    func `where the journal is not synced first, what both files have lost of the last matches is gone`(
        sync: CommitGate.Sync
    ) throws {
        var left = try left(sync)
        try left.loseEnds(ofLast: 4)
        // Of the records, the first after a hole tells what the journal has lost.
        var holed = left.records
        for position in left.safe..<left.safe + 40 { holed[position] = 0 }
        for next in CommitGate.Sync.allCases {
            let folder = try TemporaryFolder.holding(journal: left.journal, records: holed)
            let storage = try folder.storage(next)
            #expect(storage.records.lastNumber == 4)
            #expect(try folder.journal.lines[0].contains("\"sync\":\"\(next.rawValue)\"".utf8))
        }
    }

    @Test func `a match whose end only the records know is gone from the journal, and its players are free`() throws {
        var left = try left(.second)
        try left.loseEnds(ofLast: 1)
        let match = try #require(try Self.read(left.records).last).summary.match
        let folder = try TemporaryFolder.holding(journal: left.journal, records: left.records)
        do {
            let storage = try folder.storage(.second)
            #expect(!storage.lobby.isLive(match))
            let journal = try folder.journal
            let lines = journal.lines.map { Array($0) }
            #expect(!lines.contains { EntryLine.match($0, in: $0.indices) == match })
            var writer = ByteWriter()
            var next = try #require(storage.journal)
            next.append(storage.lobby.registry.everybody.map { .forgot($0.name) }, using: &writer)
            try next.synchronize()
        }
        _ = try folder.storage(.second)
    }

    @Test func `a repair of a journal without its first line duplicates no record, and counts on from the last`()
        throws
    {
        var left = try left()
        left.journal[5] ^= 1
        let folder = try TemporaryFolder.holding(journal: left.journal, records: left.records)
        #expect(try Storage.repair(folder.path).count == 1)
        #expect(try folder.records.elementsEqual(left.records))
        let storage = try folder.storage()
        // There is no file of reserved numbers.
        let last = storage.records.lastMatch + Limits.Internal.reservedNumbers
        #expect(storage.lobby.counted == .counted(lastMatch: last, lastRecord: 8))
        #expect(try folder.records.elementsEqual(left.records))
    }
}
