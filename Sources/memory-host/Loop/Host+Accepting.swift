import Lobby
import Protocol

// Accepting connections, greeting them, turning them away, and dropping them.
extension Host {
    mutating func accept(from listener: Socket) {
        for _ in 0..<Limits.Internal.acceptedAtOnce {
            do throws(SystemError) {
                switch try listener.accept() {
                case .wouldBlock: return
                case .aborted: continue
                case .exhausted: return pauseAccepting("out of file descriptors; new connections have to wait")
                case .accepted(let socket, let address): admitOrTurnAway(socket, address)
                }
            } catch {
                return pauseAccepting("cannot accept a connection: \(error)")
            }
        }
    }

    /// Stops accepting for a moment, so that an attempt that cannot succeed now is not repeated in a busy loop.
    private mutating func pauseAccepting(_ why: String) {
        log.write(.warning, why)
        if stopAt == nil { acceptor.pause(&poller, at: now) }
    }

    private mutating func admitOrTurnAway(_ socket: Socket, _ address: SocketAddress) {
        if let refusal = refusal(for: address.host), !makeRoom(for: address.host, refusal) {
            return turnAway(socket, address.host, refusal)
        }
        guard let client = admit(socket, address.host, isTurnedAway: false) else { return }
        log.write(.debug, "connection from \(address)")
        wake(client, at: now + Limits.greetingMilliseconds)
    }

    /// Greets a client that has just arrived: from now on the lobby knows it.
    mutating func greet(_ client: ClientID) {
        guard connections.update(client, { $0.open(at: clock.now) }) == true,
            let host = connections.read(client, { $0.host })
        else { return }
        process(.connected(client, limits: limits(for: host)))
    }

    /// Returns the limits in force for connections from an address.
    private func limits(for host: SocketAddress.Host) -> PublishedLimits {
        var limits = lobby.hello.limits
        limits.connectionsPerAddress = acceptor.limit(for: host)
        (limits.addressBurst, limits.addressCommandsPerSecond) = (addresses.burst(of: host), addresses.rate(of: host))
        return limits
    }

    private func refusal(for host: SocketAddress.Host) -> Refusal? {
        stopAt != nil
            ? .shuttingDown : acceptor.refusal(open: connections.count, fromHost: connections.count(of: host), host)
    }

    /// Evicts the connection that has been silent the longest, if that is long enough and its client is not seated.
    private mutating func makeRoom(for host: SocketAddress.Host, _ refusal: Refusal) -> Bool {
        guard refusal == .hostFull || refusal == .tooManyConnections else { return false }
        let sameHost = refusal == .tooManyConnections ? host : nil
        let moment = Instant(milliseconds: now.milliseconds - Limits.silentMilliseconds)
        guard let client = connections.mostSilent(of: sameHost, before: moment, where: { !lobby.isSeated($0) }) else {
            return false
        }
        process(.evictedForIdling(client))
        flush(client)
        drop(client)
        return true
    }

    private mutating func admit(_ socket: Socket, _ host: SocketAddress.Host, isTurnedAway: Bool) -> ClientID? {
        let client = connections.add(socket, host: host, isTurnedAway: isTurnedAway, at: now)
        do throws(SystemError) {
            try poller.add(socket.descriptor, interest: .readable, token: client.token)
            return client
        } catch {
            log.write(.warning, "cannot poll a connection: \(error)")
            connections.remove(client)
            socket.close()
            return nil
        }
    }

    /// Gives the reason there is no room, and closes. The lobby never learns of the connection.
    private mutating func turnAway(_ socket: Socket, _ host: SocketAddress.Host, _ refusal: Refusal) {
        log.write(.info, "refused a connection from \(host): \(refusal.code)")
        guard connections.turnedAwayCount < Limits.Internal.turnedAwayAtOnce,
            let client = admit(socket, host, isTurnedAway: true)
        else { return socket.close() }
        var hello = lobby.hello
        hello.limits = limits(for: host)
        let report = ErrorReport(refusal, command: nil)
        for event in [.hello(hello), .error(report), .bye(Farewell(after: refusal))] as [Event] {
            apply(.send(Message(event), to: client), after: [])
        }
        apply(.close(client), after: [])
    }

    /// Closes a connection at once.
    mutating func drop(_ client: ClientID) {
        guard let socket = connections.read(client, { $0.socket }) else { return }
        if let connection = connections[client], connection.hasReservation { addresses.cancel(connection.host) }
        poller.remove(socket.descriptor)
        socket.close()
        connections.remove(client)
        acceptor.descriptorFreed()
        process(.disconnected(client))
    }
}
