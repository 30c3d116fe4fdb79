import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

/// The lines of plain text by which a script can play, as `PROTOCOL.md` lists them.
@Suite struct `Plain words: lines for scripts` {
    /// The kind of a change, as a script reads it from the lines of a state.
    private func mark(in text: String) -> String? {
        let marks: [(Regex<Substring>, String)] = [
            (#/\n[A-Z]\w+ flips [A-J]\d+: [^ ,]+\.\n/#, "flip"),
            (#/\n[A-Z]\w+ flips [A-J]\d+: [^ ,]+, no pair\.\n/#, "miss"),
            (#/\n[A-Z]\w+ flips [A-J]\d+: [^ ,]+, a pair!\n/#, "pair"),
            (#/\nBoth cards are face down again\.\n/#, "cover"), (#/\n[A-Z]\w+ ran out of time\.\n/#, "timeout"),
        ]
        return marks.first { "\n\(text)".contains($0.0) }?.1
    }

    private func kind(_ change: Change?) -> String? {
        switch change {
        case .memory(.flip): "flip"
        case .memory(.miss): "miss"
        case .memory(.pair): "pair"
        case .memory(.cover): "cover"
        case .memory(.timeout): "timeout"
        default: nil
        }
    }

    /// Returns true if the lines say that the match is over.
    private func isEnd(_ text: String) -> Bool {
        let beginnings = [
            "It's a draw: ", "Nobody wins: ", "Cleared: ", "The game is over: ",
            "The match was closed before it began.",
        ]
        return text.split(separator: "\n").contains { line in
            beginnings.contains { line.hasPrefix($0) } || line.contains(#/^[A-Z]\w+ wins: /#)
        }
    }

    /// Holds the words for every state to its lines; returns the kinds of changes that were seen.
    private func check(_ heard: [Message]) throws -> Set<String> {
        var seen: Set<String> = []
        for message in heard {
            guard case .state(let state) = message.event else { continue }
            let text = [message].plain
            #expect(mark(in: text) == kind(state.change), "\(text)")
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let isDrawn = PlainEvents.drawsBoard(message.event)
            #expect(lines.count(where: \.isEmpty) == (isDrawn ? 2 : 0) && (lines.last == "") == isDrawn, "\(text)")
            #expect(isEnd(text) == (isDrawn && state.phase == .over), "\(text)")
            let turn = #/^([A-Z]\w+)'s turn(\.|, \d+ seconds? left\.)$/#
            let asked = lines.dropLast().last.flatMap { $0.firstMatch(of: turn) }.map { String($0.1) }
            #expect(asked == (isDrawn ? state.turn.map { state.seats[$0].name } : nil), "\(text)")
            if let kind = kind(state.change) { seen.insert(kind) }
            if state.phase == .over { seen.insert("over") }
        }
        return seen
    }

    @Test(arguments: [60_000, 0]) func `a match for two is marked line by line, and so is each board's end`(
        turnMilliseconds: Int
    ) throws {
        let table = LobbyDriver("Ann", "Bob")
        table.write("Ann", #"{"type":"open","rules":{"preset":"quick","turnMs":\#(turnMilliseconds)}}"#)
        table.write("Bob", #"{"type":"join"}"#)
        table.type("Wim", "watch m1")
        try table.miss("Ann")
        table.pass(1_000 + turnMilliseconds)
        try table.clear("Ann", "Bob")
        table.say("Ann", .rematch)
        table.say("Ann", .leave)
        let expected: Set = ["flip", "miss", "cover", "pair", "over"]
        #expect(try check(table.heard("Wim")) == expected.union(turnMilliseconds > 0 ? ["timeout"] : []))
    }

    @Test func `solo games and matches that never began have marked ends, too`() throws {
        let table = LobbyDriver("Ann")
        var heard: [Message] = []
        for (open, match) in [("open quick solo", "m1"), ("open quick solo", "m2"), ("open quick", "m3")] {
            table.write("Ann", open)
            heard += table.write("Wim", "watch \(match)")
            if match == "m2" { try table.clear("Ann") } else { table.write("Ann", "leave") }
            heard += table.heard("Wim")
        }
        #expect(try check(heard) == ["flip", "pair", "over"])
        #expect(heard.states.count { $0.phase == .over } == 3)
    }
}
