import Protocol

/// The wording of a match on the screen. Plain text has its own, in `PlainEvents`.
enum Wording {
    /// A sentence about a state's change; nil if it is not news.
    ///
    /// It never says where a face is, or the log would remember for the player.
    static func news(_ state: MatchState, own: Int?) -> String? {
        switch state.change {
        case nil, .watchers, .memory(.flip), .memory(.cover), .rematch, .resign, .abandon: nil
        case .set(.asked): nil  // The status shows it while it lasts.
        case .set(.set(let seat, _)): seat == own ? "You found a set!" : "\(name(state, seat)) found a set!"
        case .set(.wrong(let seat, _, let penalty)): notASet(penalty, seat == own ? "you" : name(state, seat))
        case .set(.more(_, let penalty)): moreCards(penalty)
        case .set(.shuffle): nil
        case .set(.idle): "Nobody made a move for too long."
        case .memory(.miss(let seat, _, _)): seat == own ? "No match." : "No match for \(name(state, seat))."
        case .deal: state.seats.count > 1 ? "The match begins." : "The game begins."
        case .memory(.pair(let seat, _, _)): seat == own ? "You found a pair!" : "\(name(state, seat)) found a pair!"
        case .memory(.timeout(let seat, _)) where seat == own: "You ran out of time."
        case .memory(.timeout(let seat, _)): "\(name(state, seat)) ran out of time."
        case .away(let seat): "\(name(state, seat)) disconnected."
        case .back(let seat) where seat == own: nil  // The connection's own news.
        case .back(let seat): "\(name(state, seat)) reconnected."
        case .offer(let seat) where seat == own: "You offered a rematch."
        case .offer(let seat) where offers(state, own): "\(name(state, seat)) accepts the rematch."
        case .offer(let seat): "\(name(state, seat)) offers a rematch."
        case .left(let seat): "\(name(state, seat)) left."
        }
    }

    /// A sentence about a step of a replay, with the cards; nil if it is not news. `label` spells a face.
    static func replayNews(_ state: MatchState, label: (String) -> String) -> String? {
        func turns(_ card: Int, _ seat: Int) -> String {
            let place = Coordinate(card: card, columns: state.columns).text
            return "\(name(state, seat)) flips \(place): \(state.cards[card].map(label) ?? "")"
        }
        return switch state.change {
        case .memory(.flip(let seat, let card)): turns(card, seat) + "."
        case .memory(.miss(let seat, _, let card)): turns(card, seat) + ", no match."
        case .memory(.pair(let seat, _, let card)): turns(card, seat) + ", a pair!"
        case .set(.set(let seat, let claim)): "\(name(state, seat)) takes \(cards(claim))."
        case .set(.wrong(let seat, let claim, let penalty)): "\(notASet(penalty, name(state, seat))) \(cards(claim))."
        case .set(.asked(let seat)): "\(name(state, seat)) asks for three more cards."
        default: news(state, own: nil)
        }
    }

    /// The name of the game.
    static func game(_ game: GameKind) -> String {
        switch game {
        case .memory: "Memory"
        case .set: "Set"
        }
    }

    /// The match's status, for the viewer's seat.
    static func status(_ state: MatchState, seating: Seating) -> String {
        switch state.phase {
        case .waiting: return "Waiting for an opponent."
        case .showing: return "Turning back…"
        case .paused:
            let gone = state.seats.filter { !$0.present }.map(\.name)
            if gone.isEmpty { return "Paused." }
            return "Paused: \(gone.joined(separator: " and ")) disconnected."
        case .over: return "\(winner(state, own: seating.you))."
        case .playing:
            guard let turn = state.turn else { return "" }
            return turn == seating.you ? "Your turn." : "\(name(state, turn))'s turn."
        }
    }

    /// The winner, and for the viewer's seat also the loser, without a full stop.
    static func winner(_ state: MatchState, own: Int?) -> String {
        guard let result = state.result else { return "The match is over" }
        if state.seats.count == 1 {
            return result.winner == nil ? "The game is over" : state.set == nil ? "Cleared" : "All sets found"
        }
        guard let winner = result.winner else { return result.reason.isPlayedOut ? "It's a draw" : "Nobody wins" }
        if winner == own { return "You win" }
        return "\(name(state, winner)) wins" + (own == nil ? "" : ", you lose")
    }

    /// The reason for the end, as a sentence.
    static func endReason(_ state: MatchState, own: Int?) -> String {
        guard let result = state.result else { return "" }
        // The only player, or the one who did not win.
        let loser = state.seats.count == 1 ? 0 : result.winner.map { $0 == 0 ? 1 : 0 }
        let player = loser.map { $0 == own ? "You" : name(state, $0) }
        let reason =
            switch result.reason {
            case .cleared: state.set == nil ? "All pairs found" : "No sets left"
            case .turns: state.set != nil ? "After \(Limits.matchTurns) moves" : "Out of turns"
            case .resigned: "\(player ?? "Somebody") resigned"
            case .timeout: "\(player ?? "Somebody") timed out three times in a row"
            case .abandoned where !state.hasBegun: "The match was closed before it began"
            case .abandoned: "\(player ?? "Nobody") \(player == nil ? "came" : "didn't come") back"
            case .idle: "No moves for too long"
            case .unknown(let text): text.prefix(1).uppercased() + text.dropFirst()
            }
        return reason + "."
    }

