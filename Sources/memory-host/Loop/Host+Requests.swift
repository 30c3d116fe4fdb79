import Lobby
import Protocol

// HTTP requests. The lobby knows nothing of them: a browser connection is one of its clients only once it has
// switched to WebSocket, and then a client like any other.
extension Host {
    /// Answers requests that have arrived, until there are none left, the browser must read first, or it is the others'
    /// turn.
    mutating func answerRequests(of client: ClientID) {
        for _ in 0..<Limits.Internal.linesAtOnce {
            guard let outcome = connections.update(client, { $0.nextRequest(at: clock.now) }) ?? nil else { break }
            answer(outcome, client)
        }
        markDirty(client)
        if connections.read(client, { $0.hasNoMoreRequests }) ?? false { close(client) }
    }

    private mutating func answer(_ outcome: HTTPRequestReader.Outcome, _ client: ClientID) {
        guard let site, let (address, refusal) = connections.read(client, { ($0.host, $0.refusal) }) else { return }
        switch outcome {
        case .incomplete: return
        case .foreign:
            log.write(.info, "dropped a connection from \(address) that sent an unsupported request")
            drop(client)
        case .refused(let status):
            respond(excess(of: address, on: site) ?? site.refusal(status), to: client, closing: true)
        case .request(let request):
            let response = excess(of: address, on: site) ?? site.respond(to: request)
            log.write(.debug, "\(address): \(request.path): \(response.status.rawValue)")
            let isRefused = response.status.rawValue >= 400 && response.status != .notFound
            // A request that is refused is no sign of somebody who looks at the page.
            if !isRefused { browsing.add(address, at: now) }
            if response.status == .switchingProtocols { return changeOver(client, response) }
            // A connection for which there is no room may ask once.
            let isLast = isRefused || request.wantsClose || refusal != nil
            respond(response, to: client, closing: isLast, omitsBody: request.method == .head)
        }
    }

    /// Counts a request of an address; returns the response to it if it is one too many.
    private mutating func excess(of address: SocketAddress.Host, on site: WebSite) -> HTTPResponse? {
        guard let due = requests.spend(address, at: now) else { return nil }
        var response = site.refusal(.tooManyRequests)
        response.add([("Retry-After", "\((due - now + 999) / 1000)")])
        return response
    }

    private mutating func respond(
        _ response: HTTPResponse, to client: ClientID, closing: Bool, omitsBody: Bool = false
    ) {
        var response = response
        if closing { response.add([("Connection", "close")]) }
        put(response.head, .reply, client, position: 0)
        if !omitsBody, !response.body.isEmpty { put(response.body, .reply, client, position: 0) }
        if closing { close(client) }
    }

    /// Makes a browser's connection a client of the lobby.
    private mutating func changeOver(_ client: ClientID, _ response: HTTPResponse) {
        put(response.head, .reply, client, position: 0)
        guard var rest = connections.update(client, { $0.changeOver() }) else { return }
        greet(client)
        guard connections.read(client, { $0.stage == .open }) ?? false else { return }
        let count = rest.count
        let received = count == 0 ? .lines : connections.update(client) { $0.take(&rest, count) }
        act(on: received ?? .nothing, from: client)
    }

    /// Drops a connection on which a browser has sent a request after the greeting, mistaking it for the response; and
    /// with it others of its address that have said nothing since their greeting, as the browser would use those next.
    /// One that was greeted long ago is none of them: somebody else behind the same address listens there.
    mutating func dropGreeted(_ client: ClientID) {
        guard let address = connections.read(client, { $0.host }) else { return }
        browsing.add(address, at: now)
        drop(client)
        let moment = now + -Limits.greetedSpareMilliseconds
        for other in connections.muteClients(of: address, since: moment) { drop(other) }
    }

    /// Drops a browser's connection that has been idle for too long, or that takes too long to send a request or to
    /// receive a response; checks again later if it has not.
    mutating func dropIfIdle(_ client: ClientID) {
        guard let connection = connections[client] else { return }
        var due = connection.saidAt + Limits.requestMilliseconds
        if !connection.outgoing.isEmpty { due = max(due, connection.movedAt + Limits.stalledMilliseconds) }
        if due <= now { drop(client) } else { wake(client, at: due) }
    }
}
