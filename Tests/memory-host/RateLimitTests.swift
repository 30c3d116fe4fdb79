import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// Clients that want more than their share, on a host whose clock is the test's.
@Suite struct RateLimitTests {
    private let ping = "{\"type\":\"ping\"}"

    @Test func `one turn takes a limited number of lines from each client, so that none starves another`() throws {
        let table = try HostDriver(rate: 0)
        let (hasty, other) = (try table.connect(), try table.connect())
        try table.send(Array(repeating: ping, count: 1000).joined(separator: "\n"), from: hasty)
        try table.send(ping, from: other)
        try table.turn { table.lines(to: other) == ["{\"type\":\"pong\"}"] }
        #expect(try table.connection(of: hasty).inlet.hasWaiting)
        var answers = 0
        try table.turn {
            let count = table.lines(to: hasty).count
            #expect(count <= 2 * Limits.Internal.linesAtOnce)
            answers += count
            return answers == 1000
        }
    }

    @Test func `a say costs five commands, and is not lost when the bucket is empty`() throws {
        let table = try HostDriver(rate: 10)
        let ann = try table.connect(as: "Ann")
        // One command of the burst is gone for the name. The fourth of these is taken with 4 left, and 1 is owed then.
        for _ in 0..<4 { try table.send("{\"type\":\"say\",\"text\":\"x\"}", from: ann) }
        for _ in 0..<4 { _ = try table.line(to: ann, with: "said") }
        #expect(try table.answer(ping, from: ann).contains("too_fast"))
        try table.turn(after: 199)
        #expect(table.lines(to: ann).filter { !$0.contains("lobby") } == [])
        try table.turn(after: 1)
        #expect(try table.line(to: ann, with: "pong") == "{\"type\":\"pong\"}")
    }

    @Test func `single flips cost one command each, and the one over the limit is answered later`() throws {
        let table = try HostDriver(rate: 10)
        let ann = try table.connect(as: "Ann")
        let flip = "{\"type\":\"flip\",\"card\":3}"
        for _ in 0..<19 {
            #expect(try table.answer(flip, from: ann, with: "error").contains("not_seated"))
        }
        #expect(try table.answer(flip, from: ann, with: "error").contains("too_fast"))
        #expect(try table.connection(of: ann).inlet.heldBytes == flip.utf8.count + 1)
        try table.turn(after: 99)
        #expect(table.lines(to: ann) == [])
        try table.turn(after: 1)
        #expect(try table.line(to: ann).contains("not_seated"))
        #expect(try table.connection(of: ann).inlet.heldBytes == 0)
    }

