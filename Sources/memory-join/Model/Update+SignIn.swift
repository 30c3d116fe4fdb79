import Protocol

// Coming in, and coming back; see `Connection` for the stages.
//
// With a token the client says that, else its name. A token that the host does not know is forgotten, and the name said
// instead; when that is refused, too, it ends. A name that nobody asked for gets a number when it is taken.

extension Model {
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

extension PlayerName {
    /// The login name without invalid characters, cut to the limits of names; `Guest` if that is no valid name.
    static func forLogin(_ login: String?) -> PlayerName {
        var kept = ""
        for character in (login ?? "").prefix(200) {
            // Tested between two digits: names are trimmed, and letters of two alphabets are refused.
            let isValid = valid("0\(character)0") != nil
            if isValid, (try? PlayerName("\(kept)\(character)")) != nil { kept.append(character) }
        }
        guard let name = valid(kept) ?? valid("Guest") else { preconditionFailure("Guest is a valid name") }
        return name
    }

    /// The name with a number appended, within the limits of names.
    func numbered(_ number: Int) -> PlayerName? {
        var base = text
        while !base.isEmpty {
            if let numbered = Self.valid("\(base)\(number)") { return numbered }
            base.removeLast()
        }
        return nil
    }

    private static func valid(_ text: String) -> PlayerName? { try? PlayerName(claiming: text) }
}
