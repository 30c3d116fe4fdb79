import Protocol

/// Memory on the screen: the intentions of a person at a table.
struct MemoryOnScreen: GameOnScreen {
    var cursor = 0
    /// A column that was typed, of a card whose row is still to come.
    private(set) var typed: TypedColumn?
    private var nextCard: NextCard?
    private var runs = PairRuns()

    struct TypedColumn: Equatable, Sendable {
        let column: Int
        /// The moment at which it is forgotten.
        let until: Instant
    }

    /// A card that was chosen while two others were open.
    private struct NextCard: Equatable, Sendable {
        let card: Int
        /// The turn in which it was chosen: it is meant for the one after.
        let turnNumber: Int
    }

    /// For how long the first key of a card's place counts, in milliseconds.
    private static let coordinateTimeout = 3_000

    init(of state: MatchState?) {}

    mutating func apply(_ step: Table.Transition, at now: Instant) {
        runs.count(step)
        cursor = min(cursor, max(0, step.next.cards.count - 1))
    }

    mutating func tick(_ now: Instant) { if let typed, typed.until <= now { self.typed = nil } }

    func nextChange(after now: Instant) -> Instant? { typed?.until }

    mutating func respond(to input: TableInput, _ context: TableContext) -> [TableAction]? {
        switch input {
        case .choose(let card), .enter(let card): return flip(card, context)
        case .key(let scalar): return type(scalar, context)
        case .move(let move): moveCursor(move, context.state)
        case .pointed(let card, let isPressed):
            // A mouse that is only touched takes nothing away from who types.
            if isPressed { typed = nil }
            if typed == nil { cursor = card }
        case .cancel: (typed, nextCard) = (nil, nil)
        case .applied: return takeChosenCard(context)
        case .changed: return nil
        }
        return []
    }

    // MARK: Flipping

    /// Turns a card, if that is not in vain: the host decides, but need not be asked what is known here.
    private mutating func flip(_ card: Int, _ context: TableContext) -> [TableAction] {
        let (state, seating) = (context.state, context.seating)
        nextCard = nil
        if let refusal = context.refusal { return refusal }
        if state.phase == .showing, let seat = seating.seat { return keep(card, seat, state, seating) }
        guard seating.plays(state.turn) else { return [.complain(MatchSentence.notYourTurn.text())] }
        if state.cards.indices.contains(card), state.cards[card] != nil {
            return [.complain(Self.cannotFlip(card, of: state))]
        }
        return [.move(.flip(.card(card)))]
    }

    /// The card that is turned as soon as the open ones are face down again; nil if none was chosen.
    var chosenCard: Int? { nextCard?.card }

    /// Keeps a card that was chosen while two others are open, unless the next turn is another's, or the card is taken
    /// or was turned just now by a key that is still held.
    private mutating func keep(_ card: Int, _ seat: Int, _ state: MatchState, _ seating: Seating) -> [TableAction] {
        if state.active == seat, seating.beside == nil {
            let others = state.seats.indices.filter { $0 != seat }
            if others.contains(where: { state.seats[$0].turnsLeft != 0 }) {
                return [.complain(MatchSentence.notYourTurn.text())]
            }
        }
        if seating.plays(state.active), state.turned.last == card {
            return [.complain("Wait until both cards are face down again.")]
        }
        if state.seats.contains(where: { $0.taken.contains(card) }) {
            return [.complain(Self.cannotFlip(card, of: state))]
        }
        nextCard = NextCard(card: card, turnNumber: state.turnNumber)
        return []
    }

