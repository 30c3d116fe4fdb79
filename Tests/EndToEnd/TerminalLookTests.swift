import Foundation
import Protocol
import TerminalEmulator
import Testing

/// The output on terminals that can do less than most.
@Suite(.waits) struct TerminalLookTests {
    private static let escape: UInt8 = 0x1B

    /// Plays a game alone on every page that there is, on a screen.
    private func seeAll(_ client: TerminalProcess) throws {
        try client.wait(forText: "Ann on ")
        try client.type("m")
        try client.wait(forText: "Online: Ann")
        try client.type("?")
        try client.wait(forText: "Press any key.")
        try client.type(" qs")
        try client.wait(forText: "< 1 (solo) >")
        try client.press(.down, .down, .down, .right, .enter)
        let player = try ScreenPlayer(client, rows: 2, columns: 3)
        try player.playToEnd(player.keys)
        try client.wait(for: "the result") { $0.shows("New high score!") && $0.shows("3 points") }
        try player.waitForKeys()
        try client.type("q")
        try client.wait(forText: "Best solo game: Ann, 3 points")
        try client.type("r")
        try client.wait(forText: "Ann 3 points")
        try client.press(.enter)
        try client.wait(forText: "Pause")
        try client.type(" q")
        try client.wait(for: "the records") { $0.shows("Ann 3 points") && $0.shows("y Yours") }
        try client.press(.escape)
        try client.wait(forText: "n changes your name")
        try client.type("c")
        try client.wait(forText: "Two-player matches")
        try client.type("q")
        try client.wait(forText: "n changes your name")
        try client.press(.interrupt)
        #expect(try client.waitForReturn() == .exited(0))
        #expect(client.flaws == [])
    }

    @Test(arguments: [["LANG": "C"], ["LC_ALL": "POSIX"], ["TERM": "linux"]])
    func `on a terminal of ASCII no other byte is sent`(_ environment: [String: String]) throws {
        let host = try HostProcess("--rate", "0", "--name", "Bücherei")
        let zoe = try LineClient.named("Zoë 🦊", at: host)
        let client = try TerminalProcess(
            [host.address.description, "--name", "Ann", "--no-animation"], environment: environment)
        try client.type("m")
        try client.wait(forText: "Online: Ann, Zo")
        try zoe.send(.say(try SpokenText("naïve שלום 👨‍👩‍👧")))
        try client.wait(forText: "says: na")
        try client.type("q")
        try seeAll(client)
        let others = Set(client.received.filter { $0 >= 0x80 })
        #expect(others == [])
    }

    @Test func `without colours no colour is sent`() throws {
        let host = try HostProcess("--rate", "0")
        let client = try TerminalProcess(
            [host.address.description, "--name", "Ann"], environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"])
        try seeAll(client)
        let styles = styles(client.received)
        #expect(!styles.isEmpty)
        let others = styles.subtracting([0, 1, 2, 3, 4, 7, 22, 23, 24, 27])
        #expect(others == [])
    }

    /// The numbers in all sequences that set a style; 0 for one that has none.
    private func styles(_ bytes: [UInt8]) -> Set<Int> {
        var styles: Set<Int> = []
        for part in String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}[").dropFirst() {
            guard let match = part.prefixMatch(of: #/([0-9;]*)m/#) else { continue }
            styles.formUnion(match.1.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 })
        }
        return styles
    }

    @Test(arguments: ["dumb", ""])
    func `a terminal that is dumb or unknown gets lines of text, and can play a game with them`(
        _ terminal: String
    ) throws {
        let host = try HostProcess("--rate", "0")
        let client = try TerminalProcess(
            [host.address.description, "--name", "Ann"], environment: ["TERM": terminal])
        try client.wait(forText: "No matches.")
        try client.type("open 2x2 solo revealms=0\n")
        try client.wait(forText: "Ann's turn")
        for (first, second) in [("a1", "b1"), ("a1", "a2"), ("a1", "b2"), ("b1", "a2"), ("b1", "b2"), ("a2", "b2")] {
            try client.type("\(first)\n\(second)\n")
        }
        try client.wait(forText: "Cleared: all pairs found.")
        try client.type("bye\n")
        #expect(try client.waitForReturn() == .exited(0))
        #expect(!client.received.contains(Self.escape))
        #expect(try client.terminal.settings == client.settingsBefore)
    }
}
