import Protocol

/// What the screen says of a match, in words. Plain text has its own, in `PlainEvents`.
enum Wording {
    /// A line about what made a state; nil for what is no news. `written` is how a face is written.
    static func news(_ state: MatchState, own: Int?, written: (String) -> String = { $0 }) -> String? {
        func turns(_ card: Int, _ seat: Int) -> String {
            let place = Coordinate(card: card, columns: state.columns).text
            return "\(name(state, seat)) turns \(place): \(state.cards[card].map(written) ?? "")"
        }
        return switch state.change {
        case nil, .watchers, .cover, .rematch, .resign, .abandon: nil
        case .flip(let seat, let card): turns(card, seat)
        case .miss(let seat, _, let card): turns(card, seat) + ", no pair."
        case .deal: state.seats.count > 1 ? "The match begins." : "The game begins."
        case .pair(let seat, _, let card):
            "\(name(state, seat)) takes a pair: \(state.cards[card].map(written) ?? "")"
        case .timeout(let seat, _) where seat == own: "Your time has run out."
        case .timeout(let seat, _): "The time of \(name(state, seat)) has run out."
        case .away(let seat): "\(name(state, seat)) is gone."
        case .back(let seat): "\(name(state, seat)) is back."
        case .offer(let seat) where seat == own: "You would like to play again."
        case .offer(let seat) where offers(state, own): "\(name(state, seat)) would like to play again, too."
        case .offer(let seat): "\(name(state, seat)) would like to play again."
        case .left(let seat): "\(name(state, seat)) has left."
        }
    }

    /// Where the match stands, for the seat that looks at it.
    static func standing(_ state: MatchState, seating: Seating) -> String {
        switch state.phase {
        case .waiting:
            guard let code = seating.code else { return "Waiting for a second player." }
            return "Waiting for somebody with the code \(code.text)."
        case .showing: return "No pair."
        case .paused:
            let gone = state.seats.filter { !$0.present }.map(\.name)
            if gone.isEmpty { return "Paused." }
            return "Paused: \(gone.joined(separator: " and ")) \(gone.count > 1 ? "are" : "is") gone."
        case .over: return "\(winner(state, own: seating.seat))."
        case .playing:
            guard let turn = state.turn else { return "" }
            return turn == seating.seat ? "Your turn." : "\(name(state, turn)) to turn."
        }
    }

    /// Who has won.
    static func winner(_ state: MatchState, own: Int?) -> String {
        guard let result = state.result else { return "The match is over" }
        if let winner = result.winner {
            return winner == own ? "You win" : "\(name(state, winner)) wins"
        }
        if state.seats.count == 1 { return "The game is over" }
        return result.reason.isPlayedOut ? "It is a draw" : "Nobody wins"
    }

    /// Why the match is over, in a sentence.
    static func whyOver(_ state: MatchState, own: Int?) -> String {
        guard let result = state.result else { return "" }
        if result.reason == .resigned, state.seats.count > 1, let winner = result.winner {
            return 1 - winner == own ? "You gave up." : "\(name(state, 1 - winner)) gave up."
        }
        let reason = reason(result.reason, solo: state.seats.count == 1)
        return reason.prefix(1).uppercased() + reason.dropFirst() + "."
    }

    /// The scores at the end.
    static func result(_ state: MatchState) -> String {
        guard state.seats.count > 1 else { return state.seats.first.map { points($0.score) } ?? "" }
        return "\(state.seats[0].name) \(state.seats[0].score) : \(state.seats[1].score) \(state.seats[1].name)"
    }

    /// Where leaving a match leads to.
    static func wayBack(_ seating: Seating) -> String {
        seating.rules.isSolo && seating.seat != nil ? "Back to the menu" : "Back to the lobby"
    }

    /// Who has offered to play again, or cannot; nil where nothing is to be said of it.
    static func offer(_ state: MatchState, own: Int?) -> String? {
        guard state.seats.count > 1, state.result?.rematch == nil else { return nil }
        if let gone = state.seats.first(where: { !$0.present }) { return "\(gone.name) has gone." }
        guard let offering = state.seats.firstIndex(where: \.rematch) else { return nil }
        return offering == own
            ? "Waiting for the other to play again." : "\(name(state, offering)) would like to play again."
    }

    private static func reason(_ reason: Ending.Reason, solo: Bool) -> String {
        switch reason {
        case .cleared: "the board is cleared"
        case .turns: "no turns are left"
        case .resigned: solo ? "it was given up" : "the other player gave up"
        case .timeout: "three turns in a row ran out of time"
        case .abandoned: "it was abandoned"
        case .unknown(let text): text
        }
    }

    /// A score, such as `3 points`.
    static func points(_ score: Int) -> String { score == 1 || score == -1 ? "\(score) point" : "\(score) points" }

    /// Score and turns of a seat in a line.
    static func score(_ seat: MatchState.Seat) -> String {
        let left = seat.turnsLeft.map { $0 == 1 ? ", 1 turn left" : ", \($0) turns left" } ?? ""
        return points(seat.score) + (seat.present ? left : ", gone")
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

    /// The commands, each in at most 36 columns.
    static let commands = [
        "join, join m3    take a seat",
        "open 4x4         open a match",
        "b4               turn the card B4",
        "watch, watch m3  watch a match",
        "say TEXT         talk",
        "list             the matches",
        "records, scores  played before",
        "record r17       one of them",
        "rematch          play again",
        "resign, leave    give up; go",
        "quit             end",
    ]
}
