import Foundation
import Lobby
import Protocol
import TestSupport
import Testing

@testable import memory_host

@Suite struct RecordStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func page(_ store: RecordStore, before: Int? = nil, limit: Int = 100) throws -> [Int] {
        try store.page(before: before.map { RecordID(number: $0) }, limit: limit).records.map(\.id.number)
    }

    @Test func `a record reads back as it was stored, also after a restart`() throws {
        var odd = RecordSamples.match(3, ["Zoë \"Z\" \\", "🦊"], winner: nil)
        odd.moves = []
        let records = [RecordSamples.match(1), RecordSamples.game(2, score: -300, reason: .turns), odd]
        for store in try folder.stores(records) {
            for record in records { #expect(try store.record(record.summary.id) == record) }
            #expect(try store.record(RecordID(number: 4)) == nil)
            #expect(store.lastNumber == 3)
            #expect(store.lastMatch == 7)
        }
    }

    @Test func `a page has the newest records first, and can continue before a record`() throws {
        // Some numbers are missing, as after a repair.
        let records = [1, 2, 5, 6, 9].map { RecordSamples.match($0) }
        for store in try folder.stores(records) {
            #expect(try page(store) == [9, 6, 5, 2, 1])
            #expect(try page(store, limit: 2) == [9, 6])
            #expect(try page(store, before: 6, limit: 2) == [5, 2])
            #expect(try page(store, before: 4) == [2, 1])
            #expect(try page(store, before: 1) == [])
            #expect(try page(store, before: 1000) == [9, 6, 5, 2, 1])
            #expect(try store.page(before: RecordID(number: 2), limit: 1).total == 5)
        }
        #expect(try page(RecordStore()) == [])
    }

    @Test func `a private match is in no list, no number and no score`() throws {
        let records = [
            RecordSamples.match(1), RecordSamples.match(2, isPrivate: true), RecordSamples.game(3, isPrivate: true),
        ]
        for var store in try folder.stores(records) {
            #expect(try page(store) == [1])
            #expect(store.total == 1)
            #expect(try store.record(RecordID(number: 2)) == nil)
            #expect(store.scores().best.isEmpty)
            #expect(store.scores().players.map(\.won) == [1, 0])
            #expect(store.lastNumber == 3, "its number is not given again")
        }
    }

    @Test func `a page holds no more than fits on a line, and the next one continues after it`() throws {
        let name = String(repeating: "🦊", count: 24)
        for store in try folder.stores((1...100).map { RecordSamples.match($0, [name, name + "b"]) }) {
            var before: Int?
            var seen: [Int] = []
            while let last = try page(store, before: before).last {
                seen += try page(store, before: before)
                var writer = ByteWriter()
                let list = try store.page(before: before.map { RecordID(number: $0) }, limit: 100)
                let id = RequestID(String(repeating: "\u{1}", count: 64))
                JSONEvents.write(Message(.records(list), re: id), into: &writer)
                #expect(writer.drain().count <= Limits.recordsBytes)
                before = last
            }
            #expect(seen == (1...100).reversed())
            #expect(try page(store).count < 100)
        }
    }

    @Test func `the longest record reads back as it was stored, also after a restart`() throws {
        var record = RecordSamples.match(1_000_000, Array(repeating: String(repeating: "🦊", count: 24), count: 2))
        var request = RulesRequest()
        (request.rows, request.columns) = (10, 10)
        record.summary.rules = try Rules(request)
        record.deck = CardFaces(Array(repeating: "🐼", count: 100))
        record.moves = Array(
            repeating: MatchRecord.Move(seat: 1, nil, atMilliseconds: .max), count: Limits.recordMoves)
        #expect(try folder.store([record]).record(record.summary.id) == record)
        #expect(try folder.records.count < 64 * 1024)
        #expect(try folder.store().record(record.summary.id) == record)
    }

    /// The longest scores that there can be: full of the longest games and players.
    private func longestScores(_ name: (Int) -> String) throws -> ScoreList {
        var tally = RecordTally()
        for number in 0..<2 * Limits.bestGames {
            var game = RecordSamples.game(number + 1, name(number), score: -99_900, turns: 1000, reason: .turns).summary
            var request = RulesRequest(game.rules)
            (request.rows, request.columns, request.turns) = (10, 10, 491 + number % 10)
            (request.scoring, request.matched, request.faces) = (.points, .vanish, .animals)
            game.rules = try Rules(request)
            game.endedAt = 1_800_000_000_042 + number
            tally.count(game)
        }
        for number in 0..<2 * Limits.bestPlayers {
            for _ in 0..<10 { tally.count(RecordSamples.match(1, [name(number), name(number + 1)]).summary) }
        }
        return tally.scores
    }

    @Test func `the longest scores fit on a line in either dialect`() throws {
        // As long as a name may be, and longer yet with what JSON escapes.
        for letter in ["🦊", "\"\u{20D0}"] {
            let scores = try longestScores { number in
                let ending = [number / 16, number % 16].compactMap { Unicode.Scalar(UInt32(0x1F400 + $0)) }
                return String(repeating: letter, count: Limits.nameCharacters - 2)
                    + ending.map { String(Character($0)) }.joined()
            }
            #expect(scores.best.count == Limits.bestGames && scores.players.count == Limits.bestPlayers)
            for name in scores.best.map(\.name) + scores.players.map(\.name) {
                #expect(try PlayerName(name).text.utf8.count == Limits.nameBytes)
            }
            var writer = ByteWriter()
            let id = RequestID(String(repeating: "\u{1}", count: Limits.requestIDBytes))
            JSONEvents.write(Message(.scores(scores), re: id), into: &writer)
            let count = writer.drain().count
            #expect(count <= Limits.recordsBytes && count > Limits.recordsBytes / 2, "\(count) bytes")
            PlainEvents.write(Message(.scores(scores)), into: &writer)
            #expect(writer.drain().count <= Limits.recordsBytes)
        }
    }

    @Test func `a match that has a record, even a private one, gets no second one when a host starts`() throws {
        let records = [RecordSamples.match(1), RecordSamples.match(2, isPrivate: true), RecordSamples.game(7)]
        _ = try folder.store(records)
        let found = try FoundRecords(DiskFolder(folder.path))
        #expect((1...15).filter { found.hasRecord(of: MatchID(number: $0)) } == [5, 6, 11])
        // The journal counts on from the last one.
        let again = records.enumerated().map { index, record in
            var record = record
            record.summary.id = RecordID(number: 8 + index)
            return record
        }
        let store = try found.store(recreating: again + [RecordSamples.match(12)])
        #expect(store.lastNumber == 12)
        #expect(try page(store) == [12, 7, 1])
    }

    @Test func `without a folder a store keeps the last records, and the scores of all`() throws {
        var store = RecordStore()
        for number in 1...Limits.Internal.recordsInMemory + 3 { try store.append(RecordSamples.match(number)) }
        #expect(store.total == Limits.Internal.recordsInMemory)
        #expect(try store.record(RecordID(number: 3)) == nil)
        #expect(try store.record(RecordID(number: 4)) == RecordSamples.match(4))
        #expect(store.scores().players.first?.won == Limits.Internal.recordsInMemory + 3)
    }

    @Test func `every query is answered by its event`() throws {
        var store = RecordStore()
        try store.append(RecordSamples.match(1))
        let summary = RecordSamples.match(1).summary
        #expect(
            try store.answer(.page(before: nil, limit: 5)) == .records(RecordList(records: [summary], total: 1)))
        #expect(
            try store.answer(.one(RecordID(number: 1))) == .record(RecordSamples.match(1)))
        #expect(
            try store.answer(.one(RecordID(number: 2))) == .error(ErrorReport(.noSuchRecord, command: "record")))
        #expect(try store.answer(.scores) == .scores(store.scores()))
    }
}
