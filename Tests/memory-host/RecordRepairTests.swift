import Foundation
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

@Suite struct RecordRepairTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func line(_ number: Int) -> [UInt8] { RecordSamples.line(RecordSamples.match(number)) }

    private let header = RecordSamples.header

    @Test func `bad lines are set aside in their own file, and their contents reported`() throws {
        var changed = Self.line(2)
        changed[changed.count - 3] ^= 1
        let junk = Array("what is this?\n".utf8)
        try folder.writeRecords(
            header + Self.line(1) + changed + junk + Self.line(1) + Self.line(4) + Array("{\"v\":1".utf8))
        let findings = try Storage.repair(folder.path)
        #expect(
            findings == [
                "Set aside line 3 of records.ndjson (corrupt): r2, Ann and Bob.",
                "Set aside line 4 of records.ndjson (corrupt): 13 bytes, contents unknown.",
                "Set aside line 5 of records.ndjson (out of order): r1, Ann and Bob.",
                "Lost: r2 to r3.",
                "Set aside line 7 of records.ndjson (corrupt): 6 bytes, contents unknown.",
                "journal.ndjson is missing or empty: matches in play, names and tokens are lost.",
                "The journal ends before m5, m8, which are over: their records, r1, r4, are complete.",
                "Lost, if they were in play: m1 to m4, m6 to m7.",
            ])
        #expect(try folder.records == header + Self.line(1) + Self.line(4))
        let bad = changed + junk + Self.line(1) + Array("{\"v\":1\n".utf8)
        #expect(try folder.bytes(of: "records.damaged") == bad)
        #expect(try folder.store().lastNumber == 4)
    }

    @Test func `a missing first line is reported, and written again`() throws {
        try folder.writeRecords(Self.line(1) + Self.line(2))
        _ = try Storage.repair(folder.path)
        try folder.writeRecords(Self.line(1) + Self.line(2))
        #expect(try Storage.repair(folder.path) == ["The first line of records.ndjson is missing."])
        #expect(try folder.records == header + Self.line(1) + Self.line(2))
    }

    @Test func `lines set aside by an earlier repair are kept`() throws {
        for _ in 0..<2 {
            try folder.writeRecords(header + Array("bad\n".utf8) + Self.line(1))
            #expect(try !Storage.repair(folder.path).isEmpty)
        }
        #expect(try folder.bytes(of: "records.damaged") == Array("bad\nbad\n".utf8))
    }

    @Test func `a repair of sound or empty data sets nothing aside`() throws {
        #expect(try Storage.repair(folder.path) == [])
        #expect(try Storage.repair(folder.path) == [])
        #expect(folder.files == ["lock", "records.ndjson"])
    }

    @Test func `a record missing at the end is reported, and the host continues after a repair`() throws {
        try folder.writeRecords(header + Self.line(1) + Self.line(2) + Self.line(3))
        _ = try Storage.repair(folder.path)
        #expect(try folder.storage().records.lastNumber == 3)
        try folder.writeRecords(header + Self.line(1))
        let error = #expect(throws: StorageProblem.self) { try folder.storage() }
        #expect(error?.sentence.contains("records.ndjson is truncated: the journal expects r3") == true)
        #expect(try Storage.repair(folder.path) == ["Lost: r2 to r3."])
        #expect(try folder.storage().records.lastNumber == 1)
    }
}
