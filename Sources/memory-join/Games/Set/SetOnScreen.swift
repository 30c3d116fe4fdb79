import Protocol

/// Set on the screen: the intentions of a person at a table.
struct SetOnScreen: GameOnScreen {
    var cursor = 0
    /// The selection, and the order in which the cards are seen.
    private(set) var hand: SetHand

    init(of state: MatchState?) { hand = state.map { SetHand(of: $0) } ?? SetHand() }

    mutating func apply(_ step: Table.Transition, at now: Instant) {
        cursor = min(cursor, max(0, step.next.cards.count - 1))
        hand.apply(step.next, at: now)
    }

    /// The next moment at which another second is left until a seat may claim again.
    func nextChange(after now: Instant) -> Instant? {
        hand.blockedUntil.values.compactMap { $0.nextSecond(after: now) }.min()
    }

    mutating func respond(to input: TableInput, _ context: TableContext) -> [TableAction]? {
        switch input {
        case .choose(let place): return select(place, context)
        case .enter(let place): return enter(place, context)
        case .key(let scalar): return type(scalar, context)
        case .move(let move): moveCursor(move)
        case .pointed(let place, _): cursor = place
        case .cancel: hand.clear()
        case .changed(let setting):
            // The third card cannot claim any more.
            if setting == .claimsByEnter, !context.settings[setting], isFull { hand.clear() }
        case .applied: return nil
        }
        return []
    }

    private var isFull: Bool { hand.selected.count == SetHand.claimed }

    // MARK: Claims

    /// Selects a card for a claim, or deselects it. The third one claims, unless Enter is to do that.
    private mutating func select(_ place: Int, _ context: TableContext) -> [TableAction] {
        if let refusal = context.refusal { return refusal }
        let cards = context.state.setCards
        guard cards.indices.contains(place) else { return [] }
        let isSelected = hand.selected.contains(cards[place])
        if !isSelected, hand.selected.count >= SetHand.claimed {
            return [.complain("Three cards are selected. Enter claims them.")]
        }
        if !isSelected, hand.selected.count == SetHand.claimed - 1, !context.settings[.claimsByEnter] {
            return claim(hand.selected + [cards[place]], context)
        }
        hand.toggle(cards[place])
        return []
    }

    /// Enter at a table: claims the three cards that are selected, or selects the card under the cursor.
    private mutating func enter(_ place: Int, _ context: TableContext) -> [TableAction] {
        guard context.settings[.claimsByEnter], isFull else { return select(place, context) }
        return context.refusal ?? claim(hand.selected, context)
    }

    private mutating func claim(_ cards: [SetCard], _ context: TableContext) -> [TableAction] {
        let blocked = hand.blocked(context.seating.seat, at: context.now)
        if blocked > 0 { return [.complain(Self.blockedSentence(blocked))] }
        let table = context.state.setCards
        guard let places = SetPlaces(cards.compactMap { table.firstIndex(of: $0) }) else { return [] }
        hand.clear()
        return [.move(.set(.take(places)))]
    }

    /// Asks for three more cards.
    func askForMore(_ context: TableContext) -> [TableAction] {
        if let refusal = context.refusal { return refusal }
        guard context.state.set?.deckLeft != 0 else { return [.complain(SetSentence.deckEmpty.text())] }
        return [.move(.set(.more))]
    }

    /// Lays the table anew: with two players for this one only, so that nobody is disturbed.
    mutating func shuffle(_ context: TableContext) -> [TableAction] {
        guard context.state.phase != .over else { return [] }
        if context.seating.rules.isSolo, context.seating.seat != nil { return [.move(.set(.shuffle))] }
        hand.shuffle(seed: context.now.milliseconds)
        return [.rearranged]
    }

    static func guards(for move: Move, seen: Sight) -> Request.Guards? {
        if case .set(.shuffle) = move { return Request.Guards(match: seen.match) }
        return Request.Guards(match: seen.match, version: seen.version)
    }

