import Lobby
import Protocol
import Testing

@testable import TestDrivers
@testable import memory_host

/// What an address may do only so often a minute, with the time as an argument.
@Suite struct GuessesTests {
    private let start = Instant(milliseconds: 5_000_000)

    /// Makes attempts at one moment until the next must wait; returns how many.
    private func use(_ attempts: inout Attempts, _ host: SocketAddress.Host, at now: Instant) -> Int {
        for number in 0..<1_000_000 {
            if attempts.mustWait(host, at: now) { return number }
            attempts.add(host, at: now)
        }
        return -1
    }

    @Test(arguments: [1, 7, 60, Limits.guesses])
    func `an address has so many attempts at once, and gets them back bit by bit, all of them in a minute`(limit: Int)
        throws
    {
        var attempts = Attempts(aMinute: limit)
        let guesser = try host("192.0.2.1")
        #expect(use(&attempts, guesser, at: start) == limit)
        let one = (60_000 + limit - 1) / limit
        #expect(attempts.mustWait(guesser, at: start + (one - 1)))
        #expect(use(&attempts, guesser, at: start + one) == 1)
        #expect(use(&attempts, guesser, at: start + (one + 60_000)) == limit)
        #expect(use(&attempts, guesser, at: start + 3_600_000) == limit, "no more than that")
    }

    @Test func `whoever guesses all the time makes three hundred guesses a minute`() throws {
        var attempts = Attempts(aMinute: Limits.guesses)
        let guesser = try host("192.0.2.1")
        _ = use(&attempts, guesser, at: start)
        let made = (1...60_000).reduce(0) { $0 + use(&attempts, guesser, at: start + $1) }
        #expect(made == Limits.guesses)
        // Six of 34 letters, and a thousand of them are right.
        let days = 34.0 * 34 * 34 * 34 * 34 * 34 / 1000 / Double(made) / 60 / 24
        #expect((3.55..<3.65).contains(days))
    }

    @Test func `other addresses do not wait, but those in the same IPv6 network do`() throws {
        var guesses = Attempts(aMinute: 20)
        #expect(use(&guesses, try host("192.0.2.1"), at: start) == 20)
        #expect(use(&guesses, try host("2001:db8:1:2::1"), at: start) == 20)
        #expect(guesses.mustWait(try host("::ffff:192.0.2.1"), at: start))
        #expect(!guesses.mustWait(try host("192.0.2.2"), at: start))
        #expect(guesses.mustWait(try host("2001:db8:1:2:aaaa::7"), at: start))
        #expect(!guesses.mustWait(try host("2001:db8:1:3::1"), at: start))
        #expect(!guesses.mustWait(try host("::1"), at: start))
    }

    @Test func `the number of guessing addresses remembered is bounded`() throws {
        var guesses = Attempts(aMinute: 1)
        let most = Limits.Internal.rememberedAddresses
        let guessers = try (0...most).map { try host("2001:db8:\(String($0, radix: 16))::1") }
        for (number, guesser) in guessers.enumerated() { guesses.add(guesser, at: start + number) }
        #expect(guessers.filter { !guesses.mustWait($0, at: start + most) } == [guessers[0]], "it guessed first")
    }

    @Test func `no number and no pause is too large`() throws {
        var attempts = Attempts(aMinute: 100_000)
        let here = try host("127.0.0.1")
        for now in [start, start + 10 * 365 * 24 * 3600 * 1000] {
            #expect(use(&attempts, here, at: now) == 100_000)
        }
        var unlimited = Attempts(aMinute: 0)
        unlimited.add(here, at: start)
        #expect(!unlimited.mustWait(here, at: start))
    }

    @Test func `this machine opens ten times as many matches as another address, and makes as many guesses`() throws {
        var limits = CommandLimits(rate: 10, addressRate: 100, openings: 6, guesses: 6)
        var (opening, guess) = (Cost(), Cost())
        (opening.opensMatch, guess.isWrongGuess) = (true, true)
        for (name, openings) in [("192.0.2.1", 6), ("127.0.0.1", 60), ("::1", 60)] {
            let (host, now) = (try host(name), start)
            var dues = Dues(at: now)
            func count(_ cost: Cost, while may: (CommandLimits) -> Bool) -> Int {
                (0..<1000).first { _ in
                    guard may(limits) else { return true }
                    limits.charge(cost, to: &dues, of: host, at: now)
                    return false
                } ?? -1
            }
            #expect(count(opening) { $0.mayOpen(host, at: now) } == openings, "\(name)")
            #expect(count(guess) { $0.mayGuess(host, at: now) } == 6, "\(name)")
        }
    }

    /// Yesterday's token, then a name, then what the terminal client and the page ask for.
    @Test(arguments: ["192.0.2.1", "2001:db8::1", "127.0.0.1"])
    func `sixty clients of an address with yesterday's tokens have all their answers within ten seconds`(name: String)
        throws
    {
        let host = try host(name)
        var limits = CommandLimits(memory_host.Options())
        let weights = [Limits.wrongSecretWeight, 1, Limits.listWeight, Limits.scoresWeight]
        var clients = (0..<60).map { _ in (dues: Dues(at: start), due: start, answered: 0) }
        var now = start
        while let due = clients.filter({ $0.answered < weights.count }).map(\.due).min(), now - start <= 60_000 {
            now = due
            for index in clients.indices where clients[index].due <= now && clients[index].answered < weights.count {
                if let due = clients[index].dues.reserveCommand(of: host, at: now, within: &limits) {
                    clients[index].due = due
                } else {
                    var cost = Cost()
                    cost.commands = weights[clients[index].answered]
                    limits.charge(cost, to: &clients[index].dues, of: host, at: now)
                    clients[index].answered += 1
                }
            }
        }
        #expect(clients.allSatisfy { $0.answered == weights.count } && now - start < 10_000, "\(now - start) ms")
        #expect(limits.mayGuess(host, at: now))
    }
}

