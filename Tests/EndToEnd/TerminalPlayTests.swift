import Foundation
import Protocol
import TerminalEmulator
import Testing

/// Whole matches in a real terminal, against a real host: by keys, by the mouse, and to watch.
@Suite struct TerminalPlayTests {
    private static let small = "{\"preset\":\"quick\",\"rows\":2,\"columns\":3,\"turnMs\":0}"

    private func client(_ host: HostProcess, _ arguments: String...) throws -> TerminalProcess {
        try TerminalProcess([host.address.description] + arguments)
    }

    /// Expects the end of a match on the screen: the winner, as seat 0 or a watcher sees it, and both scores.
    private func expectEnd(_ client: TerminalProcess, _ final: MatchState, own: Int?) throws {
        let winner = try #require(final.result?.winner)
        let words = winner == own ? "You win" : "\(final.seats[winner].name) wins"
        #expect(client.screen.shows(words))
        let (first, second) = (final.seats[0], final.seats[1])
        #expect(client.screen.shows("\(first.name) \(first.score) – \(second.score) \(second.name)"))
        #expect(client.screen.shows("All pairs found."))
        #expect(client.flaws == [])
    }

    // MARK: By keys

    @Test func `a match can be played by keys from the menu to its end, then again, and left`() throws {
        let host = try HostProcess("--rate", "0")
        let bob = try LineClient.named("Bob", at: host)
        let ann = try client(host, "--name", "Ann")
        try ann.wait(forText: "Ann on ")
        try ann.press(.enter)
        try ann.wait(forText: "Online: Ann, Bob")
        try ann.type("?")
        try ann.wait(forText: "Press any key.")
        try ann.type("q")
        try ann.wait(for: "the lobby again") { !$0.shows("Press any key.") && $0.shows("Online: Ann, Bob") }
        // Join, Watch, Open.
        try ann.press(.tab, .tab, .enter)
        try ann.wait(forText: "Visibility")
        try ann.press(.down, .right, .right, .right, .down, .right)
        try ann.wait(for: "a small board") { $0.shows("< quick >") && $0.shows("< 2x3 >") }
        try ann.press(.enter)
        try ann.wait(forText: "Waiting for a second player.")
        try bob.send(.join(nil))
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        try player.playToEnd(player.keys, ScreenPlayer.other("Bob", bob))
        try expectEnd(ann, try bob.state(.over), own: 0)
        try player.waitForKeys()
        try playAgainAndLeave(ann, bob)
    }

    private func playAgainAndLeave(_ ann: TerminalProcess, _ bob: LineClient) throws {
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
        #expect(ann.screen.shows("Bob wins") && ann.screen.shows("You resigned."))
        try ann.type("q")
        try ann.wait(forText: "Online: Ann, Bob")
        try ann.type("q")
        try ann.wait(forText: "Arrows move, Enter selects")
        try ann.type("q")
        #expect(try ann.waitForReturn() == .exited(0))
        #expect(ann.flaws == [])
    }

    @Test func `two terminals can play each other, with every wide emoji in its place on both`() throws {
        let host = try HostProcess("--rate", "0")
        let ann = try TerminalProcess(
            [host.address.description, "--name", "Ann", "--no-animation"], widths: .clusters)
        let bob = try client(host, "--name", "Bob", "--no-animation")
        try ann.wait(forText: "Ann on ")
        try bob.wait(forText: "Bob on ")
        try ann.type(":open 2x3\r")
        try ann.wait(forText: "Waiting for a second player.")
        try bob.type("p")
        try bob.wait(forText: "m1")
        try bob.press(.enter)
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        let other = try ScreenPlayer(bob, rows: 2, columns: 3)
        try player.playToEnd(
            player.keys, ScreenPlayer.Seat(words: "Bob's turn.") { card in try other.turn(card, chosenOn: player) })
        try bob.wait(forText: ScreenPlayer.end)
        let annHasWon = ann.screen.shows("You win")
        #expect(ann.screen.shows("Bob wins") == !annHasWon)
        #expect(bob.screen.shows("You win") == !annHasWon && bob.screen.shows("Ann wins") == annHasWon)
        #expect(ann.flaws + bob.flaws == [])
    }

    // MARK: By the mouse

