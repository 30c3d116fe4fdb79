import Foundation
import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

/// The power fails while the disk writes what one turn of the loop accepted, and takes the parts of it in any order.
@Suite struct `Recovery: a batch with missing parts` {
    private let folder: TemporaryFolder
    private let data: DiskFolder

    init() throws { (folder, data) = try TemporaryFolder.opened() }

    /// A journal, where its lines end, and how much of it was on the disk when its last batch was begun.
    private struct Written {
        let bytes: [UInt8]
        let ends: [Int]
        let synced: Int

        /// The blocks of this size after what was on the disk. The first holds some of that too: a disk writes
        /// whole blocks, and so has either what was there or all that is to be there.
        func blocks(_ size: Int) -> [Range<Int>] {
            stride(from: synced / size * size, to: bytes.count, by: size).map {
                max($0, synced)..<min($0 + size, bytes.count)
            }
        }

        func without(_ missing: some Sequence<Range<Int>>) -> [UInt8] {
            var bytes = bytes
            for range in missing { for position in range { bytes[position] = 0 } }
            return bytes
        }

        /// Returns the number of bytes in complete lines if the first missing byte is this one.
        func whole(before position: Int) -> Int { ends.last { $0 <= position } ?? 0 }
    }

    /// A host's life: some turns of the loop with a few lines each, and one in which this many people come and play.
    private func written(_ sync: CommitGate.Sync, crowd: Int) throws
        -> Written
    {
        let kept = try LobbyDriver(journalIn: data, sync: sync)
        let begun = kept.journal.size
        kept.write("Ann", "name Ann", "open 4x4")
        kept.write("Bob", "name Bob", "join")
        for turn in 0..<4 { try kept.miss(["Ann", "Bob"][turn % 2]) }
        let synced = sync == .never ? begun : kept.journal.size
        try kept.together {
            try kept.miss("Ann")
            for guest in 0..<crowd { kept.write("\(guest)", "name Guest \(guest)", "open 8x8 solo", "a1") }
            try kept.miss("Bob")
        }
        let bytes = try folder.journal
        try kept.journal.synchronize()
        return Written(bytes: bytes, ends: bytes.lineEnds, synced: synced)
    }

    /// Expects a host to find the first `whole` of these bytes, and to continue from there.
    private func expect(_ whole: Int, of bytes: [UInt8], _ what: String)
        throws
    {
        try folder.write(bytes)
        var kept = try LobbyDriver(journalIn: data)
        let sight = try Lobby.replaying(bytes[..<whole]).lasting
        #expect(kept.lobby.lasting == sight, "\(what)")
        #expect(kept.tornBytes == bytes.count - whole, "\(what)")
        #expect(try folder.journal == Array(bytes[..<whole]), "\(what)")
        kept.resume()
        kept.write("Eve", "name Eve", "open quick")
        kept = try kept.restarted(in: data, what)
        #expect(kept.tornBytes == 0)
        try kept.journal.synchronize()
    }

    @Test(arguments: [(512, 2), (4096, 21)], CommitGate.Sync.allCases)
    func `whichever blocks of the last batch are missing, everything before the first is kept`(
        batch: (block: Int, crowd: Int), sync: CommitGate.Sync
    ) throws {
        let written = try written(sync, crowd: batch.crowd)
        let blocks = written.blocks(batch.block)
        #expect(4...10 ~= blocks.count)
        for subset in 1..<1 << blocks.count {
            let missing = blocks.indices.filter { subset >> $0 & 1 == 1 }
            let bytes = written.without(missing.map { blocks[$0] })
            let whole = written.whole(before: blocks[missing[0]].lowerBound)
            try expect(whole, of: bytes, "without \(missing) of \(blocks.count)")
            guard subset.isMultiple(of: 5) else { continue }
            // And the file may be shorter.
            let end = (blocks[missing[0]].upperBound + bytes.count) / 2
            let cut = Array(bytes[..<end])
            try expect(whole, of: cut, "without \(missing), cut")
        }
    }

