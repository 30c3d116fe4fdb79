import Lobby
import Protocol
import Testing

@testable import memory_host

/// Browsers open connections that they may not need, and must not hear a greeting on them.
@Suite struct BrowsingTests {
    @Test func `a spare connection is not greeted, and closed after 3 s of silence`() throws {
        let table = try HostTable()
        let (page, spare) = (try table.arrive(), try table.arrive())
        try table.send(text: HostTable.head(), from: page)
        #expect(try table.response(to: page).status == 200)
        try table.turn(after: Limits.greetingMilliseconds)
        try table.turn(after: Limits.spareMilliseconds - 1)
        #expect(table.lines(to: spare) == [] && !spare.hasEnded)
        try table.turn(after: 1)
        #expect(try table.linesUntilEnd(to: spare) == [])
    }

    @Test func `a spare connection is used for a request, for WebSocket or for lines`() throws {
        let table = try HostTable()
        _ = try table.ask(HostTable.head())
        let spares = try (0..<3).map { _ in try table.arrive() }
        try table.turn(after: Limits.greetingMilliseconds + 1000)
        try table.send(text: HostTable.head(), from: spares[0])
        #expect(try table.response(to: spares[0]).status == 200)
        try table.send(text: HostTable.handshake(), from: spares[1])
        #expect(try table.response(to: spares[1]).status == 101)
        try table.send("ping", from: spares[2])
        #expect(try table.line(to: spares[2]).hasPrefix("{\"type\":\"hello\""))
        #expect(try table.line(to: spares[2]) == "Pong.")
        try table.turn(after: Limits.spareMilliseconds)
        #expect(try table.answer("ping", from: spares[2]) == "Pong.")
    }

    @Test func `a client that connects 2 s after the last request is greeted like any other`() throws {
        let table = try HostTable()
        _ = try table.ask(HostTable.head())
        try table.turn(after: Limits.browsingMilliseconds)
        let ann = try table.arrive()
        try table.turn(after: Limits.greetingMilliseconds)
        #expect(try table.line(to: ann).hasPrefix("{\"type\":\"hello\""))
    }

    @Test func `a spare connection that has begun a line is greeted after 3 s`() throws {
        let table = try HostTable()
        _ = try table.ask(HostTable.head())
        let ann = try table.arrive()
        try table.turn(after: Limits.greetingMilliseconds)
        try table.send(text: "pi", from: ann)
        try table.turn()
        try table.turn(after: Limits.spareMilliseconds)
        #expect(try table.line(to: ann).hasPrefix("{\"type\":\"hello\""))
        try table.send("ng", from: ann)
        #expect(try table.line(to: ann) == "Pong.")
    }

    @Test func `a request on a greeted connection ends it and the other mute ones of its address`() throws {
        let table = try HostTable()
        let ann = try table.connect(as: "Ann")
        let (first, second) = (try table.connect(), try table.connect())
        try table.send(text: HostTable.head(), from: first)
        #expect(try table.linesUntilEnd(to: first) == [])
        #expect(try table.linesUntilEnd(to: second) == [])
        try table.answer("ping", from: ann, with: "Pong.")
        // The browser tries again, and is answered.
        #expect(try table.ask(HostTable.head()).status == 200)
    }

    @Test func `a mute connection that was greeted more than 2 minutes ago is no browser's spare, and stays`() throws {
        let table = try HostTable()
        let listener = try table.connect()
        try table.turn(after: 1)
        let (spare, page) = (try table.connect(), try table.connect())
        let age = try table.host.now - table.connection(of: spare).saidAt
        try table.turn(after: Limits.greetedSpareMilliseconds - age)
        try table.send(text: HostTable.head(), from: page)
        #expect(try table.linesUntilEnd(to: page) == [])
        #expect(try table.linesUntilEnd(to: spare) == [])
        try table.answer("ping", from: listener, with: "Pong.")
    }

    @Test func `a request in pieces is recognized unless its first bytes stop short of the slash`() throws {
        let table = try HostTable()
        let guest = try table.arrive()
        for piece in ["G", "ET", " ", "/"] {
            try table.send(text: piece, from: guest)
            try table.turn()
        }
        try table.turn(after: Limits.greetingMilliseconds)
        try table.send(text: " HTTP/1.1\r\nHost: den\r\n\r\n", from: guest)
        #expect(try table.response(to: guest).status == 200)
        let slow = try table.arrive()
        try table.send(text: "GET", from: slow)
        try table.turn(after: Limits.greetingMilliseconds)
        #expect(try table.line(to: slow).hasPrefix("{\"type\":\"hello\""))
        try table.send(text: "\n", from: slow)
        #expect(try table.line(to: slow).contains("Unknown command 'GET'"))
    }

    @Test func `an address is remembered for 2 s, and a bounded number of them`() throws {
        var browsing = BrowsingAddresses()
        let start = Instant(milliseconds: 0)
        func host(_ number: Int) throws -> SocketAddress.Host {
            try #require(SocketAddress(host: "10.0.\(number / 256).\(number % 256)", port: 1)).host
        }
        browsing.add(try host(0), at: start)
        #expect(browsing.contains(try host(0), at: start + Limits.browsingMilliseconds))
        #expect(!browsing.contains(try host(0), at: start + Limits.browsingMilliseconds + 1))
        #expect(!browsing.contains(try host(1), at: start))
        for number in 0..<3 * Limits.Internal.rememberedAddresses { browsing.add(try host(number), at: start) }
        #expect(browsing.contains(try host(3 * Limits.Internal.rememberedAddresses - 1), at: start))
    }
}