    @Test func `a match can be played by the mouse alone`() throws {
        let host = try HostProcess("--rate", "0")
        let bob = try LineClient.named("Bob", at: host)
        let ann = try client(host, "--name", "Ann", "--no-animation")
        try ann.wait(forText: "Ann on ")
        try ann.click(on: "Two players")
        try ann.wait(forText: "Online: Ann, Bob")
        try ann.click(on: "o Open")
        try ann.click(on: "Board")
        try ann.wait(forText: "< 2x3 >")
        try ann.click(on: "Open the match")
        try ann.wait(forText: "Waiting for a second player.")
        try bob.send(.join(nil))
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        try clickOnNothing(ann, player.board)
        try player.playToEnd(player.mouse, ScreenPlayer.other("Bob", bob))
        try expectEnd(ann, try bob.state(.over), own: 0)
        try player.waitForKeys()
        try ann.click(on: "Play again")
        try bob.state("an offer") { $0.seats[0].rematch }
        try bob.send(.rematch)
        try ann.wait(forText: "Bob's turn.")
        try ann.click(on: "Resign")
        try ann.click(on: "Yes")
        try bob.state(.over)
        try player.waitForKeys()
        try ann.click(on: ScreenPlayer.end)
        try ann.wait(forText: "Online: Ann, Bob")
        try ann.click(on: "q Back")
        try ann.click(on: "Quit")
        #expect(try ann.waitForReturn() == .exited(0))
        #expect(ann.flaws == [])
    }

    /// Clicks beside the cards, and moves the mouse over the last of them: that alone is seen.
    private func clickOnNothing(_ ann: TerminalProcess, _ board: BoardOnScreen) throws {
        let column = board.middles[0].column
        let gap = try #require(
            (board.middles[0].row..<board.middles[3].row).last { row in
                ann.screen.cell(row: row, column: column) == ann.screen.cell(row: 2, column: 0)
            })
        for place in [
            EmulatedPosition(row: gap, column: column), EmulatedPosition(row: 0, column: 0),
            EmulatedPosition(row: 23, column: 79),
        ] {
            try ann.mouse(.left, at: place)
        }
        #expect(board.cardWithCursor(on: ann.screen) == 0)
        for card in [5, 0] {
            try ann.mouse(.move, at: board.middles[card])
            try ann.wait(for: "the cursor on \(board.place(card))") { board.cardWithCursor(on: $0) == card }
        }
        #expect(board.cards.allSatisfy { board.isDown($0, on: ann.screen) })
        #expect(ann.screen.shows("Your turn.") && ann.screen.shows("The match begins."))
    }

    @Test func `the mouse wheel moves through the matches of the lobby`() throws {
        let host = try HostProcess("--rate", "0")
        let others = try (1...3).map { try LineClient.named("Bob \($0)", at: host) }
        for other in others { _ = try other.open(Self.small) }
        let ann = try client(host, "--name", "Ann")
        try ann.click(on: "Two players")
        try ann.wait(for: "three matches") { screen in (1...3).allSatisfy { screen.shows("Bob \($0)") } }
        let place = try ann.place(of: "Bob 2")
        let first = try #require(ann.screen.position(of: "▶")).row
        for (action, row) in [(.wheelDown, 1), (.wheelDown, 2), (.wheelUp, 1)] as [(TerminalProcess.MouseAction, Int)] {
            try ann.mouse(action, at: place)
            try ann.wait(for: "match \(row) to be chosen") { $0.position(of: "▶")?.row == first + row }
        }
        let chosen = ann.screen.lines[first + 1]
        try ann.mouse(.left, at: EmulatedPosition(row: first + 1, column: 10))
        _ = try ScreenPlayer(ann, rows: 2, columns: 3)
        let name = try #require((1...3).map { "Bob \($0)" }.first { chosen.contains($0) })
        #expect(ann.screen.shows(name))
        #expect(ann.flaws == [])
    }

    // MARK: Watching

    @Test(arguments: [true, false])
    func `a watcher sees every flip and the end, and is taken along to the next match`(_ isFromMenu: Bool) throws {
        let host = try HostProcess("--rate", "0")
        let (bob, cleo) = (try LineClient.named("Bob", at: host), try LineClient.named("Cleo", at: host))
        let match = try bob.open(Self.small).seating.match
        try cleo.send(.join(.id(match)))
        try cleo.state(.playing)
        let ann = try isFromMenu ? client(host, "--name", "Ann") : client(host, "--watch", "--no-animation")
        if isFromMenu {
            try ann.wait(forText: "Ann on ")
            try ann.type("w")
            try ann.wait(forText: "Bob 0 – 0 Cleo")
            try ann.press(.enter)
        }
        try ann.wait(forText: "watching alone")
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        try ann.type("a1")
        let seats = [ScreenPlayer.other("Bob", bob), ScreenPlayer.other("Cleo", cleo)]
        try player.playToEnd(seats[0], seats[1])
        try expectEnd(ann, try bob.state(.over), own: nil)
        #expect(!ann.screen.shows("Play again"))
        try bob.send(.rematch)
        try ann.wait(forText: "Bob offers a rematch.")
        try cleo.send(.rematch)
        try ann.wait(for: "the next match") { $0.shows("Memory m2") && $0.shows("Cleo's turn.") }
        let next = try ScreenPlayer(ann, rows: 2, columns: 3)
        try next.takeTurn(of: seats[0], seats[1])
        try ann.type("q")
        try ann.wait(forText: "q Back")
        #expect(ann.flaws == [])
    }
}
