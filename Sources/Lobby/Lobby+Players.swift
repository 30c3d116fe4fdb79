import Protocol

// Players: connections, names and tokens.
extension Lobby {
    mutating func connect(
        _ client: ClientID, _ limits: PublishedLimits?, from host: SocketAddress.Host?, _ step: inout Step
    ) {
        sessions.add(client, network: host?.network)
        var hello = hello
        if let limits { hello.limits = limits }
        step.send(.hello(hello), to: client)
    }

    mutating func hello(
        _ identification: Identification, from client: ClientID, _ id: RequestID?, _ step: inout Step,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        switch identification {
        case .name(let name): try claim(name, client, id, &step, using: &random)
        case .token(let token): try resume(token, client, id, &step)
        }
        step.outcome.changesList = true
    }

    private mutating func claim(
        _ name: PlayerName, _ client: ClientID, _ id: RequestID?, _ step: inout Step,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        let session = sessions[client]
        let isNew = session?.name?.key != name.key
        if isDraining, isNew { throw .draining }
        try registry.check(name, replacing: session?.name)
        if matches.isBesideSomebody(name) { throw .nameTaken(name.text) }
        if let old = session?.name, isNew { forget(old, &step) }
        // A name has one token for as long as it lives, however its owner spells it.
        let token = isNew ? nil : session?.token
        welcome(name, client, token: token ?? Token(using: &random), id, &step)
        if isNew { step.notify(.connected(name)) }
    }

    /// Gives the name, and the seat if there is one, to the connection that knows the token.
    private mutating func resume(
        _ token: Token, _ client: ClientID, _ id: RequestID?, _ step: inout Step
    ) throws(Refusal) {
        guard let person = registry[TokenDigest(token)] else {
            step.outcome.cost.commands = Limits.wrongSecretWeight
            throw .badToken
        }
        var seat: (match: MatchID, seat: Int)?
        var old: ClientID?
        switch person.keeper {
        case .seat(let match, let number): seat = (match, number)
        case .client(client), .nobody: break
        case .client(let other): (old, seat) = (other, sessions.location(of: other)?.seat)
        }
        if let name = sessions[client]?.name, name.key != person.name.key { forget(name, &step) }
        // The reply precedes the effects of the command, and the old connection's `bye` comes last of all that it
        // receives: either connection may be watching the match that the other one is in.
        welcome(person.name, client, token: token, resumed: seat != nil, id, &step)
        if seat != nil { stopWatching(client, &step) }
        if let old { replace(old, &step) }
        if let (match, number) = seat { reclaimSeat(number, of: match, client, &step) }
    }

    private mutating func reclaimSeat(_ seat: Int, of id: MatchID, _ client: ClientID, _ step: inout Step) {
        guard matches.contains(id) else { return }
        sessions.update(client) { $0.location = .seated(id, seat) }
        change(id, welcoming: client, &step) { match, step in
            step.send(.match(match.seating(seat: seat)), to: client)
            let change = match.reconnect(seat, as: client, at: step.now)
            if change == nil {
                match.introduce(to: client, &step)
            } else if !match.isOver {
                match.store(.back(seat: seat), &step)
            }
            return change
        }
        matches[id]?.repeatTalk(to: [client], as: .player, &step)
    }

    private mutating func welcome(
        _ name: PlayerName, _ client: ClientID, token: Token, resumed: Bool = false, _ id: RequestID?,
        _ step: inout Step
    ) {
        let digest = TokenDigest(token)
        let old = registry[name]
        registry.register(Registry.Person(name: name, token: digest, keeper: .client(client)))
        if old?.name.text != name.text { step.store(.named(name, digest)) }
        sessions.update(client) { ($0.name, $0.token) = (name, token) }
        push.clientArrived()
        step.send(.welcome(Welcome(name: name.text, token: token, resumed: resumed)), to: client, re: id)
    }

    /// Closes a connection whose player has come back on another one; keeps the seat and the name.
    private mutating func replace(_ old: ClientID, _ step: inout Step) {
        guard sessions.contains(old) else { return }
        stopWatching(old, &step)
        sessions.remove(old)
        step.send(.bye(.replaced), to: old)
        step.close(old)
    }

    /// Says goodbye and closes the connection; keeps a seat.
    mutating func finish(_ client: ClientID, saying farewell: Farewell, _ step: inout Step) {
        guard sessions.contains(client) else { return }
        step.send(.bye(farewell), to: client)
        step.close(client)
        disconnect(client, &step)
    }

    /// Handles `bye`, which also leaves the match.
    ///
    /// - Parameter mayResign: true if a resignation may be stored; if not, the seat in a live match is kept instead.
    mutating func bye(_ client: ClientID, _ id: RequestID?, mayResign: Bool, _ step: inout Step) {
        step.send(.bye(.asked), to: client, re: id)
        step.close(client)
        if mayResign || isFree(client) { leave(client, isSaid: false, &step) }
        disconnect(client, &step)
    }

    mutating func disconnect(_ client: ClientID, _ step: inout Step) {
        guard let session = sessions[client] else { return }
        stopWatching(client, &step)
        sessions.remove(client)
        if let (match, seat) = session.location.seat {
            if let name = session.name { registry.setKeeper(of: name, to: .seat(match, seat)) }
            change(match, &step) { match, step in
                if !match.isOver { match.store(.away(seat: seat), &step) }
                return match.disconnect(seat, at: step.now)
            }
        } else if let name = session.name {
            forget(name, &step)
        }
        if session.name != nil { step.outcome.changesList = true }
    }

    /// Frees a name that nothing keeps in use any more; an entrant's is kept until the contest is over.
    mutating func forget(_ name: PlayerName, _ step: inout Step) {
        if isKept(name) {
            registry.setKeeper(of: name, to: .nobody)
        } else {
            registry.remove(name)
            step.store(.forgot(name))
        }
        step.notify(.disconnected(name))
        step.outcome.changesList = true
    }

    /// Frees the names of players without a seat who haven't come back since the host was restarted.
    mutating func forgetAbsent(_ step: inout Step) {
        absentUntil = nil
        for name in registry.absent where !isKept(name) { forget(name, &step) }
    }

    /// Says goodbye to everybody, as after every fatal error, and cancels all alarms and pushes: nobody is left to
    /// notice.
    mutating func stop(_ step: inout Step) {
        for session in sessions.all {
            step.refuse(.shuttingDown, to: session.client, re: nil, command: nil)
            step.send(.bye(Farewell(after: .shuttingDown)), to: session.client)
            step.close(session.client)
        }
        sessions.removeAll()
        matches.removeAllAlarms()
        push.stop()
        desk?.stop()
        (contestDue, absentUntil) = (nil, nil)
        following = Following()
    }
}
