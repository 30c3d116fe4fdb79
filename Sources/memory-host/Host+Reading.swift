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

    /// Gives the lobby the lines that have come, until there is none, or the client must wait.
    mutating func takeLines(_ slot: Int) {
        let client = connections.slots[slot].client
        while connections.slots[slot].stage == .open, !connections.slots[slot].isBackedUp {
            guard mayCommand(slot), let line = connections.slots[slot].decoder.next() else { break }
            connections.slots[slot].saidAt = now
            let request = connections.slots[slot].decoder.request(line)
            if let dialect = request.dialect { connections.slots[slot].dialect = dialect }
            apply(lobby.handle(.received(consume request, from: client), at: now, using: &random))
        }
        markDirty(slot)  // So that the poller is told, once, what to look for now.
        guard connections.slots[slot].stage == .open else { return }
        if connections.slots[slot].hasEnded, !connections.slots[slot].decoder.hasWholeLine {
            apply(lobby.handle(.finished(client), at: now, using: &random))
        }
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
            apply(lobby.handle(.hurried(connections.slots[slot].client), at: now, using: &random))
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
