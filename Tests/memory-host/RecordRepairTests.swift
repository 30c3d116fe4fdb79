import Foundation
import Protocol
import Testing

@testable import memory_host

@Suite struct RecordRepairTests {
    private let folder: RecordFolder

    init() throws { folder = try RecordFolder() }

    private static func line(_ number: Int) -> [UInt8] { RecordLine.bytes(of: RecordSamples.match(number)) }

    @Test func `bad lines are set aside in a file of their own, and said what they held`() throws {
        var changed = Self.line(2)
        changed[changed.count - 3] ^= 1
        let junk = Array("what is this?\n".utf8)
        try folder.write(Self.line(1) + changed + junk + Self.line(1) + Self.line(4) + Array("{\"v\":1".utf8))
        let flaws = try RecordRepair.setAside(in: folder.path)
        #expect(
            flaws == [
                RecordRepair.Flaw(line: 2, held: "r2, Ann and Bob"),
                RecordRepair.Flaw(line: 3, held: "13 bytes that are no record"),
                RecordRepair.Flaw(line: 4, held: "r1, Ann and Bob"),
                RecordRepair.Flaw(line: 6, held: "6 bytes that are no record"),
            ])
        #expect(try folder.bytes() == Self.line(1) + Self.line(4))
        let aside = changed + junk + Self.line(1) + Array("{\"v\":1\n".utf8)
        #expect(try folder.bytes(RecordRepair.asideName) == aside)
        #expect(try folder.store().lastNumber == 4)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test func `what an earlier repair set aside stays there`() throws {
        for _ in 0..<2 {
            try folder.write(Array("bad\n".utf8) + Self.line(1))
            #expect(try RecordRepair.setAside(in: folder.path).count == 1)
        }
        #expect(try folder.bytes(RecordRepair.asideName) == Array("bad\nbad\n".utf8))
    }

    @Test func `where nothing is wrong, or nothing is there, nothing is touched`() throws {
        #expect(try RecordRepair.setAside(in: folder.path) == [])
        try folder.write(Self.line(1))
        #expect(try RecordRepair.setAside(in: folder.path) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["records.ndjson"])
    }

    @Test func `the lines of another version are not for this one to set aside`() throws {
        let lines = Array("{\"sum\":\"d4c5141772c8e812\",\"v\":3}\nbad\n".utf8) + Self.line(1)
        try folder.write(lines)
        #expect(throws: RecordFile.Problem.otherForm(path: folder.records, line: 1)) {
            try RecordRepair.setAside(in: folder.path)
        }
        #expect(try folder.bytes() == lines)
    }
}
