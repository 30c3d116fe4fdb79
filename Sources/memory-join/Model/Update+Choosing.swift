import Protocol

// What can be chosen on each page, and what comes of it.

extension Model {
    /// Whether the page is the match that the client is in.
    var isOnTable: Bool {
        if case .table = page { return overlay == nil }
        return false
    }

    /// Whether the page is a match that is over, played again.
    var isReplaying: Bool {
        if case .replay = page { return overlay == nil }
        return false
    }

    /// What can be chosen, in the order of Tab.
    var targets: [Target] { items + buttons.map { .button($0) } }

    /// What would be chosen now.
    var effectiveFocus: Target? {
        let targets = targets
        return focus.flatMap { targets.contains($0) ? $0 : nil } ?? targets.first
    }

    /// The things on the page that can be chosen.
    private var items: [Target] {
        if overlay != nil { return [] }
        switch page {
        case .lobby(let watching): return listed(watching: watching).map { .match($0.match) }
        case .opening(let form): return form.fields.map { .field($0) }
        case .records: return (records?.records ?? []).map { .record($0.id) }
        case .table: return state.map { $0.phase != .over || hidesEnding ? [.card(cursor)] : [] } ?? []
        case .menu, .replay, .scores: return []
        }
    }

    /// The buttons on the page.
    var buttons: [Button] {
        switch overlay {
        case .question: [.no, .yes]
        case .help, .messages, .text, .prompt: []
        case nil: buttons(of: page)
        }
    }

    /// The buttons of a page, whether anything lies over it or not.
    func buttons(of page: Page) -> [Button] {
        switch page {
        case .menu: return [.play, .solo, .watching, .records, .scores, .help, .quit]
        case .lobby(let watching):
            return (watching ? [.watch] : [.join, .watch]) + [.open, .code, .talk, .help, .back]
        case .opening: return [.start, .back]
        case .table: return tableButtons
        case .records: return (hasOlderRecords ? [.older] : []) + [.help, .back]
        case .replay: return [.slower, .stepBack, .toggle, .stepOn, .faster, .help, .back]
        case .scores: return [.help, .back]
        }
    }

    private var tableButtons: [Button] {
        guard let state else { return [.leave] }
        if state.phase == .over {
            return (ownSeat != nil && canPlayAgain(state) ? [.rematch] : []) + [.lobby, .look, .talk, .messages, .quit]
        }
        return [.talk, .messages, .help] + (ownSeat != nil && state.phase != .waiting ? [.resign] : []) + [.leave]
    }

    /// Whether an offer to play again can come to something.
    private func canPlayAgain(_ state: MatchState) -> Bool {
        state.result?.rematch == nil && state.seats.allSatisfy(\.present)
            && !(ownSeat.map { state.seats.indices.contains($0) && state.seats[$0].rematch } ?? true)
    }

    /// Whether the host has records that were not asked for yet.
    var hasOlderRecords: Bool { records.map { $0.records.count < $0.total && !$0.records.isEmpty } ?? false }

    /// The matches that the lobby shows: to play in, those that wait come first; to watch, those that run.
    func listed(watching: Bool) -> [LobbyList.Entry] {
        let matches = lobby?.matches ?? []
        return watching ? matches.filter { $0.phase != .waiting } + matches.filter { $0.phase == .waiting } : matches
    }

    // MARK: Choosing

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

    // MARK: Lines that were typed

    /// Takes in a line that was typed into a prompt.
    mutating func finish(_ prompt: Prompt, _ now: Moment) {
        let text = prompt.text.trimmingSpaces()
        switch prompt.purpose {
        case .address: finish(address: text, prompt, now)
        case .code:
            guard let code = MatchCode(text) else {
                var prompt = prompt
                prompt.complaint = "A code is four of the letters A to Z and the digits 2 to 9."
                return overlay = .prompt(prompt)
            }
            overlay = nil
            ask(page == .lobby(watching: true) ? .watch(.code(code)) : .join(.code(code)), now)
        case .talk:
            overlay = nil
            if text.isEmpty { return }
            do throws(Refusal) {
                ask(.say(try SpokenText(text)), now)
            } catch {
                var prompt = prompt
                prompt.complaint = SafeText.line(error.message)
                overlay = .prompt(prompt)
            }
        case .command:
            overlay = nil
            enter(text, now)
        }
    }

    private mutating func finish(address text: String, _ prompt: Prompt, _ now: Moment) {
        do throws(UsageError) {
            address = try OptionsParser.address(text)
            overlay = nil
            tries = 0
            connect()
        } catch {
            var prompt = prompt
            prompt.complaint = SafeText.line(error.sentence)
            overlay = .prompt(prompt)
        }
    }

    // MARK: A match played again

    private mutating func play(_ button: Button, _ now: Moment) {
        guard case .replay(var player) = page else { return }
        switch button {
        case .slower: player.slower()
        case .faster: player.faster()
        case .stepBack: player.step(-1)
        case .stepOn: player.step(1)
        case .toggle: player.toggle(now: now)
        default: break
        }
        show(player, now)
    }

    /// Goes on with a replay when it is time to.
    mutating func advanceReplay(_ now: Moment) {
        guard case .replay(var player) = page else { return }
        player.tick(now)
        show(player, now)
    }

    /// Shows the match that is played again as it now stands; one step on moves the cards.
    mutating func show(_ player: ReplayPlayer, _ now: Moment) {
        guard case .replay(let former) = page else { return }
        page = .replay(player)
        if player.position == former.position { return }
        guard look.hasMotion, player.position == former.position + 1 else { return motions.stop() }
        let vanishes = player.seating.rules.matched == .vanish
        motions.follow(from: former.state, to: player.state, vanishes: vanishes, at: now)
    }
}

extension Model.Waiting {
    /// Whether it turns a card.
    fileprivate var isFlip: Bool {
        if case .command(.flip, _) = self { return true }
        return false
    }
}
