import Foundation
import Protocol
import TerminalEmulator
import Testing

/// The bell and the window's title in a real terminal, and the log of a match.
@Suite(.waits) struct TerminalCallTests {
    @Test func `bell and title call a player whose turn it is, and the log gives no card away`() throws {
        let host = try HostProcess("--rate", "0")
        let bob = try LineClient.named("Bob", at: host)
        let ann = try TerminalProcess.named("Ann", at: host, "--no-animation")
        try ann.type(":open 2x3 turnms=0\r")
        try ann.wait(for: "the title") { $0.title == "Waiting for an opponent: Memory" }
        #expect(ann.screen.bells == 0)
        try bob.send(.join(nil))
        try ann.wait(for: "the bell, for the opponent") { $0.bells == 1 && $0.title == "Your turn: Memory" }

        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        try player.takeTurn(of: player.keys)
        try ann.wait(for: "the opponent's title") { $0.title == "Bob's turn: Memory" }
        #expect(ann.screen.bells == 1)
        try player.takeTurn(of: ScreenPlayer.other("Bob", bob))
        try ann.wait(for: "the bell, for the turn") { $0.bells == 2 && $0.title == "Your turn: Memory" }

        try ann.type("m")
        try ann.wait(for: "the log") { screen in
            let own = ["You found a pair!", "No match."].contains { screen.shows($0) }
            let other = ["Bob found a pair!", "No match for Bob."].contains { screen.shows($0) }
            return screen.shows("Log") && own && other
        }
        try ann.waitForQuiet()
        let log = ann.screen.lines.drop { !$0.contains("│ Log") }.prefix { !$0.contains("╰────────────────") }
        let texts = log.compactMap { $0.firstMatch(of: /│ (.*) │/).map { String($0.1) } }.joined()
        #expect(!texts.isEmpty && !FaceSet.animals.faces.contains { texts.contains($0) }, "\(texts)")

        try ann.press(.interrupt, .interrupt, .interrupt)
        _ = try ann.waitForReturn()
        #expect(ann.screen.title == "" && ann.screen.bells == 2, "the title is the shell's again")
        #expect(ann.flaws == [])
    }

    @Test func `a console has no title`() throws {
        let host = try HostProcess("--rate", "0")
        let client = try TerminalProcess([host.address.description, "--name", "Ann"], environment: ["TERM": "linux"])
        try client.wait(forText: "Ann on ")
        try client.type("q")
        #expect(try client.waitForReturn() == .exited(0))
        #expect(client.screen.titles == [] && client.flaws == [])
    }
}