    /// The final scores.
    static func result(_ state: MatchState) -> String {
        guard state.seats.count > 1 else { return state.seats.first.map { points($0.score) } ?? "" }
        return score(state.seats.map(\.name), state.seats.map(\.score))
    }

    /// The turns and the time of a match that is over, and its longest run of pairs, as far as they are known.
    static func figures(_ state: MatchState, _ tally: MatchTally) -> [String] {
        let turns =
            state.set.map { PlainRules.counted($0.seats.reduce(0) { $0 + $1.sets }, "set") }
            ?? turns(state)
        let figures = [turns, tally.milliseconds.map { time($0) }].compactMap(\.self).joined(separator: " in ")
        var lines = figures.isEmpty ? [] : [figures]
        if let run = tally.longestRun, run.pairs > 1 {
            let player = state.seats.count > 1 ? " (\(name(state, run.seat)))" : ""
            lines.append("Longest run: \(run.pairs) pairs\(player)")
        }
        return lines
    }

    /// The turns of a match that is over: those of each player, unless one had more; nil if they are unknown.
    private static func turns(_ state: MatchState) -> String? {
        let count = state.turnNumber
        if count <= 0 { return nil }
        if state.seats.count < 2 { return PlainRules.counted(count, "turn") }
        return count.isMultiple(of: 2)
            ? PlainRules.counted(count / 2, "turn") + " each" : PlainRules.counted(count, "turn") + " altogether"
    }

    /// The names of two players with their scores between them.
    static func score(_ names: [String], _ scores: [Int]) -> String {
        "\(names[0]) \(signed(scores[0])) : \(signed(scores[1])) \(names[1])"
    }

    /// A score or another number, with a minus sign that is no hyphen.
    static func signed(_ number: Int) -> String { number < 0 ? "−\(number.magnitude)" : "\(number)" }

    /// The reason that a card can't be turned.
    static func cannotFlip(_ card: Int, of state: MatchState) -> String {
        let isTaken = state.seats.contains { $0.taken.contains(card) }
        let place = Coordinate(card: card, columns: state.columns).text
        return "\(place) is already \(isTaken ? "taken" : "face up")."
    }

    /// The time that this client's player has left for the turn; nil if another is to move, or there is no clock.
    static func clock(_ model: Model, at now: Instant) -> String? {
        guard let table = model.table, let state = table.state, let end = table.phaseEndsAt, state.phase == .playing,
            table.seating.plays(state.turn)
        else { return nil }
        return "Your turn: \(max(0, end - now + 999) / 1000) s left."
    }

    /// The matches won by each player since they sat down together.
    static func series(_ series: Series) -> String {
        let draws = series.draws > 0 ? ", \(PlainRules.counted(series.draws, "draw"))" : ""
        return "Series: \(score(series.players, series.wins))\(draws)"
    }

    /// Minutes and seconds, such as `2:05`.
    static func time(_ milliseconds: Int) -> String {
        let seconds = max(0, milliseconds) / 1000
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    /// The title of a button at the table.
    static func title(_ button: Button, at table: Table) -> String {
        guard table.state?.phase == .over else { return button.title }
        return switch button {
        case .leave where table.seating.seat != nil && (table.seating.rules.isSolo || !table.hasOpponent): "Menu"
        case .leave: "Lobby"
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
    static func points(_ score: Int) -> String { "\(signed(score)) point\(abs(score) == 1 ? "" : "s")" }

    /// A seat's score and turns in one line.
    static func score(_ seat: MatchState.Seat, _ state: MatchState) -> String {
        let left = seat.turnsLeft.map { ", \(PlainRules.counted($0, "turn")) left" } ?? ""
        let absence = seat.left ? ", left" : ", disconnected"
        let sets = state.set.flatMap { set in
            state.seats.firstIndex(of: seat).flatMap { set.seats.indices.contains($0) ? set.seats[$0].sets : nil }
        }.map { ", \(PlainRules.counted($0, "set"))" }
        return points(seat.score) + (seat.present ? sets ?? left : absence)
    }

    private static func offers(_ state: MatchState, _ own: Int?) -> Bool {
        guard let own, state.seats.indices.contains(own) else { return false }
        return state.seats[own].rematch
    }

    /// The name of a seat's player.
    static func name(_ state: MatchState, _ seat: Int) -> String {
        state.seats.indices.contains(seat) ? state.seats[seat].name : "nobody"
    }
}