    @Test func `each burst over the limit gets one too_fast, and all of it is answered in order`() throws {
        let table = try HostDriver(rate: 1000)
        let ann = try table.connect()
        for _ in 0..<2 {
            let pings = (0..<Limits.burst + 5).map { "{\"type\":\"ping\",\"id\":\"\($0)\"}" }
            try table.send(pings.joined(separator: "\n"), from: ann)
            var heard: [String] = []
            while heard.last?.contains("\"\(Limits.burst + 4)\"") != true {
                heard += table.lines(to: ann)
                try table.turn(after: 1)
            }
            #expect(heard.filter { $0.contains("too_fast") }.count == 1)
            #expect(
                heard.filter { $0.contains("pong") } == (0..<pings.count).map { "{\"type\":\"pong\",\"re\":\"\($0)\"}" }
            )
            try table.turn(after: 1000)
        }
    }

    /// A host whose own machine has used up all commands of its address.
    private func exhaustedTable() throws -> HostDriver {
        let table = try HostDriver(connections: 200)
        // This machine has ten times what another address has.
        for _ in 0..<10 * Limits.addressBurst / Limits.burst {
            let guest = try table.arrive()
            let pings = Array(repeating: ping, count: Limits.burst).joined(separator: "\n")
            try table.answer(pings, from: guest, with: "hello")
            for _ in 0..<Limits.burst { #expect(try table.line(to: guest) == "{\"type\":\"pong\"}") }
        }
        return table
    }

    /// A client connects and says something, which must wait.
    private func latecomer(_ table: HostDriver, _ line: String = "ping") throws -> HostDriver.Guest {
        let guest = try table.arrive()
        try table.answer("{\"type\":\"\(line)\"}", from: guest, with: "hello")
        #expect(try table.line(to: guest).contains("too_fast"))
        return guest
    }

    @Test func `all connections of an address share a limit, and each waits for a command of its own`() throws {
        let table = try exhaustedTable()
        let late = try (0..<2).map { _ in try latecomer(table) }
        try table.turn(after: 1)
        #expect(late.map { table.lines(to: $0).count } == [1, 0])
        try table.turn(after: 1)
        #expect(late.map { table.lines(to: $0).count } == [0, 1])
    }

    @Test func `what a command costs beyond one is charged to its address, too`() throws {
        let table = try exhaustedTable()
        let costly = try latecomer(table, "scores")
        try table.turn(after: 1)
        #expect(table.lines(to: costly).count == 1)
        let last = try latecomer(table)
        try table.turn(after: Limits.scoresWeight - 1)
        #expect(table.lines(to: last) == [])
        try table.turn(after: 1)
        #expect(table.lines(to: last) == ["{\"type\":\"pong\"}"])
    }

    @Test func `nobody waits for the commands of a connection that is gone`() throws {
        let table = try exhaustedTable()
        for guest in try (0..<5).map({ _ in try latecomer(table) }) { try table.drop(guest) }
        let last = try latecomer(table)
        try table.turn(after: 1)
        #expect(table.lines(to: last) == ["{\"type\":\"pong\"}"])
    }

    @Test(arguments: ["\n", "\r\n", " \t\n", "\u{FEFF}\n"])
    func `ten blank lines cost one command, and a flood of them waits unread`(_ line: String) throws {
        let table = try HostDriver()
        let ann = try table.connect(as: "Ann")
        let before = table.commandsLeft
        try table.send(text: String(repeating: line, count: 30) + ping + "\n", from: ann)
        #expect(try table.line(to: ann, with: "pong") == ping.replacing("ping", with: "pong"))
        #expect(before - table.commandsLeft == 4000)
        let flood = String(repeating: line, count: 2000)
        try table.send(text: flood + ping + "\n", from: ann)
        #expect(try table.line(to: ann, with: "error").contains("too_fast"))
        #expect(try table.connection(of: ann).state.isThrottled)
        #expect(try table.connection(of: ann).inlet.heldBytes > flood.utf8.count / 2)
        try table.turn(after: 18_000)
        #expect(!table.lines(to: ann).contains { $0.contains("pong") })
        try table.turn(after: 3000)
        #expect(try table.line(to: ann, with: "pong") == ping.replacing("ping", with: "pong"))
    }

    @Test func `blank lines before the first line are skipped a few at a time`() throws {
        let table = try HostDriver()
        let ann = try table.arrive()
        try table.send(text: String(repeating: "\n", count: 16_000) + "ping\n", from: ann)
        for _ in 0..<20 { try table.turn() }
        #expect(try table.connection(of: ann).inlet.heldBytes > 15_000)
        try table.turn(after: Limits.greetingMilliseconds)
        #expect(try table.line(to: ann).hasPrefix("{\"type\":\"hello\""))
        #expect(try table.line(to: ann).contains("too_fast"))
    }

    @Test func `what is discarded is charged by its bytes`() throws {
        let table = try HostDriver()
        let ann = try table.connect(as: "Ann")
        let before = table.commandsLeft
        let piece = [UInt8](repeating: 120, count: 16 * 1024)
        var sent = 0
        try table.turn {
            if case .bytes(let count) = ann.socket.send(piece) { sent += count }
            return sent >= 32 * piece.count
        }
        #expect(try table.answer("", from: ann, with: "error").contains("line_too_long"))
        let expected = 1000 + sent * 1000 / Limits.discardedBytesPerCommand
        #expect((expected - 100...expected).contains(before - table.commandsLeft))
        let negotiation: [UInt8] = (0..<4096).flatMap { _ in [255, 251, 31] }
        let left = table.commandsLeft
        try table.send(bytes: negotiation, from: ann)
        try table.turn { table.commandsLeft < left }
        #expect(left - table.commandsLeft <= negotiation.count * 1000 / Limits.discardedBytesPerCommand)
    }

    @Test(arguments: [
        (ClientFrame.frame(opcode: 9, []), 1), (ClientFrame.frame(opcode: 10, [1, 2]), 1), (ClientFrame.text(""), 1),
        (ClientFrame.frame(opcode: 1, [], isFinal: false) + ClientFrame.frame(opcode: 0, []), 2),
    ])
    func `ten frames of WebSocket that end no message with text cost one command`(_ bytes: [UInt8], _ frames: Int)
        throws
    {
        let table = try HostDriver()
        let ann = try table.connectBrowser(as: "Ann")
        let before = table.commandsLeft
        try table.send(bytes: (0..<20).flatMap { _ in bytes } + ClientFrame.text(ping), from: ann)
        while try !table.frame(to: ann).text.contains("{\"type\":\"pong\"}") {}
        #expect(before - table.commandsLeft == 1000 + frames * 20 * 1000 / Limits.idlePerCommand)
    }

    @Test func `a flood of pings waits unread, and its sender is told`() throws {
        let table = try HostDriver()
        let ann = try table.connectBrowser(as: "Ann")
        let flood = (0..<1000).flatMap { _ in ClientFrame.frame(opcode: 9, []) }
        try table.send(bytes: flood, from: ann)
        try table.turn { try table.connection(of: ann).state.isThrottled }
        try table.send(bytes: flood, from: ann)
        for _ in 0..<10 { try table.turn() }
        #expect(try table.connection(of: ann).interest == [])
        let frames = try table.frames(to: ann)
        #expect(frames.count { $0.opcode == 10 } == 1 && frames.contains { $0.text.contains("too_fast") })
        try table.turn(after: 9000)
        #expect(try table.connection(of: ann).state.isThrottled)
    }

    @Test func `without a rate limit no client is throttled`() throws {
        let table = try HostDriver(rate: 0)
        let ann = try table.connect(as: "Ann")
        for number in 0..<200 {
            #expect(
                try table.answer("{\"type\":\"say\",\"text\":\"\(number)\"}", from: ann, with: "said").contains(
                    "\"\(number)\""))
        }
    }

    @Test func `no client's queue ever exceeds its limit, whatever is said and whenever it is read`() throws {
        var random = SeededRandom("what waits for clients")
        let table = try HostDriver(rate: 0)
        let text = String(repeating: "🦊", count: Limits.textCharacters)
        let guests = try (0..<8).map { try table.connect(as: "Guest \($0)") }
        let commands = [
            "list", "{\"type\":\"list\"}", "help", "{\"type\":\"say\",\"text\":\"\(text)\"}", "say \(text)",
            "join", "watch", "{\"type\":\"watch\"}", "open 10x10 turns=0 revealMs=0",
            "open 10x10 solo revealMs=0 again", "resign", "rematch", "{\"type\":\"leave\"}", "{\"type\":\"rematch\"}",
            "{\"type\":\"ping\",\"id\":\"\(String(repeating: "x", count: 64))\"}",
        ]
        // The first three stop reading: a player, a watcher and one in the lobby, who gets its news.
        for (guest, line) in [(3, "open 10x10 turns=0 revealMs=0"), (0, "{\"type\":\"join\"}"), (1, "watch")] {
            try table.answer(line, from: guests[guest], with: "m1")
        }
        for guest in guests[..<3] { try table.fill(guest) }
        var mostHeld = 0
        for _ in 0..<2500 {
            let guest = guests[Int.random(in: 0..<guests.count, using: &random)]
            var lines: [String] = []
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let card = Int.random(in: 0..<100, using: &random)
                let isFlip = Int.random(in: 0..<4, using: &random) > 0
                lines.append(
                    isFlip ? "{\"type\":\"flip\",\"card\":\(card)}" : commands.randomElement(using: &random) ?? "")
            }
            _ = guest.socket.send(Array((lines.joined(separator: "\n") + "\n").utf8))
            // Now and then one of the three reads, and not enough.
            for reader in guests[3...] { _ = table.lines(to: reader) }
            if Int.random(in: 0..<50, using: &random) == 0 {
                table.take(.random(in: 1...100_000, using: &random), for: guests[.random(in: 0..<3, using: &random)])
            }
            try table.turn(after: .random(in: 0...20, using: &random))
            for slot in table.host.connections.slots {
                #expect(slot.outbox.queue.heldBytes <= Limits.outgoingBytes, "seed \(random.seed)")
                mostHeld = max(mostHeld, slot.outbox.queue.heldBytes)
            }
        }
        #expect(
            mostHeld > Limits.chatterBytes - 10_000, "so little has waited that nothing is shown; seed \(random.seed)")
    }
}
