import Protocol

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
