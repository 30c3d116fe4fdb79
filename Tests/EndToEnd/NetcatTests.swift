import Foundation
import Protocol
import TestSupport
import Testing

/// The real netcat, as people and scripts use it.
@Suite(.enabled(if: Netcat.isInstalled, Netcat.isNeeded)) struct NetcatTests {
    private static let quick = "quick revealMs=20"

    private func place(_ card: Int, _ state: MatchState) -> String {
        Coordinate(card: card, columns: state.columns).text
    }

    @Test func `a person with netcat can play against a program`() throws {
        let host = try HostProcess("--rate", "0")
        let program = try LineClient.named("Ann", at: host)
        _ = try program.open("{\"preset\":\"quick\",\"revealMs\":20}")
        let person = try Netcat(host)
        try person.type("name Bob")
        try person.until("Welcome, Bob.")
        try person.type("join")
        try person.until("You are in m1, seat 2")
        let random = SeededRandom(#function)
        let first = try program.state(.playing)
        let final = try program.playToEnd(from: first, Brain(.perfect, random)) { seat, card in
            if seat == 0 { try program.flip(card) } else { try person.type(place(card, first).lowercased()) }
            try person.until(" turns \(place(card, first)): ")
        }
        let last = try person.until(
            ": \(final.result?.reason == .cleared ? "all pairs found" : "out of turns").")
        #expect(last.hasPrefix(final.result?.winner.map { "\(final.seats[$0].name) wins" } ?? "It's a draw"))
    }

    @Test func `two people with netcat can play each other`() throws {
        let host = try HostProcess("--rate", "0")
        let people = [try Netcat(host), try Netcat(host)]
        let eyes = try LineClient(host)
        try people[0].type("name Ann\nopen \(Self.quick)")
        try people[0].until("m1 is waiting for a second player.")
        try eyes.send(.watch(nil))
        try people[1].type("name Bob\njoin m1")
        let random = SeededRandom(#function)
        let first = try eyes.state(.playing)
        let final = try eyes.playToEnd(from: first, Brain(.random, random)) { seat, card in
            try people[seat].type(place(card, first))
            for person in people { try person.until(" turns \(place(card, first)): ") }
        }
        let lasts = try people.map { try $0.until(final.result?.winner == nil ? "It's a draw" : " wins: ") }
        #expect(lasts[0] == lasts[1])
    }

    @Test func `lines piped from printf are all answered before the host says goodbye`() throws {
        let host = try HostProcess()
        let netcat = try Netcat(host, flags: ["-N"])
        try netcat.process.write("{\"type\":\"ping\",\"id\":\"1\"}\n{\"type\":\"ping\",\"id\":\"2\"}")
        netcat.process.closeInput()
        let lines = try netcat.process.restOfOutput().split(separator: "\n")
        #expect(
            lines.dropFirst().map(String.init) == [
                "{\"type\":\"pong\",\"re\":\"1\"}", "{\"type\":\"pong\",\"re\":\"2\"}",
                "{\"type\":\"bye\",\"reason\":\"closed\",\"message\":\"\(Farewell.closed.message)\"}",
            ])
        #expect(try netcat.process.waitForEnd() == .exited(0))
    }

    @Test func `a player whose netcat was killed can resume the same seat and board`() throws {
        let host = try HostProcess()
        let other = try LineClient.named("Ann", at: host)
        _ = try other.open("{\"preset\":\"quick\"}")
        let person = try Netcat(host)
        try person.type("name Bob")
        let words = try person.until("Welcome, Bob.")
        try person.type("join")
        try other.flip(try other.state(.playing).cards.startIndex)
        let before = try other.state("one open card") { $0.turned == [0] }
        person.process.send(signal: SIGKILL)
        #expect(try other.state(.paused).seats[1].present == false)
        let again = try Netcat(host)
        try again.type("resume " + (words.split(separator: " ").last ?? ""))
        try again.until("Welcome back, Bob.")
        let after = try other.state(.playing)
        #expect(after.cards == before.cards)
        #expect(after.turned == before.turned)
        #expect(after.seats == before.seats)
        try again.until("Ann's turn")
    }
}
