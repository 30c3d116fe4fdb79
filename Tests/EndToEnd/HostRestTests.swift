import Foundation
import Protocol
import TestSupport
import Testing

/// The host's cost at rest, and its behaviour while its log is not read.
@Suite(.waits) struct HostRestTests {
    @Test(.enabled(if: ProcessFigures.areThere, "there is no /proc"))
    func `a host with two hundred idle connections uses no processor time`() throws {
        let host = try HostProcess()
        let clients = try (0..<200).map { _ in try LineClient(host) }
        for client in clients { _ = try client.next() }
        let before = try ProcessFigures.ticks(of: host)
        // The one test that lets time pass; nothing may come meanwhile.
        let end = Platform.monotonicMilliseconds + 2000
        while case let rest = end - Platform.monotonicMilliseconds, rest > 0 {
            #expect(try !clients[0].hasMore(within: rest))
        }
        let after = try ProcessFigures.ticks(of: host)
        #expect(after - before <= 1)
    }

    @Test func `a host whose log nobody reads keeps running`() throws {
        let host = try HostProcess("--rate", "0", "--log-level", "debug")
        let match = try QuietMatch(host)
        // Some hundred KiB on either stream, and a pipe holds 64.
        for number in 0..<1000 {
            let client = try LineClient(host)
            if number.isMultiple(of: 100) { try match.step() }
            client.reset()
        }
        let talker = try LineClient(host)
        for number in 0..<2000 {
            try talker.introduce("Somebody new \(number)")
            if number.isMultiple(of: 100) { try match.step() }
        }
        try match.finish()
        #expect(try host.stop() == .exited(0))
    }

    @Test func `a host whose log has lost its reader keeps running`() throws {
        let host = try HostProcess("--rate", "0", "--log-level", "debug")
        let match = try QuietMatch(host)
        host.process.closeOutput()
        host.process.closeErrors()
        for number in 0..<20 { try LineClient(host).introduce("Somebody new \(number)") }
        try match.finish()
        #expect(try host.stop() == .exited(0))
    }
}
