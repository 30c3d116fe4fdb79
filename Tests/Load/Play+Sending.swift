import Protocol

// What is sent, and when.
extension Play {
    /// Sends the first flips, or sets the clock for them.
    mutating func start() throws(Failure) {
        now = Platform.monotonicNanoseconds
        guard options.rate > 0 else {
            for match in matches.indices { try goOn(match) }
            return
        }
        step = UInt64(1_000_000_000 / options.rate)
        nextDue = now + 1_000_000
        for match in matches.indices { matches[match].dueSince = nextDue + UInt64(match) * step }
    }

    /// Lets flips be sent whose time has come, a few at once so that what comes is read in time.
    mutating func releaseDue() throws(Failure) {
        guard options.rate > 0, !matches.isEmpty else { return }
        var released = 0
        while nextDue <= now, released < 64 {
            let match = nextMatch
            nextMatch = match + 1 == matches.count ? 0 : match + 1
            nextDue += step
            released += 1
            matches[match].overdue += 1
            guard matches[match].overdue <= Self.mostOverdue else {
                throw Failure("The host is too slow for \(options.rate) flips a second.", .unavailable)
            }
            try goOn(match)
        }
    }

    /// Sends what may be sent in a match: the next flips, or the offers to play again.
    mutating func goOn(_ number: Int) throws(Failure) {
        guard !isEnding, matches[number].mayGoOn(depth: options.depth) else { return }
        if matches[number].isQuiet {
            switch matches[number].table.stage {
            case .showing, .beginning, .over(next: .some): return
            case .over(next: nil): return try offer(number)
            case .playing: matches[number].choose()
            }
        }
        try flip(number)
    }

    /// Has both seats offer to play again.
    private mutating func offer(_ number: Int) throws(Failure) {
        guard !matches[number].hasOffered else { return }
        matches[number].hasOffered = true
        for seat in 0..<2 { try members[matches[number].members[seat]].send(rematchLine) }
    }

    /// Sends as many of the chosen flips as may be in flight and are due, in one write.
    private mutating func flip(_ number: Int) throws(Failure) {
        let room = options.depth - matches[number].flights.count
        let due = options.rate > 0 ? matches[number].overdue : room
        let count = min(room, due, matches[number].plan.count - matches[number].planned)
        guard count > 0 else { return }
        let seat = matches[number].members[matches[number].table.turn]
        let sent = Platform.monotonicNanoseconds
        if count > 1 { scratch.removeAll(keepingCapacity: true) }
        for _ in 0..<count {
            let card = matches[number].plan[matches[number].planned]
            let since = options.rate > 0 ? matches[number].dueSince : sent
            matches[number].planned += 1
            matches[number].flights.append(Flight(card: card, since: since))
            if count > 1 { scratch += flipLines[card] }
        }
        if options.rate > 0 {
            matches[number].overdue -= count
            matches[number].dueSince += UInt64(count) * step * UInt64(matches.count)
        }
        guard count == 1, let only = matches[number].flights.last else { return try members[seat].send(scratch) }
        try members[seat].send(flipLines[only.card])
    }
}

extension Play.Match {
    /// Everyone has received everything that was sent.
    var isQuiet: Bool { flights.isEmpty && feed.isEmpty }

    /// Something is still to come of what was sent.
    var isOwedAnswer: Bool {
        !isQuiet || hasOffered || table.stage == .showing || table.stage == .beginning
    }

    /// Returns true if something may be sent: with a depth of one, once everyone has everything; otherwise while
    /// there is space.
    func mayGoOn(depth: Int) -> Bool {
        if depth == 1 || planned == plan.count { return isQuiet }
        return flights.count < depth
    }

    /// Chooses the next flips where none are left.
    mutating func choose() {
        guard planned == plan.count else { return }
        plan.removeAll(keepingCapacity: true)
        planned = 0
        player.choose(table, into: &plan)
    }
}
