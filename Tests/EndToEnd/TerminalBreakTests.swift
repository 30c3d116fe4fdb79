import Foundation
import Protocol
import TerminalEmulator
import TestSupport
import Testing

/// Interruptions of a match in a real terminal: resizing, Control-Z, a host that dies.
@Suite struct TerminalBreakTests {
    private static let small = "{\"preset\":\"quick\",\"rows\":2,\"columns\":3,\"turnMs\":0}"
    private static let unavailable: Int32 = 69

    /// Somebody at a terminal, to begin against a program.
    private func pair(
        _ host: HostProcess, _ rules: String = small, rows: Int = 2, columns: Int = 3
    ) throws -> (player: ScreenPlayer, bob: LineClient) {
        let ann = try TerminalProcess([host.address.description, "--name", "Ann", "--no-animation"])
        try ann.wait(forText: "Ann on ")
        let bob = try LineClient.named("Bob", at: host)
        try bob.send("{\"type\":\"open\",\"rules\":\(rules)}")
        try bob.state(.waiting)
        try ann.type(":join\r")
        let player = try ScreenPlayer(ann, rows: rows, columns: columns)
        try ann.wait(forText: "Bob's turn.")
        return (player, bob)
    }

    // MARK: Sizes

    @Test func `the whole board is shown in every terminal size, and a small one says what it needs`() throws {
        let host = try HostProcess("--rate", "0")
        let (player, bob) = try pair(host, "{\"turnMs\":0}", rows: 5, columns: 6)
        let ann = player.client
        let open = try player.turnOne(of: ScreenPlayer.other("Bob", bob))
        let before = ann.screen.lines
        for (columns, rows) in [(40, 14), (200, 60), (60, 50), (80, 24)] {
            ann.resize(columns: columns, rows: rows)
            ann.scribble()
            try player.findBoard(rows: 5, open: [open])
            try ann.expectDrawnRight()
        }
        #expect(ann.screen.lines == before)
        ann.resize(columns: 30, rows: 10)
        try ann.wait(for: "what it needs") {
            $0.lines.joined(separator: " ").contains("This terminal is 30x10; Memory needs at least 40x14.")
        }
        try ann.expectDrawnRight()
        ann.resize(columns: 80, rows: 24)
        try ann.wait(for: "the screen as it was") { $0.lines == before }
        #expect(ann.flaws == [])
    }

    @Test func `ninety cards are shown in full on the smallest screen and on the largest`() throws {
        let host = try HostProcess("--rate", "0")
        let (player, bob) = try pair(host, "{\"rows\":9,\"columns\":10,\"turnMs\":0}", rows: 9, columns: 10)
        let other = ScreenPlayer.other("Bob", bob)
        let first = try player.turnOne(of: other)
        for (columns, rows) in [(40, 14), (300, 100), (40, 14)] {
            player.client.resize(columns: columns, rows: rows)
            player.client.scribble()
            try player.findBoard(rows: 9, open: [first])
            #expect(player.client.flaws == [])
        }
        try player.turnSecond(after: first, of: other)
        #expect(player.client.flaws == [])
    }

    // MARK: Control-Z

    @Test func `a match continues after Control-Z and fg, with all that happened meanwhile`() throws {
        let host = try HostProcess("--rate", "0")
        let (player, bob) = try pair(host)
        let (ann, other) = (player.client, ScreenPlayer.other("Bob", bob))
        try ann.press(.suspend)
        #expect(try ann.waitForReturn() == .signal(SIGTSTP))
        #expect(!ann.screen.isAlternate)
        try bob.flip(4)
        let state = try bob.state("its own card") { $0.turned == [4] }
        try ann.continueInForeground()
        try ann.wait(for: "the card that Bob turned") { player.board.face(4, on: $0) == state.cards[4] }
        try player.turnSecond(after: 4, of: other)
        try player.playToEnd(player.keys, other)
        let winner = try #require(try bob.state(.over).result?.winner)
        #expect(ann.screen.shows(winner == 1 ? "You win" : "Bob wins"))
        #expect(ann.flaws == [])
    }

    // MARK: The host is gone

    @Test func `the client retries a killed host until it is back, and the match goes on to its end`() throws {
        let folder = try TemporaryFolder()
        let first = try HostProcess("--rate", "0", "--data", folder.path)
        let (player, bob) = try pair(first)
        let (ann, other) = (player.client, ScreenPlayer.other("Bob", bob))
        try player.takeTurn(of: other)
        try ann.wait(for: "the turn of either") { $0.shows("Your turn.") }
        let open = try player.turnOne(of: player.keys)
        let face = try #require(player.board.face(open, on: ann.screen))
        let token = try token(of: bob)
        try first.stop(SIGKILL)
        for count in [2, 3] {
            try ann.wait(for: "try \(count)") { screen in
                let tries = screen.lines.compactMap { $0.firstMatch(of: #/Reconnecting \(attempt (\d+)\)/#) }
                return tries.contains { Int($0.1) ?? 0 >= count }
            }
        }
        #expect(player.board.face(open, on: ann.screen) == face)
        let second = try HostProcess(
            "--rate", "0", "--data", folder.path, "--port", String(first.address.port))
        let bobAgain = try LineClient(second)
        try bobAgain.send(.hello(.token(token)))
        try ann.wait(for: "the connection") {
            !$0.shows("Reconnecting") && $0.shows("Your turn.") && player.board.face(open, on: $0) == face
        }
        try player.turnSecond(after: open, of: player.keys)
        try player.playToEnd(player.keys, ScreenPlayer.other("Bob", bobAgain))
        #expect(try bobAgain.state(.over).result?.reason == .cleared)
        #expect(ann.screen.shows("You win") != ann.screen.shows("Bob wins"))
        #expect(ann.flaws == [])
    }

    /// The token that a client was given.
    private func token(of client: LineClient) throws -> Token {
        for line in client.lines {
            if case .message(let message) = LineClient.read(line), case .welcome(let welcome) = message.event {
                return welcome.token
            }
        }
        throw Unmet("nobody was welcome")
    }

    @Test func `a host that refuses both token and name makes the client exit with a reason`() throws {
        let host = try FakeHost()
        let client = try TerminalProcess([host.address.description, "--name", "Ann"])
        let token = try #require(Token("00112233445566778899aabbccddeeff"))
        let first = try host.welcome("Ann", token)
        try client.wait(forText: "Ann on fake")
        first.close()
        let second = try host.greet()
        #expect(try second.nextLine().contains(token.text))
        try second.send(.error(ErrorReport(.badToken, command: "hello")))
        #expect(try second.nextLine().contains("\"Ann\""))
        try second.send(.error(ErrorReport(.nameTaken("Ann"), command: "hello")))
        #expect(try client.waitForReturn() == .exited(Self.unavailable))
        #expect(client.screen.lines[1] == "memory-join: The name Ann is taken.")
        #expect(try client.terminal.settings == client.settingsBefore)
        #expect(client.flaws == [])
    }
}
