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
            if case .waiting = link { quit(.unavailable, "The connection to \(options.address) is broken.") }
            enter("bye", now)
        case .interrupted: interrupt(now)
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
        var moments: [Moment] = [giveUpAt, pending?.until, linkDeadline].compactMap(\.self)
        if hasScreen, let turnEndsAt, turnEndsAt > now {
            // The moment at which the seconds left, rounded up, are one fewer.
            moments.append(turnEndsAt + -((turnEndsAt - now - 1) / 1000) * 1000)
        }
        return moments.min()
    }

    /// When something is due for the connection's sake.
    private var linkDeadline: Moment? {
        switch link {
        case .connecting: nil
        case .greeting(let until), .identifying(_, let until), .waiting(let until), .leaving(let until): until
        case .online: pingedAt.map { $0 + Times.pong } ?? heardAt + Times.silence
        }
    }

    private mutating func tick(_ now: Moment) {
        if let giveUpAt, giveUpAt <= now {
            return quit(.unavailable, "The host at \(options.address) has stopped and not come back.")
        }
        if let pending, pending.until <= now {
            self.pending = nil
            note("The host does not answer \(pending.kind.rawValue).")
            pump(now)
        }
        guard let due = linkDeadline, due <= now else { return }
        switch link {
        case .connecting: break
        case .waiting: connect()
        case .leaving: quit(.success, nil)
        case .greeting, .identifying: breakOff("it does not answer like a host of Memory", now)
        case .online:
            if pingedAt != nil { return breakOff("it is silent", now) }
            pingedAt = now
            intents.append(.send(.ping, id: nil))
        }
    }

    /// Tells the person something.
    mutating func note(_ text: String) {
        let line = SafeText.line(text)
        if options.isPlain {
            intents.append(.printLine(line))
        } else {
            appendToLog(line)
        }
    }

    /// Adds a line to the log, which keeps only what a screen can show.
    mutating func appendToLog(_ line: String) {
        // An odd host that says the same again and again does not push out all else.
        if log.last == line { return }
        log.append(line)
        if log.count > 100 { log.removeFirst(log.count - 100) }
    }

    /// Ends the program; what else was to be done before that is done.
    mutating func quit(_ status: ExitStatus, _ sentence: String?) {
        intents.append(.quit(status, sentence.map { SafeText.line($0) }))
    }
}
