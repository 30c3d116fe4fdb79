import Protocol

// The journal's events, once more: a restarted host takes its matches through them.
extension Match {
    /// Replays a journal event at the time at which it happened.
    ///
    /// - Throws: a refusal if it can't have happened in this match.
    mutating func replay(_ event: Entry.Event, _ stamp: Entry.Stamp) throws(Refusal) {
        versions.prepare(for: stamp)
        switch event {
        case .seated(let player):
            guard isWaiting, seats.count < rules.seats else { throw .matchFull }
            let occupant: Seat.Occupant =
                switch player {
                case .person(let name): .person(name, .present(.gone))
                case .house(let house): .house(house)
                case .beside(let name): .beside(name)
                }
            _ = takeSeat(occupant, at: stamp.at)
        case .moved(let made, let seat):
            try checkSeat(seat)
            guard try play(made.move, by: seat, at: stamp.at).made == made else {
                throw .notPlaying("The move has another result than the stored one.")
            }
        case .deadlinePassed:
            guard expire(at: stamp.at) != nil else { throw .notPlaying("No clock is running.") }
        case .away(let seat):
            try checkPerson(in: seat)
            _ = disconnect(seat, at: stamp.at)
        case .back(let seat):
            try checkPerson(in: seat)
            _ = reconnect(seat, as: .gone, at: stamp.at)
        case .forfeited(let seat, let kind):
            if let seat { try checkSeat(seat) }
            _ = forfeit(by: seat, as: kind)
        case .versionCheckpoint: break
        }
        versions.restore(stamp)
    }

    private func checkSeat(_ seat: Int) throws(Refusal) {
        guard seats.indices.contains(seat) else { throw .notSeated }
    }

    /// Throws unless a player with a client of their own sits there; others neither go nor come back.
    private func checkPerson(in seat: Int) throws(Refusal) {
        guard seats.indices.contains(seat), !seats[seat].isClientless else { throw .notSeated }
    }
}

extension ClientID {
    /// A connection that is gone, standing for players seated before the host was restarted.
    fileprivate static let gone = ClientID(slot: Int(Int32.max), serial: 0)
}
