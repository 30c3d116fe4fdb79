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

    /// Two people in a match, by the words of the one who opens it.
    private func people(_ open: String, join: String, at host: HostProcess) throws -> (
        ann: LineProgram, bob: LineProgram
    ) {
        let (ann, bob) = (try LineProgram(netcat: host), try LineProgram(netcat: host))
        for (person, name) in [(ann, "Ann"), (bob, "Bob")] {
            try person.type("name \(name)")
            try person.until("Welcome, \(name).")
        }
        try ann.type(open)
        try ann.until("You are in m1, seat 1")
        try bob.type(join)
        for person in [ann, bob] { try person.until("The match begins.") }
        return (ann, bob)
    }

    @Test func `of two people who type the same set at once, the second loses nothing`() throws {
        let host = try HostProcess("--rate", "0")
        let (ann, bob) = try people("open set", join: "join set", at: host)
        let eyes = try LineClient(host)
        try eyes.send(#"{"type":"watch","match":"m1"}"#)
        guard let places = try eyes.state(.playing).aSet else { return }  // Rarely, there is none.
        let claim = "take " + places.map { "\($0 + 1)" }.joined(separator: " ")
        try ann.type(claim)
        try bob.type(claim)
        let next = try eyes.state("the set") { $0.seats.contains { $0.score == 1 } }
        // More rarely still, the new cards are one, too, and the second gets it.
        guard places.compactMap({ next.setCards[$0] }).aSet == nil else { return }
        let late = next.seats[0].score == 1 ? bob : ann
        try late.until("That was a set a moment ago, but the cards have changed.")
        try late.type("more")
        let last = try eyes.state("a wish") { $0.set?.seats.contains(where: \.asksForMore) ?? false }
        #expect(last.seats.map(\.score).sorted() == [0, 1])
        #expect(last.set?.seats.map(\.blockedMilliseconds) == [0, 0])
    }

    @Test func `a person who types leave as the rematch begins is told so, and has not lost it`() throws {
        let host = try HostProcess("--rate", "0")
        let (ann, bob) = try people("open quick", join: "join", at: host)
        try ann.type("resign")
        for person in [ann, bob] { try person.until("Bob wins: Ann resigned.") }
        try bob.type("rematch")
        try ann.until("Bob offered a rematch.")
        try ann.type("rematch")
        try ann.until("You are in m2, seat 1")
        try bob.type("leave")
        try bob.until("You were moved to m2 a moment ago. If you mean that match, say it again.")
        try ann.type("ping")
        try ann.until("Pong.")
        #expect(!ann.lines.contains { $0.contains("Bob resigned") })
    }
}
