import Protocol

// Looking for a host: while there is none, or to go to another.

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
