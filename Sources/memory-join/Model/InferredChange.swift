import Protocol

/// Works out what happened between two states of a match, which JSON leaves to its reader.
///
/// States may be missing in between; then it says the most that both of them show.
extension Change {
    /// The change from `previous` to `next`; nil if it has no name, or if no state of the match was seen before.
    static func inferred(from previous: MatchState?, to next: MatchState) -> Change? {
        guard let previous, previous.match == next.match else { return nil }
        if previous.phase == .waiting, next.phase != .waiting, next.phase != .over { return .deal }
        // Who offered last says nothing that matters any more.
        if previous.phase == .over, previous.result?.rematch == nil, next.result?.rematch != nil { return .rematch }
        if let change = flip(from: previous, to: next) { return change }
        // That it is over is the most that can be said, whoever came or went besides.
        if previous.phase != .over, next.phase == .over { return ending(from: previous, to: next) }
        let presence = presence(from: previous, to: next)
        if presence.count > 1, previous.phase != next.phase { return nil }
        if let change = presence.first { return change }
        if previous.phase == .over { return quiet(previous, next) }
        if previous.phase == .showing, next.phase != .showing, next.turned.isEmpty { return cover(previous, next) }
        if let seat = previous.turn, next.phase == .playing, spent(seat, previous, next) {
            return .timeout(seat: seat, card: previous.turned.first)
        }
        return quiet(previous, next)
    }

    private static func changesBoard(_ previous: MatchState, _ next: MatchState) -> Bool {
        previous.cards != next.cards || previous.turned != next.turned || previous.turn != next.turn
            || previous.phase != next.phase || previous.seats.map(\.taken) != next.seats.map(\.taken)
            || previous.seats.count != next.seats.count
            || previous.seats.map(\.turnsLeft) != next.seats.map(\.turnsLeft)
    }

    /// The change to tell when nothing happened that has a name.
    private static func quiet(_ previous: MatchState, _ next: MatchState) -> Change? {
        changesBoard(previous, next) ? nil : .watchers
    }

    /// Two cards were turned back; whose they were, whoever is to flip next does not always tell.
    private static func cover(_ previous: MatchState, _ next: MatchState) -> Change? {
        guard previous.turned.count == 2 else { return nil }
        let seat = previous.seats.count == 1 ? 0 : next.turn.map { 1 - $0 } ?? 0
        return .cover(seat: seat, first: previous.turned[0], second: previous.turned[1])
    }

    /// The end of the match, where no card ended it.
    private static func ending(from previous: MatchState, to next: MatchState) -> Change? {
        let loser = next.result?.winner.map { 1 - $0 }
        switch next.result?.reason {
        case .turns, .timeout:
            if previous.phase == .showing { return cover(previous, next) }
            return previous.turn.map { .timeout(seat: $0, card: previous.turned.first) } ?? .abandon(seat: nil)
        case .resigned: return .resign(seat: loser)
        case .abandoned: return .abandon(seat: loser)
        case nil, .cleared, .unknown: return .abandon(seat: nil)  // That it has ended is all that is known.
        }
    }

    private static func flip(from previous: MatchState, to next: MatchState) -> Change? {
        for (seat, (old, new)) in zip(previous.seats, next.seats).enumerated() where new.taken.count > old.taken.count {
            guard let second = new.taken.last else { return nil }
            return .pair(seat: seat, first: new.taken.dropLast().last ?? second, second: second)
        }
        guard next.turned != previous.turned, let card = next.turned.last else { return nil }
        if next.turned.count == 1 {
            return next.turn.map { .flip(seat: $0, card: card) }
        }
        // While two cards show, it is nobody's turn: they were turned by the seat whose turn it was.
        guard next.phase == .showing, let seat = previous.turn else { return nil }
        return .miss(seat: seat, first: next.turned[0], second: card)
    }

    /// Somebody came, left or offered a rematch.
    private static func presence(from previous: MatchState, to next: MatchState) -> [Change] {
        zip(previous.seats, next.seats).enumerated().compactMap { seat, seats in
            let (old, new) = seats
            if old.present, !new.present, previous.phase == next.phase || next.phase == .paused {
                return next.phase == .over ? .left(seat: seat) : .away(seat: seat)
            }
            if !old.present, new.present { return .back(seat: seat) }
            if !old.rematch, new.rematch, next.phase == .over { return .offer(seat: seat) }
            return nil
        }
    }

    /// True if a seat's turn passed without a flip that counts.
    private static func spent(_ seat: Int, _ previous: MatchState, _ next: MatchState) -> Bool {
        guard next.turned.isEmpty, previous.seats.indices.contains(seat), next.seats.indices.contains(seat) else {
            return false
        }
        if next.turn != seat || !previous.turned.isEmpty { return true }
        guard let before = previous.seats[seat].turnsLeft, let after = next.seats[seat].turnsLeft else { return false }
        return after < before
    }
}
