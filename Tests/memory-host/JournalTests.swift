import Foundation
import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

@Suite struct `Journal: writing and compacting` {
    private let folder: TemporaryFolder
    private let data: DiskFolder

    init() throws { (folder, data) = try TemporaryFolder.opened() }

    private let entries = [Entry.counted(lastMatch: 3, lastRecord: 2)]

    /// A journal at the beginning of a new file.
    private func journal() throws -> Journal {
        Journal(try LogFile(.journal, in: data))
    }

    @Test func `an entry is in memory first, then in the file, and counts as synced once the disk has it`() throws {
        var journal = try journal()
        var writer = ByteWriter()
        journal.append(entries, using: &writer)
        #expect(try folder.journal.isEmpty)
        #expect(try journal.write() == nil)
        #expect(try folder.journal.count == journal.size)
        #expect(try folder.journal.count { $0 == 10 } == 2, "the log's own line, and the entry's")
        let job = try journal.beginSync()
        #expect(!job.isSyncOfAll)
        journal.append(entries, using: &writer)
        try job.run()
        #expect(try journal.endSync() == nil)
        journal.append(entries, using: &writer)
        try journal.synchronize()
        let marks = try folder.journal.marks
        #expect(marks.count == 4 && marks[2] == nil)
        #expect(marks[3] == (try folder.journal.lines[..<2].reduce(0) { $0 + $1.count + 1 }))
    }

    @Test func `entries that could not be written are written again at the same place`() throws {
        var journal = try journal()
        var writer = ByteWriter()
        let aside = folder.journalPath + ".aside"
        try FileManager.default.moveItem(atPath: folder.journalPath, toPath: aside)
        for _ in 0..<3 {
            journal.append(entries, using: &writer)
            let error = #expect(throws: SystemError.self) { try journal.write() }
            #expect(error?.description == "journal.ndjson: the file was moved or deleted")
            journal.rewind()
        }
        // Another program's file in its place is not touched either.
        try folder.write([1])
        #expect(throws: SystemError.self) { try journal.write() }
        #expect(try folder.journal == [1])
        try FileManager.default.removeItem(atPath: folder.journalPath)
        try FileManager.default.moveItem(atPath: aside, toPath: folder.journalPath)
        #expect(try journal.write() == nil)
        journal.rewind()
        try journal.synchronize()
        #expect(try folder.journal.count { $0 == 10 } == 4)
        #expect(try folder.journal.count == journal.size)
    }

    @Test func `after a failed sync everything that it was for is written again`() throws {
        var journal = try journal()
        var writer = ByteWriter()
        journal.append(entries, using: &writer)
        #expect(try journal.write() == nil)
        let written = try folder.journal
        _ = try journal.beginSync()
        // The system has given up what it could not put on disk.
        try FileHandle(forWritingTo: URL(fileURLWithPath: folder.journalPath)).truncate(atOffset: 0)
        journal.rewind()
        #expect(try journal.write() == nil)
        #expect(try folder.journal == written)
    }

