import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// Matches that are played back, on a host whose clock is the test's.
@Suite struct `Host: replays` {
    /// Ann, who has just finished a game alone of a few turns, three seconds each; and the number of its states.
    private func played(
        _ turns: Int = 3, rate: Int = 0, connections: Int = 100
    ) throws -> (HostDriver, ann: HostDriver.Guest, states: Int) {
        let table = try HostDriver(rate: rate, connections: connections)
        let ann = try table.connect(as: "Ann")
        try table.answer(
            #"{"type":"open","rules":{"rows":10,"columns":10,"seats":1,"turns":0,"revealMs":0}}"#, from: ann,
            with: "playing")
        var states = 2  // The deal and the end.
        for card in 0..<2 * turns {
            try table.turn(after: 1_500)
            try table.send(#"{"type":"flip","card":\#(card)}"#, from: ann)
            let isSecond = card % 2 == 1
            var line = ""
            while !(isSecond ? ["pair", "cover"] : ["flip"]).contains(where: { line.contains(#""kind":"\#($0)""#) }) {
                line = try table.line(to: ann, with: "\"state\"")
                states += 1
            }
        }
        try table.answer(#"{"type":"resign"}"#, from: ann, with: "over")
        _ = table.lines(to: ann)
        return (table, ann, states)
    }

    private func states(_ lines: [String]) -> [String] { lines.filter { $0.contains("\"atMs\"") } }

    @Test func `the header comes first, then each state, and the last one says so`() throws {
        let (table, ann, count) = try played()
        let header = try table.answer(#"{"type":"replay","record":"r1","id":"x"}"#, from: ann)
        #expect(header.hasPrefix(#"{"type":"replay","re":"x","record":"r1","match":"m1","startedAt":""#))
        #expect(header.contains(#","players":["Ann"],"#) && header.hasSuffix(#","states":\#(count)}"#))
        let lines = try (0..<count).map { _ in try table.line(to: ann) }
        #expect(states(lines).count == count)
        #expect(lines.map { $0.hasSuffix(#""last":true}"#) } == (1...count).map { $0 == count })
        for _ in 0..<5 { try table.turn() }
        #expect(table.lines(to: ann) == [] && table.host.replays.isEmpty)
    }

    @Test func `the finished match that a client is in needs no record`() throws {
        let (table, ann, count) = try played()
        let header = try table.answer(#"{"type":"replay"}"#, from: ann)
        #expect(header.contains(#""states":\#(count)"#))
        for _ in 0..<count { _ = try table.line(to: ann, with: "\"atMs\"") }
        try table.answer(#"{"type":"leave","id":"l"}"#, from: ann, with: "\"ok\"")
        #expect(try table.answer(#"{"type":"replay"}"#, from: ann, with: "error").contains("not_playing"))
    }

    @Test func `after another replay, or a stop, no state of the first one comes`() throws {
        let (table, ann, count) = try played(15)
        try table.answer(#"{"type":"replay","record":"r1","id":"a"}"#, from: ann, with: #""re":"a""#)
        try table.answer(#"{"type":"replay","record":"r1","id":"b"}"#, from: ann, with: #""re":"b""#)
        #expect(try table.line(to: ann).contains(#""version":1,"#))
        try table.send(#"{"type":"replay","stop":true,"id":"c"}"#, from: ann)
        var versions = 1
        while try !table.line(to: ann).contains(#""re":"c""#) { versions += 1 }
        #expect(versions < count)
        for _ in 0..<5 { try table.turn() }
        #expect(table.lines(to: ann) == [] && table.host.replays.isEmpty)
    }

    @Test func `in plain text a step is shown as long as it lasted, 2 s at most, and any line ends it`() throws {
        let (table, ann, count) = try played(2)
        let header = try table.answer("replay r1", from: ann, with: "Replay")
        #expect(header == "Replay of r1, Ann: \(count) steps. Type anything to end it.")
        func news(_ milliseconds: Int) throws -> [String] {
            try table.turn(after: milliseconds)
            for _ in 0..<3 { try table.turn() }
            return table.lines(to: ann).filter { line in
                ["Ann flips", "The game begins", "Both cards are"].contains { line.hasPrefix($0) }
            }
        }
        #expect(try news(0) == ["The game begins."])
        #expect(try news(1_499) == [])
        #expect(try news(1)[0].hasPrefix("Ann flips A1"))
        #expect(try news(1_499) == [])
        // The second card; unless they are a pair, both are covered at once.
        let second = try news(1)
        #expect(second[0].hasPrefix("Ann flips B1") && second.dropFirst().allSatisfy { $0.contains("again.") })
        _ = table.lines(to: ann)
        #expect(try table.answer("ping", from: ann, with: "replay") == "The replay has ended.")
        #expect(try table.line(to: ann) == "Pong.")
        #expect(table.host.replays.isEmpty)
        #expect(try news(10_000) == [])
        try table.answer("replay r1", from: ann, with: "Replay")
        for _ in 0..<8 { try table.turn(after: Limits.replayPauseMilliseconds) }
        #expect(try table.line(to: ann, with: "The replay") == "The replay has ended.")
        try table.answer("replay r1", from: ann, with: "Replay")
        try table.send("replay stop", from: ann)
        for _ in 0..<3 { try table.turn() }
        #expect(table.lines(to: ann).filter { $0.hasPrefix("The replay") } == ["The replay has ended."])
    }

    @Test func `in plain text a match that begins ends a replay; a program sees both`() throws {
        let (table, ann, _) = try played(8)
        try table.answer(#"{"type":"leave","id":"l"}"#, from: ann, with: "\"ok\"")
        let (bob, cat) = (try table.connect(as: "Bob"), try table.connect(as: "Cat"))
        try table.answer("open", from: bob, with: "is waiting")
        try table.answer("replay r1", from: bob, with: "The game begins.")
        try table.send(#"{"type":"replay","record":"r1"}"#, from: ann)
        try table.send("join", from: cat)
        _ = try table.line(to: bob, with: "The replay has ended.")
        #expect(!table.host.replays.isWatching(try table.connection(of: bob).client))
        try table.answer(#"{"type":"watch"}"#, from: ann, with: #""type":"match""#)
        _ = try table.line(to: ann, with: #""last":true"#)
    }

    @Test func `one that leaves its WebSocket is shown nothing more`() throws {
        let (table, _, _) = try played()
        let page = try table.connectBrowser()
        try table.say(#"{"type":"replay","record":"r1"}"#, from: page)
        try table.send(bytes: ClientFrame.frame(opcode: 8, [0x03, 0xE8]), from: page)
        var last = ""
        while last == "" || last.contains("\"atMs\"") || last.contains("\"replay\"") {
            let frame = try table.frame(to: page)
            last = frame.opcode == 1 ? frame.text : "closed"
            #expect(!last.contains("\"last\":true"))
        }
        #expect(table.host.replays.isEmpty)
    }

    @Test func `every four states are charged as a command, and wait as commands would`() throws {
        let (table, ann, count) = try played(17, rate: Limits.commandsPerSecond)
        try table.turn(after: 60_000)
        let before = table.commandsLeft
        try table.send(#"{"type":"replay","record":"r1"}"#, from: ann)
        var (lines, waited) = (0, 0)
        while lines < count + 1 {
            for _ in 0..<20 { try table.turn() }
            lines += table.lines(to: ann).count
            guard lines < count + 1 else { break }
            try table.turn(after: 100)
            waited += 100
            try #require(waited < 60_000)
        }
        let cost = Limits.recordWeight * 1000 + count * 1000 / Limits.statesPerCommand
        // The client's own bucket holds less than the replay costs; its address has enough, and got back some
        // meanwhile.
        let atOnce = Limits.burst - Limits.Internal.replayReserve
        #expect(abs(waited - (cost - atOnce * 1000) / Limits.commandsPerSecond) <= 500, "\(waited)")
        #expect(before - table.commandsLeft <= cost)
    }

    @Test func `a command does not wait for a replay, however long that is`() throws {
        let (table, ann, count) = try played(45, rate: Limits.commandsPerSecond)
        try table.turn(after: 60_000)
        try table.send(#"{"type":"replay","record":"r1"}"#, from: ann)
        for _ in 0..<20 { try table.turn(after: 50) }
        #expect(table.lines(to: ann).count < count / 2)
        for _ in 0..<3 { try table.answer(#"{"type":"ping","id":"p"}"#, from: ann, with: #""re":"p""#) }
        try table.answer(#"{"type":"replay","stop":true,"id":"s"}"#, from: ann, with: #""re":"s""#)
        for _ in 0..<20 { try table.turn(after: 50) }
        #expect(table.lines(to: ann) == [])
    }

    @Test func `whoever closes their side is shown all before the connection ends`() throws {
        let (table, ann, count) = try played()
        let bob = try table.connect(as: "Bob")
        try table.send("replay r1", from: bob)
        bob.socket.shutDownWriting()
        _ = try table.line(to: bob, with: "Replay")
        for _ in 0..<count { try table.turn(after: Limits.replayPauseMilliseconds) }
        let lines = try table.linesUntilEnd(to: bob)
        #expect(lines.contains("The replay has ended.") && lines.last == "You closed your side of the connection.")
        try table.answer("ping", from: ann, with: "Pong.")
    }

    @Test func `whoever closes their side while others wait for them is gone at once, replay or not`() throws {
        let (table, _, _) = try played()
        let bob = try table.connect(as: "Bob")
        try table.send("open", "replay r1", from: bob)
        bob.socket.shutDownWriting()
        let lines = try table.linesUntilEnd(to: bob)
        #expect(lines.last == "You closed your side of the connection." && !lines.contains("The replay has ended."))
    }

    @Test func `whoever has closed their side is finished when a match ends their replay`() throws {
        let (table, ann, _) = try played(8)
        try table.answer(#"{"type":"leave","id":"l"}"#, from: ann, with: "\"ok\"")
        let (bob, cat, dan) = (try table.connect(as: "Bob"), try table.connect(as: "Cat"), try table.connect(as: "Dan"))
        try table.answer("open", from: bob, with: "is waiting")
        try table.send("watch", "replay r1", from: dan)
        dan.socket.shutDownWriting()
        _ = try table.line(to: dan, with: "The game begins.")
        try table.send("join", from: cat)
        let lines = try table.linesUntilEnd(to: dan)
        #expect(lines.contains("The replay has ended.") && lines.last == "You closed your side of the connection.")
    }

    @Test func `a reader who stops costs a few states, and gets all of them later`() throws {
        let (table, ann, count) = try played(45)
        try table.send(#"{"type":"replay","record":"r1"}"#, from: ann)
        for _ in 0..<200 {
            try table.turn()
            let queue = try table.connection(of: ann).outbox.queue
            #expect(queue.heldBytes <= Limits.Internal.statesAtOnce * Limits.Internal.stateBytes)
        }
        #expect(!table.host.replays.isEmpty, "the system's buffers hold fewer")
        let lines = try (0...count).map { _ in try table.line(to: ann) }
        #expect(states(lines).count == count)
        #expect(lines.last?.hasSuffix(#""last":true}"#) == true)
    }

    @Test func `a client that is gone, or told to go, is shown nothing more`() throws {
        let (table, ann, _) = try played()
        let bob = try table.connect(as: "Bob")
        try table.answer("replay r1", from: bob, with: "Replay")
        try table.drop(bob)
        #expect(table.host.replays.isEmpty)
        try table.answer("replay r1", from: ann, with: "Replay")
        try table.stopHost()
        #expect(table.host.replays.isEmpty)
    }

    @Test func `no more replays are watched than the limits allow, of an address and of all`() throws {
        let record = RecordSamples.match(1)
        var (replays, now) = (Replays(), Instant(milliseconds: 0))
        let (far, here) = (try host("192.0.2.1"), try host("127.0.0.1"))
        for slot in 0..<Limits.replays {
            let host = slot < Limits.replaysPerAddress ? far : here
            #expect(!replays.isFull(for: host))
            replays.start(MatchReplay(record), for: ClientID(slot: slot, serial: 1), at: host, now)
            #expect(replays.isFull(for: far) == (slot + 1 >= Limits.replaysPerAddress))
        }
        #expect(replays.isFull(for: here))
        #expect(replays.stop(ClientID(slot: 0, serial: 1)) && !replays.stop(ClientID(slot: 0, serial: 1)))
        #expect(!replays.isFull(for: here) && !replays.isFull(for: far))
        // All have their turns, whoever ends meanwhile.
        var shown: [ClientID: Int] = [:]
        while !replays.isEmpty {
            for _ in 0..<replays.count {
                guard let client = replays.nextClient(at: now) else { continue }
                shown[client, default: 0] += replays.takeStates(for: client, isPaced: false, at: now).count
            }
            let least = shown.values.min() ?? 0, most = shown.values.max() ?? 0
            #expect(most - least <= Limits.Internal.statesAtOnce, "\(least) to \(most)")
            now = now + 1
        }
        #expect(shown.count == Limits.replays - 1 && Set(shown.values) == [MatchReplay(record).count])
    }

    @Test func `whoever asks for one more replay than the host shows at once has to wait until another ends`() throws {
        let (table, ann, _) = try played(connections: Limits.replays + 10)
        let guests = try (0..<Limits.replays).map { _ in try table.arrive() }
        for guest in guests { try table.answer("replay r1", from: guest, with: "Replay of r1") }
        #expect(table.host.replays.count == Limits.replays)
        let request = #"{"type":"replay","record":"r1","id":"r"}"#
        let refused = try table.answer(request, from: ann, with: #""re":"r""#)
        #expect(refused.hasPrefix(#"{"type":"error","#) && refused.contains(#""code":"too_fast""#))
        try table.answer("replay stop", from: guests[0], with: "The replay has ended.")
        #expect(try table.answer(request, from: ann, with: #""re":"r""#).hasPrefix(#"{"type":"replay","#))
    }

    @Test func `a herd of one address leaves it the commands that it may send`() throws {
        let (table, ann, _) = try played(45, rate: Limits.commandsPerSecond)
        let guests = try (0..<60).map { try table.connect(as: "Guest \($0)") }
        try table.turn(after: 60_000)
        for guest in guests { try table.send(#"{"type":"replay","record":"r1"}"#, from: guest) }
        for _ in 0..<400 { try table.turn(after: 10) }
        #expect(!table.host.replays.isEmpty, "the address cannot have paid for all of it")
        #expect(table.commandsLeft >= (Limits.Internal.replayReserve - 1) * 1000 - 1000)
        try table.answer(#"{"type":"ping","id":"p"}"#, from: ann, with: #""re":"p""#)
    }
}
