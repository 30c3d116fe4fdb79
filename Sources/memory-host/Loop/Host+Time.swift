import Lobby
import Protocol

// The clock, and what is due at a time.
extension Host {
    /// Reads the clock. Time when the machine slept or the process was stopped counts for nobody.
    mutating func passTime(afterWaiting timeout: Int?) {
        let before = now
        now = clock.now
        var paused = timeout.map { now - before - $0 } ?? 0
        if paused < Limits.Internal.clockMilliseconds { paused = 0 }
        if committer.diskFailure == nil, let slept = clock.catchUp(at: now) {
            now = now + slept
            paused += slept
        }
        guard paused > 0 else { return }
        timers.postpone(by: paused)
        connections.postpone(by: paused)
        acceptor.postpone(by: paused)
        guesses.postpone(by: paused)
        openings.postpone(by: paused)
        committer.postpone(by: paused)
        stopAt = stopAt.map { $0 + paused }
        if committer.diskFailure == nil { process(.clocksPaused(milliseconds: paused)) }
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
            case .throttled:
                connections.update(client) { $0.stage = .open }
                processLines(client)
            case .open: endIfStalled(client)
            case .closing, .lingering: drop(client)
            case .gone, nil: break
            }
        }
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

/// The host's time: milliseconds since the start of 1970, UTC, by a clock that never goes back while the host runs.
///
/// It does not start before the last stored entry, even if the machine's clock has been set back, so that times from
/// before and after a restart can be compared.
struct HostClock: Sendable {
    private var offset: Int
    private var comparedAt: Instant

    init(notBefore moment: Instant?) {
        let wall = Platform.wallMilliseconds
        let start = max(wall, moment?.milliseconds ?? wall)
        offset = start - Platform.monotonicMilliseconds
        comparedAt = Instant(milliseconds: start)
    }

    /// The current time.
    var now: Instant { Instant(milliseconds: offset + Platform.monotonicMilliseconds) }

    /// Catches up with the machine's clock when that has run ahead: because the machine slept, or its clock was
    /// wrong. Checks once a second.
    ///
    /// - Returns: the milliseconds skipped; nil if there were none.
    mutating func catchUp(at now: Instant, wall: Int = Platform.wallMilliseconds) -> Int? {
        guard now - comparedAt >= Limits.Internal.clockMilliseconds else { return nil }
        comparedAt = now
        let skipped = wall - now.milliseconds
        guard skipped >= Limits.Internal.clockMilliseconds else { return nil }
        offset += skipped
        return skipped
    }
}
