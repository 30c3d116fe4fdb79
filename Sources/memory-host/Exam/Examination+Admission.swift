import Lobby
import Protocol

// Who the client is. A name says little where anybody may connect, so from the first `welcome` to the report, it belongs
// to one address, and there to one connection at a time. A token is good everywhere, and takes the name along. While a
// lesson waits for a client to come back with its token, the name alone is not enough.
extension Examination {
    /// What becomes of a connection that says hello.
    enum Admission {
        /// It is the client's.
        case admitted
        /// The name is taken.
        case refused
        /// The host is gone, as far as the client can tell.
        case unreachable
    }

    /// Decides about a connection that says hello with the client's name, or with a token that the client was given.
    mutating func admission(
        of client: ClientID, _ identification: Identification, from address: SocketAddress.Host, at now: Instant
    ) -> Admission {
        if isOver { return .admitted }
        let isAway = awayUntil.map { now < $0 } ?? false
        switch identification {
        case .token: if !isAway { claimant = client }
        case .name where !isHome(address) || isPresent || isWaitingForToken(client):
            refusedCount += 1
            if refusedCount == 1 { add(.refuse(address)) }
            return .refused
        case .name: break
        }
        return isAway ? .unreachable : .admitted
    }

    private func isHome(_ address: SocketAddress.Host) -> Bool {
        home.map { $0 == address || $0.isLoopback && address.isLoopback } ?? true
    }

    /// True if the client is connected.
    private var isPresent: Bool { current.flatMap { lines[$0] }.map { !$0.isClosing } ?? false }

    /// True if the lesson waits for a token that neither this connection nor one that is gone has shown.
    private func isWaitingForToken(_ client: ClientID) -> Bool {
        guard run?.expectsReturn ?? false else { return false }
        return !(claimant.map { $0 == client || lines[$0] == nil } ?? false)
    }

    /// True if the examination knows who this connection is, or hears it no more.
    func hasMet(_ client: ClientID) -> Bool {
        client == current || lines[client].map { $0.isMuted || $0.isClosing } ?? true
    }

    /// True if nobody misses the examination: it is over, or its client has left before it did anything.
    var mayGo: Bool { lines.isEmpty && (isOver || results.isEmpty && !(run?.isJudged ?? false)) }

    /// A connection of the client, which has been greeted.
    mutating func connect(
        _ client: ClientID, _ encoding: Encoding, from address: SocketAddress.Host, at now: Instant
    ) {
        let inner = nextInner()
        lines[client] = Line(inner: inner, address: address, encoding: encoding)
        _ = handle(.connected(inner), at: now)  // Its greeting has been sent.
    }

    /// Takes note that a connection has the client's name now.
    mutating func take(_ welcome: Welcome, _ client: ClientID, at now: Instant) {
        tokens.insert(welcome.token)
        if current != client { held = [] }
        (current, claimant) = (client, nil)
        if let address = lines[client]?.address, address != home {
            home = address
            add(.settle(address))
        }
        run?.noteWelcome(resumed: welcome.resumed)
        proceed(at: now)
    }
}
