import Protocol

/// The entrants of a contest who have withdrawn and then made room for others.
struct FormerEntrants: Equatable, Sendable {
    /// The names, in the order in which they made room; none of them may enter again.
    private(set) var names: [PlayerName] = []
    /// The sums of their results.
    private(set) var results = Standings.Former()
    private var keys: Set<String> = []

    /// Returns true if somebody with this name has made room.
    func contains(_ name: PlayerName) -> Bool { keys.contains(name.key) }

    /// Adds entrants who make room, and their results.
    mutating func add(_ names: [PlayerName], _ results: Standings.Former) {
        self.names += names
        keys.formUnion(names.map(\.key))
        self.results.add(results)
    }

    /// The events that lead to these, so many names in each that a line of the journal stays short.
    var events: [Contest.Event] {
        stride(from: 0, to: names.count, by: Limits.entrants).map { start in
            let names = Array(names[start..<min(start + Limits.entrants, names.count)])
            return .former(names, Standings.Former(count: names.count, start == 0 ? results.results : .init()))
        }
    }
}

extension Standings.Former {
    /// Adds up what some entrants have played, each being the first in their meetings.
    init(count: Int, played: [Meeting]) {
        self.init(count: count, played.reduce(into: Meeting()) { $0.add($1) }.results)
    }

    fileprivate mutating func add(_ other: Standings.Former) {
        count += other.count
        results.won += other.results.won
        results.drawn += other.results.drawn
        results.lost += other.results.lost
        results.forfeits += other.results.forfeits
    }
}
