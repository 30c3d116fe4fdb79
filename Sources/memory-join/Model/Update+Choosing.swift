import Protocol

// What comes of what is chosen.

extension Model {
    /// Does what Enter does now.
    mutating func activateFocus(_ now: Moment) {
        guard let focus = effectiveFocus else { return }
        // A form is filled in by the arrows: Enter is for all of it.
        if case .field = focus { activate(.button(.start), now) } else { activate(focus, now) }
    }

    /// Does what a click on a target does.
    mutating func activate(_ target: Target, _ now: Moment) {
        switch target {
        case .card(let card): flip(card, now)
        case .match(let match): enter(match, now)
        case .record(let record): ask(.record(record), now)
        case .field(let field):
            guard case .opening(var form) = page else { return }
            form.change(field, by: 1)
            page = .opening(form)
        case .button(let button): push(button, now)
        }
    }

    /// Does what Enter on a match of the lobby does: takes its free seat, or watches.
    private mutating func enter(_ match: MatchID, _ now: Moment) {
        let isOpen = lobby?.matches.contains { $0.match == match && $0.phase == .waiting } ?? false
        let watching = page == .lobby(watching: true)
        ask(isOpen && !watching ? .join(.id(match)) : .watch(.id(match)), now)
    }

    private mutating func push(_ button: Button, _ now: Moment) {
        switch button {
        case .play, .watching:
            go(to: .lobby(watching: button == .watching))
            // The host tells the lobby unasked, but only to those with a name.
            if isOnline { ask(.list, isOwn: true, now) }
        case .solo: go(to: .opening(OpeningForm(seats: 1)))
        case .open: go(to: .opening(OpeningForm(seats: 2)))
        case .records:
            go(to: .records)
            ask(.records(before: nil, limit: Limits.recordsAtOnce), now)
        case .scores:
            go(to: .scores)
            ask(.scores, now)
        case .older: ask(.records(before: records?.records.last?.id, limit: Limits.recordsAtOnce), now)
        case .help: overlay = .help
        case .messages: overlay = .messages
        case .quit: leave(now)
        case .back: go(to: goingBack)
        case .join, .watch, .start, .leave, .resign, .rematch, .lobby: command(button, now)
        case .code: overlay = .prompt(Prompt(.code))
        case .talk: overlay = .prompt(Prompt(.talk))
        case .look: lookAtBoard()
        case .slower, .stepBack, .toggle, .stepOn, .faster: play(button, now)
        case .yes: answer(now)
        case .no: overlay = nil
        }
    }

    /// Takes the box at the end of a match out of the way, or puts it back; the cards lie where they were.
    mutating func lookAtBoard() {
        hidesEnding.toggle()
        motions.stop()
    }

    /// Shows another page.
    mutating func go(to page: Page, focusing target: Target? = nil) {
        (self.page, focus, overlay) = (page, target, nil)
        motions.stop()
    }

    /// The page before this one.
    private var goingBack: Page {
        switch page {
        case .replay: .records
        case .opening(let form) where form.seats > 1: .lobby(watching: false)
        case .menu, .lobby, .opening, .table, .records, .scores: .menu
        }
    }

    /// The buttons that ask something of the host.
    private mutating func command(_ button: Button, _ now: Moment) {
        var chosen: MatchID?
        if case .match(let match) = effectiveFocus { chosen = match }
        switch button {
        case .join: ask(.join(chosen.map { .id($0) }), now)
        case .watch: ask(.watch(chosen.map { .id($0) }), now)
        case .start: if case .opening(let form) = page { ask(form.command, now) }
        case .rematch: ask(.rematch, now)
        case .leave, .resign, .lobby:
            guard let state, ownSeat != nil, state.phase != .over, state.phase != .waiting else {
                return ask(.leave, now)
            }
            overlay = .question(button == .resign ? .resign : .leave)
            focus = nil
        default: break
        }
    }

    /// Says yes to the question.
    private mutating func answer(_ now: Moment) {
        guard case .question(let question) = overlay else { return }
        overlay = nil
        switch question {
        case .resign: ask(.resign, now)
        case .leave: ask(.leave, now)
        case .quit: leave(now)
        }
    }

    /// Turns a card, if that is not in vain: the host decides, but need not be asked what is known here.
    mutating func flip(_ card: Int, _ now: Moment) {
        guard let state, let seating else { return }
        guard let seat = seating.seat else { return note("You only watch this match.", .complaint) }
        switch state.phase {
        case .waiting: return note("There is nobody to play against yet.", .complaint)
        case .paused: return note("The match waits for somebody who is gone.", .complaint)
        case .over: return
        case .showing: return note("The two cards are turned back first.", .complaint)
        case .playing where state.turn != seat: return note("It is not your turn.", .complaint)
        case .playing: break
        }
        if state.cards.indices.contains(card), state.cards[card] != nil {
            return note("That card lies open.", .complaint)
        }
        // One at a time: a key that is held down asks for nothing twice.
        if pending?.kind == .flip || queue.contains(where: { $0.isFlip }) { return }
        ask(.flip(.index(card)), now)
    }

    /// Asks something of the host, for the person.
    mutating func ask(_ command: Command, isOwn: Bool = false, _ now: Moment) {
        guard isOnline else { return note("There is no connection now; nothing was sent.", .complaint) }
        guard hasRoomForLines else { return note("Too much waits for the host; nothing was sent.", .complaint) }
        queue.append(.command(command, isOwn: isOwn))
        pump(now)
    }
}

extension Model.Waiting {
    /// Whether it turns a card.
    fileprivate var isFlip: Bool {
        if case .command(.flip, _) = self { return true }
        return false
    }
}
