import Lobby
import Protocol
import TestSupport
import Testing

@testable import memory_host

@Suite struct RecordTallyTests {
    private func tally(_ records: [MatchRecord]) -> RecordTally {
        records.reduce(into: RecordTally()) { $0.count($1.summary) }
    }

    private func standings(_ records: [MatchRecord]) -> [String] {
        tally(records).scores([]).players.map { "\($0.name) \($0.won)-\($0.drawn)-\($0.lost)" }
    }

    @Test func `players are ranked by most wins, then most draws, then fewest losses`() {
        let records = [
            RecordSamples.match(1, ["Ann", "Bob"]), RecordSamples.match(2, ["Ann", "Bob"]),
            RecordSamples.match(3, ["Cid", "Ann"]), RecordSamples.match(4, ["Cid", "Dan"], winner: nil),
            RecordSamples.match(5, ["Cid", "Eve"], winner: 0),
        ]
        #expect(standings(records) == ["Bob 2-0-0", "Cid 1-1-1", "Ann 1-0-2", "Dan 0-1-0", "Eve 0-0-1"])
    }

    @Test func `a forfeited match counts for the player who stayed, and one that all left for nobody`() {
        let records = [
            RecordSamples.match(1, winner: 0, reason: .resigned), RecordSamples.match(2, winner: 0, reason: .timeout),
            RecordSamples.match(3, winner: 1, reason: .abandoned),
            RecordSamples.match(4, winner: nil, reason: .turns),
            RecordSamples.match(5, winner: nil, reason: .abandoned),
        ]
        #expect(standings(records) == ["Ann 2-1-1", "Bob 1-1-2"])
    }

    @Test func `names that count as the same are one player, shown in the latest spelling`() {
        let records = [
            RecordSamples.match(1, ["ann", "Bob"]), RecordSamples.match(2, ["Zoe\u{301}", "ANN"]),
            RecordSamples.match(3, ["zoé", "Bob"]), RecordSamples.match(4, ["ann", "zo\u{E9}"]),
        ]
        #expect(standings(records) == ["Bob 2-0-0", "ann 1-0-2", "zoé 1-0-2"])
    }

    @Test func `the list of players is bounded, and so is the memory for them`() {
        var tally = RecordTally()
        for number in 1...2 * Limits.Internal.countedPlayers {
            tally.count(RecordSamples.match(number, ["Ann", "P\(number)"], winner: number % 2).summary)
        }
        let players = tally.scores([]).players
        #expect(players.count == Limits.bestPlayers)
        #expect(players.first?.name == "Ann" && players.first?.won == Limits.Internal.countedPlayers)
        #expect(players.allSatisfy { $0.won >= 1 })
        // Those who came first are forgotten, and those who came last are still known.
        tally.count(RecordSamples.match(1, ["P1", "Ann"], winner: 0).summary)
        #expect(tally.scores([]).players[1].won == 1)
        tally.count(RecordSamples.match(1, ["P\(2 * Limits.Internal.countedPlayers - 1)", "Ann"], winner: 0).summary)
        #expect(tally.scores([]).players[1].won == 2)
    }
}
