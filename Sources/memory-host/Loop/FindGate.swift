import Lobby
import Protocol

/// Decides which datagrams to answer: questions of this protocol from machines on the host's own links, and only so
/// many a second, per address and in total.
struct FindGate {
    private let readNetworks: () -> [Network]
    private var networks: [Network] = []
    private var readAt: Instant?
    /// The answers left for now. They come back one by one, so that no flood takes those of a whole second at once.
    private var bucket = TokenBucket(burst: Limits.findBurst, rate: Limits.findAnswersPerSecond - Limits.findBurst)
    /// The answers of the last second, oldest first.
    private var answers: [(sender: SocketAddress.Host, at: Instant)] = []

    /// Creates a gate that has answered nobody yet; `readNetworks` returns the networks that this machine is on.
    init(readNetworks: @escaping () -> [Network] = Network.all) { self.readNetworks = readNetworks }

    /// Returns true if a datagram is a question that may be answered.
    ///
    /// - Parameter bound: the IPv4 address that the host listens on; nil for all of this machine's.
    mutating func isQuestion(
        _ datagram: ArraySlice<UInt8>, from sender: SocketAddress, to bound: SocketAddress.Host?, at now: Instant
    ) -> Bool {
        sender.port > 0 && isNear(sender.host, bound, at: now) && FindQuestion.isValid(datagram)
    }

    /// Chooses which of the questions that arrived together to answer; these then count as answered.
    ///
    /// If there are too many, chance decides. Nobody can be kept from being found by someone else who asks first, or
    /// under other addresses.
    ///
    /// - Parameter senders: where the questions came from.
    /// - Returns: the positions in `senders` of those to answer, in any order.
    mutating func choose(
        from senders: [SocketAddress.Host], at now: Instant, using random: inout some RandomNumberGenerator
    ) -> [Int] {
        answers.removeAll { now - $0.at >= 1000 }
        var own: [SocketAddress.Host: Int] = [:]
        for answer in answers { own[answer.sender, default: 0] += 1 }
        var chosen: [Int] = []
        for position in senders.indices.shuffled(using: &random) {
            let sender = senders[position]
            guard own[sender, default: 0] < Limits.findAnswersPerAddress else { continue }
            guard bucket.spend(at: now) == nil else { break }
            own[sender, default: 0] += 1
            answers.append((sender, now))
            chosen.append(position)
        }
        return chosen
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
