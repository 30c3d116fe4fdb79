import Protocol

// A player's choices at a table of Set.

extension Model {
    /// True at a table of Set.
    var isOnSet: Bool { state?.set != nil && showsTable }

    /// Selects a card for a claim, or deselects it. The third one claims, unless Enter is to do that.
    mutating func select(_ place: Int, _ now: Instant) {
        guard let state, mayPlaySet(state, now) else { return }
        let cards = state.setCards
        guard cards.indices.contains(place), let hand = table?.hand else { return }
        let isSelected = hand.selected.contains(cards[place])
        if !isSelected, hand.selected.count >= SetHand.claimed {
            return notify("Three cards are selected. Enter claims them.", .complaint)
        }
        if !isSelected, hand.selected.count == SetHand.claimed - 1, !options.claimsByEnter {
            return claim(hand.selected + [cards[place]], now)
        }
        table?.hand.toggle(cards[place])
    }

    /// Enter at a table: claims the three cards that are selected, or selects the card under the cursor.
    mutating func enterAtSet(_ place: Int, _ now: Instant) {
        guard options.claimsByEnter, let hand = table?.hand, hand.selected.count == SetHand.claimed else {
            return select(place, now)
        }
        guard let state, mayPlaySet(state, now) else { return }
        claim(hand.selected, now)
    }

    private mutating func claim(_ cards: [SetCard], _ now: Instant) {
        guard let state else { return }
        let blocked = table?.hand.blocked(ownSeat, at: now) ?? 0
        if blocked > 0 {
            return notify("You can't claim for another \((blocked + 999) / 1000) s.", .complaint)
        }
        let table = state.setCards
        guard let places = SetPlaces(cards.compactMap { table.firstIndex(of: $0) }) else { return }
        self.table?.hand.clear()
        request(.move(.set(.take(places))), now)
    }

    /// Asks for three more cards.
    mutating func askForMore(_ now: Instant) {
        guard let state, mayPlaySet(state, now) else { return }
        guard state.set?.deckLeft != 0 else { return notify("The deck is empty.", .complaint) }
        request(.move(.set(.more)), now)
    }

    /// Lays the table anew: with two players for this one only, so that nobody is disturbed.
    mutating func reshuffle(_ now: Instant) {
        guard let state, let seating, state.phase != .over else { return }
        if seating.rules.isSolo, seating.seat != nil { return request(.move(.set(.shuffle)), now) }
        let former = setCards(of: state, table?.hand ?? SetHand())
        table?.hand.shuffle(seed: now.milliseconds)
        motions.move(from: former, to: setCards(of: state, table?.hand ?? SetHand()), at: now)
    }

    /// Handles a key for one of this client's own choices at a table of Set; false if it is not one.
    mutating func typeChoice(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "1" where ownSeat != nil:
            options.claimsByEnter.toggle()
            if !options.claimsByEnter, table?.hand.selected.count == SetHand.claimed { table?.hand.clear() }
            notify(options.claimsByEnter ? "Enter claims the three cards." : "The third card claims.")
        case "2" where look.offersMarks:
            look.marksColours.toggle()
            notify(look.marksColours ? "Letters also show the colours." : "No letters for the colours.")
        default: return false
        }
        return true
    }

    /// True if the player can do something now; says so if not.
    private mutating func mayPlaySet(_ state: MatchState, _ now: Instant) -> Bool {
        guard ownSeat != nil else {
            notify("You are only watching.", .complaint)
            return false
        }
        switch state.phase {
        case .waiting: notify("You have no opponent yet.", .complaint)
        case .paused: notify("Paused until the other player reconnects.", .complaint)
        case .over: break
        case .playing, .showing: return true
        }
        return false
    }

    /// Moves the cursor over a table of Set; at an edge it stays.
    mutating func moveSetCursor(_ move: CursorMove) {
        guard let hand = table?.hand, let cursor = table?.cursor else { return }
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
        if let next { table?.cursor = hand.order[next] }
    }
}
