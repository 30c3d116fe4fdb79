import Foundation
import Protocol
import Testing

@testable import memory_host

@Suite struct RecordFileTests {
    private let folder: RecordFolder

    init() throws { folder = try RecordFolder() }

    private func numbers() throws -> [Int] { try folder.store().page(before: nil, limit: 100).records.map(\.id.number) }

    private func failure() -> RecordFile.Problem? {
        do throws(RecordFile.Problem) {
            _ = try RecordStore(in: folder.path)
            return nil
        } catch {
            return error
        }
    }

    private static func line(_ number: Int) -> [UInt8] { RecordLine.bytes(of: RecordSamples.match(number)) }

    @Test func `a line is written in one form, which never changes`() {
        var record = RecordSamples.match(17, ["Ann", "\"B\\\""], isPrivate: true)
        record.moves = Array(record.moves[3...4])
        let line =
            #""record":"r17","match":"m21","private":true,"startedAt":1800001020000,"endedAt":1800001050000,"#
            + #""rules":{"rows":2,"columns":2,"seats":2,"turns":15,"revealMs":1000,"turnMs":60000,"graceMs":120000,"#
            + #""scoring":"pairs","matched":"stay","again":false,"faces":"animals"},"players":["Ann","\"B\\\""],"#
            + #""scores":[0,2],"winner":1,"reason":"cleared","turns":[2,2],"deck":["🐓","🐶","🐓","🐶"],"#
            + #""moves":[{"seat":1,"card":2,"atMs":4500},{"seat":0,"card":null,"atMs":6000}]}"# + "\n"
        let text = String(decoding: RecordLine.bytes(of: record), as: UTF8.self)
        #expect(text.hasPrefix(#"{"sum":""#))
        #expect(text.dropFirst(24).hasPrefix(#"","v":2,"record":"r17""#))
        #expect(text.dropFirst(32) == line, "\(text)")
    }

    @Test func `a last line that was torn at any byte is dropped, and the file goes on behind the others`() throws {
        let (first, second) = (Self.line(1), Self.line(2))
        for length in 0..<second.count {
            try folder.write(first + second[..<length])
            var store = try folder.store()
            #expect(store.lastNumber == 1)
            #expect(store.droppedBytes == length)
            try store.append(RecordSamples.match(2))
            #expect(try folder.bytes() == first + second)
        }
    }

    @Test func `a last line of which a part is not there is dropped too`() throws {
        var holed = Self.line(2)
        for position in 100..<200 { holed[position] = 0 }
        for last in [[0, 0, 0, 10], holed, [0], [123], [UInt8](repeating: 0, count: 100_000)] {
            try folder.write(Self.line(1) + last)
            #expect(try numbers() == [1])
            #expect(try folder.bytes() == Self.line(1))
        }
    }

