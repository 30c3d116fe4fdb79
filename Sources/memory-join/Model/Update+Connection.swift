import Protocol

// Connecting, coming in, and coming back; see `Connection` for the stages.
//
// With a token the client says that, else its name. A token that the host does not know is forgotten, and the name said
// instead; when that is refused, too, it ends. A name that nobody asked for gets a number when it is taken.

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

    // MARK: Coming in

    mutating func identify(to hello: Hello, _ now: Instant) {
        guard case .greeting = session.connection.stage else { return }
        guard hello.protocolVersion == Hello.protocolVersion else {
            let versions =
                "protocol version \(hello.protocolVersion); this client uses version \(Hello.protocolVersion)"
            return quit(.dataError, "The host at \(address.text) uses \(versions).")
        }
        session.hostName = hello.host
        session.hostAddresses = hello.addresses.compactMap(HostAddress.init(numeric:))
        if session.joinAddresses.isEmpty { session.joinAddresses = session.hostAddresses }
        if !session.connection.wasOnline { stopLooking() }
        introduce(now)
    }

    /// Says who the client is, and asks the player first if need be.
    private mutating func introduce(_ now: Instant) {
        if let token = session.token {
            identify(.token(token), now)
        } else if let name {
            identify(.name(name), now)
        } else if let suggestedName {
            session.connection.stage = .naming
            let isSecond = session.tokenKeeping == .byAnother
            screen.overlay = .prompt(
                Prompt(
                    .name, isSecond ? "" : suggestedName.text,
                    complaint: isSecond
                        ? "You're already connected to this host in another window. Choose another name." : nil,
                    isRequired: true, isSuggestion: true))
        } else {
            // Without a token, nothing tells if it is the same host.
            session.seals = KnownSeals()
            didSignIn(resumed: false, now)
        }
    }

    mutating func identify(_ identification: Identification, _ now: Instant) {
        session.connection.stage = .identifying(identification, until: now + Times.replyTimeout)
        effects.append(.send(.hello(identification), id: nil))
    }

    mutating func accept(_ welcome: Welcome, _ now: Instant) {
        if case .identifying = session.connection.stage, session.token != welcome.token { session.seals = KnownSeals() }
        session.token = welcome.token
        if let name = try? PlayerName(welcome.name) {
            self.name = name
            if isChosen(name), session.tokenKeeping != .byAnother { effects.append(.saveName(name)) }
            if session.tokenKeeping == .on {
                effects.append(.keepToken(TokenFile.Stored(token: welcome.token, name: name)))
            }
        }
        session.typedName = nil
        if case .identifying = session.connection.stage { didSignIn(resumed: welcome.resumed, now) }
    }

    /// True for a name that was typed, or given on the command line of a client with a screen: scripts have theirs.
    private func isChosen(_ name: PlayerName) -> Bool {
        session.typedName == name || hasScreen && !session.connection.wasOnline && options.name?.key == name.key
    }

    /// The host has not let the client in; false if the error is about something else, or the person is to see it.
    mutating func recoverSignIn(from report: ErrorReport, _ now: Instant) -> Bool {
        guard case .identifying(let identification, _) = session.connection.stage, !report.isFatal,
            report.command == nil || report.command == Command.Kind.hello.name
        else { return false }
        let isBusy = [Refusal.tooFast.code, Refusal.diskFailed("").code].contains(report.code)
        if isBusy, report.command == nil {
            // The answer will come, so that nothing need be said again.
            session.connection.stage = .identifying(identification, until: now + Times.delayedReplyTimeout)
            return false
        }
        switch identification {
        case .token where report.code == Refusal.badToken.code:
            session.token = nil
            if session.tokenKeeping == .on { effects.append(.forgetToken) }
            introduce(now)
            return true
        case .name(let refused) where !isBusy:
            sayAnotherName(than: refused, report, now)
            return true
        case .token, .name: return postpone(identification, report, now)
        }
    }

    /// Says a name that was refused with a number, or asks for another if it may have none.
    private mutating func sayAnotherName(than refused: PlayerName, _ report: ErrorReport, _ now: Instant) {
        let mayChange =
            report.code == Refusal.nameTaken("").code && options.name == nil && session.typedName == nil
            && !session.connection.wasOnline
        guard mayChange, session.namesTried < Limits.burst,
            let next = (name ?? refused).numbered(session.namesTried + 1)
        else { return promptForName(replacing: refused, report) }
        session.namesTried += 1
        identify(.name(next), now)
    }

    /// The host can't let the client in just now: the client says again in a moment who it is, and ends after a minute.
    ///
    /// - Returns: true if the person need not be told, or is told at the end.
    private mutating func postpone(
        _ identification: Identification, _ report: ErrorReport, _ now: Instant
    ) -> Bool {
        let former = session.connection.postponement
        let end = former?.end ?? now + Times.postponedTimeout
        guard now < end else {
            quit(.unavailable, report.message)
            return true
        }
        session.connection.postponement = Connection.Postponement(end: end, report: report)
        session.connection.stage = .postponed(identification, until: now + Times.postponedDelay)
        return former?.report == report
    }

    /// On a screen a name that is refused is asked for anew; but one that the host had confirmed was the player's own,
    /// and without it there is no seat to come back to.
    private mutating func promptForName(replacing refused: PlayerName, _ report: ErrorReport) {
        let isAboutName = [Refusal.nameTaken("").code, Refusal.badName("").code].contains(report.code)
        guard hasScreen, !session.connection.wasOnline, isAboutName else { return quit(.unavailable, report.message) }
        session.connection.stage = .naming
        screen.overlay = .prompt(Prompt(.name, refused.text, complaint: report.message, isRequired: true))
    }

    /// Says the name that was typed: instead of one that was refused, or because a watcher wants to play.
    mutating func submit(name: PlayerName, _ now: Instant) {
        screen.overlay = nil
        session.typedName = name
        if case .naming = session.connection.stage {
            self.name = name
            identify(.name(name), now)
        } else {
            request(.hello(.name(name)), now)
        }
    }

    /// The host has let the client in.
    private mutating func didSignIn(resumed: Bool, _ now: Instant) {
        session.connection.stage = .online(since: now)
        session.connection.giveUpAt = nil
        if session.connection.wasOnline {
            if hasScreen { notify(MatchSentence.backOnline.text()) }
            session.table?.distrustState()
            if resumed || seating != nil { session.commands.dropOwnArrivals() }
            if !resumed { rejoinMatch() }
            refresh()
        } else {
            session.connection.wasOnline = true
            session.connection.tries = 0
            // Back in its seat, the client can't go elsewhere.
            session.isComingBack = resumed
            session.commands.prepend((resumed ? [] : takePurpose()) + (hasScreen ? [.list, .scores] : []))
            lastAddress = address
            if hasScreen { effects.append(.remember(address)) }
        }
        sendQueued(now)
    }

    /// Returns the commands that the command line asks for; none the next time.
    mutating func takePurpose() -> [Command] {
        defer { purpose = .lobby }
        return switch purpose {
        case .lobby: hasScreen ? [] : [.list]
        case .join(let code): [.join(.code(code))]
        case .play(let game): [.join(nil, game: game.named)]
        case .open(let rules, let opponent): [.open(rules, isPrivate: false, against: opponent)]
        case .watch(let match): [.watch(match, game: match == nil ? options.game : nil)]
        }
    }

    /// Goes back to where the client was, although the host does not remember it.
    private mutating func rejoinMatch() {
        guard let seating else {
            if hasScreen { session.commands.prepend([.list]) }
            return
        }
        let match = seating.code.map { MatchReference.code($0) } ?? .id(seating.match)
        if seating.seat == nil {
            session.commands.prepend([.watch(match, follows: session.follows)])
        } else if state?.phase == .over {
            returnToLobby(saying: MatchSentence.noLongerIn.text(["match": seating.match.text]))
        } else {
            session.commands.prepend([.join(match)])
        }
    }
}
