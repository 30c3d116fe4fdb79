import HTTP
import Lobby
import Protocol

// Accepting connections, greeting them, turning them away, and dropping them.
extension Host {
    /// Accepts what waits at a listener; returns true if more may wait, which has to until the others had their turn.
    @discardableResult
    mutating func accept(from listener: Socket) -> Bool {
        for _ in 0..<Limits.Internal.acceptedAtOnce {
            do throws(SystemError) {
                switch try listener.accept() {
                case .wouldBlock: return false
                case .aborted: continue
                case .exhausted:
                    pauseAccepting("out of file descriptors; new connections have to wait")
                    return false
                case .accepted(let socket, let address): admitOrTurnAway(socket, address)
                }
            } catch {
                pauseAccepting("cannot accept a connection: \(error)")
                return false
            }
        }
        return true
    }

    /// Stops accepting for a moment, so that an attempt that cannot succeed now is not repeated in a busy loop.
    private mutating func pauseAccepting(_ why: String) {
        log.write(.warning, why)
        guard stopAt == nil else { return }
        acceptor.watched.pause(&poller, until: now + Limits.Internal.acceptPauseMilliseconds)
    }

    private mutating func admitOrTurnAway(_ socket: Socket, _ address: SocketAddress) {
        var refusal = refusal(for: address.host)
        if let reason = refusal, !memory.isLow, makeRoom(for: address.host, reason) {
            refusal = self.refusal(for: address.host)
        }
        if let refusal {
            countTurnedAway(refusal)
            log.write(.info, "refused a connection from \(address.host): \(refusal.code)")
            if connections.turnedAwayCount >= Limits.Internal.turnedAwayAtOnce { return socket.close() }
        }
        guard let client = admit(socket, address.host, refusal) else { return }
        log.write(.debug, "connection from \(address)")
        setAlarm(of: client, at: now + Limits.greetingMilliseconds)
    }

    /// Greets a client that has just arrived.
    mutating func greet(_ client: ClientID) {
        if connections.update(client, { $0.greet(at: clock.now) }) ?? false { introduce(client) }
    }

    /// Introduces a client to the lobby, unless there is no room for it.
    mutating func introduce(_ client: ClientID) {
        guard let (host, refusal) = connections.read(client, { ($0.host, $0.refusal) }) else { return }
        if let refusal { return turnAway(client, host, refusal) }
        process(.connected(client, limits: publishedLimits(for: host), from: host))
    }

    /// Returns the limits in force for connections from an address.
    private func publishedLimits(for host: SocketAddress.Host) -> PublishedLimits {
        var published = lobby.hello.limits
        published.connectionsPerAddress = acceptor.limit(for: host)
        published.addressBurst = limits.commands.burst(of: host)
        published.addressCommandsPerSecond = limits.commands.rate(of: host)
        return published
    }

    private func refusal(for host: SocketAddress.Host) -> Refusal? {
        if stopAt != nil { return .shuttingDown }
        if memory.isLow { return .hostFull }
        return acceptor.refusal(open: connections.count, fromHost: connections.count(of: host), host)
    }

    /// Drops a connection that has carried HTTP and carries nothing now, since a browser opens another when it needs one;
    /// if there is none, evicts the one that has been silent the longest, if that is long enough and its client is not expected to play.
    private mutating func makeRoom(for host: SocketAddress.Host, _ refusal: Refusal) -> Bool {
        guard refusal == .hostFull || refusal == .tooManyConnections else { return false }
        let sameHost = refusal == .tooManyConnections ? host : nil
        if let idle = connections.idleBrowser(of: sameHost) {
            drop(idle)
            return true
        }
        let moment = Instant(milliseconds: now.milliseconds - Limits.silentMilliseconds)
        guard let client = connections.mostSilent(of: sameHost, before: moment, where: { !lobby.isExpected($0) }) else {
            return false
        }
        process(.evictedForIdling(client))
        flush(client)
        drop(client)
        return true
    }

    private mutating func admit(_ socket: Socket, _ host: SocketAddress.Host, _ refusal: Refusal?) -> ClientID? {
        let client = connections.add(socket, host: host, refusal: refusal, at: now)
        do throws(SystemError) {
            try poller.add(socket.descriptor, interest: .readable, token: PollToken.client(client).rawValue)
            return client
        } catch {
            log.write(.warning, "cannot poll a connection: \(error)")
            connections.remove(client)
            socket.close()
            return nil
        }
    }

    /// Gives the reason there is no room, and closes. The lobby never learns of the connection.
    private mutating func turnAway(_ client: ClientID, _ host: SocketAddress.Host, _ refusal: Refusal) {
        var hello = lobby.hello
        hello.limits = publishedLimits(for: host)
        let report = ErrorReport(refusal, command: nil)
        for event in [.hello(hello), .error(report), .bye(Farewell(after: refusal))] as [Event] {
            apply(.send(Message(event), to: client), after: [])
        }
        close(client)
    }

    /// Closes a connection once everything queued for it has been sent, or when that takes too long.
    mutating func close(_ client: ClientID) {
        let code = stopAt == nil ? WebSocketCloseCode.normal : .goingAway
        guard let due = connections.update(client, { $0.close(code, at: clock.now) }) ?? nil else { return }
        replays.stop(client)
        setAlarm(of: client, at: due)
        markDirty(client)
    }

    /// Closes a connection at once.
    mutating func drop(_ client: ClientID) {
        guard let (socket, host) = connections.read(client, { ($0.socket, $0.host) }) else { return }
        if connections.read(client, { $0.throttle.hasReservation }) ?? false {
            let isHTTP = connections.read(client, { $0.state.isHTTP }) ?? false
            if isHTTP { limits.requests.cancel(host) } else { limits.commands.cancel(host) }
        }
        poller.remove(socket.descriptor)
        socket.close()
        connections.remove(client)
        queries.cancel(client)
        replays.stop(client)
        lists.unhold(client)
        acceptor.watched.endPause()  // A descriptor is free again.
        process(.disconnected(client))
    }
}
