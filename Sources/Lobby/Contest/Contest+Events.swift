public import Protocol

// What the journal says of a contest. The same function applies an event when it happens and when it is replayed.

extension Contest {
    /// Something that happens to a contest and doesn't follow from its matches.
    public enum Event: Equatable, Sendable {
        /// It began, after so many matches.
        indirect case began(pairs: Int, Rules, ContestSeed, afterMatch: Int)
        /// It was ended, whether or not everything was played.
        case ended
        /// Another seed was drawn, since the one before is published.
        case seeded(ContestSeed)
        /// A player entered.
        case entered(PlayerName)
        /// An entrant plays no longer.
        case withdrew(PlayerName)
        /// An entrant who has played nothing was taken out, as if they had never entered.
        case removed(PlayerName)
        /// These entrants forfeited all that they had left to play.
        case forfeited([PlayerName])
        /// In a compacted journal: what two entrants have played, the one first who entered earlier.
        indirect case met(PlayerName, PlayerName, Meeting)
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
        case (.seeded(let seed), .some): contest?.addSeed(seed)
        case (.entered(let name), .some(let found)):
            guard found.hasEntrant(name) || !found.isFull else { throw flaw("\(name.text) enters a full contest") }
            contest?.enter(name)
        case (.withdrew(let name), .some(let found)):
            try found.require([name])
            contest?.withdraw(name)
        case (.removed(let name), .some(let found)):
            try found.require([name])
            guard !found.hasPlayed(name) else { throw flaw("\(name.text) is taken out, but has played") }
            contest?.remove(name)
        case (.forfeited(let names), .some(let found)):
            try found.require(names)
            contest?.forfeitRest(of: names)
        case (.met(let first, let second, let meeting), .some(let found)):
            guard let one = found.position(of: first), let other = found.position(of: second), one < other else {
                throw flaw("\(first.text) and \(second.text) have not entered the contest in this order")
            }
            contest?.restore(meeting, one, other)
        }
    }

    private func require(_ names: [PlayerName]) throws(EntryFlaw) {
        for name in names where !hasEntrant(name) { throw Self.flaw("\(name.text) has not entered the contest") }
    }

    private static func flaw(_ reason: String) -> EntryFlaw { EntryFlaw(reason: reason, match: nil) }

    /// The events that lead to this contest, for a journal without its finished matches.
    var events: [Event] {
        var events: [Event] = [.began(pairs: pairs, rules, seeds[0], afterMatch: afterMatch)]
        events += seeds.dropFirst().map { .seeded($0) }
        events += entrants.map { .entered($0.name) }
        for second in entrants.indices {
            for first in 0..<second where meeting(first, second) != Meeting() {
                events.append(.met(entrants[first].name, entrants[second].name, meeting(first, second)))
            }
        }
        return events + entrants.filter(\.hasWithdrawn).map { .withdrew($0.name) }
    }
}
