import TestSupport

@testable import Protocol

/// Matches of Set, and how they are written.
enum SetSamples {
    /// The rules for two.
    static let rules = unwrapped(Rules.usual(solo: false).last)
    /// The rules for one.
    static let soloRules = unwrapped(Rules.usual(solo: true).last)

    private static let table = [
        "2gto", "1rsd", "3pus", "1gsd", "1psd", "2rtd", "3rtd", "1rus", "2gus", "3pso", "1gto", "3gto",
    ]

    /// Three cards in short form.
    static func cards(_ texts: String...) -> [SetCard] { texts.compactMap { SetCard($0) } }

    /// A claim of three places with these cards.
    static func claim(_ places: [Int], _ cards: [SetCard]) -> SetClaim {
        unwrapped(SetPlaces(places).flatMap { SetClaim($0, cards: cards) })
    }

    static let set = claim([0, 4, 8], cards("1rso", "2rso", "3rso"))
    static let wrong = claim([11, 0, 3], cards("3gto", "2gto", "1gsd"))

    /// A match against the house, after a set.
    static let state = state(phase: .playing, table.map { $0 }, after: .set(.set(seat: 1, set)))

    /// A state with these cards after a change.
    static func state(
        phase: MatchState.Phase, _ cards: [String?], after change: Change?, result: MatchState.Result? = nil
    ) -> MatchState {
        MatchState(
            match: MatchID(number: 5), version: 9, phase: phase, rows: 3, columns: cards.count / 3,
            cards: CardFaces(cards), turned: [], turn: nil, turnEndsInMilliseconds: nil,
            phaseEndsInMilliseconds: phase == .over ? nil : 300_000,
            seats: [
                MatchState.Seat(name: "Ann", present: true, score: -1, turnsLeft: nil, taken: [], rematch: false),
                MatchState.Seat(
                    name: "House", present: true, score: 2, turnsLeft: nil, taken: [], rematch: false,
                    kind: .house(.novice)),
            ], watchers: 0, result: result, change: change,
            game: .set(
                SetState(
                    deckLeft: phase == .over ? 0 : 63,
                    seats: [
                        SetState.Seat(sets: 0, blockedMilliseconds: 1_250, asksForMore: true),
                        SetState.Seat(sets: 2, blockedMilliseconds: 0, asksForMore: false),
                    ])))
    }

    private static let seats =
        #""seats":[{"name":"Ann","present":true,"score":-1,"turnsLeft":null,"taken":[],"rematch":false,"left":false,"#
        + #""sets":0,"blockedMs":1250,"more":true},{"name":"House","present":true,"score":2,"turnsLeft":null,"taken":[],"#
        + #""rematch":false,"left":false,"sets":2,"blockedMs":0,"more":false,"house":"novice"}],"watchers":0,"#

    private static let stateLine =
        #"{"type":"state","match":"m5","version":9,"phase":"playing","rows":3,"columns":4,"cards":["2gto","1rsd","#
        + #""3pus","1gsd","1psd","2rtd","3rtd","1rus","2gus","3pso","1gto","3gto"],"turned":[],"turn":null,"#
        + #""turnEndsInMs":null,"active":null,"turnNumber":0,"phaseEndsInMs":300000,\#(seats)"change":{"kind":"set","#
        + #""seat":1,"cards":[0,4,8],"faces":["1rso","2rso","3rso"]},"result":null,"game":"set","deckLeft":63}"#

    /// What the claim that is not a set cost.
    static let price = SetPenalty(points: 1, fault: .filling)
    /// What it cost to ask for more cards although there was a set.
    static let neglect = SetPenalty(points: 1, missed: SetPlaces([2, 5, 8]))

