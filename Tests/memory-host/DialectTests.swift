import Protocol
import Testing

@testable import memory_host

@Suite struct `Host: dialects` {
    @Test func `the list is pushed to programs, and sent to people only when they ask`() throws {
        let table = try HostTable()
        let program = try table.connect(as: "Program")
        let person = try table.connect()
        try table.send("name Person", from: person)
        #expect(try table.line(to: person).hasPrefix("Welcome, Person."))
        try table.turn(after: Limits.pushMilliseconds)
        #expect(try table.line(to: program, with: "\"Person\"").hasPrefix("{\"type\":\"lobby\""))
        try table.turn(after: 10 * Limits.pushMilliseconds)
        #expect(table.lines(to: person) == [])
        try table.send("list", from: person)
        #expect(try table.line(to: person).hasPrefix("No matches."))
    }

    @Test func `a line is answered in its dialect, and later unasked events use that dialect, too`() throws {
        let table = try HostTable()
        let (ann, bob) = (try table.connect(as: "Ann"), try table.connect(as: "Bob"))
        try table.send("open", from: ann)
        _ = try table.line(to: ann, with: "You are in m1, seat 1")
        try table.send("{\"type\":\"join\"}", from: bob)
        #expect(try table.line(to: bob, with: "match").hasPrefix("{"))
        _ = try table.line(to: ann, with: "The match begins. Ann plays Bob.")
        try table.send("{\"type\":\"flip\",\"card\":0}", from: ann)
        #expect(try table.line(to: ann, with: "\"turned\":[0]").hasPrefix("{\"type\":\"state\""))
    }

    @Test func `leaving is confirmed in plain words, and in JSON only with an id`() throws {
        let table = try HostTable(rate: 0)
        let ann = try table.connect(as: "Ann")
        for (line, answer) in [
            ("leave", "You left the match."),
            ("{\"type\":\"leave\",\"id\":\"x\"}", "{\"type\":\"ok\",\"re\":\"x\"}"),
        ] {
            try table.send("{\"type\":\"open\"}", from: ann)
            _ = try table.line(to: ann, with: "state")
            try table.send(line, from: ann)
            #expect(try table.line(to: ann, with: answer) == answer)
            try table.send("{\"type\":\"ping\"}", from: ann)
            _ = try table.line(to: ann, with: "pong")
        }
        try table.send("{\"type\":\"open\"}", from: ann)
        _ = try table.line(to: ann, with: "state")
        try table.send("{\"type\":\"leave\"}", "{\"type\":\"ping\"}", from: ann)
        var heard: [String] = []
        while heard.last?.contains("pong") != true { heard.append(try table.line(to: ann)) }
        #expect(heard.contains { $0.contains("\"phase\":\"over\"") })
        #expect(!heard.contains { $0.contains("\"ok\"") })
    }
}
