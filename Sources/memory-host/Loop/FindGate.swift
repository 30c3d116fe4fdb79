import Lobby
import Protocol

/// Decides which datagrams of clients that look for hosts are answered: questions of this protocol from machines on the
/// host's own links, and only so many a second.
struct FindGate {
    private let readNetworks: () -> [Network]
    private var networks: [Network] = []
    private var readAt: Instant?
    private var bucket: TokenBucket?

    /// Creates a gate that has answered nobody yet; `readNetworks` returns the networks that this machine is on.
    init(readNetworks: @escaping () -> [Network] = Network.all) { self.readNetworks = readNetworks }

    /// Returns true if a datagram is to be answered; it then counts as answered.
    ///
    /// - Parameter bound: the IPv4 address that the host listens on; nil for all of this machine's.
    mutating func admits(
        _ datagram: ArraySlice<UInt8>, from sender: SocketAddress, to bound: SocketAddress.Host?, at now: Instant
    ) -> Bool {
        guard FindQuestion.isValid(datagram), sender.port > 0, isNear(sender.host, bound, at: now) else {
            return false
        }
        var bucket = bucket ?? TokenBucket(burst: Limits.findBurst, at: now)
        defer { self.bucket = bucket }
        return bucket.spend(at: now, rate: Limits.findAnswersPerSecond) == nil
    }

    /// Returns true if a sender is on one of the host's links, as far as its address tells.
    private mutating func isNear(
        _ sender: SocketAddress.Host, _ bound: SocketAddress.Host?, at now: Instant
    ) -> Bool {
        if readAt.map({ now - $0 >= Limits.Internal.networksMilliseconds }) ?? true {
            (networks, readAt) = (readNetworks(), now)
        }
        return networks.contains { network in
            network.contains(sender) && (bound.map { network.own == $0 || network.contains($0) } ?? true)
        }
    }
}
