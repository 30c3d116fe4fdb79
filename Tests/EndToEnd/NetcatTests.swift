import Foundation
import Protocol
import TestSupport
import Testing

/// The real netcat, as people and scripts use it.
@Suite(.waits, .enabled(if: LineProgram.hasNetcat, LineProgram.needsNetcat)) struct NetcatTests {
    @Test func `a person with netcat can play against a program`() throws {
        let host = try HostProcess("--rate", "0")
        let program = try LineClient.named("Ann", at: host)
        _ = try program.open("{\"preset\":\"quick\",\"revealMs\":20}")
        let person = try LineProgram(netcat: host)
        try person.type("name Bob")
        try person.until("Welcome, Bob.")
        try person.type("join")
        try person.until("You are in m1, seat 2")
        let random = SeededRandom("netcat")
        let first = try program.state(.playing)
        let final = try program.play(from: first, Brain(.perfect, random)) { seat, card in
            let place = Coordinate(card: card, columns: first.columns).text
            if seat == 0 { try program.flip(card) } else { try person.type(place.lowercased()) }
            try person.until(" flips \(place): ")
        }
        let last = try person.until(
            ": \(final.result?.reason == .cleared ? "all pairs found" : "out of turns").")
        #expect(last.hasPrefix(final.result?.winner.map { "\(final.seats[$0].name) wins" } ?? "It's a draw"))
    }

    @Test func `lines piped from printf are all answered before the host says goodbye`() throws {
        let host = try HostProcess()
        let netcat = try LineProgram(netcat: host, flags: ["-N"])
        try netcat.process.write("{\"type\":\"ping\",\"id\":\"1\"}\n{\"type\":\"ping\",\"id\":\"2\"}")
        netcat.process.closeInput()
        let lines = try netcat.process.restOfOutput().split(separator: "\n")
        #expect(
            lines.dropFirst().map(String.init) == [
                "{\"type\":\"pong\",\"re\":\"1\"}", "{\"type\":\"pong\",\"re\":\"2\"}",
                "{\"type\":\"bye\",\"reason\":\"closed\",\"message\":\"\(Farewell.closed.message)\",\"retry\":false}",
            ])
        #expect(try netcat.process.waitForEnd() == .exited(0))
    }
}
