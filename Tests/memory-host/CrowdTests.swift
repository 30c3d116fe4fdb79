import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

/// A crowd, and somebody who must not wait for it.
@Suite struct CrowdTests {
    @Test func `what everybody is told is sent in parts, in the order of what each is to hear`() throws {
        let table = try HostDriver(rate: 0, connections: 400)
        let guests = try (0..<300).map { try table.connect(as: "Guest \($0)") }
        try table.turn(after: Limits.pushMilliseconds)
        try table.turn { !table.host.lists.hasCrowd }
        for guest in guests { _ = table.lines(to: guest) }
        let last = try table.connect(as: "Newcomer")
        try table.turn(after: Limits.pushMilliseconds)
        #expect(table.host.lists.hasCrowd, "it is more than a pass may send")
        let waiting = try #require(guests.last)
        try table.send("{\"type\":\"ping\",\"id\":\"1\"}", from: waiting)
        for _ in 1...2 { try table.turn() }
        let heard = table.lines(to: waiting)
        #expect(heard.count == 2 && heard.first?.contains("\"playerCount\":301") == true)
        #expect(heard.last == "{\"type\":\"pong\",\"re\":\"1\"}")
        #expect(!table.host.lists.hasCrowd && table.host.lists.dirty.isEmpty)
        // What is asked in the very pass in which everybody is told something is answered in that pass.
        _ = try table.connect(as: "Another")
        try table.send("{\"type\":\"ping\",\"id\":\"2\"}", from: waiting)
        try table.turn(after: Limits.pushMilliseconds)
        #expect(table.host.lists.hasCrowd)
        #expect(table.lines(to: waiting).contains("{\"type\":\"pong\",\"re\":\"2\"}"))
        try table.turn { !table.host.lists.hasCrowd }
        for guest in guests.dropLast() {
            #expect(table.lines(to: guest).last?.contains("\"playerCount\":302") == true)
        }
        #expect(table.lines(to: last).last?.contains("\"lobby\"") == true)
    }
}
