import Foundation
import Protocol
import Testing

/// More clients than there is room for, and clients that are faster than they may be.
@Suite struct HostCrowdTests {
    /// Returns the events that a client hears when it is turned away, until the host closes the connection.
    private func events(_ client: LineClient) throws -> [Event] {
        try client.linesUntilEnd().map { line in
            guard case .message(let message) = LineClient.read(line) else { throw Unmet("no message: \(line)") }
            return message.event
        }
    }

    @Test(arguments: [("--max-connections", Refusal.hostFull), ("--per-address", Refusal.tooManyConnections)])
    func `a client that finds no room is told why, and the place is free again later`(
        _ flag: String, _ refusal: Refusal
    ) throws {
        let host = try HostProcess(flag, "2")
        let inside = [try LineClient.named("Ann", at: host), try .named("Bob", at: host)]
        let outside = try LineClient(host)
        let heard = try events(outside)
        #expect(heard.map(\.type) == ["hello", "error", "bye"])
        guard case .error(let report) = heard[1], case .bye(let farewell) = heard[2] else { return }
        #expect(report == ErrorReport(refusal, command: nil))
        #expect(report.isFatal)
        #expect(farewell == Farewell(after: refusal))
        for client in inside { try client.ping() }
        inside[0].close()
        // That it is gone reaches the host some time; whoever comes before that is turned away.
        let deadline = Deadline()
        var isIn = false
        while !isIn, deadline.remaining > 0 {
            let client = try LineClient(host)
            try client.send("ping")
            isIn = try client.nextLineOrEnd() != nil && client.nextLineOrEnd() == "Pong."
        }
        #expect(isIn)
        try inside[1].ping()
    }

    @Test func `a burst over the limit gets one too_fast, and all of it is answered in order`() throws {
        let host = try HostProcess("--rate", "100")
        let client = try LineClient(host)
        let other = try LineClient(host)
        let count = Limits.burst + 50
        try client.send(Array((0..<count).map { "{\"type\":\"ping\",\"id\":\"\($0)\"}\n" }.joined().utf8))
        try other.ping()
        _ = try client.next()
        var answers: [String] = []
        var errors: [ErrorReport] = []
        while answers.count < count {
            let message = try client.next()
            if case .error(let report) = message.event { errors.append(report) }
            if let re = message.re { answers.append(re.text) }
        }
        #expect(answers == (0..<count).map(String.init))
        #expect(errors == [ErrorReport(.tooFast, command: nil)])
    }

    @Test func `a second burst after a pause gets another too_fast`() throws {
        let host = try HostProcess("--rate", "1000")
        let client = try LineClient(host)
        for _ in 0..<2 {
            let pings = String(repeating: "{\"type\":\"ping\"}\n", count: 5 * Limits.burst)
            try client.send(Array((pings + "{\"type\":\"ping\",\"id\":\"last\"}\n").utf8))
            #expect(try client.error().code == "too_fast")
            try client.reply(to: "last")
            // The client keeps still until the host's bucket is full again, which takes 20 ms: others' pings tell.
            let deadline = Platform.monotonicMilliseconds + 50
            while Platform.monotonicMilliseconds < deadline { try LineClient(host).ping() }
        }
    }

    @Test func `without a rate limit nobody is too fast`() throws {
        let host = try HostProcess("--rate", "0")
        let client = try LineClient(host)
        try client.sendWhileReading(Array(String(repeating: "{\"type\":\"ping\"}\n", count: 2000).utf8))
        try client.ping()
        #expect(!client.lines.contains { $0.contains("too_fast") })
    }
}
