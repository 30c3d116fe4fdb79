import HTTP
import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// Clients over WebSocket: for the lobby, clients like any others.
@Suite struct WebSocketClientTests {
    private let table: HostDriver

    init() throws { table = try HostDriver() }

    @Test func `a browser is greeted at once, also if its first message came with the handshake`() throws {
        let guest = try table.arrive()
        try table.send(bytes: Array(HostDriver.handshake().utf8) + ClientFrame.text("ping"), from: guest)
        #expect(try table.response(to: guest).fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(try table.message(to: guest).hasPrefix("{\"type\":\"hello\""))
        #expect(try table.message(to: guest) == "Pong.")
        try table.turn(after: Limits.requestMilliseconds * 10)
        #expect(try table.frames(to: guest) == [])
        try table.say("{\"type\":\"ping\"}", from: guest)
        #expect(try table.message(to: guest) == "{\"type\":\"pong\"}")
    }

    @Test func `a browser plays somebody with netcat, and both get the same lines`() throws {
        let bob = try table.connect(as: "Bob")
        let ann = try table.connectBrowser(as: "Ann")
        try table.say(#"{"type":"open","rules":{"rows":2,"columns":2}}"#, from: ann)
        _ = try table.message(to: ann, with: "\"state\"")
        try table.answer(#"{"type":"join"}"#, from: bob, with: "\"match\"")
        let watcher = try table.connectBrowser()
        try table.say("watch", from: watcher)
        _ = try table.message(to: watcher, with: "Ann's turn")
        #expect(try table.message(to: ann, with: "\"playing\"") == table.line(to: bob, with: "\"playing\""))
        _ = try table.frames(to: ann)
        _ = table.lines(to: bob)
        try table.say(#"{"type":"flip","card":0}"#, from: ann)
        let state = try table.message(to: ann, with: "\"turned\":[0]")
        #expect(try table.line(to: bob, with: "\"turned\":[0]") == state)
        // Each line of what is drawn is a message, also a blank one, such as the last.
        #expect(try table.message(to: watcher) == "")
        #expect(try table.message(to: watcher).hasPrefix("Ann flips A1"))
        #expect(try table.message(to: watcher) == "")
        #expect(try table.message(to: watcher) == "   A   B")
    }

    @Test func `lines end at the end of a message, and at a line feed within`() throws {
        let guest = try table.connectBrowser()
        try table.say("ping\n", "", " ", "pi\rng", "ping\nping", from: guest)
        try table.send(bytes: ClientFrame.frame(opcode: 1, Array("pi".utf8), isFinal: false), from: guest)
        try table.send(bytes: ClientFrame.frame(opcode: 0, Array("ng".utf8)), from: guest)
        let answers = try (0..<5).map { _ in try table.message(to: guest) }
        #expect(answers.filter { $0 == "Pong." }.count == 4 && answers[1].contains("Unknown command"))
        #expect(try table.frames(to: guest) == [])
    }

    @Test func `a message that is too long for a line is refused, and the next one is read`() throws {
        let guest = try table.connectBrowser()
        try table.say(String(repeating: "x", count: 20_000), "ping", from: guest)
        #expect(try table.message(to: guest).contains("line_too_long"))
        #expect(try table.message(to: guest) == "Pong.")
        try table.say(String(repeating: "x", count: Limits.lineBytes - 1), from: guest)
        #expect(try table.message(to: guest).contains("Unknown command"))
    }

    @Test func `a command that looks like a request or telnet is a command`() throws {
        let guest = try table.connectBrowser()
        try table.say("GET / HTTP/1.1", from: guest)
        #expect(try table.message(to: guest).contains("Unknown command 'GET'"))
    }

    @Test func `a browser that breaks the protocol is told in JSON how, and not to try again`() throws {
        let guest = try table.connectBrowser()
        try table.send(bytes: ClientFrame.frame(opcode: 2, [1]), from: guest)
        let frames = try table.framesUntilEnd(to: guest)
        let bye =
            #"{"type":"bye","reason":"bad_websocket","message":"Your client sent a message that is not text.","retry":false}"#
        #expect(frames.map(\.opcode) == [1, 8] && frames.first?.text == bye && frames.last?.code == 1003)
    }

    @Test func `a ping is answered by a pong, many at once by few`() throws {
        let table = try HostDriver(rate: 0)
        let guest = try table.connectBrowser()
        try table.send(bytes: ClientFrame.frame(opcode: 9, Array("now".utf8)), from: guest)
        #expect(try table.frame(to: guest) == HostFrame(opcode: 10, payload: Array("now".utf8)))
        for _ in 0..<20 {
            try table.send(bytes: (0..<500).flatMap { _ in ClientFrame.frame(opcode: 9, []) }, from: guest)
            try table.turn()
            #expect(try table.connection(of: guest).outbox.queue.heldBytes < 1000)
        }
        try table.send(bytes: ClientFrame.frame(opcode: 9, Array("last".utf8)), from: guest)
        let pongs = try table.frames(to: guest)
        #expect(pongs.allSatisfy { $0.opcode == 10 } && pongs.count < 200)
        #expect(pongs.last?.text == "last")
    }

    @Test func `a browser that closes is answered, told goodbye, and keeps its seat`() throws {
        let ann = try table.connectBrowser()
        try table.say("{\"type\":\"hello\",\"name\":\"Ann\"}", "{\"type\":\"open\"}", from: ann)
        let token = String(
            try #require(try table.message(to: ann, with: "welcome").split(separator: "\"").first { $0.count == 32 }))
        _ = try table.message(to: ann, with: "\"state\"")
        try table.send(bytes: ClientFrame.text("{\"type\":\"ping\"}") + ClientFrame.close(1001), from: ann)
        let frames = try table.framesUntilEnd(to: ann).filter { !$0.text.contains("\"lobby\"") }
        #expect(frames.map(\.opcode) == [1, 1, 8])
        #expect(frames[0].text == "{\"type\":\"pong\"}" && frames[1].text.contains("\"closed\""))
        #expect(frames[2].code == 1001)
        let back = try table.connectBrowser()
        try table.say("{\"type\":\"hello\",\"token\":\"\(token)\"}", from: back)
        #expect(try table.message(to: back, with: "welcome").contains("\"resumed\":true"))
    }

    @Test(arguments: [
        (ClientFrame.frame(opcode: 2, [1]), 1003), (ClientFrame.frame(opcode: 1, [97], mask: nil), 1002),
        (ClientFrame.frame(opcode: 1, [0xFF]), 1007), (ClientFrame.frame(opcode: 3, []), 1002),
        (ClientFrame.frame(opcode: 1, [97], reserved: 4), 1002), (ClientFrame.close(1005), 1002),
    ])
    func `a browser that breaks the protocol is told by its code, after answers to what came before`(
        _ frame: [UInt8], _ code: Int
    ) throws {
        let guest = try table.connectBrowser()
        try table.send(bytes: ClientFrame.text("ping") + frame + ClientFrame.text("name Ann"), from: guest)
        let frames = try table.framesUntilEnd(to: guest)
        #expect(frames.map(\.opcode) == [1, 1, 8] && frames.first?.text == "Pong." && frames.last?.code == code)
        let faults = [
            1002: "a WebSocket frame that the standard forbids", 1003: "a message that is not text",
            1007: "text that is not UTF-8",
        ]
        #expect(frames[1].text == "Your client sent \(faults[code] ?? "").")
        #expect(table.host.connections.count <= 1)
    }

    @Test func `a browser that closes its side with the handshake is greeted and dismissed`() throws {
        for text in ["", "ping"] {
            let table = try HostDriver()
            let guest = try table.arrive()
            try table.send(
                bytes: Array(HostDriver.handshake().utf8) + (text.isEmpty ? [] : ClientFrame.text(text)), from: guest)
            guest.socket.shutDownWriting()
            #expect(try table.response(to: guest).status == 101)
            let frames = try table.framesUntilEnd(to: guest)
            #expect(frames.first?.text.contains("\"hello\"") == true && frames.last?.code == 1000)
            #expect(frames.count == (text.isEmpty ? 3 : 4))
            #expect(table.host.connections.isEmpty)
        }
    }

    @Test func `half a message at the end of a connection counts for nothing`() throws {
        let guest = try table.connectBrowser()
        let frame = ClientFrame.text("name Ann")
        try table.send(bytes: frame.dropLast(), from: guest)
        guest.socket.shutDownWriting()
        #expect(try !table.framesUntilEnd(to: guest).contains { $0.text.contains("Ann") })
        let other = try table.connectBrowser()
        try table.send(bytes: ClientFrame.frame(opcode: 1, Array("name Ann".utf8), isFinal: false), from: other)
        try table.send(bytes: ClientFrame.close(1000), from: other)
        #expect(try !table.framesUntilEnd(to: other).contains { $0.text.contains("Ann") })
    }

    @Test func `of two connections with one token the newer wins, whatever they are`() throws {
        let first = try table.connectBrowser()
        try table.say("{\"type\":\"hello\",\"name\":\"Ann\"}", from: first)
        let token = String(try #require(try table.message(to: first).split(separator: "\"").first { $0.count == 32 }))
        try table.turn(after: Limits.browsingMilliseconds)
        let second = try table.connect()
        try table.answer("{\"type\":\"hello\",\"token\":\"\(token)\"}", from: second, with: "welcome")
        let frames = try table.framesUntilEnd(to: first)
        #expect(frames.suffix(2).first?.text.contains("\"replaced\"") == true && frames.last?.code == 1000)
    }

    @Test func `a fatal refusal closes, and a stopping host says so`() throws {
        let (wrong, ann) = (try table.connectBrowser(), try table.connectBrowser(as: "Ann"))
        try table.say("{\"type\":\"hello\",\"name\":\"Bob\",\"protocol\":2}", from: wrong)
        let frames = try table.framesUntilEnd(to: wrong)
        #expect(frames.map(\.opcode) == [1, 1, 8] && frames[1].text.contains("unsupported_protocol"))
        let reading = try table.arrive()
        try table.send(text: HostDriver.head(), from: reading)
        #expect(try table.response(to: reading).status == 200)
        try table.stopHost()
        let last = try table.framesUntilEnd(to: ann).suffix(2)
        #expect(last.first?.text.contains("shutting_down") == true && last.last?.code == 1001)
        #expect(try table.linesUntilEnd(to: reading) == [])
    }

    @Test func `the rate limit holds, and delays lose nothing`() throws {
        let guest = try table.connectBrowser()
        let commands = (0..<30).flatMap { ClientFrame.text("{\"type\":\"ping\",\"id\":\"\($0)\"}") }
        try table.send(bytes: commands, from: guest)
        #expect(try table.message(to: guest, with: "too_fast").contains("\"command\":null"))
        try table.turn(after: 2000)
        #expect(try table.message(to: guest, with: "\"29\"").contains("pong"))
    }

    @Test func `a browser that reads nothing is told slow_reader after 30 s, and costs a bounded amount`() throws {
        let table = try HostDriver(rate: 0)
        let deaf = try table.connectBrowser()
        let block = (0..<Limits.Internal.linesAtOnce).flatMap { _ in ClientFrame.text("help") }
        func fill() throws {
            try table.turn {
                _ = deaf.socket.send(block)
                #expect(try table.connection(of: deaf).outbox.queue.heldBytes <= Limits.outgoingBytes)
                return try table.connection(of: deaf).outbox.queue.isBlocked
            }
        }
        var isStill = false
        while !isStill {
            try fill()
            let filledAt = table.host.now
            try table.turn(after: Limits.stalledMilliseconds - 1)
            isStill = try table.connection(of: deaf).outbox.movedAt <= filledAt
        }
        try table.turn(after: 1)
        #expect(try table.connection(of: deaf).stage == .closing)
        let frames = try table.framesUntilEnd(to: deaf)
        #expect(frames.last?.code == 1000 && frames.suffix(2).first?.text == Farewell.slowReader.message)
    }

    @Test func `on a full host a silent browser is evicted after 60 s`() throws {
        let table = try HostDriver(connections: 1)
        let silent = try table.connectBrowser()
        try table.turn(after: Limits.silentMilliseconds)
        _ = try table.arrive()
        let frames = try table.framesUntilEnd(to: silent)
        #expect(frames.contains { $0.text.contains("\"idle\"") })
    }

    @Test func `on a slow disk a browser waits for what it changed, and sees it once it is kept`() throws {
        let disk = try SlowDisk()
        let table = try HostDriver(rate: 0, disk: disk)
        let ann = try table.connectBrowser(as: "Ann")
        try table.say(#"{"type":"open","rules":{"seats":1}}"#, from: ann)
        _ = try table.message(to: ann, with: "playing")
        disk.syncer.isSlow = true
        try table.say(#"{"type":"flip","card":0,"id":"f"}"#, #"{"type":"ping","id":"p"}"#, from: ann)
        #expect(try table.frames(to: ann).allSatisfy { $0.text.contains("\"lobby\"") })
        disk.syncer.isSlow = false
        #expect(try table.message(to: ann, with: "\"re\"").contains("\"ok\""))
        #expect(try table.message(to: ann, with: "\"state\"").contains("\"turned\":[0]"))
        disk.syncer.isBroken = true
        try table.say(#"{"type":"flip","card":1}"#, from: ann)
        #expect(try table.message(to: ann, with: "\"error\"").contains("disk_failed"))
    }
}
