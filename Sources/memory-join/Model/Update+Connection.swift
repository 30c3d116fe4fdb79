import Protocol

// Connecting, and connecting again; see `Connection` for the stages.

extension Model {
    /// Connects to the host that was given, or else looks for one.
    mutating func begin(_ now: Instant) {
        connect()
        untried = usualHosts
        if hasScreen, !options.hasAddress { showHosts(now) }
    }

    mutating func connect() {
        session.connection.stage = .connecting
        failedAddress = nil
        effects.append(.connect(address))
    }

    /// Takes the token that is kept for the host, unless it is another player's.
    mutating func useToken(_ content: TokenFileContent) {
        if session.connection.wasOnline { return }
        (session.token, session.tokenKeeping) = (nil, .off)
        if case .watch = purpose { return }
        switch content {
        case .isEmpty: session.tokenKeeping = .on
        case .isInUse:
            session.tokenKeeping = .byAnother
            // Two clients can't have one name.
            if options.name == nil, let name { (self.name, suggestedName) = (nil, name) }
        case .holds(let stored):
            if let wanted = options.name, wanted.key != stored.name.key { return }
            (session.token, session.tokenKeeping) = (stored.token, .on)
        }
    }

    /// The connection broke, or could not be made.
    ///
    /// - Parameter why: the reason; nil if the host gave it.
    mutating func connectionLost(_ why: String?, _ now: Instant) {
        let lost = session.commands.connectionLost()
        (session.comingReplay, session.askAgainAt) = (nil, nil)
        if case .leaving = session.connection.stage { return finishLeaving() }
        if let fatal = session.connection.fatal, !session.connection.isTemporary(fatal.code) {
            return quit(.unavailable, fatal.message)
        }
        let reason = why ?? "the host closed the connection"
        guard session.connection.wasOnline else {
            return connectionFailed("Cannot reach \(address.text): \(reason).", now)
        }
        if inputEnded { return quit(.unavailable, "Lost the connection to \(address.text): \(reason).") }
        if let why, isOnline, options.isPlain { notify("Connection lost: \(why). Reconnecting.") }
        if let command = lost.unanswered {
            notify("The connection broke before the host replied to \(command.kind.name).", .complaint)
        }
        if !lost.unsent.isEmpty {
            notify("Not sent: \(lost.unsent.map(\.kind.name).joined(separator: ", ")).", .complaint)
        }
        retry(now)
    }

    /// The host could not be reached, or is none: on a screen, the next one is tried, and then there is a list to
    /// choose from.
    private mutating func connectionFailed(_ sentence: String, _ now: Instant) {
        guard hasScreen else { return quit(.unavailable, sentence) }
        session = .withoutHost
        failedAddress = address
        if case .prompt(let prompt) = screen.overlay, prompt.isRequired { screen.overlay = nil }
        if !untried.isEmpty {
            address = untried.removeFirst()
            return connect()
        }
        effects.append(.releaseToken)
        // That nobody has started a host here is no news.
        let isNews = options.hasAddress || address != options.address
        if search.askAt == nil || screen.page != .hosts { showHosts(now) }
        if isNews { notify(sentence, .complaint) }
    }

    private mutating func retry(_ now: Instant) {
        let delay = session.connection.nextDelay(at: now)
        if delay == 0 { connect() } else { session.connection.stage = .waiting(until: now + delay) }
    }

    /// The host says why it closes.
    mutating func receive(_ farewell: Farewell, _ now: Instant) {
        if case .leaving = session.connection.stage { return finishLeaving() }
        switch farewell.reason {
        case Farewell.asked.reason, Farewell.closed.reason:
            finishLeaving()
        case let reason where session.connection.isTemporary(reason) && !inputEnded:
            session.connection.giveUpAt = session.connection.giveUpAt ?? now + Times.restartTimeout
            notify("The host is shutting down or restarting; reconnecting.")
            dropConnection(nil, now)
        default:
            let sentence = farewell.message.isEmpty ? "Closed by the host: \(farewell.reason)." : farewell.message
            quit(.unavailable, sentence)
        }
    }

    /// Ends the program after its name was given up.
    mutating func finishLeaving() {
        if session.tokenKeeping == .on { effects.append(.forgetToken) }
        quit(.success, nil)
    }

    /// Gives up the connection, which is of no use.
    mutating func dropConnection(_ why: String?, _ now: Instant) {
        effects.append(.disconnect)
        connectionLost(why, now)
    }
}
