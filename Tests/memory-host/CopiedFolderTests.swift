import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// A copy of the data folder that was made file by file while the host went on.
@Suite struct `A copy of a running host's folder` {
    /// Both files at one moment, and what the host knew then.
    private struct Moment {
        let journal, records: [UInt8]
        let live: [MatchID]
        let lastRecord: Int
        let at: Instant
    }

    /// A host that makes its journal smaller all the time, and its files after each match.
    private static func moments(_ sync: CommitGate.Sync) throws -> [Moment] {
        let folder = try TemporaryFolder()
        let found = try folder.storage(sync)
        var journal = try #require(found.journal)
        journal.smallBytes = 0
        let host = LobbyDriver(Storage(journal: journal, records: found.records, lobby: found.lobby), sync: sync)
        host.write("Ann", "name Ann", "open 6x6")
        host.write("Bob", "name Bob", "join", "a1")
        host.write("Dora", "name Dora")
        var moments: [Moment] = []
        for number in 0..<60 {
            // Half of the players have left, and their names with them, when their match is over.
            let name = number.isMultiple(of: 2) ? "Dora" : "Guest \(number % 6)"
            if name != "Dora" { host.write(name, "name \(name)") }
            host.write(name, "open 4x4 solo", "a1", "b1", "resign", "leave")
            if name != "Dora" { host.write(name, "bye") }
            while host.committer.hasSlice { _ = host.storage?.continueCompacting(using: &host.writer) }
            host.endPass(after: 1)
            moments.append(
                Moment(
                    journal: try folder.journal, records: try folder.records, live: host.lobby.liveMatches,
                    lastRecord: host.records.last?.summary.id.number ?? 0, at: host.now))
        }
        #expect(moments[59].journal.count < moments.map(\.journal.count).max() ?? 0, "it was made smaller")
        return moments
    }

    private func folder(_ journal: Moment, _ records: Moment) throws -> TemporaryFolder {
        try TemporaryFolder.holding(journal: journal.journal, records: records.records)
    }

    private func problem(_ folder: TemporaryFolder, _ sync: CommitGate.Sync) -> StorageProblem? {
        do throws(StorageProblem) {
            _ = try folder.storage(sync)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: CommitGate.Sync.allCases)
    func `with the records first, it starts and has everything, for ten seconds`(sync: CommitGate.Sync) throws {
        let moments = try Self.moments(sync)
        var pairs = 0
        for (first, records) in moments.enumerated().filter({ $0.offset % 5 == 0 }) {
            for journal in moments[first...] where journal.at - records.at < Limits.Internal.copyMilliseconds - 1_000 {
                let storage = try folder(journal, records).storage(sync)
                #expect(storage.lobby.liveMatches == journal.live)
                #expect(storage.records.kept == journal.lastRecord, "\(records.lastRecord)")
                pairs += 1
            }
        }
        #expect(pairs > 100)
    }

    @Test(arguments: CommitGate.Sync.allCases)
    func `with the journal first, it starts, or names the records with which a repair continues`(
        sync: CommitGate.Sync
    ) throws {
        let moments = try Self.moments(sync)
        var refused = 0
        for (first, journal) in moments.enumerated().filter({ $0.offset % 9 == 0 }) {
            for records in moments[first...].prefix(7) {
                let folder = try self.folder(journal, records)
                if let problem = problem(folder, sync) {
                    refused += 1
                    for number in journal.lastRecord + 1...records.lastRecord {
                        #expect(problem.sentence.contains("(r\(number))"), "\(problem.sentence)")
                    }
                    let findings = try Storage.repair(folder.path)
                    #expect(findings.contains { $0.contains("are complete") }, "\(findings)")
                    #expect(!findings.contains { $0.hasPrefix("Lost") }, "\(findings)")
                    let storage = try folder.storage(sync)
                    #expect(storage.records.kept == records.lastRecord)
                    #expect(storage.lobby.liveMatches == journal.live)
                } else {
                    #expect(try folder.storage(sync).records.kept == records.lastRecord)
                }
            }
        }
        #expect((refused > 0) == (sync == .always))
    }
}
