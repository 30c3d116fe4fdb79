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
            session.commands.append(.lineTooLong)
            sendQueued(now)
        case .endOfInput:
            inputEnded = true
            if case .waiting = session.connection.stage {
                quit(.unavailable, "Lost the connection to \(address.text).")
            }
            session.commands.append(.endOfInput)
            sendQueued(now)
        case .interrupted: sayBye(now)
        case .reachable(let addresses): session.joinAddresses = addresses
        case .opened: session.connection.open(at: now)
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
        ([
            session.connection.giveUpAt, session.commands.pending?.until, session.commands.statesDue,
            session.askAgainAt, session.connection.deadline, search.askAt,
        ]
            + (hasScreen ? [content.nextTick(after: now), screen.motions.nextStep(after: now)] : []))
            .compactMap(\.self).min()
    }

    private mutating func tick(_ now: Instant) {
        screen.motions.prune(at: now)
        session.table?.game.tick(now)
        updateReplay(now) { $0.tick(now) }
        findHosts(now)
        if let giveUpAt = session.connection.giveUpAt, giveUpAt <= now {
            return quit(.unavailable, "The host at \(address.text) shut down and did not come back.")
        }
        if let pending = session.commands.pending, pending.until <= now {
            session.commands.finish()
            let isShownLate = pending.awaitsState && pending.kind != .flip
            let sentence =
                isShownLate
                ? MatchSentence.notShown.text() : MatchSentence.noReply.text(["command": pending.kind.name])
            notify(sentence, .complaint)
            if pending.isOwn { note(unanswered: pending, sentence, now) }
            sendQueued(now)
        }
        if let due = session.commands.statesDue, due <= now {
            session.commands.statesDue = nil
            session.comingReplay = nil
            notify(MatchSentence.restMissing.text(), .complaint)
            sendQueued(now)
        }
        if let due = session.askAgainAt, due <= now {
            session.askAgainAt = nil
            refresh()
            sendQueued(now)
        }
        guard let due = session.connection.deadline, due <= now else { return }
        switch session.connection.stage {
        case .none, .connecting, .naming: break
        case .waiting: connect()
        case .leaving: finishLeaving()
        case .greeting: dropConnection("no greeting from a Memory host", now)
        case .identifying: dropConnection("the host did not respond", now)
        case .postponed(let identification, _): identify(identification, now)
        case .online:
            guard session.connection.ping(at: now) else { return dropConnection("the host stopped responding", now) }
            effects.append(.send(.ping, id: nil))
        }
    }

    /// The terminal has said what its background is like.
    mutating func noteBackground(isLight: Bool) { if look.asksForBackground { look.isLight = isLight } }

    /// Rings the bell, at most once for one event.
    mutating func ring() {
        if hasScreen, options.hasBell, !effects.contains(.ring) { effects.append(.ring) }
    }

    mutating func notify(_ text: String, _ kind: Session.LogLine.Kind = .news) {
        let line = SafeText.line(text)
        if options.isPlain {
            effects.append(.printLine(line))
        } else {
            appendToLog(line, kind)
        }
    }

    /// Adds a line to the log, which keeps only what a screen can show.
    mutating func appendToLog(_ text: String, _ kind: Session.LogLine.Kind = .news) {
        let line = Session.LogLine(text, kind)
        // What is said again and again does not push out all else.
        if let last = session.log.indices.last, session.log[last].repeats(line) { return }
        session.log.append(line)
        if session.log.count > 100 { session.log.removeFirst(session.log.count - 100) }
    }

    /// Ends the program; what else was to be done before that is done.
    mutating func quit(_ status: ExitStatus, _ sentence: String?) {
        effects.append(.quit(status, sentence.map { SafeText.line($0) }))
    }
}
