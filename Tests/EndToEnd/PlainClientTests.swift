import Foundation
import Protocol
import TestSupport
import Testing

/// The client in plain text, from the first word to the last: enough to play, to watch and to read records.
@Suite(.waits) struct PlainClientTests {
    private func place(_ card: Int, _ state: MatchState) -> String {
        Coordinate(card: card, columns: state.columns).text
    }

    /// Ann opens a private match by these words, and Bob joins it by its code.
    private func privateMatch(
        _ words: String, at host: HostProcess
    ) throws -> (ann: LineProgram, bob: LineProgram, code: MatchCode) {
        let ann = try LineProgram(plain: host, "--name", "Ann")
        try ann.until("No matches.")
        try ann.type("open private \(words)")
        let told = try ann.until("its code is ")
        let code = try #require(MatchCode(String(told.dropLast().suffix(6))))
        let bob = try LineProgram(plain: host, "--name", "Bob", "--code", code.text)
        try bob.until("You are in m1, seat 2: ")
        return (ann, bob, code)
    }

    @Test func `two clients play a private match with a watcher, and then a rematch`() throws {
        let host = try HostProcess("--rate", "0")
        let (ann, bob, code) = try privateMatch("quick revealMs=20", at: host)
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
        try bob.until("Ann offered a rematch.")
        try bob.type("rematch")
        for one in all {
            try one.until("Rematch!")
            try one.until(" m2")
            try one.until("Bob's turn, ")
        }
        try ann.type("resign")
        try ann.until("say it again.")  // It might have been meant for the match before.
        try ann.type("resign")
        for one in all { try one.until("Bob wins: Ann resigned.") }
        for one in all { #expect(try one.finish() == .exited(0)) }
        #expect(!all.flatMap(\.lines).joined().contains("\u{1B}"))
    }

    @Test func `two clients play a private match of Set, again, and on after their host was killed`() throws {
        let folder = try TemporaryFolder()
        let host = try HostProcess("--rate", "0", "--data", folder.path)
        let (ann, bob, code) = try privateMatch("set", at: host)
        for one in [ann, bob] { try one.until("69 cards left in the deck.") }
        try bob.type("resign")
        for one in [ann, bob] { try one.until("Ann wins: Bob resigned.") }
        try ann.type("rematch")
        try bob.until("Ann offered a rematch.")
        try bob.type("rematch")
        let eyes = try LineClient(host)
        for one in [ann, bob] {
            try one.until(" m2")
            try one.until("69 cards left in the deck.")
        }
        try eyes.send(.watch(.code(code)))
        let state = try eyes.state(.playing)
        let places = (state.aSet ?? [0, 1, 2]).map { "\($0 + 1)" }.joined(separator: " ")
        let (verdict, deck) = state.aSet == nil ? ("one does not. -1 for Bob.", 69) : ("A set!", 66)
        try bob.type("take \(places)")
        for one in [ann, bob] { #expect(try one.until("Bob takes \(places): ").contains(verdict)) }
        try host.stop(SIGKILL)
        for one in [ann, bob] { try one.until("Connection lost: ") }
        let second = try HostProcess("--rate", "0", "--data", folder.path, "--port", String(host.address.port))
        for one in [ann, bob] {
            try one.until("You are in m2, seat ")
            let score = try one.until("Ann: 0 points, 0 sets.")
            // Whoever is back first does not see the other yet.
            #expect(score.hasSuffix(state.aSet == nil ? ": -1 point, 0 sets." : ": 1 point, 1 set."))
            try one.until("\(deck) cards left in the deck.")
        }
        for one in [ann, bob] { #expect(try one.finish() == .exited(0)) }
        #expect(second.process.isRunning)
    }

    @Test func `the house is played at Set`() throws {
        let host = try HostProcess("--rate", "0")
        let ann = try LineProgram(plain: host, "--name", "Ann")
        try ann.until("No matches.")
        try ann.type("open set house perfect houseMs=0")
        try ann.until("You are in m1, seat 1: Set")
        var line = try ann.until("House ")
        while line != "House wins: no sets left." {
            if line.hasPrefix("House asks ") { try ann.type("more") }
            line = try ann.until("House ")
        }
        #expect(ann.lines.contains { $0.hasPrefix("House takes ") && $0.hasSuffix("A set!") })
        try ann.type("rematch")
        try ann.until("You are in m2, seat 1: Set")
        #expect(try ann.finish() == .exited(0))
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
        for text in [
            "You left the match.", "1 record:", "Moves, with time since the start:",
            ", a pair! Ann \(final.seats[0].score).", "Cleared: all pairs found.",
            "    1. Ann: \(final.seats[0].score) points in ", "Error: No such record.", "  bye             quit",
        ] { try ann.until(text) }
        #expect(try ann.finish() == .exited(0))
        #expect(try ann.process.restOfErrors() == "")
    }
}
