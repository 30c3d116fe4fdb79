import Protocol

/// Those who are in a match: the players in its seats, and the watchers.
struct Attendance: Sendable {
    /// The taken seats, in order.
    private(set) var seats: [Seat] = [] { didSet { updateAudience() } }
    private(set) var watchers: [ClientID] = [] { didSet { updateAudience() } }
    /// Everybody who receives the match's states: present players, then watchers.
    private(set) var audience: [ClientID] = []
    /// The time since which nobody has been there; nil if somebody is.
    private(set) var desertedSince: Instant?

    /// True if nobody is there and no seat is kept.
    var isEmpty: Bool { watchers.isEmpty && seats.allSatisfy { $0.hasLeft || $0.isClientless } }

    /// True if all players who have a seat are present.
    var isComplete: Bool { seats.allSatisfy(\.isPresent) }

    private mutating func updateAudience() {
        audience = seats.compactMap(\.client) + watchers
        if !audience.isEmpty { desertedSince = nil }
    }

    private mutating func noteDesertion(at now: Instant) {
        if audience.isEmpty, desertedSince == nil { desertedSince = now }
    }

    // MARK: Players

    /// Gives the next seat to somebody.
    mutating func fillSeat(_ occupant: Seat.Occupant) { seats.append(Seat(occupant)) }

    /// Keeps the seat of a player who has gone away.
    mutating func goAway(_ seat: Int, at now: Instant) {
        seats[seat].become(.absent(since: now))
        seats[seat].offersRematch = false
        noteDesertion(at: now)
    }

    /// Keeps everybody's seat: all have gone away.
    mutating func allGoAway(at now: Instant) {
        for seat in seats.indices { seats[seat].become(.absent(since: now)) }
        desertedSince = now
    }

    /// Has a player back, or at another connection.
    mutating func comeBack(_ seat: Int, as client: ClientID) { seats[seat].become(.present(client)) }

    /// Frees the seat of a player who has been away for too long: who is there does not change by it.
    mutating func dismiss(_ seat: Int) { seats[seat].become(.left) }

    /// Frees the seat of a player who leaves.
    mutating func leave(_ seat: Int, at now: Instant) {
        seats[seat].become(.left)
        seats[seat].offersRematch = false
        noteDesertion(at: now)
    }

    /// Notes for how long the player of a seat has been absent from play in all.
    mutating func setAway(_ milliseconds: Int, of seat: Int) { seats[seat].awayMilliseconds = milliseconds }

    /// Notes that a player offers a rematch; the house then agrees, and who plays beside another goes along.
    mutating func offerRematch(_ seat: Int) {
        for index in seats.indices where index == seat || seats[index].isClientless {
            seats[index].offersRematch = true
        }
    }

    // MARK: Watchers

    mutating func addWatchers(_ clients: [ClientID]) { watchers += clients }

    mutating func removeWatchers(_ clients: [ClientID], at now: Instant) {
        let leaving = Set(clients)
        watchers.removeAll(where: leaving.contains)
        noteDesertion(at: now)
    }

    // MARK: Time

    /// Shifts the times since which somebody has been away, because all clocks stood still for this long.
    mutating func shift(by milliseconds: Int) {
        desertedSince = desertedSince.map { $0 + milliseconds }
        for seat in seats.indices {
            if let since = seats[seat].absentSince {
                seats[seat].become(.absent(since: since + milliseconds))
            }
        }
    }
}
