import Lobby
import Protocol
import Testing

@testable import TestDrivers
@testable import memory_host

/// The first moments of a connection, on a host whose clock is the test's.
@Suite struct GreetingTests {
    private let table: HostDriver

    init() throws { table = try HostDriver() }

    @Test func `a silent client is greeted after a moment, and not before`() throws {
        let ann = try table.arrive()
        try table.turn(after: Limits.greetingMilliseconds - 1)
        #expect(table.lines(to: ann) == [])
        try table.turn(after: 1)
        #expect(try table.line(to: ann).hasPrefix("{\"type\":\"hello\""))
        try table.turn(after: Limits.greetingMilliseconds)
        #expect(table.lines(to: ann) == [])
    }

    @Test func `a client that speaks first is greeted at once, in JSON, and then answered`() throws {
        let ann = try table.arrive()
        try table.send(text: "ping\n{\"type\":\"ping\"}\n", from: ann)
        #expect(try table.line(to: ann).hasPrefix("{\"type\":\"hello\""))
        #expect(try table.line(to: ann) == "Pong.")
        #expect(try table.line(to: ann) == "{\"type\":\"pong\"}")
        try table.turn(after: Limits.greetingMilliseconds)
        #expect(table.lines(to: ann) == [])
    }

    @Test func `blank lines and half a line are no reason to greet`() throws {
        let ann = try table.arrive()
        try table.send(text: "\r\n\n  \npi", from: ann)
        for _ in 0..<5 { try table.turn() }
        #expect(table.lines(to: ann) == [])
        try table.send(text: "ng\n", from: ann)
        #expect(try table.line(to: ann).hasPrefix("{\"type\":\"hello\""))
        #expect(try table.line(to: ann) == "Pong.")
    }

    @Test func `a request that comes so slowly that its sender is greeted is not obeyed`() throws {
        let page = try table.arrive()
        try table.send(text: "POST", from: page)
        try table.turn(after: Limits.greetingMilliseconds)
        try table.send(text: " / HTTP/1.1\r\n\r\nname Ann\n", from: page)
        let heard = try table.linesUntilEnd(to: page)
        #expect(heard.count <= 1 && heard.allSatisfy { $0.hasPrefix("{\"type\":\"hello\"") })
        let ann = try table.arrive()
        #expect(try table.answer("name Ann", from: ann, with: "Welcome").hasPrefix("Welcome, Ann."))
    }

    @Test func `a first byte that no client sends ends the connection before a line is complete`() throws {
        let guest = try table.arrive()
        try table.send(text: "\u{16}\u{3}\u{1}", from: guest)
        #expect(try table.linesUntilEnd(to: guest) == [])
        #expect(table.host.connections.isEmpty)
    }

    @Test func `only the first line can be of another protocol`() throws {
        let ann = try table.connect(as: "Ann")
        #expect(try table.answer("GET / HTTP/1.1", from: ann, with: "Error").contains("Unknown command 'GET'"))
        #expect(try table.answer("ping", from: ann) == "Pong.")
    }

    @Test func `a client that closes its side without a word is greeted and dismissed`() throws {
        let guest = try table.arrive()
        guest.socket.shutDownWriting()
        let heard = try table.linesUntilEnd(to: guest)
        #expect(heard.count == 2)
        #expect(heard.first?.hasPrefix("{\"type\":\"hello\"") == true)
        #expect(heard.last?.contains("\"closed\"") == true)
    }

    @Test func `a newcomer is told that the host stops`() throws {
        let guest = try table.arrive()
        try table.stopHost()
        let heard = try table.linesUntilEnd(to: guest)
        #expect(heard.count == 3 && heard[0].hasPrefix("{\"type\":\"hello\""))
        #expect(heard[1].hasPrefix("{\"type\":\"error\",\"code\":\"shutting_down\""))
        #expect(heard[2].hasPrefix("{\"type\":\"bye\",\"reason\":\"shutting_down\""))
    }
}
