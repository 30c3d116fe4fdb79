import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

@Suite struct `Host: a slow disk` {
    /// Ann plays alone, Bob is in the lobby, Eve says nothing; and from here on the disk is slow.
    private func table() throws -> (HostDriver, SlowDisk, ann: HostDriver.Guest, bob: HostDriver.Guest) {
        let disk = try SlowDisk()
        let table = try HostDriver(rate: 0, disk: disk)
        let (ann, bob) = (try table.connect(as: "Ann"), try table.connect(as: "Bob"))
        try table.answer(#"{"type":"open","rules":{"seats":1}}"#, from: ann, with: "playing")
        disk.syncer.isSlow = true
        return (table, disk, ann, bob)
    }

    @Test func `on a slow disk a client that changed something waits, and its later replies keep their order`() throws {
        let (table, disk, ann, _) = try table()
        try table.send(#"{"type":"flip","card":0,"id":"f"}"#, #"{"type":"ping","id":"p"}"#, from: ann)
        #expect(try table.news(to: ann) == [])
        disk.syncer.isSlow = false
        #expect(try table.news(to: ann) == ["ok", "state", "pong"])
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
            #expect(try table.types(to: bob).contains(Substring(type)), "\(line)")
        }
    }

    @Test func `on a slow disk a new watcher sees the change once it is on disk`() throws {
        let (table, disk, ann, bob) = try table()
        try table.send(#"{"type":"flip","card":0}"#, from: ann)
        try table.turn()
        try table.send(#"{"type":"watch","match":"m1"}"#, from: bob)
        #expect(try table.news(to: bob) == [])
        disk.syncer.isSlow = false
        #expect(try table.line(to: bob, with: "\"state\"").contains("\"turned\":[0]"))
    }

    @Test func `a client that waits for a failing disk is told so each time it fails`() throws {
        let (table, disk, ann, _) = try table()
        disk.syncer.isSlow = false
        for card in 0...1 {
            disk.syncer.isBroken = true
            let refusal = try table.answer(#"{"type":"flip","card":\#(card)}"#, from: ann, with: "\"error\"")
            #expect(refusal.contains("disk_failed"))
            disk.syncer.isBroken = false
            try table.turn(after: Limits.Internal.diskMilliseconds)
            _ = try table.line(to: ann, with: "\"state\"")
        }
    }
}

/// Past records on a disk that reads when the test says so.
@Suite struct `Host: a disk that reads slowly` {
    /// Ann and Bob, after three games of Ann's.
    private func table() throws -> (HostDriver, SlowDisk, ann: HostDriver.Guest, bob: HostDriver.Guest) {
        let disk = try SlowDisk()
        let table = try HostDriver(rate: 0, disk: disk)
        let (ann, bob) = (try table.connect(as: "Ann"), try table.connect(as: "Bob"))
        for _ in 0..<3 {
            try table.answer(#"{"type":"open","rules":{"seats":1}}"#, from: ann, with: "playing")
            for line in [#""flip","card":0"#, #""flip","card":1"#, #""resign""#, #""leave""#] {
                try table.answer(#"{"type":\#(line),"id":"x"}"#, from: ann, with: #""ok""#)
            }
        }
        try table.turn { table.host.committer.isEverythingStored }
        #expect(try table.answer(#"{"type":"record","record":"r3"}"#, from: bob, with: #""deck""#).contains("m3"))
        disk.reader.isSlow = true
        return (table, disk, ann, bob)
    }

    @Test(arguments: [
        (#"{"type":"records"}"#, "records"), (#"{"type":"record","record":"r1"}"#, "record"),
        (#"{"type":"scores","player":"ann"}"#, "scores"),
    ])
    func `who asks for records waits until they are read, with all that they say next, and nobody else does`(
        query: String, type: Substring
    ) throws {
        let (table, disk, ann, bob) = try table()
        let count = disk.reader.count
        try table.send(query, #"{"type":"ping"}"#, #"{"type":"nonsense"}"#, from: bob)
        #expect(try table.news(to: bob) == [])
        #expect(disk.reader.count == count + 1)
        try table.send(#"{"type":"ping"}"#, #"{"type":"scores"}"#, from: ann)
        #expect(try table.news(to: ann) == ["pong", "scores"])
        try table.answer(#"{"type":"say","text":"hi"}"#, from: ann, with: "said")
        #expect(try table.news(to: bob) == ["said"], "what others do is shown meanwhile")
        disk.reader.isSlow = false
        #expect(try table.news(to: bob) == [type, "pong", "error"])
    }

    @Test func `queries are read for one after the other, also if some who asked are gone`() throws {
        let (table, disk, ann, bob) = try table()
        let (cid, dora) = (try table.connect(as: "Cid"), try table.connect(as: "Dora"))
        let count = disk.reader.count
        for guest in [ann, bob, cid, dora] { try table.send(#"{"type":"records"}"#, from: guest) }
        try table.turn { table.host.queries.waiting.count == 3 }
        #expect(disk.reader.count == count + 1)
        try table.drop(bob)
        try table.send(#"{"type":"hello","name":"Dora"}"#, from: ann)
        disk.reader.isSlow = false
        #expect(try table.news(to: ann) == ["records", "error"])
        #expect(try table.news(to: cid) == ["records"])
        #expect(try table.news(to: dora) == ["records"])
        #expect(disk.reader.count == count + 3, "nothing is read for who is gone")
    }

    @Test func `who asks and closes their side is answered, and then told that the connection ends`() throws {
        let (table, disk, _, bob) = try table()
        try table.send(#"{"type":"records"}"#, #"{"type":"ping"}"#, from: bob)
        bob.socket.shutDownWriting()
        #expect(try table.news(to: bob) == [])
        disk.reader.isSlow = false
        let lines = try table.linesUntilEnd(to: bob).filter { !$0.contains("\"lobby\"") }
        #expect(lines.map { $0.split(separator: "\"")[3] } == ["records", "pong", "bye"])
    }

    @Test func `records that cannot be read are reported, and the client goes on`() throws {
        let (table, disk, _, bob) = try table()
        (disk.reader.isSlow, disk.reader.isBroken) = (false, true)
        try table.send(#"{"type":"records"}"#, #"{"type":"ping"}"#, from: bob)
        #expect(try table.news(to: bob) == ["error", "pong"])
    }

    @Test func `a disk that reads nothing for 10 s is given up on until it reads again`() throws {
        let (table, disk, ann, bob) = try table()
        let cid = try table.connect(as: "Cid")
        try table.send(#"{"type":"records"}"#, #"{"type":"ping"}"#, from: bob)
        #expect(try table.news(to: bob) == [])
        try table.turn(after: Limits.Internal.hangingMilliseconds / 2)
        try table.send(#"{"type":"records"}"#, #"{"type":"ping"}"#, from: ann)
        #expect(try table.news(to: ann) == [])
        try table.turn(after: Limits.Internal.hangingMilliseconds / 2)
        #expect(try table.news(to: bob) == ["error", "pong"])
        #expect(try table.news(to: ann) == ["error", "pong"], "it would have to wait for the same disk")
        try table.send(#"{"type":"record","record":"r1"}"#, from: cid)
        #expect(try table.news(to: cid) == ["error"], "nor does who asks now wait")
        disk.reader.isSlow = false
        try table.turn()
        for guest in [ann, bob, cid] {
            try table.send(#"{"type":"records"}"#, from: guest)
            #expect(try table.news(to: guest) == ["records"])
        }
        #expect(table.host.queries.givesUpAt == nil && table.host.queries.waiting.isEmpty)
    }

    @Test func `a host that stops does not wait for a disk that reads slowly`() throws {
        let (table, _, _, bob) = try table()
        try table.send(#"{"type":"records"}"#, from: bob)
        #expect(try table.news(to: bob) == [])
        try table.stopHost()
        #expect(try table.linesUntilEnd(to: bob).last?.contains("\"bye\"") == true)
    }
}

extension HostDriver {
    /// The types of the lines that came to a guest by now, after a few passes of the loop.
    fileprivate func types(to guest: Guest) throws -> [Substring] {
        for _ in 0..<20 { try turn() }
        return lines(to: guest).compactMap { $0.split(separator: "\"").dropFirst(3).first }
    }

    /// The same without the lists of matches, which are sent unasked, too.
    fileprivate func news(to guest: Guest) throws -> [Substring] { try types(to: guest).filter { $0 != "lobby" } }
}
