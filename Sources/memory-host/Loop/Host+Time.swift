import Lobby
import Protocol

// The clock, and what is due at a time.
extension Host {
    /// Reads the clock after a wait, and tells the lobby of time left out.
    mutating func passTime(afterWaiting timeout: Int?) {
        let paused = clock.advance(afterWaiting: timeout)
        if paused > 0 { process(.clocksPaused(milliseconds: paused)) }
        memory.read(at: now)
    }

    /// Sets a connection's alarm.
    mutating func wake(_ client: ClientID, at due: Instant) {
        guard connections.update(client, { $0.wakeAt = due }) != nil else { return }
        timers.add(Timers.Alarm(due: due, owner: client))
    }

    mutating func wakeConnections() {
        while let alarm = timers.popDue(at: now) {
            let client = alarm.owner
            let stage = connections.update(client) { connection -> Connection.Stage? in
                guard connection.wakeAt == alarm.due else { return nil }
                connection.wakeAt = nil
                return connection.stage
            }
            switch stage ?? nil {
            case .arriving: greetUnlessSpare(client)
            case .requesting: dropIfIdle(client)
            case .delayed: askAgain(client)
            case .throttled:
                connections.update(client) { $0.stage = .open }
                processLines(client)
            case .open: endIfStalled(client)
            case .closing: dropIfStuck(client)
            case .lingering: drop(client)
            case .gone, nil: break
            }
        }
    }

    /// Drops a closing connection that sends nothing any more, or that takes too long in all; checks again later if it
    /// does not.
    private mutating func dropIfStuck(_ client: ClientID) {
        guard let due = connections.read(client, { $0.dropAt }) else { return }
        if due <= now { drop(client) } else { wake(client, at: due) }
    }

    /// Says goodbye to a client that has taken no bytes for too long; checks again later if it has.
    private mutating func endIfStalled(_ client: ClientID) {
        guard let connection = connections[client], !connection.outgoing.isEmpty, !connection.isHeld else { return }
        let due = connection.movedAt + Limits.stalledMilliseconds
        guard due <= now else { return wake(client, at: due) }
        log.write(.info, "\(connection.host) stopped reading")
        process(.stalled(client))
    }
}
