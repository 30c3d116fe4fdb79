import Lobby
import Protocol

/// The rate limits of addresses, each for all of its connections together; they outlast the connections. One value is
/// for commands, another for HTTP requests.
struct AddressBuckets: Sendable {
    /// Commands at once of an address that isn't this machine's.
    private let burst: Int
    /// Commands a second of an address that isn't this machine's; 0 for no limit.
    private let rate: Int
    private var buckets: [SocketAddress.Host: TokenBucket] = [:]

    /// Starts with a full bucket for every address. This machine has ten times as much as another address.
    ///
    /// - Parameters:
    ///   - burst: commands, or requests, at once.
    ///   - rate: the same a second; 0 for no limit.
    init(burst: Int, rate: Int) { (self.burst, self.rate) = (burst, rate) }

    /// Returns the commands, or requests, that an address may send in a burst.
    func burst(of host: SocketAddress.Host) -> Int { burst * Self.factor(host) }

    /// Returns the commands, or requests, a second that an address may send continuously; 0 for no limit.
    func rate(of host: SocketAddress.Host) -> Int { rate * Self.factor(host) }

    private static func factor(_ host: SocketAddress.Host) -> Int { host.isLoopback ? Limits.loopbackFactor : 1 }

    /// Takes out one command of an address, or one request, which must wait if there is none.
    ///
    /// - Returns: nil if there was one; otherwise the time until which it must wait.
    mutating func reserve(_ host: SocketAddress.Host, at now: Instant) -> Instant? {
        update(host, at: now) { $0.reserve(at: now, rate: $1) }
    }

    /// Takes out thousandths of a command for what an address has caused besides its commands.
    ///
    /// Whoever sends it may be gone before having to wait, and others share the address. So a debt grows no larger than a
    /// burst, which is paid back in seconds.
    ///
    /// - Returns: the time until which the address must wait; nil if it need not.
    @discardableResult
    mutating func charge(thousandths count: Int, _ host: SocketAddress.Host, at now: Instant) -> Instant? {
        update(host, at: now) {
            $0.charge(thousandths: count)
            $0.limitDebt()
            return $0.debtEnd(at: now, rate: $1)
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
        if buckets[host.network] == nil, buckets.count >= Limits.Internal.rememberedAddresses { makeRoom(at: now) }
        let full = TokenBucket(burst: burst(of: host), at: now)
        return take(&buckets[host.network, default: full], rate(of: host))
    }

    /// Puts back a command that was reserved and is not taken.
    mutating func cancel(_ host: SocketAddress.Host) { buckets[host.network]?.cancel() }

    /// Takes out the rest of a command's weight, beyond the one already taken.
    mutating func charge(_ weight: Int, _ host: SocketAddress.Host) {
        if weight > 1 { buckets[host.network]?.charge(weight) }
    }

    /// Forgets the addresses whose buckets are full; if there is none, the one whose bucket is full the soonest.
    private mutating func makeRoom(at now: Instant) {
        let missing = buckets.map { host, bucket in
            (host: host, count: burst(of: host) * 1000 - bucket.content(at: now, rate: rate(of: host)))
        }
        for (host, count) in missing where count <= 0 { buckets[host] = nil }
        guard buckets.count >= Limits.Internal.rememberedAddresses else { return }
        if let least = missing.min(by: { $0.count < $1.count }) { buckets[least.host] = nil }
    }
}

/// Counts, by address, what may be done only a few times a minute: wrong guesses, or opening matches.
///
/// A minute starts with an address's first attempt. An address over the limit waits until that minute ends.
struct Attempts: Sendable {
    private struct Minute: Sendable {
        let begin: Instant
        var count: Int
    }

    /// The attempts an address may make in a minute.
    private let limit: Int

    /// Starts with no attempts.
    init(limit: Int) { self.limit = limit }

    private var minutes: [SocketAddress.Host: Minute] = [:]

    /// True if this address has used up its attempts and must wait.
    func mustWait(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        guard !minutes.isEmpty, let minute = minutes[host.network], !Self.isOver(minute, at: now) else { return false }
        return minute.count >= limit
    }

    /// Counts one more attempt.
    mutating func add(_ host: SocketAddress.Host, at now: Instant) {
        if let minute = minutes[host.network], !Self.isOver(minute, at: now) {
            minutes[host.network]?.count += 1
            return
        }
        minutes[host.network] = nil
        if minutes.count >= Limits.Internal.rememberedAddresses { makeRoom(at: now) }
        minutes[host.network] = Minute(begin: now, count: 1)
    }

    /// Forgets every address whose minute is over; if there is none, the one whose minute started first.
    private mutating func makeRoom(at now: Instant) {
        minutes = minutes.filter { !Self.isOver($0.value, at: now) }
        guard minutes.count >= Limits.Internal.rememberedAddresses else { return }
        if let first = minutes.min(by: { $0.value.begin < $1.value.begin }) { minutes[first.key] = nil }
    }

    private static func isOver(_ minute: Minute, at now: Instant) -> Bool {
        now - minute.begin >= Limits.guessingMilliseconds
    }
}

/// The addresses from which a browser has recently sent a request.
///
/// A browser opens spare connections along with those that it needs, and takes a greeting for the response to its next
/// request. So a connection that may be a spare is greeted later: by then the browser has others that have carried
/// requests, which it prefers.
struct BrowsingAddresses: Sendable {
    private var requests: [SocketAddress.Host: Instant] = [:]

    /// Returns true if a connection from this address that says nothing may be a browser's spare.
    func contains(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        guard !requests.isEmpty, let last = requests[host] else { return false }
        return now - last <= Limits.browsingMilliseconds
    }

    /// Notes a request from an address. If too many addresses are remembered, expired ones are forgotten; if
    /// none has expired, all are.
    mutating func add(_ host: SocketAddress.Host, at now: Instant) {
        if requests[host] == nil, requests.count >= Limits.Internal.rememberedAddresses {
            requests = requests.filter { now - $0.value <= Limits.browsingMilliseconds }
            if requests.count >= Limits.Internal.rememberedAddresses { requests = [:] }
        }
        requests[host] = now
    }
}
