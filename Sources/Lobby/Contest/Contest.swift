public import Protocol

// How it works: A contest knows who has entered and, for each two of them, how many matches they have played and the
// sums that the standings need. It knows no connection, match or clock: the lobby says who is free and how matches end
// (`Lobby+Contest.swift`), and is told whom to seat. Each two entrants play their matches in order, so the number of
// those that are over is also the place of the next one, and a result that is told twice, as after a restart, counts
// once.
//
// Results need no entries in the journal: they follow from the matches. Only a compacted journal, which has no finished
// matches, holds the sums (`Contest.Event.met`).
//
// Nobody can be forfeited a match against an entrant who was never there at the same time (`Meeting.isPossible`), nor
// what is left when an entrant withdraws: such matches stay unplayed, so that nobody gains by being the last, or by an
// accomplice who goes.

/// A contest: everybody who enters plays the same number of pairs of matches, with swapped seats, against everybody
/// else.
public struct Contest: Equatable, Sendable {
    /// The pairs of matches that each two entrants play.
    public let pairs: Int
    /// The rules of its matches.
    public let rules: Rules
    /// The number of the last match that was opened before it. Matches of an earlier contest have lower ones.
    let afterMatch: Int
    /// The lowest ID that a match of it can have.
    public var firstMatch: MatchID { MatchID(number: afterMatch + 1) }
    /// The seeds that its decks follow from.
    private(set) var seeds: ContestSeeds
    /// True if it is over: nobody enters or is seated any more, and what was not played counts for nobody.
    public private(set) var isClosed = false
    /// The entrants, in the order in which they entered.
    public private(set) var entrants: [Entrant] = []
    /// The entrants who have made room for others, and their results.
    private(set) var former = FormerEntrants()
    /// The matches that each two of them have played: for the entrant at `second`, those with each earlier one.
    private var meetings: [Meeting] = []
    private var positions: [String: Int] = [:]

    /// Somebody who has entered.
    public struct Entrant: Equatable, Sendable {
        /// The name, as it was spelt then.
        public let name: PlayerName
        let key: String
        /// True if the entrant plays no longer.
        public internal(set) var hasWithdrawn = false
        /// The milliseconds for which others have had to wait for the entrant.
        var absence = 0
        /// The matches played with former entrants.
        var past = Meeting()
    }

    /// Creates a contest that nobody has entered.
    init(pairs: Int, rules: Rules, seed: ContestSeed, afterMatch: Int) {
        (self.pairs, self.rules, seeds, self.afterMatch) = (pairs, rules, ContestSeeds(seed), afterMatch)
    }

    // MARK: Entrants

    /// Returns the position of an entrant; nil if nobody with this name has entered.
    func position(of name: PlayerName) -> Int? { positions[name.key] }

    /// Returns true if somebody with this name has entered, even if they have withdrawn since.
    public func hasEntrant(_ name: PlayerName) -> Bool { position(of: name) != nil }

    /// True if there is no room for another entrant.
    var isFull: Bool { entrants.count >= Limits.entrants }

    /// True if each address may have so many of the entrants only, since the places begin to run out.
    var isHalfFull: Bool { 2 * entrants.count >= Limits.entrants }

    /// The first entrant who has withdrawn, and makes room for another if need be; nil if there is none.
    var oldestWithdrawn: Entrant? {
        former.names.count < Limits.formerEntrants ? entrants.first { $0.hasWithdrawn } : nil
    }

    /// Adds an entrant, who plays against all who have not withdrawn; or lets one who has withdrawn play what is left.
    mutating func enter(_ name: PlayerName) {
        seeds.showNext()
        if let position = position(of: name) { return entrants[position].hasWithdrawn = false }
        let key = name.key
        positions[key] = entrants.count
        meetings += repeatElement(Meeting(), count: entrants.count)
        entrants.append(Entrant(name: name, key: key))
    }

    /// Lets an entrant play no longer. What they have left to play counts for nobody.
    mutating func withdraw(_ name: PlayerName) {
        if let position = position(of: name) { entrants[position].hasWithdrawn = true }
    }

    /// Returns true if somebody with this name has made room, and can't enter again.
    func hasMadeRoom(_ name: PlayerName) -> Bool { former.contains(name) }

