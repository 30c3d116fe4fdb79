import Protocol
import Testing

@testable import TestDrivers
@testable import memory_host

@Suite struct `Host: dialects` {
    @Test func `the list is pushed to programs, and sent to people only when they ask`() throws {
        let table = try HostDriver()
        let program = try table.connect(as: "Program")
        let person = try table.connect()
        #expect(try table.answer("name Person", from: person).hasPrefix("Welcome, Person."))
        try table.turn(after: Limits.pushMilliseconds)
        #expect(try table.line(to: program, with: "\"Person\"").hasPrefix("{\"type\":\"lobby\""))
        try table.turn(after: 10 * Limits.pushMilliseconds)
        #expect(table.lines(to: person) == [])
        #expect(try table.answer("list", from: person).hasPrefix("No matches."))
    }

    @Test func `a line is answered in its dialect, and later unasked events use that dialect, too`() throws {
        let table = try HostDriver()
        let (ann, bob) = (try table.connect(as: "Ann"), try table.connect(as: "Bob"))
        try table.answer("open", from: ann, with: "You are in m1, seat 1")
        #expect(try table.answer("{\"type\":\"join\"}", from: bob, with: "match").hasPrefix("{"))
        _ = try table.line(to: ann, with: "The match begins. Ann plays Bob.")
        #expect(
            try table.answer("{\"type\":\"flip\",\"card\":0}", from: ann, with: "\"turned\":[0]").hasPrefix(
                "{\"type\":\"state\""))
    }

    @Test func `people who follow the list get it at every change, until they say otherwise`() throws {
        let table = try HostDriver()
        let (person, other) = (try table.connect(), try table.connect())
        #expect(try table.answer("follow", from: person).hasPrefix("No matches."))
        try table.answer("name Eve", from: other, with: "Welcome")
        try table.turn(after: Limits.pushMilliseconds)
        #expect(try table.line(to: person, with: "Online").hasPrefix("Online: Eve."))
        #expect(try table.answer("follow off", from: person, with: "Online").hasPrefix("Online: Eve."))
        try table.answer("open", from: other, with: "You are in m1")
        try table.turn(after: 10 * Limits.pushMilliseconds)
        #expect(table.lines(to: person) == [])
        #expect(try table.answer("follow on", from: person) == "Error: Use 'follow' or 'follow off'.")
    }
}
