import Protocol

// The choice among the records.

extension Model {
    /// The records that the client asks for at a time.
    static let recordsPerPage = 50

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

    /// Chooses among the records, and shows them.
    mutating func showRecords(_ filter: RecordFilter, _ now: Instant) {
        filterRecords(filter)
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
        showRecords(RecordFilter(player: player, with: other.key == player.key ? nil : other), now)
    }
}
