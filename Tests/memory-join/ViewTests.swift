import Protocol
import Testing

@testable import memory_join

@Suite struct ViewTests {
    /// A scene as text, runs of blank lines counted.
    static func drawn(_ scene: Scene, columns: Int, rows: Int) -> String {
        var model = scene.model
        model.take(.resized(Platform.WindowSize(columns: columns, rows: rows)))
        var lines: [String] = []
        var blank = 0
        for line in View(model, at: start).lines {
            if line.isEmpty {
                blank += 1
                continue
            }
            if blank > 0 { lines.append("~ \(blank)") }
            blank = 0
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }

    /// The scenes that a text of screens shows.
    private static func screens(_ text: String) -> [String: String] {
        var screens: [String: String] = [:]
        var name = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("@ ") {
                name = String(line.dropFirst(2))
                screens[name] = nil
            } else {
                screens[name] = screens[name].map { "\($0)\n\(line)" } ?? line
            }
        }
        return screens
    }

    @Test(arguments: Scene.allCases)
    func `every scene looks as it should`(_ scene: Scene) {
        #expect(Self.drawn(scene, columns: 40, rows: 14) == Self.screens(screens40x14)[scene.rawValue])
        #expect(Self.drawn(scene, columns: 80, rows: 24) == Self.screens(screens80x24)[scene.rawValue])
        #expect(Self.drawn(scene, columns: 120, rows: 40) == Self.screens(screens120x40)[scene.rawValue])
    }

    @Test func `the seconds left go down, and not below zero`() {
        let model = Model.inMatch(Say.stateOf(endsIn: 2_000))
        let seconds = [0, 1, 1_000, 1_001, 2_000, 9_000].map { time in
            View(model, at: start + time).lines.first { $0.hasPrefix("Your turn") }
        }
        let left = [2, 2, 1, 1, 0, 0].map { "Your turn, \($0) s left." }
        #expect(seconds == left)
    }

    @Test func `cards that were taken leave an empty place where the rules say so`() {
        var state = Say.state
        state.cards[0] = "🦊"
        state.seats[0].taken = [0]
        let lines = View(Model.inMatch(state, preset: .tiles), at: start).lines
        #expect(lines[2] == " 1      .   .   .   .   .")
        state.phase = .over
        #expect(View(Model.inMatch(state, preset: .tiles), at: start).lines[2].hasPrefix(" 1  🦊"))
    }

    @Test func `a small screen says how large it must be`() {
        var model = Model.inMatch()
        for (columns, rows) in [(39, 14), (40, 13), (20, 5), (10, 3)] {
            model.take(.resized(Platform.WindowSize(columns: columns, rows: rows)))
            let lines = View(model, at: start).lines
            #expect(lines.count == rows)
            #expect(lines.dropFirst().joined(separator: " ").hasPrefix("This"))
            #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns })
        }
        model.take(.resized(Platform.WindowSize(columns: 1, rows: 1)))
        #expect(View(model, at: start).lines == ["…"])
    }

    @Test func `of a long line that is typed the end is seen`() {
        var model = Model.inLobby()
        for _ in 0..<100 { model.take(.key(.character("漢"))) }
        model.take(.key(.character("z")))
        let lines = View(model, at: start).lines
        #expect(lines.last == ": " + String(repeating: "漢", count: 38) + "z")
    }

    @Test func `a frame paints every line in its place and puts the cursor after what is typed`() {
        var model = Model.inLobby()
        model.take(.resized(Platform.WindowSize(columns: 40, rows: 14)), .key(.character("🦊")))
        let frame = View(model, at: start).frame
        #expect(frame.hasPrefix("\u{1B}[?25l\u{1B}[H\u{1B}[1mMemory, Ann, localhost:6366 (pine)\u{1B}[22m\u{1B}[K\r\n"))
        #expect(frame.hasSuffix("\r\n: 🦊\u{1B}[K\u{1B}[14;5H\u{1B}[?25h"))
        #expect(frame.utf8.split(separator: 10, omittingEmptySubsequences: false).count == 14)
    }

    @Test func `a full line is not followed by an erasure, which would take its last character`() {
        var model = Model.inLobby()
        model.take(.resized(Platform.WindowSize(columns: 40, rows: 14)))
        model.take(heard(.said(Said(match: nil, from: "B", role: nil, text: String(repeating: "x", count: 40)))))
        let frame = View(model, at: start).frame
        #expect(frame.contains(String(repeating: "x", count: 40) + "\r\n"))
    }
}
