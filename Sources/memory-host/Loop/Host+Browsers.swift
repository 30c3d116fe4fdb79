import HTTP
import Lobby
import Protocol

// HTTP requests. The lobby knows nothing of them: a browser connection is one of its clients only once it has
// switched to WebSocket, and then a client like any other.
//
// What they cost is charged to their address: the bytes that arrive, each request, and what it causes. Nothing is refused
// for that: a request of an address that has spent its share waits, and no more is read from its connection.
extension Host {
    /// Charges for bytes of HTTP that have arrived; if they end a request, it is answered after all lines of this pass.
    mutating func takeRequests(_ count: Int, from client: ClientID) {
        if count > 0, let address = connections.read(client, { $0.host }) {
            let cost = count * 1000 / Limits.bytesPerRequest + Limits.Internal.arrivalThousandths
            limits.requests.charge(thousandths: cost, address, at: now)
        }
        listRequest(of: client)
    }

    /// Lists a request to be answered in this pass; if none waits, closes a connection on which none can follow.
    mutating func listRequest(of client: ClientID) {
        guard connections.update(client, { $0.listRequest() }) ?? false else { return settle(client) }
        lists.add(asking: client)
        markDirty(client)  // It is not read from until it is answered.
    }

    /// Lets the poller learn what to watch for now, and closes a connection on which no request can follow.
    private mutating func settle(_ client: ClientID) {
        markDirty(client)
        if connections.read(client, { $0.hasNoMoreRequests }) ?? false { close(client) }
    }

    /// Answers requests: at most one on each connection, and in all no more than takes a moment. The others are answered in
    /// the next passes, after the lines that have come by then.
    mutating func answerRequests() {
        guard lists.hasAsking else { return }
        let clients = lists.takeAsking()
        var (next, rest) = (0, Limits.Internal.requestsAtOnce * 1000)
        while next < clients.count, rest > 0 {
            rest -= answerRequest(of: clients[next])
            next += 1
        }
        lists.putBack(asking: clients[next...])
        flushAll()
    }

    /// Answers a connection's next request; returns its cost, in thousandths of a request.
    private mutating func answerRequest(of client: ClientID) -> Int {
        let now = now
        switch connections.update(client, { $0.nextRequest(at: now, sharing: &limits.requests) }) {
        case nil: return 0
        case .none?:
            markDirty(client)
            return 0
        case .tooFast(let due)?:
            setAlarm(of: client, at: due)
            markDirty(client)
            return 0
        case .outcome(let outcome)?:
            let address = connections.read(client) { $0.host }
            let cost = answer(outcome, client)
            if let address { limits.requests.charge(thousandths: cost, address, at: now) }
            settle(client)
            guard case .request(let request) = outcome else { return 1000 + cost }
            return 1000 + cost + request.headBytes * 1000 / Limits.bytesPerRequest
        }
    }

    /// Answers a request; returns what that costs besides the request itself, in thousandths of a request.
    private mutating func answer(_ outcome: HTTPRequestReader.Item, _ client: ClientID) -> Int {
        guard let (address, refusal) = connections.read(client, { ($0.host, $0.refusal) }) else { return 0 }
        switch outcome {
        case .incomplete: return 0
        case .refused(let status):
            if site == nil { return dropForeign(client) }
            return respond(WebSite.refusal(status), to: client, closing: true)
        case .request(let request):
            let ofOperator = stopAt == nil ? respondToOperator(request, from: address) : stoppingResponse
            guard let response = ofOperator ?? site?.respond(to: request, from: address) else {
                return dropForeign(client)
            }
            log.write(.debug, "\(address): \(request.path.prefix(Log.pathCharacters)): \(response.status.rawValue)")
            if response.status == .forbidden { noteForbidden(request, from: address) }
            // A request that is refused is no sign of a person who looks at the page, nor is one of an operator's program.
            if !response.status.isRefusal, ofOperator == nil { browsing.add(address, at: now) }
            if response.status == .switchingProtocols { return upgrade(client, response) }
            // A connection for which there is no room may ask once.
            let isLast = response.status.isRefusal || request.wantsClose || refusal != nil
            return respond(response, to: client, closing: isLast, omitsBody: request.method == .head)
        }
    }

    /// Counts a request that was answered by 403, and says so to the operator: browsers do not say it to anybody.
    private mutating func noteForbidden(_ request: HTTPRequest, from address: SocketAddress.Host) {
        let reason = ForbiddenRequests.Reason(metricsGate.address.objection(to: request))
        guard meters.forbidden.add(reason, from: address, at: now) else { return }
        func quoted(_ values: [String]) -> String {
            values.isEmpty ? "none" : values.map { "\"\(WebAddress.shown($0))\"" }.joined(separator: ", ")
        }
        let hosts = (request.authority.map { [$0] } ?? []) + request.values(of: "host")
        let origins = request.values(of: "origin")
        log.write(
            .info,
            "answered 403 to \(address), Host \(quoted(hosts)), Origin \(quoted(origins)): \(reason.words)")
    }

    /// The response to any request while the host stops.
    private var stoppingResponse: HTTPResponse? { unfitness.map { WebSite.plain(.unavailable, $0) } }

    /// Drops the connection of a browser, since this host has no page; that costs nothing besides the request.
    private mutating func dropForeign(_ client: ClientID) -> Int {
        log.write(.info, "\(address(of: client)) is using a different protocol")
        meters.turnAway(.foreignProtocol)
        drop(client)
        return 0
    }

    /// Sends a response; returns what it costs besides the request, in thousandths of a request.
    private mutating func respond(
        _ response: HTTPResponse, to client: ClientID, closing: Bool, omitsBody: Bool = false
    ) -> Int {
        var response = response
        if closing { response.add([("Connection", "close")]) }
        put(response.head, .reply, client, position: 0)
        let body = omitsBody ? [] : response.body
        if !body.isEmpty { put(body, .reply, client, position: 0) }
        if closing { close(client) } else { connections.update(client) { $0.outbox.setDeadline(from: clock.now) } }
        return (response.weight - 1) * 1000 + body.count * 1000 / Limits.bodyBytesPerRequest
    }

    /// Makes a browser's connection a client of the lobby; returns what that costs besides the request.
    private mutating func upgrade(_ client: ClientID, _ response: HTTPResponse) -> Int {
        let cost = (response.weight - 1) * 1000
        put(response.head, .reply, client, position: 0)
        guard var rest = connections.update(client, { $0.upgrade(at: clock.now) }) else { return cost }
        introduce(client)
        guard connections.read(client, { $0.stage == .client }) ?? false else { return cost }
        let count = rest.count
        let arrival = count == 0 ? .lines : connections.update(client) { $0.take(&rest, count) }
        act(on: arrival ?? .nothing, from: client)
        return cost
    }

    /// Drops a connection on which a browser has sent a request after the greeting: it would take the greeting for the
    /// response. It tries again on another one. Nobody else is affected.
    mutating func dropGreeted(_ client: ClientID) {
        guard let address = connections.read(client, { $0.host }) else { return }
        log.write(.debug, "dropped a connection from \(address) with a request after the greeting")
        browsing.add(address, at: now)
        drop(client)
    }
}
