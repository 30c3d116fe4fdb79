import Lobby
import Protocol

/// The limits on what clients send: commands a second of each and of each address, and openings and wrong codes a
/// minute of an address.
struct CommandLimits: Sendable {
    /// Commands a second of one client; 0 for no limit.
    let rate: Int
    /// The commands of addresses.
    var addresses: AddressBuckets
    private var openings: Attempts
    private var guesses: Attempts

    /// Nobody has sent anything.
    ///
    /// - Parameters:
    ///   - rate: commands a second of one client; 0 for no limit.
    ///   - addressRate: the same for all clients of an address together.
    ///   - openings: matches a minute that an address may open; 0 for no limit. This machine may open ten times as many.
    ///   - guesses: wrong codes a minute of an address.
    init(rate: Int, addressRate: Int, openings: Int = 0, guesses: Int = Limits.guesses) {
        (self.rate, addresses) = (rate, AddressBuckets(burst: Limits.addressBurst, rate: addressRate))
        self.openings = Attempts(aMinute: openings, loopbackFactor: Limits.loopbackFactor)
        self.guesses = Attempts(aMinute: guesses)
    }

    /// Creates the limits that a host was started with.
    init(_ options: Options) {
        self.init(
            rate: options.rate, addressRate: options.addressRate, openings: options.openingRate,
            guesses: options.guesses)
    }

    /// False if clients may send as many commands as they like.
    var isLimited: Bool { rate > 0 }

    /// Returns true if an address may open another match.
    func mayOpen(_ host: SocketAddress.Host, at now: Instant) -> Bool { !openings.mustWait(host, at: now) }

    /// Returns true if an address may make another guess at a code.
    func mayGuess(_ host: SocketAddress.Host, at now: Instant) -> Bool { !guesses.mustWait(host, at: now) }

    /// Returns true if an address may make a guess at a code beyond those, which it then owes.
    func mayOweGuess(_ host: SocketAddress.Host, at now: Instant) -> Bool { !guesses.isDeepInDebt(host, at: now) }

    /// Charges a client and its address for a command, one of which they have paid for already.
    mutating func charge(_ cost: Cost, to dues: inout Dues, of host: SocketAddress.Host, at now: Instant) {
        if cost.isWrongGuess { guesses.add(host, at: now) }
        if cost.opensMatch { openings.add(host, at: now) }
        guard isLimited else { return }
        dues.charge(cost.commands)
        addresses.charge(cost.commands, host)
    }
}
