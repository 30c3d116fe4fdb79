import Protocol
import TestSupport
import Testing

/// A match of Set with every field that it may have.
struct SetSample {
    /// After each kind of change that has fields of its own.
    let states: [MatchState]
    let record: MatchRecord

    init() throws {
        let rules = try Rules(RulesRequest(game: .set))
        let cards = Array(SetCard.all.prefix(3))
        let claim = try #require(SetPlaces([0, 1, 2]).flatMap { SetClaim($0, cards: cards) })
        let seat = MatchState.Seat(
            name: "Ann", present: true, score: 0, turnsLeft: nil, taken: [], rematch: false)
        let part = SetState.Seat(sets: 1, blockedMilliseconds: 0, asksForMore: false)
        let changes: [Change] = [
            .set(.set(seat: 0, claim)), .set(.wrong(seat: 0, claim, SetPenalty(points: 1, fault: .shape))),
            .set(.more(seat: 0, SetPenalty(points: 1, missed: SetPlaces([0, 1, 2])))),
        ]
        let end = MatchState.Result(
            winner: 0, reason: .cleared, rematch: nil, best: false, salt: SealSamples.salt,
            deck: SetCard.all.map(\.text))
        states = changes.map { change in
            MatchState(
                match: MatchID(number: 1), version: 1, phase: .over, rows: 3, columns: 1, cards: CardFaces(cards),
                turned: [], turn: nil, turnEndsInMilliseconds: nil, seats: [seat], watchers: 0, result: end,
                change: change, game: .set(SetState(deckLeft: 66, seats: [part])))
        }
        record = MatchRecord(
            summary: RecordSummary(
                id: RecordID(number: 17), match: MatchID(number: 1), startedAt: 0, endedAt: 1, rules: rules,
                players: ["Ann", "Bob"], scores: [0, 0], winner: nil, reason: .cleared, turns: [1, 1]),
            deck: CardFaces(SetCard.all),
            moves: [MatchRecord.Move(seat: 0, .set(.set(claim)), atMilliseconds: 0)])
    }
}