    @Test func `a last line that is there whole, and not as it was written, is refused and set aside`() throws {
        var changed = Self.line(2)
        changed[changed.count - 3] ^= 1
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000) + [10]
        for last in [changed, [10], Array("{}\n".utf8), Self.line(1), long] {
            try folder.write(Self.line(1) + last)
            #expect(failure() == .damaged(path: folder.records, line: 2))
            #expect(try folder.bytes() == Self.line(1) + last, "nothing is touched")
            #expect(try RecordRepair.setAside(in: folder.path).map(\.line) == [2])
            #expect(try folder.bytes(RecordRepair.asideName).suffix(last.count) == last[...])
            #expect(try numbers() == [1])
        }
    }

    @Test func `a line in the middle of which any byte has changed is refused with its number`() throws {
        let (first, second, third) = (Self.line(1), Self.line(2), Self.line(3))
        for position in second.indices {
            // The second makes capitals of letters, which are digits of the sum as well.
            for flip: UInt8 in [1, 0x20] {
                var changed = second
                changed[position] ^= flip
                try folder.write(first + changed + third)
                let expected = RecordFile.Problem.damaged(path: folder.records, line: 2)
                #expect(failure() == expected, "byte \(position)")
                #expect(try folder.bytes() == first + changed + third, "nothing is touched")
            }
        }
    }

    @Test func `what cannot be written whole changes nothing, and the next try begins where it did`() throws {
        final class Disk { var room = Int.max }
        let disk = Disk()
        let full = SystemError.inputOutput("write")
        let file = try RecordFile(
            in: folder.path,
            write: { (bytes: [UInt8], file: FileDescriptor) throws(SystemError) in
                try Platform.writeAll(Array(bytes.prefix(disk.room)), to: file)
                if disk.room < bytes.count { throw full }
            }, found: { _ in })
        try file.append(RecordSamples.match(1))
        for room in [0, 1, 300, Self.line(2).count - 1] {
            disk.room = room
            #expect(throws: full) { try file.append(RecordSamples.match(2)) }
            #expect(file.lastNumber == 1)
            #expect(try file.page(before: nil, limit: 9).map(\.number) == [1])
            #expect(try folder.bytes() == Self.line(1) + Self.line(2).prefix(room))
        }
        disk.room = .max
        try file.append(RecordSamples.match(2))
        try file.synchronize()
        #expect(try folder.bytes() == Self.line(1) + Self.line(2))
        #expect(try file.record(2) == RecordSamples.match(2))
    }

    @Test func `lines out of order, twice, too long or empty are damaged`() throws {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000) + [10]
        for bad in [Self.line(1), Self.line(2), [10], long, Array("{}\n".utf8), [0xFF, 10]] {
            try folder.write(Self.line(2) + bad + Self.line(3))
            #expect(failure() == .damaged(path: folder.records, line: 2))
        }
    }

    @Test(arguments: [
        #"{"sum":"ad57798cb88c9bd4","v":3,"more":true}"#, #"{"sum":"14e93481ead74fa3","v":1,"more":true}"#,
    ])
    func `a line of another version is refused, and never dropped`(text: String) throws {
        // With the sums that they have in these forms for good.
        let other = Array(text.utf8) + [10]
        for lines in [other, Self.line(1) + other, other + Self.line(1)] {
            try folder.write(lines)
            let line = lines.starts(with: other) ? 1 : 2
            #expect(failure() == .otherForm(path: folder.records, line: line))
            #expect(try folder.bytes() == lines)
        }
    }

    @Test func `a version that was changed on the disk is damage, and not another version's`() throws {
        for version in [UInt8(ascii: "0"), UInt8(ascii: "1"), UInt8(ascii: "3"), UInt8(ascii: "9")] {
            var changed = Self.line(2)
            #expect(changed[30] == UInt8(ascii: "2"))
            changed[30] = version
            try folder.write(Self.line(1) + changed + Self.line(3))
            #expect(failure() == .damaged(path: folder.records, line: 2))
            let flaws = try RecordRepair.setAside(in: folder.path)
            #expect(flaws == [RecordRepair.Flaw(line: 2, held: "r2, Ann and Bob")])
            #expect(try folder.bytes() == Self.line(1) + Self.line(3))
        }
    }

    @Test func `what is wrong is said in a sentence, with the line and the way out`() {
        let damaged = RecordFile.Problem.damaged(path: "/x/records.ndjson", line: 12)
        #expect(damaged.sentence.contains("line 12 of /x/records.ndjson is damaged"))
        #expect(damaged.sentence.contains("--repair"))
        #expect(damaged.status == .dataError)
        #expect(RecordFile.Problem.otherForm(path: "f", line: 1).sentence.hasSuffix("."))
    }

    @Test func `records longer than one piece of reading come back`() throws {
        let records = (1...5000).map { RecordSamples.match($0) }
        try folder.write(records.flatMap { RecordLine.bytes(of: $0) })
        #expect(try folder.bytes().count > 2 * 1024 * 1024)
        let store = try folder.store()
        #expect(store.total == 5000)
        for number in [1, 1999, 2000, 2001, 5000] {
            #expect(try store.record(RecordID(number: number)) == records[number - 1])
        }
    }

    @Test func `random bytes are never taken for records, and never end the host`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("random records: seed \(seed)")
        var random = Lottery(seed: seed)
        let whole = Self.line(1) + Self.line(2) + Self.line(3)
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
            var memory = RecordLine.RulesMemory()
            _ = try? RecordLine.read(bytes, in: bytes.indices, rules: &memory)
            _ = try? RecordLine(bytes, in: bytes.indices, rules: &memory)
            try folder.write(bytes)
            guard failure() == nil else { continue }
            let store = try folder.store()
            for number in 1...3 {
                let record = try store.record(RecordID(number: number))
                #expect(record == nil || record == RecordSamples.match(number), "seed \(seed)")
            }
        }
    }
}
