import Lobby
import Protocol
import Testing

@testable import memory_host

@Suite struct GuessesTests {
    private let start = Instant(milliseconds: 5_000_000)

    private func host(_ text: String) throws -> SocketAddress.Host {
        try #require(SocketAddress(host: text, port: 1)).host
    }

    @Test func `after twenty wrong guesses an address waits until the minute is over`() throws {
        var guesses = Attempts(limit: Limits.wrongGuesses)
        let guesser = try host("192.0.2.1")
        for number in 0..<Limits.wrongGuesses {
            #expect(!guesses.mustWait(guesser, at: start + number))
            guesses.add(guesser, at: start + number)
        }
        #expect(guesses.mustWait(guesser, at: start + Limits.wrongGuesses))
        #expect(guesses.mustWait(guesser, at: start + (Limits.guessingMilliseconds - 1)))
        #expect(!guesses.mustWait(guesser, at: start + Limits.guessingMilliseconds))
        guesses.add(guesser, at: start + Limits.guessingMilliseconds)
        #expect(!guesses.mustWait(guesser, at: start + Limits.guessingMilliseconds))
    }

    @Test func `a minute in which the process was stopped is no minute of waiting`() throws {
        var guesses = Attempts(limit: 1)
        let guesser = try host("192.0.2.1")
        guesses.add(guesser, at: start)
        guesses.postpone(by: 60_000)
        #expect(guesses.mustWait(guesser, at: start + (60_000 + Limits.guessingMilliseconds - 1)))
        #expect(!guesses.mustWait(guesser, at: start + (60_000 + Limits.guessingMilliseconds)))
    }

    @Test func `other addresses do not wait, but those in the same IPv6 network do`() throws {
        var guesses = Attempts(limit: Limits.wrongGuesses)
        for _ in 0..<Limits.wrongGuesses {
            guesses.add(try host("192.0.2.1"), at: start)
            guesses.add(try host("2001:db8:1:2::1"), at: start)
        }
        #expect(guesses.mustWait(try host("::ffff:192.0.2.1"), at: start))
        #expect(!guesses.mustWait(try host("192.0.2.2"), at: start))
        #expect(guesses.mustWait(try host("2001:db8:1:2:aaaa::7"), at: start))
        #expect(!guesses.mustWait(try host("2001:db8:1:3::1"), at: start))
        #expect(!guesses.mustWait(try host("::1"), at: start))
    }

    @Test func `the number of guessing addresses remembered is bounded`() throws {
        var guesses = Attempts(limit: Limits.wrongGuesses)
        let most = Limits.Internal.guessingAddresses
        for _ in 0..<Limits.wrongGuesses { guesses.add(try host("192.0.2.1"), at: start) }
        for number in 1...most {
            guesses.add(try host("2001:db8:\(String(number, radix: 16))::1"), at: start + number)
        }
        #expect(guesses.count == most)
        #expect(!guesses.mustWait(try host("192.0.2.1"), at: start + most), "what began first is forgotten")
        guesses.add(try host("192.0.2.2"), at: start + most + Limits.guessingMilliseconds)
        #expect(guesses.count == 1, "what is over is forgotten")
    }

    // MARK: On a host

    private func guess(_ guest: HostTable.Guest, _ table: HostTable, _ line: String) throws -> String {
        try table.send(line, from: guest)
        return try table.line(to: guest, with: "\"re\":\"g\"")
    }

    @Test func `after twenty wrong codes and tokens even the right code must wait for the minute to end`() throws {
        let table = try HostTable(rate: 0)
        let ann = try table.connect(as: "Ann")
        try table.send("{\"type\":\"open\",\"private\":true}", from: ann)
        let seating = try table.line(to: ann, with: "\"code\":")
        let code = String(try #require(seating.split(separator: "\"" as Character).last { $0.count == 4 }))
        let wrong = code == "AAAA" ? "BBBB" : "AAAA"
        let token = String(repeating: "0", count: 32)
        let guests = [try table.connect(as: "Bob"), try table.connect(as: "Cleo")]
        for number in 0..<Limits.wrongGuesses {
            let line =
                switch number % 3 {
                case 0: "{\"type\":\"join\",\"code\":\"\(wrong)\",\"id\":\"g\"}"
                case 1: "{\"type\":\"watch\",\"code\":\"\(wrong)\",\"id\":\"g\"}"
                default: "{\"type\":\"hello\",\"token\":\"\(token)\",\"id\":\"g\"}"
                }
            #expect(try guess(guests[number % 2], table, line).contains("\"code\":\"bad_"))
        }
        for (kind, line) in [
            ("join", "{\"type\":\"join\",\"code\":\"\(wrong)\",\"id\":\"g\"}"),
            ("join", "{\"type\":\"join\",\"code\":\"\(code)\",\"id\":\"g\"}"),
            ("watch", "{\"type\":\"watch\",\"code\":\"\(code)\",\"id\":\"g\"}"),
            ("hello", "{\"type\":\"hello\",\"token\":\"\(token)\",\"id\":\"g\"}"),
        ] {
            let answer = try guess(guests[0], table, line)
            #expect(answer.contains("\"code\":\"too_fast\"") && answer.contains("\"command\":\"\(kind)\""))
        }
        // What is no guess is done, and where it is wrong for another reason, that is said as ever.
        #expect(try guess(guests[0], table, "{\"type\":\"hello\",\"name\":\"Ben\",\"id\":\"g\"}").contains("welcome"))
        #expect(
            try guess(ann, table, "{\"type\":\"join\",\"code\":\"\(code)\",\"id\":\"g\"}").contains("already_seated"))
        try table.turn(after: Limits.guessingMilliseconds)
        #expect(
            try guess(guests[1], table, "{\"type\":\"join\",\"code\":\"\(code)\",\"id\":\"g\"}").contains("\"seat\":1"))
    }

    @Test func `joining a private match by ID and malformed codes do not count as guesses`() throws {
        let table = try HostTable(rate: 0)
        let ann = try table.connect(as: "Ann")
        try table.send("{\"type\":\"open\",\"private\":true}", from: ann)
        _ = try table.line(to: ann, with: "state")
        let bob = try table.connect(as: "Bob")
        for _ in 0..<2 * Limits.wrongGuesses {
            for field in ["\"match\":\"m1\"", "\"code\":\"nonsense\""] {
                let answer = try guess(bob, table, "{\"type\":\"join\",\(field),\"id\":\"g\"}")
                #expect(answer.contains("bad_code"))
            }
        }
    }
}
