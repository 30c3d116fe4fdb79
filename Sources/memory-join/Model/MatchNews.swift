import Protocol

/// Works out what happened between two states of a match, which JSON leaves to its reader.
///
/// States may be missing in between; then it says the most that both of them show.
enum MatchNews {
    /// What to tell about `next`, when `former` was shown before it; nil for a match that was not shown yet.
    static func telling(from former: MatchState?, to next: MatchState, vanishes: Bool) -> Telling {
        guard let former, former.match == next.match else { return Telling(.copy, vanishes: vanishes) }
        let news = news(from: former, to: next)
        let draws = mayMoveCards(news) ? changesBoard(former, next) : former.phase != next.phase
        return Telling(news, drawsBoard: draws, vanishes: vanishes)
    }

    /// Whether the news may come with other cards or another turn.
    private static func mayMoveCards(_ news: Telling.News) -> Bool {
        switch news {
        case .copy, .begun, .turned, .paired, .missed, .turnedBack, .ranOut, .ended: true
        case .gone, .back, .offered, .goesOn, .left, .watchers: false
        }
    }

    /// Whether cards, turn or phase differ.
    private static func changesBoard(_ former: MatchState, _ next: MatchState) -> Bool {
        former.cards != next.cards || former.turned != next.turned || former.turn != next.turn
            || former.phase != next.phase || former.seats.map(\.taken) != next.seats.map(\.taken)
            || former.seats.count != next.seats.count || former.seats.map(\.turnsLeft) != next.seats.map(\.turnsLeft)
    }

    private static func news(from former: MatchState, to next: MatchState) -> Telling.News {
        if former.phase == .waiting, next.phase != .waiting, next.phase != .over { return .begun }
        // Who offered last says nothing that matters any more.
        if former.phase == .over, former.result?.rematch == nil, next.result?.rematch != nil { return .goesOn }
        if let news = flip(from: former, to: next) ?? presence(from: former, to: next) { return news }
        if former.phase != .over, next.phase == .over { return ending(from: former, to: next) }
        if former.phase == .over { return quiet(former, next) }
        if former.phase == .showing, next.phase != .showing, next.turned.isEmpty { return .turnedBack }
        if let seat = former.turn, next.phase == .playing, spent(seat, former, next) { return .ranOut(seat: seat) }
        return quiet(former, next)
    }

    /// What to say where nothing happened that has a name.
    private static func quiet(_ former: MatchState, _ next: MatchState) -> Telling.News {
        changesBoard(former, next) || former.watchers == next.watchers ? .copy : .watchers
    }

    /// What ended the match, where no card did.
    private static func ending(from former: MatchState, to next: MatchState) -> Telling.News {
        switch next.result?.reason {
        case "turns", "timeout":
            if former.phase == .showing { return .turnedBack }
            return former.turn.map { .ranOut(seat: $0) } ?? .ended
        case nil, .some: return .ended
        }
    }

    /// What a card did that was turned.
    private static func flip(from former: MatchState, to next: MatchState) -> Telling.News? {
        for (seat, (old, new)) in zip(former.seats, next.seats).enumerated() where new.taken.count > old.taken.count {
            return new.taken.last.map { .paired(card: $0, seat: seat) }
        }
        guard next.turned != former.turned, let card = next.turned.last else { return nil }
        if next.turned.count == 1 {
            return next.turn.map { .turned(card: card, seat: $0) }
        }
        // While two cards show, it is nobody's turn: they were turned by the seat whose turn it was.
        guard next.phase == .showing, let seat = former.turn else { return nil }
        return .missed(card: card, seat: seat)
    }

    /// Who came, went or offered to play again.
    private static func presence(from former: MatchState, to next: MatchState) -> Telling.News? {
        for (seat, (old, new)) in zip(former.seats, next.seats).enumerated() {
            if old.present, !new.present, former.phase == next.phase || next.phase == .paused {
                return next.phase == .over ? .left(seat: seat) : .gone(seat: seat)
            }
            if !old.present, new.present { return .back(seat: seat) }
            if !old.rematch, new.rematch, next.phase == .over { return .offered(seat: seat) }
        }
        return nil
    }

    /// Whether a seat's turn went by without a flip that counts.
    private static func spent(_ seat: Int, _ former: MatchState, _ next: MatchState) -> Bool {
        guard next.turned.isEmpty, former.seats.indices.contains(seat), next.seats.indices.contains(seat) else {
            return false
        }
        if next.turn != seat || !former.turned.isEmpty { return true }
        guard let before = former.seats[seat].turnsLeft, let after = next.seats[seat].turnsLeft else { return false }
        return after < before
    }
}
