import Protocol

// Keys and the mouse, on a screen. What lies over the page gets them first. On a page the arrows move the cursor or the
// focus, Tab goes through all that can be chosen, Enter and space choose it, and each button has a key of its own.

extension Model {
    /// Takes in a key.
    mutating func press(_ key: Key, _ now: Instant) {
        switch key {
        case .redraw: return effects.append(.redraw)
        case .suspend: return effects.append(.suspend)
        case .interrupt, .endOfInput: return interrupt(now)
        case .mouse: return  // The loop tells what it pointed at.
        default: break
        }
        switch overlay {
        case .prompt(let prompt): type(key, prompt, now)
        case .help, .messages, .text: read(key)
        case .question, nil: if !isGuarded(now) { choose(key, now) }
        }
    }

    /// True if a match has ended just now, and keys may still be meant for its cards.
    func isGuarded(_ now: Instant) -> Bool { showsTable && table?.guardsEnd(at: now) == true }

    /// Takes in a key while a text lies over the page: it is scrollOffset, or got rid of.
    private mutating func read(_ key: Key) {
        guard let move = Move(key), let overlay, let text = OverlayText(overlay, of: self) else {
            return self.overlay = nil
        }
        let end = max(0, text.lines.count - text.room)
        scrollOffset = min(scrollOffset, end)
        switch move {
        case .up, .left: scrollOffset -= 1
        case .down, .right: scrollOffset += 1
        case .pageUp: scrollOffset -= text.room
        case .pageDown: scrollOffset += text.room
        case .first: scrollOffset = 0
        case .last: scrollOffset = end
        }
        scrollOffset = max(0, min(scrollOffset, end))
    }

    /// Control-C and Control-D: gives up what is typed, or ends the program; a match that would be lost is asked about first.
    private mutating func interrupt(_ now: Instant) {
        if case .prompt(let prompt) = overlay, prompt.canBeLeft { return overlay = nil }
        guard isOnline, isPlaying, overlay != .question(.quit) else { return leave(now) }
        overlay = .question(.quit)
        focus = nil
    }

    /// Takes in a key that chooses something, or moves what would be chosen.
    private mutating func choose(_ key: Key, _ now: Instant) {
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
            if let move = Move(scalar) { return self.move(move, now) }
        default:
            if let move = Move(key) { self.move(move, now) }
        }
    }

    /// Goes back: from a question to the page, from a page to the one before.
    private mutating func escape(_ now: Instant) {
        table?.typed = nil
        if overlay != nil { return overlay = nil }
        if isOnTable, state?.phase == .over { return toggleResultBox() }
        if buttons.contains(.back) { activate(.button(.back), now) }
    }

    // MARK: Moving

    /// Moves whatever moves on the page: cursor, focus, the step of a replay, the value of a form's line.
    mutating func move(_ move: Move, _ now: Instant) {
        if overlay == nil {
            if isOnTable, state?.phase != .over || table?.hidesResultBox == true {
                focus = nil
                table?.moveCursor(move)
                return
            }
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
    /// True if it is only there to be read.
    var isText: Bool {
        switch self {
        case .help, .messages, .text: true
        case .question, .prompt: false
        }
    }
}

extension Target {
    /// True for everything but a button.
    var isItem: Bool {
        if case .button = self { return false }
        return true
    }
}

/// A way to move on a page.
enum Move: Sendable {
    case up, down, left, right, first, last, pageUp, pageDown

    /// The move of a key; nil for keys that move nothing.
    init?(_ key: Key) {
        switch key {
        case .up: self = .up
        case .down: self = .down
        case .left: self = .left
        case .right: self = .right
        case .home: self = .first
        case .end: self = .last
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .character(let scalar): self.init(scalar)
        default: return nil
        }
    }

    /// The move of a letter, as in vi; nil for other letters.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "k": self = .up
        case "j": self = .down
        case "h": self = .left
        case "l": self = .right
        default: return nil
        }
    }
}
