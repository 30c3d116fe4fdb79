import Foundation
import Protocol
import TerminalEmulator
import TestSupport
import Testing

/// Interruptions of a match in a real terminal: Control-Z, a host that dies.
@Suite(.waits) struct TerminalBreakTests {
    private static let small = "{\"preset\":\"quick\",\"rows\":2,\"columns\":3,\"turnMs\":0}"

    /// A person at a terminal, to begin against a program, and the token of that.
    private func pair(_ host: HostProcess) throws -> (player: ScreenPlayer, bob: LineClient, token: Token) {
        let ann = try TerminalProcess.named("Ann", at: host, "--no-animation")
        let bob = try LineClient(host)
        let token = try bob.introduce("Bob")
        _ = try bob.open(Self.small)
        try ann.type(":join\r")
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        try ann.wait(forText: "Bob's turn.")
        return (player, bob, token)
    }

    @Test func `a match continues after Control-Z and fg, with all that happened meanwhile`() throws {
        let host = try HostProcess("--rate", "0")
        let (player, bob, _) = try pair(host)
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

    @Test func `the client retries a killed host until it is back, and the match goes on to its end`() throws {
        let folder = try TemporaryFolder()
        let first = try HostProcess("--rate", "0", "--data", folder.path)
        let (player, bob, token) = try pair(first)
        let (ann, other) = (player.client, ScreenPlayer.other("Bob", bob))
        try player.takeTurn(of: other)
        try ann.wait(for: "the turn of either") { $0.shows("Your turn.") }
        let open = try player.turnOne(of: player.keys)
        let face = try #require(player.board.face(open, on: ann.screen))
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
        let bobAgain = try LineClient.resuming(token, at: second)
        try ann.wait(for: "the connection") {
            !$0.shows("Reconnecting") && $0.shows("Your turn.") && player.board.face(open, on: $0) == face
        }
        try player.turnSecond(after: open, of: player.keys)
        try player.playToEnd(player.keys, ScreenPlayer.other("Bob", bobAgain))
        #expect(try bobAgain.state(.over).result?.reason == .cleared)
        #expect(ann.screen.shows("You win") != ann.screen.shows("Bob wins"))
        #expect(ann.flaws == [])
    }

    @Test func `a match of Set goes on where it was when its host was killed`() throws {
        let folder = try TemporaryFolder()
        let first = try HostProcess("--rate", "0", "--data", folder.path)
        let ann = try TerminalProcess.named("Ann", at: first, "--no-animation")
        let bob = try LineClient(first)
        let token = try bob.introduce("Bob")
        try ann.type(":open set\r")
        try ann.wait(forText: "Waiting for an opponent (")
        try bob.send(.join(nil, game: .set))
        var state = try bob.state(.playing)
        while state.seats[0].score == 0 {
            let version = state.version
            try ann.wait(forText: " · \(state.set?.deckLeft ?? 0) left")
            if let places = state.aSet {
                try SetOnScreen.claim(places, at: ann)
            } else {
                try bob.send(.move(.set(.more)))
                try ann.type("+")
            }
            state = try bob.state("a set, or cards") { $0.version > version && $0.change?.isOfTable == true }
        }
        let deck = " · \(state.set?.deckLeft ?? 0) left"
        try ann.wait(forText: deck)
        try first.stop(SIGKILL)
        try ann.wait(forText: "Reconnecting (attempt ")
        let second = try HostProcess("--rate", "0", "--data", folder.path, "--port", String(first.address.port))
        let bobAgain = try LineClient.resuming(token, at: second)
        let again = try bobAgain.state(.playing)
        #expect(again.cards == state.cards && again.set?.deckLeft == state.set?.deckLeft && again.seats[0].score == 1)
        try ann.wait(for: "the same table") { screen in
            let score = screen.lines.contains { $0.contains(#/Ann \(you\) +1 /#) }
            return !screen.shows("Reconnecting") && screen.shows(deck) && score
        }
        #expect(ann.flaws == [])
    }
}

extension Change {
    /// True if cards of a table of Set have come or gone.
    fileprivate var isOfTable: Bool {
        switch self {
        case .set(.set), .set(.more): true
        default: false
        }
    }
}
