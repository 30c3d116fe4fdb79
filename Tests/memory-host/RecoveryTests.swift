import Foundation
import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

@Suite struct `Recovery: reading the journal at a start` {
    private let folder: TemporaryFolder
    private let data: DiskFolder

    init() throws { (folder, data) = try TemporaryFolder.opened() }

    /// A journal of a short match, as a host has written it: one record, one match that goes on.
    private func short() throws -> [UInt8] {
        let kept = try LobbyDriver(journalIn: data)
        let rules = #"{"rows":2,"columns":2,"turns":0,"revealMs":0,"faces":"letters"}"#
        kept.write("Ann", "name Ann", "open 2x2 letters private")
        kept.write("Bob", "name Bob", "open 2x2 letters solo", "resign", #"{"type":"open","rules":\#(rules)}"#)
        kept.write("Ann", "leave", "join m3")
        for _ in 0..<2 {
            try kept.miss("Bob")
            try kept.miss("Ann")
        }
        kept.write("Bob", "a1")
        kept.vanish("Ann")
        try kept.journal.synchronize()
        return try folder.journal
    }

    @Test func `a journal cut at any byte keeps all complete lines, and drops only the torn one`()
        throws
    {
        let bytes = try short()
        let ends = bytes.lineEnds
        #expect(ends.count > 12)
        var sights: [Int: String] = [:]
        for end in [0] + ends { sights[end] = try Lobby.replaying(bytes[..<end]).lasting }
        for length in 0...bytes.count {
            try folder.write(bytes[..<length])
            let whole = ends.last { $0 <= length } ?? 0
            if 1..<ends[1] ~= length {
                let start = StorageProblem.damaged(
                    file: folder.journalPath, line: 1, reason: "the start of the journal is missing")
                #expect(throws: start) { try FoundJournal(data, into: Lobby(settings: LobbyDriver.settings)) }
                continue
            }
            var kept = try LobbyDriver(journalIn: data)
            #expect(kept.tornBytes == length - whole)
            #expect(kept.lobby.lasting == sights[whole], "\(length) bytes")
            if whole > ends[0] { #expect(try folder.journal == Array(bytes[..<whole])) }
            // And it is gone on with.
            if length.isMultiple(of: 50) {
                kept.resume()
                kept.write("Eve", "name Eve", "open quick")
                kept = try kept.restarted(in: data, "\(length) bytes")
                #expect(kept.tornBytes == 0)
            }
            try kept.journal.synchronize()
        }
    }

    @Test func `a missing or duplicate line is refused at the line that cannot follow`() throws {
        let bytes = try short()
        let lines = bytes.lines.map { Array($0) + [10] }
        let flips = lines.indices.filter { lines[$0].starts(with: Array(#"{"type":"flip""#.utf8)) }
        for flip in flips.dropLast() {
            var fewer = lines
            fewer.remove(at: flip)
            guard case .damaged(_, flip + 1, _) = try folder.problem(fewer.joined(), data) else {
                Issue.record("without line \(flip + 1)")
                continue
            }
            var more = lines
            more.insert(lines[flip], at: flip)
            guard case .damaged(_, flip + 2, _) = try folder.problem(more.joined(), data) else {
                Issue.record("with line \(flip + 1) twice")
                continue
            }
        }
        #expect(flips.count == 9)
    }

    @Test(arguments: [
        Entry.clocksPaused(milliseconds: 1_000, at: Instant(milliseconds: 1_000_000)),
        .restarted(at: Instant(milliseconds: 1_000_000), stoppedAt: Instant(milliseconds: 999_000)),
    ])
    func `a pause that stands twice in a journal counts once after a repair`(entry: Entry) throws {
        let kept = try LobbyDriver(journalIn: data)
        kept.write("Ann", "name Ann", "open 4x4")
        try kept.write(entry)
        try kept.journal.synchronize()
        let bytes = try folder.journal, lines = bytes.lines
        let damaged = try TemporaryFolder()
        try damaged.write(bytes + lines[lines.count - 1] + [10])
        let findings = try Storage.repair(damaged.path)
        let found = "Set aside line \(lines.count + 1) of journal.ndjson (duplicate)"
        #expect(findings.map { $0.prefix { $0 != ":" } } == [Substring(found)])
        let left = try damaged.journal.lines.map { Array($0) }
        #expect(left.count { EntryLine.isPause($0, in: $0.indices) } == 1)
    }

    @Test func `a missing line that was on disk is noticed, even if all others can follow`() throws {
        let kept = try LobbyDriver(journalIn: data, sync: .always)
        for name in ["Ann", "Bob", "Cid"] { kept.write(name, "name \(name)") }
        try kept.journal.synchronize()
        var lines = try folder.journal.lines.map { Array($0) + [10] }
        let bob = try #require(lines.firstIndex { String(decoding: $0, as: UTF8.self).contains("Bob") })
        lines.remove(at: bob)
        let missing = "data before it is missing"
        #expect(
            try folder.problem(lines.joined(), data)
                == .damaged(file: folder.journalPath, line: bob + 1, reason: missing))
    }

    @Test func `a journal must start with its header and its counts, and cannot be two in one`() throws {
        let bytes = try short()
        let ends = bytes.lineEnds
        let missing = "the start of the journal is missing"
        #expect(
            try folder.problem(bytes[ends[0]...], data)
                == .damaged(file: folder.journalPath, line: 1, reason: missing))
        #expect(
            try folder.problem(bytes[..<ends[0]] + bytes[ends[2]...], data)
                == .damaged(file: folder.journalPath, line: 2, reason: missing))
        #expect(
            try folder.problem(bytes + bytes, data)
                == .damaged(file: folder.journalPath, line: ends.count + 1, reason: "corrupt entry"))
    }

    @Test(arguments: [
        (#"{"type":"journal","form":2,"lastMatch":7,"lastRecord":5,"sum":63389325}"#, nil),
        (#"{"sum":"ad57798cb88c9bd4","v":2,"more":true}"#, nil), (#"{"log":"journal","form":5,"more":{}"#, 5),
        (#"{"log":"journal","form":3"#, 3),
    ])
    func `a log of another format is refused by a start and by a repair`(line: String, form: Int?) throws {
        let folder = try TemporaryFolder()
        var writer = ByteWriter()
        writer.put(Array(line.utf8), in: 0..<line.utf8.count)
        if form != nil { writer.endLogLine() } else { writer.put("\n") }
        let bytes = writer.drain()
        try folder.write(bytes)
        let other = StorageProblem.otherFormat(file: folder.journalPath, form: form)
        #expect(throws: other) {
            try folder.storage(.never)
        }
        #expect(throws: other) { try Storage.repair(folder.path) }
        #expect(try folder.journal == bytes)
        #expect(other.sentence.contains("this version reads format \(LogFile.formatVersion)"))
    }

    @Test func `a missing folder is created for this user alone, with an empty journal`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder.open(folder.path + "/a/b")
        defer { data.close() }
        let kept = try LobbyDriver(journalIn: data)
        try kept.journal.synchronize()
        let manager = FileManager.default
        for name in ["a", "a/b"] {
            let mode = try manager.attributesOfItem(atPath: folder.path + "/" + name)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
        let journal = folder.path + "/a/b/journal.ndjson"
        #expect(try manager.attributesOfItem(atPath: journal)[.posixPermissions] as? Int == 0o600)
        let header = #"{"log":"journal","form":4,"sync":"never","crc":""#
        #expect(try String(contentsOfFile: journal, encoding: .utf8).hasPrefix(header))
    }

    @Test func `a file in place of the folder is refused`() throws {
        let folder = try TemporaryFolder()
        try folder.write([1])
        #expect(throws: StorageProblem.self) { try DataFolder.open(folder.journalPath) }
        #expect(throws: StorageProblem.self) { try DataFolder.open(folder.journalPath + "/below") }
    }
}
