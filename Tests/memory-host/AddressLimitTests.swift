import Lobby
import Protocol
import Testing

@testable import memory_host

/// What an address may do at once and in a second or a minute, with the time as an argument.
@Suite struct AddressLimitTests {
    private let start = Instant(milliseconds: 5_000_000)

    /// Takes commands of an address at one moment until one must wait; returns how many did not have to.
    private func drain(_ limit: inout RateLimit, _ host: SocketAddress.Host, at now: Instant) -> Int {
        (0..<100_000).first { _ in limit.reserve(host, at: now) != nil } ?? -1
    }

    @Test func `an address has a burst of two hundred and then a hundred commands a second`() throws {
        var limit = RateLimit(burst: Limits.addressBurst, aSecond: Limits.addressCommandsPerSecond)
        let here = try host("192.0.2.1")
        #expect(drain(&limit, here, at: start) == 200)
        // One more waits already, and what waits is taken out.
        #expect(drain(&limit, here, at: start + 1000) == 99)
    }

    @Test func `commands that must wait are due one after the other`() throws {
        var limit = RateLimit(burst: Limits.addressBurst, aSecond: 100)
        let here = try host("192.0.2.1")
        for _ in 0..<200 { #expect(limit.reserve(here, at: start) == nil) }
        #expect((1...5).map { _ in limit.reserve(here, at: start) } == (1...5).map { start + 10 * $0 })
    }

    @Test
    func `whatever one connection sends, the others of its address wait no longer than a burst takes to come back`()
        throws
    {
        var limit = RateLimit(burst: 200, aSecond: 100)
        let here = try host("192.0.2.1")
        for _ in 0..<1_000 { limit.charge(thousandths: 32_000, here, at: start) }
        #expect(limit.reserve(here, at: start) == start + 2_010)
        #expect(drain(&limit, here, at: start + 4_010) == 200)
    }

    @Test func `what is charged in thousandths may leave a debt, which ends at the rate`() throws {
        var limit = RateLimit(burst: 3, aSecond: 10)
        let here = try host("192.0.2.1")
        #expect(limit.charge(thousandths: 3000, here, at: start) == nil)
        #expect(limit.charge(thousandths: 1, here, at: start) == start + 1)
        #expect(limit.charge(thousandths: 999, here, at: start) == start + 100)
        #expect(limit.reserve(here, at: start) == start + 200)
        #expect(limit.charge(thousandths: 0, here, at: start + 199) == start + 200)
        #expect(limit.charge(thousandths: 0, here, at: start + 200) == nil)
        #expect(limit.charge(thousandths: 3000, try host("192.0.2.2"), at: start) == nil)
    }

    @Test func `a pause pays for nothing that comes after it`() throws {
        var limit = RateLimit(burst: 3, aSecond: 10)
        let here = try host("192.0.2.1")
        #expect(limit.reserve(here, at: start) == nil)
        #expect(limit.charge(thousandths: 2000, here, at: start + 60_000) == nil)
        #expect(limit.thousandths(of: here, at: start + 60_000) == 1000)
    }

    @Test func `a weight is charged like as many commands`() throws {
        var limit = RateLimit(burst: Limits.addressBurst, aSecond: 100)
        let here = try host("192.0.2.1")
        #expect(limit.reserve(here, at: start) == nil)
        limit.chargeRest(of: 50, here)
        #expect(drain(&limit, here, at: start) == 150)
    }

    @Test func `an IPv6 network counts as one address, this machine has ten times as much`() throws {
        var limit = RateLimit(burst: Limits.addressBurst, aSecond: 100)
        #expect(drain(&limit, try host("2001:db8::1"), at: start) == 200)
        #expect(drain(&limit, try host("2001:db8::2"), at: start) == 0)
        #expect(drain(&limit, try host("2001:db8:0:1::1"), at: start) == 200)
        #expect(drain(&limit, try host("192.0.2.1"), at: start) == 200)
        #expect(drain(&limit, try host("::ffff:192.0.2.1"), at: start) == 0)
        #expect(drain(&limit, try host("::1"), at: start) == 2000)
        #expect(drain(&limit, try host("127.0.0.1"), at: start + 1000) == 2000)
    }

    @Test func `without a rate nothing waits`() throws {
        var limit = RateLimit(burst: Limits.addressBurst, aSecond: 0)
        #expect(drain(&limit, try host("192.0.2.1"), at: start) == -1)
        var openings = RateLimit(aMinute: 0)
        #expect(use(&openings, try host("192.0.2.1"), at: start) == -1)
    }

    @Test func `the number of addresses remembered is bounded, and those that have used the least are forgotten`()
        throws
    {
        var limit = RateLimit(burst: Limits.addressBurst, aSecond: 100)
        let most = Limits.Internal.rememberedAddresses
        let hosts = try (0...most).map { try host("2001:db8:\(String($0, radix: 16))::1") }
        for (number, host) in hosts.enumerated() {
            for _ in 0..<(number == 7 ? 1 : 2) { _ = limit.reserve(host, at: start) }
        }
        #expect(hosts.filter { drain(&limit, $0, at: start) == 200 }.first == hosts[7])
    }

    // MARK: By the minute

    /// Takes tokens at one moment until there is none left; returns how many.
    private func use(_ limit: inout RateLimit, _ host: SocketAddress.Host, at now: Instant) -> Int {
        for number in 0..<1_000_000 {
            if !limit.allows(host, at: now) { return number }
            limit.charge(thousandths: 1000, host, at: now)
        }
        return -1
    }

    @Test(arguments: [1, 7, 60, Limits.guesses])
    func `an address has so many guesses at once, and gets them back bit by bit, all of them in a minute`(most: Int)
        throws
    {
        var limit = RateLimit(aMinute: most)
        let guesser = try host("192.0.2.1")
        #expect(use(&limit, guesser, at: start) == most)
        let one = (60_000 + most - 1) / most
        #expect(!limit.allows(guesser, at: start + (one - 1)))
        #expect(use(&limit, guesser, at: start + one) == 1)
        #expect(use(&limit, guesser, at: start + (one + 60_000)) == most)
        #expect(use(&limit, guesser, at: start + 3_600_000) == most, "no more than that")
    }

    @Test func `an address may owe as many guesses as it had at first`() throws {
        var limit = RateLimit(aMinute: 6)
        let guesser = try host("192.0.2.1")
        let made = (0..<100).first { _ in
            guard limit.allowsDebt(guesser, at: start) else { return true }
            limit.charge(thousandths: 1000, guesser, at: start)
            return false
        }
        #expect(made == 12)
        #expect(limit.allowsDebt(guesser, at: start + 10_000) && !limit.allows(guesser, at: start + 60_000))
    }

    @Test func `whoever guesses all the time makes three hundred guesses a minute`() throws {
        var limit = RateLimit(aMinute: Limits.guesses)
        let guesser = try host("192.0.2.1")
        _ = use(&limit, guesser, at: start)
        let made = (1...60_000).reduce(0) { $0 + use(&limit, guesser, at: start + $1) }
        #expect(made == Limits.guesses)
        // Six of 34 letters, and a thousand of them are right.
        let days = 34.0 * 34 * 34 * 34 * 34 * 34 / 1000 / Double(made) / 60 / 24
        #expect((3.55..<3.65).contains(days))
    }

    @Test func `no number and no pause is too large`() throws {
        var limit = RateLimit(aMinute: 100_000, loopbackFactor: 10)
        let here = try host("127.0.0.1")
        for now in [start, start + 10 * 365 * 24 * 3600 * 1000] {
            limit.charge(thousandths: 999_999_000, here, at: now)
            #expect(use(&limit, here, at: now) == 1)
        }
    }

    // MARK: Of a host

    @Test func `this machine opens ten times as many matches as another address, and makes as many guesses`() throws {
        var limits = RateLimits(openings: 6, guesses: 6)
        for (name, openings) in [("192.0.2.1", 6), ("127.0.0.1", 60), ("::1", 60)] {
            let host = try host(name)
            var (cost, throttle) = (Cost(), Throttle(rate: 10))
            (cost.opensMatch, cost.isWrongGuess) = (true, true)
            var (opened, guessed) = (0, 0)
            for _ in 0..<100 {
                if limits.openings.allows(host, at: start) { opened += 1 }
                if limits.guesses.allows(host, at: start) { guessed += 1 }
                limits.charge(cost, to: &throttle, of: host, at: start)
            }
            #expect(opened == openings && guessed == 6, "\(name)")
        }
    }

    /// Yesterday's token, then a name, then what the terminal client and the page ask for.
    @Test(arguments: ["192.0.2.1", "2001:db8::1", "127.0.0.1"])
    func `sixty clients of an address with yesterday's tokens have all their answers within ten seconds`(name: String)
        throws
    {
        let host = try host(name)
        var limits = RateLimits(memory_host.Options())
        let weights = [Limits.wrongSecretWeight, 1, Limits.listWeight, Limits.scoresWeight]
        var clients = (0..<60).map { _ in (throttle: Throttle(rate: Limits.commandsPerSecond), due: start, answered: 0)
        }
        var now = start
        while let due = clients.filter({ $0.answered < weights.count }).map(\.due).min(), now - start <= 60_000 {
            now = due
            for index in clients.indices where clients[index].due <= now && clients[index].answered < weights.count {
                if let due = clients[index].throttle.reserveCommand(of: host, at: now, sharing: &limits.commands) {
                    clients[index].due = due
                } else {
                    var cost = Cost()
                    cost.commands = weights[clients[index].answered]
                    limits.charge(cost, to: &clients[index].throttle, of: host, at: now)
                    clients[index].answered += 1
                }
            }
        }
        #expect(clients.allSatisfy { $0.answered == weights.count } && now - start < 10_000, "\(now - start) ms")
        #expect(limits.guesses.allows(host, at: now))
    }
}
