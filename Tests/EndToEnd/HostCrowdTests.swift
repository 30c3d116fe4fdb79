import Foundation
import Protocol
import TestSupport
import Testing

@testable import memory_host

/// More clients than there is room for.
@Suite(.waits) struct HostCrowdTests {
    /// Returns the events that a client hears when it is turned away, until the host closes the connection.
    private func events(_ client: LineClient) throws -> [Event] {
        try client.linesUntilEnd().map { line in
            guard case .message(let message) = LineClient.read(line) else { throw Unmet("no message: \(line)") }
            return message.event
        }
    }

    /// Expects that a newcomer is let in some time: until the host knows that there is room, it turns them away.
    private func expectRoom(at host: HostProcess) throws {
        let deadline = Deadline()
        var isIn = false
        while !isIn, deadline.remaining > 0 {
            let client = try LineClient(host)
            try client.send("ping")
            isIn = try client.nextLineOrEnd() != nil && client.nextLineOrEnd() == "Pong."
        }
        #expect(isIn)
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
        try expectRoom(at: host)
        try inside[1].ping()
    }

    @Test func `sixty clients of one address with yesterday's tokens are all answered at once, and get in`() throws {
        let yesterday = try HostProcess()
        let tokens = try (0..<60).map { number in
            let client = try LineClient(yesterday)
            try client.send(#"{"type":"hello","name":"Pupil \#(number)"}"#)
            let line = try client.line(containing: #""type":"welcome""#)
            return try #require(line.components(separatedBy: "\"").first { $0.count == 32 })
        }
        #expect(Set(tokens).count == 60)
        let host = try HostProcess()
        let clients = try tokens.map { token in
            let client = try LineClient(host)
            try client.send(#"{"type":"hello","token":"\#(token)","id":"t"}"#)
            return client
        }
        for client in clients { #expect(try client.line(containing: #""re":"t""#).contains("bad_token")) }
        for (number, client) in clients.enumerated() {
            try client.send(#"{"type":"hello","name":"Pupil \#(number)","id":"n"}"#)
        }
        for client in clients { #expect(try client.line(containing: #""re":"n""#).contains("welcome")) }
        try clients[0].send(#"{"type":"open","private":true,"id":"o"}"#)
        let seating = try clients[0].line(containing: #""re":"o""#)
        let code = try #require(seating.components(separatedBy: "\"").last { $0.count == 6 && $0 == $0.uppercased() })
        try clients[1].send(#"{"type":"join","code":"\#(code)","id":"j"}"#)
        #expect(try clients[1].line(containing: #""re":"j""#).contains(#""seat":1"#))
    }

    /// Only Linux lets a process' limit be changed by another; the code that bears it is the same everywhere.
    private static let needsLimit: Comment = "there is no prlimit, or no /proc"

    @Test(.enabled(if: ProcessLimit.canBeChanged, needsLimit))
    func `a host without descriptors serves its clients without spinning, and accepts when one goes`() throws {
        let match = try QuietMatch()
        let host = match.host
        try ProcessLimit.leave(3, files: host)
        let others = try (0..<3).map { _ in try LineClient(host) }
        for client in others { _ = try client.next() }
        let waiting = try (0..<3).map { _ in try LineClient(host) }
        try match.step()
        #expect(try host.process.nextErrorLine()?.contains("out of file descriptors") == true)
        let before = try ProcessFigures.ticks(of: host)
        #expect(try !waiting[0].hasMore(within: 1200))
        let after = try ProcessFigures.ticks(of: host)
        #expect(after - before <= 5, "hundredths of a second, of 120")
        for _ in 0..<20 { try match.step() }
        for client in others { try client.ping() }
        for index in 0..<3 {
            others[index].close()
            #expect(try waiting[index].next().event.type == "hello")
        }
        try match.finish()
    }

    @Test(.enabled(if: ProcessLimit.canBeChanged, needsLimit))
    func `a host without descriptors accepts again once the system has one`() throws {
        let match = try QuietMatch()
        try ProcessLimit.leave(0, files: match.host)
        let waiting = try LineClient(match.host)
        #expect(try match.host.process.nextErrorLine()?.contains("out of file descriptors") == true)
        try ProcessLimit.leave(10, files: match.host)
        #expect(try waiting.next().event.type == "hello")
        try match.finish()
    }

    @Test(.enabled(if: ProcessLimit.canBeChanged, needsLimit))
    func `a host that is short of memory turns newcomers away, and plays on with those who are there`() throws {
        let match = try QuietMatch(isPlain: true)
        let bob = try LineClient.named("Bob", at: match.host)
        try ProcessLimit.leave(Limits.Internal.spareMemoryBytes / 2, bytes: match.host)
        // It looks at its memory ten times a second: whoever comes before that is let in.
        let deadline = Deadline()
        var heard: [String] = []
        while heard.count < 3, deadline.remaining > 0 {
            let client = try LineClient(match.host)
            try client.send("bye")
            heard = try client.linesUntilEnd().filter { $0.hasPrefix("{") }
        }
        #expect(heard.dropFirst().first?.contains("host_full") == true, "\(heard)")
        try bob.send(#"{"type":"open"}"#)
        #expect(try bob.line(containing: #""type":"error""#).contains("too_many_matches"))
        for _ in 0..<20 { try match.step() }
        try ProcessLimit.leave(64 * 1024 * 1024, bytes: match.host)
        try expectRoom(at: match.host)
        try match.finish()
    }
}
