import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Timers: alarms` {
    private func alarm(_ milliseconds: Int, _ owner: Int = 0) -> Timers<Int>.Alarm {
        Timers.Alarm(due: Instant(milliseconds: milliseconds), owner: owner)
    }

    @Test func `alarms come out in order of their due times`() {
        var random = SeededRandom(#function)
        for count in [1, 2, 3, 7, 8, 100, 1_000] {
            var timers = Timers<Int>()
            let dues = (0..<count).map { _ in Int.random(in: 0..<200, using: &random) }
            for due in dues { timers.add(alarm(due)) }
            var rung: [Int] = []
            while let next = timers.popDue(at: Instant(milliseconds: .max)) { rung.append(next.due.milliseconds) }
            #expect(rung == dues.sorted())
            #expect(timers.next == nil)
        }
    }

    @Test func `alarms come out in order while others are being set`() {
        var random = SeededRandom(#function)
        var timers = Timers<Int>()
        var model: [Int] = []
        for _ in 1...3_000 {
            if Bool.random(using: &random) || model.isEmpty {
                let due = Int.random(in: 0..<1_000, using: &random)
                timers.add(alarm(due))
                model.append(due)
                model.sort()
            } else {
                #expect(timers.popDue(at: Instant(milliseconds: .max))?.due.milliseconds == model.removeFirst())
            }
            #expect(timers.next?.milliseconds == model.first)
            #expect(timers.count == model.count)
        }
    }

    @Test func `an alarm does not ring before it is due`() {
        var timers = Timers<Int>()
        timers.add(alarm(10))
        #expect(timers.popDue(at: Instant(milliseconds: 9)) == nil)
        #expect(timers.popDue(at: Instant(milliseconds: 10))?.owner == 0)
        #expect(timers.popDue(at: Instant(milliseconds: 10)) == nil)
    }

    @Test func `pruning keeps only the wanted alarms, still in order`() {
        var timers = Timers<Int>()
        for due in [5, 3, 9, 1, 7, 8, 2] { timers.add(alarm(due, due % 2)) }
        timers.removeAll { $0 != 1 }
        timers.add(alarm(4))
        var rung: [Int] = []
        while let next = timers.popDue(at: Instant(milliseconds: 100)) { rung.append(next.due.milliseconds) }
        #expect(rung == [1, 3, 4, 5, 7, 9])
    }

    @Test func `an alarm that rings too early does nothing and is set again`() throws {
        let table = LobbyDriver.playing()
        table.pass(30_000)
        try table.takePair("ann")
        _ = table.heard("bob")
        table.pass(30_000)
        #expect(table.heard("bob").isEmpty)
        #expect(table.nextDue == table.now + 30_000)
        table.pass(30_000)
        #expect(table.heard("bob").states.map(\.turn) == [0])
    }

    @Test func `a match played fast holds only a few alarms, however many turns it has`() throws {
        let table = LobbyDriver.playing(#"{"rows":10,"columns":10,"turns":0}"#)
        for turn in 0..<400 {
            try table.miss(turn.isMultiple(of: 2) ? "ann" : "bob")
            table.say("guest", .watch(nil))
            table.pass(1_000)
            table.vanish("guest")
            #expect(table.lobby.matches.timers.count <= 4)
        }
    }

    @Test func `a thousand running matches hold no more than a few alarms each`() throws {
        let table = LobbyDriver()
        var random = SeededRandom(#function)
        for number in 0..<1_000 {
            table.hello("p\(number)", as: "p\(number)")
            table.write("p\(number)", #"{"type":"open","rules":{"seats":1,"turns":0,"revealMs":300}}"#)
        }
        for _ in 0..<20 {
            for number in 0..<1_000 { table.flip("p\(number)", Int.random(in: 0..<30, using: &random)) }
            table.pass(Int.random(in: 0...400, using: &random))
            #expect(table.lobby.matches.timers.count <= 3_000)
        }
        for match in table.lobby.matches.all {
            #expect(match.alarms == match.alarms.sorted(by: >))
            #expect(match.alarms.count <= 3)
        }
    }

    @Test func `matches opened and left at once leave no pile of alarms`() {
        let table = LobbyDriver("ann")
        for _ in 1...2_000 {
            table.write("ann", #"{"type":"open","rules":{"seats":1,"turnMs":3600000}}"#)
            table.say("ann", .leave)
        }
        #expect(table.lobby.matches.timers.count < 200)
        #expect(table.lobby.matches.idleAlarms == table.lobby.matches.timers.count)
        table.pass(3_600_000)
        #expect(table.lobby.matches.timers.count == 0)
        #expect(table.lobby.matches.idleAlarms == 0)
        #expect(table.nextDue == nil)
    }
}
