import Protocol
import TerminalEmulator
import Testing

/// Set in a real terminal, against a real host.
@Suite(.waits) struct TerminalSetTests {
    /// Waits until the screen shows the score and the deck of a state.
    private func wait(_ client: TerminalProcess, for state: MatchState) throws {
        let (score, deck) = (state.seats[0].score, state.set?.deckLeft ?? 0)
        try client.wait(for: "\(score) points, \(deck) cards left") { screen in
            let isScored = screen.lines.contains { line in
                line.contains("Ann (you)") && line.hasSuffix(" \(score)") || line.contains("\(score) point")
            }
            return isScored && screen.shows(" · \(deck) left")
        }
    }

    @Test(arguments: [(40, 14), (80, 24), (120, 40)])
    func `a solo game can be played by letters to its end`(_ columns: Int, _ rows: Int) throws {
        let host = try HostProcess("--rate", "0")
        let watcher = try LineClient.named("Bob", at: host)
        let ann = try TerminalProcess(
            [host.address.description, "--name", "Ann", "--solo", "--game", "set", "--no-animation"],
            columns: columns, rows: rows)
        try ann.wait(forText: "Find a set · 69 left")
        try watcher.send(.watch(nil, game: .set))
        var state = try watcher.state()
        while state.phase == .playing {
            try wait(ann, for: state)
            let keys = state.aSet.map { String($0.map { SetOnScreen.keys[$0] }) } ?? "+"
            try ann.type(keys)
            let version = state.version
            state = try watcher.state("the next") { $0.version > version && $0.change != .watchers }
        }
        try ann.wait(forText: "Cleared")
        #expect(state.seats[0].score == state.set?.seats[0].sets, "no claim was wrong")
        if columns >= 80 { try expectRemembered(ann) }
        #expect(ann.flaws == [])
    }

    /// Expects the game in the replay, among the scores and in the statistics.
    private func expectRemembered(_ ann: TerminalProcess) throws {
        try ann.wait(forText: ScreenPlayer.end)
        try Metronome().wait()
        try ann.type("p")
        try ann.wait(forText: "Ann takes ")
        // While states are still arriving, End goes only to the newest of them.
        for _ in 0..<20 where !ann.screen.shows("No sets") {
            try ann.press(.end)
            try ann.wait(atMost: 2) { $0.shows("No sets") }
        }
        try ann.wait(forText: "No sets")
        try ann.type("q")
        try ann.wait(forText: ScreenPlayer.end)
        // The same key at once would count as pressed twice.
        try Metronome().wait()
        try ann.type("q")
        try ann.wait(forText: "n changes your name")
        try ann.type("c")
        try ann.wait(for: "the best game") { $0.lines.contains("Set") || $0.lines.contains { $0.hasPrefix("Set  ") } }
        try ann.type("q")
        try ann.wait(forText: "n changes your name")
        try ann.type("r")
        try ann.wait(for: "the record") { $0.lines.contains { $0.contains("Ann") && $0.contains("Set  r1") } }
    }

    @Test func `two players claim from the same table`() throws {
        let host = try HostProcess("--rate", "0")
        let bob = try LineClient.named("Bob", at: host)
        let ann = try TerminalProcess.named("Ann", at: host)
        try ann.type("mo")
        try ann.wait(forText: "Visibility")
        try ann.press(.right)
        try ann.wait(forText: "< Set >")
        try ann.press(.enter)
        try ann.wait(forText: "Waiting for an opponent (")
        try bob.send(.join(nil, game: .set))
        try bob.state(.playing)
        // Three more cards are dealt when both have asked. After five seconds they are dealt anyway; with its version,
        // Bob's request can't count as one for three more.
        try ann.wait(forText: "Find a set")
        try ann.type("+")
        try ann.wait(for: "the request") {
            $0.shows("You asked for three more cards") || $0.shows("Find a set · 66 left")
        }
        var state = try bob.state("the request") { $0.set?.seats[0].asksForMore == true || $0.cards.count == 15 }
        if state.cards.count == 12 {
            try bob.send(.move(.set(.more)), guards: Request.Guards(match: state.match, version: state.version))
            state = try bob.state("fifteen cards") { $0.cards.count == 15 }
        }
        try ann.wait(forText: "Find a set · 66 left")
        // Bob is first; what Ann had selected of it is gone.
        let places = try #require(state.aSet)
        try SetOnScreen.claim(Array(places.prefix(2)), at: ann)
        try ann.wait(forText: "2 selected ·")
        try bob.send(.move(.set(.take(try #require(SetPlaces(places))))))
        try ann.wait(forText: "Bob found a set!")
        state = try bob.state("twelve cards") { $0.cards.count == 12 }
        #expect(!ann.screen.shows(" selected ·"))
        // Three cards that are no set block Ann.
        let cards = state.setCards
        let wrong = try #require(cards.indices.dropFirst(2).first { [cards[0], cards[1], cards[$0]].aSet == nil })
        try SetOnScreen.claim([0, 1, wrong], at: ann)
        try ann.wait(forText: "You can claim again in ")
        try ann.wait(forText: "one does not. −1 for you.")
        #expect(try bob.state("a point less") { $0.seats[0].score == -1 }.set?.seats[0].sets == 0)
        try ann.type("x")
        try ann.wait(forText: "Resign this match?")
        try ann.press(.tab, .enter)
        try ann.wait(forText: "Bob wins, you lose")
        #expect(ann.flaws == [])
    }
}
