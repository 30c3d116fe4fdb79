import Foundation
import Protocol
import TerminalEmulator
import Testing

/// Matches without another client, in a real terminal: against the house, and two on one device.
@Suite(.waits) struct TerminalClientlessTests {
    private let host: HostProcess
    private let ann: TerminalProcess

    init() throws {
        host = try HostProcess("--rate", "0")
        ann = try .named("Ann", at: host, "--no-animation")
    }

    /// Flips the first and the last face-down card, whenever it is the player's turn, until the end.
    private func playAnyCards(_ player: ScreenPlayer, columns: Int) throws {
        let board = player.board
        let deadline = Deadline(seconds: 120)
        while true {
            guard deadline.remaining > 0 else { throw Unmet("the match does not end: \(ann.screen.lines)") }
            try ann.wait(for: "a turn, or the end") { $0.shows("Your turn.") || $0.shows(ScreenPlayer.end) }
            if ann.screen.shows(ScreenPlayer.end) { return }
            for isFirst in [true, false] {
                let down = board.cards.filter { board.isDown($0, on: ann.screen) }
                guard let card = isFirst ? down.first : down.last else { break }
                try ann.type(Coordinate(card: card, columns: columns).text.lowercased())
                // On a slow machine, everything up to the next turn may be drawn at once, so that none of this is
                // seen; typing again does no harm.
                try ann.wait(atMost: 2) { screen in
                    screen.shows(ScreenPlayer.end) || !board.isDown(card, on: screen) || !screen.shows("Your turn.")
                }
            }
        }
    }

    @Test func `the house is played to the end, and plays again at once`() throws {
        try ann.type(":open 2x3 house perfect housems=0 revealms=50 turnms=0\r")
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        try playAnyCards(player, columns: 3)
        #expect(ann.screen.lines.contains { $0.contains(/Ann \d : \d House/) })
        try player.waitForKeys()
        try ann.type("r")
        try ann.wait(for: "the house's turn or the next") { !$0.shows(ScreenPlayer.end) }
        try ann.type("x")
        try ann.wait(forText: "Resign this match?")
        try ann.type("y")
        try ann.wait(forText: "House wins, you lose")
        #expect(ann.flaws == [])
    }

    @Test func `the house is played at Set to the end, and plays again at once`() throws {
        try ann.type(":open set house perfect housems=0\r")
        while !ann.screen.shows(ScreenPlayer.end) {
            let wish = "House asked for three more cards."
            try ann.wait(for: "a wish, or the end") { $0.shows(wish) || $0.shows(ScreenPlayer.end) }
            try ann.type("+")
            try ann.wait(for: "the cards, or the end") { !$0.shows(wish) || $0.shows(ScreenPlayer.end) }
        }
        #expect(ann.screen.shows("House wins, you lose") && ann.screen.shows("No sets left."))
        #expect(ann.screen.lines.contains { $0.contains(/Ann 0 : \d\d House/) })
        try Metronome().wait()
        try ann.type("r")
        // So fast a house may have won it before it is seen.
        try ann.wait(forText: "Set m2")
        #expect(ann.flaws == [])
    }

    @Test func `whoever plays the house hears the bell when somebody waits, and is with them by one key`() throws {
        try ann.type("h")
        try ann.wait(forText: "house (steady)")
        try ann.press(.enter)
        try ann.wait(forText: "House")
        try ann.wait(forText: "Your turn.")
        #expect(ann.screen.bells == 0)
        let bob = try LineClient.named("Bob", at: host)
        try bob.send(.open(RulesRequest(preset: .quick), isPrivate: false))
        try ann.wait(for: "the bell") { $0.bells == 1 && $0.shows("Bob is waiting to play") }
        try ann.type("w")
        try bob.state("Ann has come") { $0.phase == .playing && $0.seats.map(\.name) == ["Bob", "Ann"] }
        try ann.wait(forText: "Bob's turn.")
        #expect(ann.flaws == [])
    }

    @Test func `two on one device take turns with the same keys, to the end`() throws {
        try ann.type("b")
        try ann.wait(forText: "Second player:")
        try ann.type("Bob\r")
        try ann.wait(forText: "with Bob")
        try ann.press(.down, .right, .right, .right, .down, .right)
        try ann.wait(for: "a small board") { $0.shows("< quick >") && $0.shows("< 2x3, 3 pairs >") }
        try ann.press(.enter)
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        let keys = player.keys
        try player.playToEnd(
            ScreenPlayer.Seat(words: "Ann's turn.", flip: keys.flip),
            ScreenPlayer.Seat(words: "Bob's turn.", flip: keys.flip))
        #expect(ann.screen.lines.contains { $0.contains(/Ann \d : \d Bob/) })
        #expect(!ann.screen.shows("you lose") && ann.flaws == [])
    }
}