    @Test func `a line that is taken back leaves nothing behind a shorter one that follows`() throws {
        var log = try LogFile(.journal, in: data)
        var writer = ByteWriter()
        writer.put(#"{"name":"Ann""#)
        let start = log.append(&writer)
        try log.write()
        log.removeLast(from: start)
        writer.put(#"{"name":"A""#)
        log.append(&writer)
        try log.write()
        #expect(try folder.journal.count == log.end)
    }

    @Test func `a mark of what is on disk that is taken back with its line is on the next line`() throws {
        var log = try LogFile(.journal, in: data)
        var writer = ByteWriter()
        writer.put(#"{"name":"Ann""#)
        log.append(&writer)
        try log.synchronize()
        let synced = log.end
        for _ in 0..<2 {
            writer.put(#"{"name":"Bob""#)
            log.removeLast(from: log.append(&writer))
        }
        for _ in 0..<2 {
            writer.put(#"{"name":"Bob""#)
            log.append(&writer)
        }
        try log.write()
        #expect(try folder.journal.marks == [nil, nil, synced, nil])
    }

    @Test func `a line does not claim that what was dropped from memory unsynced is on disk`() throws {
        var log = try LogFile(.journal, in: data)
        var writer = ByteWriter()
        func append() throws {
            EntryLine.write(entries[0], into: &writer)
            log.append(&writer)
            try log.write()
        }
        try append()
        log.beginSync()
        try append()
        log.endSync()
        log.forget()
        try append()
        #expect(try folder.journal.marks == [nil, nil, nil, nil])
    }

    @Test func `a moved journal is noticed within a second, a shorter one at once`() throws {
        let kept = try LobbyDriver(journalIn: data)
        let start = Instant(milliseconds: 5_000)
        func write(after milliseconds: Int) throws -> String? {
            var writer = ByteWriter()
            kept.journal.append([.forgot(try PlayerName("Ann"))], using: &writer)
            do throws(SystemError) {
                _ = try kept.journal.write(at: start + milliseconds)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(try write(after: 0) == nil)
        try FileManager.default.moveItem(atPath: folder.journalPath, toPath: folder.journalPath + ".away")
        #expect(try write(after: 999) == nil)
        #expect(try write(after: 1_000) == "journal.ndjson: the file was moved or deleted")
        try FileManager.default.moveItem(atPath: folder.journalPath + ".away", toPath: folder.journalPath)
        #expect(try write(after: 1_001) == nil)
        let whole = try folder.journal
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.journalPath))
        try file.truncate(atOffset: UInt64(whole.count - 10))
        #expect(try write(after: 1_002) == SystemError.fileIsTruncated("journal.ndjson").description)
        try file.seek(toOffset: UInt64(whole.count - 10))
        try file.write(contentsOf: whole.suffix(10))
        #expect(try write(after: 1_003) == nil)
    }

    @Test func `a moved folder takes its journal along`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder.open(folder.path + "/a")
        let kept = try LobbyDriver(journalIn: data)
        try FileManager.default.moveItem(atPath: folder.path + "/a", toPath: folder.path + "/b")
        kept.write("Ann", "name Ann", "open quick")
        try kept.compact()
        kept.write("Ann", "leave")
        let sight = kept.lobby.lasting
        try kept.journal.synchronize()
        data.close()
        let again = try LobbyDriver(journalIn: DataFolder.open(folder.path + "/b"))
        #expect(again.lobby.lasting == sight)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/a"))
    }

    /// A host's day: one match goes on, hundreds come to their end.
    private func busy() throws -> LobbyDriver {
        let kept = try LobbyDriver(journalIn: data)
        kept.write("Ann", "name Ann", "open quick")
        kept.write("Bob", "name Bob", "join", "leave", "open 4x4 solo")
        kept.write("Ann", "leave", "open 6x6")
        kept.write("Bob", "resign", "leave", "join", "a1")
        kept.write("Cid", "name Cid")
        while !kept.journal.isLong { kept.write("Cid", "open 10x10 solo", "a1", "resign", "leave") }
        return kept
    }

    @Test func `a journal that has grown is compacted, and keeps everything that is still running`() throws {
        try Data("{\"type\":\"half a line".utf8).write(to: URL(fileURLWithPath: folder.journalPath + ".new"))
        let kept = try busy()
        let (before, sight) = (kept.journal.size, kept.lobby.lasting)
        #expect(before <= 2 * 100 + Limits.Internal.smallJournalBytes + 4_096, "it is found long soon")
        try kept.compact()
        #expect(kept.journal.size < 3_000)
        #expect(kept.journal.size == (try folder.journal.count))
        #expect(!kept.journal.isLong)
        #expect(!FileManager.default.fileExists(atPath: folder.journalPath + ".new"))
        #expect(kept.lobby.lasting == sight)
        kept.write("Ann", "a1", "b2")
        let again = try kept.restarted(in: data)
        #expect(again.records.isEmpty)
        try again.journal.synchronize()
    }

    @Test func `a journal accepts entries during compaction, and survives a failed one`()
        throws
    {
        let kept = try busy()
        for isGivenUp in [true, false] {
            kept.write("Bob", "a1")
            try kept.beginCompacting()
            while kept.journal.hasSlice { try kept.slice() }
            try kept.endCompacting()
            #expect(kept.journal.isReplacing && !kept.journal.isLong)
            let before = try folder.journal
            let job = try kept.journal.beginSync()
            #expect(job.isSyncOfAll)
            try kept.write(.forgot(PlayerName("Nobody else")))
            #expect(try folder.journal == before, "the old file is not written any more")
            try job.run()
            if isGivenUp {
                kept.journal.rewind()
                #expect(!FileManager.default.fileExists(atPath: folder.journalPath + ".new"))
            } else {
                let next = try kept.journal.endSync()
                #expect(next?.isSyncOfAll == true)
                #expect(kept.journal.isReplacing)
                #expect(try kept.journal.endSync() == nil)
            }
            #expect(!kept.journal.isReplacing)
            #expect(try kept.journal.write() == nil)
            #expect(try folder.journal.count == kept.journal.size)
            #expect((try folder.journal.count < 5_000) == !isGivenUp)
            let lines = try folder.journal.lines
            #expect(lines.allSatisfy { LogLine(Array($0), in: 0..<$0.count) != nil })
            #expect(lines.last?.starts(with: #"{"type":"forgot""#.utf8) == true)
        }
        _ = try kept.restarted(in: data)
    }

    @Test func `a journal is compacted in slices between which it goes on`() throws {
        let kept = try busy()
        kept.journal.sliceBytes = 1_000
        let matches = 40
        for number in 10..<10 + matches {
            let name = "Player\(number)"
            kept.write(name, "name \(name)", "open 10x10 solo", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1")
        }
        let before = kept.journal.size
        try kept.beginCompacting()
        var slices = 0
        while kept.journal.hasSlice {
            try kept.slice()
            slices += 1
            if slices % 20 == 0 { kept.write("Player\(10 + slices % matches)", "i1", "j1") }
        }
        #expect(slices > before / 2_000)
        kept.write("Ann", "a1")
        #expect(kept.journal.canBeReplaced, "it lacks no more than the last write")
        try kept.endCompacting()
        kept.write("Ann", "b2")
        _ = try kept.restarted(in: data)
        #expect(kept.journal.size < before / 2)
    }

    @Test func `a journal that grows by more than a slice at a time is compacted all the same`() throws {
        let kept = try busy()
        kept.journal.sliceBytes = 100
        try kept.beginCompacting()
        for _ in 0..<2_000 where kept.journal.hasSlice {
            kept.together {
                for name in ["Dan", "Eve", "Fay", "Gus", "Hal"] {
                    kept.write(name, "name \(name)", "open 4x4 solo", "a1", "leave")
                }
            }
            try kept.slice()
        }
        #expect(!kept.journal.hasSlice)
    }

    @Test func `a journal that is cut while it is compacted is not waited for`() throws {
        let kept = try busy()
        var journal = kept.journal
        journal.sliceBytes = 1_000
        var writer = ByteWriter()
        try journal.beginCompacting(keeping: [], header: [], records: nil)
        #expect(journal.hasSlice)
        try FileHandle(forUpdating: URL(fileURLWithPath: folder.journalPath)).truncate(atOffset: 0)
        let error = #expect(throws: SystemError.self) { try journal.copySlice(using: &writer) }
        #expect(error == .fileIsTruncated("journal.ndjson"))
        #expect(!journal.hasSlice)
        #expect(!FileManager.default.fileExists(atPath: folder.journalPath + ".new"))
    }

    @Test func `a leftover new file, complete or not, changes nothing`() throws {
        let kept = try busy()
        let sight = kept.lobby.lasting
        try kept.journal.synchronize()
        for leftover in ["", "{\"type\":", "{\"log\":\"journal\",\"form\":3}\n"] {
            try Data(leftover.utf8).write(to: URL(fileURLWithPath: folder.journalPath + ".new"))
            let again = try LobbyDriver(journalIn: data)
            #expect(again.lobby.lasting == sight)
            try again.compact()
            #expect(again.lobby.lasting == sight)
            try again.journal.synchronize()
        }
    }

    @Test func `a journal that cannot be compacted continues as it is`() throws {
        let kept = try busy()
        // A folder stands where the new file would.
        try FileManager.default.createDirectory(atPath: folder.journalPath + ".new", withIntermediateDirectories: false)
        let size = kept.journal.size
        #expect(throws: SystemError.self) { try kept.compact() }
        #expect(kept.journal.size == size)
        #expect(!kept.journal.isLong, "it is asked about again when it has grown")
        kept.write("Ann", "a1", "b2")
        try kept.restarted(in: data).journal.synchronize()
    }

    @Test(arguments: [
        Entry.clocksPaused(milliseconds: 1_000, at: Instant(milliseconds: 1_000_000)),
        .restarted(at: Instant(milliseconds: 1_000_000), stoppedAt: Instant(milliseconds: 999_000)),
    ])
    func `a compacted journal keeps a pause of the clocks or a restart only after a match that goes on`(
        entry: Entry
    ) throws {
        let kept = try LobbyDriver(journalIn: data)
        let pauses = {
            try folder.journal.lines.count { EntryLine.isPause(Array($0), in: 0..<$0.count) }
        }
        for count in 0...1 {
            try kept.write(entry)
            try kept.compact()
            #expect(try pauses() == count)
            kept.write("Ann", "name Ann", "open 4x4")
        }
        try kept.journal.synchronize()
    }

    @Test func `names and tokens survive repeated compaction of the journal`() throws {
        var kept = try LobbyDriver(journalIn: data)
        kept.write("Ann", "name Ann", "open 4x4")
        kept.write("Bob", "name Bob", "join", "a1")
        kept.write("Zoe", "name Zoe", "bye")
        for _ in 0..<3 {
            try kept.compact()
            kept = try kept.restarted(in: data)
            let sight = kept.lobby.lasting
            #expect(sight.contains("Ann") && sight.contains("Bob") && !sight.contains("Zoe"))
        }
        try kept.journal.synchronize()
    }
}

extension DiskJob {
    /// It puts all of a file on disk, or a folder's names.
    fileprivate var isSyncOfAll: Bool { if case .syncAll = self { true } else { false } }
}
