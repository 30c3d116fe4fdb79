import Lobby
import Protocol

/// Decides which datagrams to answer: questions of this protocol from machines on the host's own links, and only so
/// many a second, per address and in total.
struct FindGate {
    private let readNetworks: () -> [Network]
    private var networks: [Network] = []
    private var readAt: Instant?
    /// The answers of the last second, the oldest first.
    private var answers: [(sender: SocketAddress.Host, at: Instant)] = []

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
        answers.removeAll { now - $0.at >= 1000 }
        let own = answers.count { $0.sender == sender.host }
        guard answers.count < Limits.findAnswersPerSecond, own < Limits.findAnswersPerAddress else { return false }
        answers.append((sender.host, now))
        return true
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
