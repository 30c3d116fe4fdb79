import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: past chat` {
    @Test func `the last twenty lines are kept, and of long ones no more than four kilobytes`() {
        let table = LobbyDriver.playing()
        for who in ["wim", "xia"] { table.hello(who, as: who) }
        table.say("wim", .watch(nil))
        for number in 1...25 { table.write("wim", "say \(number)") }
        #expect(table.say("xia", .watch(nil)).saids.map(\.text) == (6...25).map { "\($0)" })
        let long = String(repeating: "𝕏", count: 500)
        for _ in 0..<3 { table.write("wim", "say \(long)") }
        table.say("xia", .leave)
        let kept = table.say("xia", .watch(nil)).saids
        #expect(kept.map(\.text) == [long, long])
        #expect(kept.reduce(0) { $0 + $1.from.utf8.count + $1.text.utf8.count } <= Limits.pastBytes)
    }
}
