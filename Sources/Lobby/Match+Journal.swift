import Protocol

// A match out of the journal, and into a record.
extension Match {
    /// Has something happen again that the journal tells of, at the moment at which it happened.
    ///
    /// - Throws: a refusal, if it cannot have happened in this match.
    mutating func replay(_ change: Entry.Change, at moment: Instant) throws(Refusal) {
        switch change {
        case .seated(let name):
            guard isWaiting, seats.count < rules.seats else { throw .matchFull }
            seats.append(Seat(name: name, occupant: .present(.nobody)))
            if seats.count == rules.seats { begin(at: moment) }
        case .flipped(let card, let seat):
            guard seats.indices.contains(seat) else { throw .notSeated }
            _ = try flip(.index(card), by: seat, at: moment)
        case .rang:
            guard case .running = stage else { throw .notPlaying("No clock runs.") }
            _ = clockRang(at: moment)
        case .gone(let seat): try put(seat, .gone(since: moment), at: moment)
        case .back(let seat): try put(seat, .present(.nobody), at: moment)
        case .forfeited(let seat, let kind):
            guard seat.map({ seats.indices.contains($0) }) ?? true else { throw .notSeated }
            forfeit(by: seat, as: kind)
        case .stood(let milliseconds): stand(milliseconds: milliseconds)
        case .told: break
        }
    }

    private mutating func put(_ seat: Int, _ occupant: Seat.Occupant, at moment: Instant) throws(Refusal) {
        guard seats.indices.contains(seat) else { throw .notSeated }
        seats[seat].occupant = occupant
        if !isWaiting { pauseOrGoOn(at: moment) }
    }

    /// Nobody is there after a restart: every seat is kept from now on, and the clock stands where it stood last.
    ///
    /// - Returns: the seats that somebody was in.
    mutating func leaveAlone(since now: Instant, clockAt moment: Instant) -> [Int] {
        let left = seats.indices.filter { seats[$0].client != nil }
        for seat in seats.indices { seats[seat].occupant = .gone(since: now) }
        pauseOrGoOn(at: moment)
        skipUncountedStates()
        return left
    }

    /// The record of a match that has ended; nil if it never began.
    func record(number: Int, endedAt: Instant) -> MatchRecord? {
        guard let beganAt, let ending = game.ending, let deck = game.revealedDeck() else { return nil }
        return MatchRecord(
            number: number, match: id, isPrivate: code != nil, startedAt: beganAt.milliseconds,
            endedAt: endedAt.milliseconds, rules: rules, players: names.map(\.text),
            scores: scores + (rules.isSolo ? [-1] : []), winner: ending.winner, reason: ending.reason.rawValue,
            turns: seats.indices.map { game.turnsUsed(of: $0) }, deck: deck.faces, moves: moves)
    }
}

extension ClientID {
    /// A connection that is gone: who sat in a match before the host was started again.
    fileprivate static let nobody = ClientID(slot: Int(Int32.max), serial: 0)
}
