import Protocol

extension Model {
    /// Handles an event, and returns the actions for the loop, in order.
    mutating func update(_ input: Input, at now: Instant) -> [Effect] {
        switch input {
        case .start: begin(now)
        case .found(let host): if search.askAt != nil { search.add(host, at: now) }
        case .tokenFile(let content): useToken(content)
        case .key(let key): press(key, now)
        case .pointed(let kind, let target, let place): point(kind, at: target, place, now)
        case .line(let line): enter(line, now)
        case .lineTooLong:
            commands.append(.lineTooLong)
            sendQueued(now)
        case .endOfInput:
            inputEnded = true
            if case .waiting = connection.stage { quit(.unavailable, "Lost the connection to \(address.text).") }
            enter("bye", now)
        case .interrupted: leave(now)
        case .reachable(let addresses): joinAddresses = addresses
        case .opened: connection.open(at: now)
        case .lost(let why): connectionLost(why, now)
        case .received(let line): receive(line, now)
        case .tick: tick(now)
        case .resized(let size): self.size = size
        }
        defer { effects = [] }
        return effects
    }

    /// The moment of the next `tick`; nil when time alone changes nothing.
    func nextTick(after now: Instant) -> Instant? {
        ([connection.giveUpAt, commands.pending?.until, connection.deadline, search.askAt]
            + (hasScreen ? screenTicks(now) : []))
            .compactMap(\.self).min()
    }

    /// The moments at which the screen changes by itself.
    private func screenTicks(_ now: Instant) -> [Instant?] {
        if case .replay(let player) = page { return [player.nextTick, motions.nextStep(after: now)] }
        return [
            showsTable && isOnline ? table?.nextSecond(after: now) : nil, motions.nextStep(after: now),
            table?.game.nextChange(after: now), table?.resultFrom.flatMap { $0 > now ? $0 : nil },
        ]
    }

    private mutating func tick(_ now: Instant) {
        motions.prune(at: now)
        table?.game.tick(now)
        updateReplay(now) { $0.tick(now) }
        findHosts(now)
        if let giveUpAt = connection.giveUpAt, giveUpAt <= now {
            return quit(.unavailable, "The host at \(address.text) shut down and did not come back.")
        }
        if let pending = commands.pending, pending.until <= now {
            commands.finish()
            notify("The host did not reply to \(pending.kind.name).", .complaint)
            sendQueued(now)
        }
        guard let due = connection.deadline, due <= now else { return }
        switch connection.stage {
        case .none, .connecting, .naming: break
        case .waiting: connect()
        case .leaving: finishLeaving()
        case .greeting: dropConnection("no greeting from a Memory host", now)
        case .identifying: dropConnection("the host did not respond", now)
        case .online:
            guard connection.ping(at: now) else { return dropConnection("the host stopped responding", now) }
            effects.append(.send(.ping, id: nil))
        }
    }

    /// Rings the bell, at most once for one event.
    mutating func ring() {
        if hasScreen, options.hasBell, !effects.contains(.ring) { effects.append(.ring) }
    }

    mutating func notify(_ text: String, _ kind: LogLine.Kind = .news) {
        let line = SafeText.line(text)
        if options.isPlain {
            effects.append(.printLine(line))
        } else {
            appendToLog(line, kind)
        }
    }

    /// Adds a line to the log, which keeps only what a screen can show.
    mutating func appendToLog(_ text: String, _ kind: LogLine.Kind = .news) {
        let line = LogLine(text: text, kind: kind)
        // A host that refuses the same again and again does not push out all else.
        if kind == .complaint, log.last == line { return }
        log.append(line)
        if log.count > 100 { log.removeFirst(log.count - 100) }
    }

    /// Ends the program; what else was to be done before that is done.
    mutating func quit(_ status: ExitStatus, _ sentence: String?) {
        effects.append(.quit(status, sentence.map { SafeText.line($0) }))
    }
}
