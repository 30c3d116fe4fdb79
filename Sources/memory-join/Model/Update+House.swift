import Protocol

// Alone or against the house, the client follows the list of matches, to learn of anybody who is waiting; after any
// other match, to learn that the host is closing.

extension Model {
    /// A match whose player waits for an opponent while this client's plays alone, or the house.
    var waitingMatch: LobbyList.Entry? {
        guard session.table?.isAlone == true, !session.hostIsDraining else { return nil }
        return session.lobby?.matches.first { $0.phase == .waiting && !$0.rules.isSolo }
    }

    /// Asks to be sent the list of matches whenever it changes; once per connection and match.
    mutating func followLobby(_ now: Instant) {
        guard isOnline, session.table?.followsLobby == false else { return }
        session.table?.followsLobby = true
        session.commands.refresh(.followList(true))
        sendQueued(now)
    }

    /// Asks for the same after a match. No answer is waited for, so that it keeps no command of the player waiting.
    mutating func followLobbyAfterMatch() {
        guard isOnline, ownSeat != nil, session.table?.followsLobby == false else { return }
        session.table?.followsLobby = true
        effects.append(.send(.followList(true), id: nil))
    }

    /// Says, once for each match, that its player is waiting for an opponent.
    mutating func announceWaiting() {
        guard hasScreen, session.table?.isAlone == true, session.announcedMatch != waitingMatch?.match else {
            return
        }
        session.announcedMatch = waitingMatch?.match
        guard let entry = waitingMatch else { return appendToLog("Nobody is waiting for an opponent any more.") }
        let player = entry.seats.first ?? "the player"
        appendToLog(
            "\(player) is waiting\(Wording.game(entry, on: self)). Press \(Button.joinWaiting.keyText) to join.")
        ring()
    }

    /// True if leaving the match against the house counts as a loss, or a game alone has begun.
    var wouldLoseByLeaving: Bool {
        guard let state, state.phase != .over else { return false }
        return !state.onScreen.facts.takesTurns || state.turnNumber > 1 || !state.turned.isEmpty
    }

    /// Leaves the match to join whoever is waiting.
    mutating func joinWaiting(_ now: Instant) {
        guard let entry = waitingMatch else { return notify("Nobody is waiting for an opponent any more.") }
        leaveTable(for: .join(.id(entry.match)), now)
    }

    /// Plays the house, by the same rules, instead of waiting for an opponent.
    mutating func playHouseInstead(_ now: Instant) {
        guard let rules = seating?.rules, state?.phase == .waiting, !session.hostIsDraining else { return }
        leaveTable(for: .open(RulesRequest(rules), isPrivate: false, against: .house(.steady)), now)
    }

    private mutating func leaveTable(for next: Command, _ now: Instant) {
        guard requireConnection(), !session.commands.isQueued(next) else { return }
        session.commands.append(.command(.leave, isOwn: false, guards: sight?.guards(for: .leave)))
        session.commands.append(.command(next, isOwn: false))
        sendQueued(now)
    }
}
