import Protocol

/// The wording of a match on the screen. Plain text has its own, in `PlainEvents`.
enum Wording {
    /// A sentence about a state's change; nil if it is not news. `label` spells a face.
    static func news(_ state: MatchState, own: Int?, label: (String) -> String = { $0 }) -> String? {
        func turns(_ card: Int, _ seat: Int) -> String {
            let place = Coordinate(card: card, columns: state.columns).text
            let player = seat == own ? "You turn" : "\(name(state, seat)) turns"
            return "\(player) \(place): \(state.cards[card].map(label) ?? "")"
        }
        return switch state.change {
        case nil, .watchers, .cover, .rematch, .resign, .abandon: nil
        case .flip(let seat, let card): turns(card, seat) + "."
        case .miss(let seat, _, let card): turns(card, seat) + ", no pair."
        case .deal: state.seats.count > 1 ? "The match begins." : "The game begins."
        case .pair(let seat, _, let card): turns(card, seat) + ", a pair!"
        case .timeout(let seat, _) where seat == own: "You ran out of time."
        case .timeout(let seat, _): "\(name(state, seat)) ran out of time."
        case .away(let seat): "\(name(state, seat)) disconnected."
        case .back(let seat) where seat == own: nil  // The connection's own news.
        case .back(let seat): "\(name(state, seat)) reconnected."
        case .offer(let seat) where seat == own: "You offered a rematch."
        case .offer(let seat) where offers(state, own): "\(name(state, seat)) accepts the rematch."
        case .offer(let seat): "\(name(state, seat)) offers a rematch."
        case .left(let seat): "\(name(state, seat)) left."
        }
    }

    /// The match's status, for the viewer's seat.
    static func status(_ state: MatchState, seating: Seating) -> String {
        switch state.phase {
        case .waiting:
            guard let code = seating.code else { return "Waiting for a second player." }
            return "Waiting for a second player; the code is \(code.text)."
        case .showing: return "No pair."
        case .paused:
            let gone = state.seats.filter { !$0.present }.map(\.name)
            if gone.isEmpty { return "Paused." }
            return "Paused: \(gone.joined(separator: " and ")) disconnected."
        case .over: return "\(winner(state, own: seating.seat))."
        case .playing:
            guard let turn = state.turn else { return "" }
            return turn == seating.seat ? "Your turn." : "\(name(state, turn))'s turn."
        }
    }

    /// The winner, without a full stop.
    static func winner(_ state: MatchState, own: Int?) -> String {
        guard let result = state.result else { return "The match is over" }
        if let winner = result.winner {
            if state.seats.count == 1 { return "Cleared" }
            return winner == own ? "You win" : "\(name(state, winner)) wins"
        }
        if state.seats.count == 1 { return "The game is over" }
        return result.reason.isPlayedOut ? "It's a draw" : "Nobody wins"
    }

    /// The reason for the end, as a sentence.
    static func endReason(_ state: MatchState, own: Int?) -> String {
        guard let result = state.result else { return "" }
        // The only player, or the one who did not win.
        let loser = state.seats.count == 1 ? 0 : result.winner.map { $0 == 0 ? 1 : 0 }
        let player = loser.map { $0 == own ? "You" : name(state, $0) }
        let reason =
            switch result.reason {
            case .cleared: "All pairs found"
            case .turns: "Out of turns"
            case .resigned: "\(player ?? "Somebody") resigned"
            case .timeout: "\(player ?? "Somebody") timed out three times in a row"
            case .abandoned where state.turnNumber == 0: "The match was closed before it began"
            case .abandoned: "\(player ?? "Nobody") \(player == nil ? "came" : "didn't come") back"
            case .unknown(let text): text.prefix(1).uppercased() + text.dropFirst()
            }
        return reason + "."
    }

    /// The final scores.
    static func result(_ state: MatchState) -> String {
        guard state.seats.count > 1 else { return state.seats.first.map { points($0.score) } ?? "" }
        return "\(state.seats[0].name) \(state.seats[0].score) – \(state.seats[1].score) \(state.seats[1].name)"
    }

    /// The title of a button at the end of a match.
    static func title(_ button: Button, _ state: MatchState, _ seating: Seating) -> String {
        switch button {
        case .leave: seating.rules.isSolo && seating.seat != nil ? "Back to the menu" : "Back to the lobby"
        case .record: state.result?.record.map { "Replay \($0.text)" } ?? button.title
        default: button.title
        }
    }

    /// The status of the rematch; nil if there is nothing to say.
    static func offer(_ state: MatchState, own: Int?) -> String? {
        guard state.seats.count > 1, state.result?.rematch == nil else { return nil }
        if let gone = state.seats.first(where: \.left) { return "\(gone.name) left." }
        if let absent = state.seats.first(where: { !$0.present }) { return "\(absent.name) disconnected." }
        guard let offering = state.seats.firstIndex(where: \.rematch) else { return nil }
        return offering == own
            ? "Waiting for \(name(state, 1 - offering))'s answer." : "\(name(state, offering)) offers a rematch."
    }

    /// A score, such as `3 points`.
    static func points(_ score: Int) -> String { PlainRules.counted(score, "point") }

    /// A seat's score and turns in one line.
    static func score(_ seat: MatchState.Seat, _ state: MatchState) -> String {
        let left = seat.turnsLeft.map { ", \(PlainRules.counted($0, "turn")) left" } ?? ""
        let absence = seat.left ? ", gone" : ", disconnected"
        return points(seat.score) + (seat.present ? left : absence)
    }

    private static func offers(_ state: MatchState, _ own: Int?) -> Bool {
        guard let own, state.seats.indices.contains(own) else { return false }
        return state.seats[own].rematch
    }

    /// The name of a seat's player.
    static func name(_ state: MatchState, _ seat: Int) -> String {
        state.seats.indices.contains(seat) ? state.seats[seat].name : "nobody"
    }

    /// The commands, each in at most 36 columns.
    static let commands = [
        "join, join m3    take a seat",
        "open 4x4         open a match",
        "b4               turn card B4",
        "watch, watch m3  watch a match",
        "say TEXT         talk",
        "list             list the matches",
        "records, scores  past games, scores",
        "record r17       show a past match",
        "rematch          play again",
        "resign, leave    resign or leave",
        "quit             quit",
    ]
}
