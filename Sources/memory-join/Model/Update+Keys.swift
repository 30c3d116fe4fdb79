import Protocol

// Keys and the mouse, on a screen. An overlay gets them first. On a page the arrows move the cursor or the
// focus, Tab goes through all that can be chosen, Enter and space choose it, and each button has a key of its own.

extension Model {
    mutating func press(_ key: Key, _ now: Instant) {
        switch key {
        case .redraw: return effects.append(.redraw)
        case .suspend: return effects.append(.suspend)
        case .interrupt, .endOfInput: return interrupt(now)
        case .mouse: return  // The loop tells what it pointed at.
        case .background(let isLight): return noteBackground(isLight: isLight)
        case .pasteIsTooLong: return tellOfLongPaste()
        default: break
        }
        if isRepeated(.key(key), now) { return }
        let situation = situation
        switch screen.overlay {
        case .prompt(let prompt): edit(prompt, key, now)
        case .text(let box): scrollOrClose(box, key)
        case .question, nil: if isGuarded(now) { skipToResult(now) } else { choose(key, now) }
        }
        notePress(.key(key), in: situation, now)
    }

    /// True if a match has ended just now, and keys may still be meant for its cards.
    func isGuarded(_ now: Instant) -> Bool { showsTable && session.table?.guardsEnd(at: now) == true }

    /// Ends what the cards do at the end of a match.
    private mutating func skipToResult(_ now: Instant) {
        if session.table?.skipToResult(at: now) == true { screen.motions.stop() }
    }

    /// Handles a key while a text covers the page: scrolls or closes the text.
    private mutating func scrollOrClose(_ box: TextBox, _ key: Key) {
        guard let move = CursorMove(key) else { return screen.overlay = nil }
        let (lines, _, room) = box.laidOut(self)
        scroll(move, lines.count, room: room)
    }

    /// Scrolls lines, of which the screen has room for some.
    mutating func scroll(_ move: CursorMove, _ lines: Int, room: Int) {
        let end = max(0, lines - room)
        screen.scrollOffset = min(screen.scrollOffset, end)
        switch move {
        case .pageUp: screen.scrollOffset -= room
        case .pageDown: screen.scrollOffset += room
        case .up, .down, .left, .right, .first, .last:
            screen.scrollOffset = move.steps.map { screen.scrollOffset + $0 } ?? (move == .first ? 0 : end)
        }
        screen.scrollOffset = max(0, min(screen.scrollOffset, end))
    }

    /// Control-C and Control-D: gives up what is typed, or ends the program; a match that would be lost is asked about
    /// first.
    private mutating func interrupt(_ now: Instant) {
        if case .prompt(let prompt) = screen.overlay, !prompt.isRequired { return screen.overlay = nil }
        guard isOnline, isPlaying, screen.overlay != .question(.quit) else { return sayBye(now) }
        ask(.quit)
    }

    /// Handles a key that chooses something, or moves what would be chosen.
    private mutating func choose(_ key: Key, _ now: Instant) {
        switch key {
        case .tab: moveFocus(by: 1)
        case .backTab: moveFocus(by: -1)
        case .enter:
            if screen.overlay == nil, case .card(let place) = effectiveFocus { return _ = play(.enter(place), now) }
            activateFocus(now)
        case .escape: escape(now)
        case .character(":") where screen.overlay == nil: screen.overlay = .prompt(Prompt(.command))
        case .character(let scalar): choose(scalar, now)
        default: if let move = CursorMove(key) { self.move(move, now) }
        }
    }

    /// Handles a character: a key at the table, that of a button, or one that moves or chooses like arrows and Enter.
    private mutating func choose(_ scalar: Unicode.Scalar, _ now: Instant) {
        if isOnTable, changeSetting(by: scalar, now) || play(.key(scalar), now) { return }
        let keyed = buttons + (screen.overlay == nil ? Button.everywhere : [])
        if let button = keyed.first(where: { $0.key == scalar }) { return activate(.button(button), now) }
        if scalar == " " { return activateFocus(now) }
        if let move = CursorMove(scalar) { self.move(move, now) }
    }

    /// Goes back: from a question to the page, from a page to the one before.
    private mutating func escape(_ now: Instant) {
        if screen.overlay != nil { return screen.overlay = nil }
        play(.cancel, now)
        if buttons.contains(.back) { activate(.button(.back), now) }
    }

    // MARK: Moving

    /// Moves what the page moves, or else the focus.
    mutating func move(_ move: CursorMove, _ now: Instant) {
        if screen.overlay == nil, content.move(move, &self, now) { return }
        // At the end of a list it stops; Tab goes on to the buttons.
        let items = targets.filter(\.isItem)
        if let steps = move.steps {
            guard let focus = effectiveFocus, let index = items.firstIndex(of: focus) else {
                return moveFocus(by: steps, wraps: false)
            }
            screen.focus = items[min(max(0, index + steps), items.count - 1)]
        } else {
            screen.focus = move == .first ? targets.first : items.last ?? targets.last
        }
    }

    private mutating func moveFocus(by step: Int, wraps: Bool = true) {
        let targets = targets
        screen.chosen = markedMatch
        guard let focus = effectiveFocus, let index = targets.firstIndex(of: focus), !targets.isEmpty else {
            return screen.focus = targets.first
        }
        let next = index + step
        screen.focus =
            wraps
            ? targets[(next % targets.count + targets.count) % targets.count]
            : targets[min(max(0, next), targets.count - 1)]
    }

    // MARK: The mouse

    /// The mouse moves cursor and focus, its left button chooses, and its wheel moves like the arrows.
    ///
    /// - Parameter target: what was last drawn where the mouse is. It counts only if it can still be chosen.
    mutating func point(_ kind: Mouse.Kind, at target: Target?, _ place: Point?, _ now: Instant) {
        switch kind {
        case .wheelUp: return move(.up, now)
        case .wheelDown: return move(.down, now)
        case .release: return
        case .press, .move: break
        }
        if case .press = kind, screen.overlay == nil, isGuarded(now) { return skipToResult(now) }
        guard let target, canChoose(target) else {
            // A click beside a text that is to be read closes it.
            if case .press = kind, screen.overlay?.isText == true {
                if let place { notePress(.click(place), in: situation, now) }
                screen.overlay = nil
            }
            return
        }
        let isClick = kind == .press(.left)
        if isClick, let place, isRepeated(.click(place), now) { return }
        if case .card(let card) = target {
            play(.pointed(card, isPressed: kind != .move), now)
            screen.focus = nil
        } else {
            screen.chosen = markedMatch
            screen.focus = target
        }
        guard isClick else { return }
        let situation = situation
        activate(target, now)
        if let place { notePress(.click(place), in: situation, now) }
    }

    private func canChoose(_ target: Target) -> Bool {
        guard case .card(let card) = target else { return targets.contains(target) }
        return isOnTable && session.table?.showsBoard == true && state?.cards.indices.contains(card) == true
    }
}

extension Overlay {
    /// True if it is only there to be read.
    var isText: Bool {
        if case .text = self { return true }
        return false
    }
}

extension Target {
    /// True for everything but a button.
    var isItem: Bool {
        if case .button = self { return false }
        return true
    }
}
