import Foundation
import Protocol
import TerminalEmulator
import Testing

/// Whole matches in a real terminal, against a real host: by keys, by the mouse, and to watch.
@Suite(.waits) struct TerminalPlayTests {
    private static let small = "{\"preset\":\"quick\",\"rows\":2,\"columns\":3,\"turnMs\":0}"

    private let host: HostProcess
    private let bob: LineClient

    init() throws {
        host = try HostProcess("--rate", "0")
        bob = try LineClient.named("Bob", at: host)
    }

    /// Plays a small match that Bob joins to its end, and expects that on the screen.
    private func play(_ ann: TerminalProcess, by hands: (ScreenPlayer) -> ScreenPlayer.Seat) throws -> ScreenPlayer {
        try ann.wait(forText: "Waiting for an opponent (")
        try bob.send(.join(nil))
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        try player.playToEnd(hands(player), ScreenPlayer.other("Bob", bob))
        try expectEnd(ann, try bob.state(.over), own: 0)
        try player.waitForKeys()
        return player
    }

    /// Expects the end of a match on the screen: the winner, as seat 0 or a watcher sees it, and both scores.
    private func expectEnd(_ client: TerminalProcess, _ final: MatchState, own: Int?) throws {
        let winner = try #require(final.result?.winner)
        let words = winner == own ? "You win" : "\(final.seats[winner].name) wins"
        #expect(client.screen.shows(words))
        let (first, second) = (final.seats[0], final.seats[1])
        // It counts up to that.
        try client.wait(forText: "\(first.name) \(first.score) : \(second.score) \(second.name)")
        #expect(client.screen.shows("All pairs found."))
        #expect(client.flaws == [])
    }

    @Test func `a match can be played by keys from the menu to its end, then again, and left`() throws {
        let ann = try TerminalProcess.named("Ann", at: host)
        try ann.press(.down, .down, .down, .down, .enter)
        try ann.wait(forText: "Online: Ann, Bob")
        try ann.type("?")
        try ann.wait(forText: "Press any key.")
        try ann.type("q")
        try ann.wait(for: "the lobby again") { !$0.shows("Press any key.") && $0.shows("Online: Ann, Bob") }
        // With no match to join, Open comes first.
        try ann.press(.enter)
        try ann.wait(forText: "Visibility")
        try ann.press(.down, .down, .right, .right, .right, .down, .right)
        try ann.wait(for: "a small board") { $0.shows("< quick >") && $0.shows("< 2x3, 3 pairs >") }
        try ann.press(.enter)
        _ = try play(ann, by: \.keys)
        try playAgainAndLeave(ann)
    }

    private func playAgainAndLeave(_ ann: TerminalProcess) throws {
        try ann.type("r")
        try bob.state("an offer") { $0.seats[0].rematch }
        try ann.wait(forText: "Waiting for Bob's answer.")
        try bob.send(.rematch)
        let again = try ScreenPlayer(ann, rows: 2, columns: 3)
        // The other seat begins.
        try again.takeTurn(of: again.keys, ScreenPlayer.other("Bob", bob))
        try ann.type("x")
        try ann.wait(forText: "Resign this match?")
        try ann.press(.tab, .enter)
        try again.waitForKeys()
        #expect(ann.screen.shows("Bob wins, you lose") && ann.screen.shows("You resigned."))
        try ann.type("q")
        try ann.wait(forText: "Online: Ann, Bob")
        try ann.press(.escape)
        try ann.wait(forText: "n changes your name")
        try ann.type("q")
        #expect(try ann.waitForReturn() == .exited(0))
        #expect(ann.flaws == [])
    }

    @Test func `at Set a rematch is offered and played`() throws {
        let ann = try TerminalProcess.named("Ann", at: host, "--no-animation")
        try ann.type(":open set\r")
        try ann.wait(forText: "Waiting for an opponent (")
        try bob.send(.join(nil, game: .set))
        try bob.state(.playing)
        try bob.send(.resign)
        try ann.wait(for: "the end") { $0.shows("You win, Bob") || $0.shows("You win") && $0.shows("Bob resigned.") }
        try Metronome().wait()
        try ann.type("r")
        try ann.wait(forText: "Waiting for Bob's answer.")
        try bob.send(.rematch)
        let state = try bob.state("another match") { $0.match == MatchID(number: 2) && $0.phase == .playing }
        try ann.wait(for: "another table") { $0.shows("Set m2") && $0.shows("69 left") }
        try SetOnScreen.claim(state.aSet ?? [], at: ann)
        try ann.type(state.aSet == nil ? "+" : "")
        try ann.wait(forText: state.aSet == nil ? "You asked for three more cards." : "You found a set!")
        #expect(ann.flaws == [])
    }

    @Test func `a match can be played by the mouse alone`() throws {
        let ann = try TerminalProcess.named("Ann", at: host, "--no-animation")
        try ann.click(on: "Matches")
        try ann.wait(forText: "Online: Ann, Bob")
        try ann.click(on: "o Open")
        try ann.click(on: "Board")
        try ann.wait(forText: "< 2x3, 3 pairs >")
        try ann.click(on: "Start")
        let player = try play(ann, by: \.mouse)
        try ann.click(on: "Play again")
        try bob.state("an offer") { $0.seats[0].rematch }
        try bob.send(.rematch)
        try ann.wait(forText: "Bob's turn.")
        try ann.click(on: "Resign")
        try ann.click(on: "Yes")
        try bob.state(.over)
        try player.waitForKeys()
        try ann.click(on: "q Lobby")
        try ann.wait(forText: "Online: Ann, Bob")
        try ann.click(on: "q Back")
        try ann.click(on: "Quit")
        #expect(try ann.waitForReturn() == .exited(0))
        #expect(ann.flaws == [])
    }

    @Test(arguments: [true, false])
    func `a watcher sees every flip and the end, and is taken along to the next match`(_ isFromMenu: Bool) throws {
        let cleo = try LineClient.named("Cleo", at: host)
        let match = try bob.open(Self.small).seating.match
        try cleo.send(.join(.id(match)))
        try cleo.state(.playing)
        let ann =
            try isFromMenu
            ? TerminalProcess.named("Ann", at: host)
            : TerminalProcess([host.address.description, "--watch", "--no-animation"])
        if isFromMenu {
            try ann.type("w")
            try ann.wait(forText: "Bob 0 : 0 Cleo")
            try ann.press(.enter)
        }
        try ann.wait(forText: "You are the only one")
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        try ann.type("a1")
        let seats = [ScreenPlayer.other("Bob", bob), ScreenPlayer.other("Cleo", cleo)]
        try player.playToEnd(seats[0], seats[1])
        try expectEnd(ann, try bob.state(.over), own: nil)
        #expect(!ann.screen.shows("Play again"))
        try bob.send(.rematch)
        try ann.wait(forText: "Bob offered a rematch.")
        try cleo.send(.rematch)
        try ann.wait(for: "the next match") { $0.shows("Memory m2") && $0.shows("Cleo's turn.") }
        let next = try ScreenPlayer(ann, rows: 2, columns: 3)
        try next.takeTurn(of: seats[0], seats[1])
        try ann.type("q")
        try ann.wait(forText: "q Back")
        #expect(ann.flaws == [])
    }
}
