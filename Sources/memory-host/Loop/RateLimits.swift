import Lobby
import Protocol

/// The limits on what the clients of an address may do, all of them together.
struct RateLimits: Sendable {
    /// Commands, by their weight.
    var commands: RateLimit
    /// Requests of HTTP, and what they cause.
    var requests: RateLimit
    /// Opening matches.
    private(set) var openings: RateLimit
    /// Wrong codes.
    private(set) var guesses: RateLimit

    /// Creates limits that nobody has used anything of.
    ///
    /// - Parameters:
    ///   - commands: commands a second; 0 for no limit. This machine may send ten times as many.
    ///   - requests: the same for requests of HTTP.
    ///   - openings: matches opened a minute; 0 for no limit. This machine may open ten times as many.
    ///   - guesses: wrong codes a minute.
    init(commands: Int = 0, requests: Int = 0, openings: Int = 0, guesses: Int = Limits.guesses) {
        self.commands = RateLimit(burst: Limits.addressBurst, aSecond: commands)
        self.requests = RateLimit(burst: Limits.requestBurst, aSecond: requests)
        self.openings = RateLimit(aMinute: openings, loopbackFactor: Limits.loopbackFactor)
        self.guesses = RateLimit(aMinute: guesses)
    }

    /// The limits that a host was started with.
    init(_ options: Options) {
        self.init(
            commands: options.addressRate, requests: options.requestRate, openings: options.openingRate,
            guesses: options.guesses)
    }

    /// Charges a client and its address for a command, one token of which they have paid already.
    mutating func charge(_ cost: Cost, to throttle: inout Throttle, of host: SocketAddress.Host, at now: Instant) {
        if cost.isWrongGuess { guesses.charge(thousandths: 1000, host, at: now) }
        if cost.opensMatch { openings.charge(thousandths: 1000, host, at: now) }
        throttle.chargeRest(of: cost.commands)
        commands.chargeRest(of: cost.commands, host)
    }
}