    /// Turns the card that was kept, if this is the turn for which it was; once it can no longer be turned, says so and
    /// forgets it.
    private mutating func takeChosenCard(_ context: TableContext) -> [TableAction]? {
        let state = context.state
        guard let chosen = nextCard else { return nil }
        if state.phase == .showing, state.turnNumber == chosen.turnNumber { return nil }
        nextCard = nil
        // Some hosts count no turns.
        let isNextTurn = state.turnNumber == (chosen.turnNumber == 0 ? 0 : chosen.turnNumber + 1)
        let isOwnTurn = state.phase == .playing && context.seating.plays(state.turn) && state.turned.isEmpty
        guard isNextTurn, isOwnTurn, state.cards.indices.contains(chosen.card), state.cards[chosen.card] == nil
        else {
            return state.phase == .over ? nil : [.complain("The card that you had chosen could not be flipped.")]
        }
        return flip(chosen.card, context)
    }

    static func guards(for move: Move, seen: Sight) -> Request.Guards? {
        if let ply = seen.ply { return Request.Guards(match: seen.match, ply: ply) }
        return Request.Guards(match: seen.match, turnNumber: seen.turnNumber)
    }

    // MARK: The cursor

    /// Moves the cursor over the board; at an edge it stays.
    private mutating func moveCursor(_ move: CursorMove, _ state: MatchState) {
        guard state.columns > 0 else { return }
        typed = nil
        let (row, column) = (cursor / state.columns, cursor % state.columns)
        switch move {
        case .up: cursor -= row > 0 ? state.columns : 0
        case .down: cursor += row + 1 < state.rows ? state.columns : 0
        case .left: cursor -= column > 0 ? 1 : 0
        case .right: cursor += column + 1 < state.columns ? 1 : 0
        case .first: cursor = row * state.columns
        case .last: cursor = row * state.columns + state.columns - 1
        case .pageUp: cursor = column
        case .pageDown: cursor = (state.rows - 1) * state.columns + column
        }
    }

    /// Reads a key of a card's place: its column, then its row, 0 standing for 10.
    ///
    /// h and j move the cursor; the columns of these names are typed as capitals.
    private mutating func type(_ scalar: Unicode.Scalar, _ context: TableContext) -> [TableAction]? {
        let state = context.state
        guard context.showsBoard, state.phase != .over else { return nil }
        let previous = typed?.column
        typed = nil
        if let previous, ("0"..."9").contains(scalar) {
            let place = Coordinate(column: previous, row: scalar == "0" ? 9 : Int(scalar.value) - 0x31)
            guard let card = place.card(rows: state.rows, columns: state.columns) else {
                return [.complain("There is no card \(place.text).")]
            }
            cursor = card
            return [.focus] + flip(card, context)
        }
        guard CursorMove(scalar) == nil, ("a"..."j").contains(scalar) || ("A"..."J").contains(scalar) else {
            return nil
        }
        let column = Int(scalar.value | 0x20) - 0x61
        guard column < state.columns else { return nil }
        typed = TypedColumn(column: column, until: context.now + Self.coordinateTimeout)
        return []
    }

    // MARK: The end

    func figures(_ state: MatchState) -> [String] {
        let names = state.seats.indices.map { Wording.name(state, $0) }
        let recall = Recall.line(state.result?.recall, of: names)
        return [recall, perfectRecall(state) ?? longestRun(names)].compactMap(\.self)
    }

    /// Praises who has remembered every pair. That the house does is no news.
    private func perfectRecall(_ state: MatchState) -> String? {
        let perfect = state.seats.indices.filter { seat in
            guard let recall = state.result?.recall, recall.indices.contains(seat) else { return false }
            return recall[seat].isPerfect && state.seats[seat].kind.houseLevel == nil
        }
        let names = perfect.map { Wording.name(state, $0) }
        return names.isEmpty ? nil : "\(names.joined(separator: " and ")) remembered every pair"
    }

    private func longestRun(_ names: [String]) -> String? {
        guard let run = runs.longest, run.pairs > 1 else { return nil }
        return "Longest run: \(run.pairs) pairs" + (names.count > 1 ? " (\(names[run.seat]))" : "")
    }
}

/// The pairs that seats took in consecutive turns of their own, as far as this client has seen the match.
private struct PairRuns: Equatable, Sendable {
    struct Run: Equatable, Sendable {
        let seat: Int
        let pairs: Int
    }

