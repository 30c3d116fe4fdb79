import Lobby
import Protocol
import Testing

@testable import TestDrivers
@testable import memory_host

/// A host that is told by `SIGUSR2` to end after the matches in play.
@Suite struct DrainingTests {
    private let manager = NotedManager()

    /// A host that drains while Ann plays alone.
    private func draining() throws -> (HostDriver, ann: HostDriver.Guest) {
        let table = try HostDriver(notifier: manager.notifier())
        let ann = try table.connect(as: "Ann")
        try table.answer(#"{"type":"open","rules":{"seats":1}}"#, from: ann, with: "state")
        try table.signal(.userDefined)
        #expect(table.host.stopAt == nil)
        return (table, ann)
    }

    @Test func `a host without players ends at once`() throws {
        for playsNobody in [false, true] {
            let table = try HostDriver(notifier: manager.notifier())
            if playsNobody {
                let ann = try table.connect(as: "Ann")
                try table.answer(#"{"type":"open"}"#, from: ann, with: "state")
            }
            try table.signal(.userDefined)
            #expect(table.host.stopAt != nil)
            #expect(manager.messages.last == "STOPPING=1\nSTATUS=stopping")
        }
    }

    @Test func `those in play finish, nobody else begins, and then the host ends`() throws {
        let table = try HostDriver(notifier: manager.notifier())
        let (ann, bob) = (try table.connect(as: "Ann"), try table.connect(as: "Bob"))
        try table.answer(#"{"type":"open","rules":{"seats":1}}"#, from: ann, with: "state")
        try table.signal(.userDefined)
        #expect(table.host.stopAt == nil)
        try table.turn(after: Limits.Internal.statusMilliseconds)
        #expect(manager.messages.last == "STATUS=draining: 1 match left")
        #expect(table.host.unfitness == "The host is closing after the matches in play.")
        #expect(try table.line(to: bob, with: "draining").contains(#""type":"lobby""#))
        let refused = try table.answer(#"{"type":"open"}"#, from: bob, with: "error")
        #expect(refused.contains(#""code":"draining""#))
        let late = try table.arrive()
        try table.turn(after: Limits.greetingMilliseconds)
        #expect(try table.line(to: late).contains(#","draining":true,"#))
        try table.answer(#"{"type":"flip","card":0}"#, from: ann, with: "state")
        #expect(table.host.stopAt == nil)
        try table.answer(#"{"type":"resign"}"#, from: ann, with: #""phase":"over""#)
        #expect(table.host.stopAt != nil)
        for guest in [ann, bob, late] {
            let lines = try table.linesUntilEnd(to: guest)
            #expect(lines.last?.contains(#""reason":"shutting_down""#) == true, "\(lines)")
            #expect(lines.last?.contains(#""retry":true"#) == true)
        }
        #expect(manager.messages.last == "STOPPING=1\nSTATUS=stopping")
        #expect(manager.messages.count { $0.hasPrefix("STOPPING") } == 1)
    }

    @Test func `a second SIGUSR2 stops it, and a third changes nothing`() throws {
        let (table, ann) = try draining()
        try table.signal(.userDefined)
        #expect(table.host.stopAt != nil)
        try table.signal(.userDefined)
        #expect(try table.linesUntilEnd(to: ann).last?.contains("shutting_down") == true)
    }

    @Test func `SIGTERM stops a host that drains`() throws {
        let (table, ann) = try draining()
        try table.stopHost()
        #expect(try table.linesUntilEnd(to: ann).last?.contains("shutting_down") == true)
    }

    @Test func `a host ends when the last of its players is gone`() throws {
        let (table, ann) = try draining()
        try table.drop(ann)
        try table.turn()
        #expect(table.host.stopAt != nil)
    }
}
