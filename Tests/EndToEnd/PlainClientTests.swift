import Foundation
import Protocol
import TestSupport
import Testing

/// The client in plain text, from the first word to the last: enough to play, to watch and to read records.
@Suite struct PlainClientTests {
    private func place(_ card: Int, _ state: MatchState) -> String {
        Coordinate(card: card, columns: state.columns).text
    }

    @Test func `two clients play a private match with a watcher, and then a rematch`() throws {
        let host = try HostProcess("--rate", "0")
        let ann = try LineProgram(plain: host, "--name", "Ann")
        try ann.until("No matches.")
        try ann.type("open quick private revealMs=20")
        let words = try ann.until("its code is ")
        let code = try #require(MatchCode(String(words.dropLast().suffix(6))))
        let bob = try LineProgram(plain: host, "--name", "Bob", "--code", code.text)
        try bob.until("You are in m1, seat 2")
        let wim = try LineProgram(plain: host, "--watch", "--code", code.text)
        try wim.until("You are watching m1")
        let (all, players) = ([ann, bob, wim], [ann, bob])
        let eyes = try LineClient(host)
        try eyes.send(.watch(.code(code)))
        let first = try eyes.state(.playing)
        let final = try eyes.play(from: first, Brain(.perfect, SeededRandom("plain text"))) { seat, card in
            try players[seat].type(place(card, first).lowercased())
            for one in all { try one.until(" flips \(place(card, first)): ") }
        }
        let ends = try all.map { try $0.until(final.result?.winner == nil ? "It's a draw" : " wins: ") }
        #expect(Set(ends).count == 1)
        try bob.type("say well played")
        for one in all { try one.until("Bob says: well played") }
        try ann.type("rematch")
        try bob.until("Ann offers a rematch.")
        try bob.type("rematch")
        for one in all {
            try one.until("Rematch!")
            try one.until(" m2")
            try one.until("Bob's turn, ")
        }
        try ann.type("resign")
        for one in all { try one.until("Bob wins: Ann resigned.") }
        for one in all { #expect(try one.finish() == .exited(0)) }
        #expect(!all.flatMap(\.lines).joined().contains("\u{1B}"))
    }

    @Test func `a solo game's record can be read, move by move`() throws {
        let host = try HostProcess("--rate", "0")
        let ann = try LineProgram(plain: host, "--name", "Ann", "--solo", "--open", "tiles")
        try ann.until("You are in m1, seat 1")
        let eyes = try LineClient(host)
        try eyes.send(.watch(nil))
        let first = try eyes.state(.playing)
        let final = try eyes.play(from: first, Brain(.perfect, SeededRandom("plain text"))) { _, card in
            try ann.type("flip \(place(card, first))")
            try ann.until(" flips \(place(card, first)): ")
        }
        try ann.until("Cleared: all pairs found. New high score!")
        try ann.type("leave\nrecords\nrecord r1\nscores\nrecord r2\nhelp")
        try ann.until("You left the match.")
        try ann.until("1 record:")
        try ann.until("Moves, with time since the start:")
        try ann.until(", a pair! Ann \(final.seats[0].score).")
        try ann.until("Cleared: all pairs found.")
        try ann.until("    1. Ann: \(final.seats[0].score) points in ")
        try ann.until("Error: No such record.")
        try ann.until("  bye             quit")
        #expect(try ann.finish() == .exited(0))
        #expect(try ann.process.restOfErrors() == "")
    }
}
