import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

/// The order in which the journal and the records reach the disk.
@Suite struct CommitterTests {
    /// A lobby in which Ann and Bob each play alone, and a committer that continues its journal.
    private final class Table {
        private let kept: LobbyDriver
        private let folder: TemporaryFolder
        private let data: DiskFolder
        /// The sync that waits to be run.
        private var job: DiskJob?

        /// - Parameter isLong: true if the journal is compacted with the next entry.
        init(isLong: Bool = false) throws {
            (folder, data) = try TemporaryFolder.opened()
            kept = try LobbyDriver(journalIn: data, sync: .always)
            for name in ["Ann", "Bob"] { kept.write(name, "name \(name)", "open 4x4 solo", "a1") }
            var journal = kept.journal
            if isLong { journal.smallBytes = 0 }
            kept.journalOnly = nil
            kept.storage = Committer(journal, try FoundRecords(data).store(recreating: []), sync: .always)
            kept.runSync = { [unowned self] in
                job = $0
                return nil
            }
        }

        /// The records in the file.
        var recordCount: Int { get throws { try FoundRecords(data).totals.lastNumber } }

        /// The ends of matches in the journal.
        var endCount: Int {
            get throws { try FoundJournal(data, into: Lobby(settings: LobbyDriver.settings)).records.count }
        }

        /// Ends a player's match, and with it a pass of the loop; returns the sync to run.
        func resign(_ who: String) -> DiskJob? {
            job = nil
            kept.write(who, "resign")
            return job
        }

        /// Makes the journal smaller as far as that can be done now.
        func compact() {
            var writer = ByteWriter()
            while kept.committer.hasSlice {
                #expect(kept.storage?.continueCompacting(using: &writer).isEmpty == true)
            }
        }

        /// Runs a sync; returns the next one.
        func run(_ next: DiskJob) throws -> DiskJob? {
            try next.run()
            job = nil
            kept.syncEnded(.success(()))
            return job
        }
    }

    @Test func `a match gets its record once the end of it is on disk, whatever was written meanwhile`() throws {
        let table = try Table()
        let (first, second) = (table.resign("Ann"), table.resign("Bob"))
        #expect(second == nil, "one sync at a time")
        #expect(try table.recordCount == 0)
        let job = try #require(first)
        _ = try table.run(job)
        #expect(try table.recordCount == 1)
    }

    @Test func `while the journal is compacted, a match that has ended is in it or has a record`() throws {
        let table = try Table(isLong: true)
        var jobs = 0
        for (number, name) in ["Ann", "Bob"].enumerated() {  // The first end starts it, the second one ends it.
            var job = table.resign(name)
            while let next = job {
                job = try table.run(next)
                jobs += 1
                #expect(try table.endCount + table.recordCount > number, "after \(jobs) syncs")
            }
            table.compact()
        }
        #expect(jobs == 4, "of the journal; then of the records, the new file and the folder")
    }
}
