import Protocol

/// The wording of a match on the screen. Plain text has its own, in `PlainEvents`.
enum Wording {
    /// A sentence about a state's change; nil if it is not news.
    ///
    /// It never says where a face is, or the log would remember for the player; but in a replay it tells the cards, too.
    ///
    /// - Parameter label: spells a face of a replay; nil for a match that is played.
    static func news(_ state: MatchState, own: Int?, label: ((String) -> String)? = nil) -> String? {
        switch state.change {
        case nil, .watchers, .rematch, .resign, .abandon: nil
        case .deal: (state.seats.count > 1 ? MatchSentence.matchBegins : .gameBegins).text()
        case .away(let seat): MatchSentence.disconnected.text(name(state, seat))
        case .back(let seat) where seat == own: nil  // The connection's own news.
        case .back(let seat): MatchSentence.reconnected.text(name(state, seat))
        case .offer(let seat) where seat != own && offers(state, own):
            MatchSentence.acceptedRematch.text(name(state, seat))
        case .offer(let seat): MatchSentence.offeredRematch.text(name(state, seat, own: own))
        case .left(let seat): MatchSentence.left.text(name(state, seat))
        default: state.onScreen.news(state, own: own, label: label)
        }
    }

    /// The match's status, for the viewer's seat.
    static func status(_ state: MatchState, seating: Seating) -> String {
        switch state.phase {
        case .waiting: return MatchSentence.waiting.text()
        case .showing: return "Turning back…"
        case .paused:
            let gone = state.seats.filter { !$0.present }.map(\.name)
            return gone.isEmpty
                ? MatchSentence.paused.text() : MatchSentence.pausedFor.text(gone.joined(separator: " and "))
        case .over: return "\(winner(state, own: seating.you))."
        case .playing:
            guard let turn = state.turn else { return "" }
            return turn == seating.you ? MatchSentence.yourTurn.text() : MatchSentence.turn.text(name(state, turn))
        }
    }

    /// The winner, and for the viewer's seat also the loser, without a full stop.
    static func winner(_ state: MatchState, own: Int?) -> String {
        guard let result = state.result else { return MatchSentence.matchOver.heading() }
        let isSolo = state.seats.count == 1
        let heading = result.reason.heading(
            winner: result.winner.map { name(state, $0) }, isSolo: isSolo)
        guard let own, let winner = result.winner, !isSolo else { return heading }
        return winner == own ? MatchSentence.youWin.heading() : "\(heading), you lose"
    }

    /// The reason for the end, as a sentence.
    static func endReason(_ state: MatchState, own: Int?) -> String {
        guard let result = state.result else { return "" }
        let loser = Ending.loser(winner: result.winner, seats: state.seats.count)
        return result.reason.sentence(
            of: state.game.kind, loser: loser.map { name(state, $0, own: own) }, hasBegun: state.hasBegun)
    }

    /// The final scores.
    static func result(_ state: MatchState) -> String {
        guard state.seats.count > 1 else { return state.seats.first.map { points($0.score) } ?? "" }
        return score(state.seats.map(\.name), state.seats.map(\.score))
    }

    /// The turns and the time of a match that is over, and its longest run of pairs, as far as they are known.
    static func figures(_ state: MatchState, _ table: Table) -> [String] {
        let effort = state.onScreen.effort(state)
        let figures = [effort, table.milliseconds.map { time($0) }].compactMap(\.self).joined(separator: " in ")
        return (figures.isEmpty ? [] : [figures]) + table.game.figures(state)
    }

    /// The names of two players with their scores between them.
    static func score(_ names: [String], _ scores: [Int]) -> String {
        "\(names[0]) \(signed(scores[0])) : \(signed(scores[1])) \(names[1])"
    }

    /// A score or another number, with a minus sign that is no hyphen.
    static func signed(_ number: Int) -> String { number < 0 ? "−\(number.magnitude)" : "\(number)" }

    /// The time that this client's player has left for the turn; nil if another is to move, or there is no clock.
    static func clock(_ model: Model, at now: Instant) -> String? {
        guard let table = model.session.table, let state = table.state, let end = table.phaseEndsAt,
            state.phase == .playing,
            table.seating.plays(state.turn)
        else { return nil }
        return "Your turn: \(seconds(end - now)) s left."
    }

    /// The matches won by each player since they sat down together.
    static func series(_ series: Series) -> String {
        let draws = series.draws > 0 ? ", \(PlainRules.counted(series.draws, "draw"))" : ""
        return "Series: \(score(series.players, series.wins))\(draws)"
    }

    /// Whole seconds, rounded up; 0 for none.
    static func seconds(_ milliseconds: Int) -> Int { max(0, (milliseconds + 999) / 1000) }

    /// A duration in a rule, such as `30 s` or `2 minutes`.
    static func duration(_ milliseconds: Int) -> String {
        milliseconds % 60_000 == 0 && milliseconds > 60_000
            ? PlainRules.counted(milliseconds / 60_000, "minute") : "\(seconds(milliseconds)) s"
    }

    /// Minutes and seconds, such as `2:05`.
    static func time(_ milliseconds: Int) -> String {
        let seconds = max(0, milliseconds) / 1000
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    /// The status of the rematch; nil if there is nothing to say.
    static func offer(_ state: MatchState, own: Int?) -> String? {
        guard state.seats.count > 1, state.result?.rematch == nil else { return nil }
        if let gone = state.seats.first(where: \.left) { return MatchSentence.left.text(gone.name) }
        if let absent = state.seats.first(where: { !$0.present }) {
            return MatchSentence.disconnected.text(absent.name)
        }
        guard let offering = state.seats.firstIndex(where: \.rematch) else { return nil }
        return offering == own
            ? MatchSentence.awaitingAnswer.text(name(state, 1 - offering))
            : MatchSentence.offeredRematch.text(name(state, offering))
    }

    /// A score, such as `3 points`.
    static func points(_ score: Int) -> String { "\(signed(score)) point\(abs(score) == 1 ? "" : "s")" }

    /// A seat's score and turns in one line.
    static func score(_ seat: MatchState.Seat, _ state: MatchState) -> String {
        let absence = seat.left ? ", left" : ", disconnected"
        let tally = state.seats.firstIndex(of: seat).flatMap { state.onScreen.tally(of: $0, in: state) }
        return points(seat.score) + (seat.present ? tally ?? "" : absence)
    }

    private static func offers(_ state: MatchState, _ own: Int?) -> Bool {
        guard let own, state.seats.indices.contains(own) else { return false }
        return state.seats[own].rematch
    }

    /// The name of a seat's player; `You` for the viewer's own.
    static func name(_ state: MatchState, _ seat: Int, own: Int? = nil) -> String {
        if seat == own { return "You" }
        return state.seats.indices.contains(seat) ? state.seats[seat].name : "nobody"
    }
}

extension MatchState {
    /// The turns that a seat has left while the match goes on; nil without a limit, and once it is over.
    func turnsLeft(_ seat: Int) -> Int? {
        phase != .over && seats.indices.contains(seat) ? seats[seat].turnsLeft : nil
    }
}
