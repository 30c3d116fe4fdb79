import Foundation
import Protocol
import TerminalEmulator
import TestSupport
import Testing

/// The client's cost while nothing happens.
@Suite(.waits, .enabled(if: ProcessFigures.areThere, "needs /proc")) struct TerminalRestTests {
    private func client(_ host: HostProcess, _ name: String) throws -> TerminalProcess {
        let client = try TerminalProcess([host.address.description, "--name", name])
        try client.wait(forText: "No solo scores yet.")
        return client
    }

    /// Hundredths of a second of the processor, and how often it was given up: whoever wakes up to do nothing is found
    /// out.
    private func figures(_ client: TerminalProcess) throws -> [Int] {
        let figures = ProcessFigures(try #require(client.program))
        let processor = try #require(figures.processor)
        return [processor.user + processor.system, try #require(figures.switches)]
    }

    @Test func `while nothing happens the client draws nothing and uses no processor time`() throws {
        let host = try HostProcess("--rate", "0")
        let clients = try ["Ann", "Bob", "Cleo", "Dora"].map { try client(host, $0) }
        try clients[1].type("m")
        try clients[2].type(":open 2x3 turnms=0\r")
        try clients[2].wait(forText: "Waiting for an opponent (")
        try clients[3].type(":join\r")
        let players = try clients[2...].map { try ScreenPlayer($0, rows: 2, columns: 3) }
        let card = try players[0].turnOne(of: players[0].keys)
        try clients[3].wait(for: "the card") { players[1].board.face(card, on: $0) != nil }
        try clients[1].wait(forText: "Cleo 0 : 0 Dora")
        // On a slow machine, things come to rest later: it is tried three times.
        var (before, after, isQuiet) = ([[Int]](), [[Int]](), false)
        for _ in 0..<3 where !isQuiet {
            let clock = try Metronome()
            try clock.wait()
            for client in clients { try client.waitForQuiet() }
            before = try clients.map(figures)
            for _ in 0..<2 { try clock.wait() }
            after = try clients.map(figures)
            isQuiet = try after == before && clients.allSatisfy { try $0.isQuiet() }
        }
        #expect(isQuiet, "\(before), and two seconds later \(after)")
        for client in clients { #expect(client.flaws == []) }
    }

    @Test func `a running clock costs the client one small write a second`() throws {
        let host = try HostProcess("--rate", "0")
        let ann = try client(host, "Ann")
        let bob = try LineClient.named("Bob", at: host)
        _ = try bob.open("{\"preset\":\"quick\",\"rows\":2,\"columns\":3}")
        try ann.type(":join\r")
        _ = try ScreenPlayer(ann, rows: 2, columns: 3)
        /// What the clock shows; a slow machine may skip a second.
        func seconds(_ screen: Emulator) -> Int? {
            screen.lines.lazy.compactMap { $0.firstMatch(of: #/ (\d+) s\b/#)?.1 }.first.flatMap { Int($0) }
        }
        try ann.wait(for: "the clock after the deal") { (seconds($0) ?? 60) < 60 }
        let first = try #require(seconds(ann.screen))
        let before = (updates: ann.screen.updates, bytes: ann.received.count, ticks: try figures(ann)[0])
        try ann.wait(for: "two seconds") { (seconds($0) ?? first) <= first - 2 }
        let passed = first - (try #require(seconds(ann.screen)))
        #expect(1...passed ~= ann.screen.updates - before.updates)
        #expect(ann.received.count - before.bytes < passed * 100)
        #expect(try figures(ann)[0] - before.ticks <= passed)
        #expect(ann.flaws == [])
    }
}
