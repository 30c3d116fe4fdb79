import Lobby
import Protocol

/// Values that are remembered for addresses or networks, so many at most.
struct AddressTable<Value: Sendable>: Sendable {
    private var values: [SocketAddress.Host: Value] = [:]

    /// An address's value; nil if there is none.
    subscript(host: SocketAddress.Host) -> Value? { values.isEmpty ? nil : values[host] }

    /// Changes an address's value in place; nothing happens if there is none.
    mutating func change(_ host: SocketAddress.Host, _ change: (inout Value) -> Void) {
        if let index = values.index(forKey: host) { change(&values.values[index]) }
    }

    /// Changes an address's value in place, or a new one.
    ///
    /// To make room for a new one in a full table, the values that nobody needs any more are forgotten; if there is
    /// none, the one that is needed for the shortest time.
    ///
    /// - Parameters:
    ///   - new: the value to start with.
    ///   - need: the milliseconds for which a value is still needed, 0 or less if it is not.
    @discardableResult
    mutating func update<Result>(
        _ host: SocketAddress.Host, or new: @autoclosure () -> Value,
        need: (SocketAddress.Host, Value) -> Int, _ change: (inout Value) -> Result
    ) -> Result {
        if values.count >= Limits.Internal.rememberedAddresses, values[host] == nil { makeRoom(need) }
        return change(&values[host, default: new()])
    }

    private mutating func makeRoom(_ need: (SocketAddress.Host, Value) -> Int) {
        let needs = values.map { (host: $0.key, milliseconds: need($0.key, $0.value)) }
        for (host, milliseconds) in needs where milliseconds <= 0 { values[host] = nil }
        guard values.count >= Limits.Internal.rememberedAddresses else { return }
        if let least = needs.min(by: { $0.milliseconds < $1.milliseconds }) { values[least.host] = nil }
    }
}

/// The rate limits of addresses, each for all of its connections together; they outlast the connections. The addresses
/// of an IPv6 network count as one. One value is for commands, another for HTTP requests.
struct AddressBuckets: Sendable {
    /// Commands at once of an address that isn't this machine's.
    private let burst: Int
    /// Commands a second of an address that isn't this machine's; 0 for no limit.
    private let rate: Int
    /// How many times as much this machine may do.
    private let loopbackFactor: Int
    private var buckets = AddressTable<TokenBucket>()

    /// Starts with a full bucket for every address.
    ///
    /// - Parameters:
    ///   - burst: commands, or requests, at once.
    ///   - rate: the same a second; 0 for no limit.
    ///   - loopbackFactor: how many times as much this machine may do.
    init(burst: Int, rate: Int, loopbackFactor: Int = Limits.loopbackFactor) {
        (self.burst, self.rate, self.loopbackFactor) = (burst, rate, loopbackFactor)
    }

    /// Returns the commands, or requests, that an address may send in a burst.
    func burst(of host: SocketAddress.Host) -> Int { burst * factor(host) }

    /// Returns the commands, or requests, a second that an address may send continuously; 0 for no limit.
    func rate(of host: SocketAddress.Host) -> Int { rate * factor(host) }

    private func factor(_ host: SocketAddress.Host) -> Int { host.isLoopback ? loopbackFactor : 1 }

    /// Takes out one command of an address, or one request, which must wait if there is none.
    ///
    /// - Returns: nil if there was one; otherwise the time until which it must wait.
    mutating func reserve(_ host: SocketAddress.Host, at now: Instant) -> Instant? {
        update(host, at: now) { $0.reserve(at: now, rate: $1) }
    }

    /// Takes out thousandths of a command for what an address has caused besides its commands.
    ///
    /// Whoever sends it may be gone before having to wait, and others share the address. So a debt grows no larger than
    /// a burst, which is paid back in seconds.
    ///
    /// - Parameter kept: thousandths of a command that must be left for it not to wait.
    /// - Returns: the time until which the address must wait; nil if it need not.
    @discardableResult
    mutating func charge(
        thousandths count: Int, _ host: SocketAddress.Host, at now: Instant, keeping kept: Int = 0
    ) -> Instant? {
        update(host, at: now) {
            $0.charge(thousandths: count, at: now, rate: $1)
            $0.limitDebt()
            return $0.nextTime(at: now, rate: $1, holding: kept)
        }
    }