    /// Returns true if an entrant has a match that is over, if only by forfeit.
    func hasPlayed(_ name: PlayerName) -> Bool { position(of: name).map { over(of: $0) > 0 } ?? false }

    /// The matches of an entrant that are over.
    private func over(of position: Int) -> Int {
        entrants.indices.reduce(entrants[position].past.over) {
            $1 == position ? $0 : $0 + meetings[Self.index($1, position)].over
        }
    }

    /// Takes an entrant out, who has played nothing; those who entered later move up.
    mutating func remove(_ name: PlayerName) {
        guard let gone = position(of: name) else { return }
        let left = entrants.indices.filter { $0 != gone }
        var kept: [Meeting] = []
        for (place, second) in left.enumerated() { kept += left.prefix(place).map { meeting($0, second) } }
        meetings = kept
        entrants.remove(at: gone)
        positions = Dictionary(uniqueKeysWithValues: entrants.enumerated().map { ($0.element.key, $0.offset) })
    }

    /// Takes an entrant out who has withdrawn, and adds up their results with those of other former entrants. The name
    /// is remembered: whoever came back under it would be dealt the same decks again.
    mutating func retire(_ name: PlayerName) {
        guard let gone = position(of: name) else { return }
        var played = [entrants[gone].past]
        for other in entrants.indices where other != gone {
            played.append(meeting(of: gone, with: other))
            entrants[other].past.add(meeting(of: other, with: gone))
        }
        former.add([entrants[gone].name], Standings.Former(count: 1, played: played))
        remove(name)
    }

    /// Restores former entrants and what they have played.
    mutating func restore(_ former: [PlayerName], _ results: Standings.Former) { self.former.add(former, results) }

    /// Restores what an entrant has played with former entrants.
    mutating func restorePast(_ meeting: Meeting, of position: Int) { entrants[position].past = meeting }

    /// True if everything is played and the seed that it was dealt from may be known.
    var isSeedDue: Bool { !isClosed && seeds.mayPublish && isComplete }

    /// Publishes the seed, and deals from another one from now on.
    mutating func publishSeed(drawing next: ContestSeed) { seeds.publish(drawing: next) }

    /// True if the contest goes on, and has not drawn as many seeds as may be published.
    var mayDrawSeed: Bool { !isClosed && seeds.all.count < Limits.contestSeeds }

    /// Deals from another seed from now on.
    mutating func addSeed(_ seed: ContestSeed) { seeds.add(seed) }

    /// Notes that a match was dealt from the seed, unless it is over already.
    mutating func noteDeal(_ place: ContestPlace, _ players: [PlayerName]) {
        guard !isClosed, players.count == 2, let one = position(of: players[0]), let other = position(of: players[1]),
            one != other, place.index >= meeting(one, other).over
        else { return }
        seeds.noteDeal()
    }

    /// Restores that matches were dealt from the seed.
    mutating func restoreDeal() { seeds.noteDeal() }

    /// Ends the contest.
    mutating func close() {
        isClosed = true
        seeds.close()
    }

    // MARK: Matches

    /// The number of matches between each two entrants.
    var matches: Int { 2 * pairs }

    /// Returns where the meeting of two entrants stands, whoever of them is named first.
    private static func index(_ one: Int, _ other: Int) -> Int {
        let (first, second) = (min(one, other), max(one, other))
        return second * (second - 1) / 2 + first
    }

    /// Returns what two entrants have played, in the order in which they entered, whoever is named first.
    func meeting(_ one: Int, _ other: Int) -> Meeting { meetings[Self.index(one, other)] }

    /// Returns what an entrant has played with another one, who is the second of the two.
    func meeting(of one: Int, with other: Int) -> Meeting {
        one < other ? meeting(one, other) : meeting(one, other).swapped
    }

    /// Restores what two entrants have played.
    mutating func restore(_ meeting: Meeting, _ first: Int, _ second: Int) {
        meetings[Self.index(first, second)] = meeting
    }

    /// Returns how many matches two entrants have left to play.
    func remaining(_ one: Int, _ other: Int) -> Int {
        guard one != other, !isClosed, !entrants[one].hasWithdrawn, !entrants[other].hasWithdrawn else { return 0 }
        return matches - meetings[Self.index(one, other)].over
    }