    @Test(arguments: [false, true])
    func `a match whose opening was torn is gone for good, whatever its player does next`(isBack: Bool) throws {
        let folder = try TemporaryFolder()
        let token: String
        do {
            let host = try LobbyDriver(in: folder.path)
            host.write("Ann", "name Ann", #"{"type":"open","beside":"Bob"}"#)
            token = try host.token(of: "Ann").text
            #expect(host.lobby.lastingMatches.count == 1)
        }
        let bytes = try folder.journal
        let end = try #require(bytes.dropLast().lastIndex(of: 10))  // Bob's seat is the last line.
        try folder.write(bytes[...end])
        do {
            let host = try LobbyDriver(in: folder.path)
            #expect(host.lobby.liveMatches.isEmpty)
            if isBack {
                host.write("Bob", #"{"type":"hello","token":"\#(token)"}"#, "open 4x4")
            } else {
                host.endPass(after: Limits.absentMilliseconds)
                host.write("Bob", "name Eve")
                #expect(host.lobby.registry[try PlayerName("Ann")] == nil)
            }
        }
        for _ in 0..<2 { #expect(try LobbyDriver(in: folder.path).lobby.liveMatches.count == (isBack ? 1 : 0)) }
    }

    @Test func `the missing part of a batch may be larger than one chunk of reading`() throws {
        let start = try written(.always, crowd: 1)
        let entry = Entry.forgot(try PlayerName("Nobody"))
        var tail: [UInt8] = []
        var writer = ByteWriter()
        while tail.count < 3_000_000 {
            EntryLine.write(entry, into: &writer)
            writer.endLogLine(synced: tail.isEmpty ? start.bytes.count : nil)
            tail += writer.drain()
        }
        for (missing, whole) in [(100_000..<2_900_000, nil), (0..<tail.count, start.bytes.count)] {
            var holed = tail
            holed.replaceSubrange(missing, with: repeatElement(0, count: missing.count))
            let bytes = start.bytes + holed
            let lineEnd = bytes[..<(start.bytes.count + missing.lowerBound)].lastIndex(of: 10).map { $0 + 1 } ?? 0
            try expect(whole ?? lineEnd, of: bytes, "\(missing)")
        }
    }

    @Test(arguments: [64, 512, 4096], CommitGate.Sync.allCases)
    func `a hole in synced data is refused with its line, wherever it is`(block: Int, sync: CommitGate.Sync)
        throws
    {
        let written = try written(sync, crowd: 3)
        for start in stride(from: 0, to: written.synced, by: block) {
            let hole = start..<min(start + block, written.synced)
            let line = 1 + written.ends.count { $0 <= start }
            let found = try folder.problem(written.without([hole]), data)
            #expect(
                found
                    == .damaged(
                        file: folder.journalPath, line: line,
                        reason: line == 1 ? "the start of the journal is missing" : "corrupt entry"), "\(hole)"
            )
        }
    }

    @Test func `a hole that begins right after what was on the disk is a torn write, and one a byte before is damage`()
        throws
    {
        var journal = Journal(try LogFile(.journal, in: data))
        var writer = ByteWriter()
        journal.append([.counted(lastMatch: 3, lastRecord: 2)], using: &writer)
        _ = try journal.write()
        // The second entry is written while the disk syncs the first, so that the third says how far it came.
        let (synced, job) = (journal.size, try journal.beginSync())
        journal.append([.forgot(try PlayerName("Ann"))], using: &writer)
        _ = try journal.write()
        try job.run()
        _ = try journal.endSync()
        journal.append([.forgot(try PlayerName("Bob"))], using: &writer)
        _ = try journal.write()
        let bytes = try folder.journal
        try journal.synchronize()
        #expect(bytes.marks.count == 4 && bytes.marks[3] == synced)
        for length in [1, 20] {
            var holed = bytes
            for position in synced..<synced + length { holed[position] = 0 }
            try expect(synced, of: holed, "\(length) bytes")
            holed[synced - 1] = 0
            #expect(
                try folder.problem(holed, data)
                    == .damaged(file: folder.journalPath, line: 2, reason: "corrupt entry"), "\(length) bytes")
        }
    }

    @Test func `a hole anywhere in a compacted journal is refused, since all of it was synced`()
        throws
    {
        _ = try written(.always, crowd: 3)
        let kept = try LobbyDriver(journalIn: data)
        try kept.compact()
        try kept.journal.synchronize()
        let bytes = try folder.journal
        let last = try #require(bytes.dropLast().lastIndex(of: 10))
        #expect(last > 1_000)
        for position in stride(from: 0, to: last, by: 100) {
            var holed = bytes
            holed[position] = 0
            guard case .damaged = try folder.problem(holed, data) else {
                Issue.record("byte \(position)")
                continue
            }
        }
    }

    @Test func `a repair drops a torn batch like a start does, and sets aside only damaged lines`()
        throws
    {
        let written = try written(.always, crowd: 4)
        let folder = try TemporaryFolder()
        let hole = written.synced + 600..<written.synced + 700
        var bytes = written.without([hole])
        try folder.write(bytes)
        let dropped = try Storage.repair(folder.path)
        let count = bytes.count - written.whole(before: hole.lowerBound)
        #expect(dropped.count == 1)
        #expect(
            dropped.first?.hasPrefix(
                "Dropped an incomplete write of \(count) bytes at the end of \(folder.journalPath) (m")
                == true, "\(dropped)")
        let again = try DataFolder.open(folder.path)
        let kept = try LobbyDriver(journalIn: again)
        let sight = try Lobby.replaying(written.bytes[..<written.whole(before: hole.lowerBound)]).lasting
        #expect(kept.lobby.lasting == sight)
        try kept.journal.synchronize()
        again.close()
        // Bob takes a seat in the fourth line from the beginning of the first batch: without it there is no match.
        let seated = try #require(
            written.bytes.lines.firstIndex { $0.starts(with: #"{"type":"seated""#.utf8) })
        bytes[written.ends[seated] - 5] ^= 1
        try folder.write(bytes)
        let findings = try Storage.repair(folder.path)
        #expect(findings.count == 3, "\(findings)")
        #expect(findings.first?.hasPrefix("Set aside line \(seated + 1) of journal.ndjson (corrupt)") == true)
    }
}
