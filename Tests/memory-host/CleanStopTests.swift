import Foundation
import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

/// Both logs after a clean stop, cut wherever that can be.
@Suite struct `A clean stop, and files that were cut afterwards` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Both files of a folder.
    private struct Files {
        var journal: [UInt8]
        var records: [UInt8]
    }

    private func read(_ folder: TemporaryFolder) throws -> Files {
        Files(journal: try folder.journal, records: try folder.records)
    }

    /// The files of a host with four matches that go on, and two records.
    private func files(_ sync: CommitGate.Sync = .always, stops: Bool = true) throws -> Files {
        try LobbyDriver.leave(in: folder, sync, stops: stops)
        return try read(folder)
    }

    /// Returns a folder with these files, and the sentence of a host that does not start there.
    private func start(_ files: Files, _ sync: CommitGate.Sync = .always) throws -> (TemporaryFolder, String?) {
        let copy = try TemporaryFolder.holding(journal: files.journal, records: files.records)
        return (copy, try problem(copy, sync))
    }

    private func problem(_ folder: TemporaryFolder, _ sync: CommitGate.Sync = .always) throws -> String? {
        do throws(StorageProblem) {
            _ = try LobbyDriver(in: folder.path, sync: sync)
            return nil
        } catch {
            #expect(error.status == .dataError)
            return error.sentence
        }
    }

    @Test(arguments: CommitGate.Sync.allCases)
    func `a journal cut anywhere after a clean stop is refused, and a repair names what is affected`(
        sync: CommitGate.Sync
    ) throws {
        let files = try files(sync)
        #expect(try start(files, sync).1 == nil)
        let ends = [0] + files.journal.lineEnds
        #expect(ends.count > 30)
        for (end, next) in zip(ends, ends.dropFirst()) {
            for length in [end, end + 1, next - 1] {
                var cut = files
                cut.journal.removeLast(files.journal.count - length)
                let (folder, sentence) = try start(cut, sync)
                let isBegun = length >= ends[2]
                let wanted =
                    "journal.ndjson is \(isBegun ? "truncated" : length > 0 ? "damaged at line 1" : "missing")"
                #expect(sentence?.contains(wanted) == true, "\(length): \(sentence ?? "")")
                #expect(try read(folder).journal == cut.journal, "nothing is touched")
                guard sync == .always, length < next - 1 else { continue }
                let findings = try Storage.repair(folder.path).joined(separator: " ")
                #expect(findings.contains("when the host stopped"), "\(findings)")
                for match in 1...4 { #expect(findings.contains("m\(match)"), "\(length) bytes: \(findings)") }
                #expect(try problem(folder, sync) == nil)
                #expect(try Storage.repair(folder.path) == [], "once is enough")
            }
        }
    }

    @Test(arguments: CommitGate.Sync.allCases)
    func `records cut after a clean stop are recreated from the journal, and refused if it has forgotten them`(
        sync: CommitGate.Sync
    ) throws {
        let files = try files(sync)
        let ends = files.records.lineEnds
        #expect(ends.count == 4, "the header, two records, the line of the stop")
        var forgetful = files
        forgetful.journal = try compacted(files)
        for length in stride(from: 0, to: files.records.count, by: 7) {
            for journal in [files.journal, forgetful.journal] {
                var cut = files
                (cut.journal, cut.records) = (journal, Array(files.records[..<length]))
                let (folder, sentence) = try start(cut, sync)
                let isRefused = journal == forgetful.journal && length < ends[2]
                #expect((sentence != nil) == isRefused, "\(length) bytes: \(sentence ?? "")")
                if isRefused {
                    #expect(try !Storage.repair(folder.path).isEmpty)
                    #expect(try problem(folder, sync) == nil)
                } else {
                    #expect(try folder.store().lastNumber == 2)
                }
            }
        }
    }

    /// The journal of a host that has started on these files with a journal without finished matches, and has stopped.
    private func compacted(_ files: Files) throws -> [UInt8] {
        let folder = try start(files).0
        do {
            // Dropping a record makes the journal forget the matches of all.
            let host = try LobbyDriver(in: folder.path, keptRecords: 1)
            try host.close()
        }
        return try folder.journal
    }

    @Test func `a clean stop is forgotten once a host runs, so a killed one starts with whatever is left`() throws {
        var last = try files()
        for stops in [false, true, false] {
            let host = try LobbyDriver(in: folder.path)
            #expect(try !folder.records.suffix(200).contains("stopped".utf8))
            #expect(host.lobby.liveMatches.count == 4)
            host.write("Eve", "name Eve\(stops)", "say hello")
            if stops { try host.close() }
            let now = try read(folder)
            #expect(now.journal.count > last.journal.count)
            last = now
        }
        // Nothing but the files tells how far they went; what a cut of them loses is only lost.
        for end in last.journal.lineEnds.suffix(4) {
            var cut = last
            cut.journal.removeLast(last.journal.count - end)
            #expect(try start(cut).1 == nil)
        }
    }

    @Test func `files without lines of stops start, and records of a stop with a journal that goes on do not`() throws {
        let killed = try files(stops: false)
        #expect(try start(killed).1 == nil)
        let folder = try TemporaryFolder.holding(journal: killed.journal, records: killed.records)
        var host = try LobbyDriver(in: folder.path)
        try host.close()
        _ = consume host
        var mixed = try read(folder)
        host = try LobbyDriver(in: folder.path)
        host.write("Eve", "name Eve")
        mixed.journal = try folder.journal
        let sentence = try start(mixed).1
        #expect(sentence?.contains("records.ndjson is truncated: it ends where the host stopped") == true)
        #expect(sentence?.contains("--repair") == true)
    }

    @Test func `a repair of a stopped host's folder changes nothing if nothing is damaged`() throws {
        let files = try files()
        #expect(try Storage.repair(folder.path) == [])
        #expect(try folder.journal == files.journal && folder.records == files.records)
        var cut = files
        cut.journal.removeLast(20)
        #expect(try start(cut).1 != nil)
    }

    @Test func `a record behind the line of a clean stop stays, and the line goes`() throws {
        var files = try files()
        let lines = files.records.lines.map { Array($0) + [10] }
        files.records = Array([lines[0], lines[1], lines[3], lines[2]].joined())
        let (folder, sentence) = try start(files)
        #expect(sentence?.contains("--repair") == true)
        #expect(
            try Storage.repair(folder.path) == [
                "Data before line 3 of records.ndjson is missing.", "Line 4 of records.ndjson follows its last one.",
            ])
        #expect(try folder.records == Array(lines[..<3].joined()))
        #expect(try problem(folder) == nil)
    }

    @Test func `a journal without its first line, and an event of no contest, are reported`() throws {
        func line(_ entry: Entry) -> [UInt8] {
            var writer = ByteWriter()
            EntryLine.write(entry, into: &writer)
            writer.endLogLine()
            return writer.drain()
        }
        let files = try files(.never, stops: false)
        let next = files.journal.lineEnds.count + 1
        let lost = line(.counted(lastMatch: 6, lastRecord: 2)) + line(.forgot(try PlayerName("Eve")))
        for (journal, finding) in [
            (
                lost,
                "journal.ndjson has no valid first line: all of it is kept as journal.damaged.1, and what can be read is used."
            ),
            (
                files.journal + line(.contest(.ended)),
                "Set aside line \(next) of journal.ndjson: it is about a contest, but there is none."
            ),
        ] {
            let (folder, sentence) = try start(Files(journal: journal, records: files.records), .never)
            #expect(sentence?.contains("--repair") == true)
            let findings = try Storage.repair(folder.path)
            #expect(findings.contains(finding), "\(findings)")
            #expect(try problem(folder, .never) == nil)
        }
    }

    @Test func `a stopped host without matches and records starts again, and so does one without data`() throws {
        for _ in 0..<3 {
            let host = try LobbyDriver(in: folder.path)
            #expect(host.lobby.matchCount == 0)
            try host.close()
            #expect(try folder.records.contains("stopped".utf8))
        }
        var files = try read(folder)
        files.journal.removeLast(40)
        #expect(try start(files).1 != nil)
    }

    // MARK: Under a running host

    @Test func `a journal truncated under a running host fails as a disk does, until it is back as it was`() throws {
        for isEmptied in [true, false] {
            let folder = try TemporaryFolder()
            let host = try LobbyDriver(in: folder.path)
            host.write("Ann", "name Ann", "open 4x4 solo", "a1")
            let bytes = try folder.journal
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.journalPath))
            try file.truncate(atOffset: isEmptied ? 0 : UInt64(bytes.count - 1))
            host.write("Ann", "b1")
            #expect(host.committer.gate.diskFailure?.reason == "journal.ndjson: the file was truncated")
            let left = try folder.journal
            // Its length alone is not enough.
            try file.truncate(atOffset: UInt64(bytes.count))
            host.endPass(after: 2_000)
            #expect(host.committer.gate.diskFailure != nil)
            #expect(try folder.journal.starts(with: left) && folder.journal.count == bytes.count, "nothing is written")
            #expect(throws: SystemError.fileIsTruncated("journal.ndjson")) { try host.close() }
            try file.seek(toOffset: 0)
            try file.write(contentsOf: bytes)
            host.endPass(after: 2_000)
            #expect(host.committer.gate.diskFailure == nil)
            #expect(try folder.journal.starts(with: bytes) && folder.journal.count > bytes.count)
            try host.close()
            _ = consume host
            #expect(try problem(folder) == nil)
        }
    }

    @Test func `records truncated under a running host fail as a disk does, until they are back`() throws {
        let host = try LobbyDriver(in: folder.path)
        host.write("Ann", "name Ann", "open 4x4 solo", "a1", "b1", "resign", "leave")
        let bytes = try folder.records
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.recordsPath))
        try file.truncate(atOffset: 50)
        host.write("Ann", "open 4x4 solo", "a1", "b1", "resign", "leave")
        #expect(host.committer.gate.diskFailure?.reason == "records.ndjson: the file was truncated")
        try file.seek(toOffset: 0)
        try file.write(contentsOf: bytes)
        host.endPass(after: 2_000)
        #expect(host.committer.gate.diskFailure == nil)
        try host.close()
        _ = consume host
        #expect(try problem(folder) == nil)
        #expect(try folder.store().lastNumber == 2)
    }
}