    /// Returns the thousandths of a command that an address has left.
    func content(_ host: SocketAddress.Host, at now: Instant) -> Int {
        buckets[host.network]?.content(at: now, rate: rate(of: host)) ?? burst(of: host) * 1000
    }

    private mutating func update(
        _ host: SocketAddress.Host, at now: Instant, _ take: (inout TokenBucket, _ rate: Int) -> Instant?
    ) -> Instant? {
        guard rate > 0 else { return nil }
        let (burst, rate) = (burst(of: host), rate(of: host))
        return buckets.update(
            host.network, or: TokenBucket(burst: burst, at: now),
            // Not `self`, whose table would then be copied before it is changed.
            need: { [rate = self.rate, loopbackFactor] in
                $1.fullAfter(at: now, rate: $0.isLoopback ? rate * loopbackFactor : rate)
            },
            { take(&$0, rate) })
    }

    /// Puts back a command that was reserved and is not taken.
    mutating func cancel(_ host: SocketAddress.Host) { buckets.change(host.network) { $0.cancel() } }

    /// Takes out the rest of a command's weight, beyond the one already taken.
    mutating func charge(_ weight: Int, _ host: SocketAddress.Host) {
        if weight > 1 { buckets.change(host.network) { $0.charge(weight) } }
    }
}

/// Limits, by address, what may be done only so often a minute: wrong guesses, or opening matches.
///
/// An address may do it so often at once, and gets it back bit by bit, all of it in a minute: whoever comes after those
/// who have used it up waits for one attempt, not for a minute. The addresses of an IPv6 network count as one.
struct Attempts: Sendable {
    /// Seconds in a minute, and the weight of an attempt: a bucket is filled by the second.
    private static let weight = 60
    /// True if there is a limit.
    private let isLimited: Bool
    private var buckets: AddressBuckets

    /// Starts with no attempts.
    ///
    /// - Parameters:
    ///   - limit: the attempts of an address at once, and a minute from then on; 0 for no limit.
    ///   - loopbackFactor: how many times as many this machine has.
    init(aMinute limit: Int, loopbackFactor: Int = 1) {
        isLimited = limit > 0
        buckets = AddressBuckets(burst: limit * Self.weight, rate: limit, loopbackFactor: loopbackFactor)
    }

    /// True if this address has used up its attempts and must wait.
    func mustWait(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        isLimited && buckets.content(host, at: now) < Self.weight * 1000
    }

    /// True if this address has made as many attempts beyond those as it had at first.
    func isDeepInDebt(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        isLimited && buckets.content(host, at: now) < (Self.weight - buckets.burst(of: host)) * 1000
    }

    /// Counts one more attempt.
    mutating func add(_ host: SocketAddress.Host, at now: Instant) {
        buckets.charge(thousandths: Self.weight * 1000, host, at: now)
    }
}

/// The addresses from which a browser has recently sent a request.
///
/// A browser opens spare connections along with those that it needs, and takes a greeting for the response to its next
/// request. So a connection that may be a spare is greeted later: by then the browser has others that have carried
/// requests, which it prefers.
struct BrowsingAddresses: Sendable {
    /// The times of their last requests.
    private var requests = AddressTable<Instant>()

    /// Returns true if a connection from this address that says nothing may be a browser's spare.
    func contains(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        guard let last = requests[host] else { return false }
        return now - last <= Limits.browsingMilliseconds
    }

    /// Notes a request from an address.
    mutating func add(_ host: SocketAddress.Host, at now: Instant) {
        requests.update(host, or: now, need: { Limits.browsingMilliseconds - (now - $1) }) { $0 = now }
    }
}
