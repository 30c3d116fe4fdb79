import Protocol
import Testing

@testable import memory_host

@Suite struct `Host: dialects` {
    @Test func `the list is pushed to programs, and sent to people only when they ask`() throws {
        let table = try HostTable()
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
        let table = try HostTable()
        let (ann, bob) = (try table.connect(as: "Ann"), try table.connect(as: "Bob"))
        try table.answer("open", from: ann, with: "You are in m1, seat 1")
        #expect(try table.answer("{\"type\":\"join\"}", from: bob, with: "match").hasPrefix("{"))
        _ = try table.line(to: ann, with: "The match begins. Ann plays Bob.")
        #expect(
            try table.answer("{\"type\":\"flip\",\"card\":0}", from: ann, with: "\"turned\":[0]").hasPrefix(
                "{\"type\":\"state\""))
    }
}
