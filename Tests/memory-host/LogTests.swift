import Lobby
import Protocol
import Testing

@testable import memory_host

@Suite struct LogTests {
    @Test func `log levels are ordered and found by name`() {
        #expect(Log.Level.allCases.map(\.name) == ["debug", "info", "notice", "warning", "error"])
        #expect(Log.Level.allCases == Log.Level.allCases.sorted())
        for level in Log.Level.allCases { #expect(Log.Level(name: level.name) == level) }
    }

    @Test(arguments: ["", "Debug", "warn", "all", "debug "])
    func `an unknown log level is refused`(_ name: String) {
        #expect(Log.Level(name: name) == nil)
    }

    @Test func `the end of a match is told in the words of its game`() throws {
        let set = try Rules(RulesRequest(game: .set))
        for (rules, reason, words) in [
            (.preset(.classic), .turns, "out of turns"), (set, .turns, "after 10000 moves"), (set, .idle, "idle"),
            (set, .cleared, "cleared"),
        ] as [(Rules, Ending.Reason, String)] {
            let notice = Notice.ended(
                MatchID(number: 3), players: ["Ann", "Bob"], scores: [4, -1], Ending(winner: 0, reason: reason), rules)
            #expect(Log.sentence(notice) == "m3 ended: Ann 4, Bob -1 (\(words))")
        }
    }

    @Test func `a log line below the level is not even composed`() {
        var isComposed = false
        func sentence() -> String {
            isComposed = true
            return "this would be a line"
        }
        Log(level: .error).write(.warning, sentence())
        #expect(!isComposed)
    }
}
