import Protocol

/// Works out what happened between two states of a match, which JSON leaves to its reader.
///
/// States may be missing in between; then it says the most that both of them show.
enum MatchNews {
    /// The change from `former` to `next`; nil if it has no name, or if no state of the match was seen before.
    static func change(from former: MatchState?, to next: MatchState) -> Change? {
        guard let former, former.match == next.match else { return nil }
        if former.phase == .waiting, next.phase != .waiting, next.phase != .over { return .deal }
        // Who offered last says nothing that matters any more.
        if former.phase == .over, former.result?.rematch == nil, next.result?.rematch != nil { return .rematch }
        if let change = flip(from: former, to: next) { return change }
        // That it is over is the most that can be said, whoever came or went besides.
        if former.phase != .over, next.phase == .over { return ending(from: former, to: next) }
        let presence = presence(from: former, to: next)
        if presence.count > 1, former.phase != next.phase { return nil }
        if let change = presence.first { return change }
        if former.phase == .over { return quiet(former, next) }
        if former.phase == .showing, next.phase != .showing, next.turned.isEmpty { return cover(former, next) }
        if let seat = former.turn, next.phase == .playing, spent(seat, former, next) {
            return .timeout(seat: seat, card: former.turned.first)
        }
        return quiet(former, next)
    }

    /// True if cards, turn or phase differ.
    private static func changesBoard(_ former: MatchState, _ next: MatchState) -> Bool {
        former.cards != next.cards || former.turned != next.turned || former.turn != next.turn
            || former.phase != next.phase || former.seats.map(\.taken) != next.seats.map(\.taken)
            || former.seats.count != next.seats.count || former.seats.map(\.turnsLeft) != next.seats.map(\.turnsLeft)
    }

    /// The change to tell when nothing happened that has a name.
    private static func quiet(_ former: MatchState, _ next: MatchState) -> Change? {
        changesBoard(former, next) ? nil : .watchers
    }

    /// Two cards were turned back; whose they were, whoever is to flip next does not always tell.
    private static func cover(_ former: MatchState, _ next: MatchState) -> Change? {
        guard former.turned.count == 2 else { return nil }
        let seat = former.seats.count == 1 ? 0 : next.turn.map { 1 - $0 } ?? 0
        return .cover(seat: seat, first: former.turned[0], second: former.turned[1])
    }

    /// The end of the match, where no card ended it.
    private static func ending(from former: MatchState, to next: MatchState) -> Change? {
        let loser = next.result?.winner.map { 1 - $0 }
        switch next.result?.reason {
        case .turns, .timeout:
            if former.phase == .showing { return cover(former, next) }
            return former.turn.map { .timeout(seat: $0, card: former.turned.first) } ?? .abandon(seat: nil)
        case .resigned: return .resign(seat: loser)
        case .abandoned: return .abandon(seat: loser)
        case nil, .cleared, .unknown: return .abandon(seat: nil)  // That it has ended is all that is known.
        }
    }

    /// The result of a card that was turned.
    private static func flip(from former: MatchState, to next: MatchState) -> Change? {
        for (seat, (old, new)) in zip(former.seats, next.seats).enumerated() where new.taken.count > old.taken.count {
            guard let second = new.taken.last else { return nil }
            return .pair(seat: seat, first: new.taken.dropLast().last ?? second, second: second)
        }
        guard next.turned != former.turned, let card = next.turned.last else { return nil }
        if next.turned.count == 1 {
            return next.turn.map { .flip(seat: $0, card: card) }
        }
        // While two cards show, it is nobody's turn: they were turned by the seat whose turn it was.
        guard next.phase == .showing, let seat = former.turn else { return nil }
        return .miss(seat: seat, first: next.turned[0], second: card)
    }

    /// Somebody came, left or offered a rematch.
    private static func presence(from former: MatchState, to next: MatchState) -> [Change] {
        zip(former.seats, next.seats).enumerated().compactMap { seat, seats in
            let (old, new) = seats
            if old.present, !new.present, former.phase == next.phase || next.phase == .paused {
                return next.phase == .over ? .left(seat: seat) : .away(seat: seat)
            }
            if !old.present, new.present { return .back(seat: seat) }
            if !old.rematch, new.rematch, next.phase == .over { return .offer(seat: seat) }
            return nil
        }
    }

    /// True if a seat's turn passed without a flip that counts.
    private static func spent(_ seat: Int, _ former: MatchState, _ next: MatchState) -> Bool {
        guard next.turned.isEmpty, former.seats.indices.contains(seat), next.seats.indices.contains(seat) else {
            return false
        }
        if next.turn != seat || !former.turned.isEmpty { return true }
        guard let before = former.seats[seat].turnsLeft, let after = next.seats[seat].turnsLeft else { return false }
        return after < before
    }
}