    private var record: Run?
    private var current: [Int: Int] = [:]
    /// True if no state since the deal was missed.
    private var hasSeenAll = false

    /// The longest run; nil if there was none, or if states were missed.
    var longest: Run? { hasSeenAll ? record : nil }

    /// Counts a step of the match.
    mutating func count(_ step: Table.Transition) {
        if step.isCopy { return }
        if step.next.change == .deal {
            hasSeenAll = true
        } else if !step.isNext {
            hasSeenAll = false
        }
        switch step.next.change {
        case .memory(.pair(let seat, _, _)):
            let pairs = current[seat, default: 0] + 1
            current[seat] = pairs
            if pairs > record?.pairs ?? 0 { record = Run(seat: seat, pairs: pairs) }
        case .memory(.miss(let seat, _, _)), .memory(.timeout(let seat, _)): current[seat] = nil
        default: break
        }
    }
}

// MARK: - The cards

extension MemoryOnScreen {
    private func layout(_ state: MatchState, in room: Rect) -> BoardLayout? {
        BoardLayout(rows: state.rows, columns: state.columns, in: room)
    }

    func area(_ state: MatchState, in room: Rect) -> Rect? { layout(state, in: room)?.area }

    func scale(_ state: MatchState, in room: Rect) -> Int? { layout(state, in: room)?.scale }

    func draw(_ board: BoardContext, _ drawing: inout Drawing, in room: Rect) {
        guard let layout = layout(board.state, in: room) else { return }
        MemoryBoardView(board: board, typedColumn: typed?.column).draw(&drawing, layout, in: room)
    }

    static func move(
        _ cards: inout CardMotions, _ change: Change, from previous: MatchState, to next: MatchState,
        under rules: Rules,
        at now: Instant
    ) {
        guard previous.cards.count == next.cards.count else { return cards.stop() }
        guard case .memory(let step) = change else { return }
        func take(_ card: Int, isSecond: Bool) {
            guard let face = next.cards[card] else { return }
            cards.start(.taken(face, vanishesAfter: reveal(under: rules), isSecond: isSecond), of: card, at: now)
        }
        func turnBack(_ card: Int) {
            guard let face = previous.cards[card] else { return }
            cards.start(.turnedBack(face), of: card, at: now)
        }
        switch step {
        case .flip(_, let card): cards.start(.turnedUp, of: card, at: now)
        case .pair(_, let first, let second):
            take(first, isSecond: false)
            take(second, isSecond: true)
        case .miss(_, let first, let second):
            cards.start(.missed(isSecond: false), of: first, at: now)
            cards.start(.missed(isSecond: true), of: second, at: now)
        case .cover(_, let first, let second):
            turnBack(first)
            turnBack(second)
        case .timeout(_, let card): if let card { turnBack(card) }
        }
    }

    static func cell(of place: Int, in state: MatchState) -> (row: Int, column: Int) {
        let columns = max(1, state.columns)
        return (place / columns, place % columns)
    }

    static func pile(of seat: Int, in state: MatchState) -> [String] {
        guard state.seats.indices.contains(seat) else { return [] }
        let cards = state.seats[seat].taken.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        return cards.compactMap { state.cards.indices.contains($0) ? state.cards[$0] : nil }
    }

    /// Milliseconds for which a taken pair is seen before it vanishes, as long as cards that differ; nil if pairs stay.
    private static func reveal(under rules: Rules) -> Int? {
        rules.matched == .vanish ? rules.revealMilliseconds : nil
    }

    /// Milliseconds for which the last cards of a match are looked at once they are still.
    private static let finalLook = 600

    static func finalReveal(after change: Change?, under rules: Rules) -> Int {
        switch change {
        case .memory(.pair): Motion.takenMilliseconds(vanishesAfter: reveal(under: rules)) + finalLook
        case .memory(.miss): Motion.missMilliseconds + finalLook
        case .memory(.cover), .memory(.timeout): Motion.turnMilliseconds
        default: 0
        }
    }
}
