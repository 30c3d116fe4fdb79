import Protocol

// A match that is over, played again.

extension Model {
    /// Takes in a button of the page.
    mutating func play(_ button: Button, _ now: Instant) {
        guard case .replay(var player) = page else { return }
        switch button {
        case .slower: player.slower()
        case .faster: player.faster()
        case .stepBack: player.step(-1)
        case .stepForward: player.step(1)
        case .toggle: player.toggle(now: now)
        default: break
        }
        show(player, now)
    }

    /// Goes on with a replay when it is time to.
    mutating func advanceReplay(_ now: Instant) {
        guard case .replay(var player) = page else { return }
        player.tick(now)
        show(player, now)
    }

    /// Shows the match that is played again as it now stands; one step on moves the cards.
    mutating func show(_ player: ReplayPlayer, _ now: Instant) {
        guard case .replay(let previous) = page else { return }
        page = .replay(player)
        if player.position == previous.position { return }
        guard look.hasMotion, player.position == previous.position + 1 else { return motions.stop() }
        let vanishes = player.seating.rules.matched == .vanish
        motions.animate(from: previous.state, to: player.state, vanishes: vanishes, at: now)
    }
}