    /// The matches that are not over, those in progress included.
    public var remaining: Int {
        var sum = 0
        for second in entrants.indices {
            for first in 0..<second { sum += remaining(first, second) }
        }
        return sum
    }

    /// True if there were matches to play and all are over.
    public var isComplete: Bool {
        entrants.count > 1 && entrants.indices.allSatisfy { one in (0..<one).allSatisfy { remaining($0, one) == 0 } }
    }

    /// Returns true if two entrants have matches left to play, and have been there at the same time.
    func isAwaited(_ one: Int, by other: Int) -> Bool {
        remaining(one, other) > 0 && meeting(one, other).isPossible
    }

    /// Notes that these entrants are there at the same time.
    mutating func meet(_ names: [PlayerName]) {
        let present = Set(names.compactMap(position)).sorted()
        for (place, second) in present.enumerated() {
            for first in present.prefix(place) { meetings[Self.index(first, second)].isPossible = true }
        }
    }

    // MARK: Absence

    /// The milliseconds for which others may still have to wait for an entrant: in all three grace periods, or two for
    /// each ten matches, if that is more.
    func absenceLeft(of position: Int) -> Int {
        let grace = rules.graceMilliseconds
        let allowed = max(Limits.gracePeriods * grace, 2 * grace * (over(of: position) + 1) / 10)
        return max(0, allowed - entrants[position].absence)
    }

    /// Notes that others have had to wait for an entrant.
    mutating func addAbsence(_ milliseconds: Int, of name: PlayerName) {
        if let position = position(of: name) {
            // A sum beyond any time that could be allowed; a journal that is damaged may have any numbers.
            entrants[position].absence = min(entrants[position].absence + milliseconds, 1 << 48)
        }
    }

    /// Returns the place of the next match of two entrants, and the positions of its players in the order of their
    /// seats: who entered first has seat 0 in the first match of a pair.
    func next(_ one: Int, _ other: Int) -> (place: ContestPlace, seats: [Int]) {
        let (first, second) = (min(one, other), max(one, other))
        let place = ContestPlace(after: meeting(first, second).over)
        return (place, place.leg == 1 ? [first, second] : [second, first])
    }

    /// Returns the deck of a match, and the salt of its seal. Both follow from the seed.
    ///
    /// - Parameter seats: the positions of its players in the order of their seats.
    func deal(_ place: ContestPlace, seats: [Int]) -> (deck: Deck, salt: Salt) {
        let players = (place.leg == 1 ? seats : seats.reversed()).map { entrants[$0].name }
        var numbers = seeds.current.deckNumbers(of: place, players)
        return (Deck(for: rules, using: &numbers), Salt(using: &numbers))
    }

    /// Notes how a match ended, unless that is known already, or it ended because the contest did.
    mutating func note(_ result: ContestResult) {
        guard !isClosed, result.players.count == 2, let one = position(of: result.players[0]),
            let other = position(of: result.players[1]), one != other
        else { return }
        let index = Self.index(one, other)
        guard result.place.index < matches, meetings[index].note(one < other ? result : result.swapped) else { return }
        for (position, absence) in zip([one, other], result.absence) { entrants[position].absence += absence }
    }

    /// Counts a match for neither of its players, since how it ended is lost.
    mutating func skip(_ place: ContestPlace, _ players: [PlayerName]) {
        guard place.index < matches, players.count == 2, let one = position(of: players[0]),
            let other = position(of: players[1]), one != other
        else { return }
        meetings[Self.index(one, other)].skip(to: place.index + 1)
    }

    /// Lets these entrants forfeit all matches that they have left against anybody who was there when they were. Two of
    /// them both forfeit theirs.
    mutating func forfeitRest(of names: [PlayerName]) {
        let losers = Set(names.compactMap(position))
        for loser in losers.sorted() {
            for other in entrants.indices where isAwaited(loser, by: other) {
                let seats = [min(loser, other), max(loser, other)]
                let rest = remaining(loser, other)
                meetings[Self.index(seats[0], seats[1])].forfeit(
                    rest, by: seats.indices.filter { losers.contains(seats[$0]) })
            }
        }
    }
}
