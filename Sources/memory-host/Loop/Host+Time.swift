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

    /// Does what connections' alarms are for.
    mutating func wakeConnections() {
        while let alarm = timers.popDue(at: now) {
            let action = connections.update(alarm.owner) { connection -> Connection.Alarm in
                guard connection.wakeAt == alarm.due else { return .nothing }  // It was set anew.
                return connection.alarm(
                    at: clock.now, mayBeSpare: browsing.contains(connection.host, at: clock.now))
            }
            if let action { perform(action, alarm.owner) }
        }
    }

    private mutating func perform(_ action: Connection.Alarm, _ client: ClientID) {
        switch action {
        case .nothing: break
        case .wait(let due): wake(client, at: due)
        case .greet: greet(client)
        case .takeLines: processLines(client)
        case .takeRequest(let due):
            wake(client, at: due)
            ask(client)
        case .sayGoodbye:
            log.write(.info, "\(connections.read(client) { $0.host.description } ?? "a client") stopped reading")
            process(.stalled(client))
        case .drop: drop(client)
        }
    }
}
