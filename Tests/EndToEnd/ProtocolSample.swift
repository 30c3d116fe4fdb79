import Foundation
import Protocol
import TestSupport
import Testing

/// A kind of event with every field that it may have, as the codec writes it.
struct ProtocolSample: Sendable, CustomTestStringConvertible {
    let type: String
    /// The names of its fields, as `PROTOCOL.md` writes them: `matches[].phase`, `result.winner`.
    let fields: Set<String>

    /// Fields whose own fields are described elsewhere.
    private static let opaque: Set = [
        "former", "rules", "limits", "presets", "solo", "games", "ranges", "faces", "pictures", "recall", "contest",
    ]

    /// Creates a sample of events of one kind, which together have something in each field.
    private init(_ first: Event, _ others: Event..., re: String? = nil) throws {
        try self.init([first] + others, re: re)
    }

    private init(_ events: [Event], re: String?) throws {
        type = try #require(events.first).type
        fields = try events.reduce(into: []) { fields, event in
            var object = try Self.object(event, re: re)
            object["type"] = nil
            object["re"] = nil
            fields.formUnion(Self.paths(object))
        }
    }

    /// One of every event that is ever written in JSON.
    static func all() throws -> [ProtocolSample] {
        let rules = Rules.preset(.classic)
        let match = MatchID(number: 1)
        let entry = LobbyList.Entry(
            match: match, phase: .waiting, seats: ["Ann"], scores: [0], watchers: 0, rules: rules)
        let token = try #require(Token(String(repeating: "0", count: 32)))
        let seats = [PlayerKind.house(.novice), .beside].map { kind in
            MatchState.Seat(
                name: "Ann", present: true, score: 0, turnsLeft: 1, taken: [], rematch: false, kind: kind)
        }
        let recall = Recall(span: [.init(found: 1, missed: 2)])
        let state = MatchState(
            match: match, version: 1, phase: .over, rows: 2, columns: 2, cards: CardFaces(["A", "A", "B", "B"]),
            turned: [], turn: nil, turnEndsInMilliseconds: nil, ply: 4, seats: seats, watchers: 0,
            result: MatchState.Result(
                winner: nil, reason: .turns, rematch: nil, best: false, recall: [Recall(), recall],
                salt: SealSamples.salt),
            change: .memory(.cover(seat: 0, first: 1, second: 2)))
        let records = [PlayerKind.house(.novice), .beside].map { kind in
            MatchRecord(
                summary: RecordSummary(
                    id: RecordID(number: 17), match: match, startedAt: 0, endedAt: 1, rules: rules,
                    players: ["Ann", "Bob"], scores: [0, 0], winner: nil, reason: .turns, turns: [15, 15],
                    opponent: kind, recall: [Recall(), recall], contest: ContestPlace(after: 0)),
                deck: [], moves: [MatchRecord.Move(seat: 0, .flip(card: 0), atMilliseconds: 0)],
                seal: SealSamples.seal([]), salt: SealSamples.salt)
        }
        let pictures = [Picture(label: "Abbey", path: "/faces/" + String(repeating: "0", count: 64))]
        var illustrated = records[0]
        illustrated.summary.rules = rules.dealt(from: .pictures)
        illustrated.deck = ["Abbey"]
        let set = try SetSample()
        let game = ScoreList.Game(rules: rules, name: "Ann", score: 0, turns: 1, seconds: 9, endedAt: 0)
        let player = ScoreList.Player(name: "Ann", won: 0, drawn: 0, lost: 1)
        var statistics = PlayerStatistics(name: "Ann")
        (statistics.best, statistics.opponents) = ([game], [player])
        statistics.recall = recall
        statistics.house = [.init(level: .novice, results: .init())]
        let standings = Standings(
            players: [
                Standings.Player(
                    name: "Ann", isPresent: true, hasWithdrawn: true, .init(won: 1, drawn: 0, lost: 0, forfeits: 0),
                    mean: 1,
                    standardError: 1, rating: 1, interval: 1, recall: .init(found: 1, missed: 1))
            ], former: .init(count: 1), remaining: 0, pairs: 1, isClosed: true, seal: "", seed: "", nextSeal: "",
            seeds: [""])
        var hello = Hello(host: "den")
        hello.addresses = ["192.168.1.5:6366"]
        hello.isDraining = true
        let samples = [
            try Self(
                .records(
                    RecordList(
                        records: records.map(\.summary), total: 2,
                        filter: RecordFilter(player: PlayerName("Ann"), with: PlayerName("Bob"), seats: 2, game: .set)))
            ),
            try Self(
                .record(records[0]), .record(records[1]),
                .record(illustrated, pictures: pictures),
                .record(set.record)),
            try Self(.scores(ScoreList(best: [game], players: [player], player: statistics))),
            try Self(.standings(standings)), try Self(.hello(hello)),
            try Self(.welcome(Welcome(name: "Ann", token: token, resumed: true))),
            try Self(.lobby(LobbyList(matches: [entry], players: ["Ann"], playerCount: 1, total: 1, isDraining: true))),
            try Self(
                .match(
                    Seating(
                        match: match, seat: 0, rules: rules, seal: SealSamples.seal([]), code: MatchCode("KQ7XM4"),
                        beside: 1, contest: ContestPlace(after: 0), pictures: pictures))
            ),
            try Self(
                ([state] + set.states).map { .state($0) } + [
                    .replayed(ReplayedState(state: state, record: nil, atMilliseconds: 0, isLast: true))
                ], re: nil), try Self(.replay(ReplayHeader(MatchReplay(records[0]), pictures: pictures))),
            try Self(.said(Said(match: match, from: "Ann", role: .player, text: "Hello.", isPast: true))),
            try Self(.rules(RuleBook(preset: .classic))),
            try Self(.ok(.flip), re: "1"), try Self(.error(ErrorReport(.showing, command: "flip")), re: "1"),
            try Self(.pong), try Self(.help), try Self(.bye(.asked)),
        ]
        let events = ProtocolSource.events
        guard Set(samples.map(\.type)) == Set(events) else {
            throw Unmet("there must be a sample of each of \(events)")
        }
        return samples
    }

    /// The rules as they are written, each value as a table shows it.
    static func cells(of rules: Rules) throws -> [String: String] {
        let seating = Seating(match: MatchID(number: 1), seat: 0, rules: rules, code: nil)
        let object = try #require(try object(.match(seating))["rules"] as? [String: Any])
        return object.mapValues { value in
            // `again` is the one truth value, and on some systems comes out as a number.
            value as? String ?? ((value as? NSNumber).map { "\($0)" } ?? "\(value)")
        }.merging(["again": rules.again ? "true" : "false"]) { $1 }
    }

    private static func object(_ event: Event, re: String? = nil) throws -> [String: Any] {
        var writer = ByteWriter()
        JSONEvents.write(Message(event, re: re.flatMap { RequestID($0) }), into: &writer)
        let object = try JSONSerialization.jsonObject(with: Data(writer.drain()))
        return try #require(object as? [String: Any])
    }

    private static func paths(_ object: [String: Any]) -> Set<String> {
        var paths: Set<String> = []
        for (key, value) in object {
            paths.insert(key)
            guard !opaque.contains(key) else { continue }
            if let inner = value as? [String: Any] {
                paths.formUnion(Self.paths(inner).map { "\(key).\($0)" })
            } else if let list = value as? [[String: Any]] {
                for inner in list { paths.formUnion(Self.paths(inner).map { "\(key)[].\($0)" }) }
            }
        }
        return paths
    }

    var testDescription: String { type }
}
