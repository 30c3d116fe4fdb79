import Protocol

// Coming in, and coming back.
//
//     connecting ──opened──▶ greeting ──hello──▶ identifying ──welcome──▶ online ──bye──▶ leaving
//         ▲  │                  │                     │                      │
//         │  └───────lost───────┴──────────┬──────────┴──────────────────────┘
//         └────────time──────── waiting ◀──┘         until the host has once let the client in, lost ends it
//
// With a token the client says that, else its name. A refused token is forgotten and the name said instead; when that
// is refused too, it ends. A name that nobody asked for gets a number when it is taken.

extension Model {
    /// Starts to make a connection.
    mutating func connect() {
        link = .connecting
        intents.append(.connect(address))
    }

    /// The connection is made: the host speaks first.
    mutating func opened(_ now: Moment) {
        fatal = nil
        heardAt = now
        pingedAt = nil
        link = .greeting(until: now + Times.patience)
    }

    /// The connection broke, or could not be made.
    mutating func lost(_ why: String, _ now: Moment) {
        pending = nil
        // What a person wanted of a match that looks otherwise by now is not wanted any more.
        queue.removeAll { if case .command(_, isOwn: false) = $0 { true } else { false } }
        if case .leaving = link { return quit(.success, nil) }
        if let fatal, !isPassing(fatal.code) { return quit(.unavailable, fatal.message) }
        guard wasOnline else { return failed("Cannot reach \(address.text): \(why).") }
        if inputEnded { return quit(.unavailable, "Lost the connection to \(address.text): \(why).") }
        if case .online(let since) = link, now - since >= Times.stable { tries = 0 }
        if case .online = link, options.isPlain { note("Connection lost: \(why). Reconnecting.") }
        retry(now)
    }

    /// The host could not be reached, or is none: on a screen its address is asked for.
    private mutating func failed(_ sentence: String) {
        guard hasScreen else { return quit(.unavailable, sentence) }
        link = .none
        let offered = options.hasAddress || address != options.address ? address : lastAddress
        overlay = .prompt(Prompt(.address, offered?.text ?? "", complaint: SafeText.line(sentence)))
    }

    /// Tries again, later each time.
    private mutating func retry(_ now: Moment) {
        let delay = Times.retries[min(tries, Times.retries.count - 1)]
        tries += 1
        if delay == 0 { connect() } else { link = .waiting(until: now + delay) }
    }

    /// Whether a reason to close means that the host may soon be back.
    func isPassing(_ reason: String) -> Bool { wasOnline && reason == Refusal.shuttingDown.code }

    /// The host has greeted.
    mutating func hear(_ hello: Hello, _ now: Moment) {
        guard case .greeting = link else { return }
        guard hello.version == Hello.protocolVersion else {
            let versions = "version \(hello.version) of the protocol, and this client version \(Hello.protocolVersion)"
            return quit(.dataError, "The host at \(address.text) speaks \(versions).")
        }
        hostName = hello.host
        if let token {
            identify(.token(token), now)
        } else if let name {
            identify(.name(name), now)
        } else {
            enterHost(resumed: false, now)
        }
    }

    private mutating func identify(_ identification: Identification, _ now: Moment) {
        link = .identifying(identification, until: now + Times.patience)
        intents.append(.send(.hello(identification), id: nil))
    }

    /// The host has said who the client is.
    mutating func hear(_ welcome: Welcome, _ now: Moment) {
        token = welcome.token
        if let name = try? PlayerName(welcome.name) { self.name = name }
        if case .identifying = link { enterHost(resumed: welcome.resumed, now) }
    }

