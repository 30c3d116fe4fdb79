import Foundation
import Protocol
import Testing

@testable import Lobby
@testable import memory_host

@Suite struct `Journal: keeping` {
    private let entries = [Entry.counted(lastMatch: 3, lastRecord: 2)]

    /// A journal at the beginning of a new file.
    private func journal(
        _ folder: TemporaryFolder, _ data: DataFolder, _ sync: Journal.Sync, _ options: Platform.OpenOptions
    ) throws -> Journal {
        try folder.write([])
        return Journal(try Platform.openFile(folder.journalPath, options), size: 0, in: data, sync: sync)
    }

    @Test func `with always, all is on the disk when it is kept`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        var journal = try journal(folder, data, .always, [.read, .write])
        var writer = ByteWriter()
        journal.append(entries, using: &writer)
        #expect(try folder.journal.isEmpty)
        #expect(journal.commit(at: Instant(milliseconds: 5)) == .all)
        #expect(try folder.journal.count { $0 == 10 } == 1)
        #expect(journal.due == nil)
        #expect(journal.size == (try folder.journal.count))
        try journal.close()
    }

    @Test func `with second, the disk has it a second after the first of it was written`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        var journal = try journal(folder, data, .second, [.read, .write])
        var writer = ByteWriter()
        #expect(journal.commit(at: Instant(milliseconds: 0)) == .all)
        #expect(journal.due == nil)
        for moment in [5, 800] {
            journal.append(entries, using: &writer)
            #expect(journal.commit(at: Instant(milliseconds: moment)) == .all)
            #expect(journal.due == Instant(milliseconds: 1_005))
        }
        #expect(try folder.journal.count { $0 == 10 } == 2)
        #expect(journal.size == 0)
        #expect(journal.commit(at: Instant(milliseconds: 1_005)) == .all)
        #expect(journal.due == nil)
        #expect(journal.size == (try folder.journal.count))
        try journal.close()
    }

    @Test func `with never, the system has it and nothing is due`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        var journal = try journal(folder, data, .never, [.read, .write])
        var writer = ByteWriter()
        journal.append(entries, using: &writer)
        #expect(journal.commit(at: Instant(milliseconds: 5)) == .all)
        #expect(journal.due == nil)
        #expect(try folder.journal.count { $0 == 10 } == 1)
        try journal.close()
    }

    @Test(arguments: Journal.Sync.allCases)
    func `what cannot be written is kept in memory, as often as it is tried`(sync: Journal.Sync) throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        var journal = try journal(folder, data, sync, [.read])
        var writer = ByteWriter()
        for moment in 0..<3 {
            journal.append(entries, using: &writer)
            guard case .failed(let error) = journal.commit(at: Instant(milliseconds: moment)) else {
                Issue.record("a file that is only read was written")
                return
            }
            #expect(error.call == "pwrite")
            #expect(try folder.journal.isEmpty)
            #expect(journal.size == 0)
            #expect(!journal.isLong)
        }
        #expect(throws: SystemError.self) { try journal.close() }
    }

    // MARK: Making it smaller

    /// A host's day: one match goes on, hundreds come to their end.
    private func busy(_ data: DataFolder) throws -> KeptLobby {
        var kept = try KeptLobby(data)
        kept.hear(0, "name Ann", "open quick")
        kept.hear(1, "name Bob", "join", "leave", "open 4x4 solo")
        kept.hear(0, "leave", "open 6x6")
        kept.hear(1, "resign", "leave", "join", "a1")
        kept.hear(2, "name Cid")
        while !kept.journal.isLong { kept.hear(2, "open 10x10 solo", "a1", "resign", "leave") }
        return kept
    }

    @Test func `a journal that has grown is made smaller, and all that goes on is there`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        try Data("{\"type\":\"half a line".utf8).write(to: URL(fileURLWithPath: folder.journalPath + ".new"))
        var kept = try busy(data)
        let (before, sight) = (kept.journal.size, kept.sight)
        #expect(before <= 2 * 100 + Limits.House.smallJournalBytes + 4_096, "it is found long soon")
        try kept.compact()
        #expect(kept.journal.size < 3_000)
        #expect(kept.journal.size == (try folder.journal.count))
        #expect(!kept.journal.isLong)
        #expect(!FileManager.default.fileExists(atPath: folder.journalPath + ".new"))
        #expect(kept.sight == sight)
        kept.hear(0, "a1", "b2")
        let last = kept.sight
        try kept.journal.close()
        var again = try KeptLobby(data)
        #expect(again.sight == last)
        #expect(again.records.isEmpty)
        try again.journal.close()
    }

    @Test func `a new file that is left over, whole or not, changes nothing`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        var kept = try busy(data)
        let sight = kept.sight
        try kept.journal.close()
        for leftover in ["", "{\"type\":", "{\"type\":\"journal\",\"form\":2,\"lastMatch\":0,\"lastRecord\":0}\n"] {
            try Data(leftover.utf8).write(to: URL(fileURLWithPath: folder.journalPath + ".new"))
            var again = try KeptLobby(data)
            #expect(again.sight == sight)
            try again.compact()
            #expect(again.sight == sight)
            try again.journal.close()
        }
    }

    @Test func `a journal that cannot be made smaller goes on as it is`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        var kept = try busy(data)
        // A folder stands where the new file would.
        try FileManager.default.createDirectory(atPath: folder.journalPath + ".new", withIntermediateDirectories: false)
        let size = kept.journal.size
        #expect(throws: SystemError.self) { try kept.compact() }
        #expect(kept.journal.size == size)
        #expect(!kept.journal.isLong, "it is asked about again when it has grown")
        kept.hear(0, "a1", "b2")
        let sight = kept.sight
        try kept.journal.close()
        var again = try KeptLobby(data)
        #expect(again.sight == sight)
        try again.journal.close()
    }

    @Test func `names and tokens are kept where the journal is made smaller again and again`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        var kept = try KeptLobby(data)
        kept.hear(0, "name Ann", "open 4x4")
        kept.hear(1, "name Bob", "join", "a1")
        kept.hear(3, "name Zoe", "bye")
        for _ in 0..<3 {
            try kept.compact()
            let sight = kept.sight
            try kept.journal.close()
            kept = try KeptLobby(data)
            #expect(kept.sight == sight)
            #expect(sight.contains("Ann") && sight.contains("Bob") && !sight.contains("Zoe"))
        }
        try kept.journal.close()
    }
}
