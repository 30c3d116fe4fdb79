import Foundation
import Protocol
import TerminalEmulator
import Testing

/// Other uses of a real terminal: solo games, private matches, chat and records.
@Suite struct TerminalPageTests {
    private func client(
        _ host: HostProcess, _ name: String, _ arguments: String..., widths: GlyphWidths = .codePoints
    ) throws -> TerminalProcess {
        let client = try TerminalProcess([host.address.description, "--name", name] + arguments, widths: widths)
        try client.wait(forText: "\(name) on ")
        return client
    }

    // MARK: Alone

    @Test func `a solo game is congratulated, recorded, and can be replayed from the records`() throws {
        let host = try HostProcess("--rate", "0")
        let ann = try client(host, "Ann")
        try ann.wait(forText: "No solo games yet.")
        try ann.type("r")
        try ann.wait(forText: "No matches played yet.")
        try ann.type("qs")
        try ann.wait(forText: "< 1 (solo) >")
        try ann.press(.down, .down, .right)
        try ann.wait(forText: "< 2x3 >")
        try ann.press(.enter)
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        try player.playToEnd(player.keys)
        try ann.wait(for: "the result") { $0.shows("New high score!") && $0.shows("3 points") }
        try player.waitForKeys()
        try ann.type("q")
        try ann.wait(forText: "Best solo game: Ann, 3 points")
        try ann.type("r")
        try ann.wait(forText: "Ann 3 points")
        try ann.press(.enter)
        try replay(ann)
        try ann.type("q")
        try ann.wait(for: "the records") { $0.shows("1 match") && $0.shows("Ann 3 points") }
        try ann.type("q")
        try ann.wait(forText: "Arrows move, Enter selects")
        try ann.type("c")
        try ann.wait(for: "the scores") { screen in
            ["Best solo games", "2x3, pairs, 30 turns", "  Ann", "3 points, "].allSatisfy { screen.shows($0) }
        }
        #expect(ann.flaws == [])
    }

    /// Returns the step that a stopped replay is at, and the number of steps.
    private func progress(_ screen: Emulator) -> (step: Int, last: Int)? {
        for line in screen.lines {
            guard let match = line.firstMatch(of: #/(\d+)\/(\d+)  paused/#), let step = Int(match.1),
                let last = Int(match.2)
            else { continue }
            return (step, last)
        }
        return nil
    }

    private func waitForStep(_ step: Int, _ ann: TerminalProcess) throws {
        try ann.wait(for: "step \(step), stopped") { progress($0)?.step == step }
    }

    private func replay(_ ann: TerminalProcess) throws {
        try ann.wait(forText: "Pause")
        try ann.type(" ")
        try ann.wait(forText: "paused")
        let last = try #require(progress(ann.screen)).last
        #expect(last >= 6)
        try ann.press(.home)
        try waitForStep(0, ann)
        let player = try ScreenPlayer(ann, rows: 2, columns: 3)
        try ann.press(.right)
        try waitForStep(1, ann)
        try ann.wait(for: "one card to be open") { screen in
            player.board.cards.count { player.board.face($0, on: screen) != nil } == 1
        }
        try ann.press(.left)
        try waitForStep(0, ann)
        try ann.press(.end)
        try waitForStep(last, ann)
        #expect(player.board.cards.allSatisfy { player.board.face($0, on: ann.screen) != nil })
        try ann.type("+++")
        try ann.wait(forText: "8x")
        try ann.press(.left)
        try waitForStep(last - 1, ann)
        try ann.type(" ")
        try waitForStep(last, ann)
        // At the end it begins anew; slowly, so that it is seen to.
        try ann.type("---- ")
        try ann.wait(forText: "Pause")
    }

    // MARK: In private

    @Test func `the code of a private match can be read on one screen and typed into another`() throws {
        let host = try HostProcess("--rate", "0")
        let (ann, bob) = (try client(host, "Ann", "--no-animation"), try client(host, "Bob", "--no-animation"))
        try ann.type("po")
        try ann.wait(forText: "Visibility")
        try ann.press(.down, .down, .right, .down, .down, .right)
        try ann.wait(for: "a small board in private") { $0.shows("< 2x3 >") && $0.shows("< private (code) >") }
        try ann.press(.enter)
        let words = "To join: choose Code, or type join "
        try ann.wait(forText: words)
        let line = try #require(ann.screen.lines.first { $0.contains(words) })
        let code = String(line.suffix(4))
        expectLarge(code, ann.screen)
        try bob.type("p")
        try bob.wait(forText: "No matches.")
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

    /// Columns of one block of large letters: what all runs of blocks in these rows are multiples of.
    private func blockWidth(in rows: [Int], _ screen: Emulator) -> Int {
        func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }
        let runs = rows.flatMap { row in
            screen.lines[row].split { $0 != "█" }.map(\.count)
        }
        return runs.reduce(0, divisor)
    }

    /// Expects a code of four in large letters on the screen: equal letters look alike, others do not.
    private func expectLarge(_ code: String, _ screen: Emulator) {
        let rows = screen.lines.indices.filter { screen.lines[$0].contains("█") }
        let blocks = rows.flatMap { row in
            (0..<screen.columns).filter { screen.cell(row: row, column: $0).text == "█" }
        }
        guard let first = rows.first, let last = rows.last, let left = blocks.min(), let right = blocks.max() else {
            Issue.record("no large letters on \(screen.picture)")
            return
        }
        #expect(last - first >= 4)
        // Four letters of five blocks, with one between them; the outer ones may be narrow.
        #expect(right - left + 1 >= 4 * 8)
        let block = blockWidth(in: rows, screen)
        let start = (screen.columns - 23 * block) / 2
        let shapes = (0..<4).map { index in
            (first...last).map { row in
                (start + 6 * index * block..<start + (6 * index + 5) * block)
                    .map { screen.cell(row: row, column: $0).text }.joined()
            }
        }
        let letters = Array(code)
        for one in letters.indices {
            #expect(shapes[one].joined().contains("█"))
            for other in letters.indices {
                #expect((letters[one] == letters[other]) == (shapes[one] == shapes[other]), "\(code)")
            }
        }
    }

    // MARK: Words

    @Test(arguments: GlyphWidths.allCases)
    func `whatever people say in a chat, the screen stays intact`(_ widths: GlyphWidths) throws {
        let host = try HostProcess("--rate", "0")
        let ann = try client(host, "Ann", "--no-animation", widths: widths)
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
        try client.type("p")
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
}
