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

// MARK: - Prompts

// Lines that are typed over a page.

extension Model {
    /// Handles a key while a line is typed.
    mutating func edit(_ prompt: Prompt, _ key: Key, _ now: Instant) {
        var prompt = prompt
        if prompt.edit(key) { return screen.overlay = .prompt(prompt) }
        switch key {
        case .enter: finish(prompt, now)
        case .escape: if prompt.isRequired { leaveHost(now) } else { screen.overlay = nil }
        default: break
        }
    }

    /// A paste is longer than any line, and what follows of it is dropped: says so where its beginning went.
    mutating func tellOfLongPaste() {
        guard case .prompt(var prompt) = screen.overlay else {
            return notify("That paste was too long, and was ignored.")
        }
        prompt.complaint = Prompt.isFull
        screen.overlay = .prompt(prompt)
    }

    /// Takes a line that was typed; has it typed again if something is wrong with it, and says what.
    private mutating func finish(_ prompt: Prompt, _ now: Instant) {
        screen.overlay = nil
        do {
            try prompt.purpose.finish(&self, prompt.text.trimmingSpaces(), now)
        } catch {
            var prompt = prompt
            let sentence = (error as? Refusal)?.message ?? (error as? UsageError)?.sentence ?? "\(error)"
            prompt.complaint = SafeText.line(sentence)
            screen.overlay = .prompt(prompt)
        }
    }
}

// MARK: - Keys pressed twice

// A key or click that is pressed twice in a row means one thing. Where the first has led elsewhere, the second would
// choose something that nobody has seen yet: it does nothing.

/// A key or click that has chosen something.
struct Press: Equatable, Sendable {
    let trigger: Trigger
    /// The situation in which it was pressed.
    let situation: Situation
    /// The moment until which the same means nothing anywhere else.
    var until: Instant

    enum Trigger: Equatable, Sendable {
        case key(Key)
        case click(Point)
    }
}

/// The meaning that keys have: two situations that differ give them different ones.
struct Situation: Equatable, Sendable {
    /// The type of the page's content.
    let page: ObjectIdentifier
    let overlay: Overlay.Kind?
    let match: MatchID?
    let phase: MatchState.Phase?
}

extension Model {
    var situation: Situation {
        // While a match runs, the same keys choose its cards.
        let phase: MatchState.Phase? = state.map { $0.phase == .waiting || $0.phase == .over ? $0.phase : .playing }
        return Situation(
            page: ObjectIdentifier(type(of: content)), overlay: screen.overlay?.kind, match: seating?.match,
            phase: phase)
    }

    /// True for what was pressed just before, in another situation.
    mutating func isRepeated(_ trigger: Press.Trigger, _ now: Instant) -> Bool {
        guard let press = screen.lastPress, press.trigger == trigger, now < press.until, press.situation != situation
        else { return false }
        if case .key(.character) = trigger, case .prompt = screen.overlay { return false }
        // A key that is held down keeps reporting.
        screen.lastPress?.until = max(press.until, now + Times.keyRepeat)
        return true
    }

    /// Notes what was pressed in a situation. Keys that only move, or are typed, mean the same everywhere.
    mutating func notePress(_ trigger: Press.Trigger, in situation: Situation, _ now: Instant) {
        switch trigger {
        case .click, .key(.enter), .key(.escape): break
        case .key(.character):
            if case .prompt = situation.overlay { return screen.lastPress = nil }
        case .key: return screen.lastPress = nil
        }
        screen.lastPress = Press(trigger: trigger, situation: situation, until: now + Times.repeatGuard)
    }
}

extension Overlay {
    /// The box without what is in it.
    enum Kind: Equatable, Sendable {
        case text
        case question(Question)
        case prompt(Prompt.Purpose)
    }

    var kind: Kind {
        switch self {
        case .text: .text
        case .question(let question): .question(question)
        case .prompt(let prompt): .prompt(prompt.purpose)
        }
    }
}
