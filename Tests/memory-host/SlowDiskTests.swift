import Protocol
import TestSupport
import Testing

@testable import memory_host

/// A disk that syncs when a test says so.
final class SlowDisk {
    let folder: TemporaryFolder
    let syncer: Syncer
    /// The disk does not complete syncs now.
    var isSlow = false
    /// The syncs that it completes fail.
    var isBroken = false
    private let jobs: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    private let answers: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    private var waiting = 0

    init() throws {
        folder = try TemporaryFolder()
        (jobs, answers) = (try Platform.makePipe(), try Platform.makePipe())
        syncer = Syncer(jobs: jobs.writeEnd, answers: answers.readEnd)
    }

    deinit {
        for end in [jobs.readEnd, jobs.writeEnd, answers.readEnd, answers.writeEnd] { end.close() }
    }

    /// Does the jobs that wait, unless it is slow.
    func work() throws {
        var message = [UInt8](repeating: 0, count: 256)
        do throws(SystemError) {
            if try jobs.readEnd.read(into: &message) > 0 { waiting += 1 }
        } catch {
            guard error.isWouldBlock else { throw error }
        }
        guard !isSlow, waiting > 0 else { return }
        waiting -= 1
        try answers.writeEnd.writeAll([isBroken ? 5 : 0, 0, 0, 0])
    }
}

@Suite struct `Host: a slow disk` {
    /// Ann plays alone, Bob is in the lobby, Eve says nothing; and from here on the disk is slow.
    private func table() throws -> (HostTable, SlowDisk, ann: HostTable.Guest, bob: HostTable.Guest) {
        let disk = try SlowDisk()
        let table = try HostTable(rate: 0, disk: disk)
        let (ann, bob) = (try table.connect(as: "Ann"), try table.connect(as: "Bob"))
        try table.answer(#"{"type":"open","rules":{"seats":1}}"#, from: ann, with: "playing")
        disk.isSlow = true
        return (table, disk, ann, bob)
    }

    /// The types of the lines that came to a guest by now, after a few passes of the loop.
    private func types(_ table: HostTable, _ guest: HostTable.Guest) throws -> [Substring] {
        for _ in 0..<20 { try table.turn() }
        return table.lines(to: guest).compactMap { $0.split(separator: "\"").dropFirst(3).first }
    }

    @Test func `on a slow disk a client that changed something waits, and its later replies keep their order`() throws {
        let (table, disk, ann, _) = try table()
        try table.send(#"{"type":"flip","card":0,"id":"f"}"#, #"{"type":"ping","id":"p"}"#, from: ann)
        #expect(try types(table, ann).allSatisfy { $0 == "lobby" })
        disk.isSlow = false
        #expect(try types(table, ann).filter { $0 != "lobby" } == ["ok", "state", "pong"])
    }

    @Test func `on a slow disk other clients are still answered, refused, shown the visible state and heard`() throws {
        let (table, _, ann, bob) = try table()
        try table.send(#"{"type":"flip","card":0}"#, from: ann)
        try table.turn()
        for (line, type) in [
            (#"{"type":"ping"}"#, "pong"), (#"{"type":"flip","card":0}"#, "error"), (#"{"type":"list"}"#, "lobby"),
            (#"{"type":"records"}"#, "records"), (#"{"type":"say","text":"hi"}"#, "said"),
        ] {
            try table.send(line, from: bob)
            #expect(try types(table, bob).contains(Substring(type)), "\(line)")
        }
    }

    @Test func `on a slow disk a new watcher sees the change once it is on disk`() throws {
        let (table, disk, ann, bob) = try table()
        try table.send(#"{"type":"flip","card":0}"#, from: ann)
        try table.turn()
        try table.send(#"{"type":"watch","match":"m1"}"#, from: bob)
        #expect(try types(table, bob).allSatisfy { $0 == "lobby" })
        disk.isSlow = false
        #expect(try table.line(to: bob, with: "\"state\"").contains("\"turned\":[0]"))
    }

    @Test func `a client that waits for a failing disk is told so each time it fails`() throws {
        let (table, disk, ann, _) = try table()
        disk.isSlow = false
        for card in 0...1 {
            disk.isBroken = true
            try table.send(#"{"type":"flip","card":\#(card)}"#, from: ann)
            #expect(try table.line(to: ann, with: "\"error\"").contains("disk_failed"))
            disk.isBroken = false
            try table.turn(after: Limits.Internal.diskMilliseconds)
            _ = try table.line(to: ann, with: "\"state\"")
        }
    }
}
