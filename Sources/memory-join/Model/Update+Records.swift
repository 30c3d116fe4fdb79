import Protocol

// The choice among the records.

extension Model {
    /// The records that the client asks for at a time.
    static let recordsPerPage = 50

    /// The buttons that choose among the records.
    var recordFilters: [Button] { [.allRecords] + (name == nil ? [] : [.own]) + [.pairs, .alone, .against, .ofGame] }

    /// The people whom the person has played, most matches first, and the house if that has been played.
    var opponents: [ScoreList.Player] {
        guard let statistics = session.statistics else { return [] }
        let house = statistics.house.map(\.results)
        guard !house.isEmpty else { return statistics.opponents }
        return statistics.opponents + [
            ScoreList.Player(
                name: "House", won: house.reduce(0) { $0 + $1.won }, drawn: house.reduce(0) { $0 + $1.drawn },
                lost: house.reduce(0) { $0 + $1.lost })
        ]
    }

    /// The player other than this person whose matches are listed.
    var recordFilterOpponent: PlayerName? {
        session.recordFilter.opponent ?? session.recordFilter.player.flatMap { $0.key == name?.key ? nil : $0 }
    }

    /// True if the records are chosen by this button.
    func recordFilterHas(_ button: Button) -> Bool {
        switch button {
        case .allRecords: session.recordFilter == .all
        case .own: name != nil && session.recordFilter.player == name
        case .pairs: session.recordFilter.seats == 2
        case .alone: session.recordFilter.seats == 1
        case .against: recordFilterOpponent != nil
        case .ofGame: session.recordFilter.game != nil
        default: false
        }
    }

    /// Returns the choice after a button, each of which adds or removes a condition; the one for the game cycles.
    func recordFilter(after button: Button) -> RecordFilter {
        var filter = session.recordFilter
        switch button {
        case .own:
            let isAlone = filter.player == name && filter.opponent == nil
            return RecordFilter(player: isAlone ? nil : name, seats: filter.seats, game: filter.game)
        case .pairs, .alone:
            let seats = button == .alone ? 1 : 2
            filter.seats = filter.seats == seats ? nil : seats
        case .ofGame:
            let games = [nil] + GameKind.allCases
            let index = games.firstIndex(of: filter.game) ?? 0
            filter.game = games[(index + 1) % games.count]
        default: return .all
        }
        return filter
    }

    /// Chooses among the records by a button, and shows them.
    mutating func filterRecords(by button: Button, _ now: Instant) {
        filterRecords(recordFilter(after: button))
        showRefreshed(.records, now)
    }

    /// Chooses among the records, which are then to be asked for.
    mutating func filterRecords(_ filter: RecordFilter) {
        if filter != session.recordFilter { session.records = nil }
        session.recordFilter = filter
    }

    /// Lists the matches of this person with another; or all of the other's, if this person has no name.
    mutating func showRecords(with other: PlayerName, _ now: Instant) {
        let player = name ?? other
        filterRecords(RecordFilter(player: player, with: other.key == player.key ? nil : other))
        showRefreshed(.records, now)
    }
}
