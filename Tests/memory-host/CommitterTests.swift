import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import memory_host

/// The order in which the journal and the records reach the disk.
@Suite struct CommitterTests {
    /// A lobby in which Ann and Bob each play alone, and a committer that continues its journal.
    private struct Table {
        private var lobby: Lobby
        private var committer: Committer
        private let data: DiskFolder
        private var now = Instant(milliseconds: 2_000_000)

        /// - Parameter isLong: true if the journal is compacted with the next entry.
        init(_ data: DiskFolder, isLong: Bool = false) throws {
            var kept = try JournaledLobby(data, sync: .always)
            for (number, name) in ["Ann", "Bob"].enumerated() {
                kept.hear(number, "name \(name)", "open 4x4 solo", "a1")
            }
            var journal = kept.journal
            let records = try FoundRecords(data).store(recreating: [])
            if isLong { journal.smallBytes = 0 }
            (lobby, committer, self.data) = (kept.lobby, Committer(journal, records, sync: .always), data)
        }

        /// The records in the file.
        var recordCount: Int { get throws { try FoundRecords(data).totals.lastNumber } }

        /// The ends of matches in the journal.
        var endCount: Int {
            get throws { try FoundJournal(data, into: Lobby(settings: JournaledLobby.settings)).records.count }
        }

        /// Ends a player's match, and with it a pass of the loop; returns the sync to run.
        mutating func resign(_ number: Int) -> DiskJob? {
            var random = SystemRandomNumberGenerator()
            var writer = ByteWriter()
            now = now + Limits.Internal.syncSpacingMilliseconds
            let request = Request(.command(.resign), dialect: .json)
            let client = ClientID(slot: number, serial: 1)
            committer.append(lobby.handle(.received(request, from: client), at: now, using: &random), using: &writer)
            return job(committer.passEnded(at: now, lobby, using: &writer))
        }

        /// Makes the journal smaller as far as that can be done now.
        mutating func compact() {
            var writer = ByteWriter()
            while committer.hasSlice { #expect(committer.continueCompacting(using: &writer).isEmpty) }
        }

        /// Runs a sync; returns the next one.
        mutating func run(_ job: DiskJob) throws -> DiskJob? {
            try job.run()
            return self.job(committer.syncEnded(.success(()), at: now))
        }

        private func job(_ effects: [Committer.Effect]) -> DiskJob? {
            if case .sync(let job)? = effects.first { job } else { nil }
        }
    }

    @Test func `a match gets its record once the end of it is on disk, whatever was written meanwhile`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder.open(folder.path)
        defer { data.close() }
        var table = try Table(data)
        let (first, second) = (table.resign(0), table.resign(1))
        #expect(second == nil, "one sync at a time")
        #expect(try table.recordCount == 0)
        let job = try #require(first)
        _ = try table.run(job)
        #expect(try table.recordCount == 1)
    }

    @Test func `while the journal is compacted, a match that has ended is in it or has a record`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder.open(folder.path)
        defer { data.close() }
        var table = try Table(data, isLong: true)
        var jobs = 0
        for number in 0...1 {  // The first end starts it, the second one ends it.
            var job = table.resign(number)
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
