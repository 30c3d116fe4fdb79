import Foundation
import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// A journal that is not there, or is no journal: no host starts over it, and nothing that it held is overwritten.
@Suite struct `A lost journal` {
    /// Something that befalls a journal.
    enum Fate: String, CaseIterable {
        case removed, emptied, zeros, garbage, compressed, text, lineFeedsLost, lastLineTwice, cutInFirstLine

        /// The file afterwards; nil if there is none.
        func bytes(of journal: [UInt8]) -> [UInt8]? {
            var random = SeededRandom("a lost journal")
            func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
            switch self {
            case .removed: return nil
            case .emptied: return []
            case .zeros: return [UInt8](repeating: 0, count: journal.count)
            case .garbage: return noise(journal.count)
            case .compressed: return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + noise(journal.count / 3)
            case .text: return Array("This is where the journal was.".utf8)
            case .lineFeedsLost: return journal.filter { $0 != 10 }
            case .lastLineTwice: return journal + (journal.lines.last.map { Array($0) } ?? []) + [10]
            case .cutInFirstLine: return Array(journal.prefix(30))
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func leave(_ sync: CommitGate.Sync, stops: Bool) throws {
        try LobbyDriver.leave(in: folder, sync, stops: stops)
    }

    private func problem(_ sync: CommitGate.Sync) throws -> StorageProblem? {
        do throws(StorageProblem) {
            _ = try folder.storage(sync)
            return nil
        } catch {
            return error
        }
    }

    /// The bytes of all files in the folder whose names show that they were set aside.
    private func aside() throws -> [[UInt8]] {
        try folder.files.filter { $0.hasPrefix("journal.damaged") }.map { try folder.bytes(of: $0) }
    }

    /// Opens a match and ends it; returns the numbers that it and its record get.
    private func next(_ sync: CommitGate.Sync) throws -> (match: Int, record: Int) {
        let host = try LobbyDriver(in: folder.path, sync: sync)
        host.write("Eve", "name Eve", "open 4x4 solo", "a1", "b1", "resign", "leave")
        let last = try #require(host.records.last?.summary)
        try host.close()
        return (last.match.number, last.id.number)
    }

    @Test(arguments: Fate.allCases, CommitGate.Sync.allCases)
    func `a host refuses to start without the journal that was there, and a repair overwrites nothing`(
        fate: Fate, sync: CommitGate.Sync
    ) throws {
        for stops in [true, false] {
            let folder = try TemporaryFolder()
            let test = Self(folder)
            try test.leave(sync, stops: stops)
            let journal = try folder.journal
            let damaged = fate.bytes(of: journal)
            if let damaged {
                try folder.write(damaged)
            } else {
                try FileManager.default.removeItem(atPath: folder.journalPath)
            }
            let what = "\(fate), \(stops ? "stopped" : "killed"), \(sync)"
            let problem = try #require(try test.problem(sync), "\(what)")
            #expect(problem.status == .dataError, "\(what)")
            #expect(problem.sentence.hasPrefix(folder.journalPath + " is "), "\(what): \(problem.sentence)")
            #expect(problem.sentence.contains("--repair"), "\(what)")
            #expect((try? folder.journal) == damaged, "\(what): nothing is touched")
            let findings = try Storage.repair(folder.path)
            #expect(!findings.isEmpty, "\(what)")
            switch fate {
            case .removed, .emptied:
                #expect(findings[0].hasPrefix("journal.ndjson is missing or empty"), "\(what): \(findings)")
            case .lastLineTwice:
                #expect(findings.count == 1 && findings[0].contains("(duplicate)"), "\(what): \(findings)")
            case .zeros, .garbage, .compressed, .text, .lineFeedsLost, .cutInFirstLine:
                #expect(
                    findings.contains { $0.contains("all of it is kept as journal.damaged.1") }, "\(what): \(findings)")
                #expect(try test.aside() == [try #require(damaged)], "\(what)")
            }
            let isWhole = [.lineFeedsLost, .lastLineTwice].contains(fate)
            let live = try folder.storage(sync).lobby.liveMatches.map(\.number)
            #expect(live == (isWhole ? [1, 2, 3, 4] : []), "\(what): \(findings)")
            let isAlarmed = findings.contains { $0.contains("missing") || $0.hasPrefix("Lost") }
            #expect(isAlarmed == !isWhole, "\(what): \(findings)")
            #expect(try Storage.repair(folder.path).isEmpty, "\(what): once is enough")
            let numbers = try test.next(sync)
            #expect(numbers.match > 6 && numbers.record > 2, "\(what): numbers are used again")
        }
    }

    private init(_ folder: TemporaryFolder) { self.folder = folder }

    @Test func `the whole file is set aside under a name of its own each time`() throws {
        try leave(.always, stops: false)
        for text in ["one", "two", "three"] {
            try folder.write(Array(text.utf8))
            #expect(try !Storage.repair(folder.path).isEmpty)
        }
        #expect(try aside() == ["one", "two", "three"].map { Array($0.utf8) })
    }

    @Test func `the line of a restart that is there twice is refused, and a repair keeps one`() throws {
        try leave(.always, stops: false)
        _ = try LobbyDriver(in: folder.path)
        let journal = try folder.journal
        let last = try #require(journal.lines.last.map { Array($0) })
        #expect(EntryLine.isPause(last, in: last.indices))
        try folder.write(journal + last + [10])
        #expect(try problem(.always)?.sentence.contains("it repeats the line before it") == true)
        #expect(try Storage.repair(folder.path).count == 1)
        #expect(try folder.storage().lobby.liveMatches.count == 4)
    }

    @Test func `after a repair, records that are missing are missed`() throws {
        for _ in 0..<2 {
            try leave(.always, stops: false)
            try folder.write(folder.journal.prefix(30))
            #expect(try !Storage.repair(folder.path).isEmpty)
        }
        try FileManager.default.removeItem(atPath: folder.path(of: "records.ndjson"))
        #expect(try problem(.always)?.sentence.contains("records.ndjson is truncated") == true)
    }

    @Test func `without reserved numbers, a repair goes on behind as many as may have been`() throws {
        for bytes in [nil, [0, 0, 0], Array("reserved\n".utf8)] as [[UInt8]?] {
            let folder = try TemporaryFolder()
            let test = Self(folder)
            try test.leave(.always, stops: false)
            try folder.write([])
            if let bytes {
                try folder.write(bytes, to: "numbers.ndjson")
            } else {
                try FileManager.default.removeItem(atPath: folder.path(of: "numbers.ndjson"))
            }
            #expect(try !Storage.repair(folder.path).isEmpty)
            #expect(try test.next(.always).match > Limits.Internal.reservedNumbers)
        }
    }

    @Test func `without the file of reserved numbers, the records alone show that there was a journal`() throws {
        try leave(.always, stops: false)
        for name in ["numbers.ndjson", "journal.ndjson"] {
            try FileManager.default.removeItem(atPath: folder.path(of: name))
        }
        #expect(
            try problem(.always) == .missing(file: folder.journalPath, beside: "records.ndjson"))
        try FileManager.default.removeItem(atPath: folder.path(of: "records.ndjson"))
        #expect(try problem(.always) == nil, "an empty folder is a new one")
    }