    /// The host has refused to let the client in; false if the error is about something else.
    mutating func isRefused(_ report: ErrorReport, _ now: Moment) -> Bool {
        guard case .identifying(let identification, _) = link, !report.isFatal,
            report.command == nil || report.command == Command.Kind.hello.rawValue,
            report.code != Refusal.tooFast.code
        else { return false }
        switch identification {
        case .token:
            token = nil
            if let name { identify(.name(name), now) } else { quit(.unavailable, report.message) }
        case .name(let refused):
            let mayChange = report.code == Refusal.nameTaken("").code && options.name == nil && !wasOnline
            guard mayChange, namesTried < Limits.burst, let first = firstName(refused),
                let next = NameChoice.numbered(first, namesTried + 1)
            else {
                askForName(instead: refused, report)
                return true
            }
            namesTried += 1
            identify(.name(next), now)
        }
        return true
    }

    /// On a screen a name that is refused is asked for anew; but one that the host had confirmed was the player's own,
    /// and without it there is no seat to come back to.
    private mutating func askForName(instead refused: PlayerName, _ report: ErrorReport) {
        let isAboutName = [Refusal.nameTaken("").code, Refusal.badName("").code].contains(report.code)
        guard hasScreen, !wasOnline, isAboutName else { return quit(.unavailable, report.message) }
        link = .naming
        overlay = .prompt(Prompt(.name, refused.text, complaint: report.message))
    }

    /// Says the name that was typed: instead of one that was refused, or because a watcher wants to play.
    mutating func say(name: PlayerName, _ now: Moment) {
        overlay = nil
        if case .naming = link {
            self.name = name
            identify(.name(name), now)
        } else {
            ask(.hello(.name(name)), now)
        }
    }

    /// The name without the number that was added to it; the model's own name is not changed before `welcome`.
    private func firstName(_ refused: PlayerName) -> PlayerName? { name ?? refused }

    /// The host has let the client in.
    private mutating func enterHost(resumed: Bool, _ now: Moment) {
        link = .online(since: now)
        giveUpAt = nil
        if wasOnline {
            if hasScreen { note("Reconnected.") }
            refresh()
            if !resumed { goBack() }
        } else {
            wasOnline = true
            tries = 0
            queue.insert(contentsOf: firstCommands.map { .command($0, isOwn: true) }, at: 0)
            if hasScreen { intents.append(.remember(address)) }
        }
        pump(now)
    }

    /// What the command line wants done first. A screen shows the lobby and the best score, too.
    private var firstCommands: [Command] {
        let screen: [Command] = hasScreen ? [.list, .scores] : []
        switch options.purpose {
        case .lobby: return hasScreen ? screen : [.list]
        case .join(let code): return [.join(.code(code))] + screen
        case .open(let rules): return [.open(rules, isPrivate: false)] + screen
        case .watch(let match): return [.watch(match)] + screen
        }
    }

    /// Goes back to where the client was, although the host does not remember it.
    private mutating func goBack() {
        guard let seating else {
            if hasScreen { queue.insert(.command(.list, isOwn: true), at: 0) }
            return
        }
        let match = seating.code.map { MatchReference.code($0) } ?? .id(seating.match)
        if seating.seat == nil {
            queue.insert(.command(.watch(match), isOwn: true), at: 0)
        } else if state?.phase == .over {
            leaveMatch()
        } else {
            queue.insert(.command(.join(match), isOwn: true), at: 0)
        }
    }

    /// The host says why it closes.
    mutating func hear(_ farewell: Farewell, _ now: Moment) {
        if case .leaving = link { return quit(.success, nil) }
        switch farewell.reason {
        case Farewell.asked.reason, Farewell.closed.reason:
            quit(.success, nil)
        case let reason where isPassing(reason) && !inputEnded:
            giveUpAt = giveUpAt ?? now + Times.restart
            note("The host is stopping or restarting; reconnecting.")
            breakOff(farewell.message, now)
        default:
            let sentence = farewell.message.isEmpty ? "Closed by the host: \(farewell.reason)." : farewell.message
            quit(.unavailable, sentence)
        }
    }

    /// Gives up the connection, which is of no use.
    mutating func breakOff(_ why: String, _ now: Moment) {
        intents.append(.disconnect)
        lost(why, now)
    }
}
