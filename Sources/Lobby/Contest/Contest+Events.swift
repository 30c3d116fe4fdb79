public import Protocol

// What the journal says of a contest. The same function applies an event when it happens and when it is replayed.

extension Contest {
    /// Something that happens to a contest and doesn't follow from its matches.
    public enum Event: Equatable, Sendable {
        /// It began, after so many matches.
        indirect case began(pairs: Int, Rules, ContestSeed, afterMatch: Int)
        /// It is over, whether or not everything was played; its standings remain.
        case closed
        /// It was taken away, since another one begins.
        case ended
        /// The seed was published, and the next one drawn.
        case published(next: ContestSeed)
        /// Another seed was drawn, since what was dealt from the one before may be lost.
        case seeded(ContestSeed)
        case entered(PlayerName)
        /// An entrant plays no longer.
        case withdrew(PlayerName)
        /// An entrant who has played nothing was taken out, as if they had never entered.
        case removed(PlayerName)
        /// An entrant who has withdrawn made room for another.
        case retired(PlayerName)
        /// These entrants were there at the same time, some of them for the first time.
        case gathered([PlayerName])
        /// Others had to wait so many milliseconds for an entrant who was away between matches.
        case awaited(PlayerName, milliseconds: Int)
        /// These entrants forfeited all that they had left to play against those who had been there with them.
        case forfeited([PlayerName])
        /// In a compacted journal: what two entrants have played, the one first who entered earlier; or what one has
        /// played with former entrants.
        indirect case met(PlayerName, PlayerName?, Meeting)
        /// In a compacted journal: former entrants, and what they have played.
        case former([PlayerName], Standings.Former)
        /// In a compacted journal: a deck was dealt from a seed that is not published.
        case dealt
    }

    /// Applies an event.
    ///
    /// - Parameter contest: the contest before it; nil if there was none.
    /// - Returns: the contest after it; nil if there is none.
    /// - Throws: why the event can't have happened.
    static func apply(_ event: Event, to contest: inout Contest?) throws(EntryFlaw) {
        switch (event, contest) {
        case (.began(let pairs, let rules, let seed, let last), nil):
            contest = Contest(pairs: pairs, rules: rules, seed: seed, afterMatch: last)
        case (.began, .some): throw flaw("a contest begins while another one runs")
        case (_, nil): throw flaw("it is about a contest, but there is none")
        case (.ended, .some): contest = nil
        case (_, .some): try contest?.apply(event)
        }
    }

    private mutating func apply(_ event: Event) throws(EntryFlaw) {
        try check(event)
        switch event {
        case .began, .ended: break
        case .closed: close()
        case .published(let next): publishSeed(drawing: next)
        case .seeded(let seed): addSeed(seed)
        case .entered(let name): enter(name)
        case .withdrew(let name): withdraw(name)
        case .removed(let name): remove(name)
        case .retired(let name): retire(name)
        case .gathered(let names): meet(names)
        case .awaited(let name, let milliseconds): addAbsence(milliseconds, of: name)
        case .forfeited(let names): forfeitRest(of: names)
        case .met(let name, let other?, let meeting):
            guard let first = position(of: name), let second = position(of: other), first < second else {
                throw Self.flaw("\(name.text) and \(other.text) have not entered the contest in this order")
            }
            restore(meeting, first, second)
        case .met(let name, nil, let meeting): position(of: name).map { restorePast(meeting, of: $0) }
        case .former(let names, let results): restore(names, results)
        case .dealt: restoreDeal()
        }
    }

    private func check(_ event: Event) throws(EntryFlaw) {
        switch event {
        case .began, .ended, .closed, .dealt: break
        case .former(let names, let results):
            // Names that were read from a journal: they may be any.
            let keys = Set(names.map(\.key))
            guard results.count == names.count, keys.count == names.count, !names.isEmpty,
                former.names.count + names.count <= Limits.formerEntrants,
                names.allSatisfy({ !hasMadeRoom($0) && !hasEntrant($0) })
            else { throw Self.flaw("so many entrants can't have made room") }
        case .seeded, .published:
            guard mayDrawSeed else { throw Self.flaw("a contest draws more seeds than it may publish") }
        case .entered(let name):
            guard hasEntrant(name) || !isFull else { throw Self.flaw("\(name.text) enters a full contest") }
            guard !hasMadeRoom(name) else { throw Self.flaw("\(name.text) has made room, but enters again") }
        case .withdrew(let name), .awaited(let name, _): try require([name])
        case .gathered(let names), .forfeited(let names): try require(names)
        case .met(let name, let other, let meeting):
            try require([name] + (other.map { [$0] } ?? []))
            guard other == nil || meeting.over <= matches else {
                throw Self.flaw("\(name.text) has played more matches than there are")
            }
        case .removed(let name):
            try require([name])
            guard !hasPlayed(name) else { throw Self.flaw("\(name.text) is taken out, but has played") }
        case .retired(let name):
            try require([name])
            guard former.names.count < Limits.formerEntrants,
                position(of: name).map({ entrants[$0].hasWithdrawn }) ?? false
            else {
                throw Self.flaw("\(name.text) makes room, but has not withdrawn")
            }
        }
    }

    private func require(_ names: [PlayerName]) throws(EntryFlaw) {
        for name in names where !hasEntrant(name) { throw Self.flaw("\(name.text) has not entered the contest") }
    }

    private static func flaw(_ reason: String) -> EntryFlaw { EntryFlaw(reason: reason, match: nil) }

    /// The events that lead to this contest, for a journal without its finished matches.
    var events: [Event] {
        var events: [Event] = [.began(pairs: pairs, rules, seeds.all[0], afterMatch: afterMatch)]
        let seeds = seeds.events + (isClosed ? [.closed] : [])
        // Whoever enters hides the seed that was published last, and after the end need not have kept the name.
        let isSeedLast = self.seeds.showsPublished && !isClosed
        if !isSeedLast { events += seeds }
        events += former.events + entrants.map { .entered($0.name) }
        for second in entrants.indices {
            for first in 0..<second where meeting(first, second) != Meeting() {
                events.append(.met(entrants[first].name, entrants[second].name, meeting(first, second)))
            }
        }
        for entrant in entrants {
            if entrant.past != Meeting() { events.append(.met(entrant.name, nil, entrant.past)) }
            if entrant.absence > 0 { events.append(.awaited(entrant.name, milliseconds: entrant.absence)) }
            if entrant.hasWithdrawn { events.append(.withdrew(entrant.name)) }
        }
        return isSeedLast ? events + seeds : events
    }
}
