import Lobby
import Protocol

/// A limit on how much an address may do at once and in each second, or minute, from then on: commands, HTTP requests,
/// guesses.
///
/// Each address has a bucket for all of its connections together, which outlasts them. It gets back bit by bit what it
/// has spent: whoever comes after those who have used it up waits for one token, not for a minute. The addresses of an
/// IPv6 network count as one. The number of remembered addresses is limited.
struct RateLimit: Sendable {
    /// Tokens at once of an address that isn't this machine's.
    private let burst: Int
    /// Tokens that come back in a period to an address that isn't this machine's; 0 for no limit.
    private let rate: Int
    /// The length of a period in seconds.
    private let seconds: Int
    /// The factor by which this machine may do more.
    private let loopbackFactor: Int
    private var buckets: [SocketAddress.Host: TokenBucket] = [:]

    /// A limit by the second.
    ///
    /// - Parameters:
    ///   - burst: commands, or requests, at once.
    ///   - rate: the same a second; 0 for no limit.
    init(burst: Int, aSecond rate: Int) {
        (self.burst, self.rate, seconds, loopbackFactor) = (burst, rate, 1, Limits.loopbackFactor)
    }

    /// A limit by the minute.
    ///
    /// - Parameters:
    ///   - limit: how much may be done at once, and a minute from then on; 0 for no limit.
    ///   - loopbackFactor: the factor by which this machine may do more.
    init(aMinute limit: Int, loopbackFactor: Int = 1) {
        (burst, rate, seconds, self.loopbackFactor) = (limit, limit, 60, loopbackFactor)
    }

    /// Returns the tokens that an address may spend in a burst.
    func burst(of host: SocketAddress.Host) -> Int { burst * factor(host) }

    /// Returns the tokens that an address may spend continuously in a period; 0 for no limit.
    func rate(of host: SocketAddress.Host) -> Int { rate * factor(host) }

    private func factor(_ host: SocketAddress.Host) -> Int { host.isLoopback ? loopbackFactor : 1 }

    // MARK: What is left

    /// Returns true if an address has a token left.
    func allows(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        buckets[host.network]?.holds(1, at: now) ?? true
    }

    /// Returns true if an address has a token left, or owes fewer than it had at first.
    func allowsDebt(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        buckets[host.network]?.holds(1 - burst(of: host), at: now) ?? true
    }

    /// Returns the thousandths of a token that an address has left.
    func thousandths(of host: SocketAddress.Host, at now: Instant) -> Int {
        buckets[host.network]?.thousandths(at: now) ?? burst(of: host) * 1000
    }

    // MARK: Taking

    /// Takes out one token of an address for what must wait if there is none.
    ///
    /// - Returns: nil if there was one; otherwise the time until which it must wait.
    mutating func reserve(_ host: SocketAddress.Host, at now: Instant) -> Instant? {
        update(host, at: now) { $0.reserve(at: now) }
    }

    /// Puts back a token that was reserved and is not taken.
    mutating func cancel(_ host: SocketAddress.Host) { buckets[host.network]?.cancel() }

    /// Takes out the rest of a weight, beyond the token already taken.
    mutating func chargeRest(of weight: Int, _ host: SocketAddress.Host) {
        if weight > 1 { buckets[host.network]?.chargeRest(of: weight) }
    }

    /// Takes out thousandths of a token for what an address has caused besides its commands, or requests.
    ///
    /// Whoever sends it may be gone before having to wait, and others share the address. So a debt grows no larger than
    /// a burst, which is soon paid back.
    ///
    /// - Parameter kept: thousandths of a token that must be left for it not to wait.
    /// - Returns: the time until which the address must wait; nil if it need not.
    @discardableResult
    mutating func charge(
        thousandths count: Int, _ host: SocketAddress.Host, at now: Instant, keeping kept: Int = 0
    ) -> Instant? {
        update(host, at: now) {
            $0.charge(thousandths: count, at: now)
            $0.limitDebt()
            return $0.due(at: now, holding: kept)
        }
    }

    @inline(__always)
    private mutating func update(
        _ host: SocketAddress.Host, at now: Instant, _ take: (inout TokenBucket) -> Instant?
    ) -> Instant? {
        guard rate > 0 else { return nil }
        let (network, burst, rate, seconds) = (host.network, burst(of: host), rate(of: host), seconds)
        if buckets.count >= Limits.Internal.rememberedAddresses {
            buckets.makeRoom(for: network) { $0.fullAfter(at: now) }
        }
        return take(&buckets[network, default: TokenBucket(burst: burst, rate: rate, seconds: seconds)])
    }
}

extension Dictionary where Key == SocketAddress.Host {
    /// Makes room for another address, if there is none: the values that nobody needs any more are forgotten; if there
    /// are none, the one that is needed for the shortest time.
    ///
    /// - Parameter need: the milliseconds for which a value is still needed, 0 or less if it is not.
    mutating func makeRoom(for host: SocketAddress.Host, need: (Value) -> Int) {
        let most = Limits.Internal.rememberedAddresses
        guard count >= most, self[host] == nil else { return }
        let needs = map { (host: $0.key, milliseconds: need($0.value)) }
        for (host, milliseconds) in needs where milliseconds <= 0 { self[host] = nil }
        guard count >= most, let least = needs.min(by: { $0.milliseconds < $1.milliseconds }) else { return }
        self[least.host] = nil
    }
}
