import Protocol

/// What the screen says of a match, in words. Plain text has its own, in `PlainEvents`.
enum Wording {
    /// A line for the log about what happened; nil for what the board shows by itself.
    static func news(_ news: Telling.News, _ state: MatchState, own: Int?) -> String? {
        switch news {
        case .copy, .watchers, .turned, .missed, .turnedBack, .goesOn, .ended: nil
        case .begun: state.seats.count > 1 ? "The match begins." : "The game begins."
        case .paired(let card, let seat): "\(name(state, seat)) takes a pair: \(state.cards[card] ?? "")"
        case .ranOut(let seat): "The time of \(name(state, seat)) has run out."
        case .gone(let seat): "\(name(state, seat)) is gone."
        case .back(let seat): "\(name(state, seat)) is back."
        case .offered(let seat) where seat == own: "You would like to play again."
        case .offered(let seat) where offers(state, own): "\(name(state, seat)) would like to play again, too."
        case .offered(let seat): "\(name(state, seat)) would like to play again: type rematch."
        case .left(let seat): "\(name(state, seat)) has left."
        }
    }

    /// Where the match stands, for the seat that looks at it, with so many seconds left of the turn.
    static func standing(_ state: MatchState, seating: Seating, seconds: Int?) -> String {
        switch state.phase {
        case .waiting:
            guard let code = seating.code else { return "Waiting for a second player." }
            return "Waiting; others type: join \(code.text)"
        case .showing: return "No pair: the two are turned back soon."
        case .paused:
            let gone = state.seats.filter { !$0.present }.map(\.name)
            if gone.isEmpty { return "Paused." }
            return "Paused until \(gone.joined(separator: " and ")) \(gone.count > 1 ? "are" : "is") back."
        case .over: return ending(state, own: seating.seat)
        case .playing:
            guard let turn = state.turn else { return "" }
            let clock = seconds.map { ", \($0) s left" } ?? ""
            return turn == seating.seat ? "Your turn\(clock)." : "\(name(state, turn)) to turn\(clock)."
        }
    }

    /// What may be typed now that the match is over; nil where that is nothing new, and for watchers.
    static func hint(_ state: MatchState, own: Int?) -> String? {
        guard state.phase == .over, state.result?.rematch == nil, own != nil, !offers(state, own) else { return nil }
        let isLeft = state.seats.contains { !$0.present }
        return isLeft ? "Type leave to go to the lobby." : "Type rematch to play again, or leave."
    }

    /// How the match ended.
    static func ending(_ state: MatchState, own: Int?) -> String {
        guard let result = state.result else { return "The match is over." }
        let best = result.best ? " It is the best score of this host so far!" : ""
        return "\(winner(state, result, own: own)): \(reason(result.reason, solo: state.seats.count == 1)).\(best)"
    }

    private static func winner(_ state: MatchState, _ result: MatchState.Result, own: Int?) -> String {
        if let winner = result.winner {
            return winner == own ? "You win" : "\(name(state, winner)) wins"
        }
        if state.seats.count == 1 { return "The game is over" }
        return result.reason == "cleared" || result.reason == "turns" ? "It is a draw" : "Nobody wins"
    }

    private static func reason(_ reason: String, solo: Bool) -> String {
        switch reason {
        case "cleared": "the board is cleared"
        case "turns": "no turns are left"
        case "resigned": solo ? "it was given up" : "the other player gave up"
        case "timeout": "three turns in a row ran out of time"
        case "abandoned": "it was abandoned"
        default: reason
        }
    }

    /// One seat in a line, without the mark of whose turn it is.
    static func seat(_ seat: MatchState.Seat, isOwn: Bool) -> String {
        var line = seat.name
        if isOwn { line += " (you)" }
        if !seat.present { line += " (gone)" }
        if seat.rematch { line += " (rematch?)" }
        line += seat.score == 1 || seat.score == -1 ? "  \(seat.score) point" : "  \(seat.score) points"
        if let left = seat.turnsLeft { line += left == 1 ? ", 1 turn left" : ", \(left) turns left" }
        return line
    }

    /// Whether the player in the seat that looks has offered to play again.
    private static func offers(_ state: MatchState, _ own: Int?) -> Bool {
        guard let own, state.seats.indices.contains(own) else { return false }
        return state.seats[own].rematch
    }

    /// The name in a seat.
    static func name(_ state: MatchState, _ seat: Int) -> String {
        state.seats.indices.contains(seat) ? state.seats[seat].name : "nobody"
    }

    /// The commands, each in at most 40 columns.
    static let help = [
        "join, join m3    take a seat",
        "open 4x4         open a match",
        "b4               turn the card B4",
        "watch, watch m3  watch a match",
        "say TEXT         talk",
        "list             the matches",
        "records, scores  matches played before",
        "rematch          play again",
        "resign, leave    give up; go",
        "quit             end; Enter closes this",
    ]
}
