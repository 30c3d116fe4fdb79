import Lobby
import Protocol

/// The limits on what clients send: commands a second of each and of each address, and openings and wrong guesses a
/// minute of an address. With a rate of 0, only guesses are limited.
struct CommandLimits: Sendable {
    /// Commands a second of one client; 0 for no limit.
    let rate: Int
    /// The commands of addresses.
    var addresses: AddressBuckets
    private var openings = Attempts(limit: Limits.openings)
    private var guesses = Attempts(limit: Limits.wrongGuesses)

    /// Nobody has sent anything.
    ///
    /// - Parameters:
    ///   - rate: commands a second of one client; 0 for no limit.
    ///   - addressRate: the same for all clients of an address together.
    init(rate: Int, addressRate: Int) {
        (self.rate, addresses) = (rate, AddressBuckets(burst: Limits.addressBurst, rate: addressRate))
    }

    /// False if clients may send as many commands as they like.
    var isLimited: Bool { rate > 0 }

    /// Returns true if an address may open another match.
    func mayOpen(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        !isLimited || !openings.mustWait(host, at: now)
    }

    /// Returns true if an address may make another guess at a code or a token.
    func mayGuess(_ host: SocketAddress.Host, at now: Instant) -> Bool { !guesses.mustWait(host, at: now) }

    /// Charges a client and its address for a command, one of which they have paid for already.
    mutating func charge(_ cost: Cost, to dues: inout Dues, of host: SocketAddress.Host, at now: Instant) {
        if cost.isWrongGuess { guesses.add(host, at: now) }
        guard isLimited else { return }
        if cost.opensMatch { openings.add(host, at: now) }
        dues.charge(cost.commands)
        addresses.charge(cost.commands, host)
    }
}
