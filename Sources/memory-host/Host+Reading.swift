import Lobby
import Protocol

// What comes from clients, on its way to the lobby.
extension Host {
    mutating func read(_ slot: Int, isHungUp: Bool) {
        guard connections.slots[slot].interest.contains(.readable) else {
            if isHungUp { drop(slot) }
            return
        }
        switch connections.slots[slot].socket.receive(into: &input) {
        case .wouldBlock: return
        case .failed(let error):
            log.write(.debug, "\(connections.slots[slot].host) is gone: \(error)")
            drop(slot)
        case .end: end(slot)
        case .bytes(let count):
            switch connections.slots[slot].stage {
            case .open:
                if takeLoneFlip(slot, count) { return }
                connections.slots[slot].decoder.receive(input, count: count)
                takeLines(slot)
            case .throttled: connections.slots[slot].decoder.receive(input, count: count)
            case .closing, .lingering, .gone: return
            }
        }
    }

    /// The client has closed its side: what it sent is still answered.
    private mutating func end(_ slot: Int) {
        connections.slots[slot].hasEnded = true
        switch connections.slots[slot].stage {
        case .open:
            connections.slots[slot].decoder.finish()
            takeLines(slot)
        case .throttled: connections.slots[slot].decoder.finish()
        case .closing: markDirty(slot)
        case .lingering: drop(slot)
        case .gone: return
        }
    }

    /// Gives the lobby what has come if that is a flip and nothing else, as it nearly always is: the same as
    /// ``takeLines(_:)`` would do, at less cost.
    ///
    /// - Returns: false if it is not, or not to be taken yet; then nothing has happened.
    private mutating func takeLoneFlip(_ slot: Int, _ count: Int) -> Bool {
        guard let card = connections.slots[slot].loneFlip(input, count: count, at: now, rate: rate) else {
            return false
        }
        flip(card, by: connections.slots[slot].client)
        return true
    }

    /// Gives the lobby a flip in JSON that has no `id`.
    private mutating func flip(_ card: Int, by client: ClientID) {
        lobby.flip(card, by: client, at: lobbyNow, using: &random, into: &outcome)
        settle()
    }

    /// Gives the lobby the lines that have come, until there is none, or the client must wait, for others at the least.
    mutating func takeLines(_ slot: Int) {
        let client = connections.slots[slot].client
        var taken = 0
        while taken < Limits.House.linesAtOnce, connections.slots[slot].stage == .open,
            !connections.slots[slot].isBackedUp
        {
            taken += 1
            guard mayCommand(slot), let line = connections.slots[slot].decoder.next() else { break }
            connections.slots[slot].saidAt = now
            if let card = connections.slots[slot].decoder.usualFlip(line) {
                connections.slots[slot].dialect = .json
                flip(card, by: client)
                continue
            }
            let request = connections.slots[slot].decoder.request(line)
            if let dialect = request.dialect { connections.slots[slot].dialect = dialect }
            if case .command(let command) = request.content, command.isDear {
                takeDear(command, request, slot)
            } else {
                tell(.received(request, from: client))
            }
        }
        markDirty(slot)  // So that the poller is told, once, what to look for now.
        guard connections.slots[slot].stage == .open else { return }
        if connections.slots[slot].hasEnded, !connections.slots[slot].decoder.hasWholeLine {
            tell(.finished(client))
        }
    }

    /// Gives the lobby a command that counts as several, or that may be a guess.
    private mutating func takeDear(_ command: Command, _ request: Request, _ slot: Int) {
        let (client, address) = (connections.slots[slot].client, connections.slots[slot].host)
        var request = request
        if let refusal = refusal(of: command, from: address) {
            request = Request(.malformed(command.kind, refusal), id: request.id, dialect: request.dialect)
        }
        ask(.received(request, from: client))
        if command.isGuess, outcome.effects.contains(where: \.isWrongGuess) { guesses.add(address, at: now) }
        if rate > 0 {
            let opens = command.mayOpen && outcome.effects.contains { $0.opensMatch(for: client) }
            if opens { openings.add(address, at: now) }
            connections.slots[slot].bucket.charge(opens ? Limits.openWeight : command.weight)
        }
        settle()
    }

    /// Why an address must wait with this command; nil if it need not.
    private func refusal(of command: Command, from address: SocketAddress.Host) -> Refusal? {
        if command.mayOpen, rate > 0, openings.mustWait(address, at: now) { return .tooManyOpenings }
        guard command.isGuess, guesses.mustWait(address, at: now) else { return nil }
        // A code is not even looked up, so that whoever waits learns nothing, and at no other cost. A token that is good
        // was not guessed: nobody keeps others at the same address from their seats.
        if case .hello(.token(let token)) = command, lobby.knows(token) { return nil }
        return .tooManyGuesses
    }

    /// Whether the client may send one more command now; if one waits and it may not, it is read no more until it may.
    private mutating func mayCommand(_ slot: Int) -> Bool {
        guard rate > 0 else { return true }
        guard connections.slots[slot].decoder.hasLine() else { return false }
        guard let due = connections.slots[slot].bucket.take(at: now, rate: rate) else {
            if connections.slots[slot].bucket.wasFull { connections.slots[slot].isHurried = false }
            return true
        }
        connections.slots[slot].stage = .throttled
        wake(slot, at: due)
        if !connections.slots[slot].isHurried {
            connections.slots[slot].isHurried = true
            tell(.hurried(connections.slots[slot].client))
        }
        return false
    }

    /// Goes on with lines that were left unread because too much waited to be sent.
    mutating func readOn() {
        guard !unread.isEmpty else { return }
        let clients = unread
        unread = []
        for client in clients {
            if let slot = connections.slot(of: client) { takeLines(slot) }
        }
    }
}
