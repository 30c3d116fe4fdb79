import Protocol

// Looking for a host, while there is none.

extension Model {
    /// Shows the hosts on the network, and begins to look for them.
    mutating func showHosts(_ now: Instant) {
        if screen.page != .hosts { go(to: .hosts) }
        search.start(at: now)
        findHosts(now)
    }

    /// Leaves the host, to choose among all. It keeps name and seat for a while, in case it is chosen again.
    mutating func leaveHost(_ now: Instant) {
        effects += [.disconnect, .releaseToken]
        session = .withoutHost
        (purpose, untried) = (.lobby, [])
        showHosts(now)
    }

    /// Asks for hosts if it is time to.
    mutating func findHosts(_ now: Instant) {
        if search.ask(at: now) { effects.append(.find(ports: HostSearch.ports(of: [address, lastAddress]))) }
    }

    /// Stops looking, now that there is a host.
    mutating func stopLooking() {
        guard search.askAt != nil else { return }
        search.stop()
        effects.append(.stopFinding)
        if screen.page == .hosts { go(to: .menu) }
    }

    /// Connects to a host that was chosen or typed.
    mutating func choose(_ host: HostAddress) {
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

    /// The host that was given, typed, chosen or remembered, and that has not been found, if any.
    var missingHost: HostAddress? {
        let wanted = options.hasAddress || address != options.address ? address : lastAddress
        return search.hosts.contains { $0.address == wanted } ? nil : wanted
    }
}
