import Lobby
import Protocol
import Testing

@testable import TestDrivers
@testable import memory_host

/// Browsers open connections that they may not need, beside clients who wait for a greeting.
@Suite struct BrowsingTests {
    private let table: HostDriver

    init() throws { table = try HostDriver() }

    @Test func `beside a browser a silent connection is greeted after 3 s, and stays`() throws {
        let (page, silent) = (try table.arrive(), try table.arrive())
        try table.send(text: HostDriver.head(), from: page)
        #expect(try table.response(to: page).status == 200)
        try table.turn(after: Limits.greetingMilliseconds)
        try table.turn(after: Limits.spareMilliseconds - Limits.greetingMilliseconds - 1)
        #expect(table.lines(to: silent) == [] && !silent.hasEnded)
        try table.turn(after: 1)
        #expect(try table.line(to: silent).hasPrefix("{\"type\":\"hello\""))
        try table.turn(after: 10 * Limits.silentMilliseconds)
        #expect(try table.answer("ping", from: silent) == "Pong.")
    }

    @Test func `a connection that waits for its greeting is used for a request, for WebSocket or for lines`() throws {
        _ = try table.ask(HostDriver.head())
        let spares = try (0..<3).map { _ in try table.arrive() }
        try table.turn(after: Limits.greetingMilliseconds + 1000)
        try table.send(text: HostDriver.head(), from: spares[0])
        #expect(try table.response(to: spares[0]).status == 200)
        try table.send(text: HostDriver.handshake(), from: spares[1])
        #expect(try table.response(to: spares[1]).status == 101)
        #expect(try table.answer("ping", from: spares[2]).hasPrefix("{\"type\":\"hello\""))
        #expect(try table.line(to: spares[2]) == "Pong.")
        try table.turn(after: Limits.spareMilliseconds)
        #expect(try table.answer("ping", from: spares[2]) == "Pong.")
    }

    @Test func `a client that connects 2 s after the last request is greeted like any other`() throws {
        _ = try table.ask(HostDriver.head())
        try table.turn(after: Limits.browsingMilliseconds)
        let ann = try table.arrive()
        try table.turn(after: Limits.greetingMilliseconds)
        #expect(try table.line(to: ann).hasPrefix("{\"type\":\"hello\""))
    }

    @Test func `a connection that has begun a line is greeted after 3 s at the latest`() throws {
        _ = try table.ask(HostDriver.head())
        let ann = try table.arrive()
        try table.turn(after: Limits.greetingMilliseconds)
        try table.send(text: "pi", from: ann)
        try table.turn()
        try table.turn(after: Limits.spareMilliseconds)
        #expect(try table.line(to: ann).hasPrefix("{\"type\":\"hello\""))
        #expect(try table.answer("ng", from: ann) == "Pong.")
    }

    @Test func `a request on a greeted connection ends that one and no other`() throws {
        let ann = try table.connect(as: "Ann")
        let (first, second) = (try table.connect(), try table.connect())
        try table.send(text: HostDriver.head(), from: first)
        #expect(try table.linesUntilEnd(to: first) == [])
        try table.answer("ping", from: ann, with: "Pong.")
        #expect(try table.answer("ping", from: second) == "Pong.")
        // The browser tries again, and is answered.
        #expect(try table.ask(HostDriver.head()).status == 200)
    }

    @Test func `on a full host only a connection that has carried HTTP makes room for another`() throws {
        let table = try HostDriver(connections: 3)
        let page = try table.arrive()
        try table.send(text: HostDriver.head(), from: page)
        #expect(try table.response(to: page).status == 200)
        let silent = try (0..<2).map { _ in try table.arrive() }
        try table.turn(after: Limits.spareMilliseconds)
        let ann = try table.connect(as: "Ann")
        #expect(try table.linesUntilEnd(to: page) == [])
        let bob = try table.arrive()
        try table.send(text: "name Bob\n", from: bob)
        #expect(try table.linesUntilEnd(to: bob).contains { $0.contains("host_full") })
        for guest in silent { #expect(try table.answer("ping", from: guest, with: "Pong.") == "Pong.") }
        try table.answer("ping", from: ann, with: "Pong.")
    }

    @Test func `a request in pieces is recognized unless its first bytes stop short of the slash`() throws {
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
