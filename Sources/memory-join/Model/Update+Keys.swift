import Protocol

// Keys and the mouse, on a screen. What lies over the page gets them first. On a page the arrows move the cursor or the
// focus, Tab goes through all that can be chosen, Enter and space choose it, and each button has a key of its own.

extension Model {
    /// Takes in a key.
    mutating func press(_ key: Key, _ now: Moment) {
        switch key {
        case .redraw: return intents.append(.redraw)
        case .suspend: return intents.append(.suspend)
        case .interrupt, .endOfInput: return interrupt(now)
        case .mouse(let mouse): return press(mouse, now)
        default: break
        }
        switch overlay {
        case .prompt(let prompt): type(key, prompt, now)
        case .help, .messages, .text: read(key)
        case .question, nil: if !isSurprised(now) { choose(key, now) }
        }
    }

    /// Whether a match has ended just now, and keys may still be meant for its cards.
    func isSurprised(_ now: Moment) -> Bool {
        guard case .table = page, let endingFrom else { return false }
        return now < endingFrom + Times.surprise
    }

    /// Takes in a key while a text lies over the page: it is scrolled, or got rid of.
    private mutating func read(_ key: Key) {
        let move: Move? = if case .character(let scalar) = key { Self.move(scalar) } else { Self.move(key) }
        guard let move, let overlay, let text = OverlayText(overlay, of: self) else { return self.overlay = nil }
        let end = max(0, text.lines.count - text.room)
        scrolled = min(scrolled, end)
        switch move {
        case .up, .left: scrolled -= 1
        case .down, .right: scrolled += 1
        case .pageUp: scrolled -= text.room
        case .pageDown: scrolled += text.room
        case .first: scrolled = 0
        case .last: scrolled = end
        }
        scrolled = max(0, min(scrolled, end))
    }

    /// Control-C and Control-D: gives up what is typed, or ends the program; a match that would be lost is asked about first.
    private mutating func interrupt(_ now: Moment) {
        if case .prompt(let prompt) = overlay, prompt.canBeLeft { return overlay = nil }
        guard isOnline, isPlaying, overlay != .question(.quit) else { return leave(now) }
        overlay = .question(.quit)
        focus = nil
    }

    /// Takes in a key that chooses something, or moves what would be chosen.
    private mutating func choose(_ key: Key, _ now: Moment) {
        switch key {
        case .tab: moveFocus(by: 1)
        case .backTab: moveFocus(by: -1)
        case .enter: activateFocus(now)
        case .character(" "): if isReplaying { activate(.button(.toggle), now) } else { activateFocus(now) }
        case .escape: escape(now)
        case .character(":") where overlay == nil: overlay = .prompt(Prompt(.command))
        case .character(let scalar):
            if isOnTable, typeCoordinate(scalar, now) { return }
            if let button = buttons.first(where: { $0.key == scalar }) { return activate(.button(button), now) }
            if scalar == "?" { return activate(.button(.help), now) }
            if let move = Self.move(scalar) { return self.move(move, now) }
        default:
            if let move = Self.move(key) { self.move(move, now) }
        }
    }

    /// Goes back: from a question to the page, from a page to the one before.
    private mutating func escape(_ now: Moment) {
        typed = nil
        if overlay != nil { return overlay = nil }
        if isOnTable, state?.phase == .over { return lookAtBoard() }
        if buttons.contains(.back) { activate(.button(.back), now) }
    }

    // MARK: Moving

    /// A way to move.
    enum Move: Sendable { case up, down, left, right, first, last, pageUp, pageDown }

    private static func move(_ key: Key) -> Move? {
        switch key {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        case .home: .first
        case .end: .last
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        default: nil
        }
    }

    /// The way of a letter that moves, as in vi.
    static func move(_ scalar: Unicode.Scalar) -> Move? {
        switch scalar {
        case "k": .up
        case "j": .down
        case "h": .left
        case "l": .right
        default: nil
        }
    }

    /// Moves whatever moves on the page: cursor, focus, the step of a replay, the value of a form's line.
    mutating func move(_ move: Move, _ now: Moment) {
        if overlay == nil {
            if isOnTable, state?.phase != .over || hidesEnding { return moveCursor(move) }
            if case .replay(var player) = page {
                switch move {
                case .left, .up: player.step(-1)
                case .right, .down: player.step(1)
                case .first: player.toStart()
                case .last: player.toEnd()
                case .pageUp: player.step(-10)
                case .pageDown: player.step(10)
                }
                return show(player, now)
            }
            if case .opening(var form) = page, case .field(let field) = effectiveFocus,
                move == .left || move == .right
            {
                form.change(field, by: move == .left ? -1 : 1)
                page = .opening(form)
                return
            }
        }
        // At the end of a list it stops; Tab goes on to the buttons.
        if let focus = effectiveFocus, focus.isItem, move != .first, move != .last {
            return moveAlong(move, from: focus)
        }
        switch move {
        case .up, .left: moveFocus(by: -1, wraps: false)
        case .down, .right: moveFocus(by: 1, wraps: false)
        case .first: focus = targets.first
        case .last: focus = targets.last { $0.isItem } ?? targets.last
        case .pageUp: moveFocus(by: -10, wraps: false)
        case .pageDown: moveFocus(by: 10, wraps: false)
        }
    }

    /// Moves the focus along a list.
    private mutating func moveAlong(_ move: Move, from focus: Target) {
        let items = targets.filter(\.isItem)
        guard let index = items.firstIndex(of: focus) else { return }
        let steps =
            switch move {
            case .up, .left: -1
            case .down, .right: 1
            case .pageUp: -10
            case .pageDown: 10
            case .first, .last: 0
            }
        self.focus = items[min(max(0, index + steps), items.count - 1)]
    }

    /// Moves the cursor over the board; at an edge it stays.
    private mutating func moveCursor(_ move: Move) {
        guard let state, state.columns > 0 else { return }
        focus = nil
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

    /// Moves the focus through what can be chosen.
    private mutating func moveFocus(by step: Int, wraps: Bool = true) {
        let targets = targets
        chosen = markedMatch
        guard let focus = effectiveFocus, let index = targets.firstIndex(of: focus), !targets.isEmpty else {
            return self.focus = targets.first
        }
        let next = index + step
        self.focus =
            wraps
            ? targets[(next % targets.count + targets.count) % targets.count]
            : targets[min(max(0, next), targets.count - 1)]
    }
}

extension Overlay {
    /// Whether it is only to be read.
    var isText: Bool {
        switch self {
        case .help, .messages, .text: true
        case .question, .prompt: false
        }
    }
}

extension Target {
    /// Whether it is a thing rather than a button.
    var isItem: Bool {
        if case .button = self { return false }
        return true
    }
}
