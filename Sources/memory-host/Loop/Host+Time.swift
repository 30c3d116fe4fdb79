import Lobby
import Protocol

// The clock, and what is due at a time.

/// What the host does without being told to, in the order of a pass. Each has a time when it is due; the poller waits for
/// the earliest.
enum Duty: CaseIterable {
    /// What connections' alarms are for.
    case alarms
    /// Lines and requests that were left unread because too much was queued to be sent.
    case reading
    /// Giving up on records that the disk does not deliver.
    case records
    /// The next states of replays.
    case replays
    /// The lobby's clocks.
    case lobby
    /// Committing what has happened, and sending what may be seen.
    case sending
    /// Requests of HTTP.
    case requests
    /// A slice of the work that makes the journal smaller.
    case compacting
    /// Accepting connections again after a pause.
    case accepting
    /// Answering clients that look for hosts again after a pause.
    case finding
    /// Telling the service manager how the host is.
    case notifying
    /// The end of a host that drains, or that stops.
    case ending
}

extension Host {
    /// The milliseconds until a duty is due: 0 or less for one that is due, or was left over; `Int.max` for never.
    @inline(__always)
    func wait(for duty: Duty) -> Int {
        let due: Instant?
        switch duty {
        case .alarms: due = timers.next
        case .reading: return lists.hasUnread ? 0 : Int.max
        case .records: due = queries.givesUpAt
        case .replays: due = replays.isEmpty ? nil : replays.due { isReadyForMore($0) }
        case .lobby:
            // Its clocks stand still while the disk fails.
            guard committer.gate.diskFailure == nil, let lobbyDue = lobby.nextDue else { return Int.max }
            return lobbyDue - now - clock.leftOut
        case .sending:
            if lists.hasCrowd { return 0 }
            due = committer.gate.due
        case .requests: return lists.hasAsking ? 0 : Int.max
        case .compacting: return committer.hasSlice ? 0 : Int.max
        case .accepting: due = acceptor.watched.resumesAt
        case .finding: due = finding?.watched.resumesAt
        case .notifying: due = notifier?.due
        case .ending: due = endAt
        }
        return if let due { due - now } else { Int.max }
    }

    /// Attends to a duty, as far as it is due.
    mutating func attend(to duty: Duty) {
        switch duty {
        case .alarms: answerAlarms()
        case .reading: resumeReading()
        case .records: giveUpReading()
        case .replays: continueReplays()
        case .lobby: advance()
        case .sending: flushAll()
        case .requests: answerRequests()
        case .compacting: continueCompacting()
        case .accepting: acceptor.watched.resumeIfDue(&poller, at: clock.now)
        case .finding: finding?.watched.resumeIfDue(&poller, at: clock.now)
        case .notifying: notifyManager()
        case .ending: stopIfDrained()  // When a host that stops ends, `run` sees before each pass.
        }
    }

    /// The longest the next wait may take, in milliseconds; nil for no limit. It is short while something is due, so
    /// that an overlong wait shows that the process was stopped.
    var longestWait: Int? {
        var longest = Int.max
        for duty in Duty.allCases { longest = min(longest, wait(for: duty)) }
        return longest == Int.max ? nil : min(max(0, longest), Limits.Internal.clockMilliseconds)
    }

    /// Reads the clock after a wait, and tells the lobby of time left out.
    mutating func passTime(afterWaiting timeout: Int?) {
        let paused = clock.advance(afterWaiting: timeout)
        if paused > 0 {
            process(.clocksPaused(milliseconds: paused))
            notifier?.processResumed()
        }
        memory.read(at: now)
    }

    /// Sets a connection's alarm.
    mutating func setAlarm(of client: ClientID, at due: Instant) {
        guard connections.update(client, { $0.alarmAt = due }) != nil else { return }
        timers.add(Timers.Alarm(due: due, owner: client))
    }

    /// Does what connections' alarms are for.
    mutating func answerAlarms() {
        while let alarm = timers.popDue(at: now) {
            let action = connections.update(alarm.owner) { connection -> Connection.Alarm in
                guard connection.alarmAt == alarm.due else { return .nothing }  // It was set anew.
                return connection.alarm(
                    at: clock.now, mayBeSpare: browsing.contains(connection.host, at: clock.now))
            }
            if let action { respond(to: action, of: alarm.owner) }
        }
    }

    private mutating func respond(to action: Connection.Alarm, of client: ClientID) {
        switch action {
        case .nothing: break
        case .wait(let due): setAlarm(of: client, at: due)
        case .greet: greet(client)
        case .takeLines: processLines(client)
        case .takeRequest(let due):
            setAlarm(of: client, at: due)
            listRequest(of: client)
        case .sayGoodbye:
            log.write(.info, "\(address(of: client)) stopped reading")
            process(.stalled(client))
        case .drop: drop(client)
        }
    }
}
