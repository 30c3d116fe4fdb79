import Protocol

// Pointing at a card by its place, and at anything by the mouse.

extension Model {
    /// Takes in a key of a card's place: its column, then its row, 0 standing for 10. False if it is none.
    ///
    /// h and j move the cursor; the columns of these names are typed as capitals.
    mutating func typeCoordinate(_ scalar: Unicode.Scalar, _ now: Moment) -> Bool {
        guard let state, state.phase != .over else { return false }
        if let column = typed?.column, ("0"..."9").contains(scalar) {
            typed = nil
            let row = scalar == "0" ? 9 : Int(scalar.value) - 0x31
            guard let card = Coordinate(column: column, row: row).card(rows: state.rows, columns: state.columns) else {
                note("There is no card \(Coordinate(column: column, row: row).text).", .complaint)
                return true
            }
            cursor = card
            focus = nil
            flip(card, now)
            return true
        }
        typed = nil
        guard Self.move(scalar) == nil, ("a"..."j").contains(scalar) || ("A"..."J").contains(scalar) else {
            return false
        }
        let column = Int(scalar.value | 0x20) - 0x61
        guard column < state.columns else { return false }
        typed = TypedColumn(column: column, until: now + Times.typing)
        return true
    }

    /// Takes in the mouse: it moves cursor and focus, its left button chooses, its wheel moves like the arrows.
    mutating func press(_ mouse: Mouse, _ now: Moment) {
        switch mouse.kind {
        case .wheelUp: return move(.up, now)
        case .wheelDown: return move(.down, now)
        case .release: return
        case .press, .move: break
        }
        guard let target = View(self, at: now).drawing.target(at: Point(row: mouse.row, column: mouse.column)) else {
            // A click beside a text that is to be read gets rid of it.
            if case .press = mouse.kind, overlay?.isText == true { overlay = nil }
            return
        }
        if case .card(let card) = target {
            (cursor, focus, typed) = (card, nil, nil)
        } else {
            chosen = markedMatch
            focus = target
        }
        if mouse.kind == .press(.left), !isSurprised(now) { activate(target, now) }
    }
}
