import Protocol

/// A table on which a recorded match is played again; what lies on it after each move is a step of the replay.
///
/// The rules are those that the host plays by ("Rules" in the protocol), and a test holds them to it.
struct ReplayTable {
    /// What was to be seen so far.
    private(set) var steps: [Replay.Step] = []
    /// Whether the moves led to an end, rather than somebody who gave up, or the end of what a record holds.
    private(set) var isOverByRules = false

    private let summary: RecordSummary
    private let deck: CardFaces
    /// The seat to flip, or that has turned the two cards that are shown.
    private var seat: Int
    private var turned: [Int] = []
    private var tallies: [Tally]
    private var time = 0

    /// What a seat has done.
    private struct Tally {
        var taken: [Int] = []
        var turnsUsed = 0
        var misses = 0
        /// Turns since its last second card, all of which ran out.
        var timeoutsInARow = 0
    }

    /// Turns in a row after which a seat whose clock ran out in all of them has lost.
    private static let timeoutsThatLose = 3

    private var rules: Rules { summary.rules }
    private var isShowing: Bool { turned.count == 2 }

    /// The table at the beginning of a match. The record does not say who began, but whose turn the first move was in.
    init(_ report: RecordReport) {
        summary = report.summary
        let faces = report.deck
        // As many cards as the board has, each with a face, whatever the host says.
        deck = CardFaces(
            (0..<report.summary.rules.cardCount).map { card in
                (faces.indices.contains(card) ? faces[card] : nil) ?? String(SafeText.replacement)
            })
        let first = report.moves.first.map { Int($0.seat) } ?? 0
        seat = first < report.summary.rules.seats ? first : 0
        tallies = Array(repeating: Tally(), count: report.summary.rules.seats)
    }

    /// Plays all moves, and ends the match as the record says.
    mutating func play(_ moves: some Sequence<MatchRecord.Move>) {
        show(.begun)
        for move in moves where !isOverByRules { play(move) }
        let end = summary.endedAt.subtractingReportingOverflow(summary.startedAt)
        let endTime = end.overflow ? 0 : end.partialValue
        // Who gives up while two cards are shown does not wait until they are turned back.
        if isShowing, endTime >= time + rules.revealMilliseconds { turnBack(by: endTime) }
        if isOverByRules { return }
        time = max(time, endTime)
        show(.ended, isOver: true)
    }

    // MARK: Moves

    private mutating func play(_ move: MatchRecord.Move) {
        if isShowing { turnBack(by: move.atMilliseconds) }
        let mover = Int(move.seat)
        guard !isOverByRules, tallies.indices.contains(mover), canFlip(mover), move.card.map(isDown) ?? true else {
            return
        }
        time = max(time, move.atMilliseconds)
        if mover != seat { (seat, turned) = (mover, []) }
        guard let card = move.card.map(Int.init) else { return runOut() }
        turned.append(card)
        guard isShowing else { return show(.turned(card: card, seat: seat)) }
        tallies[seat].timeoutsInARow = 0
        if deck[turned[0]] == deck[card] { take() } else { miss() }
    }

    private func isDown(_ card: UInt8) -> Bool {
        let card = Int(card)
        return deck.indices.contains(card) && !turned.contains(card) && !tallies.contains { $0.taken.contains(card) }
    }

    private mutating func take() {
        let (mover, card) = (seat, turned[1])
        tallies[mover].taken += turned
        turned = []
        if !rules.again { tallies[mover].turnsUsed += 1 }
        if tallies.reduce(0, { $0 + $1.taken.count }) == deck.count {
            isOverByRules = true
        } else if !rules.again {
            passTurn()
        }
        show(.paired(card: card, seat: mover))
    }

    private mutating func miss() {
        tallies[seat].turnsUsed += 1
        tallies[seat].misses += 1
        show(.missed(card: turned[1], seat: seat))
    }

    private mutating func runOut() {
        let mover = seat
        turned = []
        tallies[mover].turnsUsed += 1
        tallies[mover].timeoutsInARow += 1
        if tallies[mover].timeoutsInARow == Self.timeoutsThatLose { isOverByRules = true } else { passTurn() }
        show(.ranOut(seat: mover))
    }

    /// The two cards that are shown turn back when it was time for that, or at `latest`.
    private mutating func turnBack(by latest: Int) {
        time = max(time, min(time + rules.revealMilliseconds, latest))
        turned = []
        passTurn()
        show(.turnedBack)
    }

    /// The next seat that has turns left flips; when none has, the match is over.
    private mutating func passTurn() {
        let next = (1...rules.seats).lazy.map { [seat, rules] in (seat + $0) % rules.seats }.first(where: canFlip)
        if let next { seat = next } else { isOverByRules = true }
    }

    private func canFlip(_ seat: Int) -> Bool { rules.turns == 0 || tallies[seat].turnsUsed < rules.turns }

    // MARK: What is seen

    private mutating func show(_ news: Telling.News, isOver: Bool = false) {
        let isOver = isOver || isOverByRules
        var cards = deck
        if !isOver {
            let up = Set(turned + tallies.flatMap(\.taken))
            for card in deck.indices where !up.contains(card) { cards.turnDown(card) }
        }
        let seats = tallies.indices.map { isOver ? lastSeat($0) : seatNow($0) }
        let winner = summary.winner.flatMap { tallies.indices.contains($0) ? $0 : nil }
        let result = MatchState.Result(winner: winner, reason: summary.reason, rematch: nil, best: false)
        let state = MatchState(
            match: summary.match, version: steps.count + 1, phase: isOver ? .over : isShowing ? .showing : .playing,
            rows: rules.rows, columns: rules.columns, cards: cards, turned: isOver ? [] : turned,
            turn: isOver || isShowing ? nil : seat, turnEndsInMilliseconds: nil, seats: seats, watchers: 0,
            result: isOver ? result : nil)
        steps.append(Replay.Step(state: state, news: news, atMilliseconds: time))
    }

    private func seatNow(_ seat: Int) -> MatchState.Seat {
        let tally = tallies[seat]
        let pairs = tally.taken.count / 2
        let score: Int
        switch rules.scoring {
        case .pairs: score = pairs
        case .points: score = 200 * pairs - 100 * tally.misses
        }
        return MatchState.Seat(
            name: summary.players.indices.contains(seat) ? summary.players[seat] : "", present: true, score: score,
            turnsLeft: rules.turns == 0 ? nil : max(0, rules.turns - tally.turnsUsed), taken: tally.taken,
            rematch: false)
    }

    /// A seat at the end: what the host has counted holds, also where the record lacks moves.
    private func lastSeat(_ seat: Int) -> MatchState.Seat {
        var shown = seatNow(seat)
        if summary.scores.indices.contains(seat) { shown.score = summary.scores[seat] }
        if rules.turns > 0, summary.turns.indices.contains(seat) {
            shown.turnsLeft = rules.turns - min(max(0, summary.turns[seat]), rules.turns)
        }
        return shown
    }
}
