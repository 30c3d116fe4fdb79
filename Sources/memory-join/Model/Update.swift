import Protocol

extension Model {
    /// Takes in what happened, and returns what is to be done, in order.
    mutating func update(_ input: Input, at now: Moment) -> [Intent] {
        switch input {
        case .start: connect()
        case .key(let key): press(key, now)
        case .line(let line): enter(line, now)
        case .lineTooLong:
            queue.append(.lineTooLong)
            pump(now)
        case .endOfInput:
            inputEnded = true
            if case .waiting = link { quit(.unavailable, "Lost the connection to \(address.text).") }
            enter("bye", now)
        case .interrupted: leave(now)
        case .opened: opened(now)
        case .lost(let why): lost(why, now)
        case .heard(let heard): hear(heard, now)
        case .tick: tick(now)
        case .resized(let size): self.size = size
        }
        defer { intents = [] }
        return intents
    }

    /// When to say `tick` next; nil when only something else can change anything.
    func nextTick(after now: Moment) -> Moment? {
        ([giveUpAt, pending?.until, linkDeadline] + (hasScreen ? screenTicks(now) : [])).compactMap(\.self).min()
    }

    /// When the screen looks otherwise by itself.
    private func screenTicks(_ now: Moment) -> [Moment?] {
        if case .replay(let player) = page { return [player.nextTick(after: now), motions.nextStep(after: now)] }
        return [
            nextSecond(now), motions.nextStep(after: now), typed?.until, endingFrom.flatMap { $0 > now ? $0 : nil },
        ]
    }

    /// When a clock that is seen shows another second: the turn's, or that of a seat that is kept.
    private func nextSecond(_ now: Moment) -> Moment? {
        guard case .table = page, isOnline else { return nil }
        return ([turnEndsAt] + goneSince.indices.map { seatKeptUntil($0) }).compactMap(\.self)
            // The moment at which the seconds left, rounded up, are one fewer.
            .compactMap { $0 > now ? $0 + -(($0 - now - 1) / 1000) * 1000 : nil }.min()
    }

    /// Until when the seat of somebody who is gone is kept, as far as this client knows.
    func seatKeptUntil(_ seat: Int) -> Moment? {
        guard let seating, state?.phase == .paused, goneSince.indices.contains(seat), let since = goneSince[seat] else {
            return nil
        }
        return since + seating.rules.graceMilliseconds
    }

    /// When something is due for the connection's sake.
    private var linkDeadline: Moment? {
        switch link {
        case .none, .connecting, .naming: nil
        case .greeting(let until), .identifying(_, let until), .waiting(let until), .leaving(let until): until
        case .online: pingedAt.map { $0 + Times.pong } ?? heardAt + Times.silence
        }
    }

    private mutating func tick(_ now: Moment) {
        motions.prune(at: now)
        if let typed, typed.until <= now { self.typed = nil }
        advanceReplay(now)
        if let giveUpAt, giveUpAt <= now {
            return quit(.unavailable, "The host at \(address.text) stopped and did not come back.")
        }
        if let pending, pending.until <= now {
            self.pending = nil
            note("The host did not answer \(pending.kind.rawValue).", .complaint)
            pump(now)
        }
        guard let due = linkDeadline, due <= now else { return }
        switch link {
        case .none, .connecting, .naming: break
        case .waiting: connect()
        case .leaving: quit(.success, nil)
        case .greeting, .identifying: breakOff("it is not a Memory host", now)
        case .online:
            if pingedAt != nil { return breakOff("the host stopped responding", now) }
            pingedAt = now
            intents.append(.send(.ping, id: nil))
        }
    }

    /// Tells the person something.
    mutating func note(_ text: String, _ kind: LogLine.Kind = .news) {
        let line = SafeText.line(text)
        if options.isPlain {
            intents.append(.printLine(line))
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
        intents.append(.quit(status, sentence.map { SafeText.line($0) }))
    }
}
