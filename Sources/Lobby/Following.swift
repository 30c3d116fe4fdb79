import Protocol

// Following matches: some seconds after the end of a match, in which they see how it ended and a rematch may take them
// along, those that follow are moved on to another; if there is none, as soon as there is one. Only a match that
// begins, or that a player comes back to, can be that one, so nothing else that happens makes anyone look for it.

/// The moments at which followers are moved on; each follower's own is in its session.
struct Following: Sendable {
    /// The next moment at which a follower is to be moved on; nil while none is.
    private(set) var due: Instant?
    /// The games that followers wait for: there was no match of these to move them on to.
    private(set) var waitFor: GameKinds = []

    /// Notes that a follower is to be moved on then.
    mutating func add(_ moment: Instant) { due = Instant.earlier(due, moment) }

    /// Notes what is left after everybody was moved on who could be.
    mutating func update(due: Instant?, waitFor: GameKinds) { (self.due, self.waitFor) = (due, waitFor) }

    /// Puts off the next move by this many milliseconds.
    mutating func shift(by milliseconds: Int) { due = due.map { $0 + milliseconds } }
}

/// Some of the games, of which there are eight at most; small, since there is one of these for every flip.
struct GameKinds: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ game: GameKind) { rawValue = 1 << game.index }
}

extension Lobby {
    /// Has those that follow a finished match moved on in some seconds.
    mutating func scheduleFollowers(_ clients: [ClientID], _ step: Step) {
        let moment = step.now + Limits.moveOnMilliseconds
        for client in clients where sessions[client]?.location.followedGame != nil {
            sessions.update(client) { $0.movesOnAt = moment }
            following.add(moment)
        }
    }

    /// Puts off all moves, because the clocks stood still for this long.
    mutating func shiftFollowing(by milliseconds: Int) {
        for session in sessions.all where session.movesOnAt != nil {
            sessions.update(session.client) { $0.movesOnAt = $0.movesOnAt.map { $0 + milliseconds } }
        }
        following.shift(by: milliseconds)
    }

    /// Moves followers whose time has come from finished matches to one in progress, if there is one.
    mutating func moveFollowers(_ step: inout Step) {
        var due: Instant?
        var followers: [GameKind: [MatchID: [ClientID]]] = [:]
        for session in sessions.all {
            guard case .watching(let match, let game?) = session.location, !matches.isLive(match) else { continue }
            if let moment = session.movesOnAt, moment > step.now {
                due = Instant.earlier(due, moment)
            } else {
                followers[game, default: [:]][match, default: []].append(session.client)
            }
        }
        var waitFor: GameKinds = []
        for game in GameKind.allCases {
            guard let followers = followers[game] else { continue }
            guard let next = matches.bestToFollow(game) else {
                waitFor.insert(GameKinds(game))
                continue
            }
            move(followers, to: next, of: game, &step)
        }
        following.update(due: due, waitFor: waitFor)
    }

    /// Moves followers of a game from the matches that they watch to another.
    private mutating func move(
        _ followers: [MatchID: [ClientID]], to next: MatchID, of game: GameKind, _ step: inout Step
    ) {
        for (match, clients) in followers.sorted(by: { $0.key < $1.key }) {
            stopWatching(match, clients, &step)
        }
        let all = followers.sorted { $0.key < $1.key }.flatMap(\.value)
        for client in all { sessions.update(client) { $0.location = .watching(next, following: game) } }
        matches.update(next) { match in
            match.addWatchers(all)
            // None of them asked for this, so a slow reader may miss what is outdated.
            step.broadcast(.match(match.seating(seat: nil)), to: all)
            match.introduce(to: all, &step)
            match.repeatTalk(to: all, as: .watcher, &step)
            if match.isRecountDue(at: step.now) { match.publish(.watchers, &step) }
        }
        step.outcome.changesList = true
    }
}