    // MARK: The cursor

    /// Reads the key of a card.
    private mutating func type(_ scalar: Unicode.Scalar, _ context: TableContext) -> [TableAction]? {
        guard context.showsBoard, context.state.phase != .over, context.seating.seat != nil,
            let position = SetHand.keys.firstIndex(of: scalar), hand.order.indices.contains(position)
        else { return nil }
        cursor = hand.order[position]
        return [.focus] + select(cursor, context)
    }

    /// Moves the cursor over the table as it is seen; at an edge it stays.
    private mutating func moveCursor(_ move: CursorMove) {
        let count = hand.order.count
        let cell = SetGrid.cell(hand.position(of: cursor) ?? 0)
        func at(_ row: Int, _ column: Int) -> Int? { SetGrid.position(row: row, column: column, of: count) }
        let next =
            switch move {
            case .up: at(cell.row - 1, cell.column)
            case .down: at(cell.row + 1, cell.column)
            case .left: at(cell.row, cell.column - 1)
            case .right: at(cell.row, cell.column + 1)
            case .first: at(cell.row, 0)
            case .last: (0..<SetGrid.mostColumns).compactMap { at(cell.row, $0) }.last
            case .pageUp: at(0, cell.column)
            case .pageDown: (0..<SetGrid.rows(count)).compactMap { at($0, cell.column) }.last
            }
        if let next { cursor = hand.order[next] }
    }
}

// MARK: - The cards

extension SetOnScreen {
    /// The layout of a table in a space. One that was cleared to the last card has the layout of one with a card.
    func layout(_ state: MatchState, in room: Rect) -> SetLayout? {
        SetLayout(count: max(1, state.cards.count), in: room, showing: hand.position(of: cursor) ?? 0)
    }

    func area(_ state: MatchState, in room: Rect) -> Rect? { layout(state, in: room)?.area }

    /// That of a table of the usual size, where a large one has room, too.
    func scale(_ state: MatchState, in room: Rect) -> Int? {
        let large = SetLayout(count: SetGrid.bandRows * SetGrid.mostColumns, in: room)
        return large == nil ? nil : SetLayout(count: SetLayout.reservedCards, in: room).map { $0.symbols?.size ?? 0 }
    }

    static func cell(of place: Int, in state: MatchState) -> (row: Int, column: Int) {
        let cell = SetGrid.cell(place)
        return (cell.row, cell.column)
    }

    func draw(_ board: BoardContext, _ drawing: inout Drawing, in room: Rect) {
        guard let layout = layout(board.state, in: room) else { return }
        SetBoardView(board: board, hand: hand).draw(&drawing, layout, in: room)
    }

    func places(_ state: MatchState, in room: Rect) -> [String: Rect] {
        guard let layout = layout(state, in: room) else { return [:] }
        let cards = state.setCards
        let seen = hand.order.enumerated().compactMap { position, place -> (String, Rect)? in
            guard cards.indices.contains(place), let rect = layout.card(position) else { return nil }
            return (cards[place].text, rect)
        }
        return Dictionary(seen) { first, _ in first }
    }

    static func move(
        _ cards: inout CardMotions, _ change: Change, from previous: MatchState, to next: MatchState,
        under rules: Rules,
        at now: Instant
    ) {
        if case .set(.wrong(_, let claim, _)) = change {
            for place in claim.places where next.cards.indices.contains(place) {
                cards.start(.claimedWrongly, of: place, at: now)
            }
            return
        }
        let (former, table) = (previous.setCards, next.setCards)
        // A motion ends with its card's time in its place.
        cards.keep { place in
            former.indices.contains(place) && table.indices.contains(place) && former[place] == table[place]
        }
        let known = Set(former)
        for (index, card) in table.enumerated().filter({ !known.contains($0.element) }).enumerated() {
            cards.start(.dealt(after: Reform.milliseconds + index * CardMotions.stagger), of: card.offset, at: now)
        }
    }
}