/// The same on a host, in both framings.
@Suite struct `Host: guesses and openings` {
    /// Ann's private match, and a way to try codes.
    private final class Stage {
        let table: HostDriver
        let code: String
        private let ann: HostDriver.Guest

        init(rate: Int = 0, guesses: Int = Limits.guesses) throws {
            table = try HostDriver(rate: rate, guesses: guesses)
            ann = try table.connect(as: "Ann")
            let seating = try table.answer(#"{"type":"open","private":true}"#, from: ann, with: "\"code\":")
            let words: [Substring] = seating.split(separator: Character("\""))
            code = String(try #require(words.last { $0.count == 6 }))
        }

        var wrong: String { code == "AAAAAA" ? "BBBBBB" : "AAAAAA" }

        func join(_ code: String, _ guest: HostDriver.Guest) throws -> String {
            try table.answer(#"{"type":"join","code":"\#(code)","id":"g"}"#, from: guest, with: "\"re\":\"g\"")
        }

        func resume(_ guest: HostDriver.Guest) throws -> String {
            let token = String(repeating: "0", count: 32)
            return try table.answer(
                #"{"type":"hello","token":"\#(token)","id":"g"}"#, from: guest, with: "\"re\":\"g\"")
        }
    }

    @Test func `after three hundred wrong codes even the right one must wait, for a moment`() throws {
        let stage = try Stage()
        let bob = try stage.table.connect(as: "Bob")
        for _ in 0..<Limits.guesses {
            #expect(try stage.join("nonsense", bob).contains("bad_code"), "this is no guess")
            #expect(try stage.join(stage.wrong, bob).contains("bad_code"))
        }
        #expect(try stage.join(stage.code, bob).contains("too_fast"))
        try stage.table.turn(after: 60_000 / Limits.guesses)
        #expect(try stage.join(stage.code, bob).contains("\"seat\":1"))
    }

    @Test func `wrong tokens use up no guesses, and are never refused themselves`() throws {
        let stage = try Stage(guesses: 1)
        let bob = try stage.table.connect(as: "Bob")
        let eve = try stage.table.connect()
        for _ in 0..<100 { #expect(try stage.resume(eve).contains("bad_token")) }
        #expect(try stage.join(stage.wrong, bob).contains("bad_code"))
        #expect(try stage.join(stage.code, bob).contains("too_fast"))
        #expect(try stage.resume(eve).contains("bad_token"))
    }

    @Test func `a wrong token or code delays its sender like five commands`() throws {
        let stage = try Stage(rate: 10)
        let (bob, eve) = (try stage.table.connect(as: "Bob"), try stage.table.connect())
        for _ in 0..<4 { #expect(try stage.join(stage.wrong, bob).contains("bad_code")) }
        for _ in 0..<4 { #expect(try stage.resume(eve).contains("bad_token")) }
        for guest in [bob, eve] {
            try stage.table.send(#"{"type":"ping","id":"last"}"#, from: guest)
            #expect(try stage.table.line(to: guest, with: "too_fast").contains("\"command\":null"))
        }
        try stage.table.turn(after: 200)
        for guest in [bob, eve] {
            #expect(try stage.table.line(to: guest, with: "last").contains("pong"))
        }
    }

    @Test func `browsers have the same budget, and spend it the same way`() throws {
        let stage = try Stage(guesses: 2)
        let (bob, page) = (try stage.table.connect(as: "Bob"), try stage.table.connectBrowser(as: "Page"))
        func ask(_ line: String) throws -> String {
            try stage.table.say(line, from: page)
            return try stage.table.message(to: page, with: "\"re\":\"p\"")
        }
        let join = #"{"type":"join","code":"\#(stage.wrong)","id":"p"}"#
        #expect(try ask(join).contains("bad_code"))
        #expect(try stage.join(stage.wrong, bob).contains("bad_code"))
        #expect(try ask(join).contains("too_fast"))
        #expect(try stage.join(stage.code, bob).contains("too_fast"))
    }

    @Test func `whoever has just had a seat joins with a code that the others may not try`() throws {
        let stage = try Stage(guesses: 1)
        let (bob, cid) = (try stage.table.connect(as: "Bob"), try stage.table.connect(as: "Cid"))
        try stage.table.answer(#"{"type":"open","rules":{"seats":1},"id":"o"}"#, from: bob, with: "\"re\":\"o\"")
        try stage.table.answer(#"{"type":"leave","id":"l"}"#, from: bob, with: "\"re\":\"l\"")
        #expect(try stage.join(stage.wrong, cid).contains("bad_code"))
        #expect(try stage.join(stage.code, cid).contains("too_fast"))
        #expect(try stage.join(stage.code, bob).contains("\"seat\":1"))
    }

    @Test func `openings have a budget even without a rate, ten times as large for this machine`() throws {
        let table = try HostDriver(rate: 0, openings: 6)
        let ann = try table.connect(as: "Ann")
        func open() throws -> String {
            try table.answer(#"{"type":"open","rules":{"seats":1},"id":"o"}"#, from: ann, with: "\"re\":\"o\"")
        }
        for _ in 0..<60 {
            #expect(try open().contains("\"match\""))
            try table.answer(#"{"type":"leave","id":"l"}"#, from: ann, with: "\"re\":\"l\"")
        }
        #expect(try open().contains("too_fast"))
        try table.turn(after: 1000)
        #expect(try open().contains("\"match\""))
    }
}
