import Lobby
import Protocol
import TestSupport
import Testing

@testable import memory_host

@Suite struct RecordTallyTests {
    private func tally(_ records: [MatchRecord]) -> RecordTally {
        records.filter { !$0.summary.isPrivate }.reduce(into: RecordTally()) { $0.count($1.summary) }
    }

    private func standings(_ records: [MatchRecord]) -> [String] {
        tally(records).scores.players.map { "\($0.name) \($0.won)-\($0.drawn)-\($0.lost)" }
    }

    private func games(_ records: [MatchRecord]) -> [String] {
        tally(records).scores.best.map { "\($0.name) \($0.score) in \($0.turns)" }
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

    @Test func `the best games are those with the higher score, then fewer turns, then the earlier`() {
        let records = [
            RecordSamples.game(1, "Ann", score: 2, turns: 5), RecordSamples.game(2, "Bob", score: 2, turns: 4),
            RecordSamples.game(3, "Cid", score: 1, turns: 2, reason: .turns), RecordSamples.game(4, "Dan", turns: 4),
            RecordSamples.game(5, "Eve", score: 9, turns: 1, reason: .resigned),
            RecordSamples.game(6, "Fay", score: 9, turns: 1, isPrivate: true),
        ]
        #expect(games(records) == ["Bob 2 in 4", "Dan 2 in 4", "Ann 2 in 5", "Cid 1 in 2"])
        let best = tally(records).best
        #expect(best.all.count == 1)
        #expect(best[RecordSamples.rules(.animals, seats: 1)].first?.name == "Bob")
    }

    @Test func `games are grouped by rules, most played first, at most ten per group`() {
        let records =
            [RecordSamples.game(1, score: 7, faces: .letters)]
            + (2...14).map { RecordSamples.game($0, score: $0, faces: .symbols) }
        #expect(games(records).count == Limits.bestGamesAlike + 1)
        #expect(games(records).first == "Ann 14 in 3")
        #expect(games(records).last == "Ann 7 in 3")
    }

    /// A solo game under rules of which there are many more than a host keeps; it differs in its times, too.
    private func oddGame(_ number: Int, rules index: Int) throws -> RecordSummary {
        var request = RulesRequest(RecordSamples.rules(.letters, seats: 1))
        (request.rows, request.turns) = (2 + 2 * (index / 500 % 5), 1 + index % 500)
        request.columns = 2 + index / 2500
        request.graceMilliseconds = number
        var game = RecordSamples.game(number, "P\(index)").summary
        game.rules = try Rules(request)
        return game
    }

    @Test func `games whose rules differ only in times are compared`() throws {
        var records = [RecordSamples.game(1, "Ann", turns: 4), RecordSamples.game(2, "Bob", turns: 3)]
        var request = RulesRequest(records[1].summary.rules)
        (request.revealMilliseconds, request.turnMilliseconds, request.graceMilliseconds) = (0, 0, 7)
        records[1].summary.rules = try Rules(request)
        #expect(games(records) == ["Bob 2 in 3", "Ann 2 in 4"])
        #expect(tally(records).best.all.map(\.games[0].turns) == [3])
        let usual = RecordSamples.rules(.animals, seats: 1)
        #expect(tally(records).scores.best.map(\.rules) == [usual, usual])
    }

    @Test func `a flood of odd rules displaces neither the presets nor rules that are played often`() throws {
        var tally = RecordTally()
        var number = 0
        for index in 0..<Limits.soloBests {
            number += 1
            tally.count(try oddGame(number, rules: index))
        }
        #expect(tally.best.all.count == Limits.soloBests)
        // These come when the table is full, and stay.
        var tiles = RecordSamples.game(1, "Ann").summary
        tiles.rules = .preset(.tiles, solo: true)
        let others = [RecordSamples.game(2, "Bob"), RecordSamples.game(3, "Bob", turns: 9)]
        for record in [tiles] + others.map(\.summary) { tally.count(record) }
        for index in Limits.soloBests..<3 * Limits.soloBests {
            number += 1
            tally.count(try oddGame(number, rules: index))
        }
        let best = tally.best
        #expect(best.all.count <= Limits.soloBests)
        #expect(best[tiles.rules].first?.turns == 3)
        #expect(best[RecordSamples.rules(.animals, seats: 1)].first?.turns == 3)
        #expect(best[try oddGame(1, rules: 3 * Limits.soloBests - 1).rules].first?.turns == 3, "the last is known")
        #expect(best[try oddGame(1, rules: 0).rules].isEmpty, "the first is not")
    }

    @Test func `the list of players is bounded, and so is the memory for them`() {
        var tally = RecordTally()
        for number in 1...2 * Limits.Internal.countedPlayers {
            tally.count(RecordSamples.match(number, ["Ann", "P\(number)"], winner: number % 2).summary)
        }
        let players = tally.scores.players
        #expect(players.count == Limits.bestPlayers)
        #expect(players.first?.name == "Ann" && players.first?.won == Limits.Internal.countedPlayers)
        #expect(players.allSatisfy { $0.won >= 1 })
        // Those who came first are forgotten, and those who came last are still known.
        tally.count(RecordSamples.match(1, ["P1", "Ann"], winner: 0).summary)
        #expect(tally.scores.players[1].won == 1)
        tally.count(RecordSamples.match(1, ["P\(2 * Limits.Internal.countedPlayers - 1)", "Ann"], winner: 0).summary)
        #expect(tally.scores.players[1].won == 2)
    }
}
