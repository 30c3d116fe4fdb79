import Lobby
import Protocol
import Testing

@testable import TestDrivers
@testable import memory_host

@Suite struct GuessesTests {
    private let start = Instant(milliseconds: 5_000_000)

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
        var guesses = Attempts(limit: 1)
        let most = Limits.Internal.rememberedAddresses
        let guessers = try (0...most).map { try host("2001:db8:\(String($0, radix: 16))::1") }
        for (number, guesser) in guessers.enumerated() { guesses.add(guesser, at: start + number) }
        #expect(guessers.filter { !guesses.mustWait($0, at: start + most) } == [guessers[0]], "it guessed first")
    }

    @Test func `after twenty wrong codes on a host even the right one must wait for the minute to end`() throws {
        let table = try HostDriver(rate: 0)
        let (ann, bob) = (try table.connect(as: "Ann"), try table.connect(as: "Bob"))
        let seating = try table.answer(#"{"type":"open","private":true}"#, from: ann, with: "\"code\":")
        let code = String(try #require(seating.split(separator: "\"").last { $0.count == 6 }))
        func join(_ code: String) throws -> String {
            return try table.answer(#"{"type":"join","code":"\#(code)","id":"g"}"#, from: bob, with: "\"re\":\"g\"")
        }
        for _ in 0..<Limits.wrongGuesses {
            #expect(try join("nonsense").contains("bad_code"), "this is no guess")
            #expect(try join(code == "AAAAAA" ? "BBBBBB" : "AAAAAA").contains("bad_code"))
        }
        #expect(try join(code).contains("too_fast"))
        try table.turn(after: Limits.guessingMilliseconds)
        #expect(try join(code).contains("\"seat\":1"))
    }

    @Test func `the host's own machine may open as many matches in a minute as any other address`() throws {
        let table = try HostDriver(rate: 1000)
        let ann = try table.connect(as: "Ann")
        func open() throws -> String {
            try table.answer(#"{"type":"open","rules":{"seats":1},"id":"o"}"#, from: ann, with: "\"re\":\"o\"")
        }
        for _ in 0..<Limits.openings {
            #expect(try open().contains("\"match\""))
            try table.answer(#"{"type":"leave","id":"l"}"#, from: ann, with: "\"re\":\"l\"")
            try table.turn(after: 20)
        }
        #expect(try open().contains("too_fast"))
        try table.turn(after: Limits.guessingMilliseconds)
        #expect(try open().contains("\"match\""))
    }
}
