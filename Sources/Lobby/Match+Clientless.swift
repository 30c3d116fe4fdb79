import Protocol

// Seats without a client of their own: the house, and a second person at the client of seat 0.
extension Match {
    // MARK: The house

    /// Lets the house see the cards.
    // Not a part of every flip, since most matches have no house.
    @inline(never)
    mutating func showHouse(at now: Instant) {
        let (state, time) = (state(after: nil, at: now), played(at: now))
        house?.see(state, at: time)
    }

    /// Makes the move of the house.
    ///
    /// - Returns: the move, the seat and the change; nil if it isn't its turn.
    mutating func playForHouse(at now: Instant) -> (made: MadeMove, seat: Int, change: Change)? {
        let state = state(after: nil, at: now)
        guard let seat = house?.seat, let move = house?.move(in: state) else { return nil }
        do throws(Refusal) {
            let played = try play(move, by: seat, at: now)
            return (played.made, seat, played.change)
        } catch {
            assertionFailure("the house chose an illegal move (\(error.code))")
            return nil
        }
    }

    // MARK: A second person

    /// The name of a second person at the client of seat 0, if any.
    var nameBeside: PlayerName? {
        guard hasClientlessSeat else { return nil }
        return seats.lazy.compactMap { if case .beside(let name) = $0.occupant { name } else { nil } }.first
    }

    /// The seat that is played at the client of seat 0, if any.
    var seatBeside: Int? {
        // Every flip asks, and few matches have one.
        guard hasClientlessSeat else { return nil }
        return seats.firstIndex { if case .beside = $0.occupant { true } else { false } }
    }

    /// Returns the seat for which a player's command is: of two that share a client, the one whose turn it is.
    func actingSeat(for seat: Int) -> Int { seatBeside == nil ? seat : game.active ?? seat }
}