    @Test func `an empty journal and nothing else is a new folder`() throws {
        try folder.write([])
        #expect(try problem(.always) == nil)
        #expect(try folder.journal.lines.count == 2)
    }
}

/// The numbers of matches and records.
@Suite struct `Numbers are used once` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reserved() throws -> NumberFile.Reserved? {
        try NumberFile.find(in: DiskFolder(folder.path))?.reserved
    }

    /// The machine is started anew, so that its name for this time is another one.
    private func startMachine() throws {
        let lines = try folder.bytes(of: "numbers.ndjson").lines.map { Array($0) + [10] }
        let others = lines.filter { !String(decoding: $0, as: UTF8.self).contains("boot") }
        #expect(others.count == lines.count - 1)
        try folder.write(others.joined(), to: "numbers.ndjson")
    }

    @Test func `a thousand are reserved at once, and the next thousand long before the first are used up`() throws {
        let block = Limits.Internal.reservedNumbers
        let host = try LobbyDriver(in: folder.path)
        host.write("Ann", "name Ann")
        for number in 1...block {
            host.write("Ann", "open 4x4 solo", "a1", "b1", "resign", "leave")
            let reserved = try #require(try reserved())
            #expect(reserved.match >= number && reserved.record >= number)
            #expect(block / 2...block ~= reserved.match - number)
        }
        #expect(try reserved()?.match == block + block / 2 + 1)
    }

    @Test(arguments: CommitGate.Sync.allCases)
    func `after a clean stop numbers go on without a gap; after a power failure only if all was synced`(
        sync: CommitGate.Sync
    ) throws {
        func play(stops: Bool) throws -> RecordSummary {
            let host = try LobbyDriver(in: folder.path, sync: sync)
            host.write("Ann", "name Ann", "open 4x4 solo", "a1", "b1", "resign", "leave", "bye")
            if stops { try host.close() }
            return try #require(host.records.last?.summary)
        }
        #expect(try play(stops: true).match.number == 1)
        #expect(try play(stops: true).match.number == 2)
        #expect(try play(stops: false).match.number == 3)
        #expect(try play(stops: false).match.number == 4, "the system has all that a killed host has written")
        try startMachine()
        let next = try play(stops: false)
        #expect(next.match.number == (sync == .always ? 5 : Limits.Internal.reservedNumbers + 1))
        #expect(next.id.number == next.match.number)
        // All of them are there, and so are the gaps.
        let again = try play(stops: true)
        #expect(try play(stops: false).id.number == again.id.number + 1)
        #expect(try folder.storage(sync).records.kept == 7)
        #expect(try Storage.repair(folder.path).isEmpty)
    }

    @Test func `a file of reserved numbers that cannot be read is written anew beside a sound journal`() throws {
        for (name, bytes) in [("Ann", []), ("Bob", [0, 0, 0]), ("Cid", Array("reserved\n".utf8))] {
            let host = try LobbyDriver(in: folder.path)
            host.write(name, "name \(name)", "open 4x4 solo", "a1", "b1", "resign", "leave")
            try folder.write(bytes, to: "numbers.ndjson")
        }
        _ = try folder.storage()
        let reserved = try #require(try reserved())
        #expect(reserved.match == 1003 && reserved.record == 1003, "\(reserved)")
    }
}
