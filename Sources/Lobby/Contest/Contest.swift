public import Protocol

// How it works: A contest knows who has entered and, for each two of them, how many matches they have played and the
// sums that the standings need. It knows no connection, match or clock: the lobby says who is free and how matches end
// (`Lobby+Contest.swift`), and is told whom to seat. Each two entrants play their matches in order, so the number of
// those that are over is also the place of the next one, and a result that is told twice, as after a restart, counts
// once.
//
// Results need no entries in the journal: they follow from the matches. Only a compacted journal, which has no finished
// matches, holds the sums (`Contest.Event.met`).

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
    /// The seeds so far. All but the last are published; that one once ``isComplete`` is true.
    public private(set) var seeds: [ContestSeed]
    /// The entrants, in the order in which they entered.
    public private(set) var entrants: [Entrant] = []
    /// The matches that each two of them have played: for the entrant at `second`, those with each earlier one.
    private var meetings: [Meeting] = []
    private var positions: [String: Int] = [:]

    /// Somebody who has entered.
    public struct Entrant: Equatable, Sendable {
        /// The name, as it was spelt then.
        public let name: PlayerName
        /// Its key.
        let key: String
        /// True if the entrant plays no longer.
        public internal(set) var hasWithdrawn = false
    }

    /// Creates a contest that nobody has entered.
    init(pairs: Int, rules: Rules, seed: ContestSeed, afterMatch: Int) {
        (self.pairs, self.rules, seeds, self.afterMatch) = (pairs, rules, [seed], afterMatch)
    }

    // MARK: Entrants

    /// Returns the position of an entrant; nil if nobody with this name has entered.
    func position(of name: PlayerName) -> Int? { positions[name.key] }

    /// Returns true if somebody with this name has entered, even if they have withdrawn since.
    public func hasEntrant(_ name: PlayerName) -> Bool { position(of: name) != nil }

    /// True if there is no room for another entrant.
    var isFull: Bool { entrants.count >= Limits.entrants }

    /// Adds an entrant, who plays against all who have not withdrawn; or lets one who has withdrawn play again, against
    /// those who enter later.
    mutating func enter(_ name: PlayerName) {
        if let position = position(of: name) { return entrants[position].hasWithdrawn = false }
        let key = name.key
        positions[key] = entrants.count
        meetings += repeatElement(Meeting(), count: entrants.count)
        entrants.append(Entrant(name: name, key: key))
    }

    /// Lets an entrant play no longer, whose matches left to play are forfeited already; see ``forfeitRest(of:)``.
    mutating func withdraw(_ name: PlayerName) {
        if let position = position(of: name) { entrants[position].hasWithdrawn = true }
    }

    /// Returns true if an entrant has a match that is over, if only by forfeit.
    func hasPlayed(_ name: PlayerName) -> Bool {
        guard let position = position(of: name) else { return false }
        return entrants.indices.contains {
            $0 != position && meeting(min($0, position), max($0, position)) != Meeting()
        }
    }

    /// Takes an entrant out who has played nothing; those who entered later move up.
    mutating func remove(_ name: PlayerName) {
        guard let gone = position(of: name) else { return }
        let left = entrants.indices.filter { $0 != gone }
        var kept: [Meeting] = []
        for (place, second) in left.enumerated() { kept += left.prefix(place).map { meeting($0, second) } }
        meetings = kept
        entrants.remove(at: gone)
        positions = Dictionary(uniqueKeysWithValues: entrants.enumerated().map { ($0.element.key, $0.offset) })
    }

    /// The seeds that everybody may know, oldest first.
    var publishedSeeds: [String] { seeds.prefix(isComplete ? seeds.count : seeds.count - 1).map(\.text) }

    /// Takes another seed for all matches that follow.
    mutating func addSeed(_ seed: ContestSeed) { seeds.append(seed) }

    /// The seed of the matches that follow.
    var seed: ContestSeed { seeds[seeds.count - 1] }

    // MARK: Matches

    /// The number of matches between each two entrants.
    private var matches: Int { 2 * pairs }

    private static func index(_ first: Int, _ second: Int) -> Int { second * (second - 1) / 2 + first }

    /// Returns what two entrants have played; `first` entered before `second`.
    func meeting(_ first: Int, _ second: Int) -> Meeting { meetings[Self.index(first, second)] }

    /// Restores what two entrants have played.
    mutating func restore(_ meeting: Meeting, _ first: Int, _ second: Int) {
        meetings[Self.index(first, second)] = meeting
    }

    /// Returns how many matches two entrants have left to play.
    func remaining(_ one: Int, _ other: Int) -> Int {
        guard one != other, !entrants[one].hasWithdrawn, !entrants[other].hasWithdrawn else { return 0 }
        return matches - meetings[Self.index(min(one, other), max(one, other))].over
    }

    /// The matches that are not over, those in progress included.
    public var remaining: Int {
        var sum = 0
        for second in entrants.indices {
            for first in 0..<second { sum += remaining(first, second) }
        }
        return sum
    }

    /// True if there were matches to play and all are over, so that the seed may be known.
    public var isComplete: Bool { entrants.count > 1 && remaining == 0 }

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
        var numbers = seed.deckNumbers(of: place, players)
        return (Deck(for: rules, using: &numbers), Salt(using: &numbers))
    }

    /// Notes how a match ended, unless that is known already.
    mutating func note(_ result: ContestResult) {
        guard result.players.count == 2, let one = position(of: result.players[0]),
            let other = position(of: result.players[1]), one != other
        else { return }
        meetings[Self.index(min(one, other), max(one, other))].note(one < other ? result : result.swapped)
    }

    /// Counts a match for neither of its players, since how it ended is lost.
    mutating func skip(_ place: ContestPlace, _ players: [PlayerName]) {
        guard players.count == 2, let one = position(of: players[0]), let other = position(of: players[1]), one != other
        else { return }
        meetings[Self.index(min(one, other), max(one, other))].skip(to: place.index + 1)
    }

    /// Ends all matches that these entrants have left: they forfeit them, both of two of them.
    mutating func forfeitRest(of names: [PlayerName]) {
        let losers = Set(names.compactMap(position))
        for loser in losers.sorted() {
            for other in entrants.indices where remaining(loser, other) > 0 {
                let seats = [min(loser, other), max(loser, other)]
                let rest = remaining(loser, other)
                meetings[Self.index(seats[0], seats[1])].forfeit(
                    rest, by: seats.indices.filter { losers.contains(seats[$0]) })
            }
        }
    }
}
