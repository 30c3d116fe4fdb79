import Protocol

// Who comes and goes: connections, names, tokens.
extension Lobby {
    mutating func connect(_ client: ClientID, connectionsPerAddress: Int?) {
        while sessions.count <= client.index { sessions.append(nil) }
        sessions[client.index] = Session(client: client)
        var hello = settings.hello
        if let connectionsPerAddress { hello.limits.connectionsPerAddress = connectionsPerAddress }
        send(.hello(hello), to: client)
    }

    mutating func hello(
        _ identification: Identification, _ session: Session, _ id: RequestID?, at now: Instant,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        switch identification {
        case .name(let name): try take(name, session, id, using: &random)
        case .token(let token): try comeBack(token, session, id, at: now, using: &random)
        }
        isStale = true
    }

    private mutating func take(
        _ name: PlayerName, _ session: Session, _ id: RequestID?, using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        if let owner = registry[name], owner.holder != .client(session.client) { throw .nameTaken(name.text) }
        let isNew = session.name?.key != name.key
        if let old = session.name, isNew { forget(old) }
        // Whoever takes its own name again may never hear of the new token: until it says more, the old one is good too.
        welcome(name, session.client, from: isNew ? nil : registry[name]?.token, id, using: &random)
        if isNew { outcome.effects.append(.note(.came(name))) }
    }

    /// Gives a name, and the seat if there is one, to the connection that knows the token.
    private mutating func comeBack(
        _ token: Token, _ session: Session, _ id: RequestID?, at now: Instant,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) {
        guard let person = registry[TokenDigest(token)] else { throw .badToken }
        let client = session.client
        var seat: (match: MatchID, seat: Int)?
        var old: ClientID?
        switch person.holder {
        case .seat(let match, let number): seat = (match, number)
        case .client(client), .nobody: break
        case .client(let other):
            old = other
            if case .seated(let match, let number) = self.session(of: other)?.place { seat = (match, number) }
        }
        if let name = session.name, name.key != person.name.key { forget(name) }
        // The reply comes before what the command causes, and the old connection's `bye` after all that it is to hear:
        // either connection may watch the very match that the other one is in.
        welcome(person.name, client, from: TokenDigest(token), resumed: seat != nil, id, using: &random)
        if seat != nil { stopWatching(session, at: now) }
        if let old { replace(old, at: now) }
        guard let seat, let position = matches.position(of: seat.match) else { return }
        sessions[client.index]?.place = .seated(seat.match, seat.seat)
        let wasGone = matches.all[position].seats[seat.seat].client == nil
        matches.all[position].seats[seat.seat].occupant = .present(client)
        matches.all[position].countAudience()
        sendSeating(seat.match, to: client)
        if wasGone {
            matches.all[position].pauseOrGoOn(at: now)
            if !matches.all[position].isOver { log(.back(seat: seat.seat), position, at: now) }
            publish(position, .back(seat: seat.seat), welcoming: client, at: now)
        } else {
            sendCopy(of: position, to: client, at: now)
        }
    }

    private mutating func welcome(
        _ name: PlayerName, _ client: ClientID, from previous: TokenDigest? = nil, resumed: Bool = false,
        _ id: RequestID?, using random: inout some RandomNumberGenerator
    ) {
        let token = Token(using: &random)
        let digest = TokenDigest(token)
        // The token in between never arrived: the journal, which knows of the last two only, must hear of it.
        if let previous, registry[name]?.token != previous { outcome.entries.append(.named(name, previous)) }
        registry.register(Registry.Person(name: name, token: digest, previous: previous, holder: .client(client)))
        sessions[client.index]?.isFresh = previous != nil
        outcome.entries.append(previous == nil ? .named(name, digest) : .resumed(name, digest))
        sessions[client.index]?.name = name
        pushed = nil
        send(.welcome(Welcome(name: name.text, token: token, resumed: resumed)), to: client, re: id)
    }

    /// A client that came back with a token has said something more: it has its new token, and the old one is dead.
    mutating func confirm(_ session: Session) {
        sessions[session.client.index]?.isFresh = false
        guard let name = session.name, registry[name]?.previous != nil else { return }
        registry.confirm(name)
        outcome.entries.append(.confirmed(name))
    }

    /// Closes a connection whose player has come back on another one; the seat and the name are not touched.
    private mutating func replace(_ old: ClientID, at now: Instant) {
        guard let session = session(of: old) else { return }
        stopWatching(session, at: now)
        sessions[old.index] = nil
        send(.bye(.replaced), to: old)
        outcome.effects.append(.close(old))
    }

    /// Says goodbye and closes. A seat is kept, unless the player leaves.
    mutating func finish(
        _ client: ClientID, saying farewell: Farewell, re: RequestID? = nil, leaving: Bool = false, at now: Instant
    ) {
        guard let session = session(of: client) else { return }
        send(.bye(farewell), to: client, re: re)
        outcome.effects.append(.close(client))
        if leaving, trouble == nil || isFree(session) { leave(session, isSaid: false, at: now) }
        disconnect(client, at: now)
    }

    mutating func disconnect(_ client: ClientID, at now: Instant) {
        guard let session = session(of: client) else { return }
        sessions[client.index] = nil
        switch session.place {
        case .seated(let match, let seat):
            if let name = session.name { registry.hand(name, to: .seat(match, seat)) }
            lose(seat, of: match, at: now)
        case .watching, .lobby:
            stopWatching(session, at: now)
            if let name = session.name { forget(name) }
        }
        if session.name != nil { isStale = true }
    }

    /// Frees a name that nothing keeps alive any more.
    mutating func forget(_ name: PlayerName) {
        registry.remove(name)
        outcome.entries.append(.forgot(name))
        outcome.effects.append(.note(.went(name)))
        isStale = true
    }

    /// A player's connection broke: the seat is kept for a while.
    private mutating func lose(_ seat: Int, of match: MatchID, at now: Instant) {
        guard let position = matches.position(of: match) else { return }
        matches.all[position].seats[seat].occupant = .gone(since: now)
        matches.all[position].seats[seat].offersRematch = false
        matches.all[position].countAudience()
        matches.all[position].pauseOrGoOn(at: now)
        if !matches.all[position].isOver { log(.gone(seat: seat), position, at: now) }
        publish(position, .gone(seat: seat), at: now)
    }

    /// Says goodbye to everybody. After that nothing happens by itself any more: nobody is left to hear of it.
    mutating func stop() {
        for case let session? in sessions {
            send(.bye(Farewell(after: .shuttingDown)), to: session.client)
            outcome.effects.append(.close(session.client))
        }
        sessions = []
        timers = Timers()
        isStale = false
    }
}
