import Protocol

// Matches that are over, played again.

extension Model {
    /// Asks for a match to be played back, or on an older host for its record: nil for the match that the client is in.
    mutating func replay(_ record: RecordID?, _ now: Instant) {
        if session.hostReplays { request(.replay(record), now) } else if let record { request(.record(record), now) }
    }

    /// Changes the replay on the page; one step forward animates the cards.
    mutating func updateReplay(_ now: Instant, _ change: (inout ReplayPlayer) -> Void) {
        guard case .replay(var player) = screen.page else { return }
        let (position, state) = (player.position, player.state)
        change(&player)
        screen.page = .replay(player)
        if player.position == position { return }
        guard look.hasMotion, player.position == position + 1 else { return screen.motions.stop() }
        screen.motions.play(player.state.change, from: state, to: player.state, under: player.seating.rules, at: now)
        screen.motions.move(
            from: places(state, state.onScreen.init(of: state)), to: places(player.state, player.game), at: now)
    }

    /// Shows a record as text, also on the page of a host that plays nothing back.
    mutating func showRecord(_ message: Message, _ answered: CommandQueue.Pending?) {
        printPlain(message)
        guard hasScreen, let answered, answered.isLine || wantsReplay else { return }
        show(TextBox(PlainEvents.lines(message)))
    }

    /// True while the person is where a replay is chosen.
    private var wantsReplay: Bool { screen.page == .records || showsTable && state?.phase == .over }

    /// Gets ready for a replay, unless the person has gone elsewhere. One that goes on after the connection was lost is
    /// there already.
    mutating func expect(_ header: ReplayHeader, _ answered: CommandQueue.Pending?, _ now: Instant) {
        session.commands.statesDue = now + Times.replyTimeout
        if options.isPlain { notify(PlainEvents.line(header)) }
        guard hasScreen, let answered else { return }
        if answered.isOwn {
            if !screen.page.isReplay(header) { stopReplay(now) }
        } else if answered.isLine || wantsReplay {
            session.comingReplay = header
        } else {
            stopReplay(now)
        }
    }

    /// Shows a replay from its first state on, and keeps the others as they come.
    mutating func show(_ step: ReplayedState, _ now: Instant) {
        session.commands.statesDue = step.isLast ? nil : now + Times.replyTimeout
        if step.isLast { sendQueued(now) }
        guard hasScreen else { return }
        if let header = session.comingReplay {
            var player = ReplayPlayer(Replay(header, first: step))
            player.toggle(now: now)
            go(to: .replay(player), focusing: .button(.playOrPause))
        } else if !screen.page.add(step), !step.isLast, !session.commands.awaitsReplay {
            stopReplay(now)
        }
    }

    /// Asks for no more states of a replay that nobody looks at, before all that waits, which may be another replay.
    private mutating func stopReplay(_ now: Instant) {
        guard !session.commands.isQueued(.stopReplay) else { return }
        session.commands.prepend([.stopReplay])
        sendQueued(now)
    }
}
