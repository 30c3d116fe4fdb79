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
}

/// The hosts found so far, and when to ask again.
struct HostSearch: Equatable, Sendable {
    /// Milliseconds after each of the first questions, and after all others.
    private static let firstDelays = [300, 300, 400]
    private static let delay = 3_000
    /// Milliseconds after its last answer at which a host is taken off the list.
    private static let forgottenAfter = 10_000

    /// The newest answer from each address, the latest at the end.
    private var answers: [Answer] = []
    /// The hosts by name.
    private(set) var hosts: [FoundHost] = []
    /// The time of the next question; nil if nobody is looking.
    private(set) var askAt: Instant?
    private var asked = 0

    private struct Answer: Equatable, Sendable {
        let host: FoundHost
        let answeredAt: Instant
    }

    /// True once every host on the network has had time to answer.
    var isThorough: Bool { asked > Self.firstDelays.count }

    /// The ports to ask: the usual one, and those of known hosts.
    static func ports(of known: [HostAddress?]) -> [UInt16] {
        var ports = [SocketAddress.defaultPort]
        for host in known { if let host, !ports.contains(host.port) { ports.append(host.port) } }
        return ports
    }

    /// Starts over; the first question is due at once.
    mutating func start(at now: Instant) { (askAt, asked) = (now, 0) }

    /// Stops looking.
    mutating func stop() { askAt = nil }

    /// Returns true if it is time to ask, and notes that it was done. Hosts that have fallen silent are forgotten.
    mutating func ask(at now: Instant) -> Bool {
        guard let due = askAt, due <= now else { return false }
        askAt = now + (asked < Self.firstDelays.count ? Self.firstDelays[asked] : Self.delay)
        asked += 1
        answers.removeAll { now - $0.answeredAt >= Self.forgottenAfter }
        list()
        return true
    }

    /// Adds a host, or updates the one that is listed.
    mutating func add(_ host: FoundHost, at now: Instant) {
        if let index = answers.firstIndex(where: { $0.host.address == host.address }) {
            answers.remove(at: index)
        } else if answers.count >= Limits.Internal.foundHosts {
            return
        }
        answers.append(Answer(host: host, answeredAt: now))
        list()
    }

    /// Makes the list. It depends on the answers alone, not on their order, but for what the newest one says of a host.
    private mutating func list() {
        var found: [DistinctHost] = []
        for (age, answer) in answers.enumerated().sorted(by: { $0.element.host.isShownBefore($1.element.host) }) {
            if let index = found.firstIndex(where: { $0.hasGiven(answer.host) }) {
                found[index].add(answer.host, age)
            } else {
                found.append(DistinctHost(answer.host, age))
            }
        }
        hosts = found.map(\.shown).sorted()
    }
}

/// A host with several addresses, as far as its answers tell: all those of this machine, or one on each network that the
/// two machines share. Two addresses on one network are two hosts with the same name.
private struct DistinctHost {
    /// With the address that comes first, and the figures of the newest answer.
    private(set) var shown: FoundHost
    private var links: [FoundHost.Link]
    private var newest: Int

    /// Creates a host from an answer and its place among all.
    init(_ answer: FoundHost, _ place: Int) { (shown, links, newest) = (answer, [answer.link], place) }

    /// Returns true if an answer may come from this host, too.
    func hasGiven(_ answer: FoundHost) -> Bool {
        guard answer.name == shown.name, answer.address.port == shown.address.port else { return false }
        return (answer.link == .thisMachine) == (shown.link == .thisMachine)
            && (answer.link == .thisMachine || !links.contains(answer.link))
    }

    mutating func add(_ answer: FoundHost, _ place: Int) {
        links.append(answer.link)
        guard place > newest else { return }
        (shown, newest) = (answer.with(address: shown.address), place)
    }
}

extension FoundHost: Comparable {
    /// Orders hosts by name, then by address.
    static func < (left: Self, right: Self) -> Bool {
        (left.name, left.address.host, left.address.port) < (right.name, right.address.host, right.address.port)
    }

    /// True if of two addresses of one host, this is the one to show: loopback, which is always there, or the first.
    fileprivate func isShownBefore(_ other: FoundHost) -> Bool {
        isLoopback == other.isLoopback ? self < other : isLoopback
    }

    fileprivate var isLoopback: Bool { SocketAddress(host: address.host, port: address.port)?.isLoopback ?? false }

    private init(_ host: FoundHost, address: HostAddress) {
        self.address = address
        (name, players, matches, link) = (host.name, host.players, host.matches, host.link)
    }

    fileprivate func with(address: HostAddress) -> FoundHost { FoundHost(self, address: address) }
}

// MARK: - Looking for a host: while there is none, or to go to another

extension Model {
    /// Shows the hosts on the network, and begins to look for them. The one that the client is on has the focus.
    mutating func showHosts(_ now: Instant) {
        if screen.page != .hosts { go(to: .hosts, focusing: session.connection.wasOnline ? .host(address) : nil) }
        search.start(at: now)
        findHosts(now)
    }

    /// Leaves a host that has not let the client in, to choose among all.
    mutating func leaveHost(_ now: Instant) {
        effects.append(.disconnect)
        forgetHost()
        showHosts(now)
    }

    /// The client is on no host any more. The host keeps name and seat for a while, in case it is chosen again.
    private mutating func forgetHost() {
        effects.append(.releaseToken)
        session = .withoutHost
        (purpose, untried) = (.lobby, [])
    }

    /// Asks for hosts if it is time to.
    mutating func findHosts(_ now: Instant) {
        if search.ask(at: now) { effects.append(.find(ports: HostSearch.ports(of: [address, lastAddress]))) }
    }

    /// Stops looking, now that there is a host or that nobody looks at the list any more.
    mutating func stopLooking() {
        guard search.askAt != nil else { return }
        search.stop()
        effects.append(.stopFinding)
        if screen.page == .hosts { go(to: .menu) }
    }

    /// Connects to a host that was chosen or typed, unless the client is on it.
    mutating func choose(_ host: HostAddress) {
        if session.connection.wasOnline {
            if host == address { return go(to: .menu) }
            forgetHost()
        }
        (address, screen.overlay, untried) = (host, nil, [])
        connect()
    }

    /// Tries the usual hosts again.
    mutating func tryAgain(_ now: Instant) {
        choose(options.address)
        untried = usualHosts
        showHosts(now)
    }

    /// The hosts to try after the first one has failed.
    var usualHosts: [HostAddress] {
        guard !options.hasAddress, let lastAddress, lastAddress != options.address else { return [] }
        return [lastAddress]
    }

    /// The hosts to choose from: those found, and those that were given, typed, chosen or remembered. The one that the
    /// client is on has the address by which it is on it.
    var hostsToChoose: [HostAddress] {
        let found = search.hosts.map { isHere($0) ? address : $0.address }
        let known = [session.connection.wasOnline || options.hasAddress || address != options.address ? address : nil]
        return (found + (known + [lastAddress]).compactMap(\.self)).reduce(into: []) { hosts, host in
            if !hosts.contains(host) { hosts.append(host) }
        }
    }

    /// True for the host that the client is on, whatever address it has answered from.
    func isHere(_ host: FoundHost) -> Bool {
        guard session.connection.wasOnline else { return false }
        if host.address == address || session.hostAddresses.contains(host.address) { return true }
        // One machine has one host on a port, but its addresses are many.
        return host.link == .thisMachine && host.address.port == address.port && host.name == session.hostName
    }
}
