import Protocol
import TestSupport

/// Matches that are over, and how they are written.
enum RecordEventSamples {
    /// 2026-11-21, 13:05:11.042 UTC.
    static let start = 1_795_266_311_042

    /// Bob beats Ann on a board of four cards.
    static let record: MatchRecord = {
        var request = RulesRequest()
        (request.rows, request.columns, request.faces) = (2, 2, .letters)
        let moves = [(0, 0), (0, 1), (1, 0), (1, 2), (0, nil), (1, 1), (1, 3)] as [(Int, Int?)]
        return MatchRecord(
            summary: RecordSummary(
                id: RecordID(number: 17), match: MatchID(number: 21), startedAt: start, endedAt: start + 131_000,
                rules: unwrapped(try? Rules(request)), players: ["Ann", "\"B\" \\"], scores: [0, 2], winner: 1,
                reason: .cleared, turns: [2, 1],
                recall: [Recall(), Recall(span: [.init(), .init(found: 1, missed: 2)])]), deck: ["K", "T", "K", "T"],
            moves: moves.enumerated().map { index, move in
                MatchRecord.Move(
                    seat: move.0, move.1.map { .flip(card: $0) }, atMilliseconds: index == 4 ? 61_005 : index * 5)
            }, seal: seal, salt: SealSamples.salt)
    }()

    static let seal = SealSamples.seal(["K", "T", "K", "T"])

    /// A game that Ann has not cleared.
    static let game = MatchRecord(
        summary: RecordSummary(
            id: RecordID(number: 9), match: MatchID(number: 9), startedAt: 0, endedAt: 3_600_000, rules: soloRules,
            players: ["Ann"], scores: [-100, -1], winner: nil, reason: .turns, turns: [1]), deck: [],
        moves: [])

    static let soloRules: Rules = {
        var request = RulesRequest(preset: .tiles)
        (request.seats, request.turns) = (1, 1)
        return unwrapped(try? Rules(request))
    }()

    static let rulesText =
        #"{"rows":2,"columns":2,"seats":2,"turns":15,"revealMs":1000,"turnMs":60000,"graceMs":120000,"houseMs":900,"#
        + #""scoring":"pairs","matched":"stay","again":false,"faces":"letters"}"#

    static let soloText =
        #"{"rows":4,"columns":4,"seats":1,"turns":1,"revealMs":1000,"turnMs":60000,"graceMs":120000,"houseMs":900,"#
        + #""scoring":"points","matched":"vanish","again":false,"faces":"animals"}"#

    static let summaryFields =
        #""record":"r17","match":"m21","startedAt":"2026-11-21T13:05:11.042Z","endedAt":"2026-11-21T13:07:22.042Z","#
        + #""rules":\#(rulesText),"players":["Ann","\"B\" \\"],"scores":[0,2],"winner":1,"reason":"cleared","turns":[2,1],"#
        + #""recall":[{"known":0,"found":0,"span":[]},{"known":3,"found":1,"span":[[0,0],[1,2]]}]"#

    static let gameFields =
        #""record":"r9","match":"m9","startedAt":"1970-01-01T00:00:00.000Z","endedAt":"1970-01-01T01:00:00.000Z","#
        + #""rules":\#(soloText),"players":["Ann"],"scores":[-100,-1],"winner":null,"reason":"turns","turns":[1]"#

    static let recordLine =
        #"{"type":"record",\#(summaryFields),"deck":["K","T","K","T"],"moves":[{"seat":0,"card":0,"atMs":0},"#
        + #"{"seat":0,"card":1,"atMs":5},{"seat":1,"card":0,"atMs":10},{"seat":1,"card":2,"atMs":15},"#
        + #"{"seat":0,"card":null,"atMs":61005},{"seat":1,"card":1,"atMs":25},{"seat":1,"card":3,"atMs":30}],"#
        + #""seal":"\#(seal.text)","salt":"\#(SealSamples.salt.text)"}"#

