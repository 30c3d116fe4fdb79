import Protocol
import Testing

@testable import memory_host

/// Requests of HTTP beyond the rate of their address, on a host whose clock is the test's.
@Suite struct WebRateTests {
    /// This machine has ten times what another address has.
    private let burst = Limits.loopbackFactor * Limits.requestBurst

    /// A browser sends so many requests at one moment, a hundred at a time; returns the statuses, each once.
    private func flood(_ table: HostTable, _ count: Int) throws -> Set<String> {
        let guest = try table.arrive()
        let part = String(repeating: HostTable.head("HEAD /a HTTP/1.1"), count: 100)
        var statuses: Set<String> = []
        for _ in 0..<count / 100 {
            try table.send(text: part, from: guest)
            var answered = 0
            try table.turn {
                let found = table.lines(to: guest).filter { $0.hasPrefix("HTTP/1.1 ") }
                statuses.formUnion(found.map { String($0.dropFirst(9).prefix(3)) })
                answered += found.count
                return answered == 100
            }
        }
        return statuses
    }

    @Test func `after a burst, an address gets 429 until it has paused, on all of its connections`() throws {
        let table = try HostTable()
        #expect(try flood(table, burst) == ["404"])
        for first in ["GET / HTTP/1.1", "HEAD / HTTP/1.1", "GET / HTTP/2.0"] {
            let guest = try table.arrive()
            try table.send(text: HostTable.head(first) + HostTable.head(), from: guest)
            let response = try table.response(to: guest, isHead: first.hasPrefix("HEAD"))
            #expect(response.status == 429)
            #expect(response.fields["retry-after"] == "1" && response.fields["connection"] == "close")
            #expect(response.fields["cache-control"] == "no-store")
            let sentence = "Your address has sent too many requests. Try again in a moment.\n"
            #expect(response.text == (first.hasPrefix("HEAD") ? "" : sentence))
            #expect(try table.linesUntilEnd(to: guest) == [])
        }
        #expect(try table.ask(HostTable.handshake()).status == 429)
        try table.turn(after: 1)
        #expect(try table.ask(HostTable.head()).status == 429)
        try table.turn(after: 1)
        #expect(try table.ask(HostTable.head()).status == 200)
        #expect(try table.ask(HostTable.head()).status == 429)
    }

    @Test func `with a rate of 0 there is no limit`() throws {
        #expect(try flood(try HostTable(rate: 0), burst + 100) == ["404"])
    }

    @Test func `the rate is in proportion to that of commands`() {
        var options = memory_host.Options()
        #expect(options.requestRate == Limits.requestsPerSecond)
        options.rate = 3 * Limits.commandsPerSecond
        #expect(options.requestRate == 3 * Limits.requestsPerSecond)
    }

    @Test func `requests that are refused count, too`() throws {
        let table = try HostTable()
        try table.useUpRequests()
        try table.turn(after: 2)
        #expect(try table.ask("GET / HTTP/1.1\r\n\r\n").status == 400)
        #expect(try table.ask(HostTable.head()).status == 429)
    }

    @Test func `one request too many is no sign of somebody who looks at the page`() throws {
        let table = try HostTable()
        try table.useUpRequests()
        #expect(try table.ask(HostTable.head()).status == 429)
        let guest = try table.arrive()
        try table.turn(after: Limits.greetingMilliseconds)
        #expect(try table.line(to: guest).hasPrefix("{\"type\":\"hello\""))
    }

    @Test func `who is in the lobby does not notice`() throws {
        let table = try HostTable()
        let ann = try table.connectBrowser(as: "Ann")
        try table.useUpRequests()
        #expect(try table.ask(HostTable.head()).status == 429)
        try table.say("{\"type\":\"ping\"}", from: ann)
        #expect(try table.message(to: ann, with: "pong") == "{\"type\":\"pong\"}")
    }
}
