/// The tables of Set that were there a moment ago, so that a claim which another has overtaken is known to be late.
///
/// They follow from the moves and their times, as all of a game does, but no move depends on them.
struct RecentTables: Equatable, Sendable {
    private var tables: [Table] = []

    private struct Table: Equatable, Sendable {
        let cards: [SetCard]
        /// The time at which it changed.
        let until: Int
    }

    /// Notes a table that has changed now, and forgets those that changed too long ago.
    mutating func note(_ cards: [SetCard], until time: Int) {
        tables.removeAll { $0.until < time - Limits.lateMilliseconds }
        if tables.count >= Limits.Internal.recentTables { tables.removeFirst() }
        tables.append(Table(cards: cards, until: time))
    }

    /// Returns true if three places had a set at some moment since a time.
    func hadSet(in places: SetPlaces, since time: Int) -> Bool {
        tables.contains { $0.until >= time && $0.cards.hasSet(in: places) }
    }
}

extension [SetCard] {
    /// Returns true if three places of this table have a set.
    func hasSet(in places: SetPlaces) -> Bool {
        let cards = places.all.filter(indices.contains).map { self[$0] }
        return cards.count == 3 && SetCard.areSet(cards[0], cards[1], cards[2])
    }
}
