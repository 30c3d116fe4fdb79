import Protocol

// Pointing at a card by its place, and at anything by the mouse.

extension Model {
    /// Reads a key of a card's place; false if it is none.
    mutating func typeCoordinate(_ scalar: Unicode.Scalar, _ now: Instant) -> Bool {
        switch table?.type(scalar, at: now) ?? .other {
        case .other: return false
        case .column: break
        case .noCard(let place): notify("There is no card \(place.text).", .complaint)
        case .card(let card):
            focus = nil
            flip(card, now)
        }
        return true
    }

    /// The mouse moves cursor and focus, its left button chooses, and its wheel moves like the arrows.
    ///
    /// - Parameter target: what was last drawn where the mouse is. It counts only if it can still be chosen.
    mutating func point(_ kind: Mouse.Kind, at target: Target?, _ now: Instant) {
        switch kind {
        case .wheelUp: return move(.up, now)
        case .wheelDown: return move(.down, now)
        case .release: return
        case .press, .move: break
        }
        guard let target, canChoose(target) else {
            // A click beside a text that is to be read gets rid of it.
            if case .press = kind, overlay?.isText == true { overlay = nil }
            return
        }
        if case .card(let card) = target {
            table?.cursor = card
            table?.typed = nil
            focus = nil
        } else {
            chosen = markedMatch
            focus = target
        }
        if kind == .press(.left), !isGuarded(now) { activate(target, now) }
    }

    private func canChoose(_ target: Target) -> Bool {
        guard case .card(let card) = target else { return targets.contains(target) }
        return isOnTable && table?.showsBoard == true && state?.cards.indices.contains(card) == true
    }
}
