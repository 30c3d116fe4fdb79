import Lobby
import Protocol

// The clock, and what is due at a time.
extension Host {
    /// Reads the clock after a wait, and tells the lobby of time left out.
    mutating func passTime(afterWaiting timeout: Int?) {
        let paused = clock.advance(afterWaiting: timeout)
        if paused > 0 { process(.clocksPaused(milliseconds: paused)) }
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

/// The host's time. Time when the machine slept or the process was stopped counts for nobody and is left out.
struct HostClock {
    /// The time as of the last reading.
    private(set) var now: Instant
    /// The milliseconds left out so far. Added to ``now``, they make the lobby's time: milliseconds since the start of
    /// 1970, UTC, which never go back while the host runs.
    private(set) var leftOut = 0
    private var offset: Int
    private var comparedAt: Instant
    private let monotonic, wall: () -> Int

    /// Starts at the machine's time of day, or at the last stored entry if that is later, so that times from before and
    /// after a restart can be compared.
    ///
    /// - Parameters:
    ///   - monotonic: reads the milliseconds of a clock that is never set.
    ///   - wall: reads the machine's time of day in milliseconds.
    init(
        notBefore moment: Instant?, monotonic: @escaping () -> Int = { Platform.monotonicMilliseconds },
        wall: @escaping () -> Int = { Platform.wallMilliseconds }
    ) {
        (self.monotonic, self.wall) = (monotonic, wall)
        now = Instant(milliseconds: max(wall(), moment?.milliseconds ?? 0))
        offset = now.milliseconds - monotonic()
        comparedAt = now
    }

    /// Reads the clock after a wait. A wait that took too long shows that the process was stopped. A machine whose time
    /// of day, compared once a second, has run ahead has slept, or was set wrong.
    ///
    /// - Parameter timeout: the longest that the wait should have taken, in milliseconds; nil for no limit.
    /// - Returns: the milliseconds left out since the previous call.
    mutating func advance(afterWaiting timeout: Int?) -> Int {
        let elapsed = offset + monotonic() - now.milliseconds
        let stopped = timeout.map { significant(elapsed - $0) } ?? 0
        offset -= stopped
        now = now + (elapsed - stopped)
        leftOut += stopped
        guard now - comparedAt >= Limits.Internal.clockMilliseconds else { return stopped }
        comparedAt = now
        let slept = significant(wall() - (now + leftOut).milliseconds)
        leftOut += slept
        return stopped + slept
    }

    /// Returns the milliseconds if they are enough for a pause, otherwise 0.
    private func significant(_ milliseconds: Int) -> Int {
        milliseconds >= Limits.Internal.clockMilliseconds ? milliseconds : 0
    }
}
