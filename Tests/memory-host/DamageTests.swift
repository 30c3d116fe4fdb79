import Foundation
import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

/// A folder with one flipped bit, one lost or one doubled block: the host starts, or says that `--repair` helps; and
/// that does help.
@Suite struct `Damage: a damaged data folder` {
    /// The files of a host, with matches that go on and records.
    private struct Left {
        var files: [LogFile.Kind: [UInt8]] = [:]
        var matches: Set<MatchID> = []
        var records: [Int] = []

        func lines(_ kind: LogFile.Kind) -> [Range<Int>] {
            let ends = (files[kind] ?? []).lineEnds
            return zip([0] + ends, ends).map { $0..<$1 }
        }
    }

    /// A file to which something was done.
    private struct Damage: CustomStringConvertible {
        let kind: LogFile.Kind
        let description: String
        /// True if the file only ends early: what came after that cannot be known.
        var isCut = false
        /// True if one bit differs, and neither a zero nor a lost end comes of it.
        var isFlip = false
        let bytes: [UInt8]
    }

    /// - Parameter stops: true if the host has stopped; otherwise it was killed.
    private static func left(stops: Bool) throws -> Left {
        let folder = try TemporaryFolder()
        let data = try DataFolder.open(folder.path)
        var kept = try LobbyDriver(journalIn: data, sync: .always)
        kept.write("Ann", "name Ann", "open 6x6")
        kept.write("Bob", "name Bob", "join")
        kept.write("Cid", "name Cid")
        var store = try FoundRecords(data).store(recreating: [])
        func play(_ games: Int) throws {
            for _ in 0..<games { kept.write("Cid", "open 4x4 solo", "a1", "b1", "resign", "leave") }
            try kept.journal.synchronize()
            kept = try LobbyDriver(journalIn: data, sync: .always)
            store = try FoundRecords(data).store(recreating: kept.records)
        }
        try kept.miss("Ann")
        try play(2)
        try kept.compact()
        kept.write("Cid", "name Dora")
        try play(3)
        kept.write("Eve", "name Eve", "open 4x4 private", "a1")
        kept.write("Fay", "name Fay", "open 4x4 solo", "a1", "b1")
        kept.write("Gus", "name Gus", "join m1")
        try kept.miss("Fay")
        try kept.journal.synchronize()
        try store.synchronize()
        if stops {
            var committer = Committer(kept.journal, store, sync: .always)
            var writer = ByteWriter()
            try committer.close(kept.lobby, using: &writer)
        }
        data.close()
        var left = Left(matches: Set(kept.lobby.liveMatches))
        for kind in [LogFile.Kind.journal, .records] {
            left.files[kind] = try folder.bytes(of: kind.name)
        }
        left.records = store.lastNumber == 5 ? Array(1...5) : []
        return left
    }

    private static func flips(_ left: Left, _ kind: LogFile.Kind, _ random: inout SeededRandom) -> [Damage] {
        left.lines(kind).flatMap { line in
            // The LF too, and a few bits anywhere.
            ([line.upperBound - 1] + (0..<4).map { _ in Int.random(in: line, using: &random) }).map { position in
                let bit = Int.random(in: 0..<8, using: &random)
                var bytes = left.files[kind] ?? []
                bytes[position] ^= 1 << UInt8(bit)
                let isPlain = bytes[position] != 0 && position < bytes.count - 1
                return Damage(
                    kind: kind, description: "bit \(bit) of byte \(position)", isFlip: isPlain, bytes: bytes)
            }
        }
    }

    /// Lost in two ways, and doubled, is each of these parts; and the file ends where it does.
    private static func others(_ left: Left, _ kind: LogFile.Kind) -> [Damage] {
        let bytes = left.files[kind] ?? []
        let blocks = [512, 4096].flatMap { size in
            stride(from: 0, to: bytes.count, by: size).map { $0..<min($0 + size, bytes.count) }
        }
        return (left.lines(kind) + blocks).flatMap { part -> [Damage] in
            var (zeros, without, twice) = (bytes, bytes, bytes)
            zeros.replaceSubrange(part, with: repeatElement(0, count: part.count))
            without.removeSubrange(part)
            twice.insert(contentsOf: bytes[part], at: part.lowerBound)
            return [
                Damage(kind: kind, description: "zeros at \(part)", bytes: zeros),
                Damage(kind: kind, description: "without \(part)", bytes: without),
                Damage(kind: kind, description: "twice \(part)", bytes: twice),
                Damage(kind: kind, description: "up to \(part)", isCut: true, bytes: Array(bytes[..<part.lowerBound])),
            ]
        }
    }

    /// The matches and records that a host goes on with, or the problem for which it does not start.
    private func start(
        _ folder: TemporaryFolder
    ) throws -> (matches: [MatchID], records: [Int], problem: StorageProblem?) {
        do throws(StorageProblem) {
            let storage = try folder.storage()
            let records = (1...5).filter { (try? storage.records.record(RecordID(number: $0))) != nil }
            return (storage.lobby.liveMatches, records, nil)
        } catch {
            return ([], [], error)
        }
    }

    /// Starts on a damaged folder, repairs it if it must, and starts again; returns whether the host refused it.
    private func judge(_ damage: Damage, of left: Left, stops: Bool) throws -> Bool {
        let folder = try TemporaryFolder()
        for (kind, bytes) in left.files {
            try folder.write(kind == damage.kind ? damage.bytes : bytes, to: kind.name)
        }
        let first = try start(folder)
        guard let problem = first.problem else {
            let hasAll = left.matches.isSubset(of: first.matches) && first.records == left.records
            #expect(hasAll || !stops, "\(damage): after a clean stop, nothing is lost unnoticed")
            return false
        }
        #expect(problem.sentence.contains("--repair"), "\(damage): \(problem.sentence)")
        let findings = try Storage.repair(folder.path).joined(separator: " ")
        #expect(!findings.isEmpty, "\(damage)")
        let (matches, records, still) = try start(folder)
        guard still == nil else {
            Issue.record("\(damage): \(findings), and still \(still?.sentence ?? "")")
            return true
        }
        let lost = left.matches.subtracting(matches).map(\.text)
        let gone = left.records.filter { !records.contains($0) }.map { "r\($0)" }
        let untold = (lost + gone).filter { !findings.contains($0) }
        #expect(damage.isCut || untold.isEmpty, "\(damage): \(findings)")
        if damage.isFlip { #expect(lost.count + gone.count <= 1, "\(damage): \(findings)") }
        #expect(try Storage.repair(folder.path).isEmpty, "\(damage): once is enough")
        return true
    }

    @Test(arguments: [LogFile.Kind.journal, .records], [true, false])
    func `after any single damage the host starts, at the latest after a repair`(
        kind: LogFile.Kind, stops: Bool
    ) throws {
        var random = SeededRandom("damage")
        let left = try Self.left(stops: stops)
        #expect(left.matches.count == 3 && left.records.count == 5)
        var refused = 0
        let flips = Self.flips(left, kind, &random)
        for damage in flips where try judge(damage, of: left, stops: stops) { refused += 1 }
        #expect(refused >= flips.count { $0.isFlip }, "no flipped bit is passed over, from seed \(random.seed)")
        let others = Self.others(left, kind)
        for damage in others {
            let isRefused = try judge(damage, of: left, stops: stops)
            if isRefused { refused += 1 }
            let mustBe = stops && kind == .journal && damage.bytes != left.files[kind]
            #expect(isRefused || !mustBe, "\(damage): after a clean stop, all that happens to the journal is noticed")
        }
        print("damage: \(flips.count + others.count) of \(kind), \(refused) refused and repaired")
    }
}