    /// The line of the state after another change.
    private static func stateLine(after change: String) -> String {
        let former = #""change":{"kind":"set","seat":1,"cards":[0,4,8],"faces":["1rso","2rso","3rso"]}"#
        return stateLine.replacing(former, with: #""change":\#(change)"#)
    }

    private static let wrongLine = stateLine(
        after: #"{"kind":"wrong","seat":0,"cards":[11,0,3],"faces":["3gto","2gto","1gsd"],"fault":"filling","cost":1}"#)
    private static let neglectLine = stateLine(
        after: #"{"kind":"more","seat":0,"cards":[],"cost":1,"missed":[2,5,8]}"#)

    private static let over = state(
        phase: .over, [], after: .set(.idle),
        result: MatchState.Result(winner: 1, reason: .idle, rematch: nil, best: false, record: RecordID(number: 2)))

    private static let overLine =
        #"{"type":"state","match":"m5","version":9,"phase":"over","rows":3,"columns":0,"cards":[],"turned":[],"#
        + #""turn":null,"turnEndsInMs":null,"active":null,"turnNumber":0,"phaseEndsInMs":null,\#(seats)"change":{"#
        + #""kind":"idle","seat":null,"cards":[]},"result":{"winner":1,"reason":"idle","rematch":null,"best":false,"#
        + #""record":"r2"},"game":"set","deckLeft":0}"#

    static let record = MatchRecord(
        summary: RecordSummary(
            id: RecordID(number: 2), match: MatchID(number: 5), startedAt: 0, endedAt: 95_500, rules: rules,
            players: ["Ann", "House"], scores: [-1, 1], winner: 1, reason: .resigned, turns: [1, 1],
            opponent: .house(.novice)), deck: CardFaces(SetCard.all),
        moves: [
            MatchRecord.Move(seat: 1, .set(.set(set)), atMilliseconds: 4_005),
            MatchRecord.Move(seat: 0, .set(.wrong(wrong)), atMilliseconds: 6_000),
            MatchRecord.Move(seat: 0, .set(.asked), atMilliseconds: 7_000),
            MatchRecord.Move(seat: 0, .set(.more), atMilliseconds: 12_000),
            MatchRecord.Move(seat: 0, .set(.shuffle), atMilliseconds: 13_000),
        ])

    private static let recordLine =
        #"{"type":"record","record":"r2","match":"m5","startedAt":"1970-01-01T00:00:00.000Z","#
        + #""endedAt":"1970-01-01T00:01:35.500Z","rules":\#(JSONSamples.setRules),"players":["Ann","House"],"#
        + #""scores":[-1,1],"winner":1,"reason":"resigned","turns":[1,1],"house":"novice","deck":["#
        + SetCard.all.map { "\"\($0.text)\"" }.joined(separator: ",")
        + #"],"moves":[{"seat":1,"kind":"set","cards":[0,4,8],"faces":["1rso","2rso","3rso"],"atMs":4005},"#
        + #"{"seat":0,"kind":"wrong","cards":[11,0,3],"faces":["3gto","2gto","1gsd"],"atMs":6000},"#
        + #"{"seat":0,"kind":"wish","cards":[],"faces":[],"atMs":7000},{"seat":0,"kind":"more","cards":[],"faces":[],"#
        + #""atMs":12000},{"seat":0,"kind":"shuffle","cards":[],"faces":[],"atMs":13000}]}"#

    private static let best = ScoreList(
        best: [ScoreList.Game(rules: soloRules, name: "Ann", score: 25, turns: 27, seconds: 412, endedAt: 0)],
        players: [])

    private static let bestLine =
        #"{"type":"scores","best":[{"rules":"#
        + JSONSamples.setRules.replacing(#""seats":2,"turns":15"#, with: #""seats":1,"turns":30"#)
        + #","name":"Ann","score":25,"turns":27,"seconds":412,"endedAt":"1970-01-01T00:00:00.000Z"}],"players":[],"house":[]}"#

    /// Each of them as it is written.
    static let all: [JSONEventSamples.Sample] = [
        (Message(.state(state)), stateLine), (Message(.state(over)), overLine),
        (Message(.state(state(phase: .playing, table, after: .set(.wrong(seat: 0, wrong, price))))), wrongLine),
        (Message(.state(state(phase: .playing, table, after: .set(.more(seat: 0, neglect))))), neglectLine),
        (
            Message(.match(Seating(match: MatchID(number: 5), seat: 0, rules: rules, code: nil))),
            #"{"type":"match","match":"m5","seat":0,"rules":\#(JSONSamples.setRules)}"#
        ), (Message(.record(record)), recordLine), (Message(.scores(best)), bestLine),
        (
            Message(.error(ErrorReport(.blocked(milliseconds: 2_001), command: "take"))),
            #"{"type":"error","code":"blocked","message":"You can claim again in 3 s.","command":"take","fatal":false}"#
        ),
    ]
}
