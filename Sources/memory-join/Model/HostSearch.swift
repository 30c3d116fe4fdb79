import Protocol

/// A host that has answered.
struct FoundHost: Equatable, Sendable {
    let address: HostAddress
    let name: String
    let players: Int
    let matches: Int
    let link: Link

    /// The link that the answer came by.
    enum Link: Equatable, Sendable {
        case thisMachine
        case network(Network)
    }

    /// Creates a host from its answer.
    ///
    /// - Returns: nil if its name can't be shown, or if the sender is on none of this machine's networks.
    init?(_ answer: FindAnswer, from sender: SocketAddress.Host, networks: [Network]) {
        guard let network = networks.first(where: { $0.contains(sender) }) else { return nil }
        let isOwn = sender.isLoopback || networks.contains { $0.own == sender }
        name = SafeText.line(answer.host, columns: Limits.nameCharacters).trimmingSpaces()
        if name.isEmpty { return nil }
        address = HostAddress(host: sender.description, port: answer.port)
        (players, matches, link) = (answer.players, answer.matches, isOwn ? .thisMachine : .network(network))
    }

    /// Returns true if both answers come from one host with several addresses: all those of this machine, or one on
    /// each network that the two machines share. Two addresses on one network are two hosts with the same name.
    func isSameHost(as other: FoundHost) -> Bool {
        if address == other.address { return true }
        guard name == other.name, address.port == other.address.port else { return false }
        return switch (link, other.link) {
        case (.thisMachine, .thisMachine): true
        case (.network(let one), .network(let another)): one != another
        default: false
        }
    }
}

/// The hosts found so far, and when to ask again.
struct HostSearch: Equatable, Sendable {
    /// Milliseconds after each of the first questions, and after all others.
    private static let firstDelays = [300, 300, 400]
    private static let delay = 3_000
    /// Milliseconds after its last answer at which a host is taken off the list.
    private static let forgottenAfter = 10_000

    private var entries: [Entry] = []
    /// The time of the next question; nil if nobody is looking.
    private(set) var askAt: Instant?
    private var asked = 0

    private struct Entry: Equatable, Sendable {
        var host: FoundHost
        var answeredAt: Instant
    }

    /// The hosts by name.
    var hosts: [FoundHost] { entries.map(\.host) }

    /// True once every host on the network has had time to answer.
    var isThorough: Bool { asked > Self.firstDelays.count }

    /// The ports to ask: the usual one, and those of known hosts.
    static func ports(of known: [HostAddress?]) -> [UInt16] {
        var ports = [SocketAddress.defaultPort]
        for host in known { if let host, !ports.contains(host.port) { ports.append(host.port) } }
        return ports
    }

    /// Starts over; the first question is due at once.
    mutating func start(at now: Instant) { self = HostSearch(entries: entries, askAt: now, asked: 0) }

    /// Stops looking.
    mutating func stop() { askAt = nil }

    /// Returns true if it is time to ask, and notes that it was done. Hosts that have fallen silent are forgotten.
    mutating func ask(at now: Instant) -> Bool {
        guard let due = askAt, due <= now else { return false }
        askAt = now + (asked < Self.firstDelays.count ? Self.firstDelays[asked] : Self.delay)
        asked += 1
        entries.removeAll { now - $0.answeredAt >= Self.forgottenAfter }
        return true
    }

    /// Adds a host, or updates the one that is listed.
    mutating func add(_ host: FoundHost, at now: Instant) {
        var entry = Entry(host: host, answeredAt: now)
        if let index = entries.firstIndex(where: { $0.host.isSameHost(as: host) }) {
            // The address stays, so that nothing jumps; but loopback is the one that is always there.
            if !host.isLoopback { entry.host = host.with(address: entries[index].host.address) }
            entries.remove(at: index)
        } else if entries.count >= Limits.Internal.foundHosts {
            return
        }
        let index = entries.firstIndex { entry.host < $0.host } ?? entries.count
        entries.insert(entry, at: index)
    }
}

extension FoundHost: Comparable {
    /// Orders hosts by name, then by address.
    static func < (left: Self, right: Self) -> Bool {
        (left.name, left.address.host, left.address.port) < (right.name, right.address.host, right.address.port)
    }

    fileprivate var isLoopback: Bool { SocketAddress(host: address.host, port: address.port)?.isLoopback ?? false }

    private init(_ host: FoundHost, address: HostAddress) {
        self.address = address
        (name, players, matches, link) = (host.name, host.players, host.matches, host.link)
    }

    fileprivate func with(address: HostAddress) -> FoundHost { FoundHost(self, address: address) }
}
