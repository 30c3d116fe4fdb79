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
        let ann = try PlainClient(host, "--name", "Ann")
        try ann.until("No matches.")
        try ann.type("open quick private revealMs=20")
        let words = try ann.until("its code is ")
        let code = try #require(MatchCode(String(words.dropLast().suffix(4))))
        let bob = try PlainClient(host, "--name", "Bob", "--code", code.text)
        try bob.until("You are in m1, seat 2")
        let wim = try PlainClient(host, "--watch", "--code", code.text)
        try wim.until("You are watching m1")
        let (all, players) = ([ann, bob, wim], [ann, bob])
        let eyes = try LineClient(host)
        try eyes.send(.watch(.code(code)))
        let first = try eyes.state(.playing)
        let final = try eyes.playToEnd(from: first, Brain(.perfect, SeededRandom(#function))) { seat, card in
            try players[seat].type(place(card, first).lowercased())
            for one in all { try one.until(" turns \(place(card, first)): ") }
        }
        let ends = try all.map { try $0.until(final.result?.winner == nil ? "It's a draw" : " wins: ") }
        #expect(Set(ends).count == 1)
        try bob.type("say well played")
        for one in all { try one.until("Bob says: well played") }
        try ann.type("rematch")
        try bob.until("Ann offers a rematch; type rematch to accept.")
        try bob.type("rematch")
        for one in all {
            try one.until("Rematch!")
            try one.until(" m2")
            try one.until("Bob's turn, ")
        }
        try ann.type("resign")
        for one in all { try one.until("Bob wins: Ann resigned.") }
        for one in all { #expect(try one.finish() == .exited(0)) }
    }

    @Test func `a solo game's record can be read, move by move`() throws {
        let host = try HostProcess("--rate", "0")
        let ann = try PlainClient(host, "--name", "Ann", "--solo", "--open", "tiles")
        try ann.until("You are in m1, seat 1")
        let eyes = try LineClient(host)
        try eyes.send(.watch(nil))
        let first = try eyes.state(.playing)
        let final = try eyes.playToEnd(from: first, Brain(.perfect, SeededRandom(#function))) { _, card in
            try ann.type("flip \(place(card, first))")
            try ann.until(" turns \(place(card, first)): ")
        }
        let score = "Ann: \(final.seats[0].score) points"
        try ann.until("Cleared: all pairs found. New high score!")
        let told = ann.turnings
        try ann.type("leave\nrecords\nrecord r1\nscores\nrecord r2\nhelp")
        try ann.until("You left the match.")
        try ann.until("1 record:")
        try ann.until("To see a match move by move, type: record r1")
        try ann.until(score)
        try ann.until("Moves, with time since the start:")
        let start = ann.lines.count
        let last = try ann.until("Cleared: all pairs found.")
        // The time before, and after a pair the score, are the record's own.
        let moves = ann.lines[start...].dropLast().map { line in
            let words = line.drop { $0 == " " }.drop { $0 != " " }.dropFirst()
            return words.range(of: ", a pair!").map { String(words[..<$0.upperBound]) } ?? String(words)
        }
        #expect(moves == told)
        #expect(ann.lines[start...].dropLast().last?.hasSuffix(", a pair! Ann \(final.seats[0].score).") == true)
        #expect(last.hasPrefix("  0:"))
        try ann.until("    1. Ann: \(final.seats[0].score) points in ")
        try ann.until("Error: No such record.")
        try ann.until("  bye             quit")
        #expect(try ann.finish() == .exited(0))
        #expect(try ann.process.restOfErrors() == "")
    }

    @Test func `when the host is killed both players come back, and the match resumes`() throws {
        let folder = try TemporaryFolder()
        var host = try HostProcess("--data", folder.path)
        let (ann, bob) = (try PlainClient(host, "--name", "Ann"), try PlainClient(host, "--name", "Bob"))
        try ann.type("open 2x2 letters revealMs=20")
        try ann.until("m1 is waiting for a second player.")
        try bob.type("join")
        try ann.until("Ann's turn")
        try ann.type("a1")
        for one in [ann, bob] { try one.until("Ann turns A1") }
        let port = host.address.port
        #expect(try host.stop(SIGKILL) == .killed(bySignal: SIGKILL))
        for one in [ann, bob] { try one.until("Connection lost: ") }
        // What is typed meanwhile waits.
        try ann.type("list")
        host = try HostProcess("--data", folder.path, "--port", String(port))
        for (one, name) in [(ann, "Ann"), (bob, "Bob")] {
            try one.until("Welcome back, \(name).")
            try one.until(" 1[")
        }
        // Whoever came first had to wait for the other.
        try ann.until("Ann's turn")
        if !ann.lines.contains("1 match:") { try ann.until("1 match:") }
        try ann.type("b2")
        for one in [ann, bob] { try one.until("Ann turns B2") }
        for one in [bob, ann] { #expect(try one.finish() == .exited(0)) }
    }
}
