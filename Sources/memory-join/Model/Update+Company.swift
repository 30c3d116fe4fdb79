import Protocol

// Matches without another client: against the house, and with a second person at this screen. Whoever plays the house
// follows the list of matches, to hear of somebody who waits.

extension Model {
    /// The match of somebody who waits for an opponent while this client plays the house; nil if nobody does.
    var waitingMatch: LobbyList.Entry? {
        guard table?.isAgainstHouse == true else { return nil }
        return lobby?.matches.first { $0.phase == .waiting && !$0.rules.isSolo }
    }

    /// Asks for the list of matches whenever it changes; once for each connection and match.
    mutating func followLobby(_ now: Instant) {
        guard isOnline, table?.followsLobby == false else { return }
        table?.followsLobby = true
        commands.append(.command(.followList(true), isOwn: true))
        sendQueued(now)
    }

    /// Says, once for each match, that somebody waits for an opponent.
    mutating func announceWaiting() {
        guard hasScreen, table?.isAgainstHouse == true, announcedMatch != waitingMatch?.match else { return }
        announcedMatch = waitingMatch?.match
        guard let entry = waitingMatch else { return appendToLog("Nobody waits for an opponent any more.") }
        appendToLog("w joins \(entry.seats.first ?? "somebody"), who waits for an opponent.")
        ring()
    }

    /// Leaves the house for whoever waits.
    mutating func joinWaiting(_ now: Instant) {
        guard let entry = waitingMatch else { return }
        leaveAnd(.join(.id(entry.match)), now)
    }

    /// Plays the house, by the same rules, instead of waiting for an opponent.
    mutating func playHouseInstead(_ now: Instant) {
        guard let rules = seating?.rules, state?.phase == .waiting else { return }
        leaveAnd(.open(RulesRequest(rules), isPrivate: false, against: .house(.steady)), now)
    }

    private mutating func leaveAnd(_ next: Command, _ now: Instant) {
        guard requireConnection(), !commands.isQueued(next) else { return }
        commands.append(.command(.leave, isOwn: false))
        commands.append(.command(next, isOwn: false))
        sendQueued(now)
    }
}

extension Table {
    /// True if the client plays against the house.
    var isAgainstHouse: Bool { seating.seat != nil && state?.seats.contains { $0.kind.houseLevel != nil } == true }

    /// False if nobody else's client has a seat, or may take one.
    var hasOpponent: Bool { seating.beside == nil && !isAgainstHouse }
}

extension Seating {
    /// The seat that texts call "you"; nil for a watcher, and where two people share the client.
    var you: Int? { beside == nil ? seat : nil }

    /// True if this client plays a seat.
    func plays(_ other: Int?) -> Bool { seat != nil && other != nil && (other == seat || other == beside) }
}
