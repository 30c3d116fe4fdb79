import Foundation
import Protocol
import TestSupport
import Testing

@testable import memory_host

@Suite struct RecordFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func numbers() throws -> [Int] { try folder.store().page(before: nil, limit: 100).records.map(\.id.number) }

    private func failure() -> StorageProblem? {
        do {
            _ = try folder.store()
            return nil
        } catch {
            return error as? StorageProblem
        }
    }

    private func damaged(_ line: Int) -> StorageProblem {
        .damaged(file: folder.recordsPath, line: line, reason: "corrupt record")
    }

    private let header = RecordSamples.header

    private static func line(_ number: Int) -> [UInt8] { RecordSamples.line(RecordSamples.match(number)) }

    @Test func `the line of a record never changes its format`() {
        var record = RecordSamples.match(17, ["Ann", "\"B\\\""], isPrivate: true)
        record.moves = Array(record.moves[3...4])
        let line =
            #""record":"r17","match":"m21","private":true,"startedAt":1800001020000,"endedAt":1800001050000,"#
            + #""rules":{"rows":2,"columns":2,"seats":2,"turns":15,"revealMs":1000,"turnMs":60000,"graceMs":120000,"houseMs":900,"#
            + #""scoring":"pairs","matched":"stay","again":false,"faces":"animals"},"players":["Ann","\"B\\\""],"#
            + #""scores":[0,2],"winner":1,"reason":"cleared","turns":[2,2],"deck":["🐓","🐶","🐓","🐶"],"#
            + #""moves":[{"seat":1,"card":2,"atMs":4500},{"seat":0,"card":null,"atMs":6000}]"#
        let text = String(decoding: RecordSamples.line(record), as: UTF8.self)
        #expect(text.hasPrefix("{" + line), "\(text)")
        #expect(text.dropFirst(line.count + 1).hasPrefix(#","crc":""#))
        #expect(String(decoding: header, as: UTF8.self) == #"{"log":"records","form":4,"crc":"789110af"}"# + "\n")
    }

    @Test func `a record with a face of more than a line is none`() {
        var (record, cache) = (RecordSamples.match(1), RecordLine.RulesCache())
        for (face, isRead) in [("🐓", true), ("🐓\n🐶", false), ("\u{85}", false)] {
            record.deck[0] = face
            let line = RecordSamples.line(record)
            #expect((RecordLine.read(line, in: 0..<line.count - 1, rules: &cache) != nil) == isRead)
        }
    }

    @Test func `a last line torn at any byte is dropped, and the file continues after the others`() throws {
        let (first, second) = (header + Self.line(1), Self.line(2))
        for length in 1..<second.count {
            try folder.writeRecords(first + second[..<length])
            #expect(try FoundRecords(DiskFolder(folder.path)).torn?.bytes == length)
            var store = try folder.store()
            #expect(store.lastNumber == 1)
            try store.append(RecordSamples.match(2))
            let bytes = try folder.records
            #expect(bytes.starts(with: first + second.dropLast(20)))
            #expect(try folder.store().lastNumber == 2)
        }
    }

    @Test func `a last line with a hole in it is dropped, too`() throws {
        var holed = Self.line(2)
        for position in 100..<200 { holed[position] = 0 }
        for last in [[0, 0, 0, 10], holed, [0], [123], [UInt8](repeating: 0, count: 100_000)] {
            try folder.writeRecords(header + Self.line(1) + last)
            #expect(try numbers() == [1])
            #expect(try folder.records == header + Self.line(1))
        }
    }

    @Test func `a complete last line that was changed is refused, and set aside by a repair`() throws {
        var changed = Self.line(2)
        changed[changed.count - 3] ^= 1
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000) + [10]
        for last in [changed, [10], Array("{}\n".utf8), Self.line(1), long] {
            try folder.writeRecords(header + Self.line(1) + last)
            #expect(failure() == damaged(3))
            #expect(try folder.records == header + Self.line(1) + last, "nothing is touched")
            #expect(try Storage.repair(folder.path).first?.hasPrefix("Set aside line 3 of records.ndjson ") == true)
            #expect(try folder.bytes(of: "records.damaged").suffix(last.count) == last[...])
            #expect(try numbers() == [1])
        }
    }

    @Test func `a line with any byte changed is refused with its number`() throws {
        let (first, second, third) = (header + Self.line(1), Self.line(2), Self.line(3))
        for position in second.indices {
            // The second makes capitals of letters, which are digits of the checksum as well.
            for flip: UInt8 in [1, 0x20] where second[position] != flip {
                var changed = second
                changed[position] ^= flip
                try folder.writeRecords(first + changed + third)
                #expect(failure() == damaged(3), "byte \(position)")
                #expect(try folder.records == first + changed + third, "nothing is touched")
            }
        }
    }

    @Test func `a record that cannot be written changes nothing, and can be appended again`() throws {
        var store = try folder.store()
        try store.append(RecordSamples.match(1))
        try FileManager.default.moveItem(atPath: folder.recordsPath, toPath: folder.recordsPath + ".aside")
        for _ in 0..<2 {
            #expect(throws: SystemError.self) { try store.append(RecordSamples.match(2)) }
            #expect(store.lastNumber == 1)
            #expect(try store.page(before: nil, limit: 9).records.map(\.id.number) == [1])
        }
        try FileManager.default.moveItem(atPath: folder.recordsPath + ".aside", toPath: folder.recordsPath)
        try store.append(RecordSamples.match(2))
        #expect(try folder.records == header + Self.line(1) + Self.line(2))
        #expect(try store.record(RecordID(number: 2)) == RecordSamples.match(2))
    }

    @Test func `lines that are out of order, duplicated, too long or empty are damaged`() throws {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000) + [10]
        for bad in [header, Self.line(1), Self.line(2), [10], long, Array("{}\n".utf8), [0xFF, 10]] {
            try folder.writeRecords(header + Self.line(2) + bad + Self.line(3))
            #expect(failure() == damaged(3))
        }
        try folder.writeRecords(Self.line(2))
        #expect(failure() == damaged(1), "without the log's own line")
    }

    @Test func `a file of records longer than one chunk is read completely`() throws {
        let records = (1...5000).map { RecordSamples.match($0) }
        try folder.writeRecords(header + records.flatMap { RecordSamples.line($0) })
        #expect(try folder.records.count > 2 * 1024 * 1024)
        let store = try folder.store()
        #expect(store.total == 5000)
        for number in [1, 1999, 2000, 2001, 5000] {
            #expect(try store.record(RecordID(number: number)) == records[number - 1])
        }
    }

    @Test func `random bytes are never taken for records, and never crash the host`() throws {
        var random = SeededRandom("random records")
        let whole = header + Self.line(1) + Self.line(2) + Self.line(3)
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let start = Int.random(in: 0..<bytes.count, using: &random)
                let end = min(bytes.count, start + Int.random(in: 0...40, using: &random))
                let junk = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                bytes.replaceSubrange(start..<end, with: junk)
            }
            var cache = RecordLine.RulesCache()
            _ = RecordLine.read(bytes, in: bytes.indices, rules: &cache)
            _ = RecordLine.readSummary(bytes, in: bytes.indices, rules: &cache)
            try folder.writeRecords(bytes)
            guard failure() == nil else { continue }
            let store = try folder.store()
            for number in 1...3 {
                let record = try store.record(RecordID(number: number))
                #expect(record == nil || record == RecordSamples.match(number), "seed \(random.seed)")
            }
        }
    }
}
