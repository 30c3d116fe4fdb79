import Protocol
import TerminalEmulator
import Testing

/// Set in a real terminal, against a real host.
@Suite struct TerminalSetTests {
    /// Returns the places of a set; nil if there is none on the table.
    private static func set(in state: MatchState) -> [Int]? {
        let cards = state.cards.compactMap { $0.flatMap { SetCard($0) } }
        for first in cards.indices {
            for second in cards.indices where second > first {
                for third in cards.indices where third > second {
                    let features = [first, second, third].map { cards[$0].features }
                    if (0..<4).allSatisfy({ (features[0][$0] + features[1][$0] + features[2][$0]) % 3 == 0 }) {
                        return [first, second, third]
                    }
                }
            }
        }
        return nil
    }

    /// Waits until the screen shows the score and the deck of a state.
    private func wait(_ client: TerminalProcess, for state: MatchState) throws {
        let (score, deck) = (state.seats[0].score, state.set?.deckLeft ?? 0)
        try client.wait(for: "\(score) points, \(deck) cards left") { screen in
            let isScored = screen.lines.contains { line in
                line.contains("Ann (you)") && line.hasSuffix(" \(score)") || line.contains("\(score) point")
            }
            return isScored && screen.shows(deck == 0 ? "The deck is empty." : "Deck: \(deck) card")
        }
    }

    /// The keys of the cards, by their places.
    private static let keys = Array("abcdefginopsvyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

    @Test(arguments: [(40, 14), (80, 24), (120, 40)])
    func `a solo game can be played by letters to its end`(_ columns: Int, _ rows: Int) throws {
        let host = try HostProcess("--rate", "0")
        let watcher = try LineClient.named("Bob", at: host)
        let ann = try TerminalProcess(
            [host.address.description, "--name", "Ann", "--solo", "--game", "set", "--no-animation"],
            columns: columns, rows: rows)
        try ann.wait(forText: "Deck: 69 cards.")
        try watcher.send(.watch(nil, game: .set))
        var state = try watcher.state()
        while state.phase == .playing {
            try wait(ann, for: state)
            let keys = Self.set(in: state).map { String($0.map { Self.keys[$0] }) } ?? "+"
            try ann.type(keys)
            let version = state.version
            state = try watcher.state("the next") { $0.version > version && $0.change != .watchers }
        }
        try ann.wait(forText: "All sets found")
        #expect(state.seats[0].score == state.set?.seats[0].sets, "no claim was wrong")
        #expect(ann.flaws == [])
    }
}