    static let scores = ScoreList(
        best: [ScoreList.Game(rules: soloRules, name: "Z \"Z\"", score: -100, turns: 1, endedAt: start)],
        players: [ScoreList.Player(name: "Bob", won: 7, drawn: 1, lost: 3)],
        house: [
            ScoreList.AgainstHouse(level: .steady, player: ScoreList.Player(name: "Z\"", won: 1, drawn: 0, lost: 2))
        ])

    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    /// Standings of a contest, over or not.
    static func standings(seed: String?) -> Standings {
        Standings(
            players: [
                Standings.Player(
                    name: "Ann", isPresent: true, .init(won: 5, drawn: 1, lost: 0, forfeits: 0), mean: 1_250,
                    standardError: 433, rating: 131, interval: 336, recall: .init(found: 4, missed: 2)),
                Standings.Player(
                    name: "\"B\" 2", isPresent: false, hasWithdrawn: true,
                    .init(won: 0, drawn: 1, lost: 5, forfeits: 2),
                    mean: -1_250, standardError: nil, rating: -131, interval: 336),
                Standings.Player(
                    name: "Cid", isPresent: false, .init(won: 0, drawn: 0, lost: 0, forfeits: 0), mean: nil,
                    standardError: nil, rating: 0, interval: 556),
            ], remaining: seed == nil ? 34 : 0, pairs: 12, seal: digits, seed: seed,
            seeds: seed.map { [$0] } ?? [])
    }

    private static func standingsLine(remaining: Int, _ end: String) -> String {
        #"{"type":"standings","players":[{"name":"Ann","present":true,"played":6,"won":5,"drawn":1,"lost":0,"forfeits":0,"#
            + #""points":11,"mean":1250,"standardError":433,"rating":131,"interval":336,"recall":{"known":6,"found":4}},"#
            + #"{"name":"\"B\" 2","present":false,"withdrawn":true,"played":6,"won":0,"drawn":1,"lost":5,"forfeits":2,"#
            + #""points":1,"mean":-1250,"rating":-131,"interval":336},"#
            + #"{"name":"Cid","present":false,"played":0,"won":0,"drawn":0,"lost":0,"forfeits":0,"points":0,"#
            + #""rating":0,"interval":556}],"remaining":\#(remaining),"pairs":12,"seal":"\#(digits)"\#(end)}"#
    }

    private static let filter = RecordFilter(
        player: try? PlayerName("Ann"), with: try? PlayerName("Max 7"), seats: 2, game: .set)

    private static let list = RecordList(records: [record.summary, game.summary], total: 12)

    /// A state of a replay, and how it is written.
    private static func replayed(_ record: RecordID?, _ text: String, isLast: Bool) -> JSONEventSamples.Sample {
        let state = ReplayedState(
            state: JSONEventSamples.state, record: record, atMilliseconds: 61_005, isLast: isLast)
        let line = JSONEventSamples.stateLine.dropLast() + #","record":\#(text),"atMs":61005,"last":\#(isLast)}"#
        return (Message(.replayed(state)), String(line))
    }

    /// Each of them as it is written.
    static let all: [JSONEventSamples.Sample] = [
        (
            Message(.records(list), re: RequestID("r")),
            #"{"type":"records","re":"r","records":[{\#(summaryFields)},{\#(gameFields)}],"total":12}"#
        ),
        (Message(.records(RecordList(records: [], total: 0))), #"{"type":"records","records":[],"total":0}"#),
        (
            Message(.records(RecordList(records: [], total: 0, filter: filter))),
            #"{"type":"records","records":[],"total":0,"player":"Ann","with":"Max 7","seats":2,"game":"set"}"#
        ),
        (Message(.record(record)), recordLine),
        (
            Message(
                .replay(
                    ReplayHeader(
                        record: record.summary.id, match: record.summary.match, startedAt: start,
                        endedAt: start + 131_000, players: record.summary.players,
                        rules: record.summary.rules, seal: seal, states: 9)), re: RequestID("p")),
            #"{"type":"replay","re":"p","record":"r17","match":"m21","startedAt":"2026-11-21T13:05:11.042Z","#
                + #""endedAt":"2026-11-21T13:07:22.042Z","players":["Ann","\"B\" \\"],"#
                + #""rules":\#(rulesText),"seal":"\#(seal.text)","states":9}"#
        ),
        replayed(record.summary.id, #""r17""#, isLast: false), replayed(nil, "null", isLast: true),
        (
            Message(.scores(scores)),
            #"{"type":"scores","best":[{"rules":\#(soloText),"name":"Z \"Z\"","score":-100,"turns":1,"#
                + #""endedAt":"2026-11-21T13:05:11.042Z"}],"players":[{"name":"Bob","won":7,"drawn":1,"lost":3}],"#
                + #""house":[{"house":"steady","name":"Z\"","won":1,"drawn":0,"lost":2}]}"#
        ),
        (Message(.standings(standings(seed: nil))), standingsLine(remaining: 34, "")),
        (
            Message(.standings(standings(seed: digits))),
            standingsLine(remaining: 0, #","seed":"\#(digits)","seeds":["\#(digits)"]"#)
        ),
        (Message(.scores(ScoreList(best: [], players: []))), #"{"type":"scores","best":[],"players":[],"house":[]}"#),
    ]
}
