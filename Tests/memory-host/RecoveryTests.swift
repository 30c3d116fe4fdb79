import Foundation
import Protocol
import Testing

@testable import Lobby
@testable import memory_host

@Suite struct `Recovery: what a host finds in its folder` {
    /// A journal of a short match, as a host has written it: one record, one match that goes on.
    private func short(_ folder: TemporaryFolder) throws -> [UInt8] {
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        var kept = try KeptLobby(data)
        let rules = #"{"rows":2,"columns":2,"turns":0,"revealMs":0,"faces":"letters"}"#
        kept.hear(0, "name Ann", "open 2x2 letters private")
        kept.hear(1, "name Bob", "open 2x2 letters solo", "resign", #"{"type":"open","rules":\#(rules)}"#)
        kept.hear(0, "leave", "join m3")
        for _ in 0..<2 {
            kept.missAPair(1)
            kept.missAPair(0)
        }
        kept.hear(1, "a1")
        kept.lose(0)
        try kept.journal.close()
        return try folder.journal
    }

    /// The offsets at which lines end.
    private func ends(_ bytes: [UInt8]) -> [Int] { bytes.indices.filter { bytes[$0] == 10 }.map { $0 + 1 } }

    private func replayed(_ bytes: ArraySlice<UInt8>) throws -> Lobby {
        var lobby = Lobby(settings: KeptLobby.settings)
        var start = bytes.startIndex
        for end in bytes.indices where bytes[end] == 10 {
            _ = try lobby.replay(try EntryLine.read(Array(bytes), in: start..<end))
            start = end + 1
        }
        return lobby
    }

    private func problem(_ bytes: some Sequence<UInt8>, _ folder: TemporaryFolder, _ data: DataFolder) throws
        -> Recovery.Problem?
    {
        try folder.write(bytes)
        do throws(Recovery.Problem) {
            var recovery = try Recovery(data, into: Lobby(settings: KeptLobby.settings), sync: .never)
            recovery.close()
            return nil
        } catch {
            return error
        }
    }

    @Test func `wherever a journal breaks off, all whole lines are there, and no more than a torn one is dropped`()
        throws
    {
        let folder = try TemporaryFolder()
        let bytes = try short(folder)
        let ends = ends(bytes)
        #expect(ends.count > 12)
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        var sights: [Int: String] = [:]
        for end in [0] + ends { sights[end] = KeptLobby.sight(try replayed(bytes[..<end])) }
        for length in 0...bytes.count {
            try folder.write(bytes[..<length])
            let whole = ends.last { $0 <= length } ?? 0
            var kept = try KeptLobby(data)
            #expect(kept.tornBytes == length - whole)
            #expect(kept.sight == sights[whole], "\(length) bytes")
            if whole > 0 { #expect(try folder.journal == Array(bytes[..<whole])) }
            // And it is gone on with.
            if length.isMultiple(of: 50) {
                kept.hear(5, "name Eve", "open quick")
                let sight = kept.sight
                try kept.journal.close()
                kept = try KeptLobby(data)
                #expect(kept.sight == sight, "\(length) bytes")
                #expect(kept.tornBytes == 0)
            }
            try kept.journal.close()
        }
    }

    @Test func `a byte that has changed is refused with its line, and nothing is written`() throws {
        let folder = try TemporaryFolder()
        let bytes = try short(folder)
        let ends = ends(bytes)
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        for position in 0..<ends[ends.count - 2] {
            var changed = bytes
            changed[position] ^= 1 << UInt8(position % 8)
            let line = try #require(ends.firstIndex { position < $0 }) + 1
            guard case .damaged(line, _) = try problem(changed, folder, data) else {
                Issue.record("byte \(position), in line \(line)")
                continue
            }
            #expect(try folder.journal == changed)
        }
    }

    @Test func `a last line of which a part was never written is torn, and one that has changed is refused`() throws {
        let folder = try TemporaryFolder()
        let bytes = try short(folder)
        let start = ends(bytes)[ends(bytes).count - 2]
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        let sight = KeptLobby.sight(try replayed(bytes[..<start]))
        for position in start..<bytes.count {
            var torn = bytes
            torn[position] = 0
            try folder.write(torn)
            var kept = try KeptLobby(data)
            #expect(kept.sight == sight)
            try kept.journal.close()
            guard position < bytes.count - 1 else { continue }
            var changed = bytes
            changed[position] ^= 1
            guard case .damaged(ends(bytes).count, _) = try problem(changed, folder, data) else {
                Issue.record("byte \(position)")
                continue
            }
        }
    }

    @Test func `a line that is gone, or stands there twice, is refused at the line that cannot follow`() throws {
        let folder = try TemporaryFolder()
        let bytes = try short(folder)
        let lines = bytes.split(separator: 10).map { Array($0) + [10] }
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        let flips = lines.indices.filter { lines[$0].starts(with: Array(#"{"type":"flip""#.utf8)) }
        for flip in flips.dropLast() {
            var fewer = lines
            fewer.remove(at: flip)
            guard case .damaged(flip + 1, _) = try problem(fewer.joined(), folder, data) else {
                Issue.record("without line \(flip + 1)")
                continue
            }
            var more = lines
            more.insert(lines[flip], at: flip)
            guard case .damaged(flip + 2, _) = try problem(more.joined(), folder, data) else {
                Issue.record("with line \(flip + 1) twice")
                continue
            }
        }
        #expect(flips.count == 9)
    }

    @Test func `a journal begins with its form, and is not two in one`() throws {
        let folder = try TemporaryFolder()
        let bytes = try short(folder)
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        let first = try #require(ends(bytes).first)
        #expect(
            try problem(bytes[first...], folder, data)
                == .damaged(line: 1, reason: "the journal's beginning is missing"))
        guard
            case .damaged(let line, "m1 is opened twice") = try problem(bytes + bytes, folder, data)
        else { throw Unexpected() }
        #expect(line > ends(bytes).count)
    }

    @Test func `a journal of another form is refused, and says which`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder(folder.path)
        defer { data.unlock() }
        let newer = #"{"type":"journal","form":3,"lastMatch":7,"lastRecord":5,"sum":3971065348}"# + "\n"
        #expect(try problem(newer.utf8, folder, data) == .otherForm(form: 3))
        let older = #"{"type":"journal","form":1,"lastMatch":7,"lastRecord":5,"sum":3034146602}"# + "\n"
        #expect(try problem(older.utf8, folder, data) == .otherForm(form: 1))
        let own = #"{"type":"journal","form":2,"lastMatch":7,"lastRecord":5,"sum":63389325}"# + "\n"
        #expect(try problem(own.utf8, folder, data) == nil)
    }

    @Test func `a folder that is missing is made, for this user alone, and holds a journal that is empty`() throws {
        let folder = try TemporaryFolder()
        let data = try DataFolder(folder.path + "/a/b")
        defer { data.unlock() }
        var kept = try KeptLobby(data)
        try kept.journal.close()
        let manager = FileManager.default
        for name in ["a", "a/b"] {
            let mode = try manager.attributesOfItem(atPath: folder.path + "/" + name)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
        let journal = folder.path + "/a/b/journal.ndjson"
        #expect(try manager.attributesOfItem(atPath: journal)[.posixPermissions] as? Int == 0o600)
        #expect(
            try String(contentsOfFile: journal, encoding: .utf8).hasPrefix(#"{"type":"journal","form":2,"lastMatch":0"#)
        )
    }

    @Test func `a folder is one host's, until it ends`() throws {
        let folder = try TemporaryFolder()
        let first = try DataFolder(folder.path)
        #expect(throws: DataFolder.Problem.inUse) { try DataFolder(folder.path) }
        first.unlock()
        let second = try DataFolder(folder.path)
        second.unlock()
    }

    @Test func `a folder that is a file is no folder`() throws {
        let folder = try TemporaryFolder()
        try folder.write([1])
        #expect(throws: DataFolder.Problem.self) { try DataFolder(folder.journalPath) }
        #expect(throws: DataFolder.Problem.self) { try DataFolder(folder.journalPath + "/below") }
    }

    private struct Unexpected: Error {}
}

extension Recovery {
    /// Gives the file back.
    fileprivate mutating func close() {
        var journal = journal
        do { try journal.close() } catch { Issue.record("\(error)") }
    }
}
