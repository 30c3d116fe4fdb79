import Foundation
import Protocol
import Testing

/// A host that has no descriptor left for one more connection. Only Linux lets a
/// process' limit be changed by another; the code that bears it is the same everywhere.
@Suite(.enabled(if: FileLimit.canBeChanged, "there is no prlimit, or no /proc"))
struct HostStarvedTests {
    @Test func `a host without descriptors serves its clients without spinning, and accepts when one goes`() throws {
        let match = try QuietMatch()
        let host = match.host
        try FileLimit.leave(3, files: host)
        let others = try (0..<3).map { _ in try LineClient(host) }
        for client in others { _ = try client.next() }
        let waiting = try (0..<3).map { _ in try LineClient(host) }
        try match.step()
        #expect(try host.process.nextErrorLine()?.contains("out of file descriptors") == true)
        let before = try #require(ProcessFigures.ticks(of: host.process.number))
        #expect(try !waiting[0].hasMore(within: 1200))
        let after = try #require(ProcessFigures.ticks(of: host.process.number))
        #expect(after - before <= 5, "hundredths of a second, of 120")
        for _ in 0..<20 { try match.step() }
        for client in others { try client.ping() }
        for index in 0..<3 {
            others[index].close()
            #expect(try waiting[index].next().event.type == "hello")
        }
        try match.finish()
    }

    @Test func `a host without descriptors accepts again once the system has one`() throws {
        let match = try QuietMatch()
        try FileLimit.leave(0, files: match.host)
        let waiting = try LineClient(match.host)
        #expect(try match.host.process.nextErrorLine()?.contains("out of file descriptors") == true)
        try FileLimit.leave(10, files: match.host)
        #expect(try waiting.next().event.type == "hello")
        try match.finish()
    }

    @Test func `any number of clients waiting for a descriptor are accepted one after another`() throws {
        let match = try QuietMatch()
        try FileLimit.leave(1, files: match.host)
        let waiting = try (0..<50).map { _ in try LineClient(match.host) }
        for client in waiting {
            #expect(try client.next().event.type == "hello")
            client.close()
        }
        try match.finish()
    }
}
