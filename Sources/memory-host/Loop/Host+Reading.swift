import Lobby
import Protocol

// Input from clients, on its way to the lobby.
extension Host {
    mutating func read(_ client: ClientID, isHungUp: Bool) {
        let arrival = connections.update(client) { $0.receive(into: &input, isHungUp: isHungUp) }
        if let arrival { act(on: arrival, from: client) }
    }

    /// The address of a client, for the log.
    func address(of client: ClientID) -> String { connections.read(client) { $0.host.description } ?? "a client" }

    /// Acts on what has come.
    mutating func act(on arrival: Connection.Arrival, from client: ClientID) {
        switch arrival {
        case .nothing: return
        case .lines: processLines(client)
        case .requests(let count): takeRequests(count, from: client)
        case .lateRequest: dropGreeted(client)
        case .finished: drop(client)
        case .broken(let error):
            log.write(
                .debug, "lost connection from \(address(of: client)): \(error)")
            drop(client)
        }
    }

    /// Feeds received lines to the lobby, until there are none left, the client must wait, or it is the others' turn.
    mutating func processLines(_ client: ClientID) {
        for _ in 0..<Limits.Internal.linesAtOnce {
            guard let request = nextRequest(of: client) else { break }
            execute(request, from: client)
        }
        markDirty(client)  // So that the poller learns, once, what to watch for now.
        guard connections.read(client, { $0.isFinished }) ?? false else { return }
        let (code, fault) = connections.read(client, { ($0.inlet.closeCode, $0.inlet.fault) }) ?? (nil, nil)
        // One that has sent all it had to say may still be watching, unless others wait for it; one that has left its
        // WebSocket is not.
        if code == nil, replays.isWatching(client), !lobby.isAwaited(client) { return }
        process(.finished(client, saying: fault.map { .brokenWebSocket($0) } ?? .closed))
    }

    /// Returns a client's next line if it may be taken now. A client that is too fast is not read for a while.
    private mutating func nextRequest(of client: ClientID) -> Request? {
        switch connections.update(client, { $0.next(at: clock.now, sharing: &limits.commands) }) {
        case nil, .none?: return nil
        case .request(let request): return request
        case .newcomer:
            greet(client)
            return nextRequest(of: client)
        case .foreign:
            log.write(
                .info, "\(address(of: client)) is using a different protocol")
            meters.turnAway(.foreignProtocol)
            drop(client)
            return nil
        case .tooFast(let due):
            setAlarm(of: client, at: due)
            if connections.update(client, { $0.throttle.warn() }) ?? false { process(.throttled(client)) }
            return nil
        }
    }

    /// Passes a line to the lobby, and charges the sender for it.
    private mutating func execute(_ request: consuming Request, from client: ClientID) {
        guard let address = connections.read(client, { $0.host }) else { return }
        var isMove = false
        // Any line ends a replay in plain text; the command to do so says that itself.
        if !replays.isEmpty, request.content != .command(.stopReplay) { interruptReplay(of: client) }
        var allowance = Allowance(hasMemory: !memory.isLow, diskFailure: committer.gate.diskFailure?.reason)
        if case .command(.move) = request.content {
            isMove = true  // It opens nothing and guesses nothing, so there is no need to look up the address.
        } else {
            allowance.mayOpen = limits.openings.allows(address, at: now)
            allowance.mayGuess = limits.guesses.allows(address, at: now)
            allowance.mayOweGuess = limits.guesses.allowsDebt(address, at: now)
        }
        let outcome = handle(.received(request, from: client, allowing: allowance))
        connections.update(client) { limits.charge(outcome.cost, to: &$0.throttle, of: address, at: clock.now) }
        if isMove, !outcome.entries.isEmpty { meters.moveMade() }
        carryOut(outcome)
    }

    /// Resumes with lines that were left unread because too much was queued to be sent.
    mutating func resumeReading() {
        for client in lists.takeUnread() {
            switch connections.update(client, { $0.resumeReading() }) {
            case .browser: listRequest(of: client)
            case .client: processLines(client)
            case .arriving, .closing, .gone, nil: break
            }
        }
    }
}
