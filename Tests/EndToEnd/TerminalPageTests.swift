import Foundation
import Protocol
import TerminalEmulator
import Testing

/// Other uses of a real terminal: private matches and chat.
@Suite(.waits) struct TerminalPageTests {
    /// Ann and Bob at terminals.
    private func two(_ host: HostProcess) throws -> (ann: TerminalProcess, bob: TerminalProcess) {
        (try .named("Ann", at: host, "--no-animation"), try .named("Bob", at: host, "--no-animation"))
    }

    /// Has a player open a private match by keys in the form, which then shows these choices; returns its code.
    private func openPrivately(
        _ ann: TerminalProcess, _ keys: [TerminalProcess.Key], _ choices: String...
    ) throws -> String {
        try ann.type("mo")
        try ann.wait(forText: "Visibility")
        try ann.type(keys.map(\.rawValue).joined())
        try ann.wait(for: "\(choices)") { choices.allSatisfy($0.shows) }
        try ann.press(.enter)
        let words = " --code "
        try ann.wait(forText: words)
        // Beside it stands the link as a QR code.
        let line = try #require(ann.screen.lines.first { $0.contains(words) })
        return String(line[try #require(line.firstRange(of: words)).upperBound...].prefix(6))
    }

    @Test func `the code of a private match can be read on one screen and typed into another`() throws {
        let host = try HostProcess("--rate", "0")
        let (ann, bob) = try two(host)
        let code = try openPrivately(
            ann, [.down, .down, .down, .right, .down, .down, .down, .down, .down, .right], "< 2x3, 3 pairs >",
            "< private (code) >")
        #expect(ann.screen.shows("█"), "the code in large letters")
        try bob.type("m")
        try bob.wait(forText: "No open matches.")
        try bob.type("c")
        try bob.wait(forText: "Code:")
        try bob.type("\(code.lowercased())\r")
        let (player, other) = (
            try ScreenPlayer(ann, rows: 2, columns: 3), try ScreenPlayer(bob, rows: 2, columns: 3)
        )
        try player.takeTurn(of: player.keys)
        other.learn(from: player)
        try other.takeTurn(of: other.keys)
        #expect(ann.flaws + bob.flaws == [])
    }

    @Test func `a private match of Set is joined by its code`() throws {
        let host = try HostProcess("--rate", "0")
        let (ann, bob) = try two(host)
        let code = try openPrivately(ann, [.right, .down, .down, .down, .right], "< Set >", "< private (code) >")
        try bob.type("mc")
        try bob.wait(forText: "Code:")
        try bob.type("\(code.lowercased())\r")
        for client in [ann, bob] { try client.wait(forText: "Find a set · 69 left") }
        let eyes = try LineClient(host)
        try eyes.send(.watch(.code(try #require(MatchCode(code)))))
        let state = try eyes.state(.playing)
        if let places = state.aSet {
            try SetOnScreen.claim(places, at: bob)
            try bob.wait(forText: "You found a set!")
            try ann.wait(forText: "Bob found a set!")
        } else {
            for client in [ann, bob] { try client.type("+") }
        }
        for client in [ann, bob] { try client.wait(forText: "Find a set · 66 left") }
        #expect(ann.flaws + bob.flaws == [])
    }

    @Test(arguments: GlyphWidths.allCases)
    func `whatever people say in a chat, the screen stays intact`(_ widths: GlyphWidths) throws {
        let host = try HostProcess("--rate", "0")
        let ann = try TerminalProcess.named("Ann", at: host, "--no-animation", widths: widths)
        let bob = try LineClient.named("Bob", at: host)
        _ = try bob.open("{\"preset\":\"quick\",\"rows\":2,\"columns\":3,\"turnMs\":0}")
        try ann.type(":join\r")
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        let family = "👨‍👩‍👧‍👦"
        try ann.type("t")
        try ann.wait(forText: "Say:")
        try ann.type("grüße \(family), b4!\r")
        #expect(try bob.said().text == "grüße \(family), b4!")
        let texts = [
            "a\(family)b\(family)c", "שלום עולם", "مرحبا", "🇩🇪🇫🇷 👍🏽 ❤️ 1️⃣", "z\u{301}\u{302}a\u{308}l", "한국어 全角",
            String(repeating: family, count: 15),
        ]
        for (number, text) in texts.enumerated() {
            try bob.send(.say(try SpokenText("\(text) (\(number))")))
            #expect(try bob.said().from == "Bob")
            try ann.wait(forText: " (\(number))")
            #expect(player.board.cards.allSatisfy { player.board.isDown($0, on: ann.screen) })
            try ann.expectDrawnRight()
        }
        try ann.type("m")
        try ann.wait(for: "the messages") { $0.shows("Log") && $0.shows("Ann says: grüße") }
        try ann.expectDrawnRight()
    }

    @Test func `escape sequences from a host never reach the terminal`() throws {
        let host = try FakeHost()
        let client = try TerminalProcess([host.address.description, "--name", "Ann"])
        let token = try #require(Token("00112233445566778899aabbccddeeff"))
        let connection = try host.welcome("Ann", token)
        try client.wait(forText: "Ann on fake")
        try client.type("m")
        try client.wait(forText: "Loading the lobby…")
        for text in [
            "\u{1B}[2J\u{1B}]0;title\u{7}x", "\u{9B}31mred\u{85}next", "\u{202E}desrever\u{2066}", "two\r\nlines\u{8}",
            "\u{1B}P+q\u{1B}\\\u{1B}c", "\u{200B}\u{FEFF}\u{E0001}hidden",
        ] {
            try connection.send(.said(Said(match: nil, from: "Eve\u{1B}[31m", role: nil, text: text)))
        }
        try connection.send(.said(Said(match: nil, from: "Eve", role: nil, text: "the end")))
        try client.wait(forText: "Eve says: the end")
        #expect(client.screen.lines.contains { $0.hasPrefix("Eve") && $0.contains("hidden") })
        try client.expectDrawnRight()
    }

    @Test func `a host that lies about a seal or a face is shown up in the terminal`() throws {
        let host = try FakeHost()
        let client = try TerminalProcess([host.address.description, "--name", "Ann"])
        let connection = try host.welcome("Ann", try #require(Token("00112233445566778899aabbccddeeff")))
        try client.wait(forText: "Ann on fake")
        try connection.send(LyingHost.match("m1", "a"), LyingHost.state("m1"))
        try client.wait(forText: "sealed")
        try connection.send(LyingHost.match("m2", "b"), LyingHost.state("m2"))
        try connection.send(LyingHost.match("m1", "b"), LyingHost.state("m1"))
        try client.wait(forText: "WARNING!")
        try client.wait(forText: "The seal does not fit")
        try client.type("\u{1B}")
        try client.wait(for: "the table") { !$0.shows("WARNING!") }
        try connection.send(LyingHost.match("m3", "a"), LyingHost.state("m3", #"["K\nK","","T","K"]"#))
        try client.wait(forText: "WARNING!")
    }
}
